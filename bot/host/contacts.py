"""How people can be reached: the channel of their DM, and whether it is closed."""

from collections import OrderedDict

from db import people
from db.database import Database
from db.people import Person

KEPT = 2000  # people remembered; others are read again


class Contacts:
    """Remembers how to reach people."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[int, Person] = OrderedDict()

    async def of(self, person: int) -> Person:
        """Return how somebody can be reached."""
        found = self._known.get(person)
        if found is None:
            found = await people.load(self._database.reader, person)
            self._keep(person, found)
        return found

    async def note(self, person: int, known: Person) -> None:
        """Note how somebody can be reached, if that is news."""
        if await self.of(person) != known:
            async with self._database.transaction() as tx:
                await people.save(tx, person, known)
            self._keep(person, known)

    async def reachable(self, person: int, channel: int) -> None:
        """Note that somebody has just written or clicked in their DM: it is open."""
        await self.note(person, Person(channel, dm_closed=False))

    async def try_again(self, person: int) -> None:
        """Forget that a DM was closed: its owner has just taken a seat, and may have opened it."""
        known = await self.of(person)
        if known.dm_closed:
            await self.note(person, Person(known.dm_channel, dm_closed=False))

    def _keep(self, person: int, known: Person) -> None:
        self._known[person] = known
        self._known.move_to_end(person)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
