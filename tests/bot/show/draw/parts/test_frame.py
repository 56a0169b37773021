"""Tests of the frame that all games share."""

from dataclasses import replace

import pytest

from bot.host.reading.table_view import News
from bot.show.draw.panels import hand_panel
from bot.show.draw.parts import frame
from bot.ui.panels.panel import Line, Text
from bot.ui.panels.words import Names
from tests.bot.altered import altered
from tests.bot.house import ANN
from tests.bot.show.at_table import HIDDEN, PLAYED, UNTIL, at, seen, told
from tests.small.face import FACE, SmallFace, tell
from tests.small.game.events import Began, Guessed, HidSo, Pondered

NAMES = Names(["Ann", "Ben"])


def test_house_players_are_awaited_only_if_nobody_else_is():
    names, people = Names(["Ann", "Barnacle"]), (ANN, None)
    both = seen(names=names, people=people, to_move=frozenset({0, 1}), dues=(None, None))
    assert frame.waiting(both) == "**To move:** Ann"
    house = replace(both, to_move=frozenset({1}))
    assert frame.waiting(house) == "**To move:** Barnacle"


def test_the_title_names_the_game_and_the_table():
    title = frame.title(FACE, seen(at()))
    assert title == "## Hidden Coins\n-# table 12"


def test_the_rev_is_never_shown():
    for state in (None, at(), at(*PLAYED)):
        texts = {frame.title(FACE, seen(state, rev=rev)) for rev in (9, 4711)}
        assert len(texts) == 1


def test_the_players_to_move_are_listed_with_the_deadline():
    assert frame.waiting(seen(at())) == "**To move:** Ann and Ben · <t:1700000000:R>"
    assert frame.waiting(seen(at(), until=None)) == "**To move:** Ann and Ben"
    assert frame.waiting(seen(at(*PLAYED))) == "-# Nobody has to move now."


def test_different_deadlines_are_listed_per_seat():
    own = seen(at(), dues=(1_700_000_000.5, 1_700_030_000.0))
    assert frame.waiting(own) == "**To move:** Ann <t:1700000000:R>, Ben <t:1700030000:R>"
    assert frame.waiting(seen(at(), dues=(None, 1_700_030_000.0))) == (
        "**To move:** Ann, Ben <t:1700030000:R>"
    )
    same = seen(at(), dues=(1_700_000_000.2, 1_700_000_000.9))
    assert frame.waiting(same) == "**To move:** Ann and Ben · <t:1700000000:R>"


def test_a_seat_that_need_not_move_has_no_deadline_on_the_board():
    alone = seen(at(*HIDDEN), dues=(1_700_030_000.0, None))
    assert frame.waiting(alone) == "**To move:** Ann · <t:1700030000:R>"


def test_a_hand_shows_the_deadline_of_its_own_seat():
    mine = seen(at(), 1, dues=(UNTIL, 1_700_030_000.0))
    assert (
        "It's your move** · by <t:1700030000:t>, <t:1700030000:R>"
        in hand_panel.draw(FACE, mine, in_dm=False).text()
    )


def test_markup_in_a_name_has_no_effect():
    names = Names(["@everyone", "**Ben** <@1>"])
    text = frame.waiting(seen(at(), names=names))
    assert "@everyone" not in text
    assert "<@1>" not in text


def test_an_event_that_is_not_worth_a_sentence_takes_no_line():
    news = told(Pondered(seat=0, least=0, most=3), Began(first=0))
    assert len(frame.told(FACE, news, NAMES, None)) == 1
    assert len(frame.told(FACE, news, NAMES, 0)) == 2


def test_an_event_is_told_differently_to_its_player():
    news = told(HidSo(seat=0, coins=2))
    assert frame.told(FACE, news, NAMES, 0) == ["You hid 2 coins."]
    assert frame.told(FACE, news, NAMES, None) == ["Ann hid 2 coins."]


def test_a_default_move_is_told_as_such():
    news = (News(1, 1, Guessed(seat=0, total=1)), News(2, 2, Guessed(seat=1, total=2), absent=True))
    lines = frame.told(FACE, news, NAMES, None)
    assert [line.endswith("_(time was up)_") for line in lines] == [False, True]


def test_only_the_first_sentence_of_a_default_move_says_so():
    told = (Guessed(seat=0, total=1), Guessed(seat=1, total=2), Guessed(seat=0, total=3))
    news = tuple(
        News(rev, rev, event, absent=True) for rev, event in zip((4, 4, 5), told, strict=True)
    )
    lines = frame.told(FACE, news, NAMES, None)
    assert [line.endswith("_(time was up)_") for line in lines] == [True, False, True]


class Summing(SmallFace):
    """Hidden Coins with guesses in a row told together."""

    tell = altered(tell, sentences=lambda events, names, to: [f"{len(events)} guesses."])


def test_a_face_may_tell_a_run_of_events_together_but_not_in_the_story():
    news = told(Guessed(seat=0, total=1), Guessed(seat=1, total=2))
    assert frame.told(Summing(), news, NAMES, None) == ["2 guesses."]
    assert frame.told(Summing(), news, NAMES, None, each=True) == frame.told(
        FACE, news, NAMES, None
    )
    late = (News(1, 1, Guessed(seat=0, total=1)), News(2, 2, Guessed(seat=1, total=2), absent=True))
    assert frame.told(Summing(), late, NAMES, None) == [
        "1 guesses.",
        "1 guesses. _(time was up)_",
    ], "a move of the clock is told by itself"


@pytest.mark.parametrize(
    ("room", "most", "kept"),
    [
        (1000, 6, ["one", "two", "three"]),
        (1000, 2, ["two", "three"]),
        (16, 6, ["two", "three"]),
        (15, 6, ["three"]),
        (8, 6, []),
        (-5, 6, []),
    ],
)
def test_the_newest_lines_that_fit_are_kept(room: int, most: int, kept: list[str]):
    assert frame.newest(["one", "two", "three"], room, most) == kept


def test_only_text_counts_towards_the_room():
    assert frame.length([Text("abc"), Line(), Text("d")]) == 4 + 2


def test_an_old_table_explains_why_it_shows_nothing():
    assert "/table end" in frame.outdated(seen(at()))
    assert "so I can't show it any more" in frame.outdated(seen(at(*PLAYED)))


def test_the_shared_verbs_belong_to_no_game():
    mine = (frame.JOIN, frame.LEAVE, frame.DEAL, frame.HAND, frame.HOW_TO, frame.REMATCH)
    for wanted in (*mine, frame.TRANSCRIPT, frame.TRUTH, frame.MEET, frame.COME, frame.CALL_OFF):
        assert wanted.verb.startswith(frame.HOUSE)
    assert not any(way.verb.startswith(frame.HOUSE) for way in FACE.ways)


def test_a_hand_says_what_the_house_did_meanwhile():
    event = HidSo(seat=0, coins=1)
    mine = News(3, 3, event, house=True, for_me=True)
    text = hand_panel.draw(FACE, seen(at(), 0, news=(mine,)), in_dm=False).text()
    assert "While you were away the house played for you" in text
    text = hand_panel.draw(FACE, seen(at(), 0, news=(News(3, 3, event),)), in_dm=False).text()
    assert "Since you last looked" in text


@pytest.mark.parametrize(
    ("lengths", "kept"),
    [((10, 10, 10, 10), 3), ((10, 60, 10), 2), ((90, 60), 1), ((200,), 1), ((), 0)],
)
def test_the_newest_events_fill_three_lines_of_a_phone(lengths: tuple[int, ...], kept: int):
    """A long one is shown even if it alone fills more."""
    lines = ["x" * length for length in lengths]
    assert frame.newest_on_phone(lines, 4000, 3) == lines[len(lines) - kept :]
