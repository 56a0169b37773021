"""Deals of TRUMP about a card that the player holds: lend it, or promise its play.

The other party can accept them, because they ask for little money and no card.

For the dealer.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from tests.actors.trump.typed_deals import PROFIT_TITLES, TITLES

PRICES = ("$10", "nothing")
LENDS = 0.6  # chance that the card is lent; otherwise its play is promised
OFFERED = re.compile(r"promises? to (?:give .+ card back|play) ", re.IGNORECASE)
PLAYER = re.compile(r"^\*\*[^*\n]+\*\* · [0-9]+ cards?\b", re.MULTILINE)  # a line of the board
GROUP = re.compile(r"^(?:-# )?\*\*([A-Z][a-z ]+)\*\*: (.*)$", re.MULTILINE)  # cards in a hand
_TITLE = "|".join(re.escape(title) for title in sorted(TITLES, key=len, reverse=True))
HELD = re.compile(rf"({_TITLE})(?: ×[0-9]+)?(?: \(([^)]*)\))?(?=,|$)")

Presses: TypeAlias = Sequence[tuple[str, str]]
"""Parts of a draft, in order: how each begins, and for a menu a pattern for its choice."""


@dataclass(frozen=True, slots=True)
class Held:
    """One kind of card in a hand: its notes, and whether it can be played now."""

    card: str
    notes: str
    now: bool

    @property
    def lent(self) -> bool:
        """Whether one of the kind is borrowed."""
        return "lent by" in self.notes

    @property
    def open(self) -> bool:
        """Whether one of the kind lies open, so that it may be impossible to deal."""
        return self.lent or "you play" in self.notes


def held_in(hand: str) -> list[Held]:
    """Read the kinds of card from the text of a hand."""
    return [
        Held(card, notes, now=title == "Now")
        for title, cards in GROUP.findall(hand)
        for card, notes in HELD.findall(cards)
    ]


def players_on(board: str) -> int:
    """Return how many players a board lists."""
    return len(PLAYER.findall(board))


def terms(dice: Random, turn: int, players: int, hand: str) -> dict[str, str]:
    """Return the options of a deal about a card of a hand; none if it has no suitable card."""
    hidden = [held for held in held_in(hand) if not held.open]
    if not hidden:
        return {}
    price = dice.choice(PRICES)
    playable = _playable(hidden)
    if playable and dice.random() >= LENDS:  # on a turn of the player who offers it
        promised = f"I play {dice.choice(playable)} by {turn + players * dice.choice((1, 1, 2))}"
        return {"give": "nothing", "get": price, "promises": promised}
    card = dice.choice(playable or [held.card for held in hidden])
    by = turn + dice.randint(2, 3 * players)
    return {"give": card, "get": price, "promises": f"they return {card} by {by}"}


def _playable(hidden: Sequence[Held]) -> list[str]:
    """List the profit cards, without those that can't be played now if others can."""
    profits = [held for held in hidden if held.card in PROFIT_TITLES]
    return [held.card for held in profits if held.now] or [held.card for held in profits]


def presses(dice: Random, hand: str) -> Presses:
    """Return what to press on a draft to lend a card of a hand or to promise its play."""
    hidden = [held for held in held_in(hand) if not held.open]
    any_of = "|".join(map(re.escape, _playable(hidden)))
    offers = (("You get…", r"^\$10M$"), ("Propose", ""))
    if any_of and dice.random() >= LENDS:
        menu = "Which other card?" if any_of.startswith("Any") else "Which card?"
        return (("A promise", r"^You play "), (menu, any_of), ("Add", ""), *offers)
    return (
        ("Cards…", ""),
        ("You give a card…", any_of),
        ("A promise", r" gives .+ card back$"),
        ("At the end of which turn?", ""),
        ("Add", ""),
        *offers,
    )


def borrowed_now(hand: str) -> list[str]:
    """List the borrowed cards that a hand says can be played now."""
    return [held.card for held in held_in(hand) if held.lent and held.now]
