"""What each seat at a table of Yankee Swap can see and remember (YS-19)."""

from dataclasses import dataclass

from games.fast_frozen import copier_of, fast_frozen
from games.gifts import Card
from games.rules import Seat
from games.yankee.record import Round, remembered, rounds_in
from games.yankee.state import Offer, Options, Phase, State, targets


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Everything that one seat sees and remembers. Only `held` and `known` are private.

    `hands` and `tree` are counts. `coal_left` is public too, since any player could keep count.
    `known` is the offered card if this seat knows it, else None.
    """

    seat: Seat | None
    options: Options
    hands: tuple[int, ...]
    displays: tuple[tuple[Card, ...], ...]
    tree: int
    coal_left: tuple[int, ...]
    record: str
    phase: Phase
    held: tuple[Card, ...]
    known: Card | None

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.hands)

    @property
    def rounds(self) -> int:
        """The number of finished rounds."""
        return rounds_in(self.record)

    @property
    def past(self) -> tuple[Round, ...]:
        """The finished rounds."""
        return remembered(self.record)

    @property
    def may_look(self) -> bool:
        """Whether the player who is offered a gift may look at it."""
        return isinstance(self.phase, Offer) and self.phase.may_look(
            self.seats, self.options.strict
        )

    @property
    def targets(self) -> tuple[Seat, ...]:
        """The seats to which the seat that is to move may give, nearest first."""
        return targets(self.phase, self.seats, self.options.strict)


_view_of = copier_of(View, "options", "displays", "coal_left", "record", "phase")


def seen(state: State, seat: Seat | None) -> View:
    """Build what one seat sees; `None` is the public."""
    phase, hands = state.phase, state.hands
    # YS-19: displays, hand sizes and claims are public; hands and the offered card are private.
    knows = seat is not None and isinstance(phase, Offer) and seat in phase.handled
    return _view_of(
        state,
        seat=seat,
        hands=tuple(map(len, hands)),
        tree=len(state.tree),
        held=() if seat is None else hands[seat],
        known=state.gift if knows else None,
    )
