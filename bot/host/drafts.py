"""Stores private drafts of moves, such as a deal that a player is preparing to propose.

A draft is not part of the game. It makes no step and no log row, and no other player learns that it
exists. Drafts are stored in the file and deleted when the game ends.
"""

from collections.abc import Sequence

from bot.host.commit.staleness import Stale
from bot.host.reading.store import Store
from bot.host.reading.table_view import finished
from db.tables import drafts
from db.tables.drafts import Draft
from games.rules import Refusal, Seat

MOST = 9  # maximum number of drafts per seat


class DraftStore:
    """Stores drafts and returns them to the player who made them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, table_id: int, person: int) -> Sequence[Draft]:
        """Return a person's drafts at a table, oldest first. Raises Refusal if they don't play."""
        seat = await self._seat(table_id, person)
        return await drafts.of_seat(self._store.database.reader, table_id, seat)

    async def begin(self, table_id: int, person: int, kind: str, json: str) -> Draft:
        """Store a new draft. Raises Refusal if the seat has too many."""
        seat = await self._seat(table_id, person)
        async with self._store.database.transaction() as tx:
            if len(await drafts.of_seat(tx, table_id, seat)) >= MOST:
                raise Refusal(f"You can have {MOST} drafts at once. Discard one first.")
            number = await drafts.add(tx, table_id, seat, kind, json, self._store.clock.now())
        return Draft(number, kind, json)

    async def change(self, table_id: int, person: int, before: Draft, json: str) -> Draft:
        """Replace the content of a draft. Raises Stale if it differs from `before` by now."""
        seat = await self._seat(table_id, person)
        async with self._store.database.transaction() as tx:
            if not await drafts.change(tx, table_id, seat, before, json):
                raise Stale("You've changed it somewhere else since.")
        return Draft(before.number, before.kind, json)

    async def delete(self, table_id: int, person: int, number: int) -> None:
        """Delete a draft. Raises Refusal if the person has no seat or the game is over."""
        seat = await self._seat(table_id, person)
        async with self._store.database.transaction() as tx:
            await drafts.delete(tx, table_id, seat, number)

    async def _seat(self, table_id: int, person: int) -> Seat:
        table = (await self._store.loaded(table_id)).table
        player = table.player_of(person)
        if player is None:
            raise Refusal(f"You aren't at table {table_id}, but you're welcome to watch.")
        if table.phase in ("over", "ended"):
            raise Refusal(finished(table_id, table.phase))
        return player.seat
