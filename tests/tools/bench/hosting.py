"""A host with no Discord about it, and tables dealt and played at random."""

import asyncio
import itertools
import time
from collections.abc import Sequence
from random import Random
from typing import Any

from bot.host.changes.quotas import Limits
from bot.host.host import Host
from bot.host.reading.listener import Listener
from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.store import Store
from bot.host.time.clock import SystemClock
from bot.host.time.discord_ids import lowest_id_at
from bot.show.deliver.luck_records import LuckRecords
from bot.show.draw.message import LuckRecord
from db.database import Database
from db.shown import Shown
from games import GAMES
from tests.tools.bench.playouts import options_of

PATIENCE = 60.0  # seconds; a deal takes some milliseconds


class Hosting(Listener):
    """Deals tables and plays them; every press has a receipt of its own."""

    def __init__(self, database: Database, *, people: Sequence[int] = (11, 12, 13, 14)) -> None:
        self.store = Store(database, GAMES, SystemClock(), self)
        self.host = Host(self.store, reading=0.0)
        self.host.seats.limits = Limits(
            opened=10**6, unstarted=10**6, in_channel=10**6, seats=10**6
        )
        self.people = people
        self._ids = itertools.count(1)
        self._changed = asyncio.Event()
        messenger: Any = self  # of a messenger only `publish` is needed here
        self._records = LuckRecords(self.store, messenger, self.host.deals.deal_frozen)

    async def dealt(self, game: str, channel: int = 2) -> LoadedTable:
        """Open a table on the usual terms, seat everybody, and deal."""
        host, first = self.host, self.people[0]
        table = await host.seats.open(
            game,
            options_of(GAMES[game]),
            pace="day",
            laid_open=True,
            guild=1,
            channel=channel,
            person=first,
            name="P0",
            receipt=self.receipt(),
        )
        for seat, person in enumerate(self.people[1:], 1):
            await host.seats.join(table, person, f"P{seat}", self.receipt())
        await self.store.note_now(table, Shown(message=self.receipt(), step=1))
        return await self.deal(table)

    async def deal(self, table: int) -> LoadedTable:
        """Press *Deal* once the seal is posted, and return the table once its game is on."""
        await self._posted(table)
        await self.host.deals.deal(table, self.people[0], self.receipt())
        async with asyncio.timeout(PATIENCE):
            while True:
                self._changed.clear()
                loaded = await self._posted(table)
                if loaded.table.phase != "open":
                    return loaded
                await self._changed.wait()

    async def _posted(self, table: int) -> LoadedTable:
        """Post what the table has to publish by now; return the table as it is after that."""
        while self._records.due(loaded := await self.store.loaded(table)) is not None:
            await self._records.publish(loaded)
        return loaded

    async def publish(self, channel: int, record: LuckRecord, nonce: str) -> int:
        """Take a message as a channel would, and return its id."""
        return self.receipt()

    def table_changed(self, loaded: LoadedTable) -> None:
        self._changed.set()

    async def played(
        self, before: LoadedTable, dice: Random, receipt: int | None = None
    ) -> LoadedTable:
        """Make a random move for one of the seats that are to move."""
        seat = dice.choice(sorted(before.to_move()))
        move = dice.choice(list(before.rules.legal_moves(before.view(seat))))
        return await self.host.moves.play(
            before.table.id,
            self.people[seat],
            move,
            drawn_at=before.table.step,
            holds="key",
            receipt=receipt or self.receipt(),
        )

    def receipt(self) -> int:
        """Return a new id, of an interaction or a message, such as Discord would give it now."""
        return lowest_id_at(time.time()) + next(self._ids)
