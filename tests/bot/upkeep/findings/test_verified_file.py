"""A file is checked by reading all of it, and nothing in it changes."""

from pathlib import Path

import pytest

from bot.upkeep.findings.verified_file import verify
from db.base.migration import newest_schema
from games import GAMES
from tests.bot.house import ANN, BEN
from tests.bot.upkeep.filled import RULES, change, filled, house_in_file, names, old_file, sound


async def test_a_sound_file_is_counted_and_stays_as_it_is(tmp_path: Path):
    path = await filled(tmp_path)
    before, there = path.read_bytes(), names(tmp_path)
    found = await sound(path)
    assert found.contents is not None
    assert found.contents.in_play == {"small": 2}
    assert found.contents.finished == 1
    assert found.contents.newest is not None
    assert (found.size, found.schema) == (len(before), newest_schema())
    assert found.facts["moves"] == found.contents.moves > 8
    assert path.read_bytes() == before
    assert names(tmp_path) == there


async def test_a_file_is_checked_while_the_bot_uses_it(tmp_path: Path):
    async with house_in_file(tmp_path, idle=True) as house:
        table = await house.dealt(ANN, BEN)
        before = (await sound(house.file)).contents
        await house.hide(table, ANN)
        after = (await sound(house.file)).contents
        assert before is not None
        assert after is not None
        assert after.moves == before.moves + 1


async def test_an_older_file_is_checked_as_its_migrated_copy(tmp_path: Path):
    path = old_file(tmp_path)
    before = path.read_bytes()
    found = await verify(path, GAMES)
    assert not found.problems
    assert found.schema == 1
    assert path.read_bytes() == before
    assert names(tmp_path) == [path.name]


@pytest.mark.parametrize("name", ["nothing.sqlite3", ""])
async def test_a_file_that_is_missing_is_said_and_not_made(tmp_path: Path, name: str):
    found = await verify(tmp_path / name, RULES)
    assert "There is no file" in found.problems[0]
    assert not names(tmp_path)


async def test_a_file_that_the_account_may_not_read_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Such as a backup that root copied. Not with real rights, because root may read everything."""
    path = await filled(tmp_path)
    monkeypatch.setattr("os.access", lambda *_: False)
    [problem] = (await verify(path, RULES)).problems
    assert problem.startswith(f"My account may not use {path}.")


async def test_a_foreign_file_is_not_taken_for_ours(tmp_path: Path):
    path = tmp_path / "foreign.sqlite3"
    change(path, "CREATE TABLE songs (name)")
    assert "is not ours" in (await verify(path, RULES)).problems[0]
    path.write_bytes(b"nothing of SQLite" * 100)
    assert "damaged or not ours" in (await verify(path, RULES)).problems[0]


async def test_damage_anywhere_in_the_file_is_found(tmp_path: Path):
    path = await filled(tmp_path)
    content = bytearray(path.read_bytes())
    sizes = len(content) // 4096
    for page in range(sizes // 2, sizes // 2 + 3):
        content[page * 4096 : page * 4096 + 100] = b"\xff" * 100
    path.write_bytes(content)
    assert "damaged" in (await verify(path, RULES)).problems[0]


async def test_a_table_that_cannot_be_read_is_a_problem_of_the_file(tmp_path: Path):
    path = await filled(tmp_path)
    change(path, "UPDATE tables SET state='{}' WHERE id=2")
    assert "Table 2 (small)" in (await verify(path, RULES)).problems[0]
