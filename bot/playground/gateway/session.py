"""One websocket, and one session that outlives it.

How frames are written is chosen when a client connects: as text, or through one compressed stream
for the whole connection, as Discord does for nearly every client there is.
"""

import asyncio
import json
import secrets
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, TypeAlias

from aiohttp import web

KEPT = 1000  # events per session that a RESUME can bring back
Encoder: TypeAlias = Callable[[str], str | bytes]


# --- how frames are written ---


def as_text() -> Encoder:
    """Write frames as they are."""
    return lambda frame: frame


def as_zlib_stream() -> Encoder:
    """Write frames into one zlib stream; each ends with a flush, `00 00 ff ff`."""
    stream = zlib.compressobj()

    def encode(frame: str) -> bytes:
        return stream.compress(frame.encode()) + stream.flush(zlib.Z_SYNC_FLUSH)

    return encode


def as_zstd_stream() -> Encoder:
    """Write frames into one Zstandard stream, of raw blocks (RFC 8878, 3.1.1).

    Nothing gets smaller by it, but clients that ask for this, as they do from Python 3.14 on, can
    read it, and the standard library of Python 3.11 needs nothing more.
    """
    # the magic number; no size, no checksum, no dictionary; a window of 1 MiB
    begun = bytes.fromhex("28b52ffd") + b"\x00" + bytes([10 << 3])
    most = 128 * 1024  # bytes in a block
    state = [begun]

    def encode(frame: str) -> bytes:
        data = frame.encode()
        made = state.pop() if state else b""
        for start in range(0, len(data), most):
            part = data[start : start + most]
            made += (len(part) << 3).to_bytes(3, "little") + part  # not the last one; raw
        return made

    return encode


COMPRESSIONS: dict[str, Callable[[], Encoder]] = {
    "": as_text,
    "zlib-stream": as_zlib_stream,
    "zstd-stream": as_zstd_stream,
}


# --- the websocket ---


class Wire:
    """One websocket; what is put on it goes out in order."""

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.BaseTransport, encode: Encoder
    ) -> None:
        self.socket = socket
        self.transport = transport
        self.encode = encode
        self.frames: asyncio.Queue[str | tuple[int, str]] = asyncio.Queue()
        self.session: Session | None = None
        self.arrivals: deque[float] = deque()
        self.pulse: asyncio.TimerHandle | None = None  # what rings if the heart stops

    def send(self, op: int, data: Any = None) -> None:
        """Send a frame that is no event."""
        self.frames.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int, reason: str = "") -> None:
        """Close the connection after all that was sent."""
        self.frames.put_nowait((code, reason))

    def abort(self) -> None:
        """Cut the connection as a broken line does."""
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()

    async def run(self) -> None:
        """Write frames until the connection ends."""
        with suppress(ConnectionError, RuntimeError):
            while True:
                frame = await self.frames.get()
                if isinstance(frame, tuple):
                    code, reason = frame
                    await self.socket.close(code=code, message=reason.encode())
                    return
                written = self.encode(frame)
                if isinstance(written, str):
                    await self.socket.send_str(written)
                else:
                    await self.socket.send_bytes(written)


def frame_of(number: int, event: str, data: str) -> str:
    """Write an event as it goes on the wire; its data is JSON already."""
    return f'{{"op":0,"t":"{event}","s":{number},"d":{data}}}'


class Session:
    """One identified client: the bot, or one open page of one of the people."""

    def __init__(self, owner: str, intents: int, shard: tuple[int, int] | None) -> None:
        self.id = secrets.token_hex(16)
        self.owner = owner
        self.intents = intents
        self.shard = shard
        self.number = 0
        # number, event, data: the text of the data is the same one for all who were told
        self.kept: deque[tuple[int, str, str]] = deque(maxlen=KEPT)
        self.wire: Wire | None = None
        self.left = 0.0

    def tell(self, event: str, data: str) -> None:
        """Number an event (its data as JSON text), keep it, and send it if there is a wire."""
        self.number += 1
        self.kept.append((self.number, event, data))
        if self.wire is not None:
            self.wire.frames.put_nowait(frame_of(self.number, event, data))

    def after(self, number: int) -> Iterator[str]:
        """Write once more what was told after a number."""
        return (frame_of(*one) for one in self.kept if one[0] > number)

    def can_replay(self, after: int) -> bool:
        """Whether everything after this number is still kept."""
        return after == self.number or (bool(self.kept) and self.kept[0][0] <= after + 1)

    def serves(self, guild_id: str | None) -> bool:
        """Whether this shard is told of a server; what has none (DMs) goes to shard 0."""
        if self.shard is None:
            return True
        number, of = self.shard
        return number == ((int(guild_id) >> 22) % of if guild_id else 0)
