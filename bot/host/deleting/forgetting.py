"""Forgets a person who asked for it: their seats become free, and their name and id go.

What the others need stays (db/people/forgetting.py): the games, their moves and their luck.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from bot.host.agreements.endings import closing
from bot.host.commit.ahead import house_can_play
from bot.host.commit.committer import Committer
from bot.host.seating.seats import Seats
from bot.host.seating.tenures import Tenures
from db.base.problems import NotSaved
from db.database import Reads
from db.engines import notes
from db.people import forgetting, forgotten, person_records
from db.tables import tables
from db.upkeep import read_only
from games.rules import Refusal

PAUSE = 60.0  # seconds until a person can be forgotten again, because everybody waits for it
REWRITE = "rewrite"  # the note that tells whether the file is to be written anew


class Forgetting:
    """Forgets people, and remembers on a list that they were forgotten."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._store = committer.store
        self._seats = Seats(committer)
        self._tenures = Tenures(committer)
        self._lately: dict[int, float] = {}  # when people were forgotten

    async def forget(self, person: int) -> list[int]:
        """End a person's seats, and replace them by "a former player" wherever the file names them.

        Return the unfinished tables that named them. Nothing is done for somebody whom nothing
        names and who is on the list. Raises Refusal if they were forgotten within the last minute
        or if one of their tables is being dealt right now, and NotSaved if the disk refuses. It can
        be asked for again then, as after a crash.
        """
        now = self._committer.now()
        self._lately = {who: at for who, at in self._lately.items() if at > now - PAUSE}
        if person in self._lately:
            raise Refusal("I forgot you less than a minute ago. I can do it again in a minute.")
        self._lately[person] = now
        try:
            async with self._reading() as reads:
                if await self._is_forgotten(reads, person):
                    return []
            return await self._forget(person)
        except BaseException:
            self._lately.pop(person, None)
            raise

    async def _is_forgotten(self, reads: Reads, person: int) -> bool:
        """Return whether nothing names a person, and the list has them."""
        if await forgetting.is_named(reads, person):
            return False
        key = await forgotten.key_of(reads)
        listed = await asyncio.to_thread(self._store.forgotten.read)
        return bool(forgotten.times(listed, [key], [person]))

    async def _forget(self, person: int) -> list[int]:
        database = self._store.database
        named = await forgetting.unfinished_naming(database.reader, person)
        for table_id in await tables.of_person(database.reader, person):
            await self._leave(table_id, person)
        # on the list first: if it fails after this, a restore forgets somebody who asked for it
        key = await forgotten.key_of(database.reader)
        try:
            await asyncio.to_thread(
                self._store.forgotten.add, forgotten.hash_of(key, person), self._committer.now()
            )
        except OSError as error:
            raise NotSaved(
                f"The list of forgotten people can't be written ({error.strerror})"
            ) from error
        async with self._reading() as reads:
            logs = await forgetting.logs_with(reads, person)
        async with self._store.gate.shut():
            try:
                await self._store.flush()  # what was shown to them must not be written afterwards
                async with database.transaction() as tx:
                    await forgetting.replace(tx, person, logs)
                    await notes.write(tx, REWRITE, "due")
            finally:
                self._store.cache.drop_all()
                self._store.contacts.forget(person)
        await database.empty_log()
        return named

    async def rewrite_file(self) -> None:
        """Write the file anew if somebody was forgotten since that was last done.

        Until then, a page of the file may still hold what was moved to another one. Nobody can
        write meanwhile: about a second for each 100 MB. Raises NotSaved.
        """
        if await self._store.house_note(REWRITE) == "due":
            await self._store.database.rewrite()
            await self._store.set_house_note(REWRITE, "done")

    async def seats_of(self, person: int) -> int:
        """Return at how many unfinished tables a person has a seat."""
        return len(await tables.of_person(self._store.database.reader, person))

    async def records(self, person: int) -> dict[str, list[dict[str, Any]]]:
        """Return all that the file keeps of a person, by kind."""
        async with self._reading() as reads:
            return await person_records.read(reads, person)

    @asynccontextmanager
    async def _reading(self) -> AsyncGenerator[Reads]:
        """Open a connection for long reads, so that no player waits for them."""
        async with read_only.opened(self._store.database.place) as (reads, _):
            yield reads

    async def _leave(self, table_id: int, person: int) -> None:
        """Free a person's seat. Raises Refusal if the table is being dealt."""
        try:
            loaded = await self._store.loaded(table_id)
        except Refusal:  # this game is no longer offered, so nobody plays there
            return
        table = loaded.table
        if table.phase == "open":
            await self._seats.leave(table_id, person, None)
        elif loaded.state is None or not house_can_play(loaded.rules, table):
            await self._committer.change(table_id, closing, None)  # it needs all its players
        else:
            await self._tenures.give_up(table_id, person, None)
