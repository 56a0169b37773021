"""Tells which stored tables can't be read, without telling what is in them."""

import logging
from collections.abc import Mapping

from bot.host.reading.history import NEWS_KEPT
from bot.host.reading.loaded_table import LoadedTable
from db.database import Reads
from db.tables import tables
from db.upkeep import inspection
from games.rules import AnyRules

log = logging.getLogger(__name__)

PROBLEMS_LISTED = 20


async def unreadable_tables(reads: Reads, rules: Mapping[str, AnyRules]) -> list[str]:
    """Read all unfinished tables. Return a sentence about each that can't be read."""
    problems: list[str] = []
    for table_id, game in await inspection.unfinished(reads):
        if game not in rules:
            problems.append(
                f"Table {table_id} plays {game}, a game that this Downeast doesn't have."
            )
        else:
            try:
                await _read(reads, rules[game], table_id)
            except Exception as error:  # whatever goes wrong with a table would stop the bot there
                log.debug("Table %d can't be read (%s)", table_id, type(error).__name__)
                problems.append(f"Table {table_id} ({game}) can't be read, so it can't go on.")
        if len(problems) == PROBLEMS_LISTED:
            problems.append("I stopped there, so more tables may be unreadable.")
            break
    return problems


async def _read(reads: Reads, rules: AnyRules, table_id: int) -> None:
    """Read one table, and build what each of its seats and the public may see."""
    stored = await tables.load(reads, table_id, NEWS_KEPT)
    if stored is None:  # the running bot has just deleted it
        return
    table, entries, _, order_rows, meeting, rematch = stored
    loaded = LoadedTable.read(rules, table, entries, order_rows, meeting, rematch)
    for seat in (None, *(player.seat for player in table.players)):
        loaded.table_view(seat, 0)
