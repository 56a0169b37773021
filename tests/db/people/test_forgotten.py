"""The list of forgotten people names nobody, and survives what can happen to a file."""

import stat
from pathlib import Path

from db.database import Database
from db.people import forgotten
from db.people.forgotten import Forgetting, hash_of, list_in, times

KEY, OTHER_KEY = b"k" * 32, b"o" * 32
ANN, BEN = 123456789012345678, 223456789012345678


def test_a_line_tells_when_and_by_a_hash_who(tmp_path: Path):
    listed = list_in(tmp_path / "backups")
    assert listed.read() == []
    listed.add(hash_of(KEY, ANN), 12.5)
    listed.add(hash_of(KEY, BEN), 13.0)
    assert listed.read() == [
        Forgetting(hash_of(KEY, ANN), 12.5),
        Forgetting(hash_of(KEY, BEN), 13.0),
    ]
    assert str(ANN) not in listed.path.read_text()
    assert stat.S_IMODE(listed.path.stat().st_mode) == 0o600


def test_torn_and_strange_lines_are_passed_over(tmp_path: Path):
    listed = list_in(tmp_path)
    listed.path.write_bytes(b"\xff nonsense\n12.5 abc\nnan\n7.0 " + hash_of(KEY, ANN)[:9].encode())
    listed.add(hash_of(KEY, BEN), 13.0)
    assert listed.read() == [Forgetting(hash_of(KEY, BEN), 13.0)]


def test_people_are_found_by_the_keys_of_their_files():
    listed = [
        Forgetting(hash_of(KEY, ANN), 5.0),
        Forgetting(hash_of(KEY, ANN), 9.0),
        Forgetting(hash_of(OTHER_KEY, BEN), 7.0),
    ]
    assert times(listed, [KEY], [ANN, BEN]) == {ANN: 9.0}
    assert times(listed, [KEY, OTHER_KEY], [ANN, BEN]) == {ANN: 9.0, BEN: 7.0}
    assert times([], [KEY], [ANN]) == {}


async def test_each_new_file_has_a_key_of_its_own(tmp_path: Path):
    keys: set[bytes] = set()
    for name in ("one", "other"):
        database = await Database.open(tmp_path / name)
        keys.add(await forgotten.key_of(database.reader))
        await database.close()
    assert {len(key) for key in keys} == {32}
    assert len(keys) == 2
