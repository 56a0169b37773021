"""Rematches: a new table on the terms of an old one, which asks the same people to play again.

The question is open for a day. People who are in sit at the table, so only a *Not now* is stored.
None of this is a step of the game. `Seats.join` deals once everybody who was asked sits there.
"""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from typing import TypeAlias

from bot.host.agreements.unasked import ping_at
from bot.host.commit.committer import Committer
from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.table_view import TableView
from db.database import Transaction
from db.tables import rematches, shown, unasked
from db.tables.rematches import Invited, Rematch
from db.tables.shown import Shown
from games.rules import Refusal

ASKED_FOR = 24 * 3600.0  # seconds for which a rematch asks the players of the earlier game

Changing: TypeAlias = Callable[[LoadedTable, Rematch], Rematch | None]
"""A function that computes whom a table asks from now on (None: nobody). It may raise Refusal."""


class Rematches:
    """Keeps whom a rematch asks, and what they answer."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._store = committer.store

    async def planned(self, old: TableView, person: int) -> Rematch:
        """Return the rematch of an old table that a person opens now, and whom it asks.

        It asks nobody who has left the server, or whom its moderators have blocked.
        """
        others = {
            other: old.names.called(seat)
            for seat, other in enumerate(old.people)
            if other is not None
            and other != person
            and not old.gone[seat]
            and not self._store.servers.blocks(old.guild, other)
        }
        people = [
            Invited(other, name, await ping_at(self._store, old.id, unasked.REMATCH, other))
            for other, name in others.items()
        ]
        return Rematch(old.id, self._committer.now() + ASKED_FOR, tuple(people))

    async def unfinished_of(self, old_table: int) -> list[int]:
        """Return the unfinished rematches of a table, newest first."""
        return await rematches.unfinished_of(self._store.database.reader, old_table)

    async def decline(self, table_id: int, person: int) -> None:
        """Record that a person who was asked doesn't play this time. Raises Refusal."""

        def declined(loaded: LoadedTable, rematch: Rematch) -> Rematch:
            if loaded.table.player_of(person) is not None:
                raise Refusal(f"You sit at table {table_id}. *Leave* gives your seat up.")
            if all(invited.person != person for invited in rematch.people):
                raise Refusal(f"Nobody has asked you to play at table {table_id}.")
            return rematch.declined(person)

        async def note(tx: Transaction) -> None:
            await unasked.decline(tx, of_table, unasked.REMATCH, person)

        rematch = (await self._store.loaded(table_id)).rematch
        of_table = 0 if rematch is None else rematch.of_table
        if not await self._change(table_id, declined, note):
            raise Refusal("That question is over.")

    async def block(self, guild: int, person: int) -> None:
        """Stop waiting for a person whom the moderators of a server have blocked."""
        for table_id in await rematches.asking(self._store.database.reader, guild, person):
            await self._change(table_id, lambda _, rematch: rematch.declined(person))

    async def forget(self, table_id: int, gone: Collection[int]) -> None:
        """Stop asking people who turn out to have left the server."""
        await self._change(table_id, lambda _, rematch: rematch.without(gone))

    async def pinged(self, table_id: int, people: Collection[int], row: Shown) -> None:
        """Record a message that has just pinged these people. `row` is what it shows."""
        now, rematch = self._committer.now(), (await self._store.loaded(table_id)).rematch

        async def note(tx: Transaction) -> None:
            await shown.note(tx, [(table_id, row)])
            if rematch is not None:
                await unasked.note(tx, rematch.of_table, unasked.REMATCH, people, now)

        self._store.note(table_id, row)
        if not await self._change(table_id, lambda _, rematch: rematch.pinged(people), note):
            await self._store.note_now(table_id, row)  # nobody is asked now, so it must be removed

    async def expire(self, table_id: int) -> None:
        """Stop asking anybody at a table if the time for that is over."""
        now = self._committer.now()
        await self._change(table_id, lambda _, old: None if old.expires_at <= now else old)

    async def _change(
        self,
        table_id: int,
        how: Changing,
        also: Callable[[Transaction], Awaitable[None]] | None = None,
    ) -> bool:
        """Store whom a table asks, and what `also` writes. Return False if it asks nobody."""
        asks = False

        def changed(loaded: LoadedTable) -> LoadedTable | None:
            nonlocal asks
            asks = loaded.rematch is not None
            if loaded.rematch is None:
                return None
            now = how(loaded, loaded.rematch)
            after = replace(loaded, rematch=now if now is not None and now.people else None)
            return after if also is not None or after.rematch != loaded.rematch else None

        async with self._committer.turn(table_id):
            await self._committer.agree(table_id, changed, also=also)
        return asks

    async def pings_due(self) -> list[int]:
        """Return the tables whose rematch must ping somebody now."""
        return await rematches.due(self._store.database.reader, self._committer.now())

    async def expired(self) -> list[int]:
        """Return the tables whose rematch has expired but still asks people."""
        return await rematches.expired(self._store.database.reader, self._committer.now())

    async def next_at(self) -> float | None:
        """Return the next time at which a rematch pings somebody or expires."""
        return await rematches.next_after(self._store.database.reader, self._committer.now())
