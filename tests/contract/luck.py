"""Replay a step with one draw of its luck changed, and check who is told about it.

Twins (twins/) differ before a step, so luck drawn within the step is the same in both. Here the
step starts from one position and its luck differs. A reader whose view is equal after both steps
may not know what was drawn, so both steps must tell that reader the same.

Some luck is public although no view keeps it, for instance a die that moves a pawn. A game declares
the event field that tells it as `open_luck`, beside its twins. A reader who sees another die knows
that the two steps differ, so later events may differ too.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import zip_longest
from typing import Any

from games.chance import Chance
from games.rules import AnyRules, Step
from tests.contract.playing import Case, Game, Position, heard, played
from tests.contract.twins import secrets_of
from tests.contract.twins.types import Reader

MOST = 6
"""Draws of a step to change, one at a time; a shuffle is one draw per card."""


class Changed(Chance):
    """The luck of a step with one draw changed: which draw, and by how much."""

    def __init__(self, luck: Chance, at: int | None = None, by: int = 0) -> None:
        self.sizes: list[int] = []
        """The range of each draw so far."""
        self._luck, self._at, self._by = luck, at, by

    def below(self, n: int) -> int:
        value = self._luck.below(n)
        if len(self.sizes) == self._at:
            value = (value + self._by) % n
        self.sizes.append(n)
        return value


@dataclass(frozen=True)
class Fork:
    """A step as it was played, and the same step with one draw changed."""

    game: Game
    position: Position
    at: int
    by: int
    here: Step[Any, Any]
    there: Step[Any, Any]

    def __str__(self) -> str:
        return _place(self.game, self.position, self.at)

    @property
    def before(self) -> Any:
        """The state before the step; None before the deal."""
        number = self.position.number
        return self.game.positions[number - 1].state if number else None

    def luck(self, *, changed: bool) -> Chance:
        """Return the luck of the step, unchanged or with the change."""
        at = self.at if changed else None
        return Changed(self.game.case.luck(self.position.number), at, self.by)

    def looks_alike(self, rules: AnyRules, reader: Reader) -> bool:
        """Return whether a reader's view is equal after both steps."""
        return rules.view(self.here.state, reader) == rules.view(self.there.state, reader)


def forks(case: Case, rules: AnyRules) -> Iterator[Fork]:
    """Replay each step that draws luck several times, each time with another draw changed."""
    game = played(case)
    for position in game.positions:
        luck = Changed(case.luck(position.number))
        here = _made(game, rules, position, luck)
        picks = random.Random(f"{case} {position.number}")
        free = [at for at, size in enumerate(luck.sizes) if size > 1]
        for at in picks.sample(free, min(MOST, len(free))):
            by = picks.randrange(1, luck.sizes[at])
            changed = Changed(case.luck(position.number), at, by)
            try:
                there = _made(game, rules, position, changed)
            except Exception as problem:
                problem.add_note(f"Luck can draw this as well: {_place(game, position, at)}, +{by}")
                raise
            yield Fork(game, position, at, by, here, there)


def replayed(case: Case, rules: AnyRules) -> Iterator[Step[Any, Any]]:
    """Replay a game by modified rules that may tell other events but lead to the same states."""
    game = played(case)
    for position in game.positions:
        yield _made(game, rules, position, case.luck(position.number))


def _place(game: Game, position: Position, at: int) -> str:
    step = f"move {position.number}" if position.number else "the deal"
    return f"draw {at + 1} of {step} in {game.case}"


def _made(game: Game, rules: AnyRules, position: Position, luck: Chance) -> Step[Any, Any]:
    """Deal, or play the move that led to a position, with this luck."""
    case = game.case
    if position.seat is None:
        return rules.start(case.seats, case.options, luck)
    before = game.positions[position.number - 1]
    return rules.play(before.state, position.seat, position.move, luck)


def check_luck(case: Case, rules: AnyRules, declared: frozenset[str] | None = None) -> None:
    """Check that nobody is told about luck that they may not know.

    `declared` replaces the open luck that the game declares.
    """
    if declared is None:
        declared = frozenset(secrets_of(case.game).open_luck)
    for fork in forks(case, rules):
        for reader in case.readers:
            if fork.looks_alike(rules, reader):
                here, there = heard(fork.here, reader), heard(fork.there, reader)
                if found := told_apart(here, there, declared):
                    raise AssertionError(_advice(fork, rules, reader, found))


@dataclass(frozen=True)
class Difference:
    """The first difference between two lists of events; None stands for a missing event.

    For two events of one kind, it names the fields that differ.
    """

    here: Any
    there: Any
    fields: tuple[str, ...]


def told_apart(here: list[Any], there: list[Any], declared: frozenset[str]) -> Difference | None:
    """Return the first event that reveals what was drawn; None if only declared fields do."""
    for move, other in zip_longest(here, there):
        if move == other:
            continue
        if type(move) is not type(other):
            return Difference(move, other, ())
        left = tuple(name for name in _differing(move, other) if name not in declared)
        return Difference(move, other, left) if left else None
    return None


def _differing(one: Any, other: Any) -> Iterator[str]:
    """List the fields in which two events of a kind differ, such as `rolled.die`."""
    for field in fields(one):
        if getattr(one, field.name) != getattr(other, field.name):
            yield f"{one.kind}.{field.name}"


def _advice(fork: Fork, rules: AnyRules, reader: Reader, found: Difference) -> str:
    """Explain what is wrong and what the author of the game can do."""
    who = "the public" if reader is None else f"seat {reader}"
    kinds = [None if order is None else order.kind for order in (found.here, found.there)]
    if found.fields:
        what = f"{_listed(found.fields)} in what {who} is told"
    elif None in kinds:
        what = f"whether {who} is told of {_listed([kind for kind in kinds if kind])}"
    else:
        what = f"which of {_listed(kinds)} {who} is told"
    said = (
        f"{rules.title}: {who} is told what luck drew, and may not know it.\n"
        f"{fork} was changed. That changes {what}, and nothing that {who} sees afterwards.\n"
        f"  as it was drawn: {found.here}\n"
        f"  drawn otherwise: {found.there}\n"
        "Tell only those who may know it: `Told(event, frozenset({seat}))`. "
        f"If {who} may know it, their view must hold it."
    )
    if not found.fields:
        return said
    declared = ", ".join(f'"{name}": "<number of the ruling>"' for name in found.fields)
    return (
        f"{said} If everybody may know it and no view keeps it, like a die that has moved a pawn, "
        f"the ruling that says so makes it open luck: write `open_luck={{{declared}}}` into the "
        f"SECRETS of tests/contract/twins/{fork.game.case.game}.py."
    )


def _listed(names: Any) -> str:
    return " and ".join(f"`{name}`" for name in names)
