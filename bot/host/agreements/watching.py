"""Watching: a person who isn't at a table is told by DM how its game ends.

It is not a step of the game, and nobody else sees it.
"""

from bot.host.commit.committer import Committer
from bot.host.commit.preconditions import in_play
from db.tables import watchers
from games.rules import Refusal

MOST_WATCHERS = 20  # maximum number of people who watch one table


class Watching:
    """Keeps who watches which table."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._store = committer.store

    async def watch(self, table_id: int, person: int) -> None:
        """Have a person watch a table. Raises Refusal."""
        async with self._committer.turn(table_id):
            loaded = await self._store.loaded(table_id)
            if loaded.table.player_of(person) is not None:
                raise Refusal(f"You play at table {table_id}, so you'll see how it ends.")
            in_play(loaded)
            async with self._committer.writing(table_id) as tx:
                watching = await watchers.of_table(tx, table_id)
                if person not in watching and len(watching) >= MOST_WATCHERS:
                    raise Refusal(
                        f"{MOST_WATCHERS} people watch table {table_id} already, and I can't "
                        "write to more. You can still follow its board."
                    )
                await watchers.add(tx, table_id, person)

    async def stop(self, table_id: int, person: int) -> None:
        """Have a person no longer watch a table. It makes no difference if they don't."""
        async with self._committer.turn(table_id), self._committer.writing(table_id) as tx:
            await watchers.remove(tx, table_id, person)

    async def to_tell(self) -> list[tuple[int, int]]:
        """Return who must still be told that a game has ended, as (table, person)."""
        return await watchers.of_finished(self._store.database.reader)
