"""Looks at a database file from outside: its size, the room on its disk, and who may use it."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from db.base.files import OTHER_ACCOUNTS, SQLITE_SUFFIXES, wal_of

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class OnDisk:
    """A database file on its disk. Sizes are in bytes.

    `wal` is the size of the WAL file, or None without one. `readable_by_others` are the files of
    the database that other accounts can use, and `folder_writable_by_others` tells whether they can
    exchange them. `refused` are the paths that our own account can't write.
    """

    size: int
    wal: int | None
    free: int
    readable_by_others: tuple[Path, ...]
    folder_writable_by_others: bool
    refused: tuple[Path, ...]


def look_at(path: Path) -> OnDisk:
    """Look at a file that exists. Raises OSError."""
    real, wal = path.resolve(), wal_of(path)
    files = [real, *(real.with_name(f"{real.name}{end}") for end in SQLITE_SUFFIXES)]
    there = [file for file in files if file.exists()]
    mode = real.parent.stat().st_mode
    return OnDisk(
        size=real.stat().st_size,
        wal=wal.stat().st_size if wal.exists() else None,
        free=free_on_disk_of(real.parent),
        readable_by_others=tuple(file for file in there if open_to_others(file)),
        folder_writable_by_others=bool(mode & OTHERS_WRITE) and not mode & stat.S_ISVTX,
        refused=tuple(file for file in (*there, real.parent) if not os.access(file, os.W_OK)),
    )


def free_on_disk_of(folder: Path) -> int:
    """Return the bytes that our account can still write on the disk of a folder."""
    place = os.statvfs(folder)
    return place.f_bavail * place.f_frsize


def open_to_others(path: Path) -> bool:
    """Return whether other accounts of this machine may read or write a file."""
    return bool(path.stat().st_mode & OTHER_ACCOUNTS)
