"""Paints pictures off the event loop, one at a time, and keeps the newest by what they show.

A picture is named by its content (bot/ui/panel.py), so whoever asks for one that is kept, or that
is being painted, has it without another stroke.
"""

import asyncio
from collections import OrderedDict

from bot.ui.panel import Picture

ROOM = 8_000_000  # bytes of pictures that are kept: about a hundred boards


class Pictures:
    """Paints, and keeps as much as there is `room` for, in bytes."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._used = 0
        self._one_at_a_time = asyncio.Lock()

    def __contains__(self, name: str) -> bool:
        return name in self._kept

    @property
    def used(self) -> int:
        """How many bytes are kept."""
        return self._used

    @property
    def painting(self) -> bool:
        """Whether one is being painted."""
        return self._one_at_a_time.locked()

    async def painted(self, picture: Picture) -> bytes:
        """Return the PNG of a picture. Raises what its painter raises."""
        async with self._one_at_a_time:  # who waited for the same finds it painted
            name = picture.name
            if name in self._kept:
                self._kept.move_to_end(name)
                return self._kept[name]
            made = await asyncio.to_thread(picture.painter.paint, picture.content)
            self._keep(name, made)
            return made

    def _keep(self, name: str, made: bytes) -> None:
        self._kept[name] = made
        self._used += len(made)
        while self._used > self._room:
            self._used -= len(self._kept.popitem(last=False)[1])
