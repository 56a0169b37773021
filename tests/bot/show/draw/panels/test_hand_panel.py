"""Tests of the hand's layout and its fingerprint."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.show.draw.panels import hand_panel
from bot.show.draw.parts import frame
from bot.ui.face.face import Aside
from bot.ui.panels.panel import TEXT_LIMIT, Menu, Panel, Request, Text
from bot.ui.panels.render import layout
from bot.ui.panels.words import Names
from games.rules import Seat
from tests.bot.altered import altered
from tests.bot.recording import buttons
from tests.bot.show.at_table import HIDDEN, PLAYED, SECRET, AskingFace, LongFace, at, seen, told
from tests.contract.limits import check_message
from tests.small.face import FACE, SmallFace, story
from tests.small.game.events import Began, Guessed, HidSo
from tests.small.game.moves import Hide
from tests.small.game.orders import GuessAhead

HID = (0, Hide(coins=1))


def drawn(*moves: tuple[Seat, Any], in_dm: bool = False, seat: Seat = 0, **changes: Any) -> Panel:
    panel = hand_panel.draw(FACE, seen(at(*moves), seat, **changes), in_dm=in_dm)
    check_message(layout(panel, 12, 6))
    return panel


def test_a_hand_shows_its_table_its_cards_and_the_news():
    panel = drawn(*HIDDEN, news=told(HidSo(seat=0, coins=1)))
    assert panel.text().startswith("### Your hand · Hidden Coins, table 12, <#77>\n")
    assert "You hide 1 coin." in panel.text()
    assert "**Since you last looked**\nYou hid 1 coin." in panel.text()
    assert list(panel.requests())[-1] == frame.HAND
    assert "Since you last looked" not in drawn(*HIDDEN).text()


def test_a_player_is_not_told_their_own_moves():
    mine, theirs = told(Guessed(seat=0, total=3), Guessed(seat=1, total=5))
    panel = drawn(*HIDDEN, news=(replace(mine, own=True), theirs))
    assert "**Since you last looked**\nBen guessed 5." in panel.text()
    assert "Since you last looked" not in drawn(*HIDDEN, news=(replace(mine, own=True),)).text()


def _net(events: Sequence[Any], names: Names, to: Seat) -> str:
    total = sum(event.total for event in events if isinstance(event, Guessed))
    return f"{total} in all, {names[to]}."


class Summing(SmallFace):
    """Summarizes how much was guessed."""

    story = altered(story, net=_net)


def test_a_summary_comes_before_the_events_and_four_lines_are_kept():
    news = told(*(Guessed(seat=1, total=number) for number in range(10)))
    table = seen(at(*HIDDEN), 0, news=(replace(news[0], own=True), *news[1:]))
    lines = (
        hand_panel.draw(Summing(), table, in_dm=False).text().partition("looked**\n")[2].split("\n")
    )
    assert lines[0] == "45 in all, Ann.", "their own moves count"
    assert lines[1:5] == [f"Ben guessed {number}." for number in range(6, 10)]
    assert "guessed" not in lines[5]


def test_a_hand_that_is_asked_shows_its_deadline():
    assert "**It's your move** · by <t:1700000000:t>, <t:1700000000:R>" in drawn().text()
    assert "your move" not in drawn(HID).text()


def test_a_hand_offers_exactly_the_legal_moves():
    assert list(buttons(drawn())) == [
        *("Hide no coins", "Hide 1 coin", "Hide 2 coins", "Hide 3 coins"),
        *("More…", "Refresh"),
    ]
    guessing = drawn(*HIDDEN)
    assert set(buttons(guessing)) == {
        "Guess 2",
        "Count on your fingers",
        "More…",
        "Refresh",
    }
    [menu] = [part for part in guessing.parts if isinstance(part, Menu)]
    assert [choice.label for choice in menu.choices] == ["0", "1", "3", "4", "5", "6"]
    assert set(buttons(drawn(*HIDDEN, seat=1))) == {"Hurry Ann", "More…", "Refresh"}


def test_only_a_dm_hand_explains_what_can_be_typed():
    assert "You can type" in drawn(in_dm=True).text()
    assert "You can type" not in drawn().text()


def nothing(view: Any, names: Names) -> Panel:
    return Panel([])


def test_standing_orders_and_asides_are_behind_more():
    class Chatty(SmallFace):
        asides = (Aside(verb="odds", label="The odds", help="x", panel=nothing),)

    table = seen(at(), 0)
    assert "The odds" not in buttons(hand_panel.draw(Chatty(), table, in_dm=True))
    more = hand_panel.more(Chatty(), table)
    assert list(buttons(more)) == [
        *("Standing orders…", "The odds", "How to play", "Back to my hand")
    ]
    assert Request("odds") in list(more.requests())


@pytest.mark.parametrize("length", [3000, 3400, 3600, 3700])
def test_the_oldest_events_give_way_to_the_hand(length: int):
    events = [Guessed(seat=1, total=number) for number in range(10, 16)]
    table = seen(at(), 0, news=told(*events))
    panel = hand_panel.draw(LongFace(length), table, in_dm=True)
    assert len(panel.text()) <= TEXT_LIMIT
    assert "x" * length in panel.text()
    there = [f"guessed {number}." in panel.text() for number in range(10, 16)]
    assert there == sorted(there)
    check_message(layout(panel, 12, 6))


def test_a_hand_before_the_deal_or_after_the_end_says_so():
    assert "haven't been dealt yet" in hand_panel.draw(FACE, seen(None, 0), in_dm=True).text()
    over = drawn(*PLAYED, in_dm=True)
    assert "There are 3 coins in all, and Ann wins." in over.text()
    assert SECRET.hex() not in over.text()
    assert not buttons(over)


@pytest.mark.parametrize("dealt", [True, False])
def test_a_closed_table_asks_for_nothing(dealt: bool):
    table = seen(at() if dealt else None, 0, phase="ended", to_move=frozenset(), until=None)
    text = hand_panel.draw(FACE, table, in_dm=True).text()
    assert "This table is closed." in text
    assert "How many coins" not in text


def test_a_table_of_older_rules_says_so():
    table = seen(at(), 0, public=None, view=None, to_move=frozenset())
    assert "older rules" in hand_panel.draw(FACE, table, in_dm=True).text()
    assert hand_panel.fingerprint_of(FACE, table) == hand_panel.resting("playing")


def mark(*moves: tuple[Seat, Any], seat: Seat = 0, **changes: Any) -> str:
    return hand_panel.fingerprint_of(FACE, seen(at(*moves), seat, **changes))


def test_a_fingerprint_follows_neither_news_nor_secret_moves_of_others():
    assert mark() == mark(news=told(Began(first=0)), rev=44, step=44)
    assert mark((1, Hide(coins=1))) == mark((1, Hide(coins=2)))


def test_a_hand_with_buttons_is_redrawn_for_each_new_question():
    assert mark() != mark(question="another")
    assert mark(*HIDDEN, seat=1) != mark(*HIDDEN, seat=1, question="another"), "a button to hurry"


def test_a_fingerprint_tells_of_a_new_question():
    assert not hand_panel.asks_anew(mark(), mark(step=44))
    assert hand_panel.asks_anew(mark(), mark(HID))
    assert hand_panel.asks_anew(mark(HID), mark(*HIDDEN))
    assert not hand_panel.asks_anew(mark(HID), mark(HID, (1, Hide(coins=2)), seat=1)), "both rest"


def test_a_fingerprint_changes_with_a_standing_order():
    assert mark(*HIDDEN) != mark(*HIDDEN, orders=(GuessAhead(totals=(2,)),))


def test_the_fingerprint_of_an_idle_hand_says_so():
    assert not hand_panel.asks_nothing(mark())
    assert hand_panel.asks_nothing(mark(HID))
    assert hand_panel.asks_nothing(mark(*HIDDEN, seat=1))
    assert not hand_panel.asks_nothing(mark(*HIDDEN, seat=0))
    assert mark(*PLAYED) == hand_panel.resting("over")
    assert len({hand_panel.resting(phase) for phase in ("playing", "over", "ended")}) == 3


def test_a_fingerprint_includes_the_buttons():
    class Shy(SmallFace):
        ways = tuple(way for way in SmallFace.ways if way.verb != "hide")

    assert hand_panel.fingerprint_of(Shy(), seen(at(), 0)) != mark()


def test_a_fingerprint_reveals_nothing_of_the_hand():
    marks = {
        hand_panel.fingerprint_of(
            AskingFace(), seen(at((0, Hide(coins=coins)), (1, Hide(coins=0))), 0)
        )
        for coins in range(4)
    }
    assert len(marks) == 4
    assert all(len(mark) <= 24 and "coin" not in mark for mark in marks)


def test_the_parts_of_a_hand_are_in_order():
    panel = drawn(in_dm=True, news=told(Began(first=0)))
    texts = [part.markdown for part in panel.parts if isinstance(part, Text)]
    wanted = ("### Your hand", "**Since you last looked**", "**It's your move**")
    assert len(texts) == len(wanted)
    for text, start in zip(texts, wanted, strict=True):
        assert text.startswith(start)
    assert [line[:9] for line in texts[-1].split("\n")[1:]] == ["Your hand", "-# You ca"]
