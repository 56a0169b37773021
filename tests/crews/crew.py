"""The bot as `python -m bot` in a process of its own, which can be killed.

async with Crew(here.playground, here.place, log=tmp_path / "bot.log") as crew:
    …
    assert await crew.stop() == 0   # otherwise it is killed
"""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from discord_playground import Playground

from db.base.place import Place, written
from tests.actors.harbor import connected

ROOT = Path(__file__).parents[2]


class Crew:
    """The bot as `python -m bot` in a separate process that can be killed."""

    def __init__(
        self,
        playground: Playground,
        place: Place,
        *,
        module: Sequence[str] = ("tests.crews.tireless",),
        log: Path,
        level: str = "WARNING",
        **settings: str,
    ) -> None:
        self._playground = playground
        self._module = module
        self._log = log
        self._environment = os.environ | {
            "DOWNEAST_PLAYGROUND_URL": playground.base,
            "DOWNEAST_DATABASE": written(place),
            "DOWNEAST_NUDGE_AFTER": "1",
            "DOWNEAST_NUDGE_HERE_AFTER": "1",
            "DOWNEAST_DRAW_PAUSE": "0.2",
            "DOWNEAST_READING_TIME": "0",
            "DOWNEAST_HOUSE_THINKS": "0.2",
            "DOWNEAST_EMOJIS": "off",
            "DOWNEAST_LOG_LEVEL": level,
            "DISCORD_TOKEN": "",
            "PYTHONUNBUFFERED": "1",
            **settings,
        }
        self.process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()

    async def start(self) -> None:
        """Start the process and wait until the bot is connected. Raise TimeoutError."""
        with self._log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                *self._module,
                cwd=ROOT,
                env=self._environment,
                stderr=log,
                stdout=log,
            )
        ended = asyncio.create_task(self.process.wait())
        try:
            await connected(self._playground, 30.0, ended)
        finally:
            ended.cancel()

    async def kill(self) -> None:
        """Kill the process."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int | None:
        """Stop the process as systemd does; return its exit code."""
        return await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> int | None:
        process, self.process = self.process, None
        if process is None:
            return None
        if process.returncode is None:
            process.send_signal(how)
        return await process.wait()


def resident(pid: int | str = "self") -> int:
    """Return how many bytes of a process are in memory; 0 if it is gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    found = [line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(found[0]) << 10 if found else 0


def free_port() -> int:
    """Return a port of this machine that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
