"""A file of the release before PostgreSQL moves to a server, is played on there, and moves back."""

import gzip
import json
from argparse import Namespace
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.host.proof.verify import verify
from bot.upkeep.commands import move_database
from db.base.place import Place, written
from db.database import Database
from games import GAMES
from tests.bot.upkeep.filled import differences, settings_for
from tests.every_phase import played_out
from tests.hosting import Hosting
from tests.postgresql.empty import empty_database

BEFORE = Path(__file__).parents[2] / "db/files/schema28.sqlite3.gz"
PEOPLE = (11, 12, 13, 14, 15)
MOVES = 4  # at each table, on the server

pytestmark = pytest.mark.full


@asynccontextmanager
async def hosting_on(place: Place) -> AsyncGenerator[Hosting]:
    database = await Database.open(place, durable=False)
    try:
        hosting = Hosting(database, people=PEOPLE)
        yield hosting
        await hosting.store.close()
    finally:
        await database.close()


async def move(source: Place, target: Place) -> None:
    arguments = Namespace(source=written(source), target=written(target))
    report = await move_database.run(arguments, settings_for(source))
    assert "was compared row by row" in report.text()


async def tables_in(hosting: Hosting, phase: str) -> list[int]:
    rows = await hosting.store.database.read(
        "SELECT id FROM tables WHERE phase=? ORDER BY id", (phase,)
    )
    return [row[0] for row in rows]


async def transcripts(hosting: Hosting) -> dict[int, Any]:
    """Return what is written of each finished game, as anybody can verify it."""
    over = await tables_in(hosting, "over")
    return {
        table: json.loads(json.dumps(await hosting.host.queries.transcript(table)))
        for table in over
    }


async def plays_on(hosting: Hosting, dice: Random) -> int:
    """Move at every table in play, deal those that can be, and open another one."""
    moves = 0
    for table in await tables_in(hosting, "open"):
        loaded = await hosting.store.loaded(table)
        if len(loaded.table.players) >= loaded.rules.seats[0]:
            await hosting.deal(table)
    for table in await tables_in(hosting, "playing"):
        loaded = await hosting.store.loaded(table)
        for _ in range(MOVES):
            if loaded.to_move():
                loaded = await hosting.played(loaded, dice)
                moves += 1
    [row] = await hosting.store.database.read("SELECT max(id) FROM tables")
    assert await hosting.opened(next(iter(GAMES))) == row[0] + 1, "numbers go on"
    return moves


async def test_every_table_goes_on_after_a_move_to_a_server_and_back(tmp_path: Path) -> None:
    file, back, dice = tmp_path / "old.sqlite3", tmp_path / "back.sqlite3", Random(1)
    file.write_bytes(gzip.decompress(BEFORE.read_bytes()))
    with empty_database() as place:
        await move(file, place)
        assert await differences(file, place) == []
        async with hosting_on(file) as hosting:
            finished = await transcripts(hosting)
        async with hosting_on(place) as hosting:
            assert len(await tables_in(hosting, "playing")) == 34
            assert await transcripts(hosting) == finished
            assert await plays_on(hosting, dice) > 100
        await move(place, back)
        assert await differences(place, back) == []
    async with hosting_on(back) as hosting:
        playing = await tables_in(hosting, "playing")
        assert len(playing) > 30
        for table in playing:
            loaded = await played_out(hosting, await hosting.store.loaded(table), dice)
            assert loaded.table.phase == "over"
        proven = await transcripts(hosting)
    assert {*finished, *playing} <= proven.keys()
    assert all(proven[table] == paper for table, paper in finished.items())
    for paper in proven.values():
        assert "Every move was allowed" in verify(paper, GAMES)
