"""Deletes everything that is no longer kept, or all that belongs to one server.

The nightly sweep of the running bot and the command `prune` do the same, one with pauses.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.host.deleting.expiry import Expiry
from bot.ui.panels.words import listed
from db.upkeep.deletion import Stored

Pause: TypeAlias = Callable[[], Awaitable[None]]


@dataclass
class Swept:
    """What was deleted: finished tables and their rows by game, and the same of whole servers.

    `other_rows` are the rows of servers that belong to no table.
    """

    tables: Counter[str] = field(default_factory=Counter[str])
    rows: int = 0
    servers: dict[int, "Swept"] = field(default_factory=dict[int, "Swept"])
    other_rows: int = 0

    def add(self, tables: Iterable[Stored]) -> None:
        """Count tables and their rows."""
        for table in tables:
            self.tables[table.game] += 1
            self.rows += table.rows

    @property
    def is_nothing(self) -> bool:
        """Whether nothing at all was deleted."""
        return not (self.rows or self.servers or self.other_rows)

    def counted(self) -> str:
        """Write how many tables and rows there are, such as `3 tables (3 of deadman, 90 rows)`."""
        number = self.tables.total()
        by_game = [f"{count} of {game}" for game, count in sorted(self.tables.items())]
        inside = f" ({listed(by_game)}; {rows_of(self.rows)})" if by_game else ""
        return f"{number} {'table' if number == 1 else 'tables'}{inside}"

    def facts(self) -> dict[str, object]:
        """Return the same as values that JSON can hold."""
        return {
            "tables": dict(sorted(self.tables.items())),
            "rows": self.rows,
            "other_rows": self.other_rows,
            "servers": {str(guild): swept.facts() for guild, swept in self.servers.items()},
        }


def rows_of(number: int) -> str:
    """Write a number of rows."""
    return f"{number:,} {'row' if number == 1 else 'rows'}"


async def sweep(expiry: Expiry, days: int, known_at: float | None, pause: Pause) -> Swept:
    """Delete the games that ended so many days ago, and what belongs to servers that were left.

    If `days` is 0, games are kept for ever. `known_at` is the newest time of which it's known on
    which servers the bot is. If it's None, all servers are kept. Results that lack their places get
    them before. Raises NotSaved.
    """
    swept = Swept()
    for table_id in await expiry.unranked():
        await expiry.rank(table_id)
        await pause()
    more = days > 0
    while more:
        more = False
        for table in await expiry.expired(days):
            if await expiry.delete_expired(table.id, days):
                swept.add([table])
                more = True
            await pause()
    for guild in () if known_at is None else await expiry.servers(known_at):
        swept.servers[guild] = await sweep_server(expiry, guild, pause)
    return swept


async def sweep_server(expiry: Expiry, guild: int, pause: Pause, *, anyway: bool = False) -> Swept:
    """Delete all that belongs to a server, `anyway` also if the bot is there. Raises NotSaved."""
    swept = Swept()
    tables, swept.other_rows = await expiry.delete_server(guild, pause, anyway=anyway)
    swept.add(tables)
    return swept


async def at_once() -> None:
    """Make no pause."""
