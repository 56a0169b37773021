"""Tests of the help and the truth, page by page."""

from bot.host.proof.self_check import Checked
from bot.show.draw.pages import pages
from bot.show.draw.parts import frame
from bot.ui.face.face import Page
from bot.ui.panels.panel import Menu, Panel
from bot.ui.panels.render import layout
from tests.bot import recording
from tests.bot.show.at_table import PLAYED, at, seen, told
from tests.contract.limits import check_message
from tests.small.face import FACE, SmallFace
from tests.small.game.events import Guessed, HidSo


class Teacher(SmallFace):
    """A help of three pages."""

    how_to = (Page("Hide", "Hide coins."), Page("Guess", "Guess them."), Page("Win", "Win."))
    fine_print = ()


class Brief(SmallFace):
    """A help of one page."""

    how_to = (Page("All of it", "Hide coins, and win."),)
    fine_print = ()


class Wordy(Teacher):
    """A fine print with more pages than a menu has choices."""

    fine_print = tuple(Page(f"Page {number}", "Words.") for number in range(30))


def turns(panel: Panel) -> dict[str, str | None]:
    check_message(layout(panel, 12, 6))
    return {
        label: None if button.disabled else button.request.args["page"]
        for label, button in recording.buttons(panel).items()
        if label != "Everything, as a file"
    }


def test_the_help_turns_pages_and_stops_at_both_ends():
    for page, text in ((-5, "Hide coins."), (0, "Hide coins."), (1, "Guess"), (99, "Win.")):
        assert text in pages.how_to(Teacher(), page).text()
    assert turns(pages.how_to(Teacher(), 0)) == {"Back": None, "More": "1"}
    assert turns(pages.how_to(Teacher(), 1)) == {"Back": "0", "More": "2"}
    assert turns(pages.how_to(Teacher(), 2)) == {"Back": "1", "More": None}


def test_a_help_page_shows_its_title_and_number():
    text = pages.how_to(Teacher(), 1).text()
    assert text.startswith("### Guess\n-# Hidden Coins, how to play · 2 of 3\n")


def test_the_fine_print_is_one_press_away_and_two_to_each_of_its_pages():
    assert turns(pages.how_to(Wordy(), 1))["The fine print"] == "3"
    panel = pages.how_to(Wordy(), 3)
    check_message(layout(panel, 12, 6))
    assert panel.text().startswith("### Page 0\n-# Hidden Coins, the fine print · 1 of 30\n")
    menus = [part for part in panel.parts if isinstance(part, Menu)]
    assert [menu.placeholder for menu in menus] == ["Pages 1 to 15…", "Pages 16 to 30…"]
    assert [choice.label for menu in menus for choice in menu.choices][::29] == [
        "1. Page 0",
        "30. Page 29",
    ]
    asked = [wanted.args for wanted in panel.requests() if frame.LEAF in wanted.args]
    assert asked == [{"game": "small", frame.LEAF: str(number)} for number in range(3, 33)]


def test_the_fine_print_turns_pages_and_leads_back_to_how_to_play():
    assert turns(pages.how_to(Wordy(), 3)) == {"Back": None, "More": "4", "How to play": "0"}
    assert turns(pages.how_to(Wordy(), 32)) == {"Back": "31", "More": None, "How to play": "0"}


def test_a_short_help_has_one_menu_of_its_pages():
    (one,) = [part for part in pages.how_to(Teacher(), 0).parts if isinstance(part, Menu)]
    assert one.placeholder == "Another page…"


def test_the_help_names_its_game_in_each_request():
    asked = list(pages.how_to(Teacher(), 1).requests())
    assert {(wanted.verb, wanted.args["game"]) for wanted in asked} == {
        (frame.HOW_TO.verb, "small")
    }


def test_help_of_one_page_has_no_buttons():
    panel = pages.how_to(Brief(), 0)
    assert turns(panel) == {}
    assert not list(panel.requests())
    assert "1 of 1" not in panel.text()


def test_the_truth_is_told_completely_over_several_pages():
    events = [Guessed(seat=0, total=number) for number in range(1000, 1300)]
    laid_open = seen(at(*PLAYED), news=told(*events))
    leaves = [pages.truth(FACE, laid_open, page) for page in range(9)]
    text = "\n".join(panel.text() for panel in leaves)
    assert all(f"guessed {number}." in text for number in range(1000, 1300))
    assert turns(leaves[0]) == {"Earlier": None, "Later": "1"}
    assert leaves[0] != leaves[1]
    assert leaves[-1] == leaves[-2], "past the last page is the last page"


def test_a_table_where_nothing_happened_says_so():
    panel = pages.truth(FACE, seen(at(*PLAYED)), 0)
    assert "Nothing happened." in panel.text()
    assert turns(panel) == {}


def test_the_truth_tells_everything_private():
    panel = pages.truth(FACE, seen(at(*PLAYED), news=told(HidSo(seat=1, coins=2))), 0)
    assert "Ben hid 2 coins." in panel.text()


def test_fairness_begins_with_a_plain_answer_and_what_it_cannot_show():
    over = seen(at(*PLAYED))
    fair = pages.fairness(over, Checked(54, frozen=True)).text()
    assert fair.index("Yes, as far as this can show") < fair.index("What it can't show")
    assert fair.index("What it can't show") < fair.index("The seal was published")
    assert "all 54 steps match" in fair
    assert "nothing after changed it" in fair
    assert "the house" not in fair.partition("What it can't show")[0]
    house = "of 9 moves at seats of the house, 8 were chosen again and are the same"
    housed = pages.fairness(over, Checked(54, frozen=True, house=house)).text()
    assert (
        "steps match. Of 9 moves at seats of the house, 8 were chosen again and are the" in housed
    )


def test_fairness_claims_only_what_the_check_found():
    over = seen(at(*PLAYED))
    unfrozen = pages.fairness(over, Checked(54, frozen=False)).text()
    assert "nothing after changed it" not in unfrozen
    assert "Yes" in unfrozen
    failed = pages.fairness(over, Checked(54, frozen=True, problem="The seal is another.")).text()
    assert "**I can't show it for this game.** The seal is another." in failed
    waiting = pages.fairness(over).text()
    for text in (failed, waiting):
        assert "Yes" not in text
        assert "steps match" not in text


def test_the_truth_carries_its_page_to_the_button_that_shows_it_to_everyone():
    laid_open = seen(at(*PLAYED), news=told(HidSo(seat=1, coins=2)))
    offered = pages.truth(FACE, laid_open, 0, [pages.show_truth(2, shown=False)])
    check_message(layout(offered, 12, 6))
    assert recording.buttons(offered)["Show to everyone"].request.args == {"to": "all", "page": "2"}
    done = pages.truth(FACE, laid_open, 0, [pages.show_truth(2, shown=True)])
    assert recording.buttons(done)["Shown to everyone"].disabled
    assert "Show to everyone" not in recording.buttons(done)
