"""Whole games through the host, on a file that loses its power again and again.

After a crash the file is what SQLite had on the disk: the database and its log of writes, copied
while both are still open. No move that was acknowledged may be missing then, and none that is sent
again may be made twice.
"""

import random
import shutil
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.host import Host
from bot.verify import verify
from db import tables
from db.codec import codec_of
from db.database import Database
from games import GAMES
from tests.contract.playing import Case, cases_of

ANN = 101


class Crashing:
    """A host whose process dies now and then; it is started again from what was on the disk."""

    def __init__(self, folder: Path, life: str = "life") -> None:
        self._folder = folder
        self._life = life
        self._lives = 0
        self.time = 1000.0
        self.host: Any = None

    def _place(self) -> Path:
        return self._folder / f"{self._life}{self._lives}"

    async def start(self) -> None:
        path = self._place() / "downeast.sqlite3"
        self.host = Host(await Database.open(path), GAMES, now=lambda: self.time)

    async def crash(self) -> None:
        """Copy the files as they lie there, and go on with the copies."""
        old = self._place()
        self._lives += 1
        shutil.copytree(old, self._place())
        await self.host.database.close()
        await self.start()


async def dealt(house: Crashing, case: Case) -> int:
    """Open a table of a game, have everybody sit down, and deal."""
    await house.start()
    table: int = await house.host.open(
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
        await house.host.join(table, ANN + seat, f"No. {seat}", 1 + seat)
    async with house.host.database.transaction() as tx:
        await tables.board_shown(tx, table, 900, 1)
    await house.host.deal(table, ANN, 50)
    return table


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[Crashing]:
    made = Crashing(tmp_path)
    yield made
    await made.host.database.close()


@pytest.mark.parametrize("game", GAMES)
async def test_no_acknowledged_move_is_lost_and_none_is_made_twice(game: str, house: Crashing):
    case = next(case for case in cases_of(game) if case.seed == 2)
    rules, picks = case.rules, random.Random(game)
    table, moves = await dealt(house, case), 0
    while (await house.host.sight(table, None)).phase == "playing" and moves < 120:
        public = await house.host.sight(table, None)
        seat = picks.choice(sorted(public.awaited))
        sight = await house.host.sight(table, ANN + seat)
        move = picks.choice(list(rules.moves(sight.view)))
        receipt, moves = 1000 + moves, moves + 1
        rev = await house.host.play(table, ANN + seat, move, seen_rev=sight.rev, receipt=receipt)
        assert rev == sight.rev + 1
        if picks.random() < 0.15:
            await house.crash()
        if picks.random() < 0.3:  # the same press, replayed
            again = await house.host.play(
                table, ANN + seat, move, seen_rev=sight.rev, receipt=receipt
            )
            assert again == rev, "a move that was acknowledged is gone, or was made twice"
    await finished_by_the_clock(house, table)
    written = await house.host.transcript(table)
    assert [one["rev"] for one in written["steps"]] == list(
        range(case.seats + 1, case.seats + 1 + len(written["steps"]))
    )
    assert rules.title in verify(written, GAMES)


async def finished_by_the_clock(house: Crashing, table: int) -> None:
    """Let everybody go home, and the clock play the game to its end."""
    await house.crash()
    for _ in range(3000):
        sight = await house.host.sight(table, None)
        if sight.phase == "over":
            return
        house.time += 10**6
        assert await house.host.play_absent(table, min(sight.awaited))
    raise AssertionError("the clock alone does not bring this game to its end")


@pytest.mark.parametrize("game", GAMES)
async def test_what_a_crash_cut_off_never_happened(game: str, house: Crashing, tmp_path: Path):
    case = cases_of(game)[0]
    table = await dealt(house, case)
    before = await house.host.sight(table, None)
    seat = min(before.awaited)
    move = next(iter(case.rules.moves((await house.host.sight(table, ANN + seat)).view)))
    async with house.host.database.transaction() as tx:
        found = await tables.load(tx, table)
        assert found is not None
        sitter = found.sitters[seat]
        after, entry = house.host._played(found, sitter, move, found.rev + 1, "move", 77)
        await tables.save(tx, replace(after, rev=entry.rev), entry)
        shutil.copytree(tmp_path / "life0", tmp_path / "cut0")  # the power fails before the commit
    again = Crashing(tmp_path, "cut")
    await again.start()
    try:
        there = await again.host.sight(table, None)
        assert (there.rev, there.public, there.news) == (before.rev, before.public, before.news)
        play = again.host.play
        rev = await play(table, ANN + seat, move, seen_rev=None, receipt=77)
        assert rev == before.rev + 1, "the press is free to be made again"
        state = codec_of(case.rules).state
        one, other = await stored(again.host, table), await stored(house.host, table)
        assert state.load(one) == state.load(other), "made again, it met another luck"
    finally:
        await again.host.database.close()


async def stored(host: Any, table: int) -> str:
    async with host.database.transaction() as tx:
        found = await tables.load(tx, table)
    assert found is not None
    return found.state or ""
