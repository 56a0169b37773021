"""What each may see and remember of the table (Dead Man's Chest)."""

from dataclasses import dataclass

from games.deadman.dice import Dice
from games.deadman.state import Chest, Made, Options, Showdown, State, survivors
from games.maker import maker
from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one seat, or the public, sees and remembers."""

    seat: Seat | None
    options: Options
    gems: tuple[int, ...]
    holder: Seat
    chest: Chest
    dice: Dice | None
    """What this seat knows to lie in the chest: its own roll, or one it saw and nobody shook since
    (DM-10)."""
    seen_by: frozenset[Seat]
    bids: tuple[Made, ...]
    showdowns: tuple[Showdown, ...]

    @property
    def over(self) -> int | None:
        """The bid to beat."""
        return self.bids[-1].value if self.bids else None

    @property
    def round(self) -> int:
        """Which round it is, from 1; after the end, the last one."""
        return len(self.showdowns) + (survivors(self.gems) > 1)


new_view = maker(View)


def seen_from(state: State, seat: Seat | None) -> View:
    """Build what a seat may see: the table, and the dice if it has seen these very dice."""
    return new_view(
        seat=seat,
        options=state.options,
        gems=state.gems,
        holder=state.holder,
        chest=state.chest,
        dice=state.dice if seat in state.seen_by else None,
        seen_by=state.seen_by,
        bids=state.bids,
        showdowns=state.showdowns,
    )
