"""A host without Discord that deals tables and plays random moves at them."""

import asyncio
import itertools
import time
from collections.abc import Sequence
from random import Random
from typing import Any

from bot.host.clock import SystemClock
from bot.host.host import Host
from bot.host.loaded_table import Loaded
from bot.host.quotas import Limits
from bot.host.staleness import id_at
from bot.host.store import Store
from bot.show.luck_records import Records
from bot.show.messenger import Record
from db.database import Database
from db.shown import Shown
from games import GAMES
from tests.tools.bench.playouts import options_of

PATIENCE = 60.0  # seconds; dealing takes a few milliseconds


class Hosting:
    """Deals and plays tables; every press has its own idempotency key."""

    def __init__(self, database: Database, *, people: Sequence[int] = (11, 12, 13, 14)) -> None:
        self.store = Store(database, GAMES, SystemClock())
        self.host = Host(self.store, reading=0.0)
        self.host.limits = Limits(opened=10**6, unstarted=10**6, in_channel=10**6, seats=10**6)
        self.host.changed = self._heard
        self.people = people
        self._ids = itertools.count(1)
        self._changed = asyncio.Event()
        messenger: Any = self  # Records calls no other method of a messenger
        self._records = Records(self.store, messenger, self.host.deal_frozen)

    async def dealt(self, game: str, channel: int = 2) -> Loaded:
        """Open a table on the usual terms, fill its seats, and deal."""
        host, first = self.host, self.people[0]
        table = await host.open(
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
            await host.join(table, person, f"P{seat}", self.receipt())
        await self.store.note_now(table, Shown(message=self.receipt(), step=1))
        return await self.deal(table)

    async def deal(self, table: int) -> Loaded:
        """Press *Deal* once the commitment is posted, and return the table once its game is on."""
        await self._posted(table)
        await self.host.deal(table, self.people[0], self.receipt())
        async with asyncio.timeout(PATIENCE):
            while True:
                self._changed.clear()
                loaded = await self._posted(table)
                if loaded.table.phase != "open":
                    return loaded
                await self._changed.wait()

    async def _posted(self, table: int) -> Loaded:
        """Post every record that is due, and return the table as it is afterwards."""
        while self._records.due(loaded := await self.store.loaded(table)) is not None:
            await self._records.publish(loaded)
        return loaded

    async def publish(self, channel: int, record: Record, nonce: str) -> int:
        """Return a new message id, as a channel would."""
        return self.receipt()

    def _heard(self, loaded: Loaded) -> None:
        self._changed.set()

    async def played(self, before: Loaded, dice: Random, receipt: int | None = None) -> Loaded:
        """Make a random move for a random seat that is to move."""
        seat = dice.choice(sorted(before.to_move()))
        move = dice.choice(list(before.rules.legal_moves(before.view(seat))))
        return await self.host.play(
            before.table.id,
            self.people[seat],
            move,
            drawn_at=before.table.step,
            holds="key",
            receipt=receipt or self.receipt(),
        )

    def receipt(self) -> int:
        """Return a new id like those that Discord gives to interactions and messages now."""
        return id_at(time.time()) + next(self._ids)
