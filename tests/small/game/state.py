"""The state of a game of Hidden Coins: a public half and the hidden coins."""

from dataclasses import dataclass

from games.rules import Seat
from tests.small.game.cards import USUAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options. `most`: how many coins a fist can hide."""

    most: int = USUAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    """The public half of the state. All views share it, so it must hold no secret.

    `ready`: which seats have hidden coins. `guesses`: in order, starting with seat `first`.
    `hurried`: whether the guesser was hurried. `hands`: the coins in the fists once they are open.
    """

    options: Options
    first: Seat
    ready: tuple[bool, ...]
    guesses: tuple[int, ...]
    hurried: bool
    hands: tuple[int, ...] | None

    @property
    def guesser(self) -> Seat | None:
        """Return the seat that must guess; None while coins are being hidden, and at the end."""
        if not all(self.ready) or self.hands is not None:
            return None
        return (self.first + len(self.guesses)) % len(self.ready)

    @property
    def totals(self) -> range:
        """Every possible total of coins."""
        return range(len(self.ready) * self.options.most + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The whole state. `hidden`: the coins in each fist, None until its owner hides some."""

    seen: Public
    hidden: tuple[int | None, ...]
