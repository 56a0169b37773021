"""Simulated people who press at random at several tables, and a conductor who releases the presses.

The players (tests/actors/player.py) know no game. In each beat, the conductor releases one press at
every table at the same time. The next beat starts when the bot has finished the work of this one.
"""

import asyncio
import re
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from db.base.place import Place
from playground.tests.user import Json, Outcome, User, more_names
from tests.actors.player import Manners, Player, Tally
from tests.actors.tables import board_of, deal_table
from tests.actors.waiting import until
from tests.places import read

PRESSING = Manners(
    mischief=0.0, command=0.0, typed=0.0, perturbed=0.1, orders=0.0, think=0.02, patience=1e6
)
SOON = 0.25  # seconds within which every player who can press has decided
AT_ONCE: ContextVar[bool] = ContextVar("at_once", default=False)
"""Whether the presses of this task skip the conductor."""


@dataclass(slots=True, eq=False)
class Press:
    """A press that waits for its beat, and its outcome."""

    kind: str
    """What is pressed, without the table, the step and the values."""
    late: bool = field(default=False, init=False)
    """Whether something else at the table was pressed since this was decided."""
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

    async def press(self, group: int, one: Press) -> Outcome:
        """Wait for this group's beat, then press."""
        self._waiting.setdefault(group, deque()).append(one)
        self._came.set()
        await one.turn.wait()
        outcome = await one.work()
        one.outcome.set_result(outcome)
        return outcome

    async def waiting(self, groups: int) -> list[Press]:
        """Return the next press of each group that has one, after giving the others a moment."""
        while len(self._next()) < groups:
            self._came.clear()
            try:
                await asyncio.wait_for(self._came.wait(), SOON)
            except TimeoutError:
                break
        return self._next()

    def _next(self) -> list[Press]:
        return [queue[0] for queue in self._waiting.values() if queue]

    async def let_go(self, presses: Sequence[Press]) -> list[Outcome]:
        """Release waiting presses together and return their outcomes."""
        for queue in self._waiting.values():
            if queue and queue[0] in presses:
                queue.popleft().turn.set()
                for press in queue:
                    press.late = True
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
        press = Press(f"{self._group} {kind} {_name(data)}", work)
        return await self._conductor.press(self._group, press)


def _name(data: Json) -> str:
    """Return the name of a command, or a custom_id without its table, step and values."""
    if "custom_id" not in data:
        return data["name"]
    return re.sub(r"=[^;:]*", "", data["custom_id"].split(":", 2)[2])


class Group:
    """People who play one game after another."""

    def __init__(self, number: int, game: str, users: Sequence[Paced], place: Place) -> None:
        self.game = game
        self.users = users
        self.place = place
        self.table = 0
        self.players: list[Player] = []
        self._channel = ("games", "parlor")[number % 2]
        self._playing: list[asyncio.Task[None]] = []

    async def go_on(self) -> None:
        """Start a new game at once, unless the last one is still running."""
        for task in self._playing:
            if task.done():
                task.result()  # raises the error of a player who gave up
        if not all(task.done() for task in self._playing):
            return
        await asyncio.create_task(self._sit_down())
        self._playing = [asyncio.create_task(player.play()) for player in self.players]

    async def _sit_down(self) -> None:
        """Deal a new game, and have everybody open a private panel."""
        AT_ONCE.set(True)
        self.table = await dealt(self.users, self.game, self.place, channel=self._channel)
        self.players = [
            Player(user, self.game, self.table, self._dice(seat), Tally(), PRESSING)
            for seat, user in enumerate(self.users)
        ]
        for user in self.users:
            await self.look(user)

    def _dice(self, seat: int) -> Random:
        return Random(f"{self.game}:{self.table}:{seat}")

    @property
    def is_playing(self) -> bool:
        """Whether the game at the table goes on."""
        return bool(
            read(self.place, "SELECT 1 FROM tables WHERE id=? AND phase='playing'", self.table)
        )

    async def look(self, user: Paced) -> Outcome:
        """Press *My hand* on the board, which opens a private panel."""
        board = await user.until(lambda: board_of(user, self.table))
        return await user.click(board, label="My hand")

    async def stop(self) -> None:
        """Make everybody stop playing."""
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)


async def dealt(users: Sequence[User], game: str, place: Place, channel: str = "games") -> int:
    """Open a table, deal, and return its number once the game is on in the bot's database file."""
    table = await deal_table(users, game, channel=channel)
    sql = "SELECT 1 FROM tables WHERE id=? AND phase<>'open'"
    await until(lambda: read(place, sql, table))
    return table


@asynccontextmanager
async def crowd(
    base: str, games: Sequence[str], size: int, conductor: Conductor, place: Place
) -> AsyncGenerator[list[Group]]:
    """Connect a group of people for each of the games. The bot must be connected already.

    `file` is the bot's database; it tells when a table has been dealt.
    """
    names = iter(more_names(len(games) * size))
    groups = [
        Group(
            number, game, [Paced(next(names), base, conductor, number) for _ in range(size)], place
        )
        for number, game in enumerate(games)
    ]
    async with AsyncExitStack() as stack:
        for group in groups:
            for user in group.users:
                await stack.enter_async_context(user)
        for group in groups:
            stack.push_async_callback(group.stop)
        yield groups


def moved(place: Place, outcomes: Sequence[Outcome]) -> int:
    """Count the presses that made a move: their idempotency keys are in the log."""
    ids = [int(outcome.id) for outcome in outcomes if outcome.id]
    if not ids:
        return 0
    marks = ",".join("?" * len(ids))
    return read(place, f"SELECT count(*) FROM log WHERE receipt IN ({marks})", *ids)[0][0]
