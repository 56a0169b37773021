"""Describes each game on a card, for a page that invites people to begin one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.ui.face.face import AnyFace
from bot.ui.panels.pics import all_pics
from bot.ui.panels.words import capital, spoken

COMPANY = 3
"""How many sit at a table that house players fill, unless the game wants more or allows fewer."""
DEAL = "Deal"
"""The label of the button that deals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCard:
    """One game on a card. `fill` are the options of its command that fill the table."""

    command: str
    """The command that opens a table: `trump start`."""
    title: str
    about: str
    """What the game is, in one sentence."""
    players: str
    """How many can play: `3 to 5 players`."""
    duration: str
    """How long a game takes people who check in on and off, or "" if nobody measured it."""
    pictures: tuple[bytes, ...]
    """Small pictures as PNGs."""
    fill: Mapping[str, int]
    deal: str = DEAL


def game_cards(faces: Iterable[AnyFace]) -> list[GameCard]:
    """Return the cards of all games that have a command."""
    return [_card(face) for face in faces if face.rules.command]


def _card(face: AnyFace) -> GameCard:
    rules = face.rules
    return GameCard(
        command=f"{rules.command} start",
        title=rules.title,
        about=f"{capital(face.about)}.",
        players=f"{spoken(rules.seats)} players",
        duration=_duration(face.hours),
        pictures=tuple(all_pics()[name].file.read_bytes() for name in face.pics),
        fill={} if rules.player is None else {"house": _house_players(rules.seats)},
    )


def _duration(hours: Mapping[int, int]) -> str:
    if not hours:
        return ""
    low, high = min(hours.values()), max(hours.values())
    return f"{low} to {high} hours on and off"


def _house_players(seats: range) -> int:
    """Return how many house players sit down with one person."""
    return min(max(COMPANY, seats.start), seats.stop - 1) - 1
