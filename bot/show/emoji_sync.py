"""The small pictures as emojis of our application: which are there, and what is missing brought up.

They are extras beside words, so nobody waits for them: they go up one at a time beside all else,
and each is used once it is there. Where they cannot be (no permission, no network, the limit) all
is said without. An emoji is called by what is drawn on it, so a picture that was drawn anew is
another one; the older one stays, for messages may still show it, until the host tidies it away.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol, TypeVar

from bot.host.clock import Clock
from bot.show.messenger import CannotSend, TryLater
from bot.ui.pics import Pic, all_pics

log = logging.getLogger(__name__)

T = TypeVar("T")

FIRST, LONGEST = 5.0, 900.0  # seconds between two attempts


class Application(Protocol):
    """What can be done with the emojis of our application. Everything may raise CannotSend."""

    async def emojis(self) -> dict[str, int]:
        """List what is there: ids by name."""
        ...

    async def add(self, name: str, png: bytes) -> int:
        """Add one; return its id."""
        ...

    async def remove(self, emoji: int) -> None:
        """Remove one."""
        ...


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of our pictures were there, were added, and are missing still."""

    there: int
    added: int
    left: int


class Emojis:
    """Knows which emojis are there, and brings up what is missing."""

    def __init__(
        self,
        application: Application,
        clock: Clock,
        *,
        pace: float,
        pics: Mapping[str, Pic] | None = None,
    ) -> None:
        self._application = application
        self._clock = clock
        self._pics = all_pics() if pics is None else pics
        self._pace = pace
        self._known: dict[str, int] = {}
        self.known: Mapping[str, int] = MappingProxyType(self._known)
        """The ids of those that are there, by name; it grows while they are brought up."""

    async def bring_up(self) -> Counts:
        """Find out which are there, and add those that are missing; what stops that is logged."""
        there = added = 0
        try:
            there = await self._learn()
            for one in self._missing():
                await self._add(one)
                added += 1
                await self._sleep(self._pace)
        except CannotSend as problem:
            log.warning("%d pictures are not on Discord: %s", len(self._missing()), problem)
        return Counts(there, added, len(self._missing()))

    async def tidy(self) -> int:
        """Remove those that show what is drawn otherwise by now; return how many those were."""
        found = await self._patiently(self._application.emojis)
        old = [number for name, number in found.items() if self._is_older(name)]
        for number in old:
            await self._patiently(lambda number=number: self._application.remove(number))
            await self._sleep(self._pace)
        return len(old)

    def _is_older(self, name: str) -> bool:
        word, _, tag = name.rpartition("_")
        return word in self._pics and len(tag) == 3 and name != self._pics[word].emoji

    def _missing(self) -> list[Pic]:
        return [one for one in self._pics.values() if one.emoji not in self._known]

    async def _learn(self) -> int:
        """Note which of ours are there; return how many."""
        found = await self._patiently(self._application.emojis)
        ours = {one.emoji for one in self._pics.values()}
        self._known.update({name: number for name, number in found.items() if name in ours})
        return len(self._known)

    async def _add(self, one: Pic) -> None:
        png = one.file.read_bytes()
        try:
            added = await self._patiently(lambda: self._application.add(one.emoji, png))
        except CannotSend:
            await self._learn()  # what came to nothing may have arrived, or another was quicker
            if one.emoji not in self._known:
                raise
        else:
            self._known[one.emoji] = added

    async def _patiently(self, work: Callable[[], Awaitable[T]]) -> T:
        """Make a request, again and again while Discord is throttling or out of reach."""
        pause = FIRST
        while True:
            try:
                return await work()
            except TryLater as problem:
                log.info("The pictures wait: %s", problem)
                await self._sleep(max(pause, problem.after))
                pause = min(2 * pause, LONGEST)

    async def _sleep(self, seconds: float) -> None:
        await self._clock.sleep_until(self._clock.now() + seconds)
