"""What a game is while it is played: what everybody sees, and what lies hidden."""

from dataclasses import dataclass

from games.rules import Seat
from tests.small.game.cards import USUAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The terms. `most`: how many coins a fist can hide."""

    most: int = USUAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    """What everybody sees. All views share it, so nothing that is hidden may be put in here.

    `ready`: who has hidden coins. `guesses`: one after the other, `first` began. `hurried`: whether
    whoever guesses has been hurried. `hands`: what was in the fists, once they are open.
    """

    options: Options
    first: Seat
    ready: tuple[bool, ...]
    guesses: tuple[int, ...]
    hurried: bool
    hands: tuple[int, ...] | None

    @property
    def guesser(self) -> Seat | None:
        """Say whose turn it is to guess; nobody's while coins are hidden, and in the end."""
        if not all(self.ready) or self.hands is not None:
            return None
        return (self.first + len(self.guesses)) % len(self.ready)

    @property
    def totals(self) -> range:
        """Every number of coins that there could be in all."""
        return range(len(self.ready) * self.options.most + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """All there is. `hidden`: the coins in each fist, None until they are in it."""

    seen: Public
    hidden: tuple[int | None, ...]
