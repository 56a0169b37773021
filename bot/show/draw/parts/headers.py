"""Writes the header of a private panel: the game, the table and the time of drawing.

It is needed because a DM can contain panels of several tables, and some may be hours old.
"""

from bot.host.reading.table_view import TableView
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Panel, Text

MINUTE = 60


def table_of(face: AnyFace, table: TableView) -> str:
    """Return the name of a table, which consists of its game and its number."""
    return f"{face.rules.title}, table {table.id}"


def of_hand(face: AnyFace, table: TableView, now: float | None, note: str = "") -> Text:
    """Return the title of a hand. It includes the time of drawing unless `now` is None."""
    lines = [f"### Your hand · {table_of(face, table)}, <#{table.channel}>"]
    if now is not None:
        lines.append(f"-# {as_of(now)}")
    return Text("\n".join([*lines, *([note] if note else [])]))


def headed(face: AnyFace, table: TableView, panel: Panel, now: float) -> Panel:
    """Return a panel with a small line above it that names the game, the table and the time."""
    return Panel([Text(f"-# {table_of(face, table)}, {as_of(now)}"), *panel.parts])


def as_of(now: float) -> str:
    """Write the time at which a panel was drawn, to the minute."""
    return f"as of {time(now)}"


def time(at: float) -> str:
    """Write a time as a Discord timestamp, to the minute."""
    return f"<t:{int(at) // MINUTE * MINUTE}:t>"


def renewed(at: float) -> str:
    """Explain that a press did nothing because its panel is outdated. It was drawn at time `at`."""
    return f"That panel was from {time(at)}, so I did nothing. Here is how things stand now."
