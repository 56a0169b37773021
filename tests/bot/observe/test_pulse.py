"""The pulse beats while the event loop is alive, and says how the bot is."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from bot.observe.health_checks import CommitStatus, Health
from bot.observe.health_file import HealthFile
from bot.observe.pulse import FILE_EVERY, PAUSE, Pulse
from bot.observe.sd_notify import Supervisor
from tests.bot.observe.counting import Counted


class Body:
    """A pulse whose time, connection and disk are set by hand."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = path
        self.connected = True
        self.commits = CommitStatus()
        self.counted = Counted()
        self.said: list[str] = []
        self.now = 1000.0
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "time", lambda: self.now)
        supervisor = Supervisor({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "30000000"})
        monkeypatch.setattr(supervisor, "_say", self.said.append)
        health = Health(lambda: self.connected, lambda: 0.0, self.commits)
        file = HealthFile(path)
        self.pulse = Pulse(health, file, supervisor, self.counted, lambda: 5000.0 + self.now)

    async def beat(self, after: float = PAUSE) -> None:
        """Beat, and wait until the file is written."""
        self.now += after
        await self.pulse.beat()
        if self.pulse._writing is not None:
            await self.pulse._writing

    def file(self) -> dict[str, Any]:
        return json.loads(self.path.read_text())


@pytest.fixture
async def body(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Body]:
    yield Body(tmp_path / "x.health", monkeypatch)
    monkeypatch.undo()  # gives the loop its own time back


async def test_every_beat_is_a_sign_of_life_and_only_a_change_is_told(body: Body):
    for _ in range(3):
        await body.beat()
    body.connected = False
    await body.beat()
    assert [line.partition("=")[0] for line in body.said] == [
        *("WATCHDOG", "STATUS", "WATCHDOG", "WATCHDOG", "WATCHDOG", "STATUS")
    ]
    assert "not connected" in body.said[-1]


async def test_neither_discord_nor_the_disk_stops_the_signs_of_life(body: Body):
    body.connected = False
    body.commits.not_saved()
    for _ in range(100):
        await body.beat()
    assert body.said.count("WATCHDOG=1") == 100


async def test_the_file_is_written_at_each_change_and_every_ten_seconds(body: Body):
    await body.beat()
    assert body.file() == {
        "at": 6001.0,
        "healthy": True,
        "problems": [],
        "checks": {"gateway": True, "heartbeat": True, "commit": True},
    }
    for _ in range(int(FILE_EVERY) - 1):
        await body.beat()
        assert body.file()["at"] == 6001.0
    await body.beat()
    assert body.file()["at"] == 6011.0
    body.commits.not_saved()
    await body.beat()
    assert body.file()["at"] == 6012.0
    assert body.file()["checks"]["commit"] is False
    await body.pulse.close()
    assert not body.path.exists()


async def test_the_loop_is_as_late_as_it_is(body: Body):
    await body.beat()
    await body.beat(PAUSE + 0.5)
    await body.beat(0.2)  # woken early, because the clock of a playground leapt
    assert body.counted.loop == [0.5, 0.0]


async def test_a_hanging_disk_delays_no_beat(body: Body, monkeypatch: pytest.MonkeyPatch):
    stuck = asyncio.Event()

    async def hanging(*_: Any) -> None:
        await stuck.wait()

    monkeypatch.setattr(asyncio, "to_thread", hanging)
    began = time.monotonic()
    for _ in range(50):
        body.now += PAUSE
        await body.pulse.beat()
    assert time.monotonic() - began < 5
    assert body.said.count("WATCHDOG=1") == 50
    stuck.set()
    await body.pulse.close()


def test_an_impatient_watchdog_makes_the_pulse_faster(tmp_path: Path):
    supervisor = Supervisor({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "500000"})
    health = Health(lambda: True, lambda: 0.0, CommitStatus())
    pulse = Pulse(health, HealthFile(tmp_path / "x"), supervisor, Counted(), lambda: 0.0)
    assert pulse.pause == 0.25
