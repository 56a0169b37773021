"""The record of finished rounds, one line of text to keep the state's JSON short.

The record is stored with every move and grows with every round. A round is written like `mug 0 isnt
0 1 mug 1 0 pies;`: the card, the seat that took it and the reason it was declined. Then each claim
follows as giver, recipient and declared gift. (Here seat 1 gave the Mug back and called it Pies.)
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, TypeAlias, cast

from games.gifts import Card
from games.rules import Seat

END = ";"

Reason: TypeAlias = Literal["is", "isnt", "coal"]
"""Why a gift was declined: it is the declared gift, it isn't that gift, or it is Coal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One hand-over: the giver, the recipient, and the gift that the giver declared."""

    giver: Seat
    to: Seat
    declared: Card


@cache
def claimed(giver: Seat, to: Seat, declared: Card) -> Claim:
    """Return the claim with these values; equal claims share one object."""
    return Claim(giver=giver, to=to, declared=declared)


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A finished round: its claims, the reason for declining, the card and its taker."""

    claims: tuple[Claim, ...]
    reason: Reason
    card: Card
    taker: Seat

    @property
    def opener(self) -> Seat:
        """The seat whose hand the card came from."""
        return self.claims[0].giver


def noted(claims: tuple[Claim, ...], reason: str, card: Card, taker: Seat) -> str:
    """Return a finished round as a line of the record."""
    said = "".join([f" {claim.giver} {claim.to} {claim.declared}" for claim in claims])
    return f"{card} {taker} {reason}{said}{END}"


def rounds_in(record: str) -> int:
    """Count the rounds in a record."""
    return record.count(END)


@lru_cache(maxsize=256)
def remembered(record: str) -> tuple[Round, ...]:
    """Parse all rounds of a record."""
    return tuple([_read(entry) for entry in record.split(END)[:-1]])


@lru_cache(maxsize=2048)  # a growing record is parsed anew; its old rounds come from here
def _read(entry: str) -> Round:
    card, taker, reason, *words = entry.split(" ")
    claims = [
        Claim(giver=int(giver), to=int(to), declared=declared)
        for giver, to, declared in zip(words[::3], words[1::3], words[2::3], strict=True)
    ]
    return Round(claims=tuple(claims), reason=cast(Reason, reason), card=card, taker=int(taker))
