# ruff: noqa: ASYNC240 (nothing else waits while a test looks at its files)

import os
import shutil
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from db.base import files
from db.database import Database
from db.engines import notes
from tests.db.conftest import Opened
from tests.files import rights

pytestmark = pytest.mark.usefixtures("careless")


def all_rights(folder: Path) -> dict[str, int]:
    return {path.name: rights(path) for path in folder.iterdir()}


async def test_new_files_are_private(tmp_path: Path, opened: Opened):
    path = tmp_path / "house" / "data" / "downeast.sqlite3"
    database = await opened(path)
    async with database.transaction() as tx:
        await notes.write(tx, "colour", "red")
    name = path.name
    assert all_rights(path.parent) == dict.fromkeys((name, f"{name}-wal", f"{name}-shm"), 0o600)
    assert (rights(path.parent), rights(path.parent.parent)) == (0o700, 0o700)


async def test_a_new_file_is_private_from_the_start(
    path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
):
    make, connect, seen = os.open, aiosqlite.connect, list[int]()

    def made(file: Any, *how: Any, **more: Any) -> int:
        number = make(file, *how, **more)
        if str(file) == str(path):
            seen.append(rights(path))
        return number

    def connected(file: Any, **how: Any) -> Any:
        seen.append(rights(path))
        return connect(file, **how)

    monkeypatch.setattr(os, "open", made)
    monkeypatch.setattr(aiosqlite, "connect", connected)
    await opened(path)
    assert seen == [0o600] * 3


async def test_permissions_of_others_are_removed_at_start(path: Path, opened: Opened):
    database = await opened(path)
    async with database.transaction() as tx:
        await notes.write(tx, "colour", "red")
    killed = path.parent.parent / "killed"
    shutil.copytree(path.parent, killed)
    killed.chmod(0o755)
    for file in killed.iterdir():
        file.chmod(0o644)
    again = await opened(killed / path.name)
    assert await notes.read(again.reader, "colour") == "red"
    assert set(all_rights(killed).values()) == {0o600}
    assert len(all_rights(killed)) == 3
    assert rights(killed) == 0o755, "a folder that was there keeps its rights"


async def test_permissions_are_removed_through_a_link(path: Path, tmp_path: Path, opened: Opened):
    await opened(path)
    killed, link = tmp_path / "killed", tmp_path / "link.sqlite3"
    shutil.copytree(path.parent, killed)
    for file in killed.iterdir():
        file.chmod(0o644)
    link.symlink_to(killed / path.name)
    await opened(link)
    assert list(all_rights(killed).values()) == [0o600] * 3


async def test_a_folder_in_place_of_the_file_keeps_its_permissions(tmp_path: Path):
    tmp_path.chmod(0o755)
    with pytest.raises(Exception, match="cannot be opened"):
        await Database.open(tmp_path)
    assert rights(tmp_path) == 0o755


def test_permissions_that_cannot_be_changed_are_logged(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    path.parent.mkdir()
    path.touch(0o660)
    path.chmod(0o660)

    def forbidden(*_: Any) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", forbidden)
    files.make_private(path)
    assert "may be able to read" in caplog.text
    assert str(path) in caplog.text
