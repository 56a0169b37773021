"""A host without Discord, and tables that are dealt and played at random.

The people of a table are those of the hosting, or some of them. Each table gets a message id for
its board, as if the board had been posted.
"""

import asyncio
import itertools
import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from bot.host.host import Host
from bot.host.reading.listener import Listener
from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.store import Store
from bot.host.seating.quotas import Limits
from bot.host.time.clock import SystemClock
from bot.host.time.discord_ids import lowest_id_at
from bot.show.deliver.public.luck_records import LuckRecords
from bot.show.draw.parts.message import LuckRecord
from db.database import Database
from db.tables.shown import Shown
from games import GAMES
from games.rules import Seat
from tests.tools.bench.playouts import options_of

PATIENCE = 60.0  # seconds; a deal takes some milliseconds


class Hosting(Listener):
    """Deals tables and plays them; every press has a receipt of its own."""

    def __init__(
        self,
        database: Database,
        *,
        people: Sequence[int] = (11, 12, 13, 14),
        names: Mapping[int, str] | None = None,
        guild: int = 1,
        channel: int = 2,
    ) -> None:
        self.store = Store(database, GAMES, SystemClock(), self)
        self.host = Host(self.store, reading=0.0)
        self.host.seats.limits = Limits(
            opened=10**6, unstarted=10**6, in_channel=10**6, seats=10**6, in_an_hour=10**6
        )
        self.people = people
        self.names = names or {person: f"P{number}" for number, person in enumerate(people)}
        self.guild = guild
        self.channel = channel
        self._ids = itertools.count(1)
        self._changed = asyncio.Event()
        messenger: Any = self  # of a messenger only `publish` is needed here
        self._records = LuckRecords(self.store, messenger, self.host.deals.deal_frozen)

    async def opened(
        self, game: str, options: Any = None, people: Sequence[int] | None = None
    ) -> int:
        """Open a table, by default on the usual terms, seat these people, and return its number."""
        host, (first, *others) = self.host, people or self.people
        table = await host.seats.open(
            game,
            options or options_of(GAMES[game]),
            pace="day",
            laid_open=True,
            guild=self.guild,
            channel=self.channel,
            person=first,
            name=self.names[first],
            receipt=self.receipt(),
        )
        for person in others:
            await host.seats.join(table, person, self.names[person], self.receipt())
        await self.store.note_now(table, Shown(message=self.receipt(), step=1))
        return table

    async def dealt(
        self, game: str, options: Any = None, people: Sequence[int] | None = None
    ) -> LoadedTable:
        """Open a table, seat these people, and deal."""
        return await self.deal(await self.opened(game, options, people))

    async def deal(self, table: int) -> LoadedTable:
        """Press *Deal* once the seal is posted, and return the table once its game is on."""
        await self._posted(table)
        opener = (await self.store.loaded(table)).table.opener
        await self.host.deals.deal(table, opener, self.receipt())
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
        return await self.play(before, seat, move, receipt)

    async def play(
        self, before: LoadedTable, seat: Seat, move: Any, receipt: int | None = None
    ) -> LoadedTable:
        """Make a move for a seat."""
        return await self.host.moves.play(
            before.table.id,
            before.table.players[seat].person or 0,
            move,
            drawn_at=before.table.step,
            holds="key",
            receipt=receipt or self.receipt(),
        )

    def receipt(self) -> int:
        """Return a new id, of an interaction or a message, such as Discord would give it now."""
        return lowest_id_at(time.time()) + next(self._ids)
