"""One sleeping task for all deadlines: when a seat's time is up, it makes that seat's timid move.

Deadlines are instants in the file, so they outlive the bot; time in which it was down is given
back.
"""

import asyncio
import logging
from contextlib import suppress

from bot.host import Host
from db import people, tables

log = logging.getLogger(__name__)

NAP = 20.0  # seconds; also how often the clock notes that the bot is alive
FORGIVEN = 60.0  # a shorter absence than this is not worth giving back


class Clock:
    """Sleeps until the next deadline. `wake()` after a move may have set an earlier one."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._complained: set[tuple[int, int]] = set()

    async def start(self) -> None:
        """Give back the time in which the bot was down, and start the task."""
        async with self._host.database.transaction() as tx:
            alive = await people.note(tx, "alive")
            away = 0.0 if alive is None else self._host.now() - float(alive)
            if away > FORGIVEN:
                await tables.give_back(tx, away)
                log.info("Gave back %.0f s in which the bot was down", away)
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def wake(self) -> None:
        """Look at the deadlines again."""
        self._woken.set()

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            try:
                wait = await self.tick()
            except Exception:
                log.exception("The clock missed a beat")
                wait = NAP
            with suppress(TimeoutError):
                async with asyncio.timeout(min(wait, NAP)):
                    await self._woken.wait()

    async def tick(self) -> float:
        """Move for every seat whose time is up; return the seconds until the next deadline."""
        stuck: set[tuple[int, int]] = set()
        while True:
            async with self._host.database.transaction() as tx:
                await people.set_note(tx, "alive", str(self._host.now()))
                due = await tables.next_due(tx, stuck)
            if due is None:
                return NAP
            instant, table_id, seat = due
            if instant > self._host.now():
                return max(0.05, instant - self._host.now())
            try:
                await self._host.play_absent(table_id, seat)
            except Exception:
                stuck.add((table_id, seat))
                if (table_id, seat) not in self._complained:  # it is tried again at every beat
                    self._complained.add((table_id, seat))
                    text = "The clock could not move for seat %s of table %s"
                    log.exception(text, seat, table_id)
