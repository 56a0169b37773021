"""Writes the texts that players read when some of them want to end a game early."""

from bot.host.reading.table_view import TableView
from bot.show.draw.parts import frame, presence
from bot.ui.panels.panel import Button, Panel, Row, Text
from games.rules import Seat


def waited_for(table: TableView) -> frozenset[Seat]:
    """Return the seats of the remaining players who haven't agreed to end the game."""
    there = {seat for seat, person in enumerate(table.people) if person is not None}
    return frozenset(there - table.would_end - {*presence.gone_seats(table)})


def line(table: TableView, *, counted: bool = False) -> str:
    """Return the board's line about players who want to end the game, or "" if there are none.

    If `counted` is set, it gives the number of these players instead of their names.
    """
    if not table.would_end or table.phase != "playing":
        return ""
    if counted:
        of = len(table.would_end | waited_for(table))
        return f"\n{len(table.would_end)} of {of} want to end this game now."
    names = table.names.all(table.would_end)
    return f"\n{names} {_want(table)} to end this game now. {_not_yet(table)}"


def _want(table: TableView) -> str:
    return "wants" if len(table.would_end) == 1 else "want"


def _not_yet(table: TableView) -> str:
    others = waited_for(table)
    have = "hasn't" if len(others) == 1 else "haven't"
    return f"{table.names.all(others)} {have} agreed yet."


def buttons(table: TableView) -> list[Button]:
    """Return the board's button for agreeing to end the game, if a player has proposed that."""
    if not table.would_end or table.phase != "playing":
        return []
    return [Button("Agree to end it", frame.END)]


def vote_panel(table: TableView) -> Panel:
    """Draw the confirmation that a player wants to end the game, with a button to undo that."""
    text = (
        f"You want to end the game at table {table.id}, and its board says so. The game goes on "
        f"until everybody agrees. {_not_yet(table)}"
    )
    back = Button("Take it back", frame.END.with_args({"say": "no"}))
    return Panel([Text(text), Row([back])])


def taken_back(table: TableView) -> str:
    """Confirm to a player that they want to continue the game."""
    if not table.would_end:
        return f"You want to play on at table {table.id}."
    others = f"{table.names.all(table.would_end)} still {_want(table)}"
    return f"You want to play on at table {table.id}. {others} to end it."


def closed(table_id: int) -> str:
    """Return the sentence that a table is closed."""
    return f"Table {table_id} is closed."
