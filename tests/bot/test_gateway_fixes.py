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

from bot.gateway_fixes import Socket, channels_read, read_plainly
from bot.show.discord_py.channel_sight import HIDDEN, hidden

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
from tests.actors.harbor import harbor


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


# --- channels that Discord hides from the bot ---

OURS, ROLE = 40, 41
KINDS = (0, 2, 4, 5, 13, 15, 16)
NULLED = (
    *("available_tags", "bitrate", "user_limit", "permission_overwrites", "topic", "parent_id"),
    *("nsfw", "name", "rate_limit_per_user", "default_auto_archive_duration", "last_message_id"),
    *("default_reaction_emoji", "default_sort_order", "default_forum_layout", "rtc_region"),
    *("video_quality_mode", "default_thread_rate_limit_per_user"),
)


def shown(number: int, kind: int) -> dict[str, Any]:
    """Return a channel that everybody sees."""
    whole = {"id": str(number), "guild_id": str(OURS), "type": kind, "position": 1, "flags": 0}
    whole |= {"name": "___hidden___", "topic": "", "nsfw": False, "permission_overwrites": []}
    return whole | {"bitrate": 64_000, "user_limit": 9, "available_tags": []}


def obfuscated(number: int, kind: int) -> dict[str, Any]:
    """Return a channel as Discord sends it to a bot that can't see it, as bare as allowed."""
    deny = {"id": str(OURS), "type": 0, "allow": "0", "deny": "1024"}
    bare = dict.fromkeys(NULLED) | {"id": str(number), "guild_id": str(OURS), "type": kind}
    return bare | {"position": 0, "flags": HIDDEN, "permission_overwrites": [deny]}


def told(*channels: Any) -> tuple[Any, Any]:
    """Return a server with these channels, and what tells the library of events."""
    state = discord.Client(intents=discord.Intents(guilds=True))._connection

    def tell(event: str, data: Any) -> None:
        channels_read(event, state.parsers[event], state)(data)

    everybody = {"id": str(OURS), "name": "@everyone", "permissions": "1024", "position": 0}
    tell("GUILD_CREATE", {"id": str(OURS), "roles": [everybody], "channels": list(channels)})
    return state._get_guild(OURS), tell


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("bare", ["null", "missing"])
def test_a_hidden_channel_is_known_as_hidden_until_it_is_shown(kind: int, bare: str):
    """Its name and its overwrites prove nothing, because a shown channel can have the same."""
    unseen = obfuscated(51, kind)
    if bare == "missing":
        unseen = {key: value for key, value in unseen.items() if value is not None}
    guild, tell = told(shown(50, kind), unseen)
    assert [channel.id for channel in guild.channels if hidden(channel)] == [51]
    tell("CHANNEL_UPDATE", shown(51, kind))
    tell("CHANNEL_UPDATE", obfuscated(50, kind))
    tell("CHANNEL_CREATE", obfuscated(52, kind))
    assert sorted(channel.id for channel in guild.channels if hidden(channel)) == [50, 52]
    tell("CHANNEL_UPDATE", obfuscated(51, kind))
    denied = shown(51, kind) | {"permission_overwrites": unseen["permission_overwrites"]}
    before = dict(guild.get_channel(51).overwrites)
    tell("CHANNEL_UPDATE", denied)
    assert guild.get_channel(51).overwrites != before, "the boards are drawn again"
    assert not hidden(guild.get_channel(51)), "the bot may see it as an administrator"
    everybody = guild.get_channel(50).permissions_for(guild.default_role)
    assert not everybody.view_channel, "whoever doesn't ask whether it's hidden shows nothing"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", NULLED)
def test_a_null_in_a_channel_costs_nothing(kind: int, key: str):
    guild, _ = told(shown(50, kind) | {key: None}, shown(51, 0))
    assert {channel.id for channel in guild.channels} == {50, 51}


def test_a_malformed_channel_costs_itself_alone(caplog: pytest.LogCaptureFixture):
    broken = (
        *({}, {"id": "50", "type": 0, "flags": "much"}, shown(50, 15) | {"available_tags": [7]}),
        *(shown(50, 0) | {"id": None}, shown(50, 2) | {"permission_overwrites": [None]}, None),
    )
    guild, tell = told(*broken, shown(51, 0))
    assert [channel.id for channel in guild.channels] == [51]
    lines = [line for line in caplog.messages if "(a channel)" in line]
    assert len(lines) == len(broken)
    tell("CHANNEL_UPDATE", shown(51, 0) | {"name": "new", "permission_overwrites": [7]})
    assert guild.get_channel(51).name != "new", "half of a channel would be worse"


def test_a_thread_is_hidden_with_its_parent():
    guild, tell = told(shown(50, 0))
    of = {"archived": False, "auto_archive_duration": 60}
    of |= {"archive_timestamp": "2026-01-01T00:00:00+00:00"}
    data: Any = {"id": "60", "guild_id": str(OURS), "parent_id": "50", "type": 11, "name": "t"}
    data |= {"owner_id": "1", "message_count": 0, "member_count": 1, "thread_metadata": of}
    thread = discord.Thread(guild=guild, state=guild._state, data=data)
    assert not hidden(thread)
    tell("CHANNEL_UPDATE", obfuscated(50, 0))
    assert hidden(thread)
    orphan = discord.Thread(guild=guild, state=guild._state, data=data | {"parent_id": "59"})
    assert hidden(orphan)


def test_the_channel_of_an_interaction_may_have_nulls():
    read = list[Any]()
    state = discord.Client(intents=discord.Intents.none())._connection
    there = channels_read("INTERACTION_CREATE", read.append, state)
    there({"channel": {"id": "1", "type": 2, "name": "v", "topic": None}})
    there({})
    guild, _ = told()
    channel = discord.VoiceChannel(guild=guild, state=guild._state, data=read[0]["channel"])
    assert channel.name == "v"
    assert "id" not in read[1]["channel"]
