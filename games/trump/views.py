"""What one seat or the public may see: the public facts and the seat's own secrets."""

from dataclasses import dataclass

from games.fast_frozen import fast_frozen
from games.rules import Seat
from games.trump.moves import Plan, Then
from games.trump.state import Options, Phase, Public, State


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
    def cash(self) -> int:
        """Return the seat's cash, including a sealed bid, or 0 for the public."""
        return 0 if self.seat is None else self.public.cash[self.seat]


def seen_by(state: State, seat: Seat | None) -> View:
    """Build the view of a seat, or of the public if the seat is None."""
    public = state.public
    if seat is None:
        return View(seat=None, public=public, hand=(), sealed=None, plan=None, then=None, drawn=())
    turn = seat == public.seat  # only the player on turn has a proposal or draws random cards
    return View(
        seat=seat,
        public=public,
        hand=state.hands[seat],
        sealed=state.sealed[seat],
        plan=state.plans[seat],
        then=state.then if turn else None,
        drawn=state.drawn if turn else (),
    )
