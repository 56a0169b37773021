"""Run the playground with the real bot: people, restarts and access to the file.

    async with harbor(tmp_path) as here:
        ann = here.users["Ann"]

The bot runs in this process, so tests can inject faults, or with `Crew` in a process of its own
(for long drives and kills).
"""

import asyncio
import os
import re
import signal
import sqlite3
import sys
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from discord_playground import NAMES, Playground

from bot.app import Downeast
from bot.endpoint import Address, aim_at
from bot.host.reading.table_view import TableView
from bot.host.time.clock import Clock, ClockAhead
from bot.host.time.discord_ids import lowest_id_at
from bot.show.deliver.display import Timing
from bot.show.draw.pages.game_cards import game_cards
from bot.ui.panels.operator import Operator
from db.base.place import Place, PostgresUrl, written
from db.database import Database
from db.people.forgotten import ForgottenList, list_in
from games import GAMES
from games.rules import AnyRules
from playground.tests.schema import Checker, Witness
from playground.tests.user import Json, Outcome, User, drawn_at, pressable, text_of
from tests.files import put_new_file
from tests.places import place_in

ROOT = Path(__file__).parents[2]
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

    async def settled(self) -> None:
        """Wait until the bot has sent every drawing, and removed what they replace."""
        assert self.bot is not None
        await self.bot.services.display.settled()
        await self.bot.services.router.responder.private.settled()

    async def at(self, instant: float) -> None:
        """Leap to an instant and wait until everything due by then is done and shown."""
        assert self.bot is not None
        assert isinstance(self.clock, LeapingClock)
        self.clock.leap_to(instant)
        await self.bot.services.deadlines.tick()
        await self.settled()
        await self.bot.services.notices.tick()
        await self.settled()

    # --- looking ---

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """Query the committed state of the database."""
        return read(self.place, sql, *values)

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
        first = self.users[players[0]]
        table = await open_table(first, f"{game} start", options)
        for name in players[1:]:
            await join(self.users[name], table)
        await deal(first, table, players)
        return table

    async def seen(self, table: int, user: User | None = None) -> TableView:
        """Return a person's view of a table, or the public view."""
        assert self.bot is not None
        return await self.bot.services.queries.table(table, None if user is None else int(user.id))

    async def mover(self, table: int) -> User:
        """Return the first player who must move."""
        seen = await self.seen(table)
        return self.users[seen.names.plain(min(seen.to_move))]

    async def move(self, table: int) -> User:
        """Play the next player's default move, bypassing Discord; return the player."""
        user = await self.mover(table)
        await self.play(table, user, (await self.seen(table, user)).legal.moves[0])
        return user

    async def play(self, table: int, user: User, move: Any) -> None:
        """Play a move for a player, bypassing Discord."""
        assert self.bot is not None
        await self.bot.services.host.moves.play(
            table, int(user.id), move, drawn_at=None, holds="key", receipt=self._receipt()
        )

    def _receipt(self) -> int:
        """Return an interaction id for this moment."""
        self._receipts += 1
        return lowest_id_at(time.time()) + self._receipts

    def step(self, table: int) -> int:
        """Return how many public steps a table has had."""
        return self.rows("SELECT step FROM tables WHERE id=?", table)[0]["step"]

    def rev(self, table: int) -> int:
        """Return the rev of a table's newest log row."""
        return self.rows("SELECT rev FROM tables WHERE id=?", table)[0]["rev"]

    async def until(self, found: Callable[[], Any], seconds: float = 30.0) -> None:
        """Poll until a condition holds that no event announces."""
        async with asyncio.timeout(seconds):
            while not found():  # noqa: ASYNC110 (nobody rings)
                await asyncio.sleep(0.01)

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
    checker = check or Checker()
    playground = Playground(names, port=0, check=checker, rates=rates, bot_name="Downeast")
    async with AsyncExitStack() as stack:
        await playground.start()
        stack.push_async_callback(playground.stop)
        place = place or place_in(folder)
        here = Harbor(playground, place, timing, games, clock, emojis=emojis)
        here.pictures = pictures
        if isinstance(place, Path):
            await put_new_file(place)
        else:
            here.forgotten = list_in(folder)
        if bot:
            await here.start_bot()
        stack.push_async_callback(here.stop_bot)
        for name in names:
            here.users[name] = await stack.enter_async_context(User(name, playground.base))
        yield here


async def ended(running: asyncio.Task[None]) -> None:
    """Wait until a closed bot has finished its last tasks."""
    await asyncio.wait([running], timeout=5)
    await asyncio.sleep(0)  # discord.py handles its last events in separate tasks


async def connected(
    playground: Playground, seconds: float = 15.0, running: asyncio.Future[Any] | None = None
) -> None:
    """Wait until a bot is connected and ready, or its process has ended."""
    async with asyncio.timeout(seconds):
        while not (playground.stage.gateway.bot_connected and playground.world.commands):
            if running is not None and running.done():
                raise AssertionError(f"the bot has ended: {running.exception()!r}")
            await asyncio.sleep(0.01)


# --- a bot in a process of its own ---


class Crew:
    """The bot as `python -m bot` in a separate process that can be killed."""

    def __init__(
        self,
        playground: Playground,
        place: Place,
        *,
        module: Sequence[str] = ("tests.e2e.tireless",),
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


# --- reading ---

NOTHING: Json = {"content": "", "components": []}
OPENED = re.compile(r"(?:-# table |Table )([0-9]+) (?:·|is here)")
BOARD = re.compile(r"^-# table (\d+)(?: ·|$)", re.MULTILINE)


def read(place: Place, sql: str, *values: Any) -> list[Any]:
    """Query the bot's database from outside."""
    if isinstance(place, PostgresUrl):
        from tests.postgresql.reader import read_server  # its package is an extra

        return read_server(place, sql, *values)
    connection = sqlite3.connect(f"file:{place}?mode=ro", uri=True, timeout=10)
    try:
        connection.row_factory = sqlite3.Row
        return connection.execute(sql, values).fetchall()
    finally:
        connection.close()


def _too_soon(outcome: Outcome) -> bool:
    """Return whether a deal came before the seal was published."""
    return "Deal again in a moment" in outcome.text


def board_of(user: User, table: int) -> Json | None:
    """Return the newest message with the board of a table."""
    for message in reversed(user.messages.values()):
        if message["author"]["id"] == user.bot_id:
            found = step_of(message)
            if found and found[0] == table:
                return message
    return None


def step_of(message: Json) -> tuple[int, int] | None:
    """Return a board's table and the step of its buttons; None for other messages."""
    found = BOARD.search(text_of(message))
    return (int(found[1]), drawn_at(message, int(found[1]))) if found else None


async def open_table(
    user: User, command: str, options: dict[str, Any] | None = None, channel: str = "games"
) -> int:
    """Type a `start` command; return the table's number."""
    outcome = await user.command(command, options, channel=channel)
    said = outcome.said
    assert said is not None, outcome
    # on a slow machine the answer is deferred and names the board later
    found = await user.until(
        lambda: OPENED.search(text_of(user.messages.get(said["id"], said))),
    )
    return int(found[1])


async def join(user: User, table: int) -> Outcome:
    """Press *Join* on a table's board."""
    while True:
        board = await user.until(lambda: board_of(user, table))
        outcome = await user.click(board, label="Join")
        if outcome.kind != "refused":  # the board was redrawn meanwhile, so press again
            if outcome.said is None:  # on a slow machine the answer is deferred and comes later
                outcome.said = await user.find(text="You're in, seat")
            assert "You're in, seat" in outcome.text, outcome
            return outcome


async def add_house_player(user: User, table: int, number: int) -> None:
    """Press *Add a house player* at a table that has this number of them."""
    wanted = f"number={number + 1}"

    def button() -> Json | None:
        board = board_of(user, table)
        there = any(wanted in item.get("custom_id", "") for item in pressable(board or NOTHING))
        return board if there else None

    outcome = await user.click(await user.until(button), label="Add a house player")
    assert outcome.kind == "answered", outcome


async def join_by_command(user: User, table: int, channel: str = "games") -> Outcome:
    """Join by typing the command."""
    outcome = await user.command("table join", {"table": table}, channel=channel)
    assert "You're in, seat" in outcome.text, outcome
    return outcome


def is_dealt(user: User, table: int) -> bool:
    """Return whether a board shows a dealt game."""
    text = text_of(board_of(user, table) or NOTHING)
    return "opened this table" not in text and "Dealing to " not in text


async def deal_by_command(user: User, table: int, channel: str = "games") -> None:
    """Deal by typing the command, and wait for the board."""
    while True:
        outcome = await user.command("table deal", {"table": table}, channel=channel)
        if not _too_soon(outcome):
            break
        await user.change(0.05)
    assert "Your hand · " in outcome.text, outcome
    await user.until(lambda: is_dealt(user, table))


async def deal(user: User, table: int, players: Sequence[str]) -> None:
    """Press *Deal* once all names are on the board, and wait for the cards."""

    def all_here() -> Json | None:
        board = board_of(user, table)
        there = board is not None and all(name in text_of(board) for name in players)
        return board if there else None

    while True:
        outcome = await user.click(await user.until(all_here), label="Deal")
        if outcome.kind != "refused" and not _too_soon(outcome):
            break
        await user.change(0.05)
    assert outcome.kind == "answered", outcome
    assert outcome.said is None, outcome
    await user.until(lambda: is_dealt(user, table))
