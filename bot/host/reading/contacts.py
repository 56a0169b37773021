"""Stores the settings of people: where to send notices, the time zone and the waking hours.

Every move needs the settings of its players. So they are cached, and written only if they change.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from db.database import Database
from db.people import people
from db.people.people import Notices, Person

PEOPLE_KEPT = 2000  # maximum number of people in the cache


def notice_place(known: Person) -> Notices:
    """Return where to send a person's notices. If their DMs are closed, use the channel instead."""
    return "channel" if known.notices == "dm" and known.dm_closed else known.notices


def notices_sentence(known: Person) -> str:
    """Return the sentence that tells a person where their notices go."""
    if known.notices == "none":
        return "I won't message you, so look in before your time is up."
    if known.notices == "channel":
        return "I'll write in the table's channel when it's your turn, and never by DM."
    if known.dm_closed:
        return (
            "Your DMs are closed to me, so I'll write in the channel when it's your turn. "
            "Once they are open, `/settings` or a new seat has me try again."
        )
    return "I'll DM you when it's your turn."


class Contacts:
    """Reads and writes the settings of people, with a cache."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[int, Person] = OrderedDict()
        self._changes = 0
        self.forgettings = 0
        """How many people were forgotten since the start."""

    async def of(self, person: int) -> Person:
        """Return the settings of one person."""
        return (await self.of_all([person]))[person]

    async def of_all(self, some: Iterable[int]) -> Mapping[int, Person]:
        """Return the settings of several people, with at most one query."""
        settings: dict[int, Person] = {}
        strangers: list[int] = []
        for person in dict.fromkeys(some):
            if person in self._known:
                settings[person] = self._known[person]
            else:
                strangers.append(person)
        if strangers:
            changes = self._changes
            settings |= await people.load_all(self._database.reader, strangers)
            if changes == self._changes:  # don't overwrite settings that changed meanwhile
                for person in strangers:
                    self._keep(person, settings[person])
        return settings

    async def change(
        self, person: int, how: Callable[[Person], Person], since: int | None = None
    ) -> Person:
        """Apply `how` to a person's settings, write them if they changed, and return them.

        `since`: write nothing if `forgettings` isn't this number any more.
        """
        known = await self.of(person)
        if how(known) == known:
            return known
        try:
            async with self._database.transaction() as tx:
                if since not in (None, self.forgettings):
                    return known
                known = how(await people.load(tx, person))  # the file may be newer than the cache
                await people.save(tx, person, known)
        except BaseException:  # the commit may or may not have succeeded
            self._known.pop(person, None)
            raise
        finally:
            self._changes += 1
        self._keep(person, known)
        return known

    async def note(self, person: int, known: Person, since: int | None = None) -> None:
        """Store a person's DM channel and whether it is closed. Keep their other settings.

        `since` is the number of `forgettings` when the message was begun that found this out. If
        the person was forgotten while it was sent, it must not bring them back.
        """
        await self.change(
            person,
            lambda old: replace(old, dm_channel=known.dm_channel, dm_closed=known.dm_closed),
            since,
        )

    async def reachable(self, person: int, channel: int) -> None:
        """Record that a person's DMs are open, because the person has just used them."""
        await self.note(person, Person(channel, dm_closed=False))

    async def likes(self, person: int, where: Notices) -> Person:
        """Set where a person gets notices. If they choose DMs, assume that these are open."""
        return await self.change(
            person,
            lambda old: replace(old, notices=where, dm_closed=old.dm_closed and where != "dm"),
        )

    async def try_again(self, person: int) -> None:
        """Forget that a person's DMs were closed, because they may be open again."""
        await self.change(person, lambda old: replace(old, dm_closed=False))

    def forget(self, person: int) -> None:
        """Drop a person from the cache, because the file has forgotten them."""
        self._known.pop(person, None)
        self._changes += 1
        self.forgettings += 1

    def _keep(self, person: int, known: Person) -> None:
        self._known[person] = known
        self._known.move_to_end(person)
        while len(self._known) > PEOPLE_KEPT:
            self._known.popitem(last=False)
