"""Writes the results of games. Only their rules can tell the places and points."""

from bot.host.reading.loaded_table import LoadedTable
from db.database import Transaction
from db.tables import results
from db.tables.tables import Table


def has_ended(table: Table) -> bool:
    """Return whether the game of a table is over, or the table was closed."""
    return table.phase in ("over", "ended")


async def write_results(tx: Transaction, ended: LoadedTable) -> None:
    """Store the results of a table whose game has ended in this transaction."""
    await results.write(tx, ended.table.id)
    await rank(tx, ended)


async def rank(tx: Transaction, ended: LoadedTable) -> None:
    """Add the places to a table's results, if its game is over and its rules can read the state."""
    if ended.table.phase == "over" and ended.state is not None:
        standing = ended.rules.standing(ended.public)
        await results.rank(tx, ended.table.id, standing.places, standing.points)
