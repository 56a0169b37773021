"""What one seat, or the public, may see: what everybody knows, and what is the seat's own."""

from dataclasses import dataclass

from games.maker import maker
from games.rules import Seat
from games.trump.moves import Plan, Then
from games.trump.state import Options, Phase, Public, State


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """One seat's view (`seat`), or the public's (None). `public` is the same object for all."""

    seat: Seat | None
    public: Public
    hand: tuple[str, ...]
    sealed: int | None
    """One's own opening bid while it is sealed; None: not said."""
    plan: Plan | None
    """One's own plan for the sale."""
    then: Then | None
    """What oneself has said with the proposal on the table."""
    drawn: tuple[str, ...]
    """The random cards that the deal just struck has brought oneself."""

    @property
    def options(self) -> Options:
        """The terms."""
        return self.public.options

    @property
    def phase(self) -> Phase:
        """What is going on."""
        return self.public.phase

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.public.cash)

    @property
    def cash(self) -> int:
        """What oneself has in hand, a sealed bid included; 0 for the public."""
        return 0 if self.seat is None else self.public.cash[self.seat]


new_view = maker(View)


def seen_by(state: State, seat: Seat | None) -> View:
    """Build the view of a seat, or of the public."""
    public = state.public
    if seat is None:
        return new_view(
            seat=None, public=public, hand=(), sealed=None, plan=None, then=None, drawn=()
        )
    turn = seat == public.seat  # it is the proposer who has said what follows, and to whom it came
    return new_view(
        seat=seat,
        public=public,
        hand=state.hands[seat],
        sealed=state.sealed[seat],
        plan=state.plans[seat],
        then=state.then if turn else None,
        drawn=state.drawn if turn else (),
    )
