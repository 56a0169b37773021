"""The moves of Yankee Swap."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.gifts import Card
from games.rules import Seat
from games.yankee.record import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Give:
    """Open a round: give this card from the hand to seat `to`, and declare which gift it is."""

    kind: Literal["give"] = "give"
    card: Card
    to: Seat
    declared: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Look at the offered gift. The player must then pass it on."""

    kind: Literal["look"] = "look"


@dataclass(frozen=True, slots=True, kw_only=True)
class Regift:
    """Pass the gift on after looking at it, with a new claim about what it is."""

    kind: Literal["regift"] = "regift"
    to: Seat
    declared: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Decline:
    """Decline the offered gift, for this reason."""

    kind: Literal["decline"] = "decline"
    reason: Reason


Move: TypeAlias = Give | Look | Regift | Decline
