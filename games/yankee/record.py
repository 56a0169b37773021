"""The rounds that have been played, and how they are written small: as one line of text.

They go through JSON with every move, and there are more of them with every round. `mug 0 isnt 0 1
mug 1 0 pies;` is a round: the card that it was, who took it, and why it was declined; then each
claim: by whom, to whom, as what. (So seat 1 gave the Mug back and called it Pies.)
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, TypeAlias, cast

from games.gifts import Card
from games.rules import Seat

END = ";"

Reason: TypeAlias = Literal["is", "isnt", "coal"]
"""Why one shouldn't have: it is what was said, it isn't, it is Coal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One hand-over: who gave the gift to whom, and what they said it is."""

    giver: Seat
    to: Seat
    declared: Card


@cache
def claimed(giver: Seat, to: Seat, declared: Card) -> Claim:
    """Write a claim down; each that there can be is made once."""
    return Claim(giver=giver, to=to, declared=declared)


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round that has been played: what was claimed and said, what it was, who took it."""

    claims: tuple[Claim, ...]
    reason: Reason
    card: Card
    taker: Seat

    @property
    def opener(self) -> Seat:
        """Whose hand the card came from."""
        return self.claims[0].giver


def noted(claims: tuple[Claim, ...], reason: str, card: Card, taker: Seat) -> str:
    """Write a round."""
    said = "".join([f" {claim.giver} {claim.to} {claim.declared}" for claim in claims])
    return f"{card} {taker} {reason}{said}{END}"


def rounds_in(record: str) -> int:
    """Count the rounds of a record."""
    return record.count(END)


@lru_cache(maxsize=256)
def remembered(record: str) -> tuple[Round, ...]:
    """Read all rounds of a record."""
    return tuple([_read(entry) for entry in record.split(END)[:-1]])


@lru_cache(maxsize=2048)  # a record is read anew whenever it has grown: what was told stays
def _read(entry: str) -> Round:
    card, taker, reason, *words = entry.split(" ")
    claims = [
        Claim(giver=int(giver), to=int(to), declared=declared)
        for giver, to, declared in zip(words[::3], words[1::3], words[2::3], strict=True)
    ]
    return Round(claims=tuple(claims), reason=cast(Reason, reason), card=card, taker=int(taker))
