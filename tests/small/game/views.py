"""What one seat may see: what everybody sees, and what is its own."""

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
