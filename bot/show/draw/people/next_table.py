"""Draws the end of a private answer to a move: the next table that waits for its player."""

from collections.abc import Sequence

from bot.show.draw.parts import frame
from bot.show.draw.people import todo
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Button, Part, Row, Text, request


def draw(face: AnyFace, table_id: int) -> Sequence[Part]:
    """Name a table that waits for the reader, with a button that opens their hand there."""
    opens = request(frame.HAND.verb, **{todo.NEW_PANEL: "yes"})
    text = Text(f"Next: {face.rules.title}, table {table_id}, waits for you.")
    return [text, Row([Button(f"Open table {table_id}", opens, table=table_id)])]
