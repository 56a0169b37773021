"""Whole games through the host, on a file that loses its power again and again.

After a crash the file is what SQLite had on the disk: the database and its log of writes, copied
while both are still open. No move that was acknowledged may be missing then, and none that is sent
again may be made twice.
"""

import random
import shutil
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from bot.host.commit.change import Moment, make_move
from bot.host.host import Host
from bot.host.proof.verify import verify
from bot.host.reading.listener import Listener
from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.queries import Queries
from bot.host.reading.store import Store
from db.base.codec import codec_of
from db.database import Database
from db.tables import tables
from db.tables.shown import BOARD, Shown
from games import GAMES
from games.rules import Refusal
from tests.bot.house import ANN
from tests.bot.recording import HandClock
from tests.contract.playing import Case, cases_of


class Crashing:
    def __init__(self, folder: Path, life: str = "life") -> None:
        self._folder = folder
        self._life = life
        self._lives = 0
        self.clock = HandClock()
        self.host: Host
        self.queries: Queries

    def _place(self) -> Path:
        return self._folder / f"{self._life}{self._lives}"

    async def start(self) -> None:
        self.database = await Database.open(self._place() / "downeast.sqlite3")
        store = Store(self.database, GAMES, self.clock, Listener())
        self.host, self.queries = Host(store, reading=0.0), Queries(store)

    async def crash(self) -> None:
        old = self._place()
        self._lives += 1
        shutil.copytree(old, self._place())
        await self.database.close()
        await self.start()

    async def play(self, table: int, seat: int, move: Any, step: int | None, receipt: int) -> int:
        after = await self.host.moves.play(
            table, ANN + seat, move, drawn_at=step, holds="key", receipt=receipt
        )
        return after.table.rev


async def dealt(house: Crashing, case: Case) -> int:
    await house.start()
    table = await house.host.seats.open(
        case.game,
        case.options,
        pace="live",
        laid_open=True,
        guild=1,
        channel=2,
        person=ANN,
        name="Ann",
        receipt=1,
    )
    for seat in range(1, case.seats):
        await house.host.seats.join(table, ANN + seat, f"No. {seat}", 1 + seat)
    await house.host.store.note_now(table, Shown(BOARD, message=900, step=1))
    await house.host.store.sealed(table, 901, 20)
    await house.host.deals.deal(table, ANN, 50)
    assert await house.host.deals.deal_frozen(table, (60, 20))
    return table


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[Crashing]:
    made = Crashing(tmp_path)
    yield made
    await made.database.close()


@pytest.mark.parametrize("game", GAMES)
async def test_crash_loses_no_acknowledged_move_and_repeats_none(game: str, house: Crashing):
    case = cases_of(game)[0]
    rules, picks = case.rules, random.Random(game)
    table, moves = await dealt(house, case), 0
    while (await house.queries.table(table, None)).phase == "playing" and moves < 100:
        public = await house.queries.table(table, None)
        seat = picks.choice(sorted(public.to_move))
        seen = await house.queries.table(table, ANN + seat)
        move = picks.choice(seen.legal.moves)
        receipt, moves = 1000 + moves, moves + 1
        rev = await house.play(table, seat, move, seen.step, receipt)
        assert rev == seen.rev + 1
        if picks.random() < 0.12:
            await house.crash()
        if picks.random() < 0.3:  # the same press, replayed: never played, whatever is said to it
            try:
                again = await house.play(table, seat, move, None, receipt)
            except Refusal:
                again = (await house.queries.table(table, None)).rev
            assert again == rev, "a move that was acknowledged is gone, or was made twice"
    await finished_by_the_clock(house, table)
    written = await house.queries.transcript(table)
    numbers = [step["number"] for step in written["steps"]]
    assert numbers == list(range(len(numbers)))
    assert rules.title in verify(written, GAMES)


async def finished_by_the_clock(house: Crashing, table: int) -> None:
    await house.crash()
    for _ in range(3000):
        seen = await house.queries.table(table, None)
        if seen.phase == "over":
            return
        house.clock.advance(10**6)
        assert await house.host.moves.play_absent(table, min(seen.to_move))
    raise AssertionError("the clock alone does not bring this game to its end")


@pytest.mark.parametrize("game", GAMES)
async def test_crash_before_commit_leaves_nothing(game: str, house: Crashing, tmp_path: Path):
    case = cases_of(game)[0]
    table = await dealt(house, case)
    before = await house.queries.table(table, None)
    seat = min(before.to_move)
    move = (await house.queries.table(table, ANN + seat)).legal.moves[0]
    loaded = await house.host.store.loaded(table)
    player = loaded.table.players[seat]
    async with house.database.transaction() as tx:
        made = make_move(
            loaded, player, move, "move", 77, Moment(house.clock.now(), 30.0, 30.0, {})
        )
        assert await tables.save(tx, made.after.table, [made.entry], loaded.table)
        shutil.copytree(tmp_path / "life0", tmp_path / "cut0")  # the power fails before the commit
    again = Crashing(tmp_path, "cut")
    await again.start()
    try:
        there = await again.queries.table(table, None)
        assert (there.rev, there.public, there.news) == (before.rev, before.public, before.news)
        rev = await again.play(table, seat, move, None, 77)
        assert rev == before.rev + 1, "the press is free to be made again"
        mine, theirs = [await stored(bot, table) for bot in (again, house)]
        assert mine == theirs, "made again, it met another luck"
    finally:
        await again.database.close()


async def stored(house: Crashing, table: int) -> Any:
    house.host.store.cache.drop(table)
    loaded: LoadedTable = await house.host.store.loaded(table)
    assert codec_of(loaded.rules).state.load(loaded.table.state or "") == loaded.state
    return loaded.state
