"""Runs the bot with its database on a disk of its own, of a few megabytes.

    DOWNEAST_DATABASE=/some/folder/downeast.sqlite3 python -m tests.crews.small_disk

The disk (a tmpfs) exists for this process alone, in a mount namespace of its own. Others reach it
through /proc/PID/root. That needs rights that not everybody has.
"""

import asyncio
import ctypes
import os
import runpy
from pathlib import Path

from db.base.place import beside, read_place
from db.database import Database

SIZE = "3m"
CLONE_NEWNS = 0x20000
MS_REC, MS_PRIVATE = 0x4000, 1 << 18


def mount_at(folder: Path) -> None:
    """Put an empty disk at a folder, for this process alone. Raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)

    def check(answer: int) -> None:
        if answer != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    check(libc.unshare(CLONE_NEWNS))
    check(libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None))
    check(libc.mount(b"tmpfs", os.fsencode(folder), b"tmpfs", 0, f"size={SIZE}".encode()))


async def make(file: Path) -> None:
    """Make the file beforehand, so that the bot's WAL has no room left over from migrations."""
    await (await Database.open(file)).close()


if __name__ == "__main__":
    database = beside(read_place(os.environ["DOWNEAST_DATABASE"]))
    mount_at(database.parent)
    asyncio.run(make(database))
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
