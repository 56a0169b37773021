"""The gateway: its sessions, the order of their events, and the replay after a reconnect.

A session outlives its connection (session.py): later events are numbered, kept and sent on RESUME.
The bot and each person have sessions of their own. The bot is held to all of Discord's limits.
People may identify as often as they like and need not send heartbeats, because browsers slow down
the timers of a page in the background.
"""

import asyncio
import json
import time
from collections.abc import Callable, Iterable
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from discord_playground.checks.host_header import HostCheck
from discord_playground.checks.identify_limit import IdentifyLimit
from discord_playground.checks.signed_urls import sign
from discord_playground.checks.strangeness import as_it_is
from discord_playground.gateway.close_codes import (
    CLOSE_REASONS,
    GUILDS,
    MEMBERS,
    MESSAGE_CONTENT,
    wrong_intents,
    wrong_shard,
)
from discord_playground.gateway.session import COMPRESSIONS, Session, Wire
from discord_playground.world import json_shapes, people_shapes
from discord_playground.world.discord_errors import Json, Refused, fields
from discord_playground.world.world import World

HEARTBEAT = 41_250  # milliseconds, as on Discord
HEARTBEATS_MISSED = 1.5  # number of heartbeat intervals after which a silent connection is closed


class Gateway:
    """All gateway sessions, and the port that clients connect to."""

    def __init__(self, world: World, host: str, port: int, identifies: IdentifyLimit) -> None:
        self.world = world
        self.identifies = identifies
        self.own = HostCheck(host)
        self.heartbeat = HEARTBEAT
        self.host = host
        self.port = port
        # changes or records each event and answer for the bot, given with its name
        self.to_bot: Callable[[str, Any], Any] = as_it_is
        self.privileged = 0  # the approved privileged intents; others are refused with 4014
        self.sessions: dict[str, Session] = {}
        self.wires: set[Wire] = set()
        self._runner: web.AppRunner | None = None
        self._site: web.TCPSite | None = None
        self._reopening: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """The URL that clients connect to."""
        return f"ws://{self.host}:{self.port}/"

    # --- the port ---

    async def start(self) -> None:
        """Open the port."""
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
        if self._reopening is not None:
            self._reopening.cancel()
        for wire in list(self.wires):
            wire.abort()
        if self._runner is not None:
            await self._runner.cleanup()

    async def go_down(self, seconds: float) -> None:
        """Disconnect the bot and refuse all connections for this many seconds."""
        if self._reopening is not None:
            self._reopening.cancel()
        if self._site is not None:
            await self._site.stop()
            self._site = None
        self.drop()
        self._reopening = asyncio.create_task(self._come_back(seconds))

    async def _come_back(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self._listen()

    # --- faults on demand ---

    def bots(self) -> list[Session]:
        """Return the bot's sessions."""
        return [session for session in self.sessions.values() if session.owner == self.world.bot_id]

    @property
    def bot_connected(self) -> bool:
        """Whether the bot is connected now."""
        return any(session.wire is not None for session in self.bots())

    def drop(self) -> None:
        """Cut the bot's connections; its sessions can be resumed."""
        for session in self.bots():
            if session.wire is not None:
                session.wire.abort()
                self._leave(session.wire)

    def ask_to_reconnect(self) -> None:
        """Send op 7 (Reconnect) to the bot."""
        for session in self.bots():
            if session.wire is not None:
                session.wire.send(7)

    def invalidate(self) -> None:
        """Send op 9 (Invalid Session) to the bot, which must then identify again."""
        for session in self.bots():
            del self.sessions[session.id]
            if session.wire is not None:
                session.wire.session = None
                session.wire.send(9, False)

    # --- events ---

    def tell_bot(
        self,
        event: str,
        data: Json,
        *,
        intent: int = 0,
        guild_id: str | None = None,
        blind: Json | None = None,
    ) -> None:
        """Send an event to the bot's sessions with any of these intents. 0 means all sessions.

        Sessions without the message content intent get `blind` instead, if it is given.
        """
        text = self._written(self.to_bot(event, data))
        for session in self.bots():
            if (not intent or session.intents & intent) and session.serves(guild_id):
                unread = blind is not None and not session.intents & MESSAGE_CONTENT
                session.tell(event, json.dumps(self.to_bot(event, blind)) if unread else text)

    def _written(self, data: Json) -> str:
        return sign(json.dumps(data), self.world.now())

    def tell_people(self, people: Iterable[str], event: str, data: Json) -> None:
        """Send an event to all pages of these people."""
        wanted = set(people)
        text = self._written(data)
        for session in self.sessions.values():
            if session.owner in wanted and session.owner != self.world.bot_id:
                session.tell(event, text)

    def tell_page(self, person: str, session_id: str, event: str, data: Json) -> None:
        """Send an event to one of a person's pages, or to all if that page is closed."""
        session = self.sessions.get(session_id)
        if session is None or session.owner != person or session.wire is None:
            self.tell_people([person], event, data)
        else:
            session.tell(event, self._written(data))

    # --- connections ---

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        try:
            self.own.check(request.host, request.headers.get("Origin"))
        except Refused as refused:
            return web.json_response(refused.body(), status=refused.status)
        socket = web.WebSocketResponse(autoping=True, max_msg_size=1 << 16, timeout=2.0)
        await socket.prepare(request)
        asked = request.query
        if asked.get("v", "10") != "10":
            await socket.close(code=4012, message=CLOSE_REASONS[4012].encode())
            return socket
        encoding, compression = asked.get("encoding", "json"), asked.get("compress", "")
        if encoding != "json" or compression not in COMPRESSIONS:
            reason = f"Only json is spoken here, with {' or '.join(filter(None, COMPRESSIONS))}."
            await socket.close(code=4002, message=reason.encode())
            return socket
        assert request.transport is not None
        wire = Wire(socket, request.transport, COMPRESSIONS[compression]())
        self.wires.add(wire)
        writer = asyncio.create_task(wire.run())
        wire.send(10, {"heartbeat_interval": self.heartbeat, "_trace": []})
        self._restart_heartbeat_timer(wire)
        try:
            await self._handle_frames(wire, writer)
        finally:
            if wire.heartbeat_timer is not None:
                wire.heartbeat_timer.cancel()
            if wire.session is not None and socket.close_code in (1000, 1001):
                self.sessions.pop(wire.session.id, None)  # no client resumes after that
            self._leave(wire)
            self.wires.discard(wire)
            writer.cancel()
        return socket

    async def _handle_frames(self, wire: Wire, writer: asyncio.Task[None]) -> None:
        """Handle the frames of a connection in order; close it after the first invalid frame."""
        async for frame in wire.socket:
            code = None
            if frame.type is WSMsgType.TEXT:
                code = self._handle_frame(wire, frame.data.encode())
            elif frame.type is WSMsgType.BINARY:  # some clients send their JSON as binary frames
                code = self._handle_frame(wire, frame.data)
            if code is not None:
                if code in (4007, 4009) and wire.session is not None:
                    self.sessions.pop(wire.session.id, None)
                wire.close(code, CLOSE_REASONS[code])
                await writer
                return

    def _restart_heartbeat_timer(self, wire: Wire) -> None:
        """Restart the timer that closes a connection without heartbeats."""
        if wire.heartbeat_timer is not None:
            wire.heartbeat_timer.cancel()
        if wire.session is None or wire.session.owner == self.world.bot_id:
            loop, after = asyncio.get_running_loop(), HEARTBEATS_MISSED * self.heartbeat / 1000
            wire.heartbeat_timer = loop.call_later(after, self._heartbeat_timed_out, wire)

    def _heartbeat_timed_out(self, wire: Wire) -> None:
        if wire.session is not None:
            self.sessions.pop(wire.session.id, None)
        wire.close(4009, CLOSE_REASONS[4009])

    def _leave(self, wire: Wire) -> None:
        session = wire.session
        if session is not None and session.wire is wire:
            session.wire = None
            session.left = time.monotonic()
        wire.session = None

    def _handle_frame(self, wire: Wire, data: bytes) -> int | None:
        """Handle one frame. Return a close code if the frame is invalid."""
        if len(data) > 4096:
            return 4002
        now = time.monotonic()
        wire.arrivals.append(now)
        while wire.arrivals[0] < now - 60:
            wire.arrivals.popleft()
        if len(wire.arrivals) > 120:
            return 4008
        try:
            frame = fields(json.loads(data))
            return self._dispatch(wire, int(frame["op"]), fields(frame.get("d")))
        except (ValueError, KeyError, TypeError, RecursionError):
            return 4002

    def _dispatch(self, wire: Wire, op: int, data: Json) -> int | None:
        if op == 1:
            self._restart_heartbeat_timer(wire)
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
        shard = data.get("shard")
        if person is None:
            code = self._check_identify(wire, data)
            if code is not None:
                return code or None
        owner = self.world.bot_id if person is None else person.id
        self._clear(owner, shard)
        session = Session(
            owner, int(data.get("intents") or 0), (shard[0], shard[1]) if shard else None
        )
        self.sessions[session.id] = session
        session.wire, wire.session = wire, session
        self._restart_heartbeat_timer(wire)
        if person is None:
            self._send_bot_ready(session)
        else:
            self._send_person_ready(session)
        return None

    def _check_identify(self, wire: Wire, data: Json) -> int | None:
        """Check the bot's identify. Return a close code, 0 if it is too soon, or None if valid."""
        counted = self.identifies.spend()
        if counted == "too many":  # Discord closes all sessions and resets the bot's token
            for session in self.bots():
                del self.sessions[session.id]
                if session.wire is not None:
                    session.wire.session = None
                    session.wire.close(4004, CLOSE_REASONS[4004])
            return 4004
        if counted == "too soon":
            wire.send(9, False)
            return 0
        if not isinstance(data.get("intents", 0), int):
            return 4002
        return wrong_intents(data.get("intents"), self.privileged) or wrong_shard(data.get("shard"))

    def _clear(self, owner: str, shard: Any) -> None:
        """Remove disconnected sessions that are too old to resume or replaced by a new identify."""
        now = time.monotonic()
        for session in list(self.sessions.values()):
            replaced = session.owner == owner == self.world.bot_id and (
                list(session.shard) if session.shard else None
            ) == (shard or None)
            if session.wire is None and (replaced or session.left < now - 300):
                del self.sessions[session.id]

    def _resume(self, wire: Wire, data: Json) -> int | None:
        if wire.session is not None:
            return 4005
        token = str(data.get("token", "")).removeprefix("Bot ")
        person = self.world.person(token)
        if token != self.world.bot_token and person is None:
            return 4004
        owner = self.world.bot_id if person is None else person.id
        session, after = self.sessions.get(str(data["session_id"])), data["seq"]
        if isinstance(after, bool) or not isinstance(after, int):
            return 4002
        if session is None or session.owner != owner:
            wire.send(9, False)
            return None
        if not 0 <= after <= session.number:
            del self.sessions[session.id]
            return 4007
        if not session.can_replay(after):
            wire.send(9, False)
            return None
        if session.wire is not None:
            session.wire.session = None
            session.wire.close(WSCloseCode.OK)
        session.wire, wire.session = wire, session
        self._restart_heartbeat_timer(wire)
        for frame in session.after(after):
            wire.frames.put_nowait(frame)
        session.tell("RESUMED", '{"_trace":[]}')
        return None

    def _send_bot_ready(self, session: Session) -> None:
        world = self.world
        joined = world.bot_in_guild and session.serves(world.guild_id)
        ready = json_shapes.ready(
            world, session.id, self.url, guilds=[world.guild_id] if joined else []
        )
        if session.shard is not None:
            ready["shard"] = list(session.shard)
        session.tell("READY", json.dumps(self.to_bot("READY", ready)))
        if joined and not world.outage and session.intents & GUILDS:
            seen = [world.bot_id, *(world.members() if session.intents & MEMBERS else ())]
            guild = self.to_bot("GUILD_CREATE", json_shapes.guild_create(world, members=seen))
            session.tell("GUILD_CREATE", json.dumps(guild))

    def _send_person_ready(self, session: Session) -> None:
        ready = json_shapes.person_ready(self.world, session.owner, session.id, self.url)
        session.tell("READY", json.dumps(ready))

    def _members(self, session: Session, data: Json) -> None:
        """Answer op 8 (Request Guild Members)."""
        wanted: list[str] = [str(user_id) for user_id in data.get("user_ids") or ()]
        if data.get("query") is not None:
            begun = str(data["query"]).lower()
            limit = int(data.get("limit") or 0) or len(self.world.people) + 1
            everybody = [self.world.bot_id, *self.world.members()]
            wanted = [
                who
                for who in everybody
                if people_shapes.user(self.world, who)["username"].lower().startswith(begun)
            ][:limit]
        here = (*self.world.members(), self.world.bot_id)
        members = [who for who in wanted if who in here]
        chunk: Json = {
            "guild_id": self.world.guild_id,
            "members": [people_shapes.member(self.world, who) for who in members],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [who for who in wanted if who not in members],
            "nonce": data.get("nonce"),
        }
        session.tell("GUILD_MEMBERS_CHUNK", json.dumps(chunk))
