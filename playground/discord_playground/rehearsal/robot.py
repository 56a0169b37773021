"""A person of the playground who does by themselves what the rehearsal asks for.

Each request carries in the custom_id of its Skip button what it wants.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from types import TracebackType
from typing import Any

import aiohttp

from discord_playground.rehearsal.redaction import Json

COMMAND, PRESS, AUTOCOMPLETE, FORM = 2, 3, 4, 5


class Robot:
    """One person, connected like Discord's own app."""

    def __init__(self, base: str, name: str = "Ann") -> None:
        self._base, self._name = base, name
        self._bot = self._guild = self._session_id = self._channel = ""
        self._number = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._acts: dict[str, Callable[[Json, Json], Awaitable[None]]] = {
            "twice": self._twice,
            "command": self._command,
            "suggest": self._suggest,
            "withdraw": partial(self._permit, {"send_messages": False}),
            "restore": partial(self._permit, {"send_messages": True}),
            "hide": partial(self._permit, {"view_channel": False}),
            "show": partial(self._permit, {"view_channel": True}),
            "close": self._close,
            "open": self._open,
            "say": self._say,
        }

    async def __aenter__(self) -> "Robot":
        token = self._name.lower()
        self._http = aiohttp.ClientSession(headers={"Authorization": token})
        async with self._http.get(f"{self._base}/playground/state") as answer:
            state = await answer.json()
        self._bot, self._guild = state["bot"]["id"], state["guild"]["id"]
        self._socket = await self._http.ws_connect(state["gateway"], max_msg_size=0)
        await self._socket.send_json({"op": 2, "d": {"token": token}})
        self._spawn(self._listen())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._socket.close()
        await self._http.close()

    def _spawn(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self) -> None:
        async for frame in self._socket:
            if frame.type is not aiohttp.WSMsgType.TEXT:
                continue
            event = json.loads(frame.data)
            if event["op"] == 0:
                self._hear(event["t"], event["d"])

    def _hear(self, name: str, data: Json) -> None:
        if name == "READY":
            self._session_id = data["session_id"]
        elif (name == "MESSAGE_CREATE" and data["author"]["id"] == self._bot) or (
            name == "MESSAGE_UPDATE" and data.get("components")
        ):
            self._spawn(self._obey(data))
        elif name == "INTERACTION_MODAL_CREATE":
            self._spawn(self._submit(data))

    async def _obey(self, message: Json) -> None:
        rows: list[Json] = message.get("components") or []
        inside = [item for row in rows for item in self._inside(row)]
        buttons = [item for item in inside if "custom_id" in item and not item.get("disabled")]
        skip = next((item for item in buttons if ":skip:" in item["custom_id"]), None)
        if skip is None:
            return
        if "guild_id" in message and not message["flags"] & 64:
            self._channel = message["channel_id"]
        go = next((item for item in buttons if item["custom_id"].endswith(":go")), skip)
        act = self._acts.get(skip["custom_id"].rsplit(":", 1)[1], self._press)
        await act(message, go)

    @staticmethod
    def _inside(row: Json) -> list[Json]:
        return row.get("components") or []

    # --- what a request may want ---

    async def _press(self, message: Json, button: Json) -> None:
        data = {"component_type": button["type"], "custom_id": button["custom_id"]}
        more = {"message_id": message["id"], "message_flags": message.get("flags", 0)}
        await self._interact(PRESS, message["channel_id"], data, **more)

    async def _twice(self, message: Json, button: Json) -> None:
        await self._press(message, button)
        await self._press(message, button)

    async def _command(self, message: Json, button: Json) -> None:
        await self._type(COMMAND, message["channel_id"])

    async def _suggest(self, message: Json, button: Json) -> None:
        await self._type(AUTOCOMPLETE, message["channel_id"])

    async def _type(self, kind: int, channel: str) -> None:
        index = await self._send("GET", f"/channels/{channel}/application-command-index")
        command = next(
            item for item in index["application_commands"] if item["name"] == "rehearsal"
        )
        option: Json = {"name": "word", "type": 3, "value": "h"}
        if kind == AUTOCOMPLETE:
            option["focused"] = True
        data = {"id": command["id"], "name": command["name"], "type": 1, "options": [option]}
        await self._interact(kind, channel, data)

    async def _permit(self, given: Json, message: Json, button: Json) -> None:
        await asyncio.sleep(0.5)  # the rehearsal tries a few things before it needs this
        await self._control(f"/channels/{message['channel_id']}", {"bot_permissions": given})
        await self._press(message, button)

    async def _close(self, message: Json, button: Json) -> None:
        await self._control(f"/people/{self._name}", {"dms_open": False})
        await self._press(message, button)

    async def _open(self, message: Json, button: Json) -> None:
        await self._control(f"/people/{self._name}", {"dms_open": True})
        await self._press(message, button)

    async def _say(self, message: Json, button: Json) -> None:
        dm = await self._send("POST", "/users/@me/channels", {"recipient_id": self._bot})
        line = {"content": "hello", "nonce": "1"}
        await self._send("POST", f"/channels/{dm['id']}/messages", line)

    async def _submit(self, form: Json) -> None:
        components: list[Json] = []
        for label in form["components"]:
            field = label["component"]
            inner = {key: field[key] for key in ("type", "id", "custom_id")} | {"value": ""}
            components.append({"type": label["type"], "id": label["id"], "component": inner})
        data = {"id": form["id"], "custom_id": form["custom_id"], "components": components}
        await self._interact(FORM, form["channel_id"], data)

    async def _interact(self, kind: int, channel: str, data: Json, **more: Any) -> None:
        self._number += 1
        body: Json = {"type": kind, "application_id": self._bot, "channel_id": channel}
        body |= {"session_id": self._session_id, "nonce": str(self._number), "data": data, **more}
        if channel == self._channel:
            body["guild_id"] = self._guild
        await self._send("POST", "/interactions", body)

    async def _send(self, method: str, path: str, body: Json | None = None) -> Any:
        url = f"{self._base}/api/v10{path}"
        async with self._http.request(method, url, json=body) as answer:
            text = await answer.text()
            return json.loads(text) if text else None

    async def _control(self, path: str, body: Json) -> None:
        async with self._http.post(f"{self._base}/playground{path}", json=body) as answer:
            answer.raise_for_status()
