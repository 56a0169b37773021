"""The games of a bot on cards, which the page's welcome shows so that one click begins a game.

A bot in the playground's own process hands its cards over (`Playground.show_games`). Without cards
the welcome offers the bot's commands.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from discord_playground.world.discord_errors import Json


class GameCard(Protocol):
    """One game: how it is begun, and what its card says."""

    @property
    def command(self) -> str:
        """The slash command that opens a table: `chess start`."""
        ...

    @property
    def title(self) -> str: ...

    @property
    def about(self) -> str:
        """What the game is, in one sentence."""
        ...

    @property
    def players(self) -> str:
        """How many can play: `2 players`."""
        ...

    @property
    def duration(self) -> str:
        """How long a game takes, or "" if nobody knows."""
        ...

    @property
    def pictures(self) -> Sequence[bytes]:
        """Small pictures as PNGs."""
        ...

    @property
    def fill(self) -> Mapping[str, int]:
        """The options of the command that fill the table with players of the bot's own."""
        ...

    @property
    def deal(self) -> str:
        """The label of the button that begins the game at a full table."""
        ...


Cards: TypeAlias = Callable[[], Sequence[GameCard]]


def no_cards() -> Sequence[GameCard]:
    """Return no cards, as long as no bot has handed any over."""
    return ()


def shape(number: int, card: GameCard) -> Json:
    """Return a card as the page reads it, with the addresses of its pictures."""
    return {
        "command": card.command,
        "title": card.title,
        "about": card.about,
        "players": card.players,
        "duration": card.duration,
        "pictures": [f"/games/{number}/{at}.png" for at in range(len(card.pictures))],
        "fill": dict(card.fill),
        "deal": card.deal,
    }
