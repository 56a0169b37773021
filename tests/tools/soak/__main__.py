"""Tables of every game, played while everything goes wrong that can go wrong on Discord.

    python -m tests.tools.soak --minutes 60 --seed 1

Requests are throttled, failed, slowed and lost, sockets are cut, the gateway is down, permissions
are revoked and given back, messages deleted, DMs closed, people leave and come back; in the first
third the bot is killed and started again. It runs in a process of its own; people play as they do
in tests/tools/drive.py.

It ends with 0 only if every interaction was answered, or could not be since the bot was cut off at
that moment; no table stuck and every board shows at the end what is in the file; what was shown
as done is in the file; nobody was shown what another alone may know; the bot logged no bug; and
its memory is flat: between a fifth of its last life and the end it grew by no more than it may.
"""

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from discord_playground import Playground

from db.base.place import Place
from games import GAMES
from playground.tests.user import User, more_names, peopled
from tests.actors.secrets.wires import Wires
from tests.actors.tables import newly_done
from tests.crews.crew import Crew, resident
from tests.places import read
from tests.tools.crash import Witness, boards_behind
from tests.tools.databases import Kind, add_option, database
from tests.tools.fuzz.__main__ import size_of
from tests.tools.soak.crowd import Party
from tests.tools.soak.trouble import Trouble
from tests.tools.tidy import tidy

ONLOOKER = "Zoe"
BETWEEN = (0.5, 4.0)  # seconds from one trouble to the next
ROUGH = 1 / 3  # of the time: the bot is killed only then
CALM = 60.0  # seconds at the end, at most, until all goes on: a refused drawing waits for thirty
GROWTH, ROOM = 0.15, 8 << 20  # how much the bot's memory may grow
SAMPLED = 1.0  # seconds
HELD_UP = 0.5  # seconds more than that: this machine lets nobody get on, the bot neither
GOING_ON = "phase IN ('open', 'playing')"
SIGNS = ("ran into a bug", "Ignoring exception", "never retrieved")
REFUSED = re.compile(r"discord\.errors\.|\(error code: [0-9]+\)|Service Unavailable")
ENTRY = re.compile(r"^(?=(?:\x1b\[[0-9;]*m)*20[0-9]{2}-[0-9]{2}-[0-9]{2} )", re.MULTILINE)


@dataclass(slots=True)
class Figures:
    """What is watched all the time."""

    interactions: int = 0
    excused: int = 0
    unanswered: list[str] = field(default_factory=list[str])
    memory: list[int] = field(default_factory=list[int])
    """Bytes of the bot's process, in its present life, each second."""
    _seen: set[str] = field(default_factory=set[str])

    def gather(self, playground: Playground, trouble: Trouble) -> None:
        """Take in what has become of interactions since last time."""
        for item in newly_done(playground, self._seen):
            self.interactions += 1
            if item.failed and trouble.excuses(item):
                self.excused += 1
            elif item.failed:
                self.unanswered.append(f"not answered in time: {item.line()}")
        self._seen &= playground.stage.interactions.all.keys()

    @property
    def grown(self) -> tuple[int, int]:
        """Return the bytes after a fifth of the bot's last life, and at its end."""
        if not self.memory:
            return 0, 0
        return self.memory[len(self.memory) // 5], max(self.memory[-10:])

    @property
    def flat(self) -> bool:
        """Whether the bot's memory has not grown."""
        early, late = self.grown
        return late <= early * (1 + GROWTH) + ROOM


@dataclass(slots=True)
class Soak:
    """One run: a playground, a bot that suffers, people who play on."""

    playground: Playground
    crew: Crew
    place: Place
    log: Path
    users: list[User]
    trouble: Trouble
    witness: Witness
    wires: Wires
    party: Party
    figures: Figures = field(default_factory=Figures)
    wrong: list[str] = field(default_factory=list[str])
    in_the_end: list[str] = field(default_factory=list[str])
    were_over: set[int] = field(default_factory=set[int])
    loud: bool = False

    async def run(self, seconds: float, dice: Random) -> None:
        """Play for so long, with trouble; then look whether all goes on without it."""
        clock = asyncio.get_running_loop().time
        end = clock() + seconds - min(CALM, seconds / 4)
        rough = clock() + seconds * ROUGH
        watching = asyncio.create_task(self._watch())
        troubles = set[asyncio.Task[None]]()
        try:
            while clock() < end:
                if self.trouble.kills and clock() > rough:
                    self.trouble.kills = False
                    await _all(troubles)
                    await self.trouble.kill()  # its last life begins
                made = asyncio.create_task(self.trouble.happen())
                if self.trouble.kills:  # one at a time: it is killed once, not twice
                    await made
                else:
                    troubles.add(made)
                await asyncio.sleep(dice.uniform(*BETWEEN))
            await _all(troubles)
            await self._calm()
        finally:
            watching.cancel()
        self.figures.gather(self.playground, self.trouble)
        self._judge()

    async def _watch(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            began = clock()
            await asyncio.sleep(SAMPLED)
            if clock() - began > SAMPLED + HELD_UP:
                self.trouble.held_up(clock() - began)
            self.figures.gather(self.playground, self.trouble)
            self.wires.compare(settled=False)
            process = self.crew.process
            if process is not None and process.returncode is None:
                self.figures.memory.append(resident(process.pid))
            elif process is not None and self.crew.process is process:
                self.wrong.append(f"the bot has ended by itself, with {process.returncode}")
                return
            if len(self.figures.memory) % 60 == 0:
                self._tidy()
                if self.loud:
                    print("\n".join(self.lines()), flush=True)

    def _tidy(self) -> None:
        """Forget what is old; boards, too, of tables that have been over since the last time.

        Else who comes back would not find their board among the newest hundred messages.
        """
        over = {
            row["id"] for row in read(self.place, f"SELECT id FROM tables WHERE NOT {GOING_ON}")
        }
        tidy(self.playground, self.users, over & self.were_over)
        self.were_over = over

    async def _calm(self) -> None:
        """End all trouble; every group has to go on, and every board to show the newest step."""
        self.trouble.end()
        before = self._far()
        clock = asyncio.get_running_loop().time
        until = clock() + CALM
        behind = self._behind(before)
        while behind and clock() < until:
            await asyncio.sleep(0.5)
            behind = self._behind(before)
        self.wrong += [f"when all is calm, {item}" for item in behind]

    def _far(self) -> dict[str, int]:
        """Say how far each group has come: everything that has happened at its tables."""
        rows = read(self.place, "SELECT game, sum(rev) AS far FROM tables GROUP BY game")
        return {row["game"]: row["far"] for row in rows}

    def _behind(self, before: dict[str, int]) -> list[str]:
        """Say which groups have not gone on since, and which boards do not show it."""
        far = self._far()
        found = [f"{game} does not go on" for game in GAMES if far.get(game) == before.get(game)]
        sql = "SELECT id, step FROM tables WHERE phase='playing'"
        # another move may just have been made
        return found + boards_behind(self.users[-1], read(self.place, sql), by_more_than=1)

    def _judge(self) -> None:
        self.wrong += self.figures.unanswered
        self.wrong += [f"stuck: {item}" for item in self.party.stuck]
        self.wrong += [f"broken promise: {problem}" for problem in self.witness.wrong]
        self.wrong += [f"secret: {key}" for key in dict.fromkeys(self.wires.wrong)]
        self.wrong += [f"in the bot's log: {item}" for item in logged(self.log)]
        if not self.figures.flat:
            early, late = self.figures.grown
            self.wrong.append(f"memory has grown from {early >> 20} to {late >> 20} MB")

    def lines(self) -> list[str]:
        """Write a line for each figure."""
        early, late = self.figures.grown
        games = read(self.place, "SELECT game, count(*) AS many FROM tables GROUP BY game")
        moves = read(self.place, "SELECT count(*) FROM log WHERE kind IN ('move', 'order')")[0][0]
        troubles = ", ".join(
            f"{kind} {many}" for kind, many in sorted(self.trouble.counted.items())
        )
        return [
            f"tables: {', '.join(f'{row[0]} {row[1]}' for row in games)}; "
            f"{self.party.finished} played to the end, {len(self.party.stuck)} stuck",
            f"moves: {moves}",
            f"trouble: {troubles}",
            f"interactions: {self.figures.interactions}, of which {self.figures.excused} while the "
            f"bot was cut off; {len(self.figures.unanswered)} unanswered",
            f"promises: {len(self.witness.promised)}, {len(self.witness.wrong)} broken",
            f"secrets: {self.wires.hands} hands seen, {self.wires.compared} lines that somebody "
            f"must not see; {len(self.wires.wrong)} on a wrong wire",
            f"memory of the bot: {early >> 20} MB after a fifth of its last life, {late >> 20} MB "
            f"at the end of it ({len(self.figures.memory)} s); it may grow by "
            f"{GROWTH:.0%} and {ROOM >> 20} MB",
        ]


def logged(log: Path) -> list[str]:
    """Find the bugs that the bot has met, with their tracebacks.

    That Discord did not take an answer (too late, out of order) is none of the bot's.
    """
    text = log.read_text(encoding="utf-8") if log.exists() else ""
    found = [item for item in ENTRY.split(text) if any(sign in item for sign in SIGNS)]
    return [result for result in found if "ran into a bug" in result or not REFUSED.search(result)]


async def _all(troubles: set[asyncio.Task[None]]) -> None:
    await asyncio.gather(*troubles)
    troubles.clear()


def groups_of(games: Sequence[str]) -> list[list[str]]:
    """Name who plays each game: three people, where it is for three."""
    sizes = [size_of(GAMES[game]) for game in games]
    names = iter(more_names(sum(sizes)))
    return [[next(names) for _ in range(size)] for size in sizes]


async def soak(
    folder: Path, minutes: float, seed: int, *, loud: bool = False, kind: Kind = "sqlite"
) -> Soak:
    """Play for so many minutes; return what was seen."""
    games, dice = sorted(GAMES), Random(seed)
    groups = groups_of(games)
    names = (*(name for group in groups for name in group), ONLOOKER)
    log = folder / "bot.log"
    async with AsyncExitStack() as stack:
        place, _ = stack.enter_context(database(kind, folder, durable=True))
        playground, by_name = await stack.enter_async_context(peopled(names))
        crew = await stack.enter_async_context(Crew(playground, place, log=log))
        users = list(by_name.values())
        witness, wires = Witness(playground), Wires(place)
        trouble = Trouble(playground, crew, place, list(names[:-1]), dice)
        party = Party(playground, place, witness, seed, trouble)
        made = Soak(playground, crew, place, log, users, trouble, witness, wires, party, loud=loud)
        for user in users:
            witness.watch(user)
            wires.watch(user)
        trouble.before_start = lambda: witness.look_into(place)
        trouble.users = by_name
        trouble.at_start = made.figures.memory.clear
        tasks = [
            asyncio.create_task(
                party.play_on([by_name[item] for item in group], game, ("games", "parlor")[n % 2])
            )
            for n, (game, group) in enumerate(zip(games, groups, strict=True))
        ]
        stack.push_async_callback(_ended, tasks, made)
        await made.run(minutes * 60, dice)
        made.in_the_end = made.lines()  # while there is a database
    return made


async def _ended(tasks: Sequence[asyncio.Task[None]], made: Soak) -> None:
    """Stop playing; who has stopped before that has met something nobody foresaw."""
    for task in tasks:
        if task.done() and task.exception() is not None:
            made.wrong.append(f"somebody could not play on: {task.exception()!r}")
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def main() -> int:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    add_option(parser)
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        made = asyncio.run(
            soak(Path(folder), given.minutes, given.seed, loud=True, kind=given.database)
        )
        print("\n".join(made.in_the_end))
    print(f"seed {given.seed}: {len(made.wrong)} wrong")
    for problem in made.wrong[:40]:
        print("WRONG:", problem[:3000])
    return 1 if made.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
