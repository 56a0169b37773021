"""A disk that is really full: a tmpfs of three megabytes on which the bot has its file.

Saving is refused with one sentence, reading goes on, and all is well by itself once there is room.
"""

import shutil
import subprocess
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from playground.tests.user import User, peopled
from tests.actors.tables import deal_table
from tests.actors.waiting import until
from tests.crews.crew import Crew
from tests.places import read

pytestmark = pytest.mark.full

AWHILE = 60.0  # seconds: more than two checks of the deadlines
GAME, TERMS = "downeast", {"bidding": "open"}
REFUSED = "I can't save anything right now, so nothing at the table has changed."


class SmallDisk:
    """The bot on a small disk, and two people at a table."""

    def __init__(self, folder: Path, crew: Crew, log: Path, users: dict[str, User]) -> None:
        self.folder = folder
        self.crew = crew
        self.log = log
        self.users = users

    @property
    def there(self) -> Path:
        """The folder of the file as the bot's process sees it."""
        assert self.crew.process is not None
        return Path(f"/proc/{self.crew.process.pid}/root{self.folder}")

    def fill(self) -> None:
        """Fill the disk to its last byte."""
        with (self.there / "filler").open("wb", buffering=0) as file:
            for size in (65536, 4096, 512, 1):
                try:
                    while file.write(b"x" * size) == size:
                        pass
                except OSError:
                    continue

    def make_room(self) -> None:
        """Remove what fills the disk."""
        (self.there / "filler").unlink()

    async def logs(self, words: str) -> None:
        """Wait until the bot logs these words. Raises TimeoutError."""
        await until(lambda: words in self.log.read_text(), AWHILE, 0.1)

    def rows(self, sql: str, copy: Path) -> list[Any]:
        """Query a copy of the file, because SQLite can't follow the path of another process."""
        copy.mkdir()
        for end in ("", "-wal"):
            shutil.copyfile(self.there / f"file{end}", copy / f"file{end}")
        return [tuple(row) for row in read(copy / "file", sql)]


@pytest.fixture(autouse=True)
def may_mount() -> None:
    """Skip a test where this account may make no disk."""
    if subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode != 0:
        pytest.skip("this account may not make a mount namespace")


@asynccontextmanager
async def small_disk(folder: Path) -> AsyncGenerator[SmallDisk]:
    """Start the bot on a small disk."""
    disk, log = folder / "disk", folder / "bot.log"
    disk.mkdir()
    more = {"module": ["tests.crews.small_disk"], "log": log, "level": "INFO"}
    async with (
        peopled(("Ann", "Ben", "Cat")) as (playground, users),
        Crew(playground, disk / "file", **more) as crew,
    ):
        yield SmallDisk(disk, crew, log, users)


async def test_full_disk_refuses_writes_kindly_and_recovers_by_itself(tmp_path: Path) -> None:
    async with small_disk(tmp_path) as here:
        ann, ben, cat = here.users.values()
        await deal_table((ann, ben, cat), GAME, TERMS)
        here.fill()
        before = here.rows("SELECT rev, due FROM tables, seats ORDER BY 2", tmp_path / "before")
        said = [await user.command(f"{GAME} bid", {"amount": 10}) for user in (ann, ben, cat)]
        assert any(REFUSED in outcome.text for outcome in said), [it.text for it in said]
        for user in (ann, ben, cat):
            hand = await user.command(f"{GAME} hand")
            assert "Your hand" in hand.text, "reading goes on"
        await here.logs("stand still")
        here.make_room()
        await here.logs("I couldn't save anything")
        after = here.rows("SELECT rev, due FROM tables, seats ORDER BY 2", tmp_path / "after")
        assert {rev for rev, _ in before} == {rev for rev, _ in after}, "nothing was half saved"
        dues = [(then, now) for (_, then), (_, now) in zip(before, after, strict=True) if then]
        assert dues
        assert all(now > then + 1 for then, now in dues), "the time is given back"
        again = [await user.command(f"{GAME} bid", {"amount": 10}) for user in (ann, ben, cat)]
        assert not any(REFUSED in outcome.text for outcome in again)
        moved = here.rows("SELECT rev FROM tables", tmp_path / "moved")
        assert moved[0][0] > before[0][0]
        assert "Traceback" not in here.log.read_text()
        assert await here.crew.stop() == 0
