"""Tests of the host without Discord, and of the load that is put on it."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from db.database import Database
from games import GAMES
from tests.hosting import Hosting
from tests.tools.bench.load import rows
from tests.tools.bench.scale import QUICK


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_that_is_dealt_is_in_play_and_has_posted_all_that_proves_its_luck(
    tmp_path: Path, game: str
) -> None:
    database = await Database.open(tmp_path / "bench.sqlite3", durable=False)
    try:
        hosting = Hosting(database)
        loaded = await hosting.dealt(game)
        table = loaded.table
        assert table.phase == "playing"
        assert table.sealed_by is not None
        assert table.mixed_by is not None
        again = await hosting.played(loaded, Random(1))
        assert again.table.rev == table.rev + 1
        await hosting.store.close()
    finally:
        await database.close()


async def test_a_small_load_loses_no_move() -> None:
    small = replace(QUICK, moves_a_second=40, tables_loaded=10, seconds_of_load=1)
    lost = (await rows(small))[-1]
    assert "lost" in lost.what
    assert lost.met
