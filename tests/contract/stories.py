"""Games that are laid open, as faces are handed them: random ones, and some played by hand."""

import re
from collections.abc import Iterable
from functools import partial
from typing import Any

from bot.ui.pics import plain
from bot.ui.story import Turn
from games.chance import Chance
from games.rules import AnyRules, Seat, Step
from tests.contract.playing import TRACES, Game

LONGEST = 300  # characters of a sentence
LONGEST_LINE = 600  # of the truth: a whole hand of TRUMP's may stand in one
CHAPTER = "**"


def laid_open(game: Game) -> list[Turn]:
    """Make the turns of a game that was played through."""
    found: list[Turn] = []
    before = game.positions[0]
    for position in game.positions:
        found.append(
            Turn(
                seat=position.seat,
                move=position.move,
                by="deal" if position.move is None else "hand",
                events=tuple(told_event.event for told_event in position.step.told),
                seen=partial(game.view, before),
            )
        )
        before = position
    return found


def laid_out(
    rules: AnyRules, start: Step[Any, Any], moves: Iterable[tuple[Seat, Any]], luck: Chance
) -> list[Turn]:
    """Make the turns of a position that players laid out, and of these moves from it."""
    state = start.state
    events = tuple(told_event.event for told_event in start.told)
    found = [Turn(seat=None, move=None, by="deal", events=events, seen=partial(rules.view, state))]
    for seat, move in moves:
        step = rules.play(state, seat, move, luck)
        found.append(
            Turn(
                seat=seat,
                move=move,
                by="hand",
                events=tuple(told_event.event for told_event in step.told),
                seen=partial(rules.view, state),
            )
        )
        state = step.state
    return found


def heard(game: Iterable[Turn]) -> list[Any]:
    """Return all that was told in a game, to whomever."""
    return [event for turn in game for event in turn.events]


def assert_line(line: str, longest: int = LONGEST) -> None:
    """Check that a line of a story is one, and can be read."""
    line = plain(line)  # small pictures go where a sentence is read
    assert line.strip() == line, repr(line)
    assert 0 < len(line) < longest, f"{len(line)} characters: {line!r}"
    assert "\n" not in line, repr(line)
    assert "  " not in line, repr(line)
    for trace in TRACES:
        assert trace not in line, f"a program speaks: {line!r}"
    if line.startswith(CHAPTER):
        assert line.endswith(CHAPTER), f"a chapter that does not end: {line!r}"
    else:
        assert re.search(r"[.!?…][*_)”]*( \(\S+\))?$", line), f"not a sentence: {line!r}"
