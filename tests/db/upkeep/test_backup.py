"""A copy is whole, closed and private, whatever is written meanwhile."""

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from db.upkeep import backup
from db.upkeep.backup import CannotBackUp, part_of
from tests.files import rights


def wal_file(path: Path, rows: int = 2000) -> sqlite3.Connection:
    """Open a file in WAL mode, as the running bot has it."""
    writing = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    writing.execute("PRAGMA journal_mode=WAL")
    writing.execute("CREATE TABLE pairs (left INTEGER, right INTEGER, filler TEXT)")
    writing.execute("BEGIN")
    writing.executemany("INSERT INTO pairs VALUES (?, ?, ?)", [(0, 0, "x" * 900)] * rows)
    writing.execute("COMMIT")
    return writing


def test_a_copy_made_during_writes_is_one_moment_and_the_writes_go_on(tmp_path: Path):
    source, part = tmp_path / "game.sqlite3", tmp_path / "copy"
    with closing(wal_file(source)) as writing:
        ended, written = threading.Event(), [0]

        def write() -> None:
            while not ended.is_set():
                written[0] += 1
                writing.execute("UPDATE pairs SET left=?1, right=?1", (written[0],))

        writer = threading.Thread(target=write)
        writer.start()
        try:
            while written[0] < 2:
                pass
            before = written[0]
            backup.copy(source, part)
        finally:
            ended.set()
            writer.join()
    with closing(sqlite3.connect(part)) as copied:
        lefts = copied.execute("SELECT DISTINCT left, right FROM pairs").fetchall()
    assert len(lefts) == 1, "two moments are mixed"
    assert lefts[0][0] == lefts[0][1] >= before - 1


def test_a_copy_is_closed_so_that_it_is_one_file(tmp_path: Path):
    source, part = tmp_path / "game.sqlite3", tmp_path / "copy"
    with closing(wal_file(source)):
        backup.copy(source, part)
        assert part.read_bytes()[18:20] == b"\1\1", "it is marked as being in WAL mode"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "game.sqlite3"]


def test_what_is_half_done_belongs_to_one_process(tmp_path: Path, careless: None):
    target = tmp_path / "copy"
    part_of(target).write_bytes(b"left over by a kill")
    with backup.claimed(target) as part:
        assert (part.stat().st_size, rights(part)) == (0, 0o600)
        with pytest.raises(CannotBackUp, match="Another process"), backup.claimed(target):
            pass
        backup.remove_leftovers(tmp_path)
        assert part.exists(), "a file that is being written is no leftover"


def test_leftovers_are_removed_and_other_part_files_are_not(tmp_path: Path):
    ours, earlier = tmp_path / "x.db.downeast-part", tmp_path / "downeast-2026-11-25.sqlite3.part"
    for path in (ours, earlier, tmp_path / f"{ours.name}-journal", tmp_path / "film.sqlite3.part"):
        path.touch()
    assert backup.leftovers(tmp_path) == [earlier, ours]
    backup.remove_leftovers(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["film.sqlite3.part"]


def test_a_backup_that_fails_leaves_nothing(tmp_path: Path):
    with pytest.raises(IsADirectoryError), backup.claimed(tmp_path / "copy") as part:
        tmp_path.write_bytes(part.read_bytes())
    assert not list(tmp_path.iterdir())


def test_an_existing_file_is_never_replaced(tmp_path: Path):
    part, target = tmp_path / "copy.part", tmp_path / "copy"
    part.touch()
    target.write_text("somebody's")
    with pytest.raises(CannotBackUp, match="exists by now"):
        backup.name_finally(part, target)
    assert target.read_text() == "somebody's"


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        ("nothing", "copy", "nothing to back up"),
        ("game", "there", "exists. Choose another name"),
        ("game", "link", "exists. Choose another name"),
        ("game", "nowhere/copy", "There is no folder"),
    ],
)
def test_a_place_that_does_not_do_is_said(source: str, target: str, said: str, tmp_path: Path):
    for name in ("game", "there"):
        (tmp_path / name).touch()
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(CannotBackUp, match=said):
        backup.check_place(tmp_path / source, tmp_path / target)


def test_a_disk_without_room_is_said_before_anything_is_written(tmp_path: Path):
    source = tmp_path / "game"
    place = os.statvfs(tmp_path)
    with source.open("wb") as file:  # a file with a hole takes no room itself
        file.truncate(place.f_bavail * place.f_frsize + 1)
    with pytest.raises(CannotBackUp, match=r"needs [\d,.]+ MB .* are free"):
        backup.check_place(source, tmp_path / "copy")


def test_a_disk_that_gets_full_during_the_copy_is_said(tmp_path: Path):
    source = tmp_path / "game.sqlite3"
    wal_file(source).close()
    with pytest.raises(CannotBackUp, match="the disk is full or failing"):
        backup.copy(source, Path("/dev/full"))
