"""Finds the avatars of people for the posters of their games, without ever waiting for long.

Each interaction says which avatar its person has. That is kept in memory only and never stored.
The file is downloaded when a poster is painted. If that fails or takes too long, if a person hides
their avatar or if it isn't known, the poster shows initials.
"""

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Mapping

from bot.host.reading.contacts import Contacts
from bot.host.time.clock import Clock
from bot.observe.pseudonyms import pseudonym
from bot.show.deliver.queues.messenger import Messenger
from bot.ui.paint import avatar
from bot.ui.paint.avatar import Avatar
from db.tables.tables import Table
from games.rules import Seat

log = logging.getLogger(__name__)

PATIENCE = 2.0  # seconds for a download, which a poster waits for
HASH = re.compile(r"(a_)?[0-9a-f]{1,64}")
PEOPLE_KEPT = 2000  # people whose avatar's hash is remembered
AVATARS_KEPT = 100  # decoded avatars in memory, about 56 kB each
TRY_AGAIN = 600.0  # seconds until a download that failed is tried again


class Avatars:
    """Remembers the hashes of avatars, and downloads and caches the avatars."""

    def __init__(
        self,
        contacts: Contacts,
        messenger: Messenger,
        clock: Clock,
        *,
        patience: float = PATIENCE,
    ) -> None:
        self._contacts = contacts
        self._messenger = messenger
        self._clock = clock
        self._patience = patience
        self._hashes: OrderedDict[int, str] = OrderedDict()  # by person, newest last
        self._found: OrderedDict[tuple[int, str], tuple[float, Avatar | None]] = OrderedDict()

    def note(self, person: int, picture: str | None) -> None:
        """Remember the hash of a person's avatar, or that they have none."""
        self._hashes.pop(person, None)
        if picture is None or not HASH.fullmatch(picture):
            return
        self._hashes[person] = picture
        if len(self._hashes) > PEOPLE_KEPT:
            self._hashes.popitem(last=False)

    async def of(self, table: Table) -> Mapping[Seat, Avatar]:
        """Return the avatars of a table's players, as far as they are found in time."""
        people = {
            player.seat: player.person
            for player in table.players
            if player.person is not None and player.person in self._hashes
        }
        settings = await self._contacts.of_all(people.values())
        shown = {seat: person for seat, person in people.items() if settings[person].avatar}
        found = await asyncio.gather(*map(self._find, shown.values()))
        return {
            seat: picture for seat, picture in zip(shown, found, strict=True) if picture is not None
        }

    async def _find(self, person: int) -> Avatar | None:
        """Return a person's avatar from the cache, or download it."""
        picture, now = self._hashes.get(person, ""), self._clock.now()
        at, known = self._found.get((person, picture), (now - TRY_AGAIN, None))
        if known is None and now - at >= TRY_AGAIN:
            known = await self._downloaded(person, picture)
            self._found[person, picture] = (now, known)
        self._found.move_to_end((person, picture))
        while len(self._found) > AVATARS_KEPT:
            self._found.popitem(last=False)
        return known

    async def _downloaded(self, person: int, picture: str) -> Avatar | None:
        """Download an avatar within the patience, or return None."""
        try:
            async with asyncio.timeout(self._patience):
                png = await self._messenger.avatar(person, picture)
            return await asyncio.to_thread(avatar.read, png)
        except Exception as problem:  # whatever it is, the poster goes out
            log.info("I couldn't load the avatar of person %s: %r", pseudonym(person), problem)
            return None
