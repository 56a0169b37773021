"""What one seat or the public may see: the public facts and the seat's own secrets."""

from dataclasses import dataclass

from games.fast_frozen import constructor_of, fast_frozen
from games.rules import Seat
from games.trump.cards import without
from games.trump.moves import Duty, Plan, Then
from games.trump.state import (
    OPEN_DUTIES,
    Acting,
    Bidding,
    Opening,
    Options,
    Over,
    Phase,
    Proposed,
    Public,
    State,
    Surrendering,
    open_cards,
)


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one seat may see of a state, or what the public may see if `seat` is None."""

    seat: Seat | None
    public: Public
    hand: tuple[str, ...]
    sealed: int | None
    """The seat's own opening bid while it is sealed, or None if the seat has not answered."""
    plan: Plan | None
    """The seat's own plan for the sale."""
    then: Then | None
    """The related card that the seat chose with its open proposal (TR-78)."""
    drawn: tuple[str, ...]
    """The random cards that the seat got in the deal just made."""

    @property
    def options(self) -> Options:
        """Return the options of the table."""
        return self.public.options

    @property
    def phase(self) -> Phase:
        """Return the current phase."""
        return self.public.phase

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.public.cash)

    @property
    def hidden(self) -> tuple[str, ...]:
        """Return the hand without the cards that lie open (TR-80)."""
        return self._hand_without(OPEN_DUTIES)

    @property
    def free(self) -> tuple[str, ...]:
        """Return the hand without the cards promised to be played on a later turn (TR-81)."""
        return self._hand_without(("play",))

    def _hand_without(self, duties: tuple[Duty, ...]) -> tuple[str, ...]:
        if self.seat is None or not self.public.promises:
            return self.hand
        return without(self.hand, open_cards(self.public.promises, self.seat, duties))

    @property
    def cash(self) -> int:
        """Return the seat's cash, including a sealed bid, or 0 for the public."""
        return 0 if self.seat is None else self.public.cash[self.seat]


new_view = constructor_of(View)


def seen_by(state: State, seat: Seat | None) -> View:
    """Build the view of a seat, or of the public if the seat is None."""
    public = state.public
    if seat is None:
        return new_view(
            seat=None, public=public, hand=(), sealed=None, plan=None, then=None, drawn=()
        )
    turn = seat == public.seat  # only the player on turn has a proposal or draws random cards
    return new_view(
        seat=seat,
        public=public,
        hand=state.hands[seat],
        sealed=state.sealed[seat],
        plan=state.plans[seat],
        then=state.then if turn else None,
        drawn=state.drawn if turn else (),
    )


def movers(public: Public) -> frozenset[Seat]:
    """Return the seats that must move. Hidden cards never affect the result."""
    phase = public.phase
    match phase:
        case Acting():  # the usual phase first
            return _ALONE[public.seat]
        case Opening():
            return frozenset(phase.asked) - phase.answered
        case Bidding():
            return _ALONE[phase.turn]
        case Proposed():
            return _ALONE[phase.open.to]
        case Surrendering():
            return _ALONE[phase.victim]
        case Over():
            return frozenset()
        case _:
            return _ALONE[public.seat]


_ALONE = tuple(frozenset({seat}) for seat in range(4))  # a set for each seat, made once
