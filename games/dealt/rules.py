"""The rules of Dealt!: play your hand in the order in which you were dealt it.

A move is a turn in a trick or the placing of a drawn card. Legal moves are in legal.py. Everything
that follows from a move without a player's decision is in trick.py.
"""

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import TypeVar

from games.chance import Chance
from games.dealt.cards import HIGHEST, LOWEST, Card, Cards, readings
from games.dealt.events import (
    Act,
    DealerChosen,
    Event,
    Placed,
    Redrawn,
    ReserveTaken,
    Stopped,
    new_played,
)
from games.dealt.legal import is_legal, moves_of, why_not
from games.dealt.moves import Move, Place, Play, PlayStop, TakeReserve, Turn
from games.dealt.orders import DealtOrders
from games.dealt.player import DealtPlayer
from games.dealt.state import Options, State, mover, new_state
from games.dealt.trick import Telling, clear_trick, deal, draw, settle
from games.dealt.views import View, new_view
from games.rules import IllegalMove, Question, Refusal, Rules, Seat, Standing, Step, new_step

T = TypeVar("T")

_ALONE = tuple(frozenset({seat}) for seat in range(5))
_NOBODY: frozenset[Seat] = frozenset()


class Dealt(Rules[Options, State, Move, Event, View]):
    """Dealt!, for three to five players."""

    orders = DealtOrders()
    player = DealtPlayer()

    name = "dealt"
    title = "Dealt!"
    version = 2
    seats = range(3, 6)

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State, Event]:
        if seats not in self.seats:
            raise Refusal(f"{self.title} is for three to five players.")
        if options.chips not in (2, 3):
            raise Refusal("Everybody gets 2 chips for a short game, or 3 for a longer one.")
        told = Telling()
        dealer = chance.below(seats)
        told.all(DealerChosen(seat=dealer))
        leader = (dealer + 1) % seats  # DL-32
        state = deal(options, dealer, (options.chips,) * seats, (), leader, told, chance)
        return new_step(state, tuple(told))

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        up = state.up
        if seat not in range(len(up.chips)):
            raise IllegalMove("You don't have a seat at this table.")
        if not is_legal(up, seat, state.hands[seat], move):
            raise why_not(state, seat, move)
        told = Telling()
        if isinstance(move, Place):
            state = _place(state, seat, move, told)
            if state.up.drawing is None:
                state = clear_trick(state, told, chance)
        else:
            state = settle(_act(state, seat, move, told), told, chance)
        return new_step(state, tuple(told))

    def view(self, state: State, seat: Seat | None) -> View:
        up, pile = state.up, len(state.pile)
        if seat is None:
            return new_view(seat=None, up=up, pile=pile, hand=(), drawn=None)
        mine = up.drawing is not None and up.drawing.seat == seat
        drawn = state.drawn if mine else None
        return new_view(seat=seat, up=up, pile=pile, hand=state.hands[seat], drawn=drawn)

    def to_move(self, public: View) -> frozenset[Seat]:
        seat = mover(public.up)
        return _NOBODY if seat is None else _ALONE[seat]

    def legal_moves(self, view: View) -> Iterable[Move]:
        return moves_of(view.up, view.seat, view.hand)

    def standing(self, public: View) -> Standing:
        up = public.up
        everybody = frozenset(range(len(up.chips)))
        return Standing(up.chips, everybody - set(up.losers) if up.losers else frozenset())

    def question(self, public: View) -> Question:
        up = public.up
        # Each trick removes at least its leader's card, so the number of discards
        # identifies a trick within its round. All cards drawn for one trick are one
        # question with one deadline: only one seat is asked, and a letter that it types
        # then always means a place in the hand.
        trick = f"{up.round}.{len(up.discards)}"
        asked = "draw" if up.drawing else str(len(up.trick))
        return Question(subject=trick, key=f"{trick}.{asked}")

    def candidates(self, view: View) -> Iterable[Move]:
        for first in range(1, len(view.hand) + 1):
            for size in range(1, 5):
                cards = view.hand[first - 1 : first - 1 + size]
                for values in _candidate_values(cards):
                    yield Play(first=first, cards=cards, values=values)
                for values in readings(cards)[-1:]:
                    yield Play(first=first - 1, cards=cards, values=values)
                    yield Play(first=first + 1, cards=cards, values=values)
                    yield Play(first=first, cards=cards[::-1], values=values)
                    yield Play(first=first, cards=cards, values=values[1:])


def _candidate_values(cards: Cards) -> Iterator[tuple[int, ...]]:
    """Yield all values that cards can have, and some invalid ones, without duplicates."""
    plain = tuple(card if isinstance(card, int) else LOWEST for card in cards)
    found = dict.fromkeys([plain, *readings(cards)])
    for values in readings(cards):
        found |= dict.fromkeys(permutations(values))
    for values in ((LOWEST - 1,), (HIGHEST + 1,), (LOWEST, HIGHEST), (HIGHEST, LOWEST)):
        found |= dict.fromkeys([values] if len(values) == len(cards) else [])
    yield from found


# --- a turn in a trick, and a drawn card ----------------------------------------------------------


def _act(state: State, seat: Seat, move: Turn, told: Telling) -> State:
    """Carry out a player's turn in the trick."""
    up, reserves = state.up, state.up.reserves
    hand: Cards = state.hands[seat]
    back: tuple[Card | None, ...] = up.backs[seat]
    act: Act
    if isinstance(move, TakeReserve):
        card, gap = move.card, move.gap
        act = ReserveTaken(seat=seat, card=card, gap=gap)
        reserve = reserves[seat]
        at = reserve.index(card)
        reserves = _replaced(reserves, seat, reserve[:at] + reserve[at + 1 :])
        hand = _inserted(hand, gap, card)
        back = _inserted(back, gap, card)  # everybody sees the card and its place in the hand
    else:
        if isinstance(move, Play):
            start, end = move.first - 1, move.first - 1 + len(move.cards)
            act = new_played(seat=seat, first=move.first, cards=move.cards, values=move.values)
        else:
            start, end = move.position - 1, move.position
            made = Stopped if isinstance(move, PlayStop) else Redrawn
            act = made(seat=seat, position=move.position)
        hand = hand[:start] + hand[end:]  # DL-5: the remaining cards move together
        back = back[:start] + back[end:]
    told.all(act)
    hands = _replaced(state.hands, seat, hand)
    up = up.after(act, _replaced(up.backs, seat, back), reserves)
    return new_state(up=up, hands=hands, pile=state.pile, drawn=None)


def _place(state: State, seat: Seat, move: Place, told: Telling) -> State:
    """Put a drawn card into the hand, and draw the next card if the player must draw more."""
    up, card = state.up, state.drawn
    assert up.drawing is not None
    assert card is not None
    left = up.drawing.left - 1
    told.all(Placed(seat=seat, gap=move.gap, left=left))
    hand: Cards = _inserted(state.hands[seat], move.gap, card)
    back: tuple[Card | None, ...] = up.backs[seat]
    backs: tuple[tuple[Card | None, ...], ...]
    backs = _replaced(up.backs, seat, _inserted(back, move.gap, None))
    up = up.drawn(backs, None)
    hands = _replaced(state.hands, seat, hand)
    state = new_state(up=up, hands=hands, pile=state.pile, drawn=None)
    return draw(state, seat, left, told) if left else state  # DL-20


def _inserted(row: tuple[T, ...], gap: int, item: T) -> tuple[T, ...]:
    return (*row[:gap], item, *row[gap:])  # DL-6


def _replaced(row: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    return (*row[:seat], item, *row[seat + 1 :])
