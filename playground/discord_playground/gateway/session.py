"""One websocket connection, and the session that outlives it.

A client chooses the transport when it connects: plain text frames, or one compressed stream for the
whole connection, as nearly all Discord clients do.
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

KEPT = 1000  # events per session that RESUME can replay
Encoder: TypeAlias = Callable[[str], str | bytes]


def as_text() -> Encoder:
    """Return an encoder that leaves frames as text."""
    return lambda frame: frame


def as_zlib_stream() -> Encoder:
    """Return an encoder into one zlib stream, flushed after each frame (`00 00 ff ff`)."""
    stream = zlib.compressobj()

    def encode(frame: str) -> bytes:
        return stream.compress(frame.encode()) + stream.flush(zlib.Z_SYNC_FLUSH)

    return encode


def as_zstd_stream() -> Encoder:
    """Return an encoder into one Zstandard stream of raw blocks (RFC 8878, 3.1.1).

    Raw blocks save no bytes, but clients that ask for Zstandard (as they do from Python 3.14 on)
    can read them, and they need nothing beyond the standard library of Python 3.11.
    """
    # magic number, then a header without size, checksum or dictionary, and a window of 1 MiB
    begun = bytes.fromhex("28b52ffd") + b"\x00" + bytes([10 << 3])
    most = 128 * 1024  # bytes in a block
    state = [begun]

    def encode(frame: str) -> bytes:
        data = frame.encode()
        written = state.pop() if state else b""
        for start in range(0, len(data), most):
            part = data[start : start + most]
            written += (len(part) << 3).to_bytes(3, "little") + part  # raw, not the last block
        return written

    return encode


COMPRESSIONS: dict[str, Callable[[], Encoder]] = {
    "": as_text,
    "zlib-stream": as_zlib_stream,
    "zstd-stream": as_zstd_stream,
}


class Wire:
    """One websocket connection, with a queue that keeps the order of its frames."""

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.BaseTransport, encode: Encoder
    ) -> None:
        self.socket = socket
        self.transport = transport
        self.encode = encode
        self.frames: asyncio.Queue[str | tuple[int, str]] = asyncio.Queue()
        self.session: Session | None = None
        self.arrivals: deque[float] = deque()
        self.heartbeat_timer: asyncio.TimerHandle | None = (
            None  # closes the connection when heartbeats stop
        )

    def send(self, op: int, data: Any = None) -> None:
        """Queue a frame other than an event."""
        self.frames.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int, reason: str = "") -> None:
        """Close the connection after the queued frames have been sent."""
        self.frames.put_nowait((code, reason))

    def abort(self) -> None:
        """Cut the connection without a close frame, like a network failure."""
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()

    async def run(self) -> None:
        """Send queued frames until the connection ends."""
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
    """Return an event as a frame; `data` is already JSON."""
    return f'{{"op":0,"t":"{event}","s":{number},"d":{data}}}'


class Session:
    """One identified client: the bot, or one open page of a person."""

    def __init__(self, owner: str, intents: int, shard: tuple[int, int] | None) -> None:
        self.id = secrets.token_hex(16)
        self.owner = owner
        self.intents = intents
        self.shard = shard
        self.number = 0
        # (number, event, JSON text); sessions with the same event share the text
        self.kept: deque[tuple[int, str, str]] = deque(maxlen=KEPT)
        self.wire: Wire | None = None
        self.left = 0.0

    def tell(self, event: str, data: str) -> None:
        """Number an event (data as JSON text), keep it, and send it if the session is connected."""
        self.number += 1
        self.kept.append((self.number, event, data))
        if self.wire is not None:
            self.wire.frames.put_nowait(frame_of(self.number, event, data))

    def after(self, number: int) -> Iterator[str]:
        """Return the frames of the kept events after this number."""
        return (frame_of(*event) for event in self.kept if event[0] > number)

    def can_replay(self, after: int) -> bool:
        """Return whether all events after this number are still kept."""
        return after == self.number or (bool(self.kept) and self.kept[0][0] <= after + 1)

    def serves(self, guild_id: str | None) -> bool:
        """Return whether this shard gets a server's events; shard 0 gets those without a server."""
        if self.shard is None:
            return True
        number, of = self.shard
        return number == ((int(guild_id) >> 22) % of if guild_id else 0)
