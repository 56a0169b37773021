"""The bot in its own process: its memory and CPU time, and whether it is quiet."""

import asyncio
from pathlib import Path

from discord_playground import Playground
from discord_playground.world.request_log import RequestLog

from db.base.place import Place
from tests.crews.crew import Crew, resident
from tests.tools.bench.measure import cpu_of

QUIET = 1.3  # seconds without work that count as quiet; longer than the bot gathers its notes
STIR = 0.002  # CPU seconds that don't count as work: a heartbeat, a look at the deadlines
LONGEST = 8.0


class Bot(Crew):
    """The bot, by default with the commands of idle_bot.py; its notices come late."""

    def __init__(self, playground: Playground, place: Place, folder: Path, *module: str) -> None:
        module = module or ("tests.tools.bench.idle_bot",)
        super().__init__(playground, place, module=module, log=folder / "bot.log")
        for usual in ("DOWNEAST_NUDGE_AFTER", "DOWNEAST_NUDGE_HERE_AFTER"):
            self._environment.pop(usual, None)

    @property
    def requests(self) -> RequestLog:
        """The requests that it has sent to the playground."""
        return self._playground.stage.log

    def count_memory(self) -> None:
        """Make Python count the memory that it uses."""
        self._environment["PYTHONTRACEMALLOC"] = "1"

    def without_pictures(self) -> None:
        """Make the bot draw no pictures."""
        self._environment["DOWNEAST_PICTURES"] = "off"

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self.process is not None
        return self.process.pid

    @property
    def memory(self) -> int:
        """The bytes of the process that are in memory (VmRSS)."""
        return resident(self.pid)


async def quiet(pid: int, *, longest: float = LONGEST) -> float:
    """Wait until the bot is quiet, and return the CPU seconds that it had used by then."""
    loop = asyncio.get_running_loop()
    used, since = cpu_of(pid), loop.time()
    end = since + longest
    while loop.time() - since < QUIET and loop.time() < end:
        await asyncio.sleep(0.05)
        now = cpu_of(pid)
        if now - used > STIR:
            used, since = now, loop.time()
    return used
