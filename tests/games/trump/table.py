"""Helpers for the tests of TRUMP The Game: lay out a table and play on it.

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
from games.trump.cards import BOARD, PROPERTIES, in_order
from games.trump.events import Event
from games.trump.moves import NOTHING, Clause, Goods, Move, OpenBid, Propose, Roll, Then
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
    """Return a state with these hands and whatever else differs from the default.

    By default everybody has $400M, each box $50M, nobody owns anything, and seat 0 acts in turn 9.
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
        promised=max([0, *[claim.number for claim in (*promises, *debts)]]),
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


def play(state: State, seat: int, move: Move, *luck: Any) -> Step[State, Event]:
    """Make a move with this luck, all of which must be used."""
    tape = Chance.tape(luck)
    step = RULES.play(state, seat, move, tape)
    assert tape.remaining == 0, f"{tape.remaining} of the luck was not needed"  # type: ignore[attr-defined]
    return step


def plays(state: State, *made: tuple[int, Move]) -> State:
    """Make moves that need no luck; return the state after them."""
    for seat, move in made:
        state = play(state, seat, move).state
    return state


def view(state: State, seat: int | None = None) -> View:
    """Return the view of a seat, or the public's."""
    return RULES.view(state, seat)


def legal(state: State, seat: int) -> list[Move]:
    """List the legal moves of a seat."""
    return list(RULES.legal_moves(view(state, seat)))


def to_move(state: State) -> set[int]:
    """Return the seats that must move."""
    return set(RULES.to_move(view(state)))


def told(step: Step[State, Event], kind: type[E], seat: int | None = None) -> list[E]:
    """List the events of a kind that a seat, or the public (None), was told."""
    return [
        told.event
        for told in step.told
        if isinstance(told.event, kind) and (told.to is None or seat in told.to)
    ]


def landed(space: int, *luck: int, **layout: Any) -> State:
    """Let Ann of three players roll a 2 that ends on a space; return the state after it."""
    hands = layout.pop("hands", (("Any 40",),) * 3)
    return play(table(*hands, pawns=before(space, 2), **layout), 0, Roll(), 2, *luck).state


def before(space: int, die: int) -> tuple[int, ...]:
    """Return pawn positions of three players from which the die leads to a space."""
    return ((space - die) % len(BOARD),) * 3


@contextmanager
def refused(sentence: str) -> Iterator[None]:
    """Expect a refusal that matches this regular expression; seat 0 is called Ann."""
    with pytest.raises(IllegalMove) as refusal:
        yield
    said = refusal.value.text(NAMES.__getitem__)
    assert re.search(sentence, said), said


def goods(*names: str, cash: int = 0, random: int = 0) -> Goods:
    """Return what one side of a deal gives: properties and cards by name, random cards, cash."""
    properties = tuple([name for name in PROPERTIES if name in names])
    cards = in_order([name for name in names if name not in PROPERTIES])
    return Goods(properties=properties, cards=cards, random=random, cash=cash)


def bids(*amounts: int | None) -> list[tuple[int, Move]]:
    """Return the opening bids of seats 0, 1, 2 … without plans; None skips a seat."""
    return [(seat, opening(amount)) for seat, amount in enumerate(amounts) if amount is not None]


def opening(amount: int) -> OpenBid:
    """Return an opening bid without a plan."""
    return OpenBid(amount=amount, limit=None, investors="keep", out="no", back="no")


def propose(
    to: int,
    give: Goods = NOTHING,
    get: Goods = NOTHING,
    *promises: Clause,
    words: str = "",
    then: Then | None = None,
) -> Propose:
    """Return a proposal."""
    return Propose(to=to, give=give, get=get, promises=promises, words=words, then=then)


def cash(state: State) -> tuple[int, ...]:
    """Return everybody's cash."""
    return state.public.cash


def inside(state: State, property: str) -> int:
    """Return the sum in a property's box."""
    return state.public.box(property).inside


def owner(state: State, property: str) -> int | None:
    """Return the owner of a property."""
    return state.public.box(property).owner


def deal_out(seats: int, options: Options, seed: int) -> tuple[Chance, Step[State, Event]]:
    """Start a game; return its luck and its first step."""
    luck = Chance.of(b"random games", seed, seats)
    return luck, RULES.start(seats, options, luck)
