"""Tests of the tables that other tests set back, copy or move between databases."""

from collections import Counter
from pathlib import Path

from bot.upkeep.findings.verified_file import verify
from db.database import Database
from games import GAMES
from tests.contract.playing import kinds_of_move
from tests.every_phase import tables_in_every_phase
from tests.hosting import Hosting


async def test_every_kind_of_move_can_be_made_at_a_table_and_the_file_is_sound(
    tmp_path: Path,
) -> None:
    file = tmp_path / "phases.sqlite3"
    database = await Database.open(file, durable=False)
    try:
        hosting = Hosting(database, people=(11, 12, 13, 14, 15))
        made = await tables_in_every_phase(hosting)
        tables = [(await hosting.store.loaded(table)).table for table in made.every]
        offered: set[type] = set()
        for number in made.playing:
            loaded = await hosting.store.loaded(number)
            for seat in range(len(loaded.table.players)):
                offered |= {type(move) for move in loaded.rules.legal_moves(loaded.view(seat))}
        await hosting.store.close()
    finally:
        await database.close()
    assert len(made.every) >= 40
    assert offered == {kind for rules in GAMES.values() for kind in kinds_of_move(rules)}
    phases = Counter((table.game, table.phase) for table in tables)
    assert all(phases[game, "open"] == 2 for game in GAMES)
    assert all(phases[game, "over"] == phases[game, "ended"] == 1 for game in GAMES)
    assert not (await verify(file, GAMES)).problems
