"""The rules of Dealt!: play the hand you were dealt, in the order you were dealt it.

A decision is a turn in a trick or the placing of a drawn card; all that follows from one by itself
is in trick.py. Each move is checked against the hand it names before anything is touched.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from games.chance import Chance
from games.dealt.cards import LONGEST, Card, Cards, beats, spoken, strength
from games.dealt.state import (
    Act,
    DealerChosen,
    Event,
    FaceUp,
    Move,
    Options,
    Place,
    Placed,
    Play,
    Played,
    PlayRedraw,
    PlayStop,
    Redrawn,
    ReserveTaken,
    State,
    Stopped,
    TakeReserve,
    View,
    to_beat,
    turn,
)
from games.dealt.trick import Telling, clear_trick, deal, draw, plays, settle
from games.rules import IllegalMove, Question, Refusal, Rules, Seat, Standing, Step

T = TypeVar("T")


class Dealt(Rules[Options, State, Move, Event, View]):
    """Dealt! for three to five players."""

    name = "dealt"
    title = "Dealt!"
    version = 1
    seats = range(3, 6)

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State, Event]:
        if seats not in self.seats:
            raise Refusal("Dealt! is for three to five players.")
        if options.chips not in (2, 3):
            raise Refusal("Everybody gets 2 chips for a short game, or 3 for a longer one.")
        told = Telling()
        dealer = chance.below(seats)
        told.all(DealerChosen(seat=dealer))
        leader = (dealer + 1) % seats  # DL-32
        up = FaceUp(
            options=options,
            dealer=dealer,
            round=1,
            chips=(options.chips,) * seats,
            backs=(),
            reserves=(),
            inside=(),
            leader=leader,
        )
        return Step(deal(up, leader, told, chance), tuple(told))

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        up = state.up
        if up.losers:
            raise IllegalMove("The game is over; no more cards are played.")
        if not 0 <= seat < len(up.chips):
            raise IllegalMove("You do not sit at this table.")
        told = Telling()
        if up.drawing is not None:
            state = _place(state, seat, move, told)
            if state.up.drawing is None:
                state = clear_trick(state, told, chance)
            return Step(state, tuple(told))
        if seat != turn(up):
            raise IllegalMove(_not_your_turn(up, seat))
        state = _act(state, seat, move, told)
        return Step(settle(state, told, chance), tuple(told))

    def view(self, state: State, seat: Seat | None) -> View:
        pile = len(state.pile)
        if seat is None:
            return View(None, state.up, pile)
        drawing = state.up.drawing
        mine = drawing is not None and drawing.seat == seat
        return View(seat, state.up, pile, state.hands[seat], state.drawn if mine else None)

    def awaited(self, public: View) -> frozenset[Seat]:
        up = public.up
        if up.losers:
            return frozenset()
        seat = up.drawing.seat if up.drawing else turn(up)
        return frozenset() if seat is None else frozenset({seat})

    def moves(self, view: View) -> Iterable[Move]:
        seat, up, hand = view.seat, view.up, view.hand
        if seat is None or seat not in self.awaited(view):
            return
        if view.drawn is not None:
            yield from (Place(card=view.drawn, gap=gap) for gap in _from_the_right(hand))
            return
        # DL-8, DL-36: a leader plays, the leftmost card first; others take a reserve card first
        takes = [
            TakeReserve(card=card, gap=gap)
            for card in dict.fromkeys(up.reserves[seat] if up.trick else ())
            for gap in _from_the_right(hand)
        ]
        yield from takes[:1]
        yield from plays(hand, to_beat(up))
        yield from takes[1:]

    def standing(self, public: View) -> Standing:
        up = public.up
        everybody = frozenset(range(len(up.chips)))
        return Standing(up.chips, everybody - set(up.losers) if up.losers else frozenset())

    def question(self, public: View) -> Question:
        up = public.up
        # all the cards drawn for one trick are one question, and share one deadline
        asked = "draw" if up.drawing else str(len(up.trick))
        return Question(f"{up.round}.{len(up.discards)}.{asked}")


def _from_the_right(hand: Cards) -> Iterator[int]:
    """Yield the gaps of a hand, the right end first: where the clock puts a card (DL-36)."""
    return iter(range(len(hand), -1, -1))


def _not_your_turn(up: FaceUp, seat: Seat) -> str:
    if seat not in up.inside:
        return "You are out of this round, and safe: just watch until the next deal."
    if any(act.seat == seat for act in up.trick):
        return "You have acted in this trick already; everybody does so once."
    return "It is not your turn yet: somebody else is to act before you."


# --- a turn in a trick ----------------------------------------------------------------------------


def _act(state: State, seat: Seat, move: Move, told: Telling) -> State:
    """Do what a player does in their turn. Raises IllegalMove."""
    if isinstance(move, Place):
        raise IllegalMove("You have drawn no card that could be placed.")
    if isinstance(move, TakeReserve):
        return _take(state, seat, move, told)
    act: Played | Stopped | Redrawn
    if isinstance(move, Play):
        _check_play(state, seat, move)
        first, size = move.first, len(move.cards)
        act = Played(seat=seat, first=first, cards=move.cards, values=move.values)
    else:
        _check_special(state.hands[seat], move)
        first, size = move.position, 1
        made = Stopped if isinstance(move, PlayStop) else Redrawn
        act = made(seat=seat, position=first)
    return _record(_without(state, seat, first, size), act, told)


def _record(state: State, act: Act, told: Telling) -> State:
    told.all(act)
    return replace(state, up=replace(state.up, trick=(*state.up.trick, act)))


def _check_play(state: State, seat: Seat, move: Play) -> None:
    """Raise IllegalMove unless this is a combination from the hand, higher than the last."""
    hand, over = state.hands[seat], to_beat(state.up)
    if not 1 <= len(move.cards) <= LONGEST:
        raise IllegalMove("A combination is one, two or three neighbouring cards of your hand.")
    start = move.first - 1
    if start < 0 or hand[start : start + len(move.cards)] != move.cards:  # DL-5
        raise IllegalMove(
            f"Those cards do not lie side by side at {move.first} in your hand (now): look again."
        )
    if "Stop" in move.cards or "Redraw" in move.cards:  # DL-7
        raise IllegalMove("Stop and Redraw have no value: each is played alone, as what it is.")
    if len(move.values) != len(move.cards) or any(
        card not in ("X", value) for card, value in zip(move.cards, move.values, strict=True)
    ):  # DL-4
        raise IllegalMove("Every number counts as itself; only an X counts as what you say.")
    if strength(move.values) is None:
        cards = " and ".join(str(value) for value in move.values)
        verb = "is" if len(move.values) == 1 else "make"
        raise IllegalMove(
            f"{cards} {verb} no combination. Play a number from 1 to 12, two or three in sequence,"
            " or two or three alike."
        )
    if move.over != over:
        raise IllegalMove(
            f"The trick has changed: the highest combination is {spoken(over)} now. Choose again."
        )
    if not beats(move.values, over):  # DL-3
        raise IllegalMove(
            f"{spoken(move.values).capitalize()} does not beat {spoken(over)}; it must be strictly"
            " higher. Play more, a Stop or a Redraw, or take a reserve card."
        )


def _check_special(hand: Cards, move: PlayStop | PlayRedraw) -> None:
    wanted = "Stop" if isinstance(move, PlayStop) else "Redraw"
    if not 1 <= move.position <= len(hand) or hand[move.position - 1] != wanted:
        raise IllegalMove(f"There is no {wanted} at {move.position} in your hand.")


def _take(state: State, seat: Seat, move: TakeReserve, told: Telling) -> State:
    """Move a reserve card into the hand; everybody sees which, and where it goes."""
    reserve = state.up.reserves[seat]
    if not state.up.trick:  # DL-8
        raise IllegalMove("You lead this trick, so you play: one to three cards of your hand.")
    if not reserve:  # DL-10
        raise IllegalMove("Your reserve is used up: you must play, and you can.")
    if move.card not in reserve:  # DL-13
        cards = " and ".join(str(card) for card in reserve)
        raise IllegalMove(f"{move.card} is not in your reserve; you can take {cards}.")
    at = reserve.index(move.card)
    left = reserve[:at] + reserve[at + 1 :]
    state = _with(state, seat, move.gap, move.card, seen=True)
    reserves = _replaced(state.up.reserves, seat, left)
    state = replace(state, up=replace(state.up, reserves=reserves))
    return _record(state, ReserveTaken(seat=seat, card=move.card, gap=move.gap), told)


# --- drawing for a Redraw -------------------------------------------------------------------------


def _place(state: State, seat: Seat, move: Move, told: Telling) -> State:
    """Put a drawn card into the hand and draw the next, if one is owed. Raises IllegalMove."""
    drawing, card = state.up.drawing, state.drawn
    if drawing is None or card is None or drawing.seat != seat:
        raise IllegalMove("Somebody is drawing cards for a Redraw; the next trick comes after it.")
    if not isinstance(move, Place):
        raise IllegalMove(f"You drew a card, {card}: first put it somewhere into your hand.")
    if move.card != card:
        raise IllegalMove(f"The card to place now is {card}, not {move.card}.")
    state = _with(state, seat, move.gap, card, seen=False)
    left = drawing.left - 1
    told.all(Placed(seat=seat, gap=move.gap, left=left))
    if left:
        return draw(state, seat, left, told)  # DL-20
    return replace(state, up=replace(state.up, drawing=None), drawn=None)


# --- hands ----------------------------------------------------------------------------------------


def _with(state: State, seat: Seat, gap: int, card: Card, *, seen: bool) -> State:
    """Insert a card into a hand (DL-6). Raises IllegalMove if there is no such gap."""
    hand, back = state.hands[seat], state.up.backs[seat]
    if not 0 <= gap <= len(hand):
        raise IllegalMove(
            f"Your hand has {len(hand)} cards: the card can become number 1 to {len(hand) + 1}."
        )
    shown: tuple[Card | None] = (card if seen else None,)
    return _hold(state, seat, (*hand[:gap], card, *hand[gap:]), (*back[:gap], *shown, *back[gap:]))


def _without(state: State, seat: Seat, first: int, size: int) -> State:
    """Take cards out of a hand; the rest closes up (DL-5)."""
    hand, back = state.hands[seat], state.up.backs[seat]
    start, end = first - 1, first - 1 + size
    return _hold(state, seat, hand[:start] + hand[end:], back[:start] + back[end:])


def _hold(state: State, seat: Seat, hand: Cards, back: tuple[Card | None, ...]) -> State:
    up = replace(state.up, backs=_replaced(state.up.backs, seat, back))
    return replace(state, up=up, hands=_replaced(state.hands, seat, hand))


def _replaced(row: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    return (*row[:seat], item, *row[seat + 1 :])
