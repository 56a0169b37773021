"""A table of Downeast Dealer for tests: positions as players lay them out.

`Table("Trophy Trophy / 100 50 0", "Trap / 50")` sits Ann and Ben down with their items and their
cash; Ann is to choose. `deck` is what is still to come, the top card first. What is refused is
refused in a sentence, and read as Ann, Ben, Cat, Dan and Eve read it.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Self

import pytest

from games.chance import Chance
from games.downeast import Downeast
from games.downeast.auctions.legal_auction import in_play
from games.downeast.cash import Cash, handful
from games.downeast.decks import DECKS
from games.downeast.displays import arranged
from games.downeast.events import Event, Raised
from games.downeast.moves import (
    Answer,
    AnswerLot,
    AskMe,
    Buy,
    Call,
    Challenge,
    Keep,
    Move,
    Offer,
    Pass,
    Pay,
    Raise,
    Seal,
    Sell,
    SetLimit,
    Surrender,
    TurnOver,
)
from games.downeast.state import Choosing, Holding, Options, State
from games.downeast.views import View
from games.rules import IllegalMove, Question, Seat, Step, Told

RULES = Downeast()
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")
ANN, BEN, CAT, DAN, EVE = range(5)


def cash(text: str) -> Cash:
    """Return the cash of a text like `50 10 0`."""
    return handful(int(word) for word in text.split())


class Table:
    """A game in progress, and all events since it was set up."""

    def __init__(
        self,
        *seats: str,
        deck: str = "",
        turn: Seat = ANN,
        terms: Options | None = None,
        **options: Any,
    ) -> None:
        terms = terms or Options(**options)
        holdings: list[Holding] = []
        for text in seats:
            items, _, held = text.partition("/")
            display = arranged(tuple(items.split()), DECKS[terms.deck])
            holdings.append(Holding(cash=cash(held), items=display))
        self.state = State(
            options=terms,
            holdings=tuple(holdings),
            deck=tuple(deck.split()),
            turn=turn,
            phase=Choosing(),
            turns=1,
            lots=0,
            chests=0,
            end_deals=0,
            face_down=(),
            limit=None,
            answers=(),
            ask_me=frozenset(range(len(seats)) if terms.payments == "asked" else ()),
            record="",
            own_records=("",) * len(seats),
        )
        self.told: list[Told[Event]] = []

    def play(self, seat: Seat, move: Move) -> Self:
        step = RULES.play(self.state, seat, move, Chance.tape())
        self.state = step.state
        self.told += step.told
        return self

    def turn_over(self, seat: Seat) -> Self:
        return self.play(seat, TurnOver())

    def bid(self, seat: Seat, amount: int, limit: int | None = None) -> Self:
        return self.play(seat, Raise(amount=amount, limit=limit))

    def limit(self, seat: Seat, limit: int | None) -> Self:
        return self.play(seat, SetLimit(limit=limit))

    def passes(self, *seats: Seat) -> Self:
        for seat in seats:
            self.play(seat, Pass())
        return self

    def call(self, seat: Seat) -> Self:
        return self.play(seat, Call())

    def sell(self, seat: Seat) -> Self:
        return self.play(seat, Sell())

    def buy(self, seat: Seat) -> Self:
        return self.play(seat, Buy())

    def pay(self, seat: Seat, cards: str) -> Self:
        return self.play(seat, Pay(cards=cash(cards)))

    def deal(
        self, seat: Seat, item: str, target: Seat, cards: str = "", fanned: bool = False
    ) -> Self:
        return self.play(
            seat, Challenge(item=item, target=target, cards=cash(cards), fanned=fanned)
        )

    def offer(self, seat: Seat, cards: str = "", fanned: bool = False) -> Self:
        return self.play(seat, Offer(cards=cash(cards), fanned=fanned))

    def answer(self, seat: Seat, cards: str = "") -> Self:
        return self.play(seat, Answer(cards=cash(cards)))

    def surrender(self, seat: Seat) -> Self:
        return self.play(seat, Surrender())

    def seal(self, seat: Seat, cards: str = "") -> Self:
        return self.play(seat, Seal(cards=cash(cards)))

    def answers(self, seat: Seat, most: int, *, ask: bool = False) -> Self:
        return self.play(seat, AnswerLot(most=most, ask=ask))

    def keeps(
        self, seat: Seat, most: int | None, against: dict[Seat, int] | None = None, *, ask=False
    ) -> Self:
        named = tuple((against or {}).items())
        return self.play(seat, Keep(most=most, against=named, ask=ask))

    def ask_me(self, seat: Seat, *, on: bool = True) -> Self:
        return self.play(seat, AskMe(on=on))

    @property
    def high(self) -> int:
        return self.state.phase.high

    @property
    def phase(self) -> str:
        return self.state.phase.kind

    @property
    def turn(self) -> Seat:
        return self.state.turn

    def view(self, seat: Seat | None = None) -> View:
        return RULES.view(self.state, seat)

    def to_move(self) -> set[Seat]:
        return set(RULES.to_move(self.view()))

    def legal(self, seat: Seat) -> list[Move]:
        """List the legal moves of a seat, except for `AskMe`."""
        found = RULES.legal_moves(self.view(seat))
        return [move for move in found if not isinstance(move, AskMe)]

    def question(self) -> Question:
        return RULES.question(self.view())

    def default(self, seat: Seat) -> Move:
        return next(iter(RULES.legal_moves(self.view(seat))))

    def cash(self, seat: Seat) -> Cash:
        return self.state.holdings[seat].cash

    def items(self, seat: Seat) -> str:
        return " ".join(self.state.holdings[seat].items)

    def heard(self, seat: Seat | None) -> list[Event]:
        """List the events that a seat, or the public (None), was told."""
        return [told.event for told in self.told if told.to is None or seat in told.to]

    def kinds(self, seat: Seat | None = None) -> list[str]:
        return [event.kind for event in self.heard(seat)]

    def bids(self) -> list[tuple[Seat, int]]:
        """List all public bids."""
        return [
            (event.seat, event.amount) for event in self.heard(None) if isinstance(event, Raised)
        ]


def auction(*seats: str, deck: str = "Canoe Trap", **options: Any) -> Table:
    """Return a table where Ann has turned over the first card."""
    return Table(*seats, deck=deck, **options).turn_over(ANN)


def three(*, deck: str = "Canoe Trap", **options: Any) -> Table:
    """Return an auction of Ann's with Ben and Cat, who have $90 each."""
    hand = "/ 50 10 10 10 10 0 0"
    return auction(hand, hand, hand, deck=deck, **options)


def rich(**options: Any) -> Table:
    """Return an auction of Ann's with Ben, Cat and Dan, who have $200 each."""
    hand = "/ 100 50 10 10 10 10 10"
    return auction("/", hand, hand, hand, **options)


def thief(*seats: str, deck: str = "Thief Buoy") -> Table:
    """Return a table where Ann has turned over a Thief."""
    return auction(*seats, deck=deck, thief=True)


@contextmanager
def refused(sentence: str) -> Iterator[None]:
    """Expect a refusal that matches this sentence, as its reader sees it."""
    with pytest.raises(IllegalMove) as refusal:
        yield
    said = refusal.value.text(NAMES.__getitem__)
    assert re.search(sentence, said), said


def refuses(sentence: str, attempt: Callable[..., object], *values: Any, **named: Any) -> None:
    """Call `attempt` with these values, and expect a refusal that matches this sentence."""
    with refused(sentence):
        attempt(*values, **named)


TERMS = [
    Options(),
    Options(thief=True),
    Options(deck="yankee", thief=True, open_payments=True),
    Options(deck="yankee", short=True, limits=False),
    Options(short=True, thief=True, bluff_bids=True),
    Options(thief=True, short=True, removed=("Chest", "Trophy")),
    Options(bluff_bids=True),
    Options(thief=True, payments="house"),
    Options(thief=True, bidding="once"),
    Options(deck="yankee", short=True, bidding="once", payments="house"),
]


def any_move(state: State, luck: Chance) -> tuple[int, Move]:
    """Return a random legal move, usually of a seat that is to move."""
    to_move = sorted(RULES.to_move(RULES.view(state, None)))
    seats = list(range(len(state.holdings)))
    pool = seats if luck.below(8) == 0 else to_move
    can = [(seat, move) for seat in pool for move in RULES.legal_moves(RULES.view(state, seat))]
    if not can:
        return any_move(state, luck)
    # prefer auctions to deals, to keep the games short
    if isinstance(can[0][1], TurnOver) and luck.below(2):
        return can[0]
    return can[luck.below(len(can))]


def game(seats: int, options: Options, seed: int) -> list[Step]:
    """Return all steps of a random game."""
    luck = Chance.of(b"random games", seed, 0)
    steps = [RULES.start(seats, options, luck)]
    while RULES.to_move(RULES.view(steps[-1].state, None)):
        assert len(steps) < 20_000, "this game does not end"
        seat, move = any_move(steps[-1].state, luck)
        steps.append(RULES.play(steps[-1].state, seat, move, luck))
    return steps


def accepted(state: State, seat: int, move: Move) -> bool:
    try:
        RULES.play(state, seat, move, Chance.tape())
    except IllegalMove:
        return False
    return True


def tries(state: State, seat: int, amounts: Iterable[int] = ()) -> set[Move]:
    """Return moves of every kind for this seat, legal and illegal."""
    amounts = amounts or range(-10, in_play(RULES.view(state, None)) + 20, 5)
    hand = state.holdings[seat].cash
    moves: set[Move] = {TurnOver(), Pass(), Call(), Sell(), Buy(), Surrender()}
    moves |= {SetLimit(limit=limit) for limit in (None, *amounts)}
    moves |= {Raise(amount=amount, limit=None) for amount in amounts}
    moves |= {Raise(amount=amount, limit=amount) for amount in amounts}
    moves |= {AnswerLot(most=amount, ask=False) for amount in amounts}
    moves |= {Keep(most=amount, against=(), ask=False) for amount in (None, *amounts)}
    moves |= {AskMe(on=True), AskMe(on=False)}
    items = {name for display in state.displays for name in display} | {"Thief", "Bear"}
    for cards in ((), hand, hand[:1], (7,)):
        moves |= {Seal(cards=cards), Answer(cards=cards), Offer(cards=cards, fanned=True)}
        moves |= {
            Challenge(item=item, target=target, cards=cards, fanned=False)
            for item in items
            for target in range(-1, len(state.holdings) + 1)
        }
    return moves | set(RULES.candidates(RULES.view(state, seat)))
