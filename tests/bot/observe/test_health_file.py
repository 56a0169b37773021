"""The health file is whole, private and gone when nobody runs."""

import os
import stat
from pathlib import Path

import pytest

from bot.observe.health_file import HealthFile, health_file_of, read_health


def test_the_file_is_beside_the_database_and_private(tmp_path: Path):
    database = tmp_path / "downeast.sqlite3"
    path = health_file_of(database)
    assert path == tmp_path / "downeast.sqlite3.health"
    assert read_health(database) is None
    before = os.umask(0)
    try:
        HealthFile(path).write({"at": 7.5})
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_health(database) == {"at": 7.5}
    assert os.listdir(tmp_path) == [path.name], "no part of it is left"


def test_the_file_is_replaced_as_a_whole(tmp_path: Path):
    path = tmp_path / "x.health"
    file = HealthFile(path)
    file.write({"healthy": True})
    with path.open(encoding="utf-8") as reading:
        file.write({"healthy": False})
        assert reading.read() == '{"healthy": true}\n', "a reader has the old one to its end"
    file.remove()
    file.remove()
    assert not path.exists()


@pytest.mark.parametrize("content", ["", '{"half', "[1]", "{}", "\udcff"])
def test_an_unreadable_file_says_nothing(tmp_path: Path, content: str):
    path = health_file_of(tmp_path / "x")
    path.write_bytes(content.encode(errors="surrogateescape"))
    assert read_health(tmp_path / "x") is None


def test_a_failure_is_logged_once_until_it_works_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    folder = tmp_path / "gone"
    file = HealthFile(folder / "x.health")
    for _ in range(3):
        file.write({})
    assert caplog.text.count("I can't write how I am") == 1
    folder.mkdir()
    file.write({})
    (folder / "x.health").unlink()
    folder.rmdir()
    file.write({})
    assert caplog.text.count("I can't write how I am") == 2
