"""The whole program, confined as the shipped systemd unit confines it."""

import asyncio
import os
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from bot.upkeep.findings.verified_file import verify
from db.upkeep.backup_folder import BackupFolder
from games import GAMES
from playground.tests.user import peopled
from tests.actors.player import play_table
from tests.actors.waiting import until
from tests.crews.crew import ROOT, Crew, free_port
from tests.files import rights
from tests.unit_filter import can_filter

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(
        not can_filter() and os.environ.get("SERVICE_UNIT") != "must",
        reason="needs libseccomp and systemd-analyze",
    ),
]
CONFINED = ("tests.unit_filter", sys.executable, "-m", "bot")


async def test_a_confined_bot_plays_makes_its_backup_restores_it_and_shows_its_metrics(
    tmp_path: Path,
) -> None:
    file, nights = tmp_path / "downeast.sqlite3", BackupFolder(tmp_path / "backups")
    address = f"127.0.0.1:{free_port()}"
    settings = {"DOWNEAST_BACKUPS": str(nights.folder), "DOWNEAST_METRICS": address}
    async with (
        peopled(("Ann", "Ben")) as (playground, users),
        Crew(playground, file, module=CONFINED, log=tmp_path / "bot.log", **settings) as crew,
    ):
        assert " wins " in await play_table(list(users.values()), "deadman")
        await until(nights.days, 60, 0.1)
        metrics = await asyncio.to_thread(lambda: urlopen(f"http://{address}/metrics").read())
        assert await crew.stop() == 0
    assert b"\nprocess_resident_memory_bytes " in metrics
    assert (tmp_path / "bot.log").read_text() == ""
    [day] = nights.days()
    backup = nights.file_of(day)
    assert not (await verify(backup, GAMES)).problems
    assert rights(backup) == 0o600
    restoring = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        *CONFINED,
        "restore",
        str(backup),
        "--yes",
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DOWNEAST_DATABASE": str(file)},
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await restoring.communicate()
    assert (restoring.returncode, b"is set back to" in said) == (0, True)
