"""Checks that of two branches which one reader cannot tell apart, both are told alike.

Either the branches begin in twins (twins/), and a move that looks the same to the reader is made in
both; or one player makes two moves in one position, which differ only in what is sealed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from games.chance import Chance
from games.rules import AnyRules, IllegalMove, Seat, Step
from tests.contract.playing import Case, Position, heard, moves, played, to_move
from tests.contract.twins import secrets_of
from tests.contract.twins.types import Otherwise, Reader


def play(case: Case, rules: AnyRules, state: Any, seat: Seat, move: Any, luck: int) -> Any:
    """Make a move: the step it leads to, or the sentence that refuses it."""
    try:
        return rules.play(state, seat, move, Chance.of(b"secrets", luck, 1))
    except IllegalMove as refusal:
        return str(refusal)


def twins_of(case: Case, position: Position, reader: Reader, count: int = 2) -> Iterator[Any]:
    for seed in range(count):
        other = Otherwise(Chance.of(b"twins", seed, position.number))
        yield secrets_of(case.game).disguised(position.state, reader, other)


@dataclass(frozen=True)
class Branch:
    """A move in one of two positions that a reader cannot tell apart: from where, to where."""

    state: Any
    step: Step[Any, Any]

    def before_the_reveal(self, game: str, reader: Reader) -> tuple[list[Any], bool]:
        """Return what a reader heard until they were let see something new; and whether so."""
        events = heard(self.step, reader)
        for number, event in enumerate(events):
            if secrets_of(game).reveals(self.state, event, reader):
                return events[:number], True
        return events, False


def check_alike(
    case: Case, rules: AnyRules, one: Branch, other: Branch, reader: Reader, own: bool = False
) -> bool:
    """Check that two branches were told alike, and look alike if nothing has come to light.

    False if something has.
    """
    here, shown = one.before_the_reveal(case.game, reader)
    there, also_shown = other.before_the_reveal(case.game, reader)
    common = min(len(here), len(there))
    assert here[:common] == there[:common], f"{reader} was told what they may not know"
    if shown or also_shown:
        return False
    assert here == there, f"{reader} was told more of one than of the other"
    if not own:  # what one looks at oneself need not be told to be seen
        assert rules.view(one.step.state, reader) == rules.view(other.step.state, reader)
    return True


def alike(case: Case, state: Any, one: Any, offered: list[Any]) -> Iterator[Any]:
    """Find the moves that look like this one to everybody but their maker."""
    secret = secrets_of(case.game).sealed(state, one)
    for other in offered:
        if type(one) is not type(other):
            continue
        if replace(one, **{name: getattr(other, name) for name in secret}) == other:
            yield other


def some_of(offered: list[Any]) -> list[Any]:
    """Choose some moves, one of each kind among them."""
    kinds = {type(move): move for move in reversed(offered)}
    return list(dict.fromkeys([*offered[:8], *kinds.values()]))


def check_told(case: Case, rules: AnyRules, about: int = 30) -> int:
    """Make moves in twins that look the same to a reader; return how many were compared."""
    compared = 0
    for position in played(case).picked(about)[:-1]:
        state = position.state
        for reader in case.readers:
            (twin,) = twins_of(case, position, reader, count=1)
            for seat in to_move(rules, state):
                possible = moves(rules, twin, seat)
                for move in some_of(moves(rules, state, seat)):
                    here = Branch(state, play(case, rules, state, seat, move, 1))
                    own = seat == reader
                    for same in [move] if own else list(alike(case, state, move, possible))[:2]:
                        step = play(case, rules, twin, seat, same, 1)
                        assert not isinstance(step, str), "whether it is legal tells a secret"
                        there = Branch(twin, step)
                        compared += check_alike(case, rules, here, there, reader, own)
    return compared


def check_sealed(case: Case, rules: AnyRules) -> int:
    """Compare moves that differ only in what is sealed; return how many were compared."""
    compared = 0
    for position in played(case).picked(40)[:-1]:
        state = position.state
        for seat in range(case.seats):
            offered = moves(rules, state, seat)[:12]
            for number, item in enumerate(offered):
                for other in list(alike(case, state, item, offered[number + 1 :]))[:1]:
                    branches = [
                        Branch(state, play(case, rules, state, seat, move, 1))
                        for move in (item, other)
                    ]
                    for reader in set(case.readers) - {seat}:
                        check_alike(case, rules, branches[0], branches[1], reader)
                        compared += 1
    return compared
