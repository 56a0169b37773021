"""A host with no Discord about it, and tables dealt and played at random."""

import itertools
from collections.abc import Sequence
from random import Random

from bot.host.clock import SystemClock
from bot.host.host import Host
from bot.host.limits import Limits
from bot.host.loaded import Loaded
from bot.host.store import Store
from db.database import Database
from db.shown import Shown
from games import GAMES
from tests.bench.playouts import options_of


class Hosting:
    """Deals tables and plays them; every press has a receipt of its own."""

    def __init__(self, database: Database, *, people: Sequence[int] = (11, 12, 13, 14)) -> None:
        self.store = Store(database, GAMES, SystemClock())
        self.host = Host(self.store, reading=0.0)
        self.host.limits = Limits(opened=10**6, unstarted=10**6, in_channel=10**6, seats=10**6)
        self.people = people
        self._receipts = itertools.count(1_000)

    async def dealt(self, game: str, channel: int = 2) -> Loaded:
        """Open a table on the usual terms, seat everybody, and deal."""
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
        await self.store.note_now(table, Shown(message=10**15 + table, step=1))
        await self.store.sealed(table, 10**15 + table, 1)
        return await host.deal(table, first, self.receipt())

    async def played(self, before: Loaded, dice: Random, receipt: int | None = None) -> Loaded:
        """Make a random move for one of the seats that are to move."""
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
        """Give the number of an interaction that was not there yet."""
        return next(self._receipts)
