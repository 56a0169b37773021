"""The bot as `python -m bot`, with a folder for backups: the first one is made after the start."""

import asyncio
from pathlib import Path

import pytest

from bot.playground import Playground
from bot.upkeep.verified_file import verify
from db.upkeep.backup_folder import BackupFolder
from games import GAMES
from tests.e2e.harbor import Crew
from tests.files import rights

pytestmark = pytest.mark.full


async def test_last_nights_backup_is_made_while_the_bot_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = BackupFolder(tmp_path / "backups")
    monkeypatch.setenv("DOWNEAST_BACKUPS", str(folder.folder))
    playground = Playground(("Ann",), port=0, rates=False, bot_name="Downeast")
    await playground.start()
    try:
        crew = Crew(playground, tmp_path / "downeast.sqlite3", log=tmp_path / "bot.log")
        await crew.start()
        try:
            async with asyncio.timeout(60):
                while not folder.days():  # noqa: ASYNC110 (nobody rings)
                    await asyncio.sleep(0.1)
        finally:
            ended = await crew.stop()
    finally:
        await playground.stop()
    assert ended == 0
    [day] = folder.days()
    assert not (await verify(folder.file_of(day), GAMES)).problems
    assert rights(folder.file_of(day)) == 0o600
    assert "ERROR" not in (tmp_path / "bot.log").read_text()
