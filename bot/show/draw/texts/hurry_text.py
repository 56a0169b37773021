"""Writes what the board says while some would let the house answer for a player."""

from bot.host.reading.table_view import TableView
from bot.show.draw.parts import frame
from bot.ui.panels.panel import Button
from games.rules import Seat


def line(table: TableView) -> str:
    """Return the board's line about those who would let the house answer, or ""."""
    if not buttons(table):
        return ""
    names, asked = table.names.all(table.hurried_by), table.names.all(_awaited(table))
    missing = _missing(table)
    rest = f" {table.names.all(missing)} must agree." if missing else ""
    verb = "wants" if len(table.hurried_by) == 1 else "want"
    return f"\n{names} {verb} to let the house answer for {asked}.{rest}"


def buttons(table: TableView) -> list[Button]:
    """Return the button for agreeing, if somebody has proposed that."""
    if not table.hurried_by or not _awaited(table):
        return []
    return [Button("Let the house answer", frame.HURRY)]


def _awaited(table: TableView) -> frozenset[Seat]:
    return table.to_move - table.house - table.stand_in_seats


def _missing(table: TableView) -> frozenset[Seat]:
    people = {seat for seat, person in enumerate(table.people) if person is not None}
    there = people - {seat for seat, gone in enumerate(table.gone) if gone}
    return frozenset(there - table.hurried_by - _awaited(table) - table.stand_in_seats)
