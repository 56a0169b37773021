"""Headlines, news, memorable moments and the truth at the end, in every game.

Each is a line that fits, says nothing its reader may not know, and doesn't change when it is asked
for again. A face without stories returns none; see `Face` in bot/ui/face/face.py.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from bot.host.reading.replay import replayed
from bot.show.draw.pages import pages
from bot.show.draw.panels import board_panel
from bot.ui.face.face import AnyFace
from bot.ui.face.story import Reveal
from bot.ui.panels.panel import Text
from bot.ui.panels.words import Names
from bot.ui.plain import PlainFace
from db.base.codec import codec_of
from db.tables.log import LogEntry
from tests.contract.drawing import LONGEST_NAMES, NAMES, NOW, check_drawn, face_of, seen_at
from tests.contract.pieces import listed
from tests.contract.playing import (
    MIXED_IN,
    SECRET,
    Case,
    Game,
    cases_of,
    every_case,
    every_game,
    heard,
    played,
    played_by_the_clock,
    usual_cases,
)
from tests.contract.stories import LONGEST_LINE, assert_line, assert_moments, laid_open
from tests.small.face import FACE as SMALL
from tests.starter.face import LowDieFace

STARRED = tuple(f"*{name}*" for name in NAMES)


def names_of(case: Case, called: Sequence[str] = NAMES) -> Names:
    return Names(called[: case.seats])


def told_since(game: Game, start: int, end: int, seat: int) -> list[Any]:
    """Return the events that a seat was told between two positions."""
    some = game.positions[start + 1 : end + 1]
    return [event for move in some for event in heard(move.step, seat)]


# --- the headline ---------------------------------------------------------------------------------


@every_case
def test_what_a_step_lays_open_is_a_line_made_of_what_everybody_was_told(case: Case):
    """The private events known at the end must not change a headline."""
    face, names = face_of(case.game), names_of(case)
    for position in played(case).positions:
        found = face.story.reveal(heard(position.step, None), names)
        assert found == face.story.reveal(
            [told_event.event for told_event in position.step.told], names
        )
        if found is not None:
            assert isinstance(found, Reveal)
            assert_line(found.text)
            assert not found.text.startswith(("#", "-", "**")), "it is a heading already"


@every_case
def test_of_what_nobody_else_was_told_there_is_no_headline(case: Case):
    face, names = face_of(case.game), names_of(case)
    for position in played(case).positions:
        secret = [
            told_event.event for told_event in position.step.told if told_event.to is not None
        ]
        assert face.story.reveal(secret, names) is None


@every_case
def test_a_round_ends_now_and_then_and_not_with_every_step(case: Case):
    """Each is a message in the channel."""
    face, names, game = face_of(case.game), names_of(case), played(case)
    found = [face.story.reveal(heard(position.step, None), names) for position in game.positions]
    assert sum(result is not None and result.ends_round for result in found) * 2 <= len(game)


# --- since you last looked ------------------------------------------------------------------------


@every_case
def test_the_sum_of_what_was_told_is_a_line_that_says_you_to_its_reader(case: Case):
    face, names, game = face_of(case.game), names_of(case), played(case)
    for position in game.picked(12):
        for seat in range(case.seats):
            for back in (1, 5, 30, 120):
                since = max(0, position.number - back)
                said = face.story.net(told_since(game, since, position.number, seat), names, seat)
                if said:
                    assert_line(said)
                    assert not re.search(rf"\b{NAMES[seat]}\b", said), said


@every_game
def test_of_nothing_there_is_nothing_to_sum_up(game: str):
    names = names_of(cases_of(game)[0])
    assert face_of(game).story.net([], names, 0) == ""
    assert face_of(game).story.reveal([], names) is None


# --- a game that is laid open ---------------------------------------------------------------------


@every_case
def test_what_is_remembered_and_what_was_hidden_are_lines_that_can_be_read(case: Case):
    face, turns = face_of(case.game), laid_open(played(case))
    names, starred = names_of(case), names_of(case, STARRED)
    for tell in (face.story.moments, face.story.truth):
        lines = list(tell(turns, names))
        assert lines == list(tell(turns, names)), "another story when it is told again"
        for line in tell(turns, starred):
            bare = line.removeprefix("**").removesuffix("**")
            assert not re.search(rf"(?<!\\)\*({'|'.join(NAMES)})", bare), f"not escaped: {line}"
    assert_moments(face.story.moments(turns, names))
    told = list(face.story.truth(turns, names))
    for line in told:
        assert_line(line, LONGEST_LINE)
    chapters = [at for at, line in enumerate(told) if line.startswith("**")]
    assert all(later - at > 1 for at, later in pairwise([*chapters, len(told)])), "an empty one"


@every_case
def test_the_largest_gaps_are_different_sentences_of_a_finished_game(case: Case):
    face, turns, names = face_of(case.game), laid_open(played(case)), names_of(case)
    gaps = list(face.story.gaps(turns, names))
    for line in gaps:
        assert_line(line)
    first = pages.truth(
        face,
        replace(seen_at(played(case), played(case).positions[-1], None), turns=tuple(turns)),
        0,
    ).text()
    assert first.count("\n- ") == min(len(gaps), pages.GAPS)


@usual_cases
def test_the_end_and_the_truth_fit_whatever_the_players_are_called(case: Case):
    face, game = face_of(case.game), played(case)
    turns = tuple(laid_open(game))
    last = game.positions[-1]
    for called in (NAMES, LONGEST_NAMES):
        seen = replace(seen_at(game, last, None, called), turns=turns)
        check_drawn(board_panel.draw(face, seen, NOW), face.colour)
        for page in (0, 1, 10**3):
            check_drawn(pages.truth(face, seen, page), face.colour)


@usual_cases
def test_what_the_house_plays_again_from_its_log_is_told_alike(case: Case):
    """The face gets exactly this: the luck drawn again, the moves and the events."""
    face, names, codec = face_of(case.game), names_of(case), codec_of(case.rules)
    game = played(case)
    log = [
        LogEntry(
            rev=position.number,
            step=position.number,
            kind="deal" if position.move is None else "move",
            seat=position.seat,
            person=None,
            move=None if position.move is None else codec.move.dump(position.move),
            told=codec.told.dump(position.step.told),
            receipt=None,
            at=NOW,
        )
        for position in game.positions
    ]
    table: Any = SimpleNamespace(
        version=case.rules.version,
        dealt_version=None,
        players=range(case.seats),
        secret=SECRET,
        mixed=MIXED_IN + case.seed,
        mixed_by=None,
        deal_press=None,
        sealed_by=None,
    )
    turns, again = laid_open(game), replayed(case.rules, table, case.options, log)
    assert len(again) == len(game)
    assert list(face.story.moments(again, names)) == list(face.story.moments(turns, names))
    assert list(face.story.truth(again, names)) == list(face.story.truth(turns, names))


@usual_cases
def test_a_game_that_the_clock_played_can_be_told_as_well(case: Case):
    face, names = face_of(case.game), names_of(case)
    turns = [
        replace(item, by="clock") if item.by == "hand" else item
        for item in laid_open(played_by_the_clock(case))
    ]
    assert_moments(face.story.moments(turns, names))
    for line in face.story.truth(turns, names):
        assert_line(line, LONGEST_LINE)


@every_game
def test_a_face_that_has_stories_tells_them(game: str):
    """If no game had any, they would be written for nothing."""
    face, found = face_of(game), set[str]()
    expected = written_parts(face)
    if not expected:
        pytest.skip("this face has none")
    for case in cases_of(game):
        turns, names = laid_open(played(case)), names_of(case)
        found |= {"moments"} if face.story.moments(turns, names) else set()
        found |= {"truth"} if face.story.truth(turns, names) else set()
        found |= (
            {"reveal"} if any(face.story.reveal(turn.events, names) for turn in turns) else set()
        )
    never = expected - found
    assert not never, f"{listed(never)} of cogs/{game} tells nothing in any random game"


def written_parts(face: AnyFace) -> set[str]:
    """Name the parts of a face's story that it tells itself: of a plain face what it replaces."""
    parts = {"moments", "truth", "reveal"}
    if not isinstance(face, PlainFace):
        return parts
    own = {name for name in parts if getattr(type(face), name) is not getattr(PlainFace, name)}
    return own | ({"reveal"} if face.reveals else set())


def test_a_plain_face_tells_only_what_its_author_wrote():
    """The guide says that each of its parts can be left out."""

    class Telling(LowDieFace):
        def moments(self, game: Any, names: Names) -> Sequence[str]:
            return ["A line."]

        truth = moments

    assert written_parts(LowDieFace()) == {"reveal"}
    assert written_parts(Telling()) == {"moments", "truth", "reveal"}
    assert written_parts(SMALL) == {"moments", "truth", "reveal"}


@usual_cases
def test_a_board_is_headed_by_what_was_laid_open_last(case: Case):
    face, game, names = face_of(case.game), played(case), names_of(case)
    for position in game.picked(20):
        found = face.story.reveal(heard(position.step, None), names)
        text = board_panel.draw(face, seen_at(game, position, None), NOW).parts[1]
        assert isinstance(text, Text)
        assert text.markdown.startswith("### ") == (found is not None)
        assert found is None or text.markdown.startswith(f"### {found.text}\n")
