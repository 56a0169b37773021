"""Tests that no typed text and no gateway frame stops the process."""

import asyncio
import json
import logging
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import client as library
from discord import gateway, utils

from bot.gateway_fixes import Socket, read_plainly

ROOT = Path(__file__).parents[2]

STRICT = '''
"""Stands in for orjson, as far as it is stricter than the standard library."""
import json


def refuse(text):
    raise ValueError(f"orjson reads no {text}")


def loads(text):
    value = json.loads(text, parse_constant=refuse, parse_float=finite)
    json.dumps(value, ensure_ascii=False).encode()
    return value


def finite(text):
    return refuse(text) if float(text) in (float("inf"), -float("inf")) else float(text)


def dumps(value):
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
'''

PLAY = """
import asyncio, sys
from pathlib import Path
from discord import utils
from tests.e2e.harbor import harbor


async def play():
    assert utils.HAS_ORJSON, "discord.py has found what stands in for it"
    async with harbor(Path(sys.argv[1]), 2, games=("deadman",)) as here:
        ann = here.users["Ann"]
        (session,) = here.playground.stage.gateway.bots()
        for frame in (
            '{"op": 0, "t": "ODD", "s": null, "d": NaN}',
            '{"op": 0, "t": "ODD", "s": null, "d": 1e999}',
            '{"op": 0, "t": "ODD", "s": null, "d": "\\\\ud800"}',
            '{"op": 0, "t": "s3cret',
            '[]',
            '[' * 100_000,
        ):
            session.wire.frames.put_nowait(frame)
        await ann.say("help \\ud800")
        await ann.find(text="Dead Man's Chest", channel=ann.dm_id)
        assert here.playground.stage.gateway.bots() == [session], "the line held"
        print("went on")


asyncio.run(play())
"""


def test_orjson_does_not_break_lines_or_frames(tmp_path: Path):
    (tmp_path / "beside").mkdir()
    (tmp_path / "beside" / "orjson.py").write_text(STRICT)
    done = subprocess.run(
        [sys.executable, "-c", PLAY, str(tmp_path)],
        cwd=ROOT,
        env={"PATH": "", "PYTHONPATH": f"{tmp_path / 'beside'}:{ROOT}"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "went on\n"), done.stderr
    assert done.stderr.count("I couldn't read an event") == 3, "those that are no JSON, or no event"
    assert "s3cret" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the JSON functions during a test."""
    for module, name in ((utils, "_from_json"), (utils, "_to_json"), (library, "DiscordWebSocket")):
        monkeypatch.setattr(module, name, getattr(module, name))
    read_plainly()


@pytest.mark.usefixtures("plainly")
def test_lone_surrogate_can_be_read_and_sent():
    written = utils._to_json({"name": "Z\ud800", "n": float("inf")})
    assert written == '{"name":"Z\\ud800","n":Infinity}'
    assert written.isascii()
    assert utils._from_json(written)["name"] == "Z\ud800"


def socket() -> Any:
    return Socket(SimpleNamespace(), loop=asyncio.get_running_loop())  # type: ignore[arg-type]


@pytest.mark.usefixtures("plainly")
async def test_malformed_frame_is_logged_without_its_text(caplog: pytest.LogCaptureFixture):
    assert vars(library)["DiscordWebSocket"] is Socket
    for frame in ('{"t": "s3cret', '["s3cret"]', "null", "[" * 100_000, "9" * 5000):
        caplog.clear()
        await socket().received_message(frame)
        (said,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert said.getMessage().startswith("I couldn't read an event from Discord (a frame)")
        assert said.exc_info is None
        assert "s3cret" not in caplog.text


@pytest.mark.usefixtures("plainly")
async def test_connection_errors_are_left_to_the_library(monkeypatch: pytest.MonkeyPatch):
    for problem in (
        gateway.ReconnectWebSocket(None),
        gateway.WebSocketClosure(),
        discord.ConnectionClosed(SimpleNamespace(close_code=4000), shard_id=None),  # type: ignore[arg-type]
        ConnectionResetError(),
        TimeoutError(),
    ):

        async def broken(*_: Any, problem: BaseException = problem) -> None:
            raise problem

        monkeypatch.setattr(gateway.DiscordWebSocket, "received_message", broken)
        with pytest.raises(type(problem)):
            await socket().received_message(json.dumps({"op": 7}))


async def test_a_fast_answer_to_a_heartbeat_is_not_late(caplog: pytest.LogCaptureFixture) -> None:
    """The log of a bot in perfect health would otherwise say that it can't keep up."""

    async def send(_: str) -> None:
        beats.ack()  # the answer comes before the request for sending returns

    socket: Any = Socket.__new__(Socket)
    socket.thread_id, socket._max_heartbeat_timeout, socket.sequence = 1, 60.0, 5
    beats = gateway.KeepAliveHandler(ws=socket, interval=41.25)
    beats._last_send -= 41.25
    socket._keep_alive = beats
    socket._rate_limiter = SimpleNamespace(block=None)
    socket.socket = SimpleNamespace(send_str=send)
    await socket.send_heartbeat(beats.get_payload())
    assert beats.latency < 10
    assert "keep up" not in caplog.text
