"""Random games of TRUMP The Game for its tests, and the books that a player would keep."""

import random
from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import pytest

from games.rules import Step
from games.trump.cards import INVESTORS, PROPERTIES
from games.trump.events import (
    Added,
    BidsOpened,
    CameBack,
    CardGivenBack,
    ClearingEnded,
    Collected,
    DealStruck,
    Dealt,
    DebtPaid,
    Drew,
    Ended,
    Event,
    HandedOver,
    KnockedOut,
    Played,
    PromisePaid,
    Raised,
    Sold,
    Surrendered,
    Swapped,
    Taxed,
    Took,
)
from games.trump.moves import (
    Accept,
    Move,
    OpenBid,
)
from games.trump.state import Bidding, Options, State
from tests.games.trump.table import RULES, deal_out, legal, to_move

TERMS = [Options(), Options(bidding="open", books="open")]


class Case(NamedTuple):
    """The number of players, the options and the seed of a random game."""

    seats: int
    terms: Options
    seed: int


CASES = [Case(seats, terms, seed) for seats in (3, 4) for terms in TERMS for seed in (1, 2, 3)]


MORE_CASES = [Case(3 + seed % 2, TERMS[seed // 2 % 2], seed) for seed in range(20, 40)]


every_case = pytest.mark.parametrize("case", CASES)


def any_move(state: State, picks: random.Random, seed: int) -> tuple[int, Move]:
    """Pick a seat, most often one that must move, and a legal move of it.

    An odd seed accepts most deals, so that there are promises to keep. A seed divisible by four
    makes few bids, so that the pile can run out before everything is sold.
    """
    waiting = sorted(to_move(state))
    seats = range(state.public.seats) if picks.random() < 0.1 else waiting
    can = [(seat, move) for seat in seats for move in legal(state, seat)]
    if not can:
        return any_move(state, picks, seed)
    if seed % 2 and picks.random() < 0.5:
        for seat, move in can:
            if isinstance(move, Accept):
                return seat, move
    if seed % 4 == 0 and picks.random() < 0.9:
        for seat, move in can:
            if isinstance(move, OpenBid) and not move.amount:
                return seat, move
    kinds = sorted({type(move).__name__ for _, move in can})
    kind = picks.choice(kinds)  # first a kind, because most moves are proposals
    return picks.choice([choice for choice in can if type(choice[1]).__name__ == kind])


@cache
def game(case: Case) -> tuple[tuple[Step[State, Event], Any], ...]:
    """Play a random game; return every step with the seat and the move that led to it."""
    luck, step = deal_out(*case)
    picks = random.Random(case.seed)
    found: list[tuple[Step[State, Event], Any]] = [(step, None)]
    while to_move(step.state):
        assert len(found) < 5000, "this game does not end"
        seat, move = any_move(step.state, picks, case.seed)
        step = RULES.play(step.state, seat, move, luck)
        found.append((step, (seat, move)))
    return tuple(found)


def some(case: Case, about: int) -> list[State]:
    """Return some states of a game: one for each new kind of move or phase, and others evenly."""
    steps, seen, found = game(case), set[Any](), list[State]()
    stride = max(1, len(steps) // about)
    for at, (step, made) in enumerate(steps):
        news = (made and type(made[1]), type(step.state.public.phase), step.state.public.dealing)
        if news not in seen or at % stride == 0:
            found.append(step.state)
        seen.add(news)
    return found


class Books:
    """The money, properties and hand sizes of a game, worked out from public events (TR-55)."""

    def __init__(self) -> None:
        self.money: Counter[Any] = Counter()
        self.owners: dict[str, int | None] = dict.fromkeys(PROPERTIES)
        self.hands: Counter[int] = Counter()
        self.pile = 0

    @classmethod
    def of(cls, state: State) -> "Books":
        """Open the books in the middle of a game."""
        books, public = cls(), state.public
        books.money.update(dict(enumerate(public.cash)))
        books.hands.update(dict(enumerate(public.hands)))
        books.pile = public.pile
        for name in PROPERTIES:
            books.money[name] = public.box(name).inside
            books.owners[name] = public.box(name).owner
        return books

    def check(self, step: Step[State, Event]) -> None:
        """Write down the public events of a step, and compare with the new state."""
        for told in step.told:
            if told.to is None:
                self.hear(told.event)
        self.agree(step.state)

    def moves(self, source: Any, goal: Any, amount: int) -> None:
        assert amount >= 0
        self.money[source] -= amount
        self.money[goal] += amount
        assert source == "bank" or self.money[source] >= 0, f"{source} has less than nothing"

    def hear(self, event: Event) -> None:
        match event:
            case Dealt():
                for seat in range(event.seats):
                    self.moves("bank", seat, event.cash)
                    self.hands[seat] = event.cards
                for name in PROPERTIES:
                    self.moves("bank", name, event.inside)
                self.pile = event.pile
            case Added():
                self.moves("bank", event.property, event.amount)
            case Collected():
                self.moves("bank", event.seat, event.amount)
            case Taxed():
                self.moves(event.victim, event.seat, event.amount)
            case ClearingEnded():
                for left in event.left:
                    self.moves(left.property, "bank", left.inside)
            case BidsOpened():
                for bid in event.bids:
                    self.moves(bid.seat, ("table", bid.seat), bid.amount)
            case Raised():
                self.moves(event.seat, ("table", event.seat), event.cash)
                for card in event.investors:
                    self.moves("bank", ("table", event.seat), INVESTORS[card])
                assert self.money["table", event.seat] == event.to
            case Sold():
                self._hear_sold(event)
            case _:
                self._hear_of_a_deal(event)
        self._hear_of_goods(event)

    def _hear_sold(self, event: Sold) -> None:
        for back in event.returned:
            self.moves(("table", back.seat), back.seat, back.amount)
        kept = event.owner == event.seat
        goal = event.property if kept else "bank" if event.owner is None else event.owner
        self.moves(("table", event.seat), goal, event.price)
        assert not any(amount for where, amount in self.money.items() if type(where) is tuple)
        assert (event.inside is None) == kept
        assert event.inside in (None, self.money[event.property])

    def _hear_of_a_deal(self, event: Event) -> None:
        match event:
            case DealStruck(offer=offer):
                self.moves(offer.by, offer.to, offer.give.cash)
                self.moves(offer.to, offer.by, offer.get.cash)
            case PromisePaid(promise=promise):
                self.moves(promise.by, promise.to, event.amount)
                assert event.amount + event.owing == promise.amount
            case HandedOver(promise=promise) | CardGivenBack(promise=promise):
                self.moves(promise.to, promise.by, event.amount)
                assert event.amount + event.owing == promise.amount
            case DebtPaid(debt=debt):
                self.moves(debt.by, debt.to, event.amount)
                for box in event.boxes:
                    assert self.owners[box.property] == debt.by
                    self.moves(box.property, debt.to, box.amount)
                paid = event.amount + sum(box.amount for box in event.boxes)
                assert paid + event.left == debt.amount
            case Ended():
                for seat, total in enumerate(event.totals):
                    mine = [name for name, owner in self.owners.items() if owner == seat]
                    assert total == self.money[seat] + sum(self.money[name] for name in mine)
            case _:
                pass

    def _hear_of_goods(self, event: Event) -> None:
        match event:
            case Drew():
                self.hands[event.seat] += 1
                self.pile -= 1
                assert event.left == self.pile
            case Took():
                self.hands[event.seat] += 1
                self.hands[event.victim] -= 1
            case Played() | KnockedOut() | CameBack():
                self.hands[event.seat] -= 1
            case Raised():
                self.hands[event.seat] -= len(event.investors)
            case Sold():
                self.owners[event.property] = event.seat
            case Swapped():
                self.owners[event.get] = event.seat
                self.owners[event.give] = event.owner
            case Surrendered():
                self.owners[event.property] = event.to
            case HandedOver(promise=promise):
                assert promise.property is not None
                self.owners[promise.property] = promise.to
            case CardGivenBack(promise=promise):
                self.hands[promise.by] -= 1
                self.hands[promise.to] += 1
            case DealStruck(offer=offer):
                for goods, giver, taker in (
                    (offer.give, offer.by, offer.to),
                    (offer.get, offer.to, offer.by),
                ):
                    self.hands[giver] -= len(goods.cards) + goods.random
                    self.hands[taker] += len(goods.cards) + goods.random
                    for name in goods.properties:
                        assert self.owners[name] == giver
                        self.owners[name] = taker
            case _:
                pass

    def agree(self, state: State) -> None:
        public = state.public
        for seat in range(public.seats):
            assert self.money[seat] == public.cash[seat]
            assert self.hands[seat] == public.hands[seat] == len(state.hands[seat])
            assert not Counter(public.open_cards(seat)) - Counter(state.hands[seat])
        for name in PROPERTIES:
            box = public.box(name)
            assert self.money[name] == box.inside
            assert self.owners[name] == box.owner
        bids = public.phase.bids if isinstance(public.phase, Bidding) else ()
        assert {bid.seat: bid.amount for bid in bids} == {
            where[1]: amount
            for where, amount in self.money.items()
            if type(where) is tuple and amount
        }
        assert self.pile == public.pile == len(state.pile)


def all_cards(state: State) -> list[str]:
    """List all cards of a state: in hands, in the pile, discarded or on the table."""
    phase = state.public.phase
    laid = [card for bid in phase.bids for card in bid.cards] if isinstance(phase, Bidding) else []
    hands = [card for hand in state.hands for card in hand]
    return [*hands, *state.pile, *state.public.discards, *laid]
