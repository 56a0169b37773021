"""Moves to try: anything somebody could think of, most of it illegal.

A field is *small* if its values can be listed (numbers, seats, yes or no, words). Values for the
other fields (cards, cash) come from the game's own `candidates(view)` and from its legal moves.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from math import prod
from types import NoneType
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

from games.rules import AnyRules, Seat
from tests.contract.playing import (
    Case,
    Game,
    Position,
    attributes,
    cases_of,
    inside,
    kinds_of_move,
    members,
    played,
)

Pool: TypeAlias = tuple[Any, ...]

NUMBERS = (*range(-1, 71), *range(80, 310, 10), 500, 1000)
FEW = 400  # try every move of a kind with at most this many
WORDS = 40
TRIED = 100  # moves to try of a larger kind


@cache
def words_of(game: str) -> Pool:
    """Collect the words that occur in a game's views and moves."""
    found: dict[str, None] = {}
    for case in cases_of(game)[:3]:
        for position in played(case).picked(6):
            for seat in case.readers[:3]:
                for item in inside(played(case).view(position, seat)):
                    if isinstance(item, str):
                        found[item] = None
            for item in inside(position.move):
                if isinstance(item, str):
                    found[item] = None
    return tuple(found)[:WORDS]


@cache
def hints_of(kind: type) -> dict[str, Any]:
    """Return the types of a move's fields without `kind`."""
    return {name: hint for name, hint in get_type_hints(kind).items() if name != "kind"}


@cache
def pool_of(game: str, hint: Any) -> Pool | None:
    """List the values to try for a small field; None if it is not small."""
    found: list[Any] = []
    for member in members(hint):
        if member is bool:
            found += [True, False]
        elif member is int:
            found += NUMBERS
        elif member is str:
            found += words_of(game)
        elif member is NoneType:
            found.append(None)
        elif get_origin(member) is Literal:
            found += get_args(member)
        else:
            return None
    return tuple(found)


@cache
def far_bases(case: Case, kind: type) -> Pool:
    """Collect legal moves of a kind from several positions of a game."""
    game, found = played(case), dict[Any, None]()
    for position in game.picked(15):
        for seat in range(case.seats):
            some = [move for move in game.legal(position, seat).moves if type(move) is kind]
            found.update(dict.fromkeys(some[:2] + some[-1:]))
    return tuple(found)[:8]


def candidates(game: Game, position: Position, seat: Seat) -> Iterator[Any]:
    """Yield distinct moves of all kinds that a seat could try at a position."""
    case, rules = game.case, game.case.rules
    tried = set[Any]()
    view = game.view(position, seat)
    own = list(rules.candidates(view))
    near = [move for other in range(case.seats) for move in game.legal(position, other).moves]
    picks = random.Random(f"{case} {position.number} {seat}")
    for kind in kinds_of_move(rules):
        bases = dict.fromkeys(own_item for own_item in own if type(own_item) is kind)
        some = [move for move in near if type(move) is kind]
        bases.update(dict.fromkeys(some[:6] + some[6::5][:6]))
        bases.update(dict.fromkeys(far_bases(case, kind)))
        for item in _of_kind(case.game, kind, list(bases), picks):
            if item not in tried:
                tried.add(item)
                yield item


def _of_kind(game: str, kind: type, bases: list[Any], picks: random.Random) -> Iterator[Any]:
    """Yield moves of one kind: all of them, or neighbours of moves that are legal somewhere."""
    small = {name: pool_of(game, hint) for name, hint in hints_of(kind).items()}
    pools = [pool for pool in small.values() if pool is not None]
    if len(pools) == len(small):
        if prod(map(len, pools)) <= FEW:
            for values in product(*pools):
                yield kind(**dict(zip(small, values, strict=True)))
            return
        for _ in range(TRIED):
            yield kind(**{name: picks.choice(pool or ()) for name, pool in small.items()})
    yield from bases
    compound = {name: {getattr(base, name): None for base in bases} for name in small}
    for base in picks.sample(bases, min(6, len(bases))):
        for name, pool in small.items():
            others = list(compound[name] if pool is None else pool)
            for value in picks.sample(others, min(12, len(others))):
                yield replace(base, **{name: value})


# --- what is not a move ---------------------------------------------------------------------------


class Thing:
    """An object that belongs in no move."""


def no_moves(rules: AnyRules) -> list[Any]:
    """List objects that are not moves at all."""
    return [None, 0, "pass", "", (), [], {}, Thing(), *kinds_of_move(rules)]


def ill_typed(move: Any) -> Iterator[Any]:
    """Yield copies of a move, each with one field of a wrong type."""
    for name, value in attributes(move).items():
        wrong: list[Any] = [Thing(), [], {}, b"x", 1.5, float("nan"), (None,), ((),), Thing]
        if isinstance(value, bool):
            wrong += [int(value), str(value), 2]
        elif isinstance(value, int):
            wrong += [float(value), str(value), (value,), value == 1]
        elif isinstance(value, str):
            wrong += [(value,), value.encode(), list(value)]
        elif isinstance(value, tuple | frozenset):
            wrong += [list(value), str(value), 0, iter(value)]
            wrong += [tuple(map(_alike, value))] if value else []
        for problem in wrong:
            yield replace(move, **{name: problem})


def _alike(value: Any) -> Any:
    """Replace a card by another object with the same text."""
    return float(value) if isinstance(value, int) else [value]
