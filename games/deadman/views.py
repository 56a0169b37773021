"""The part of a Dead Man's Chest game that a seat or the public may see."""

from dataclasses import dataclass

from games.deadman.dice import Dice
from games.deadman.state import Chest, Made, Options, Showdown, State, survivors
from games.fast_frozen import copier_of, fast_frozen
from games.rules import Seat


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Everything that one seat, or the public, sees and remembers."""

    seat: Seat | None
    options: Options
    gems: tuple[int, ...]
    holder: Seat
    chest: Chest
    dice: Dice | None
    """The dice in the chest if this seat knows them: it rolled or saw them, and nobody has shaken
    the chest since (DM-10).
    """
    seen_by: frozenset[Seat]
    bids: tuple[Made, ...]
    showdowns: tuple[Showdown, ...]

    @property
    def over(self) -> int | None:
        """The bid to beat."""
        return self.bids[-1].value if self.bids else None

    @property
    def round(self) -> int:
        """The number of the current round, counted from 1, or of the last round after the end."""
        return len(self.showdowns) + (survivors(self.gems) > 1)


_view_of = copier_of(View, "options", "gems", "holder", "chest", "seen_by", "bids", "showdowns")


def seen_from(state: State, seat: Seat | None) -> View:
    """Build a seat's view: the public table, and the dice if the seat has seen these same dice."""
    return _view_of(state, seat=seat, dice=state.dice if seat in state.seen_by else None)
