"""What a seat or the public may see of a game of Hidden Coins."""

from dataclasses import dataclass

from games.rules import Seat
from tests.small.game.state import Public


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What a seat sees; the public (`seat` is None) has nothing of its own.

    `own`: the coins in one's fist, None until they are in it.
    """

    seat: Seat | None
    seen: Public
    own: int | None
