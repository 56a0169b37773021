"""Update the bot while many people play, and check that nobody loses a move.

    python -m tests.tools.update --updates 20

An update is what `systemctl restart` does after an installation: SIGTERM, then the start of a later
version, which brings the file up to date (tests/crews/next_version.py). People press on meanwhile:
Discord tells them that the interaction failed, and they try again. These things must hold:

- The bot ends within 5 seconds with code 0, and leaves no file beside the database's.
- At most 10 seconds after the signal it serves people again.
- Everything that tests/tools/crash.py promises: each move that was shown as done is in the file.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from discord_playground import NAMES, Playground

from games import GAMES
from playground.tests.user import peopled
from tests.crews.crew import Crew
from tests.tools.crash import Crowd, Witness, ended

STOP_WITHIN, BACK_WITHIN = 5.0, 10.0  # seconds


@dataclass(slots=True)
class Updates:
    """What happened: what went wrong, the confirmed moves, and the seconds that each part took."""

    wrong: list[str] = field(default_factory=list[str])
    promises: int = 0
    stops: list[float] = field(default_factory=list[float])
    gaps: list[float] = field(default_factory=list[float])

    def check(self, code: int | None, file: Path) -> None:
        """Check the end of the bot, whose last stop is in `stops`."""
        left = [path.name for path in file.parent.glob(f"{file.name}-*")]
        if code != 0 or left or self.stops[-1] > STOP_WITHIN:
            self.wrong.append(f"ended with {code} in {self.stops[-1]:.1f} s, and left {left}")


async def update(
    folder: Path, updates: int, games: Sequence[str], *, seed: int = 1, groups: int = 3
) -> Updates:
    """Let groups of three play, and update the bot at random instants."""
    names = tuple(f"{name}{number}" for number in range(groups) for name in NAMES[:3])
    dice, made = Random(seed), Updates()
    file = folder / "downeast.sqlite3"
    async with AsyncExitStack() as stack:
        playground, people = await stack.enter_async_context(peopled(names, bot_name="Downeast"))
        witness, users = Witness(playground), list(people.values())
        crew = await _started(0, playground, file, stack)
        for user in users:
            witness.watch(user)
        crowd = Crowd(playground, file, witness, seed)
        crowd.gate.set()
        tasks = crowd.begin(users, 3, games)
        stack.push_async_callback(ended, tasks)
        for number in range(1, updates + 1):
            await asyncio.sleep(dice.uniform(1, 4))
            began = time.monotonic()
            code = await crew.stop()
            made.stops.append(time.monotonic() - began)
            made.check(code, file)
            witness.look_into(file)
            began_again = time.monotonic()
            crew = await _started(number, playground, file, stack)
            made.gaps.append(made.stops[-1] + time.monotonic() - began_again)
            if made.gaps[-1] > BACK_WITHIN:
                made.wrong.append(f"away for {made.gaps[-1]:.1f} s")
            witness.wrong += [repr(task.exception()) for task in tasks if task.done()]
        made.wrong += witness.wrong
        made.promises = len(witness.promised)
    return made


async def _started(version: int, playground: Playground, file: Path, stack: AsyncExitStack) -> Crew:
    """Start a version of the bot in a process that ends with the stack."""
    module = ("tests.crews.next_version", str(version))
    crew = Crew(playground, file, module=module, log=file.with_name("bot.log"))
    return await stack.enter_async_context(crew)


def main() -> int:
    """Parse the command line and run the updates."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.update", description=__doc__)
    parser.add_argument("--updates", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="+", default=sorted(GAMES))
    parser.add_argument("--groups", type=int, default=5, help="of three people each")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = asyncio.run(
            update(Path(folder), given.updates, given.games, seed=given.seed, groups=given.groups)
        )
    for what, seconds in {"stop": made.stops, "gap": made.gaps}.items():
        middle = sorted(seconds)[len(seconds) // 2]
        print(f"{what}: median {middle:.1f} s, longest {max(seconds):.1f} s")
    print(f"{made.promises} promises; {len(made.wrong)} broken")
    for problem in made.wrong[:20]:
        print("WRONG:", problem[:2000])
    return 1 if made.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
