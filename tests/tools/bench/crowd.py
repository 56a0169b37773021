"""People at several tables who press at random, and a conductor who says when.

The players are those of the drivers (tests/e2e/player.py): they know no game. Each press waits for
its beat; in a beat one press goes off at each table at once, and the next beat comes when nothing
more comes of them.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from bot.playground import NAMES
from tests.e2e.harbor import deal, join, open_table, read
from tests.e2e.player import Manners, Player, Tally
from tests.e2e.user import Json, Outcome, User

MORE_NAMES = tuple(f"{name}{number}" for number in range(2, 9) for name in NAMES)
PRESSING = Manners(mischief=0.15, command=0.0, typed=0.0, perturbed=0.05, think=0.02, patience=1e6)
SOON = 0.25  # seconds in which players who can press have made up their minds
AT_ONCE: ContextVar[bool] = ContextVar("at_once", default=False)
"""Whether this task's presses wait for nobody."""


@dataclass(slots=True, eq=False)
class Press:
    """A press that waits for its beat, and what came of it."""

    work: Callable[[], Awaitable[Outcome]]
    turn: asyncio.Event = field(default_factory=asyncio.Event)
    outcome: asyncio.Future[Outcome] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Conductor:
    """Holds every press back until its beat."""

    def __init__(self) -> None:
        self._waiting: dict[int, deque[Press]] = {}
        self._came = asyncio.Event()

    async def press(self, group: int, work: Callable[[], Awaitable[Outcome]]) -> Outcome:
        """Press when it is this group's beat."""
        one = Press(work)
        self._waiting.setdefault(group, deque()).append(one)
        self._came.set()
        await one.turn.wait()
        outcome = await work()
        one.outcome.set_result(outcome)
        return outcome

    async def gathered(self, groups: int) -> list[Press]:
        """Take the next press of each group; of fewer, if the others want nothing now."""
        for _ in range(40):
            while len(self._ready()) < groups:
                self._came.clear()
                try:
                    await asyncio.wait_for(self._came.wait(), SOON)
                except TimeoutError:
                    break
            if self._ready():
                break
        return [queue.popleft() for queue in self._ready()]

    def _ready(self) -> list[deque[Press]]:
        return [queue for queue in self._waiting.values() if queue]

    async def let_go(self, presses: Sequence[Press]) -> list[Outcome]:
        """Let them press at once; return when all are answered."""
        for press in presses:
            press.turn.set()
        return list(await asyncio.gather(*(press.outcome for press in presses)))


class Paced(User):
    """A person whose presses wait for the conductor."""

    def __init__(self, name: str, base: str, conductor: Conductor, group: int) -> None:
        super().__init__(name, base)
        self._conductor = conductor
        self._group = group

    async def interact(self, kind: int, channel_id: str, data: Json, **more: Any) -> Outcome:
        """Send an interaction, when it is time."""
        work = partial(super().interact, kind, channel_id, data, **more)
        if AT_ONCE.get():
            return await work()
        return await self._conductor.press(self._group, work)


class Presser(Player):
    """A player who presses buttons, now and then an old one or one that is not theirs."""

    async def mischief(self) -> None:
        """Press something that may be no business of theirs."""
        private = [offer for hand in self.hands.values() for offer in self.offers(hand)]
        some = [*self.offers(self.board), *private]
        if some:
            await self.press(*self.dice.choice(some))


class Group:
    """People who play one game after the other."""

    def __init__(self, number: int, game: str, users: Sequence[Paced], file: Path) -> None:
        self.game = game
        self.users = users
        self.file = file
        self.table = 0
        self._channel = ("games", "parlor")[number % 2]
        self._playing: list[asyncio.Task[None]] = []

    async def go_on(self) -> None:
        """Begin a game, at once, unless one is on."""
        if any(not task.done() for task in self._playing):
            return
        for task in self._playing:
            task.result()
        self._playing = []
        await asyncio.create_task(self._sit_down())
        for seat, user in enumerate(self.users):
            dice = Random(f"{self.game}:{self.table}:{seat}")
            player = Presser(user, self.game, self.table, dice, Tally(), PRESSING)
            self._playing.append(asyncio.create_task(player.play()))

    async def _sit_down(self) -> None:
        AT_ONCE.set(True)
        self.table = await dealt(self.users, self.game, self.file, channel=self._channel)

    async def stop(self) -> None:
        """Have everybody stand up."""
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)


async def dealt(users: Sequence[User], game: str, file: Path, channel: str = "games") -> int:
    """Have people open a table and deal; return its number once the bot's file says it is on."""
    first = users[0]
    table = await open_table(first, f"{game} start", channel=channel)
    for user in users[1:]:
        await join(user, table)
    await deal(first, table, [user.name for user in users])
    await first.until(
        lambda: read(file, "SELECT 1 FROM tables WHERE id=? AND phase<>'open'", table)
    )
    return table


@asynccontextmanager
async def crowd(
    base: str, games: Sequence[str], size: int, conductor: Conductor, file: Path
) -> AsyncGenerator[list[Group]]:
    """Connect a group of people for each of the games; the bot must be connected already.

    `file` is the bot's: it says when a table is dealt.
    """
    names = iter(names_for(len(games), size))
    groups = [
        Group(
            number, game, [Paced(next(names), base, conductor, number) for _ in range(size)], file
        )
        for number, game in enumerate(games)
    ]
    opened: list[Paced] = []
    try:
        for group in groups:
            for user in group.users:
                await user.__aenter__()
                opened.append(user)
        yield groups
    finally:
        for group in groups:
            await group.stop()
        for user in opened:
            await user.__aexit__(None, None, None)


def names_for(groups: int, size: int) -> tuple[str, ...]:
    """Name as many people as there are in so many groups."""
    return (*NAMES, *MORE_NAMES)[: groups * size]


def moved(file: Path, outcomes: Sequence[Outcome]) -> int:
    """Count the presses that moved something: their receipts stand in the log."""
    ids = [int(outcome.id) for outcome in outcomes if outcome.id]
    marks = ",".join("?" * len(ids))
    return read(file, f"SELECT count(*) FROM log WHERE receipt IN ({marks})", *ids)[0][0]
