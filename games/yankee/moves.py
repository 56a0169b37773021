"""What the players of Yankee Swap do."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.gifts import Card
from games.rules import Seat
from games.yankee.record import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Give:
    """Open a round: this card from the hand, to that seat, said to be this gift."""

    kind: Literal["give"] = "give"
    card: Card
    to: Seat
    declared: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Look at the gift that is offered; it must be passed on then."""

    kind: Literal["look"] = "look"


@dataclass(frozen=True, slots=True, kw_only=True)
class Regift:
    """Pass on the gift that was looked at, with a claim of one's own."""

    kind: Literal["regift"] = "regift"
    to: Seat
    declared: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Decline:
    """Decline the gift that is offered, for this reason."""

    kind: Literal["decline"] = "decline"
    reason: Reason


Move: TypeAlias = Give | Look | Regift | Decline
