"""Writes what a player is told whom a moderator has taken off a table before the deal."""

from bot.host.reading.table_view import TableView
from bot.show.draw.parts import frame, headers
from bot.show.draw.parts.message import Notice
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Button, Row


def removed(face: AnyFace, table: TableView) -> str:
    """Return the sentence for the removed player."""
    return (
        f"A moderator took you off {headers.table_of(face, table)} in <#{table.channel}> before "
        "its deal, so your seat there is free again."
    )


def ping(face: AnyFace, table: TableView, person: int) -> Notice:
    """Draw the notice in the table's channel for a player whom no DM reaches."""
    rules = Button("How to play", frame.HOW_TO.with_args({"game": face.rules.name}))
    return Notice(
        content=f"<@{person}> {removed(face, table)}",
        row=Row([rules]),
        table=table.id,
        step=table.step,
        person=person,
    )
