"""A table of TRUMP The Game as players would lay it out, for its tests.

Seats are 0 "you", 1 "Donna", 2 "Mike", 3 "Jeff": as in the printed examples.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

from games.chance import Chance
from games.rules import IllegalMove, Step
from games.trump import Trump
from games.trump.cards import PROPERTIES, in_order
from games.trump.events import Event
from games.trump.moves import NOTHING, Clause, Goods, Move, Propose, Then
from games.trump.state import Acting, Box, Debt, Options, Phase, Promise, Public, State
from games.trump.views import View

RULES = Trump()
NAMES = ("Ann", "Donna", "Mike", "Jeff")
T = 6
E = TypeVar("E")


def table(
    *hands: Sequence[str],
    cash: Sequence[int] = (),
    owners: Mapping[str, int] | None = None,
    inside: Mapping[str, int] | None = None,
    gone: Sequence[str] = (),
    pile: Sequence[str] = ("Any 40",) * 20,
    pawns: Sequence[int] = (),
    turn: int = 9,
    seat: int = 0,
    dealing: bool = False,
    phase: Phase | None = None,
    discards: Sequence[str] = (),
    promises: Sequence[Promise] = (),
    debts: Sequence[Debt] = (),
    passes: int = 0,
    lively: int | None = None,
    options: Options | None = None,
) -> State:
    """Lay out a table: a hand each, and whatever else is not as it would be.

    Everybody has $400M, each box $50M, nobody owns anything, and seat 0 is to act in turn 9.
    """
    owners, inside, seats = owners or {}, inside or {}, len(hands)
    assert set(owners) | set(inside) | set(gone) <= set(PROPERTIES)
    boxes = tuple(
        Box(
            inside=0 if name in gone else inside.get(name, 50),
            owner=owners.get(name),
            gone=name in gone,
        )
        for name in PROPERTIES
    )
    public = Public(
        options=options or Options(),
        turn=turn,
        seat=seat,
        dealing=dealing,
        cash=tuple(cash) or (400,) * seats,
        boxes=boxes,
        pawns=tuple(pawns) or (0,) * seats,
        hands=tuple(map(len, hands)),
        pile=0 if dealing else len(pile),
        discards=tuple(discards),
        promises=tuple(promises),
        debts=tuple(debts),
        passes=passes,
        lively=turn - 1 if lively is None else lively,
        sales=0,
        promised=max([0, *[one.number for one in (*promises, *debts)]]),
        clearance=None,
        settled=(),
        phase=phase or Acting(),
    )
    return State(
        public=public,
        hands=tuple(map(in_order, hands)),
        pile=() if dealing else tuple(pile),
        sealed=(None,) * seats,
        plans=(None,) * seats,
        then=None,
        drawn=(),
    )


# --- playing --------------------------------------------------------------------------------------


def play(state: State, seat: int, move: Move, *luck: Any) -> Step[State, Event]:
    """Make a move with this luck, all of which must be needed."""
    tape = Chance.tape(luck)
    step = RULES.play(state, seat, move, tape)
    assert tape.left == 0, f"{tape.left} of the luck was not needed"  # type: ignore[attr-defined]
    return step


def plays(state: State, *made: tuple[int, Move]) -> State:
    """Make moves that need no luck, and return where they lead."""
    for seat, move in made:
        state = play(state, seat, move).state
    return state


def view(state: State, seat: int | None = None) -> View:
    """Build a view."""
    return RULES.view(state, seat)


def legal(state: State, seat: int) -> list[Move]:
    """List the legal moves of a seat."""
    return list(RULES.legal_moves(view(state, seat)))


def to_move(state: State) -> set[int]:
    """Say whom a table waits for."""
    return set(RULES.to_move(view(state)))


def told(step: Step[State, Event], kind: type[E], seat: int | None = None) -> list[E]:
    """List the events of a kind that a seat (None: the public) was told."""
    return [
        one.event
        for one in step.told
        if isinstance(one.event, kind) and (one.to is None or seat in one.to)
    ]


@contextmanager
def refused(sentence: str) -> Iterator[None]:
    """Expect a refusal that says this (a regular expression); names start with Ann at 0."""
    with pytest.raises(IllegalMove) as refusal:
        yield
    said = refusal.value.said(NAMES.__getitem__)
    assert re.search(sentence, said), said


# --- short ways to say things ---------------------------------------------------------------------


def goods(*names: str, cash: int = 0, random: int = 0) -> Goods:
    """Name what one side of a deal gives: properties and cards by name, random cards, cash."""
    properties = tuple([name for name in PROPERTIES if name in names])
    cards = in_order([name for name in names if name not in PROPERTIES])
    return Goods(properties=properties, cards=cards, random=random, cash=cash)


def propose(
    to: int,
    give: Goods = NOTHING,
    get: Goods = NOTHING,
    *promises: Clause,
    words: str = "",
    then: Then | None = None,
) -> Propose:
    """Make a proposal."""
    return Propose(to=to, give=give, get=get, promises=promises, words=words, then=then)


# --- what must hold at every step -----------------------------------------------------------------


def cash(state: State) -> tuple[int, ...]:
    """Everybody's purse."""
    return state.public.cash


def inside(state: State, property: str) -> int:
    """What lies in a property's box."""
    return state.public.box(property).inside


def owner(state: State, property: str) -> int | None:
    """Whose a property is."""
    return state.public.box(property).owner


def deal_out(seats: int, options: Options, seed: int) -> tuple[Chance, Step[State, Event]]:
    """Start a game with luck of its own."""
    luck = Chance.of(b"random games", seed, seats)
    return luck, RULES.start(seats, options, luck)
