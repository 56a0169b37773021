"""The age of the newest backup, whatever else is in the folder."""

import os
from pathlib import Path

import pytest

from bot.observe.backup_age import backup_age

NOW = 1_700_000_000.0


def put(folder: Path, name: str, age: float) -> None:
    (folder / name).write_bytes(b"")
    os.utime(folder / name, (NOW - age, NOW - age))


def test_the_newest_backup_counts(tmp_path: Path):
    put(tmp_path, "downeast-2023-11-13.sqlite3", 90_000)
    put(tmp_path, "downeast-2023-11-14.sqlite3", 3_600)
    assert backup_age(tmp_path, NOW) == 3_600
    put(tmp_path, "downeast-2023-11-15.sqlite3", -5)
    assert backup_age(tmp_path, NOW) == 0, "the clock was set back"


@pytest.mark.parametrize("name", ["downeast-2023-11-14.sqlite3.part", "downeast.sqlite3", "x"])
def test_a_half_backup_or_another_file_is_none(tmp_path: Path, name: str):
    put(tmp_path, name, 10)
    assert backup_age(tmp_path, NOW) == float("inf")


def test_a_folder_that_is_not_there_has_no_backup(tmp_path: Path):
    assert backup_age(tmp_path / "gone", NOW) == float("inf")
