"""Finished games as a face gets them for its story: random ones and hand-made ones."""

import re
from collections.abc import Iterable
from functools import partial
from typing import Any

from bot.ui.face.story import Turn
from bot.ui.panels.pics import plain
from games.chance import Chance
from games.rules import AnyRules, Seat, Step
from tests.contract.playing import TRACES, Game

LONGEST = 300  # characters of a sentence
LONGEST_LINE = 600  # characters of a line of the truth, which may hold a whole hand of TRUMP cards
CHAPTER = "**"
LABELLED = re.compile(r"\*\*(?P<label>[A-Z][^*:]{2,40}):\*\* (?P<text>.+)")


def laid_open(game: Game) -> list[Turn]:
    """Return the turns of a played game."""
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
    """Return the turns that follow from a laid-out position by these moves."""
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
    """Return every event of a game, public and private."""
    return [event for turn in game for event in turn.events]


def assert_moments(lines: Iterable[str]) -> None:
    """Check that moments are readable, each after a label that no other has."""
    found = [LABELLED.fullmatch(line) for line in lines]
    assert all(found), "a moment has no label"
    labels = [match["label"] for match in found if match]
    assert len(labels) == len(set(labels)), f"two of one kind: {labels}"
    for match in found:
        assert match is not None
        assert_line(match["text"])


def assert_line(line: str, longest: int = LONGEST) -> None:
    """Check that a line of a story is readable and not too long."""
    line = plain(line)  # a sentence without its small pictures
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
