"""The machine's clock, for a bot that is measured: it can be set ahead."""

import asyncio
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any

from bot.host.clock import SystemClock


class Ahead:
    """How far ahead the clock is; whoever sleeps by it notices when it is set."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._set = asyncio.Event()

    def set_ahead(self, seconds: float) -> None:
        """Let so much more time pass."""
        self.seconds += seconds
        was, self._set = self._set, asyncio.Event()
        was.set()

    def now(self) -> float:
        """Return seconds since 1970."""
        return time.time() + self.seconds

    async def sleep_until(self, instant: float) -> None:
        """Return at this instant, or at once if it has passed."""
        await asyncio.sleep(0)
        while (left := instant - self.now()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._set.wait()

    @contextmanager
    def installed(self) -> Generator[None]:
        """Be the clock of every bot in this process."""
        now, sleep_until = SystemClock.now, SystemClock.sleep_until

        def our_now(_: Any) -> float:
            return self.now()

        async def our_sleep_until(_: Any, instant: float) -> None:
            await self.sleep_until(instant)

        SystemClock.now = our_now  # type: ignore[method-assign]
        SystemClock.sleep_until = our_sleep_until  # type: ignore[method-assign]
        try:
            yield
        finally:
            SystemClock.now = now  # type: ignore[method-assign]
            SystemClock.sleep_until = sleep_until  # type: ignore[method-assign]
