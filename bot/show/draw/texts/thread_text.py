"""Describes a table's thread, and draws what stays in the channel that it was opened in."""

from collections.abc import Mapping
from typing import Final

from bot.host.reading.table_view import TableView
from bot.show.draw.parts import frame
from bot.ui.face.face import Agreed, AnyFace
from bot.ui.panels.panel import Panel, Text
from bot.ui.panels.words import capital, listed
from db.tables.tables import NoThread

IN_CHANNEL: Final[Mapping[NoThread, str]] = {
    "forbidden": "you play in this channel, because I need Create Public Threads here",
    "full": "you play in this channel, because the server has as many threads as Discord allows",
    "failed": "you play in this channel, because Discord made no thread",
}


def term(table: TableView) -> list[Agreed]:
    """Describe that a table is to be played in a thread, if it is."""
    if table.thread != "wanted":
        return []
    return [Agreed("in a thread", "I make one at the deal. This channel gets the result.")]


def line(table: TableView) -> str:
    """Say on the board why a table has no thread, if it wanted one."""
    if table.thread in ("", "wanted"):
        return ""
    why = IN_CHANNEL[table.thread]
    return f"\n-# {capital(why)}."


def opening(face: AnyFace, table: TableView) -> Panel:
    """Draw the board that stays in the channel while the table is played in its thread."""
    agreed = "\n".join(
        f"- **{capital(term.name)}**: {term.means}" for term in face.terms(table.options)
    )
    return Panel(
        [
            Text(f"## {face.rules.title}{frame.pictured(face)}\n{face.pitch}\n{agreed}".rstrip()),
            Text(f"**At the table:** {', '.join(table.names)}"),
            Text(f"The game is in <#{table.channel}>. You're welcome to watch there."),
            Text(f"-# table {table.id}"),
        ]
    )


def result(table: TableView, ending: Panel) -> Panel:
    """Return the final board for the channel that the table was opened in."""
    back = Text(f"-# Table {table.id} was played in <#{table.channel}>.")
    return Panel([*ending.parts, back])


def welcome(face: AnyFace, table: TableView) -> str:
    """Return the first message in a thread. It mentions the players, which adds them."""
    people = listed([f"<@{person}>" for person in table.people if person is not None])
    return f"{face.rules.title}, table {table.id}, is played here by {people}."


def name(face: AnyFace, table: TableView) -> str:
    """Return the name of a table's thread."""
    return f"{face.rules.title}, table {table.id}"[:100]
