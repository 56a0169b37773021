"""The first lines of what is shown to one reader: which game and table, and from when it is. Pure.

Several tables meet in one DM, and a panel that lies there may be of an hour ago.
"""

from bot.host.table_view import TableView
from bot.ui.face import AnyFace
from bot.ui.panel import Panel, Text

MINUTE = 60


def table_of(face: AnyFace, table: TableView) -> str:
    """Name a table by its game and its number."""
    return f"{face.rules.title}, table {table.id}"


def of_hand(face: AnyFace, table: TableView, now: float | None, note: str = "") -> Text:
    """Write the title of a hand that is drawn `now` (None: it is not said when)."""
    lines = [f"### Your hand · {table_of(face, table)}, <#{table.channel}>"]
    if now is not None:
        lines.append(f"-# {as_of(now)}")
    return Text("\n".join([*lines, *([note] if note else [])]))


def headed(face: AnyFace, table: TableView, panel: Panel, now: float) -> Panel:
    """Put a small line over a panel of a table that is drawn `now`."""
    return Panel([Text(f"-# {table_of(face, table)}, {as_of(now)}"), *panel.parts])


def as_of(now: float) -> str:
    """Say from when something is, to the minute: that is all that its reader is shown of it."""
    return f"as of {time(now)}"


def time(at: float) -> str:
    """Write an instant as Discord's own time, to the minute."""
    return f"<t:{int(at) // MINUTE * MINUTE}:t>"


def renewed(at: float) -> str:
    """Say on a panel why a press on what it showed, which was drawn `at`, did nothing."""
    return f"That panel was from {time(at)}, so I did nothing; this is how things stand now."
