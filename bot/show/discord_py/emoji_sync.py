"""Uploads the bot's small pictures as application emojis and keeps track of the uploaded ones.

Emojis are optional, so nothing waits for them. They are uploaded one at a time in the background,
and each is used as soon as it is available. If uploads fail, texts contain no emojis. The name of
an emoji contains a hash of its picture, so a changed picture becomes a new emoji. Old messages may
still show the old emoji, so it is kept until the operator removes it.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol, TypeVar

from bot.host.time.clock import Clock
from bot.show.deliver.queues.messenger import CannotSend, TryLater
from bot.ui.panels.pics import Pic, all_pics

log = logging.getLogger(__name__)

T = TypeVar("T")

FIRST_PAUSE, LONGEST_PAUSE = 5.0, 900.0  # seconds between two attempts; doubled after each failure


class Application(Protocol):
    """Access to the emojis of our application. Every method may raise CannotSend."""

    async def emojis(self) -> dict[str, int]:
        """Return the ids of all emojis of the application, keyed by name."""
        ...

    async def add(self, name: str, png: bytes) -> int:
        """Add an emoji and return its id."""
        ...

    async def remove(self, emoji: int) -> None:
        """Delete an emoji by its id."""
        ...


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts of the bot's emojis: already on Discord, newly uploaded, and still missing."""

    there: int
    added: int
    left: int


class EmojiSync:
    """Knows which emojis are on Discord, and uploads the missing ones."""

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
        """The ids of the uploaded emojis, keyed by name. It grows while emojis are uploaded."""

    async def bring_up(self) -> Counts:
        """Upload all missing emojis. If an error stops the upload, log it."""
        found = added = 0
        try:
            found = await self._load()
            for pic in self._missing():
                await self._add(pic)
                added += 1
                await self._sleep(self._pace)
        except CannotSend as problem:
            log.warning("%d emojis are missing on Discord: %s", len(self._missing()), problem)
        return Counts(found, added, len(self._missing()))

    async def tidy(self) -> int:
        """Remove the old emojis of pictures that have changed, and return their number."""
        uploaded = await self._with_retries(self._application.emojis)
        outdated = [number for name, number in uploaded.items() if self._is_older(name)]
        for number in outdated:
            await self._with_retries(lambda number=number: self._application.remove(number))
            await self._sleep(self._pace)
        return len(outdated)

    def _is_older(self, name: str) -> bool:
        word, _, tag = name.rpartition("_")
        return word in self._pics and len(tag) == 3 and name != self._pics[word].emoji

    def _missing(self) -> list[Pic]:
        return [pic for pic in self._pics.values() if pic.emoji not in self._known]

    async def _load(self) -> int:
        """Record which of the bot's emojis are on Discord, and return their number."""
        uploaded = await self._with_retries(self._application.emojis)
        ours = {pic.emoji for pic in self._pics.values()}
        self._known.update({name: number for name, number in uploaded.items() if name in ours})
        return len(self._known)

    async def _add(self, pic: Pic) -> None:
        png = pic.file.read_bytes()
        try:
            added = await self._with_retries(lambda: self._application.add(pic.emoji, png))
        except CannotSend:
            await self._load()  # the upload may have succeeded despite the error
            if pic.emoji not in self._known:
                raise
        else:
            self._known[pic.emoji] = added

    async def _with_retries(self, work: Callable[[], Awaitable[T]]) -> T:
        """Make a request. Retry it as long as Discord is throttling or can't be reached."""
        pause = FIRST_PAUSE
        while True:
            try:
                return await work()
            except TryLater as problem:
                log.info("I'll upload the emojis later: %s", problem)
                await self._sleep(max(pause, problem.after))
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _sleep(self, seconds: float) -> None:
        await self._clock.sleep_until(self._clock.now() + seconds)
