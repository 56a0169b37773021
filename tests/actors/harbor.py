"""Run the playground with the real bot: people, restarts and access to the file.

    async with harbor(tmp_path) as here:
        ann = here.users["Ann"]

The bot runs in this process, so tests can inject faults. With `Crew` (tests/crews/crew.py) it runs
in a process of its own, for long drives and kills.

For every test in which people play through the real client.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from discord_playground import NAMES, Playground

from bot.app import Downeast
from bot.endpoint import Address, aim_at
from bot.host.reading.table_view import TableView
from bot.host.time.clock import Clock, ClockAhead
from bot.host.time.discord_ids import lowest_id_at
from bot.services import Services
from bot.show.deliver.display import Timing
from bot.show.draw.pages.game_cards import game_cards
from bot.ui.panels.operator import Operator
from db.base.place import Place
from db.database import Database
from db.people.forgotten import ForgottenList, list_in
from games import GAMES
from games.rules import AnyRules
from playground.tests.schema import Checker, Witness
from playground.tests.user import Json, Outcome, User, peopled
from tests.actors.tables import NOTHING, board_of, deal_table, headline, notices_to, step_of
from tests.actors.waiting import until
from tests.files import put_new_file
from tests.places import place_in, read

QUICK = Timing(
    settle=0.02,
    pause=0.05,
    notice_after=0.0,
    here_for=0.0,
    house_thinks=0.0,
    retry=0.3,
    reading=0.0,
    emoji_pace=0.0,
)
UNHURRIED = replace(QUICK, notice_after=600.0, here_for=600.0)  # nobody is written to


class LeapingClock(ClockAhead):
    """The machine's time, moved to another day; it can leap ahead.

    Between leaps it runs at normal speed.
    """

    def __init__(self, start: float) -> None:
        super().__init__(start - time.time())

    def leap_to(self, instant: float) -> None:
        """Leap forward; the clock never goes back."""
        self.set_ahead(self.ahead + max(0.0, instant - self.now()))


class Harbor:
    """A playground, its people and the bot, which can be stopped and started."""

    def __init__(
        self,
        playground: Playground,
        place: Place,
        timing: Timing,
        games: Sequence[str],
        clock: Clock | None = None,
        *,
        emojis: bool = False,
    ) -> None:
        self.playground = playground
        self.witness = playground.stage.gateway.to_bot = Witness()
        self.emojis = emojis
        self.pictures = False
        self.place = place
        self.timing = timing
        self.clock = clock
        self.users: dict[str, User] = {}
        self.bot: Downeast | None = None
        self.games: dict[str, AnyRules] = {name: GAMES[name] for name in games}
        self.operator = Operator()
        self.forgotten: ForgottenList | None = None  # None: beside the database
        self._bot_stack = AsyncExitStack()
        self._receipts = 0

    async def start_bot(self) -> Downeast:
        """Start the bot as `python -m bot` does, and wait until it is connected."""
        async with AsyncExitStack() as stack:
            database = await Database.open(self.place)
            stack.push_async_callback(database.close)
            aim_at(Address(self.playground.base, self.playground.gateway))
            bot = self.bot = Downeast(
                database,
                self.games,
                self.timing,
                self.clock,
                pictures=self.pictures,
                emojis=self.emojis,
                operator=self.operator,
                forgotten=self.forgotten,
            )
            self.playground.show_games(lambda: game_cards(bot.faces.values()))
            running = asyncio.create_task(bot.start(self.playground.bot_token))
            stack.push_async_callback(ended, running)
            stack.push_async_callback(bot.close)
            await connected(self.playground, running=running)
            self._bot_stack = stack.pop_all()
        return bot

    async def stop_bot(self) -> None:
        """Stop the bot as SIGTERM does."""
        await self._bot_stack.aclose()
        self.bot = None

    async def restart_bot(self) -> Downeast:
        """Stop and start the bot."""
        await self.stop_bot()
        return await self.start_bot()

    @property
    def services(self) -> Services:
        """The services of the running bot."""
        assert self.bot is not None, "the bot is not running"
        return self.bot.services

    async def settled(self) -> None:
        """Wait until the bot has sent every drawing, and removed what they replace."""
        await self.services.display.settled()
        await self.services.router.responder.private.settled()

    async def at(self, instant: float) -> None:
        """Leap to an instant and wait until everything due by then is done and shown."""
        assert isinstance(self.clock, LeapingClock)
        self.clock.leap_to(instant)
        await self.services.deadlines.tick()
        await self.settled()
        await self.services.notices.tick()
        await self.settled()

    # --- looking ---

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """Query the committed state of the database."""
        return read(self.place, sql, *values)

    async def lever(self, path: str, method: str = "POST", /, **body: Any) -> Any:
        """Pull a lever of the playground: `lever("/people/ann", dms_open=False)`."""
        return await next(iter(self.users.values())).lever(path, method, **body)

    def trouble(self, **fault: Any) -> None:
        """Inject a fault: `trouble(kind="status", route="messages", status=500)`."""
        self.playground.stage.faults.add(fault)

    @property
    def file(self) -> Path:
        """The database file."""
        assert isinstance(self.place, Path), "the database is on a server"
        return self.place

    @property
    def requests(self) -> list[Json]:
        """All requests that the bot has sent to Discord."""
        return self.playground.stage.log.since(0)

    def unhappy(self) -> list[str]:
        """Return what went wrong on Discord's side; empty in most tests."""
        stage = self.playground.stage
        found = [f"{error['method']} {error['path']}: {error}" for error in stage.log.errors(0)]
        for item in stage.interactions.all.values():
            if item.failed or item.late:
                found.append(f"not answered in time: {item.line()}")
        return found + stage.complaints + self.witness.errors

    # --- at a table ---

    async def table(
        self, game: str, players: Sequence[str], options: dict[str, Any] | None = None
    ) -> int:
        """Open a table, seat people, deal, and return its number."""
        return await deal_table([self.users[name] for name in players], game, options)

    async def seen(self, table: int, user: User | None = None) -> TableView:
        """Return a person's view of a table, or the public view."""
        return await self.services.queries.table(table, None if user is None else int(user.id))

    async def movers(self, table: int) -> list[User]:
        """Return the players who must move, by seat."""
        seen = await self.seen(table)
        return [self.users[seen.names.plain(seat)] for seat in sorted(seen.to_move)]

    async def mover(self, table: int) -> User:
        """Return the first player who must move."""
        return (await self.movers(table))[0]

    async def move(self, table: int) -> User:
        """Play the next player's default move, bypassing Discord; return the player."""
        user = await self.mover(table)
        await self.play(table, user, (await self.seen(table, user)).legal.moves[0])
        return user

    async def play(self, table: int, user: User, move: Any) -> None:
        """Play a move for a player, bypassing Discord."""
        await self.services.host.moves.play(
            table, int(user.id), move, drawn_at=None, holds="key", receipt=self._receipt()
        )

    async def play_out(self, table: int) -> None:
        """Play a table to its end by default moves, bypassing Discord."""
        while (await self.seen(table)).to_move:
            await self.move(table)

    def _receipt(self) -> int:
        """Return an interaction id for this moment."""
        self._receipts += 1
        return lowest_id_at(time.time()) + self._receipts

    def asked(self) -> list[User]:
        """Return the people who are asked something at any table, from the database."""
        rows = self.rows("SELECT name FROM seats WHERE due IS NOT NULL ORDER BY table_id, seat")
        return [self.users[row["name"]] for row in rows]

    def step(self, table: int) -> int:
        """Return how many public steps a table has had."""
        return self.rows("SELECT step FROM tables WHERE id=?", table)[0]["step"]

    def rev(self, table: int) -> int:
        """Return the rev of a table's newest log row."""
        return self.rows("SELECT rev FROM tables WHERE id=?", table)[0]["rev"]

    async def until(self, found: Callable[[], Any], seconds: float = 30.0) -> None:
        """Poll until a condition holds that no event announces."""
        await until(found, seconds)

    async def moved(self, table: int, since: int) -> None:
        """Wait until the bot shows a later public step than `since`.

        The file has the step a moment before the bot knows that it is stored.
        """
        async with asyncio.timeout(30.0):
            while (await self.seen(table)).step <= since:  # noqa: ASYNC110 (nobody rings)
                await asyncio.sleep(0.01)

    async def board(self, user: User, table: int) -> Json:
        """Return a table's board as a person sees it."""
        return await user.until(lambda: board_of(user, table))

    async def shown(self, user: User, table: int, seconds: float = 30.0) -> None:
        """Wait until somebody's board shows the newest step. Raise TimeoutError."""
        await user.until(
            lambda: step_of(board_of(user, table) or NOTHING) == (table, self.step(table)), seconds
        )

    async def notice(self, user: User, table: int, seconds: float = 30.0) -> Json:
        """Wait for the notice of a table in somebody's DM."""
        await user.open_dm()

        def found() -> Json | None:
            there = (item for item in notices_to(user) if f", table {table}: " in headline(item))
            return next(there, None)

        return await user.until(found, seconds)

    async def open_hand(self, user: User, table: int) -> Outcome:
        """Press *My hand* on somebody's board."""
        return await user.click(await self.board(user, table), label="My hand")


@asynccontextmanager
async def harbor(
    folder: Path,
    people: int | Sequence[str] = 5,
    *,
    timing: Timing = QUICK,
    rates: bool = False,
    check: Checker | None = None,
    games: Sequence[str] = tuple(GAMES),
    bot: bool = True,
    clock: Clock | None = None,
    emojis: bool = False,
    pictures: bool = False,
    place: Place | None = None,
) -> AsyncGenerator[Harbor]:
    """Open a playground with a bot whose requests are checked as Discord would.

    With `emojis` the bot uploads its small pictures. With `pictures` boards get pictures a while
    after each drawing, which changes the number of requests. The database is a new one, or at a
    `place` that is empty.
    """
    names = NAMES[:people] if isinstance(people, int) else tuple(people)
    at = peopled(names, check=check or Checker(), rates=rates, bot_name="Downeast")
    async with at as (playground, users):
        place = place or place_in(folder)
        here = Harbor(playground, place, timing, games, clock, emojis=emojis)
        here.pictures, here.users = pictures, users
        if isinstance(place, Path):
            await put_new_file(place)
        else:
            here.forgotten = list_in(folder)
        try:
            if bot:
                await here.start_bot()
            yield here
        finally:
            await here.stop_bot()


async def ended(running: asyncio.Task[None]) -> None:
    """Wait until a closed bot has finished its last tasks."""
    await asyncio.wait([running], timeout=5)
    await asyncio.sleep(0)  # discord.py handles its last events in separate tasks


async def connected(
    playground: Playground, seconds: float = 15.0, running: asyncio.Future[Any] | None = None
) -> None:
    """Wait until a bot is connected and ready, or its process has ended."""

    def ready() -> bool:
        if running is not None and running.done():
            raise AssertionError(f"the bot has ended: {running.exception()!r}")
        return playground.stage.gateway.bot_connected and bool(playground.world.commands)

    await until(ready, seconds)
