"""The gateway: who is connected, and what they are told, in order, with a replay after a break.

A session outlives its connection (a Wire): what happens meanwhile is numbered and kept, and sent on
RESUME. The bot and each of the people have sessions of their own; all frames are text, which
discord.py accepts whatever compression it asked for.
"""

import asyncio
import json
import secrets
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from bot.playground.checks.errors import Json, fields
from bot.playground.world import shapes
from bot.playground.world.world import World

HEARTBEAT = 41_250  # milliseconds, as Discord asks for
KEPT = 1000  # events per session that a RESUME can bring back
GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12
MEMBERS, PRESENCES, MESSAGE_CONTENT = 1 << 1, 1 << 8, 1 << 15


class Wire:
    """One websocket; what is put on it goes out in order."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.BaseTransport) -> None:
        self.socket = socket
        self.transport = transport
        self.frames: asyncio.Queue[str | int] = asyncio.Queue()
        self.session: Session | None = None
        self.arrivals: deque[float] = deque()

    def send(self, op: int, data: Any = None) -> None:
        """Send a frame that is no event."""
        self.frames.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int) -> None:
        """Close the connection after all that was sent."""
        self.frames.put_nowait(code)

    def abort(self) -> None:
        """Cut the connection as a broken line does."""
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()

    async def run(self) -> None:
        """Write frames until the connection ends."""
        with suppress(ConnectionError, RuntimeError):
            while True:
                frame = await self.frames.get()
                if isinstance(frame, int):
                    await self.socket.close(code=frame)
                    return
                await self.socket.send_str(frame)


class Session:
    """One identified client: the bot, or one open page of one of the people."""

    def __init__(self, owner: str, intents: int, shard: tuple[int, int] | None) -> None:
        self.id = secrets.token_hex(16)
        self.owner = owner
        self.intents = intents
        self.shard = shard
        self.number = 0
        self.kept: deque[tuple[int, str]] = deque(maxlen=KEPT)
        self.wire: Wire | None = None
        self.left = 0.0

    def tell(self, event: str, data: str) -> None:
        """Number an event (its data as JSON text), keep it, and send it if there is a wire."""
        self.number += 1
        frame = f'{{"op":0,"t":"{event}","s":{self.number},"d":{data}}}'
        self.kept.append((self.number, frame))
        if self.wire is not None:
            self.wire.frames.put_nowait(frame)

    def can_replay(self, after: int) -> bool:
        """Whether everything after this number is still kept."""
        return after == self.number or (bool(self.kept) and self.kept[0][0] <= after + 1)

    def serves(self, guild_id: str | None) -> bool:
        """Whether this shard is told of a server; what has none (DMs) goes to shard 0."""
        if self.shard is None:
            return True
        number, of = self.shard
        return number == ((int(guild_id) >> 22) % of if guild_id else 0)


class Gateway:
    """All sessions, and the port they connect to."""

    def __init__(self, world: World, host: str, port: int) -> None:
        self.world = world
        self.host = host
        self.port = port
        self.privileged = 0  # intents that need approval: refused with 4014 unless set here
        self.sessions: dict[str, Session] = {}
        self.wires: set[Wire] = set()
        self._runner: web.AppRunner | None = None
        self._site: web.TCPSite | None = None
        self._back: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """Where clients connect."""
        return f"ws://{self.host}:{self.port}/"

    # --- the port ---

    async def start(self) -> None:
        """Begin to listen."""
        app = web.Application()
        app.router.add_get("/{rest:.*}", self._connect)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await self._listen()

    async def _listen(self) -> None:
        assert self._runner is not None
        self._site = web.TCPSite(self._runner, self.host, self.port, reuse_address=True)
        await self._site.start()
        if not self.port:
            self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Close all connections and the port."""
        if self._back is not None:
            self._back.cancel()
        for wire in list(self.wires):
            wire.abort()
        if self._runner is not None:
            await self._runner.cleanup()

    async def go_down(self, seconds: float) -> None:
        """Cut the bot off, and refuse all connections for a while."""
        if self._back is not None:
            self._back.cancel()
        if self._site is not None:
            await self._site.stop()
            self._site = None
        self.drop()
        self._back = asyncio.create_task(self._come_back(seconds))

    async def _come_back(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self._listen()

    # --- trouble, on request ---

    def bots(self) -> list[Session]:
        """The bot's sessions."""
        return [one for one in self.sessions.values() if one.owner == self.world.bot_id]

    @property
    def bot_connected(self) -> bool:
        """Whether the bot is connected now."""
        return any(one.wire is not None for one in self.bots())

    def drop(self) -> None:
        """Cut the bot's connections; its sessions can be resumed."""
        for session in self.bots():
            if session.wire is not None:
                session.wire.abort()
                self._leave(session.wire)

    def ask_to_reconnect(self) -> None:
        """Send op 7 to the bot."""
        for session in self.bots():
            if session.wire is not None:
                session.wire.send(7)

    def invalidate(self) -> None:
        """Send op 9 to the bot: its session is over, it must identify anew."""
        for session in self.bots():
            del self.sessions[session.id]
            if session.wire is not None:
                session.wire.session = None
                session.wire.send(9, False)

    # --- telling ---

    def tell_bot(
        self,
        event: str,
        data: Json,
        *,
        intent: int = 0,
        guild_id: str | None = None,
        blind: Json | None = None,
    ) -> None:
        """Tell the bot's sessions that asked for it (any one intent; 0: all are told).

        Sessions without the message content intent are told `blind` instead, if it is given.
        """
        text = json.dumps(data)
        for session in self.bots():
            if (not intent or session.intents & intent) and session.serves(guild_id):
                unread = blind is not None and not session.intents & MESSAGE_CONTENT
                session.tell(event, json.dumps(blind) if unread else text)

    def tell_people(self, people: Iterable[str], event: str, data: Json) -> None:
        """Tell these people, on all their pages."""
        wanted = set(people)
        text = json.dumps(data)
        for session in self.sessions.values():
            if session.owner in wanted and session.owner != self.world.bot_id:
                session.tell(event, text)

    # --- connections ---

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        if origin and origin.split("//")[-1].split(":")[0] != request.host.split(":")[0]:
            return web.Response(status=403)  # some other site's page in the same browser
        socket = web.WebSocketResponse(autoping=True, max_msg_size=1 << 16)
        await socket.prepare(request)
        assert request.transport is not None
        wire = Wire(socket, request.transport)
        self.wires.add(wire)
        writer = asyncio.create_task(wire.run())
        wire.send(10, {"heartbeat_interval": HEARTBEAT, "_trace": []})
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    continue
                code = self._hear(wire, frame.data)
                if code is not None:
                    wire.close(code)
        finally:
            if wire.session is not None and socket.close_code in (1000, 1001):
                self.sessions.pop(wire.session.id, None)  # who says goodbye does not resume
            self._leave(wire)
            self.wires.discard(wire)
            writer.cancel()
        return socket

    def _leave(self, wire: Wire) -> None:
        session = wire.session
        if session is not None and session.wire is wire:
            session.wire = None
            session.left = time.monotonic()
        wire.session = None

    def _hear(self, wire: Wire, text: str) -> int | None:
        """Do what a frame asks for; returns the code to close with, if it is an error."""
        if len(text.encode()) > 4096:
            return 4002
        now = time.monotonic()
        wire.arrivals.append(now)
        while wire.arrivals[0] < now - 60:
            wire.arrivals.popleft()
        if len(wire.arrivals) > 120:
            return 4008
        try:
            frame = fields(json.loads(text))
            return self._obey(wire, int(frame["op"]), fields(frame.get("d")))
        except (ValueError, KeyError, TypeError, IndexError):
            return 4002

    def _obey(self, wire: Wire, op: int, data: Json) -> int | None:
        if op == 1:
            wire.send(11)
            return None
        if op == 2:
            return self._identify(wire, data)
        if op == 6:
            return self._resume(wire, data)
        if wire.session is None:
            return 4003
        if op == 8:
            self._members(wire.session, data)
        return None if op in (3, 4, 8, 14, 31, 37) else 4001

    def _identify(self, wire: Wire, data: Json) -> int | None:
        if wire.session is not None:
            return 4005
        token = str(data.get("token", "")).removeprefix("Bot ")
        person = self.world.person(token)
        if token != self.world.bot_token and person is None:
            return 4004
        intents, shard = int(data.get("intents") or 0), data.get("shard")
        if person is None:
            if "intents" not in data:
                return 4013
            if intents & (MEMBERS | PRESENCES | MESSAGE_CONTENT) & ~self.privileged:
                return 4014
            if shard and not 0 <= shard[0] < shard[1]:
                return 4010
        self._clear(self.world.bot_id if person is None else person.id, shard)
        session = Session(
            self.world.bot_id if person is None else person.id,
            intents,
            (shard[0], shard[1]) if shard else None,
        )
        self.sessions[session.id] = session
        session.wire, wire.session = wire, session
        if person is None:
            self._greet_bot(session)
        else:
            self._greet(session)
        return None

    def _clear(self, owner: str, shard: Any) -> None:
        """Forget sessions that nobody will resume."""
        now = time.monotonic()
        for session in list(self.sessions.values()):
            replaced = session.owner == owner == self.world.bot_id and (
                list(session.shard) if session.shard else None
            ) == (shard or None)
            if session.wire is None and (replaced or session.left < now - 300):
                del self.sessions[session.id]

    def _resume(self, wire: Wire, data: Json) -> int | None:
        session = self.sessions.get(str(data.get("session_id")))
        after = data.get("seq")
        if session is None or not isinstance(after, int) or not session.can_replay(after):
            wire.send(9, False)
            return None
        if after > session.number:
            return 4007
        if session.wire is not None:
            session.wire.session = None
            session.wire.close(WSCloseCode.OK)
        session.wire, wire.session = wire, session
        for number, frame in session.kept:
            if number > after:
                wire.frames.put_nowait(frame)
        session.tell("RESUMED", '{"_trace":[]}')
        return None

    def _greet_bot(self, session: Session) -> None:
        world = self.world
        there = world.bot_in_guild and session.serves(world.guild_id)
        ready = shapes.ready(world, session.id, self.url, guilds=[world.guild_id] if there else [])
        if session.shard is not None:
            ready["shard"] = list(session.shard)
        session.tell("READY", json.dumps(ready))
        if there and session.intents & GUILDS:
            seen = [world.bot_id, *(world.people if session.intents & MEMBERS else ())]
            session.tell("GUILD_CREATE", json.dumps(shapes.guild_create(world, members=seen)))

    def _greet(self, session: Session) -> None:
        ready = shapes.persons_ready(self.world, session.owner, session.id, self.url)
        session.tell("READY", json.dumps(ready))

    def _members(self, session: Session, data: Json) -> None:
        """Answer op 8: who is in the server."""
        wanted: list[str] = [str(one) for one in data.get("user_ids") or ()]
        if data.get("query") is not None:
            begun = str(data["query"]).lower()
            limit = int(data.get("limit") or 0) or len(self.world.people) + 1
            everybody = [self.world.bot_id, *self.world.people]
            wanted = [
                who
                for who in everybody
                if shapes.user(self.world, who)["username"].lower().startswith(begun)
            ][:limit]
        known = [who for who in wanted if who in self.world.people or who == self.world.bot_id]
        chunk: Json = {
            "guild_id": self.world.guild_id,
            "members": [shapes.member(self.world, who) for who in known],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [who for who in wanted if who not in known],
            "nonce": data.get("nonce"),
        }
        session.tell("GUILD_MEMBERS_CHUNK", json.dumps(chunk))
