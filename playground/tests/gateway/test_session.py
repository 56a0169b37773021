import json
import zlib

import aiohttp
import pytest
from discord_playground import Playground
from discord_playground.gateway import session as session_module
from discord_playground.gateway.session import (
    COMPRESSIONS,
    Session,
    as_zlib_stream,
    as_zstd_stream,
    frame_of,
)

from playground.tests.callers import INTENTS, PATIENCE, Bot


async def open_line(bot: Bot, query: str) -> aiohttp.ClientWebSocketResponse:
    return await bot.session.ws_connect(bot.play.gateway + query)


async def frames(socket: aiohttp.ClientWebSocketResponse, number: int) -> list[bytes]:
    """Receive this many binary frames."""
    found = [await socket.receive(timeout=PATIENCE) for _ in range(number)]
    assert all(item.type is aiohttp.WSMsgType.BINARY for item in found)
    return [item.data for item in found]


async def identify(bot: Bot, socket: aiohttp.ClientWebSocketResponse) -> None:
    await socket.send_json({"op": 2, "d": {"token": bot.play.bot_token, "intents": INTENTS}})


async def test_zlib_stream_is_one_stream_flushed_after_each_frame(bot: Bot):
    socket = await open_line(bot, "?v=10&encoding=json&compress=zlib-stream")
    stream = zlib.decompressobj()
    (hello,) = await frames(socket, 1)
    assert json.loads(stream.decompress(hello))["op"] == 10
    await identify(bot, socket)
    told = await frames(socket, 2)
    assert all(frame.endswith(b"\x00\x00\xff\xff") for frame in (hello, *told))
    assert [json.loads(stream.decompress(frame))["t"] for frame in told] == [
        "READY",
        "GUILD_CREATE",
    ]


def unpacked(frame: bytes, *, first: bool) -> bytes:
    """Decode raw Zstandard blocks (RFC 8878)."""
    if first:
        assert frame[:6] == bytes.fromhex("28b52ffd0050")
        frame = frame[6:]
    made = b""
    while frame:
        head = int.from_bytes(frame[:3], "little")
        assert head & 7 == 0  # a raw block, not the last one
        made, frame = made + frame[3 : 3 + (head >> 3)], frame[3 + (head >> 3) :]
    return made


async def test_zstd_stream_can_be_asked_for(bot: Bot):
    socket = await open_line(bot, "?v=10&encoding=json&compress=zstd-stream")
    (hello,) = await frames(socket, 1)
    assert json.loads(unpacked(hello, first=True))["op"] == 10
    await identify(bot, socket)
    ready, guild = (json.loads(unpacked(item, first=False)) for item in await frames(socket, 2))
    assert (ready["t"], guild["t"]) == ("READY", "GUILD_CREATE")


def test_a_long_frame_is_several_zstd_blocks():
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
async def test_an_unsupported_encoding_gets_a_reason(bot: Bot, query: str, code: int, said: str):
    socket = await open_line(bot, query)
    end = await socket.receive(timeout=PATIENCE)
    assert (end.type, end.data) == (aiohttp.WSMsgType.CLOSE, code)
    assert said in str(end.extra)


async def test_json_may_come_in_binary_frames(bot: Bot):
    socket = await open_line(bot, "?v=10&encoding=json")
    await socket.receive()
    await socket.send_bytes(b'{"op":1,"d":null}')
    assert json.loads((await socket.receive(timeout=PATIENCE)).data)["op"] == 11
    await socket.send_bytes(b"\xff\xfe")
    assert (await socket.receive(timeout=PATIENCE)).data == 4002


def test_each_connection_has_its_own_compressed_stream():
    encoders = [as_zlib_stream(), as_zlib_stream()]
    for _ in range(3):
        encoders[0]("hello, hello")
    frame = encoders[1]("hello, hello")
    assert isinstance(frame, bytes)
    assert zlib.decompressobj().decompress(frame) == b"hello, hello"
    assert COMPRESSIONS[""]()("as it is") == "as it is"


async def test_a_connection_closes_after_all_queued_frames(play: Playground, bot: Bot):
    (session,) = play.stage.gateway.bots()
    assert session.wire is not None
    session.tell("FIRST", "{}")
    session.wire.send(7)
    session.wire.close(4000, "Unknown error.")
    session.tell("TOO_LATE", "{}")
    await bot.line.until("FIRST")
    assert await bot.line.frame() == {"op": 7, "d": None, "s": None, "t": None}
    end = await bot.line.socket.receive(timeout=PATIENCE)
    assert (end.type, end.data, end.extra) == (aiohttp.WSMsgType.CLOSE, 4000, "Unknown error.")


def told(session: Session, *events: str) -> None:
    for event in events:
        session.tell(event, "{}")


def replayed(session: Session, after: int) -> list[tuple[int, str]]:
    return [(item["s"], item["t"]) for item in map(json.loads, session.after(after))]


def test_a_frame_has_the_events_number_and_data_unchanged():
    data = json.dumps({"content": 'a "quoted" line\n', "id": "5"})
    assert json.loads(frame_of(3, "MESSAGE_CREATE", data)) == {
        "op": 0,
        "t": "MESSAGE_CREATE",
        "s": 3,
        "d": {"content": 'a "quoted" line\n', "id": "5"},
    }


def test_events_while_disconnected_are_numbered_and_kept():
    session = Session("1", INTENTS, None)
    told(session, "READY", "GUILD_CREATE", "MESSAGE_CREATE")
    assert replayed(session, 1) == [(2, "GUILD_CREATE"), (3, "MESSAGE_CREATE")]
    assert replayed(session, 3) == []
    assert session.id != Session("1", INTENTS, None).id


def test_a_session_that_missed_too_much_cannot_be_replayed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(session_module, "KEPT", 3)
    session = Session("1", INTENTS, None)
    assert session.can_replay(0)  # no event was sent yet
    told(session, *"abcde")
    assert [session.can_replay(after) for after in range(6)] == [False, False, *[True] * 4]
    assert replayed(session, 2) == [(3, "c"), (4, "d"), (5, "e")]


@pytest.mark.parametrize("shard", [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)], ids=str)
def test_a_server_belongs_to_one_shard_and_dms_to_shard_0(shard: tuple[int, int]):
    session = Session("1", INTENTS, shard)
    number, of = shard
    ids = [str((n << 22) + 5) for n in range(6)]
    assert [own_id for own_id in ids if session.serves(own_id)] == ids[number::of]
    assert session.serves(None) is (number == 0)
    assert all(Session("1", INTENTS, None).serves(item) for item in (*ids, None))
