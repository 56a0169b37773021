"""Clients for these tests: people, and a bot that sends bare requests.

The bare bot can break every rule, which the real client library would prevent.
"""

import asyncio
import itertools
import json
from dataclasses import dataclass
from typing import Any, Self

import aiohttp
from discord_playground import Playground

Json = dict[str, Any]
PATIENCE = 20.0
V2, EPHEMERAL = 1 << 15, 1 << 6
INTENTS = 1 << 0 | 1 << 9 | 1 << 12  # guilds, guild messages, direct messages
_nonces = itertools.count(1)


@dataclass(slots=True)
class Answer:
    """The response to a request."""

    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> int | None:
        """Return Discord's error code."""
        return self.body.get("code") if isinstance(self.body, dict) else None

    def complaint(self, *path: str | int) -> str | None:
        """Return the error code of a field, such as `complaint("embeds", 0)` or `"embeds.0"`.

        "BOX" is short for "components.0.components", "LABEL" for "components.0.component".
        """
        steps = ".".join(map(str, path)).replace("BOX", "components.0.components")
        found = self.body.get("errors", {})
        for step in steps.replace("LABEL", "components.0.component").split("."):
            found = found.get(step, {})
        return found["_errors"][0]["code"] if "_errors" in found else None


class Line:
    """A gateway connection that remembers its events."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard: list[Json] = []
        self.read = 0
        self.number = 0

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def frame(self) -> Json:
        """Wait for the next frame."""
        frame = await self.socket.receive(timeout=PATIENCE)
        if frame.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionError(f"closed with {self.socket.close_code}")
        made = json.loads(frame.data)
        self.number = made.get("s") or self.number
        return made

    async def until(self, event: str, **wanted: Any) -> Json:
        """Wait for an event; events before it stay in `heard`."""
        while True:
            frame = await self.frame()
            self.heard.append(frame)
            data = frame["d"]
            if frame["t"] == event and all(data.get(key) == wanted[key] for key in wanted):
                return data

    async def quiet(self, *events: str) -> None:
        """Assert that none of these events was sent before the answer to a heartbeat."""
        await self.send(1, None)
        while (frame := await self.frame())["op"] != 11:
            self.heard.append(frame)
            assert frame["t"] not in events, frame

    async def closed(self) -> int | None:
        """Wait until the connection is closed; return the close code."""
        while True:
            frame = await self.socket.receive(timeout=PATIENCE)
            if frame.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
                return self.socket.close_code


class Caller:
    """A caller with a token, a session for REST and a gateway connection."""

    def __init__(self, play: Playground, session: aiohttp.ClientSession, token: str) -> None:
        self.play = play
        self.session = session
        self.token = token
        self.line: Line
        self.ready: Json = {}

    async def __call__(
        self, method: str, path: str, body: Any = None, *, files: dict[str, bytes] | None = None
    ) -> Answer:
        """Send a REST request."""
        headers = {"Authorization": self.token} if self.token else {}
        options: Json = {"headers": headers}
        if files is not None:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body))
            for number, (name, content) in enumerate(files.items()):
                form.add_field(
                    f"files[{number}]",
                    content,
                    filename=name,
                    content_type="application/octet-stream",
                )
            options["data"] = form
        elif body is not None:
            options["json"] = body
        base = self.play.base if path.startswith("/playground") else self.play.base + "/api/v10"
        async with self.session.request(method, base + path, **options) as response:
            text = await response.text()
            made = json.loads(text) if text and "json" in response.content_type else text
            return Answer(response.status, made, response.headers)

    async def connect(self) -> Line:
        """Open a gateway connection without identifying."""
        line = Line(await self.session.ws_connect(self.play.gateway))
        assert (await line.frame())["op"] == 10
        return line

    async def identify(self, **more: Any) -> Self:
        """Open a gateway connection and identify."""
        self.line = await self.connect()
        await self.line.send(2, {"token": self.token.removeprefix("Bot "), **more})
        self.ready = await self.line.until("READY")
        return self

    async def resume(self) -> Line:
        """Open a new connection and resume the old session."""
        old, self.line = self.line, await self.connect()
        token = self.token.removeprefix("Bot ")
        session_id = self.ready["session_id"]
        await self.line.send(6, {"token": token, "session_id": session_id, "seq": old.number})
        return self.line


class Bot(Caller):
    """The bot, with bare requests instead of a client library."""

    async def answer(self, one: Json, kind: int, data: Json | None = None, **more: Any) -> Answer:
        """Send the first answer to an interaction."""
        path = f"/interactions/{one['id']}/{one['token']}/callback?with_response=1"
        return await self("POST", path, {"type": kind, "data": data or {}}, **more)

    def followed(self, one: Json, message: str = "@original") -> str:
        """Return the path of one of an interaction's messages."""
        return f"/webhooks/{one['application_id']}/{one['token']}/messages/{message}"

    async def say(self, one: Json, data: Json) -> Answer:
        """Send a follow-up message."""
        return await self("POST", f"/webhooks/{one['application_id']}/{one['token']}?wait=1", data)

    async def register(self, *commands: Json) -> Answer:
        """Register these slash commands."""
        path = f"/applications/{self.play.world.bot_id}/commands"
        return await self("PUT", path, list(commands))


class Person(Caller):
    """One of the people."""

    @property
    def id(self) -> str:
        return next(
            person.id for person in self.play.world.people.values() if person.token == self.token
        )

    async def interact(self, kind: int, channel: str, data: Json, **more: Any) -> Answer:
        """Send an interaction."""
        body = {
            "type": kind,
            "application_id": self.play.world.bot_id,
            "guild_id": self.play.world.guild_id,
            "channel_id": channel,
            "session_id": self.ready.get("session_id", "none"),
            "nonce": str(next(_nonces)),
            "data": data,
            **more,
        }
        return await self("POST", "/interactions", body)

    async def slash(self, name: str, channel: str, *options: Json, kind: int = 2) -> Answer:
        """Send a slash command, or an autocomplete request with `kind=4`."""
        listed = await self("GET", f"/channels/{channel}/application-command-index")
        command = next(
            command for command in listed.body["application_commands"] if command["name"] == name
        )
        data = {"id": command["id"], "name": name, "type": 1, "options": list(options)}
        return await self.interact(kind, channel, data)

    async def press(self, message: Json, custom_id: str, **more: Any) -> Answer:
        """Press a button, or choose in a menu (`values=[…]`, `component_type=3`)."""
        data = {"component_type": 2, "custom_id": custom_id, **more}
        return await self.interact(
            3, message["channel_id"], data, message_id=message["id"], message_flags=message["flags"]
        )

    async def submit(self, modal: Json, **typed: str) -> Answer:
        """Submit a modal."""
        fields = [
            {"type": 18, "component": {"type": 4, "custom_id": key, "value": value}}
            for key, value in typed.items()
        ]
        data = {"id": modal["id"], "custom_id": modal["custom_id"], "components": fields}
        return await self.interact(5, modal["channel_id"], data)


async def settle() -> None:
    """Let all ready tasks run."""
    for _ in range(3):
        await asyncio.sleep(0)


def text(content: str) -> Json:
    return {"type": 10, "content": content}


def button(custom_id: str = "go", **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id, **more}


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def menu(*values: str, custom_id: str = "menu", **more: Any) -> Json:
    options = [{"label": value, "value": value} for value in values]
    return {"type": 3, "custom_id": custom_id, "options": options, **more}


def panel(*components: Json, **more: Any) -> Json:
    """Return a message body with these components in a container."""
    return {"flags": V2, "components": [{"type": 17, "components": list(components)}], **more}


def form(*fields: Json, **more: Any) -> Json:
    """Return a modal with these fields."""
    asked = [{"type": 18, "label": "Say", "component": field} for field in fields]
    return {"custom_id": "form", "title": "A form", "components": asked, **more}


def field(custom_id: str = "field", **more: Any) -> Json:
    return {"type": 4, "style": 1, "custom_id": custom_id, **more}


def command(name: str = "hello", *options: Json, **more: Any) -> Json:
    made = {"name": name, "description": "Says hello", "type": 1, **more}
    return made | ({"options": list(options)} if options else {})


def option(name: str, kind: int = 3, **more: Any) -> Json:
    return {"name": name, "description": "What", "type": kind, **more}


async def said(bot: Bot, person: Person, channel: str) -> Json:
    """Send /hello as a person; return the interaction as the bot gets it."""
    if not bot.play.world.commands:
        await bot.register(command())
    assert (await person.slash("hello", channel)).status == 204
    return await bot.line.until("INTERACTION_CREATE", type=2)


async def pressed(bot: Bot, person: Person, message: Json, custom_id: str = "go") -> Json:
    """Press a button as a person; return the interaction as the bot gets it."""
    assert (await person.press(message, custom_id)).status == 204
    return await bot.line.until("INTERACTION_CREATE", type=3)


async def board(bot: Bot, channel: str) -> Json:
    """Post a message with a button."""
    return (
        await bot("POST", f"/channels/{channel}/messages", panel(text("x"), row(button())))
    ).body
