"""The supervisor hears what it wants to hear, on its own socket."""

import os
import socket
from collections.abc import Generator
from pathlib import Path

import pytest

from bot.observe.sd_notify import Supervisor


@pytest.fixture(params=["path", "abstract"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "n") if request.param == "path" else f"@downeast-{os.getpid()}"


@pytest.fixture
def heard(address: str) -> Generator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(address.replace("@", "\0"))
        listening.settimeout(5)
        yield listening


def test_every_message_is_one_line(address: str, heard: socket.socket):
    supervisor = Supervisor({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "30000000"})
    supervisor.still_starting("the server is away", 2.5)
    supervisor.ready()
    supervisor.alive()
    supervisor.status("Two\nlines. ")
    supervisor.stopping()
    said = [heard.recv(4096).decode() for _ in range(6)]
    assert said[:2] == ["STATUS=the server is away", "EXTEND_TIMEOUT_USEC=2500000"]
    assert said[2:] == ["READY=1", "WATCHDOG=1", "STATUS=Two lines.", "STOPPING=1"]


@pytest.mark.parametrize(
    ("environment", "every"),
    [
        ({"WATCHDOG_USEC": "30000000"}, 15.0),
        ({"WATCHDOG_USEC": "500000", "WATCHDOG_PID": str(os.getpid())}, 0.25),
        ({"WATCHDOG_USEC": "500000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({}, None),
    ],
)
def test_signs_of_life_come_twice_as_often_as_the_watchdog_wants(
    environment: dict[str, str], every: float | None
):
    assert Supervisor({"NOTIFY_SOCKET": "/x", **environment}).sign_every == every


def test_no_watchdog_hears_no_sign_of_life(address: str, heard: socket.socket):
    supervisor = Supervisor({"NOTIFY_SOCKET": address})
    supervisor.alive()
    supervisor.stopping()
    assert heard.recv(4096) == b"STOPPING=1"


def test_nobody_listening_is_no_problem(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    for environment in ({}, {"NOTIFY_SOCKET": str(tmp_path / "nobody"), "WATCHDOG_USEC": "9"}):
        supervisor = Supervisor(environment)
        supervisor.ready()
        supervisor.alive()
        supervisor.status("well")
        supervisor.stopping()
    assert [record.levelname for record in caplog.records if record.levelname != "DEBUG"] == []


def test_a_supervisor_that_does_not_read_holds_nobody_up(address: str, heard: socket.socket):
    supervisor = Supervisor({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "9"})
    for _ in range(3000):  # more than any socket's queue
        supervisor.alive()
    assert heard.recv(4096) == b"WATCHDOG=1"
