"""Tests that a restore is recorded, and read again when the file is opened."""

from pathlib import Path

from db.database import Database
from db.restores import Restore, newest, next_epoch, record, set_back_since


async def test_newest_restore_is_known_when_the_file_is_opened(tmp_path: Path):
    file = tmp_path / "downeast.sqlite3"
    database = await Database.open(file)
    assert database.restored is None
    async with database.transaction() as tx:
        await record(tx, Restore(9, 9.5, 3.0))
        await record(tx, Restore(5, 5.5, 2.0))
        assert await newest(tx) == Restore(9, 9.5, 3.0)
        assert await set_back_since(tx, 1) == 2.0, "the table numbers after it were given twice"
        assert await set_back_since(tx, 5) == 3.0
        assert await set_back_since(tx, 9) is None
    await database.close()
    database = await Database.open(file)
    assert database.restored == Restore(9, 9.5, 3.0)
    await database.close()


def test_a_backup_that_is_restored_twice_has_two_epochs():
    first = next_epoch(1_790_000_000.2, 1)
    assert next_epoch(1_790_000_000.9, first) > first
    assert next_epoch(1_790_000_300.0, 1) > first, "on a machine without the old file"
