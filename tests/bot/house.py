"""The bot for the small test game on a real file: host, display, notices, deadlines, router.

    async with house_on(tmp_path) as house:
        table = await house.dealt(ANN, BEN)
        await house.play(table, ANN, Hide(coins=2))
        await house.passes(30)

Nothing of Discord is in it: time is a HandClock, messages go to a RecordingMessenger. An `idle`
house draws nothing, so that a test of the host can count its queries.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from aiosqlite import Connection

from bot.host.proof.luck import mixed_at
from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.table_view import TableView
from bot.host.time.discord_ids import lowest_id_at
from bot.services import Services
from bot.show.deliver.queues.picture_cache import PictureCache
from bot.show.deliver.queues.timing import Timing
from bot.ui.face.face import AnyFace
from bot.ui.ways.ways import Holds
from db.base.place import Place
from db.database import Database
from db.engines.sqlite_engine import SqliteEngine
from db.people.forgotten import ForgottenList, list_in
from db.tables import log, tables
from db.tables.log import LogEntry
from db.tables.shown import BOARD, Shown, StoredKey
from db.tables.tables import Table
from games.chance import Chance, fixed_by
from games.rules import AnyRules, Refusal
from tests.bot.recording import HandClock, RecordingMessenger, RecordingReply, Sent
from tests.engines import Counted, sqlite_of, watch_server
from tests.files import put_new_file
from tests.places import place_in
from tests.small.face import FACE
from tests.small.game import SmallRules
from tests.small.game.moves import Guess, Hide
from tests.small.game.state import Options

ANN, BEN, CAT, DAN = 101, 102, 103, 104
NAMES = {ANN: "Ann", BEN: "Ben", CAT: "Cat", DAN: "Dan"}
GUILD, CHANNEL = 1, 2
AT_ONCE = Timing(
    settle=0.0,
    pause=0.0,
    notice_after=30.0,
    here_for=30.0,
    house_thinks=0.0,
    retry=30.0,
    reading=0.0,
)
BARRIER = "SELECT 'all before this is done'"


class House(Services):
    """All parts of the bot except Discord."""

    def __init__(
        self,
        database: Database,
        clock: HandClock,
        messenger: RecordingMessenger,
        timing: Timing,
        faces: Mapping[str, AnyFace],
        *,
        idle: bool,
        pictures: PictureCache | None,
        forgotten: ForgottenList | None = None,
    ) -> None:
        self.database = database
        self.clock = clock
        self.messenger = messenger
        self.timing = timing
        self.faces: dict[str, AnyFace] = dict(faces)
        self.games: dict[str, AnyRules] = {name: face.rules for name, face in faces.items()}
        self.idle = idle
        self.pictures = pictures
        self.forgotten = forgotten
        self.changed: list[LoadedTable] = []
        self.unsure: list[int] = []
        self.counted = Counted()
        self._unanswered = 0
        self._receipts = 50_000  # larger than message ids of the same time
        self._make()

    def _make(self) -> None:
        super().__init__(
            self.database,
            self.games,
            self.faces,
            self.clock,
            self.timing,
            lambda store: self.messenger,
            pictures=self.pictures,
            forgotten=self.forgotten,
        )

    def table_changed(self, loaded: LoadedTable) -> None:
        self.changed.append(loaded)
        if not self.idle:
            super().table_changed(loaded)

    def table_unsure(self, table_id: int) -> None:
        self.unsure.append(table_id)
        if not self.idle:
            super().table_unsure(table_id)

    async def watch(self) -> None:
        """Count the requests to the database, and which of them wait for an answer."""
        if isinstance(self.database.place, Path):
            await self._watch_file()
        else:
            watch_server(self.database, self._watched, self.counted)

    async def _watch_file(self) -> None:

        def wrote(sql: str) -> None:
            self.counted.transactions += sql.startswith("BEGIN")

        def read(sql: str) -> None:
            self.counted.reads += sql != BARRIER

        await self._engine._writing.set_trace_callback(wrote)
        await self._engine._reading.set_trace_callback(read)
        for connection in self._connections:
            connection._execute = self._watched(connection._execute)  # type: ignore[method-assign]

    @property
    def file(self) -> Path:
        """The file of the database."""
        assert isinstance(self.database.place, Path)
        return self.database.place

    @property
    def _engine(self) -> SqliteEngine:
        return sqlite_of(self.database)

    @property
    def _connections(self) -> tuple[Connection, Connection]:
        return self._engine._writing, self._engine._reading

    def _watched(self, ask: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        """Track the pending answers of the database."""

        async def asked(*args: Any, **kwargs: Any) -> Any:
            self._unanswered += 1
            try:
                return await ask(*args, **kwargs)
            finally:
                self._unanswered -= 1

        return asked

    async def crash(self) -> None:
        """Crash, then start again from the file."""
        self.store.flush = _nothing  # type: ignore[method-assign]
        await self.close()
        await self.quiet()
        self._make()

    async def quiet(self) -> None:
        """Wait until everything that can happen at this time has happened."""
        await _nothing_ready()
        while self._unanswered:
            if isinstance(self.database.place, Path):
                for connection in self._connections:
                    await connection.execute_fetchall(BARRIER)  # after all queued requests
            else:
                await asyncio.sleep(0.0005)  # the server answers soon
            await _nothing_ready()

    async def passes(self, seconds: float) -> None:
        """Advance the clock step by step, so that all sleepers wake in order."""
        end = self.clock.now() + seconds
        await self.quiet()
        while (waking := self.clock.next_waking()) is not None and waking <= end:
            self.clock.set(max(waking, self.clock.now()))
            await self.quiet()
        self.clock.set(end)
        await self.quiet()

    async def leaps(self, seconds: float) -> None:
        """Advance the clock at once; each sleeper wakes once, as after a machine's sleep."""
        await self.passes(0)
        self.clock.advance(seconds)
        await self.passes(60)

    @contextmanager
    def counting(self) -> Generator[Counted]:
        """Count the database requests in a block; read the figures after it."""
        before, block = Counted(self.counted.transactions, self.counted.reads), Counted()
        yield block
        block.transactions = self.counted.transactions - before.transactions
        block.reads = self.counted.reads - before.reads

    def receipt(self) -> int:
        """Return an interaction id for the present time."""
        self._receipts += 1
        return lowest_id_at(self.clock.now()) + self._receipts

    async def open(
        self,
        *people: int,
        pace: str = "live",
        laid_open: bool = True,
        stand_in: int = 0,
        house: int = 0,
        channel: int = CHANNEL,
        most: int = 3,
        in_thread: bool = False,
    ) -> int:
        first, *others = people or (ANN, BEN)
        table = await self.host.seats.open(
            "small",
            Options(most=most),
            pace=pace,
            laid_open=laid_open,
            stand_in=stand_in,
            house=house,
            in_thread=in_thread,
            guild=GUILD,
            channel=channel,
            person=first,
            name=NAMES[first],
            receipt=self.receipt(),
        )
        if not self.idle:
            reply = self.reply(first, channel=channel)
            await self.display.post_board(reply, table)
        for person in others:
            await self.host.seats.join(table, person, NAMES[person], self.receipt())
        return table

    async def seal(self, table: int, message: int = 900) -> None:
        """Record a posted board, and the message with the commitment."""
        await self.store.loaded(table)
        await self.store.note_now(table, Shown(BOARD, message=message, step=1))
        await self.store.sealed(table, message + 1, CHANNEL)

    async def dealt(self, *people: int, **terms: Any) -> int:
        """Open a table and deal; the first person guesses first."""
        people = people or (ANN, BEN)
        table = await self.open(*people, **terms)
        if self.idle:
            await self.seal(table)
        await self.quiet()
        if not self.idle:
            await self.passes(self.timing.settle)  # until its commitment is published
        press = self.receipt()
        await self._choose_luck(table, press, self.messenger.next_id())
        await self.deal(table, people[0], press)
        self.changed.clear()
        return table

    async def deal(self, table: int, person: int, receipt: int | None = None) -> None:
        await self.host.deals.deal(table, person, receipt or self.receipt())
        if self.idle:
            await self.host.deals.deal_frozen(table, (self.messenger.new_id(), CHANNEL))
        await self.quiet()

    async def dealt_by_dm(self, *people: int, **terms: Any) -> int:
        """Open a table and deal; each hand is in a DM, because its player has typed a line."""
        table = await self.dealt(*people, **terms)
        for person in people or (ANN, BEN):
            await self.display.hands.send_again(table, person, self.receipt())
        await self.quiet()
        return table

    async def _choose_luck(self, table: int, deal: int, message: int) -> None:
        """Replace the secret by one with which the first player guesses first."""
        found = await self.stored(table)
        assert found.sealed_by is not None
        secrets = (number.to_bytes(32) for number in count(1))
        luck = (
            secret
            for secret in secrets
            if Chance.of(secret, luck_of(found, secret, deal, message), 0).below(len(found.players))
            == 0
        )
        async with self.database.transaction() as tx:
            await tx.run("UPDATE tables SET secret=? WHERE id=?", (next(luck), table))
        self.store.cache.drop(table)

    async def play(
        self,
        table: int,
        person: int,
        move: Any,
        *,
        drawn_at: int | None = None,
        holds: Holds = "key",
        receipt: int | None = None,
    ) -> LoadedTable:
        return await self.host.moves.play(
            table,
            person,
            move,
            drawn_at=drawn_at,
            holds=holds,
            receipt=self.receipt() if receipt is None else receipt,
        )

    async def give_order(
        self, table: int, person: int, order: Any, *, drawn_at: int | None = None
    ) -> LoadedTable:
        return await self.host.orders.give(
            table, person, order, drawn_at=drawn_at, holds="subject", receipt=self.receipt()
        )

    async def hide(self, table: int, *people: int, coins: int = 1) -> None:
        for person in people:
            await self.play(table, person, Hide(coins=coins))

    async def play_out(self, table: int) -> None:
        await self.play(table, ANN, Hide(coins=1))
        await self.play(table, BEN, Hide(coins=2))
        await self.play(table, ANN, Guess(total=3))
        await self.play(table, BEN, Guess(total=5))

    async def opens_hand(self, table: int, person: int) -> Sent:
        """Press *My hand* on the board; return the ephemeral answer."""
        await self.display.answer_hand(self.reply(person), table, new_panel=True)
        await self.quiet()
        return self.messenger.private()[-1]

    def reply(self, person: int, **how: Any) -> RecordingReply:
        return RecordingReply(self.messenger, self.receipt(), person, **how)

    def played_by(self, rules: AnyRules) -> None:
        """Replace the rules of all tables, as a new release does."""
        self.games[rules.name] = rules
        for table_id in list(self.store.cache._kept):
            self.store.cache.drop(table_id)

    def offers(self, command: str, title: str = "Hidden Coins") -> None:
        """Rename the game, or switch it off, as its operator does between two runs."""
        rules = self.games["small"].offered_as(command, title)
        self.faces["small"] = self.faces["small"].called_as(rules)
        self.played_by(rules)

    async def seen(self, table: int, person: int | None = None) -> TableView:
        return await self.queries.table(table, person)

    async def stored(self, table: int) -> Table:
        found = await tables.load(self.database.reader, table, 0)
        assert found is not None
        return found[0]

    async def shown(self, table: int, key: StoredKey) -> Shown | None:
        """Read from the file what a message last showed."""
        found = await tables.load(self.database.reader, table, 0)
        assert found is not None
        return next((panel for panel in found[2] if panel.key == key), None)

    async def log(self, table: int) -> list[LogEntry]:
        return await log.since(self.database.reader, table, 0)

    async def due(self, table: int) -> dict[str, float | None]:
        """Return the seconds that each player has left."""
        players = (await self.stored(table)).players
        return {
            player.name: None if player.due is None else player.due - self.clock.now()
            for player in players
        }

    def board(self, channel: int = CHANNEL) -> Sent:
        [found] = self.boards(channel)
        return found

    def boards(self, channel: int = CHANNEL) -> list[Sent]:
        """List the messages of a channel except notices, the newest last."""
        notices = self.messenger.notices()
        return [
            message for message in self.messenger.there(channel=channel) if message not in notices
        ]

    def hand(self, person: int) -> Sent:
        notices = self.messenger.notices()
        [found] = [
            message for message in self.messenger.there(person=person) if message not in notices
        ]
        return found

    def notice(self, person: int) -> Sent:
        [found] = self.messenger.notices(person)
        return found


def luck_of(table: Table, secret: bytes, deal: int, message: int) -> str:
    """Return the inputs of a table's luck: its secret, the press, the message of the deal."""
    fixed = mixed_at(replace(table, secret=secret), SmallRules(), deal)
    return fixed_by(fixed, message) if table.laid_open else fixed


async def refused(work: Awaitable[Any], kind: type[Refusal] = Refusal) -> str:
    """Await a coroutine that must raise Refusal; return its sentence."""
    with pytest.raises(kind) as refusal:
        await work
    assert str(refusal.value).endswith((".", "!", "?"))
    return str(refusal.value)


async def _nothing_ready() -> None:
    """Run other tasks until all wait for the file or the clock."""
    ready: deque[asyncio.Handle] = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    await asyncio.sleep(0)
    while ready:  # noqa: ASYNC110  # whoever that is
        await asyncio.sleep(0)


async def _nothing() -> None:
    """Replaces an action that a crash prevents."""


@asynccontextmanager
async def house_on(
    folder: Path,
    *,
    timing: Timing = AT_ONCE,
    faces: Mapping[str, AnyFace] | None = None,
    idle: bool = False,
    pictures: PictureCache | None = None,
    place: Place | None = None,
) -> AsyncGenerator[House]:
    """Open a house on the database of a folder, or at a place, which is a new file.

    `start()` starts its background work.
    """
    place = place or place_in(folder)
    if isinstance(place, Path):
        await put_new_file(place)
    database = await Database.open(place, durable=False)
    clock = HandClock()
    house = House(
        database,
        clock,
        RecordingMessenger(clock),
        timing,
        {"small": FACE} if faces is None else faces,
        idle=idle,
        pictures=pictures,
        forgotten=list_in(folder),
    )
    try:
        await house.watch()
        yield house
        await house.close()
    finally:
        await database.close()
