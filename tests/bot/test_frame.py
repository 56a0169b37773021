"""The frame around every game: what is always on a board and a hand, and what gives way."""

from dataclasses import replace
from typing import Any

import pytest

from bot import frame
from bot.panel import Button, Names, Panel, Row, Text, layout
from bot.sight import News, Sight
from games.chance import Chance, seal
from games.rules import Seat
from tests.bot.toy import Began, Guess, Guessed, Hide, HidSo, Hurried, Options, State, Toy, ToyFace
from tests.contract.limits import check_message

SECRET = bytes(range(32))
RULES = Toy()


def at(*moves: tuple[Seat, Any]) -> State:
    """Play a game of two from the deal on; Ann guesses first."""
    state = RULES.start(2, Options(), Chance.tape([0])).state
    for seat, move in moves:
        state = RULES.play(state, seat, move, Chance.tape()).state
    return state


HIDDEN = ((0, Hide(coins=1)), (1, Hide(coins=2)))
PLAYED = (*HIDDEN, (0, Guess(total=3)), (1, Guess(total=4, after=1)))


def sight(state: State | None = None, seat: Seat | None = None, **changes: Any) -> Sight:
    """Return what a reader sees of a table of Ann and Ben; without a state it is not dealt yet."""
    public = None if state is None else RULES.view(state, None)
    awaited = frozenset[int]() if public is None else RULES.awaited(public)
    over = public is not None and not awaited
    made = Sight(
        id=12,
        game="toy",
        guild=1,
        channel=77,
        opener=102,
        phase="open" if state is None else "over" if over else "playing",
        options=Options(),
        pace="evening",
        laid_open=True,
        seal=seal(SECRET),
        rev=9,
        names=Names(["Ann", "Ben"]),
        people=(101, 102),
        seat=seat,
        view=None if state is None else RULES.view(state, seat),
        public=public,
        awaited=awaited,
        question="hide",
        until=1_700_000_000.5 if awaited else None,
        standing=None if public is None else RULES.standing(public),
        news=(),
        secret=SECRET if over else None,
    )
    return replace(made, **changes)


def told(*events: Any) -> tuple[News, ...]:
    return tuple(News(rev, event) for rev, event in enumerate(events))


def buttons(panel: Panel) -> dict[str, Button]:
    rows = [part for part in panel.parts if isinstance(part, Row)]
    found = {button.label: button for row in rows for button in row.buttons}
    check_message(layout(panel, 12, 9))
    return found


# --- the lobby ------------------------------------------------------------------------------------


def test_the_terms_are_on_the_board_before_anybody_joins():
    text = frame.board(ToyFace(), sight()).text()
    assert "## Hidden Coins" in text
    assert "table 12" in text
    assert "Ben opens a table. up to 3 coins in each hand · an evening's pace" in text
    assert "Everything is laid open at the end." in text
    assert "Ann, Ben (2 to 4 can play)" in text
    assert seal(SECRET) in text
    closed = frame.board(ToyFace(), sight(laid_open=False)).text()
    assert "What was hidden stays hidden" in closed


@pytest.mark.parametrize(
    ("players", "may_join", "may_deal"), [(1, True, False), (2, True, True), (4, False, True)]
)
def test_only_what_can_be_done_can_be_pressed(players: int, may_join: bool, may_deal: bool):
    names, people = Names(["Ann"] * players), tuple(range(102, 102 + players))
    found = buttons(frame.board(ToyFace(), sight(names=names, people=people)))
    assert found["Join"].disabled != may_join
    assert found["Deal"].disabled != may_deal
    assert not found["Leave"].disabled


# --- the board ------------------------------------------------------------------------------------


def test_the_board_says_what_is_happening_whom_it_waits_for_and_until_when():
    panel = frame.board(ToyFace(), sight(at()))
    assert "Said so far: nothing." in panel.text()
    assert "**To move:** Ann and Ben · <t:1700000000:R>" in panel.text()
    assert {"My hand", "How to play", "Hurry"} == set(buttons(panel))
    assert list(panel.asks())[-2:] == [frame.HAND, frame.HOW_TO]


def test_without_a_deadline_none_is_promised():
    text = frame.board(ToyFace(), sight(at(), until=None)).text()
    assert "**To move:** Ann and Ben" in text
    assert "<t:" not in text


def test_the_last_six_events_are_told_the_newest_last():
    events = [Guessed(seat=0, total=number) for number in range(9)]
    text = frame.board(ToyFace(), sight(at(), news=told(*events))).text()
    shown = [number for number in range(9) if f"total={number})" in text]
    assert shown == [3, 4, 5, 6, 7, 8]
    assert text.index("total=3)") < text.index("total=8)")


def test_what_is_not_worth_a_sentence_takes_no_line():
    hurried = sight(at(), news=told(Hurried(), Began(first=0), Hurried()))
    text = frame.board(ToyFace(), hurried).text()
    assert text.count("-# Began") == 1
    assert "Hurried" not in text
    only = frame.board(ToyFace(), sight(at(), news=told(Hurried())))
    assert only == frame.board(ToyFace(), sight(at()))


def test_a_move_of_the_clock_is_told_as_such():
    news = (News(1, Began(first=0)), News(2, Began(first=1), absent=True))
    lines = frame.told(ToyFace(), news, Names(["Ann", "Ben"]), None)
    assert [line.endswith("_(time was up)_") for line in lines] == [False, True]


@pytest.mark.parametrize("length", [3000, 3400, 3600, 3700])
def test_events_give_way_to_the_position_the_oldest_first(length: int):
    face = ToyFace(Text("x" * length))
    events = [Guessed(seat=0, total=number) for number in range(6)]
    for panel in (
        frame.board(face, sight(at(), news=told(*events))),
        frame.hand(face, sight(at(), 0, news=told(*events)), in_dm=True),
    ):
        text = panel.text()
        assert len(text) <= 4000
        assert "x" * length in text, "a part of the position was left out"
        shown = [f"total={number})" in text for number in range(6)]
        assert shown == sorted(shown), "an older event was kept and a newer one left out"


def test_with_much_to_show_some_events_are_told_still():
    face = ToyFace(Text("x" * 3000))
    events = [Guessed(seat=0, total=number) for number in range(6)]
    assert "total=5)" in frame.board(face, sight(at(), news=told(*events))).text()


# --- the end --------------------------------------------------------------------------------------


def test_the_final_board_opens_the_seal_and_offers_the_truth_and_another_game():
    panel = frame.board(ToyFace(), sight(at(*PLAYED)))
    assert "There were 3 coins." in panel.text()
    assert seal(SECRET) in panel.text()
    assert SECRET.hex() in panel.text()
    assert set(buttons(panel)) == {"Rematch", "What really happened", "Transcript"}


def test_where_the_terms_keep_it_closed_the_end_opens_nothing():
    panel = frame.board(ToyFace(), sight(at(*PLAYED), laid_open=False, secret=None))
    assert SECRET.hex() not in panel.text()
    assert set(buttons(panel)) == {"Rematch"}


def test_a_table_that_was_closed_early_says_so_and_shows_nothing():
    panel = frame.board(ToyFace(), sight(at(*HIDDEN), phase="ended", awaited=frozenset()))
    assert "closed before its game was over" in panel.text()
    assert "Said so far" not in panel.text()
    assert not buttons(panel)


# --- the hand -------------------------------------------------------------------------------------


def hand(*moves: tuple[Seat, Any], **changes: Any) -> Panel:
    return frame.hand(ToyFace(), sight(at(*moves), 0, **changes), in_dm=False)


def test_a_hand_says_where_it_belongs_what_it_holds_and_what_was_told_since():
    panel = hand(*HIDDEN, news=told(HidSo(seat=0, coins=1)))
    assert "Your hand at table 12, <#77>" in panel.text()
    assert "You hide 1 coins." in panel.text()
    assert "**Since you last looked**\nYou hid 1." in panel.text()
    assert list(panel.asks())[-1] == frame.HAND
    assert "Since you last looked" not in hand(*HIDDEN).text()


def test_a_hand_that_is_asked_says_until_when():
    assert "**It is your move** · <t:1700000000:R>" in hand().text()
    assert "your move" not in hand((0, Hide(coins=1))).text()


def test_before_the_deal_and_after_the_end_a_hand_says_what_there_is_to_say():
    early = frame.hand(ToyFace(), sight(None, 0), in_dm=True).text()
    assert "not dealt yet" in early
    never = sight(None, 0, phase="ended")
    assert "closed" in frame.hand(ToyFace(), never, in_dm=True).text()
    assert "There were 3 coins." in hand(*PLAYED).text()


def test_a_fingerprint_changes_with_what_an_asked_hand_shows_and_not_with_the_news():
    def mark(*moves: tuple[Seat, Any], **changes: Any) -> str:
        return frame.hand_print(ToyFace(), sight(at(*moves), 0, **changes))

    assert mark() == mark(news=told(Began(first=0)), rev=44)
    assert mark() == mark((1, Hide(coins=1))), "what others hide does not touch this hand"
    assert mark() != mark((0, Hide(coins=1)))
    assert len({mark(), mark(*PLAYED), mark((0, Hide(coins=1)))}) == 3


def test_a_fingerprint_holds_nothing_of_the_hand():
    """It is stored beside the table, where it is no more than a mark."""
    marks = {
        frame.hand_print(ToyFace(), sight(at((0, Hide(coins=coins))), 0)) for coins in range(4)
    }
    assert all(len(mark) <= 16 for mark in marks)


# --- help and truth, page by page -----------------------------------------------------------------


def test_help_turns_its_pages_and_stops_at_both_ends():
    face = ToyFace()
    for page, text in ((-5, "Hide coins."), (0, "Hide coins."), (1, "Guess"), (99, "Win.")):
        assert text in frame.how_to(face, page).text()
    middle = buttons(frame.how_to(face, 1))
    assert [middle[way].ask.args["page"] for way in ("Back", "More")] == ["0", "2"]
    assert {one.ask.verb for one in middle.values()} == {frame.HOW_TO.verb}
    assert buttons(frame.how_to(face, 0))["Back"].disabled
    assert buttons(frame.how_to(face, 2))["More"].disabled


def test_the_truth_is_told_whole_over_as_many_pages_as_it_takes():
    events = [Guessed(seat=0, total=number) for number in range(300)]
    laid_open = sight(at(*PLAYED), news=told(*events))
    pages = [frame.truth(ToyFace(), laid_open, page) for page in range(9)]
    for panel in pages:
        check_message(layout(panel, 12, 9))
    text = "\n".join(panel.text() for panel in pages)
    assert all(f"total={number})" in text for number in range(300))
    assert pages[0] != pages[1]
    assert pages[-1] == pages[-2], "past the last page is the last page"


def test_a_table_where_nothing_happened_says_so():
    panel = frame.truth(ToyFace(), sight(at(*PLAYED)), 0)
    assert "Nothing happened." in panel.text()
    assert not buttons(panel)


def test_everything_private_is_told_in_the_truth():
    panel = frame.truth(ToyFace(), sight(at(*PLAYED), news=told(HidSo(seat=1, coins=2))), 0)
    assert "Ben hid 2." in panel.text()
