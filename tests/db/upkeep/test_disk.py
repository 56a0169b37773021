"""What is seen of a file from outside."""

import os
from pathlib import Path

from db.upkeep import disk


def test_sizes_and_rights_are_seen(tmp_path: Path):
    path = tmp_path / "game.sqlite3"
    path.write_bytes(b"x" * 10)
    path.chmod(0o600)
    tmp_path.chmod(0o700)
    seen = disk.look_at(path)
    assert (seen.size, seen.wal, seen.readable_by_others, seen.refused) == (10, None, (), ())
    assert not seen.folder_writable_by_others
    place = os.statvfs(tmp_path)
    assert abs(seen.free - place.f_bavail * place.f_frsize) < 1 << 30
    wal = tmp_path / "game.sqlite3-wal"
    wal.write_bytes(b"x" * 3)
    wal.chmod(0o640)
    tmp_path.chmod(0o770)
    seen = disk.look_at(path)
    assert (seen.wal, seen.readable_by_others, seen.folder_writable_by_others) == (3, (wal,), True)
    tmp_path.chmod(0o1777)  # as /tmp, where nobody can exchange the files of others
    assert not disk.look_at(path).folder_writable_by_others


def test_a_link_is_followed(tmp_path: Path):
    (tmp_path / "real").mkdir()
    path = tmp_path / "real" / "game.sqlite3"
    path.write_bytes(b"x")
    (tmp_path / "real" / "game.sqlite3-wal").write_bytes(b"xy")
    link = tmp_path / "link"
    link.symlink_to(path)
    assert disk.look_at(link).wal == 2
