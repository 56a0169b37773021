"""What people have told us of themselves: how they can be reached, where, and when they are up.

It is asked at every move, so it is kept in memory, and written only when it is news.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from db import people
from db.database import Database
from db.people import Notices, Person

KEPT = 2000  # people remembered; others are read again


def place_of(known: Person) -> Notices:
    """Say where somebody is to be written to now: in the channel, too, if their DM is closed."""
    return "channel" if known.notices == "dm" and known.dm_closed else known.notices


def written_to(known: Person) -> str:
    """Say to somebody where they are written to."""
    if known.notices == "none":
        return "I write to you nowhere: your tables wait until you look in, or your time is up."
    if known.notices == "channel":
        return "When a table waits for you I write in its channel, and never by DM."
    if known.dm_closed:
        return (
            "I would write to you by DM, but yours are closed to me, so I write in the channel. "
            "Once they are open, `/me notices` or a new seat has me try again."
        )
    return "When a table waits for you I write to you by DM."


class Contacts:
    """Remembers people."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[int, Person] = OrderedDict()
        self._changes = 0

    async def of(self, person: int) -> Person:
        """Return what is known of somebody."""
        return (await self.of_all([person]))[person]

    async def of_all(self, some: Iterable[int]) -> Mapping[int, Person]:
        """Return what is known of several people: at most one query, and mostly none."""
        found: dict[int, Person] = {}
        strangers: list[int] = []
        for person in dict.fromkeys(some):
            if person in self._known:
                found[person] = self._known[person]
            else:
                strangers.append(person)
        if strangers:
            changes = self._changes
            found |= await people.load_all(self._database.reader, strangers)
            if changes == self._changes:  # or what was read may be older than what is there now
                for person in strangers:
                    self._keep(person, found[person])
        return found

    async def change(self, person: int, how: Callable[[Person], Person]) -> Person:
        """Change something of what is known of somebody, if that is news; return all of it."""
        known = await self.of(person)
        if how(known) == known:
            return known
        try:
            async with self._database.transaction() as tx:
                known = how(await people.load(tx, person))  # of what others have changed meanwhile
                await people.save(tx, person, known)
        except BaseException:  # nobody knows whether it went through
            self._known.pop(person, None)
            raise
        finally:
            self._changes += 1
        self._keep(person, known)
        return known

    async def note(self, person: int, known: Person) -> None:
        """Note how somebody's DM is reached, as `known` has it; whatever they have said stays."""
        await self.change(
            person,
            lambda one: replace(one, dm_channel=known.dm_channel, dm_closed=known.dm_closed),
        )

    async def reachable(self, person: int, channel: int) -> None:
        """Note that somebody has just written or clicked in their DM: it is open."""
        await self.note(person, Person(channel, dm_closed=False))

    async def likes(self, person: int, where: Notices) -> Person:
        """Note where somebody likes to be written to; who asks for DMs may have opened them."""
        return await self.change(
            person,
            lambda one: replace(one, notices=where, dm_closed=one.dm_closed and where != "dm"),
        )

    async def try_again(self, person: int) -> None:
        """Forget that a DM was closed: its owner has just taken a seat, and may have opened it."""
        await self.change(person, lambda one: replace(one, dm_closed=False))

    def _keep(self, person: int, known: Person) -> None:
        self._known[person] = known
        self._known.move_to_end(person)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
