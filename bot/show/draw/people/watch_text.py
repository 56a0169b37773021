"""Writes what people read who watch a table at which they don't play."""

from bot.host.reading.table_view import TableView
from bot.show.draw.panels import poster
from bot.show.draw.parts import frame, headers
from bot.show.draw.parts.message import Notice
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Button, Panel, Row, Text

STOP = frame.WATCH.with_args({"say": "no"})


def button(table_id: int, *, watched: bool) -> Button:
    """Return the button that starts or ends watching, for a list of several tables."""
    if watched:
        return Button(f"Stop watching table {table_id}", STOP, table=table_id)
    return Button(f"Watch table {table_id}", frame.WATCH, table=table_id)


def offered(table: TableView) -> Panel:
    """Tell a person that they don't sit at a table, and offer to tell them how it ends."""
    text = (
        f"You aren't at table {table.id}, but you're welcome to watch. Press **Watch**, and I'll "
        "DM you when the game ends."
    )
    return Panel([Text(text), Row([Button("Watch", frame.WATCH)])])


def begun(face: AnyFace, table: TableView, *, dm_closed: bool) -> Panel:
    """Confirm to a person that they watch a table. `dm_closed` means that DMs didn't reach them."""
    text = f"You're watching {headers.table_of(face, table)}. I'll DM you when the game ends."
    if dm_closed:
        text += " My last DM didn't reach you, so allow DMs from this server's members."
    return Panel([Text(text), Row([Button("Stop watching", STOP)])])


def stopped(face: AnyFace, table: TableView) -> Panel:
    """Confirm to a person that they no longer watch a table."""
    text = f"You no longer watch {headers.table_of(face, table)}, so I won't DM you about it."
    return Panel([Text(text), Row([Button("Watch again", frame.WATCH)])])


def ended(face: AnyFace, table: TableView, board: str, person: int) -> Notice:
    """Draw the DM for a watcher when a game has ended. It says only what the poster shows."""
    name = headers.table_of(face, table)
    if table.phase == "ended":
        text = f"{name}, which you watched, was closed before its game was over."
    elif table.public is None:
        text = f"{name}, which you watched, is over."
    else:
        outcome = face.draw.outcome(table.public, table.names)
        text = f"{name}, which you watched, is over. {poster.won(face, outcome, table)}"
    rules = Button("How to play", frame.HOW_TO.with_args({"game": face.rules.name}))
    return Notice(
        content=f"{text}\n{board}",
        row=Row([rules]),
        table=table.id,
        step=table.step,
        person=person,
    )
