"""Draws the poster of a finished game: the winner, a podium, memorable moments and buttons."""

from collections.abc import Mapping, Sequence

from bot.host.reading.table_view import TableView
from bot.show.draw.parts import frame, presence
from bot.ui.face.face import AnyFace, Outcome, Place
from bot.ui.face.podium import podium
from bot.ui.paint.avatar import Avatar
from bot.ui.panels.panel import Button, Line, Panel, Part, Picture, Row, Text
from bot.ui.panels.pics import plain
from bot.ui.panels.words import listed
from games.rules import Seat

MOMENTS_SHOWN = 3
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def draw(face: AnyFace, table: TableView, avatars: Mapping[Seat, Avatar] | None = None) -> Panel:
    """Draw the message that a finished game ends with, with the avatars that are known."""
    outcome = face.draw.outcome(table.public, table.names)
    how = f"{outcome.how}\n" if outcome.how else ""
    reveal = frame.heading(frame.revealed(face, table))
    ended = f"{reveal}{how}{_played_by(table)}{presence.house_players(table)}"
    parts: list[Part] = [
        Text(f"# 🏆 {won(face, outcome, table)}\n-# table {table.id}"),
        Text(ended),
        podium(outcome.places, table.names, avatars),
        *_counted(face, table),
    ]
    if moments := _moments(face, table, frame.ROOM - frame.length(parts)):
        parts += [Line(), Text("\n".join(f"- {moment}" for moment in moments))]
    return Panel([*parts, Row(_buttons(face, table))])


def won(face: AnyFace, outcome: Outcome, table: TableView) -> str:
    """Announce the winners, and their score if all of them have the same."""
    winners = [place for place in outcome.places if place.place == 1]
    who = listed([table.names[place.seat] for place in winners])
    wins = f"{who} {'wins' if len(winners) == 1 else 'win'} {face.rules.title.rstrip('!')}"
    if len({place.score for place in winners}) > 1:
        return f"{wins}!"
    return f"{wins} with {winners[0].score}{' each' if len(winners) > 1 else ''}!"


def _played_by(table: TableView) -> str:
    """Mention everybody who played. Mentions in a board ping nobody."""
    played = [f"<@{person}>" for person in table.people if person is not None]
    return f"-# Played by {listed(played)}."


def _counted(face: AnyFace, table: TableView) -> list[Part]:
    """Return the words of the final board: how each score came about."""
    drawing = face.draw.ending(table.public, table.names)
    return [part for part in drawing.parts if not isinstance(part, Picture)]


def _moments(face: AnyFace, table: TableView, room: int) -> Sequence[str]:
    """Return the best moments of a game whose secrets are open, as many as there is room for."""
    found = face.story.moments(table.turns, table.names) if table.turns else ()
    best = found[:MOMENTS_SHOWN]
    return [line for line in best if (room := room - len(plain(line)) - 3) >= 0]


def _buttons(face: AnyFace, table: TableView) -> list[Button]:
    buttons = [Button("Rematch", frame.REMATCH, "yes")] if face.rules.command else []
    if table.secret is not None:
        buttons += [Button("The truth", frame.TRUTH), Button("Was it fair?", frame.FAIR)]
    return [*buttons, Button("Share", frame.SHARE)]


# --- to paste elsewhere ---------------------------------------------------------------------------


def to_share(face: AnyFace, table: TableView) -> Panel:
    """Draw a game's result as lines of plain text that can be copied and pasted anywhere."""
    outcome = face.draw.outcome(table.public, table.names)
    ranked = [_line(place, table) for place in outcome.places]
    lines = "\n".join([f"{face.rules.title} {face.emojis}", *ranked])
    which = f"{face.rules.title}, table {table.id}"
    return Panel(
        [Text(f"The result of {which}. Copy it and paste it anywhere:"), Text(f"```\n{lines}\n```")]
    )


def _line(place: Place, table: TableView) -> str:
    """Write a player's medal, name and score. A name can't end the block of code."""
    name = table.names.plain(place.seat).replace("`", "'")
    medal = "▫️" if place.lost else MEDALS.get(place.place, "▫️")
    return f"{medal} {name} · {place.score}"
