"""Paints pictures off the event loop, one at a time, and caches the newest ones.

A picture's name is a hash of its content (bot/ui/panels/panel.py), so no position is painted twice.
"""

import asyncio
from collections import OrderedDict

from bot.ui.panels.panel import Picture

ROOM = 8_000_000  # maximum bytes in the cache, enough for about a hundred boards


class PictureCache:
    """Paints pictures and caches the newest ones in at most `room` bytes."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._used = 0
        self._one_at_a_time = asyncio.Lock()

    def __contains__(self, name: str) -> bool:
        return name in self._kept

    @property
    def used(self) -> int:
        """The number of bytes in the cache."""
        return self._used

    @property
    def painting(self) -> bool:
        """Whether a picture is being painted."""
        return self._one_at_a_time.locked()

    async def painted(self, picture: Picture) -> bytes:
        """Return a picture as PNG from the cache, or paint it. Raises the errors of the painter."""
        async with self._one_at_a_time:  # a second caller for the same picture finds it cached
            name = picture.name
            if name in self._kept:
                self._kept.move_to_end(name)
                return self._kept[name]
            png = await asyncio.to_thread(picture.painter.paint, picture.content)
            self._keep(name, png)
            return png

    def _keep(self, name: str, png: bytes) -> None:
        self._kept[name] = png
        self._used += len(png)
        while self._used > self._room:
            self._used -= len(self._kept.popitem(last=False)[1])
