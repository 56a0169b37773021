"""Check that two branches that a reader can't distinguish tell that reader the same.

Either the branches start from twins (twins/) and continue with a move that looks the same to the
reader, or one player makes two moves from one position that differ only in sealed fields.
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
    """Return the step that a move leads to, or the text of its refusal."""
    try:
        return rules.play(state, seat, move, Chance.of(b"secrets", luck, 1))
    except IllegalMove as refusal:
        return str(refusal)


def twins_of(case: Case, position: Position, reader: Reader, count: int = 2) -> Iterator[Any]:
    for seed in range(count):
        other = Otherwise(Chance.of(b"twins", seed, position.number))
        yield secrets_of(case.game).twin(position.state, reader, other)


@dataclass(frozen=True)
class Branch:
    """One branch: a position, a move and the step that it led to."""

    state: Any
    step: Step[Any, Any]

    def before_the_reveal(self, game: str, reader: Reader) -> tuple[list[Any], bool]:
        """Return the events a reader heard before a secret was revealed, and whether one was."""
        events = heard(self.step, reader)
        for number, event in enumerate(events):
            if secrets_of(game).reveals(self.state, event, reader):
                return events[:number], True
        return events, False


def check_alike(
    case: Case, rules: AnyRules, one: Branch, other: Branch, reader: Reader, own: bool = False
) -> bool:
    """Check that a reader can't distinguish two branches; False if one revealed a secret."""
    here, shown = one.before_the_reveal(case.game, reader)
    there, also_shown = other.before_the_reveal(case.game, reader)
    common = min(len(here), len(there))
    assert here[:common] == there[:common], f"{reader} was told what they may not know"
    if shown or also_shown:
        return False
    assert here == there, f"{reader} was told more of one than of the other"
    if not own:  # a player's own look reveals something without an event
        assert rules.view(one.step.state, reader) == rules.view(other.step.state, reader)
    return True


def alike(case: Case, state: Any, one: Any, offered: list[Any]) -> Iterator[Any]:
    """Return the moves that look the same as this one to everybody except their maker."""
    secret = secrets_of(case.game).sealed(state, one)
    for other in offered:
        if type(one) is not type(other):
            continue
        if replace(one, **{name: getattr(other, name) for name in secret}) == other:
            yield other


def some_of(offered: list[Any]) -> list[Any]:
    """Choose some moves, at least one of each kind."""
    kinds = {type(move): move for move in reversed(offered)}
    return list(dict.fromkeys([*offered[:8], *kinds.values()]))


def check_told(case: Case, rules: AnyRules, about: int = 30) -> int:
    """Play moves in twins that look the same to a reader; return how many were compared."""
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
