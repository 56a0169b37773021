"""The bot's pulse: once a second the event loop shows that it runs, and says how the bot is."""

import asyncio
from collections.abc import Callable

from bot.observe.health_checks import Health, HealthReport
from bot.observe.health_file import HealthFile
from bot.observe.observer import Observer
from bot.observe.sd_notify import Supervisor

PAUSE = 1.0  # seconds between two beats, unless the supervisor wants more signs of life
FILE_EVERY = 10.0  # seconds after which the health file is written again, though nothing changed
STALE_AFTER = 3 * FILE_EVERY  # seconds after which a health file says that nobody writes it


class Pulse:
    """Beats as long as the event loop is alive, whatever Discord and the disk do.

    `now` tells the time of day in seconds since 1970, for the health file.
    """

    def __init__(
        self,
        health: Health,
        file: HealthFile,
        supervisor: Supervisor,
        observer: Observer,
        now: Callable[[], float],
    ) -> None:
        self._health = health
        self._file = file
        self._supervisor = supervisor
        self._observer = observer
        self._now = now
        self.pause = min(PAUSE, supervisor.sign_every or PAUSE)
        self._expected: float | None = None
        self._said: HealthReport | None = None
        self._written: tuple[HealthReport, float] | None = None
        self._writing: asyncio.Task[None] | None = None

    async def beat(self) -> None:
        """Show a sign of life, and how the bot is."""
        now = asyncio.get_running_loop().time()
        if self._expected is not None:
            self._observer.loop_late(max(0.0, now - self._expected))
        self._expected = now + self.pause
        self._supervisor.alive()
        report = self._health.report()
        if report != self._said:
            self._said = report
            self._supervisor.status(report.text)
        self._write(report, now)

    def _write(self, report: HealthReport, now: float) -> None:
        """Write the health file in another thread, if it's time for that. Wait for nothing."""
        if self._writing is not None and not self._writing.done():
            return
        if self._written is not None:
            before, at = self._written
            if report == before and now - at < FILE_EVERY:
                return
        self._written = report, now
        facts = {"at": round(self._now(), 1), **report.facts()}
        self._writing = asyncio.create_task(asyncio.to_thread(self._file.write, facts))

    async def close(self) -> None:
        """Remove the health file. Call this when nothing beats any more."""
        if self._writing is not None:
            await self._writing
        self._file.remove()
