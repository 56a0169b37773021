"""Tests of the board's layout in each phase, and of what is left out if room is short."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.host.reading.table_view import MeetingView, TableView
from bot.show.draw.panels import board_panel
from bot.show.draw.parts import frame
from bot.ui.face.face import AnyFace
from bot.ui.face.story import Game, Reveal, Turn
from bot.ui.panels.panel import TEXT_LIMIT, Button, Panel
from bot.ui.panels.render import layout
from bot.ui.panels.words import Names
from tests.bot import recording
from tests.bot.altered import altered
from tests.bot.show.at_table import HIDDEN, NOW, PLAYED, SECRET, LongFace, at, seen, told
from tests.contract.limits import check_message
from tests.small.face import FACE, SmallFace, story
from tests.small.game.events import Guessed

SOON = NOW + 3600


def buttons(panel: Panel) -> dict[str, Button]:
    """Return a panel's buttons by label, after checking it against Discord's limits."""
    check_message(layout(panel, 12, 6))
    return recording.buttons(panel)


def drawn(face: AnyFace, table: TableView) -> Panel:
    return board_panel.draw(face, table, NOW)


def test_a_board_shows_no_step_and_no_seal():
    boards = [seen(), seen(at()), seen(at(*PLAYED)), seen(phase="ended")]
    for table in boards:
        text = drawn(FACE, table).text()
        assert "step" not in text
        assert "seal" not in text, "it has a message of its own"
        assert text.count("table 12") == 1


def test_the_board_shows_the_situation_the_players_to_move_and_the_deadline():
    panel = drawn(FACE, seen(at()))
    assert "Ann and Ben have yet to hide coins." in panel.text()
    assert "**To move:** Ann and Ben · <t:1700000000:R>" in panel.text()
    assert "**Ann**  an open hand" in panel.text()
    assert set(buttons(panel)) == {"My hand", "Hide coins…"}
    assert list(panel.requests())[-1] == frame.HAND


def test_the_board_s_buttons_use_public_facts_only():
    assert "Hurry Ann" in buttons(drawn(FACE, seen(at(*HIDDEN))))
    assert "Hurry Ann" not in buttons(drawn(FACE, seen(at())))
    for seat in (0, 1):
        theirs = seen(at(*HIDDEN), seat)
        assert drawn(FACE, theirs) == drawn(FACE, seen(at(*HIDDEN)))


def test_the_board_tells_the_last_three_events_oldest_first():
    events = [Guessed(seat=0, total=number) for number in range(10, 19)]
    text = drawn(FACE, seen(at(), news=told(*events))).text()
    shown = [number for number in range(10, 19) if f"guessed {number}." in text]
    assert shown == [16, 17, 18]
    assert text.index("guessed 16.") < text.index("guessed 18.")


@pytest.mark.parametrize("length", [3000, 3400, 3600, 3700])
def test_the_oldest_events_give_way_to_the_position(length: int):
    events = [Guessed(seat=0, total=number) for number in range(10, 16)]
    panel = drawn(LongFace(length), seen(at(), news=told(*events)))
    assert len(panel.text()) <= TEXT_LIMIT
    assert "x" * length in panel.text(), "a part of the position was left out"
    there = [f"guessed {number}." in panel.text() for number in range(10, 16)]
    assert there == sorted(there), "an older event was kept and a newer one left out"
    assert there[-1] or length > 3500, "there was room for the newest"
    check_message(layout(panel, 12, 6))


@pytest.mark.parametrize(("length", "kept"), [(3000, "Here: "), (3590, "Ann and Ben are coming")])
def test_presence_gives_way_before_the_meeting_if_room_is_short(length: int, kept: str):
    full = seen(at(), acted=(NOW, NOW), meeting=MeetingView(SOON, frozenset({0, 1})))
    text = drawn(LongFace(length), full).text()
    assert kept in text
    assert ("Here: " in text) == (kept == "Here: ")


def test_counts_replace_names_if_room_is_very_short():
    full = seen(at(), meeting=MeetingView(SOON, frozenset({0, 1})))
    assert "Coming: 2 of 2." in drawn(LongFace(3720), full).text()
    text = drawn(LongFace(3690), seen(at(), would_end=frozenset({1}))).text()
    assert "\n1 of 2 want to end this game now." in text
    assert len(text) <= TEXT_LIMIT


def test_the_board_names_who_would_end_the_game_and_who_has_not_agreed():
    names, people = Names(["Ann", "Ben", "Cat", "Dan"]), (101, 102, None, 104)
    there: dict[str, Any] = {"names": names, "people": people, "gone": (False, False, False, True)}
    panel = drawn(FACE, seen(at(), **there, would_end=frozenset({1})))
    assert "Ben wants to end this game now. Ann hasn't agreed yet." in panel.text()
    assert "Agree to end it" in buttons(panel)
    assert "Agree to end it" not in buttons(drawn(FACE, seen(at(), **there)))
    over = drawn(FACE, seen(at(*PLAYED), would_end=frozenset({1})))
    assert "Agree to end it" not in buttons(over)
    assert "would end" not in over.text()


def test_a_table_of_older_rules_can_be_ended_together():
    panel = drawn(FACE, seen(at(), **OLD, would_end=frozenset({0})))
    assert "Ann wants to end this game now. Ben hasn't agreed yet." in panel.text()
    assert set(buttons(panel)) == {"Agree to end it"}


def test_the_final_board_names_the_winner_and_offers_the_truth_and_a_rematch():
    panel = drawn(FACE, seen(at(*PLAYED)))
    assert panel.text().startswith("# 🏆 Ann wins Hidden Coins with 1 point!\n")
    assert set(buttons(panel)) == {"Rematch", "The truth", "Was it fair?", "Share"}
    assert SECRET.hex() not in panel.text(), "it stands behind its button"


def test_the_newest_reveal_is_above_the_headline():
    events = told(Guessed(seat=0, total=4), Guessed(seat=1, total=5))
    panel = drawn(Revealing(), seen(at(), news=events, step=1))
    assert "### Somebody said 5.\n" in panel.text()
    assert panel.text().index("Somebody said 5.") < panel.text().index("To move")
    acted = seen(at(), news=events, step=2)
    assert "Somebody said" not in drawn(Revealing(), acted).text(), "somebody has acted since"


def _reveal(events: Sequence[Any], names: Names) -> Reveal | None:
    said = [event.total for event in events if isinstance(event, Guessed)]
    return Reveal(f"Somebody said {said[-1]}.") if said else None


def _moments(game: Game, names: Names) -> Sequence[str]:
    return [f"Moment {number} of {len(game)} turns." for number in range(5)]


class Revealing(SmallFace):
    """Reveals every guess and tells moments at the end."""

    story = altered(story, reveal=_reveal, moments=_moments)


def test_the_final_board_tells_the_best_moments_of_an_open_game():
    turn = Turn(seat=None, move=None, by="deal", events=(), seen=lambda seat: None)
    panel = drawn(Revealing(), seen(at(*PLAYED), turns=(turn,)))
    assert "- Moment 0 of 1 turns.\n- Moment 1 of 1 turns.\n- Moment 2 of 1 turns." in panel.text()
    assert "Moment 3" not in panel.text()
    assert "Moment" not in drawn(Revealing(), seen(at(*PLAYED))).text(), "its terms keep it closed"


def test_the_final_board_of_a_closed_game_reveals_nothing():
    panel = drawn(FACE, seen(at(*PLAYED), laid_open=False, secret=None))
    assert SECRET.hex() not in panel.text()
    assert set(buttons(panel)) == {"Rematch", "Share"}


def test_a_table_closed_early_says_so_and_shows_nothing():
    for state in (None, at(*HIDDEN)):
        panel = drawn(FACE, seen(state, phase="ended", to_move=frozenset()))
        assert "closed before its game was over" in panel.text()
        assert "fist" not in panel.text()
        assert set(buttons(panel)) == {"Rematch"}


OLD: dict[str, Any] = {"public": None, "view": None, "to_move": frozenset(), "closed_unread": True}


def test_a_table_of_older_rules_says_what_can_be_done():
    playing = drawn(FACE, seen(at(), **OLD))
    assert "/table end" in playing.text()
    over = drawn(FACE, seen(at(*PLAYED), **OLD))
    assert "played under older rules" in over.text()
    assert not buttons(playing)
    assert not buttons(over)


@pytest.mark.parametrize("readable", [True, False])
def test_a_closed_table_of_older_rules_offers_a_rematch_if_its_options_are_readable(readable: bool):
    more = {} if readable else {"options": None}
    panel = drawn(FACE, seen(at(), phase="ended", **OLD, **more))
    assert "Sorry about that" in panel.text()
    assert ("Rematch" in buttons(panel)) == readable
    assert ("*Rematch* starts a new game" in panel.text()) == readable


def test_a_table_without_players_offers_no_rematch():
    assert not buttons(drawn(FACE, seen(at(), phase="ended", people=(), names=Names([]))))


def test_a_replaced_board_links_to_the_table():
    link = "https://discord.com/channels/3/77/900"
    assert link in board_panel.moved_on(seen(at()), 900).text()
    assert link in board_panel.pointer(seen(at()), 900).text()
    assert "<#77>" in board_panel.moved_on(seen(at()), None).text()
