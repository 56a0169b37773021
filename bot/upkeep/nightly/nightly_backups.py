"""Makes a backup each night at 04:00 UTC, and then removes those that are too old.

A backup is made by a process of its own, so that it holds up no player. After a start, the backup
of last night is made at once if it is missing. The agenda tries again if one fails.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from bot.host.time.clock import Clock
from db.base.place import Place, written
from db.upkeep.backup import CannotBackUp
from db.upkeep.backup_folder import BackupFolder, begin_of, last_night

log = logging.getLogger(__name__)

NICENESS = 15  # makes the process yield to all others

BackUp = Callable[[Path], Awaitable[None]]
"""Makes the backup with this path. Raises DatabaseProblem."""


class NightlyBackups:
    """Makes a backup each night."""

    def __init__(self, folder: Path, clock: Clock, back_up: BackUp) -> None:
        self._folder = BackupFolder(folder)
        self._clock = clock
        self._back_up = back_up

    async def make_up(self) -> float:
        """Make the backup of last night if it is missing. Return when to look again.

        Raises DatabaseProblem, OSError.
        """
        night = last_night(self._clock.now())
        target = self._folder.file_of(night)
        if night not in self._folder.days():
            self._folder.make()
            await self._back_up(target)
            log.info("Made the backup %s", target.name)
        for removed in self._folder.tidy(night):
            log.info("Removed the old backup %s", removed.name)
        return begin_of(night + timedelta(days=1))


def in_child(source: Place) -> BackUp:
    """Return what backs up this database in a process of its own."""

    async def back_up(target: Path) -> None:
        # the path of this process, because an installed Downeast puts its folders there itself
        path = os.pathsep.join(entry for entry in sys.path if entry)
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            "backup",
            str(target),
            env={**os.environ, "PYTHONPATH": path, "DOWNEAST_DATABASE": written(source)},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            with suppress(OSError):  # whoever confines this process may forbid it
                os.setpriority(os.PRIO_PROCESS, child.pid, NICENESS)
            _, said = await child.communicate()
        except BaseException:
            if child.returncode is None:
                child.kill()
                await child.wait()
            raise
        if child.returncode != 0:
            lines = said.decode(errors="replace").strip().splitlines()
            raise CannotBackUp(lines[-1] if lines else f"It ended with code {child.returncode}.")

    return back_up
