"""How the gateway is spoken with: encodings, codes it closes with, hearts that stop, a ration."""

import asyncio
import json
import zlib
from typing import Any

import aiohttp
import pytest

from bot.playground import Playground
from bot.playground.gateway.wire import as_zstd_stream
from tests.bot.playground.callers import INTENTS, PATIENCE, Bot, Json, Line, Person


async def open_line(bot: Bot, query: str) -> aiohttp.ClientWebSocketResponse:
    return await bot.session.ws_connect(bot.play.gateway + query)


async def frames(socket: aiohttp.ClientWebSocketResponse, number: int) -> list[bytes]:
    """Read so many binary frames."""
    found = [await socket.receive(timeout=PATIENCE) for _ in range(number)]
    assert all(one.type is aiohttp.WSMsgType.BINARY for one in found)
    return [one.data for one in found]


async def identify(bot: Bot, socket: aiohttp.ClientWebSocketResponse) -> None:
    await socket.send_json({"op": 2, "d": {"token": bot.play.bot_token, "intents": INTENTS}})


async def test_zlib_stream_is_one_stream_flushed_after_each_frame(bot: Bot) -> None:
    """hikari and discord.js read nothing else when they have asked for it."""
    socket = await open_line(bot, "?v=10&encoding=json&compress=zlib-stream")
    stream = zlib.decompressobj()
    (hello,) = await frames(socket, 1)
    assert json.loads(stream.decompress(hello))["op"] == 10
    await identify(bot, socket)
    told = await frames(socket, 2)
    assert all(one.endswith(b"\x00\x00\xff\xff") for one in (hello, *told))
    assert [json.loads(stream.decompress(one))["t"] for one in told] == ["READY", "GUILD_CREATE"]


def unpacked(frame: bytes, *, first: bool) -> bytes:
    """Read raw Zstandard blocks, by the letter of RFC 8878."""
    if first:
        assert frame[:6] == bytes.fromhex("28b52ffd0050")
        frame = frame[6:]
    made = b""
    while frame:
        head = int.from_bytes(frame[:3], "little")
        assert head & 7 == 0  # not the last block, and a raw one
        made, frame = made + frame[3 : 3 + (head >> 3)], frame[3 + (head >> 3) :]
    return made


async def test_zstd_stream_can_be_asked_for(bot: Bot) -> None:
    """Clients ask for it as soon as their Python can read it, and would find the line closed."""
    socket = await open_line(bot, "?v=10&encoding=json&compress=zstd-stream")
    (hello,) = await frames(socket, 1)
    assert json.loads(unpacked(hello, first=True))["op"] == 10
    await identify(bot, socket)
    ready, guild = (json.loads(unpacked(one, first=False)) for one in await frames(socket, 2))
    assert (ready["t"], guild["t"]) == ("READY", "GUILD_CREATE")


def test_a_long_frame_is_several_zstd_blocks() -> None:
    """No block may be longer than 128 KiB."""
    encode, long = as_zstd_stream(), "x" * 300_000
    first, second = encode("hello"), encode(long)
    assert isinstance(first, bytes)
    assert isinstance(second, bytes)
    assert unpacked(first, first=True) == b"hello"
    assert unpacked(second, first=False) == long.encode()
    assert int.from_bytes(second[:3], "little") >> 3 == 128 * 1024


@pytest.mark.parametrize(
    ("query", "code", "said"),
    [
        ("?v=9&encoding=json", 4012, "Invalid API version."),
        ("?v=ten", 4012, "Invalid API version."),
        ("?v=10&encoding=etf", 4002, "Only json is spoken here"),
        ("?v=10&encoding=json&compress=brotli", 4002, "zlib-stream or zstd-stream"),
    ],
)
async def test_what_is_not_spoken_is_closed_with_a_word(
    bot: Bot, query: str, code: int, said: str
) -> None:
    """A client would otherwise wait for a hello that it can read."""
    socket = await open_line(bot, query)
    end = await socket.receive(timeout=PATIENCE)
    assert (end.type, end.data) == (aiohttp.WSMsgType.CLOSE, code)
    assert said in str(end.extra)


async def test_json_may_come_in_binary_frames(bot: Bot) -> None:
    """hikari sends all it says so."""
    socket = await open_line(bot, "?v=10&encoding=json")
    await socket.receive()
    await socket.send_bytes(b'{"op":1,"d":null}')
    assert json.loads((await socket.receive(timeout=PATIENCE)).data)["op"] == 11
    await socket.send_bytes(b"\xff\xfe")
    assert (await socket.receive(timeout=PATIENCE)).data == 4002


# --- codes ---


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"intents": 1 << 30}, 4013),
        ({"intents": 1 << 17}, 4013),
        ({"intents": -1}, 4013),
        ({"intents": 1.5}, 4002),
        ({"intents": 0, "shard": [0]}, 4010),
        ({"intents": 0, "shard": "first"}, 4010),
        ({"intents": 0, "shard": [-1, 1]}, 4010),
    ],
    ids=str,
)
async def test_an_identify_that_asks_for_what_there_is_not_is_refused(
    bot: Bot, more: Json, code: int
) -> None:
    line = await bot.connect()
    await line.send(2, {"token": bot.play.bot_token, **more})
    assert await line.closed() == code


async def test_after_a_failed_identify_nothing_more_is_heard(play: Playground, bot: Bot) -> None:
    """The second one, right behind it, used to be let in on a line that was closing."""
    line = await bot.connect()
    before = len(play.stage.gateway.sessions)
    await line.send(2, {"token": "wrong", "intents": 0})
    await line.send(2, {"token": play.bot_token, "intents": 0})
    assert await line.closed() == 4004
    assert len(play.stage.gateway.sessions) == before


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"seq": 99}, 4007),
        ({"seq": -1}, 4007),
        ({"seq": "1"}, 4002),
        ({"seq": None}, 4002),
    ],
    ids=str,
)
async def test_a_wrong_resume_is_closed(bot: Bot, wrong: Json, code: int) -> None:
    known: Json = {"token": bot.play.bot_token, "session_id": bot.ready["session_id"], "seq": 1}
    line = await bot.connect()
    await line.send(6, known | wrong)
    assert await line.closed() == code


async def test_a_resume_of_somebody_elses_session_is_invalid_and_a_second_one_is_closed(
    bot: Bot, ann: Person
) -> None:
    line = await bot.connect()
    theirs = {"token": bot.play.bot_token, "session_id": ann.ready["session_id"], "seq": 1}
    await line.send(6, theirs)
    assert (await line.frame())["op"] == 9
    await bot.line.send(6, theirs | {"session_id": bot.ready["session_id"]})
    assert await bot.line.closed() == 4005


# --- hearts ---


async def beating(line: Line, times: int, pause: float) -> None:
    for _ in range(times):
        await line.send(1, None)
        assert (await line.frame())["op"] == 11
        await asyncio.sleep(pause)


async def test_a_bot_whose_heart_stops_is_closed_and_its_session_is_over(
    play: Playground, bot: Bot, ann: Person
) -> None:
    """A bot that hangs would look alive here, and be gone on Discord."""
    play.stage.gateway.heartbeat = 40
    line = await bot.connect()
    quiet = Bot(bot.play, bot.session, bot.token)
    await quiet.identify(intents=0)
    await asyncio.gather(beating(line, 6, 0.02), quiet.line.closed())
    assert quiet.line.socket.close_code == 4009
    assert quiet.ready["session_id"] not in play.stage.gateway.sessions
    await line.send(1, None)  # this one's heart has beaten all the while
    assert (await line.frame())["op"] == 11
    await ann.line.quiet()  # a page in the background is not closed


# --- the ration ---


async def test_the_bot_identifies_once_in_five_seconds(play: Playground, bot: Bot) -> None:
    """A crash loop has to look like one: op 9, and wait."""
    counted = play.stage.gateway.identifies
    counted.on = True
    await bot.identify(intents=0)
    line = await bot.connect()
    await line.send(2, {"token": play.bot_token, "intents": 0})
    assert await line.frame() == {"op": 9, "d": False, "s": None, "t": None}
    assert counted.remaining == counted.a_day - 2
    counted._let_in -= 5  # it has waited
    await line.send(2, {"token": play.bot_token, "intents": 0})
    await line.until("READY")
    limit = (await bot("GET", "/gateway/bot")).body["session_start_limit"]
    assert (limit["total"], limit["remaining"]) == (1000, 997)
    assert 0 < limit["reset_after"] <= 86_400_000


async def test_after_a_thousand_a_day_everything_of_the_bot_is_ended(
    play: Playground, bot: Bot, ann: Person
) -> None:
    counted = play.stage.gateway.identifies
    counted.on, counted.every, counted.a_day = True, 0.0, 1
    first = Bot(play, bot.session, bot.token)
    await first.identify(intents=0)
    line = await bot.connect()
    await line.send(2, {"token": play.bot_token, "intents": 0})
    assert await line.closed() == 4004
    assert await first.line.closed() == 4004
    assert not play.stage.gateway.bot_connected
    await ann.identify()  # people are not counted


async def test_who_starts_many_bots_switches_the_ration_off(play: Playground, bot: Bot) -> None:
    counted: Any = play.stage.gateway.identifies
    assert not counted.on  # with the rates of this playground
    assert Playground(port=0).stage.gateway.identifies.on
    assert not Playground(port=0, identifies=False).stage.gateway.identifies.on
    answer = await bot("POST", "/playground/rates", {"identifies": True})
    assert answer.body["identifies"] is counted.on is True
