"""What a pirate can do with the chest, and what is told of it (Dead Man's Chest)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.deadman.dice import Dice
from games.rules import Seat


@dataclass(frozen=True, slots=True)
class Challenge:
    """Doubt a bid: the lid comes off."""

    kind: Literal["challenge"] = "challenge"
    bid: int = 0


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid a value over another (None: open the round), and pass the chest to the left."""

    kind: Literal["bid"] = "bid"
    value: int = 0
    over: int | None = None


@dataclass(frozen=True, slots=True)
class Shake:
    """Believe a bid and shake the chest; look at once, or leave the lid on for now."""

    kind: Literal["shake"] = "shake"
    over: int | None = None
    look: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """Look at what one has shaken oneself."""

    kind: Literal["look"] = "look"
    over: int | None = None


@dataclass(frozen=True, slots=True)
class ShakeAgain:
    """Shake a second time. Nobody will see what lies there then, unless it is challenged."""

    kind: Literal["again"] = "again"
    over: int | None = None


Move: TypeAlias = Challenge | Bid | Shake | Look | ShakeAgain


@dataclass(frozen=True, slots=True)
class Opened:
    """A round has begun: its opener has shaken the chest and looked into it."""

    kind: Literal["opened"] = "opened"
    seat: Seat = 0
    round: int = 1


@dataclass(frozen=True, slots=True)
class Shook:
    """The chest was shaken; `blind`: a second time, and nobody looks."""

    kind: Literal["shook"] = "shook"
    seat: Seat = 0
    blind: bool = False


@dataclass(frozen=True, slots=True)
class Looked:
    """Somebody looked under the lid. What they saw is theirs (DM-17)."""

    kind: Literal["looked"] = "looked"
    seat: Seat = 0


@dataclass(frozen=True, slots=True)
class HasBid:
    """A bid was made, and the chest passed to the left; `unseen`: just as it had come."""

    kind: Literal["has_bid"] = "has_bid"
    seat: Seat = 0
    value: int = 0
    to: Seat = 0
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class Challenged:
    """A bid was doubted; `forced`: it was the second Dead Man of the round."""

    kind: Literal["challenged"] = "challenged"
    seat: Seat = 0
    bidder: Seat = 0
    bid: int = 0
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Revealed:
    """The lid came off, for everybody."""

    kind: Literal["revealed"] = "revealed"
    dice: Dice = (0, 0)
    bid: int = 0


@dataclass(frozen=True, slots=True)
class LostGem:
    """A gem went out of play; with none `left`, its pirate did too."""

    kind: Literal["lost_gem"] = "lost_gem"
    seat: Seat = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class Won:
    """One pirate alone has gems."""

    kind: Literal["won"] = "won"
    seat: Seat = 0
    gems: int = 0


Event: TypeAlias = Opened | Shook | Looked | HasBid | Challenged | Revealed | LostGem | Won
