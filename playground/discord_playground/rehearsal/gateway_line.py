"""A connection to the gateway that keeps every event, and that can be cut and resumed."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import aiohttp
import yarl

from discord_playground.rehearsal.address import Address
from discord_playground.rehearsal.recorder import Recorder
from discord_playground.rehearsal.redaction import Json

INTENTS = (1 << 0) | (1 << 9) | (1 << 12)  # guilds, guild messages, direct messages
DISPATCH, BEAT, IDENTIFY, RESUME, HELLO = 0, 1, 2, 6, 10
CUT = 4000  # a close code after which a session can be resumed


class GatewayClosed(Exception):
    """Discord closed the connection. `str()` says why."""


class GatewayLine:
    """The events in the order in which they came, and a way to wait for one."""

    def __init__(
        self, session: aiohttp.ClientSession, address: Address, recorder: Recorder
    ) -> None:
        self.events: list[tuple[str, Json]] = []
        self._session, self._address, self._recorder = session, address, recorder
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._changed = asyncio.Event()
        self._sequence: int | None = None
        self._closed = ""

    async def connect(self) -> None:
        """Open the connection and begin a session."""
        properties = {"os": "linux", "browser": "rehearsal", "device": "rehearsal"}
        hello = {"token": self._address.token, "intents": INTENTS, "properties": properties}
        await self._open(self._address.gateway, IDENTIFY, hello)

    async def cut(self) -> None:
        """Drop the connection; Discord keeps the session for a while."""
        await self._end(CUT)

    async def resume(self) -> None:
        """Connect again and go on with the same session."""
        ready = next(data for name, data in self.events if name == "READY")
        again = {
            "token": self._address.token,
            "session_id": ready["session_id"],
            "seq": self._sequence,
        }
        await self._open(ready["resume_gateway_url"], RESUME, again)

    async def close(self) -> None:
        """End the session."""
        await self._end(1000)

    async def wait(
        self, wanted: Callable[[str, Json], bool], seconds: float, since: int = 0
    ) -> Json | None:
        """Return the first such event from number `since` on, or None if none comes in time.

        Raises GatewayClosed.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    changed = self._changed
                    for name, data in self.events[since:]:
                        if wanted(name, data):
                            return data
                    if self._closed:
                        raise GatewayClosed(self._closed)
                    await changed.wait()
        return None

    async def _open(self, address: str, op: int, data: Json) -> None:
        url = yarl.URL(address).update_query(v="10", encoding="json")
        self._socket = await self._session.ws_connect(url, max_msg_size=0)
        first = json.loads(await self._socket.receive_str())
        self._recorder.event("HELLO", first["d"])
        self.events.append(("HELLO", first["d"]))
        await self._socket.send_json({"op": op, "d": data})
        beat = first["d"]["heartbeat_interval"] / 1000
        self._tasks = [
            asyncio.create_task(self._beat(self._socket, beat)),
            asyncio.create_task(self._listen(self._socket)),
        ]

    async def _beat(self, socket: aiohttp.ClientWebSocketResponse, every: float) -> None:
        while True:
            await asyncio.sleep(every)
            await socket.send_json({"op": BEAT, "d": self._sequence})

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            if frame.type is aiohttp.WSMsgType.TEXT:
                self._take(json.loads(frame.data))
        self._closed = f"Discord closed the gateway with code {socket.close_code}."
        self._wake()

    def _take(self, frame: dict[str, Any]) -> None:
        if frame["op"] != DISPATCH:
            return
        self._sequence = frame["s"]
        self._recorder.event(frame["t"], frame["d"])
        self.events.append((frame["t"], frame["d"]))
        self._wake()

    def _wake(self) -> None:
        before, self._changed = self._changed, asyncio.Event()
        before.set()

    async def _end(self, code: int) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close(code=code)
