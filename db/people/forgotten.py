"""A list, beside the backups, of the people who asked to be forgotten.

A backup that was made before somebody was forgotten still has them, so a restore forgets them anew.
The list must not name them itself. It has a line for each forgetting: the time, and a hash of the
person's id with a secret key, which is in the database and in each of its backups.
"""

import hashlib
import hmac
import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from db.base.files import make_private_folder
from db.database import Reads

FIRST_SCHEMA = 28  # of the files that have a key


@dataclass(frozen=True, slots=True)
class Forgetting:
    """A person, by the hash of their id, was forgotten at a time (seconds since 1970)."""

    person: str
    at: float


class ForgottenList:
    """The list in one file, which need not exist. Only our own account may read it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, person: str, at: float) -> None:
        """Add the hash of a person and wait until it is on the disk. Raises OSError."""
        make_private_folder(self.path.parent)
        number = os.open(self.path, os.O_CREAT | os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            # the line break comes first, so that a torn line spoils no other
            os.write(number, f"\n{at!r} {person}\n".encode())
            os.fsync(number)
        finally:
            os.close(number)

    def read(self) -> list[Forgetting]:
        """Return all lines that are whole. Raises OSError."""
        try:
            lines = self.path.read_text("ascii", errors="replace").splitlines()
        except FileNotFoundError:
            return []
        return [found for line in lines if (found := _read(line)) is not None]


def list_in(folder: Path) -> ForgottenList:
    """Return the list in a folder of databases or backups. Those of several bots can share it."""
    return ForgottenList(folder / "downeast.forgotten")


async def key_of(reads: Reads) -> bytes:
    """Return the key of a file whose schema has one."""
    row = await reads.one("SELECT key FROM forgotten_key")
    assert row is not None, "the migration makes it"
    return bytes.fromhex(row[0])


def hash_of(key: bytes, person: int) -> str:
    """Return what stands for a person in the list: HMAC-SHA256 in hexadecimal."""
    return hmac.new(key, str(person).encode(), hashlib.sha256).hexdigest()


def times(
    listed: Iterable[Forgetting], keys: Collection[bytes], people: Iterable[int]
) -> dict[int, float]:
    """Return those people who are on the list, each with the time of their newest forgetting."""
    newest: dict[str, float] = {}
    for entry in listed:
        newest[entry.person] = max(entry.at, newest.get(entry.person, entry.at))
    found: dict[int, float] = {}
    for person in people if newest else ():
        at = [newest[code] for key in keys if (code := hash_of(key, person)) in newest]
        if at:
            found[person] = max(at)
    return found


def _read(line: str) -> Forgetting | None:
    at, _, person = line.partition(" ")
    try:
        is_whole = len(bytes.fromhex(person)) == hashlib.sha256().digest_size
        return Forgetting(person, float(at)) if is_whole else None
    except ValueError:
        return None
