"""Simulated people who press at random at several tables, and a conductor who releases the presses.

The players (tests/e2e/player.py) know no game. In each beat, the conductor releases one press at
every table at the same time. The next beat starts when the bot has finished the work of this one.
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
SOON = 0.25  # seconds within which every player who can press has decided
AT_ONCE: ContextVar[bool] = ContextVar("at_once", default=False)
"""Whether the presses of this task skip the conductor."""


@dataclass(slots=True, eq=False)
class Press:
    """A press that waits for its beat, and its outcome."""

    work: Callable[[], Awaitable[Outcome]]
    turn: asyncio.Event = field(default_factory=asyncio.Event)
    outcome: asyncio.Future[Outcome] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Conductor:
    """Holds back every press until its beat."""

    def __init__(self) -> None:
        self._waiting: dict[int, deque[Press]] = {}
        self._came = asyncio.Event()

    async def press(self, group: int, work: Callable[[], Awaitable[Outcome]]) -> Outcome:
        """Wait for this group's beat, then press."""
        one = Press(work)
        self._waiting.setdefault(group, deque()).append(one)
        self._came.set()
        await one.turn.wait()
        outcome = await work()
        one.outcome.set_result(outcome)
        return outcome

    async def gathered(self, groups: int) -> list[Press]:
        """Take the next press of each group that has one, after waiting a moment for the others."""
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
        """Release the presses together and return their outcomes."""
        for press in presses:
            press.turn.set()
        return list(await asyncio.gather(*(press.outcome for press in presses)))


class Paced(User):
    """A user whose presses wait for the conductor."""

    def __init__(self, name: str, base: str, conductor: Conductor, group: int) -> None:
        super().__init__(name, base)
        self._conductor = conductor
        self._group = group

    async def interact(self, kind: int, channel_id: str, data: Json, **more: Any) -> Outcome:
        """Send an interaction when the conductor allows it."""
        work = partial(super().interact, kind, channel_id, data, **more)
        if AT_ONCE.get():
            return await work()
        return await self._conductor.press(self._group, work)


class Presser(Player):
    """A player who presses buttons, sometimes an old one or someone else's."""

    async def mischief(self) -> None:
        """Press any button in sight, even if this player may not use it."""
        private = [offer for hand in self.hands.values() for offer in self.offers(hand)]
        some = [*self.offers(self.board), *private]
        if some:
            await self.press(*self.dice.choice(some))


class Group:
    """People who play one game after another."""

    def __init__(self, number: int, game: str, users: Sequence[Paced], file: Path) -> None:
        self.game = game
        self.users = users
        self.file = file
        self.table = 0
        self._channel = ("games", "parlor")[number % 2]
        self._playing: list[asyncio.Task[None]] = []

    async def go_on(self) -> None:
        """Start a new game at once, unless the last one is still running."""
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
        """Make everybody stop playing."""
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)


async def dealt(users: Sequence[User], game: str, file: Path, channel: str = "games") -> int:
    """Open a table, deal, and return its number once the game is on in the bot's database file."""
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
    """Connect a group of people for each of the games. The bot must be connected already.

    `file` is the bot's database; it tells when a table has been dealt.
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
    """Return enough names for this many groups of this size."""
    return (*NAMES, *MORE_NAMES)[: groups * size]


def moved(file: Path, outcomes: Sequence[Outcome]) -> int:
    """Count the presses that made a move: their idempotency keys are in the log."""
    ids = [int(outcome.id) for outcome in outcomes if outcome.id]
    marks = ",".join("?" * len(ids))
    return read(file, f"SELECT count(*) FROM log WHERE receipt IN ({marks})", *ids)[0][0]
