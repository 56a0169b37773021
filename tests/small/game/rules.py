"""How Hidden Coins is played.

What is legal is said once, in `_legal`: `legal_moves` gives that and `play` accepts that, so they
cannot disagree. A game with more moves than can be listed has them share a check instead.
"""

from collections.abc import Iterator
from dataclasses import replace

from games.chance import Chance
from games.rules import IllegalMove, Question, Refusal, Rules, Seat, Standing, Step, Told
from tests.small.game.cards import HANDS
from tests.small.game.events import Began, Event, Guessed, Hid, HidSo, Hurried, Opened, Pondered
from tests.small.game.moves import Guess, Hide, Hurry, Move, Ponder
from tests.small.game.orders import SmallOrders
from tests.small.game.player import SmallPlayer
from tests.small.game.state import Options, Public, State
from tests.small.game.views import View


class SmallRules(Rules[Options, State, Move, Event, View]):
    """Hidden Coins, for two to four players."""

    name = "small"
    title = "Hidden Coins"
    version = 1
    seats = range(2, 5)
    orders = SmallOrders()
    player = SmallPlayer()

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State, Event]:
        """Begin a game; the first guesser is drawn at random."""
        if seats not in self.seats:
            raise Refusal(f"{self.title} is for {self.seats[0]} to {self.seats[-1]}.")
        if options.most not in HANDS:
            raise Refusal(f"A fist can be allowed to hide {HANDS[0]} to {HANDS[-1]} coins.")
        seen = Public(
            options=options,
            first=chance.below(seats),
            ready=(False,) * seats,
            guesses=(),
            hurried=False,
            hands=None,
        )
        state = State(seen=seen, hidden=(None,) * seats)
        return Step(state, (Told(Began(first=seen.first)),))

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        """Make a legal move."""
        if seat not in range(len(state.hidden)):
            raise IllegalMove("You don't sit at this table.")
        view = self.view(state, seat)
        # compare by repr, because True and 1.0 equal 1 but are no number of coins
        meant = {repr(legal): legal for legal in _legal(view)}.get(repr(move))
        match meant:
            case Hide(coins=coins):
                return _hide(state, seat, coins)
            case Guess(total=total):
                return _guess(state, seat, total)
            case Ponder():
                return Step(state, (Told(_pondered(state, seat), frozenset({seat})),))
            case Hurry():
                return _hurry(state, seat)
            case None:
                raise IllegalMove(_why_not(view, move))

    def view(self, state: State, seat: Seat | None) -> View:
        """Build a view: the public half and the coins in the seat's own fist."""
        own = None if seat is None else state.hidden[seat]
        return View(seat=seat, seen=state.seen, own=own)

    def to_move(self, public: View) -> frozenset[Seat]:
        """Return the seats that have hidden nothing yet, then the one whose turn it is to guess."""
        seen = public.seen
        if not all(seen.ready):
            return frozenset(seat for seat, ready in enumerate(seen.ready) if not ready)
        return frozenset() if seen.guesser is None else frozenset({seen.guesser})

    def legal_moves(self, view: View) -> Iterator[Move]:
        """List every legal move, the default move first."""
        return _legal(view)

    def standing(self, public: View) -> Standing:
        """Give a point to the nearest guess."""
        seen = public.seen
        seats = range(len(seen.ready))
        if seen.hands is None:
            return Standing((0,) * len(seats))
        total = sum(seen.hands)
        off = [abs(seen.guesses[(seat - seen.first) % len(seats)] - total) for seat in seats]
        nearest = frozenset(seat for seat in seats if off[seat] == min(off))  # HC-5: ties share
        return Standing(tuple(int(seat in nearest) for seat in seats), nearest)

    def question(self, public: View) -> Question:
        """Ask all players for their coins, then each for a guess about the same coins."""
        seen = public.seen
        if not all(seen.ready):
            return Question(subject="hide", key="hide")
        return Question(subject="guess", key=f"guess {len(seen.guesses)}", hurried=seen.hurried)


def _legal(view: View) -> Iterator[Move]:
    seen, seat = view.seen, view.seat
    if seat is None or seen.hands is not None:
        return
    if not all(seen.ready):
        for coins in range(seen.options.most + 1):  # HC-1: none is a number of coins, too
            if coins != view.own:  # HC-2: they may be changed until all have hidden some
                yield Hide(coins=coins)
    elif seat == seen.guesser:
        for total in seen.totals:
            if total not in seen.guesses:  # HC-3: a number can be guessed only once
                yield Guess(total=total)
        yield Ponder()
    elif not seen.hurried:  # HC-4: nobody is hurried twice
        yield Hurry()


def _hide(state: State, seat: Seat, coins: int) -> Step[State, Event]:
    hidden = (*state.hidden[:seat], coins, *state.hidden[seat + 1 :])
    so: Told[Event] = Told(HidSo(seat=seat, coins=coins), frozenset({seat}))
    if state.seen.ready[seat]:  # a change is private: no event, and nothing public changes
        return Step(replace(state, hidden=hidden), (so,))
    ready = (*state.seen.ready[:seat], True, *state.seen.ready[seat + 1 :])
    after = State(seen=replace(state.seen, ready=ready), hidden=hidden)
    return Step(after, (Told(Hid(seat=seat)), so))


def _guess(state: State, seat: Seat, total: int) -> Step[State, Event]:
    guesses = (*state.seen.guesses, total)
    told: list[Told[Event]] = [Told(Guessed(seat=seat, total=total))]
    hands = None
    if len(guesses) == len(state.hidden):
        hands = tuple(coins for coins in state.hidden if coins is not None)
        told.append(Told(Opened(hands=hands)))
    seen = replace(state.seen, guesses=guesses, hurried=False, hands=hands)
    return Step(replace(state, seen=seen), tuple(told))


def _pondered(state: State, seat: Seat) -> Pondered:
    own, others = state.hidden[seat] or 0, len(state.hidden) - 1
    return Pondered(seat=seat, least=own, most=own + others * state.seen.options.most)


def _hurry(state: State, seat: Seat) -> Step[State, Event]:
    guesser = state.seen.guesser
    assert guesser is not None  # guaranteed, because the move is legal
    seen = replace(state.seen, hurried=True)
    return Step(replace(state, seen=seen), (Told(Hurried(seat=seat, guesser=guesser)),))


def _why_not(view: View, move: Move) -> str:
    """Return the refusal that tells a view's owner why their move is not legal."""
    seen = view.seen
    if seen.hands is not None:
        return "The game is over."
    if isinstance(move, Hide):
        if all(seen.ready):
            return "All fists are closed by now; what is asked for is a guess."
        if move.coins == view.own:
            return "That is what you hide already."
        return f"Hide 0 to {seen.options.most} coins."
    if not all(seen.ready):
        return "Not everybody has hidden their coins yet."
    if isinstance(move, Hurry):
        guessing = view.seat == seen.guesser
        return "You are to guess yourself." if guessing else "That has been said already."
    if view.seat != seen.guesser:
        return "It is not your turn to guess."
    if isinstance(move, Guess) and move.total in seen.guesses:
        return "That number has been said already; guess another."
    return f"There can be 0 to {seen.totals[-1]} coins in all."
