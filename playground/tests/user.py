"""One person at the playground, with a gateway session and REST like Discord's own app.

    async with User("Ann", playground.base) as ann:
        outcome = await ann.command("deadman start")
        board = await ann.find(text="opened this table")
        await ann.click(board, label="Join")

`messages` holds what the person sees and is updated by the gateway. An `Outcome` says what a press
led to; it is complete once Discord's app would stop showing "thinking".
"""

import asyncio
import itertools
import json
import re
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Literal, TypeAlias

import aiohttp
from discord_playground import NAMES, Playground

Json: TypeAlias = dict[str, Any]

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
BOARD = re.compile(r"-# table (\d+)")  # the beginning of the small print on a board
GROUP = 2  # the type of a subcommand group
BUTTON, MENU, TYPED, TEXT = 2, 3, 4, 10
GALLERY = 12
EPHEMERAL = 1 << 6
UNKNOWN_MESSAGE = 10008  # Discord's error for a deleted or invisible message
PATIENCE = 30.0  # seconds; generous, because Discord itself gives up after three

_nonces = itertools.count(1)


@dataclass(slots=True)
class Outcome:
    """The result of an interaction.

    `refused`: Discord rejected it (the button is gone from the message). `failed`: nobody answered
    in time ("This interaction failed"). `lost`: not even that was reported.
    """

    kind: Literal["answered", "form", "choices", "refused", "failed", "lost"]
    id: str = ""
    seconds: float = 0.0
    form: Json = field(default_factory=dict[str, Any])
    choices: list[Json] = field(default_factory=list[Json])
    said: Json | None = None
    """The message that answered, if it is new."""
    why: str = ""

    @property
    def text(self) -> str:
        """The text of the answer."""
        return "" if self.said is None else text_of(self.said)

    @property
    def message(self) -> Json:
        """The message that answered. Raise AssertionError if there is none."""
        assert self.said is not None, self
        return self.said


class User:
    """One person and everything they see."""

    def __init__(self, name: str, base: str) -> None:
        self.name = name
        self.base = base
        self.id = ""
        self.bot_id = ""
        self.guild_id = ""
        self.channels: dict[str, str] = {}  # by name
        self.messages: dict[str, Json] = {}  # the visible messages by id, oldest first
        self.newest: dict[
            str, Json
        ] = {}  # the last message of each channel, even if it was deleted
        self.events: list[tuple[str, Json]] = []  # every event, if `remember` is set
        self.remember = False
        self.heard: list[Callable[[str, Json], None]] = []  # called with each event
        self.kept = 100  # messages; beyond that the oldest ephemeral ones are dismissed
        self.minds = ""  # the only table whose board this person looks at, which is faster
        self.dm_id = ""
        self._commands: dict[str, list[Json]] = {}
        self._waiting: dict[str, tuple[Outcome, asyncio.Event]] = {}
        self._changed = asyncio.Event()
        self._ready = asyncio.Event()
        self._session_id = ""
        self._tasks: list[asyncio.Task[None]] = []

    # --- coming and going ---

    async def __aenter__(self) -> "User":
        self.http = aiohttp.ClientSession(headers={"Authorization": self.name.lower()})
        async with self.http.get(f"{self.base}/playground/state") as answer:
            state = await answer.json()
        self.id = next(option["id"] for option in state["people"] if option["name"] == self.name)
        self.bot_id, self.guild_id = state["bot"]["id"], state["guild"]["id"]
        self._socket = await self.http.ws_connect(state["gateway"], max_msg_size=0)
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._beat())]
        await self._socket.send_json({"op": 2, "d": {"token": self.name.lower()}})
        await asyncio.wait_for(self._ready.wait(), PATIENCE)
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
        await self.http.close()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(30)
            await self._socket.send_json({"op": 1, "d": None})

    async def _listen(self) -> None:
        async for frame in self._socket:
            if frame.type is aiohttp.WSMsgType.TEXT and not self._minds_not(frame.data):
                event = json.loads(frame.data)
                if event["op"] == 0:
                    self._hear(event["t"], event["d"])

    def _minds_not(self, frame: str) -> bool:
        """Return whether this is the board of a table that the person doesn't look at."""
        found = BOARD.search(frame)
        return bool(self.minds) and found is not None and found[1] != self.minds

    def _hear(self, kind: str, data: Json) -> None:
        if kind == "READY":
            self._session_id = data["session_id"]
            for channel in data["guilds"][0]["channels"]:
                self.channels[channel["name"]] = channel["id"]
            for channel in data["private_channels"]:
                self._take_dm(channel)
            self._ready.set()
        elif kind == "CHANNEL_CREATE":
            if data["type"] == 1:
                self._take_dm(data)
            else:
                self.channels[data["name"]] = data["id"]
        elif kind == "THREAD_CREATE":
            self.channels[data["name"]] = data["id"]
        elif kind in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            if kind == "MESSAGE_CREATE" and len(self.messages) >= self.kept:
                self._tidy()
            if kind == "MESSAGE_CREATE":
                self.newest[data["channel_id"]] = data
            self.messages[data["id"]] = self.messages.get(data["id"], {}) | data
            self._claim(data)
        elif kind == "MESSAGE_DELETE":
            self.messages.pop(data["id"], None)
        elif kind == "CHANNEL_DELETE":
            for gone in [m for m in self.messages.values() if m["channel_id"] == data["id"]]:
                del self.messages[gone["id"]]
        elif "nonce" in data:
            self._settle(kind, data)
        if self.remember:
            self.events.append((kind, data))
        for hear in self.heard:
            hear(kind, data)
        before, self._changed = self._changed, asyncio.Event()
        before.set()

    def _tidy(self) -> None:
        """Dismiss the oldest ephemeral answers, as their reader would."""
        private = [
            message["id"] for message in self.messages.values() if message["flags"] & EPHEMERAL
        ]
        for gone in private[: self.kept // 2]:
            del self.messages[gone]

    def _take_dm(self, channel: Json) -> None:
        if any(item["id"] == self.bot_id for item in channel["recipients"]):
            self.dm_id = channel["id"]

    def _claim(self, message: Json) -> None:
        """Attach an answer to its outcome."""
        made_by = (message.get("interaction_metadata") or {}).get("id")
        for outcome, _ in self._waiting.values():
            if made_by and outcome.id == made_by:
                outcome.said = message

    def _settle(self, kind: str, data: Json) -> None:
        outcome, done = self._waiting.get(str(data["nonce"]), (None, None))
        if outcome is None or done is None:
            return
        if kind == "INTERACTION_CREATE":
            outcome.id = data["id"]
            return
        if kind == "INTERACTION_SUCCESS":
            if outcome.kind == "lost":
                outcome.kind = "answered"
        elif kind == "INTERACTION_FAILURE":
            outcome.kind = "failed"
        elif kind == "INTERACTION_MODAL_CREATE":
            outcome.kind, outcome.form = "form", data
        elif kind == "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE":
            outcome.kind, outcome.choices = "choices", data["choices"]
        done.set()

    # --- looking ---

    async def until(self, found: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        """Wait until a function returns something; return it. Raise TimeoutError."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    next_change = self._changed
                    what = found()
                    if what:
                        return what
                    await next_change.wait()
        except TimeoutError:
            seen = "\n---\n".join(text_of(message) for message in list(self.messages.values())[-6:])
            raise TimeoutError(
                f"{self.name} waited {seconds} s; the last there is:\n{seen}"
            ) from None

    async def change(self, seconds: float) -> bool:
        """Wait until anything changes; return False if nothing did."""
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return False
        return True

    def look(
        self, *, text: str = "", label: str = "", custom_id: str = "", channel: str = ""
    ) -> Json | None:
        """Return the bot's newest message that matches all of these."""
        for message in reversed(self.messages.values()):
            if message["author"]["id"] != self.bot_id:
                continue
            if channel and message["channel_id"] != channel:
                continue
            if text and text not in text_of(message):
                continue
            if (label or custom_id) and not part_of(message, label=label, custom_id=custom_id):
                continue
            return message
        return None

    async def find(self, *, seconds: float = PATIENCE, **what: str) -> Json:
        """Wait for a message of the bot that matches (see `look`)."""
        return await self.until(lambda: self.look(**what), seconds)

    # --- doing ---

    async def click(self, message: Json, *, label: str = "", custom_id: str = "") -> Outcome:
        """Press a button, found by its label or by a part of its custom_id."""
        button = part_of(message, label=label, custom_id=custom_id)
        if button is None:
            labels = [button.get("label") for button in pressable(message)]
            raise AssertionError(f"there is no button {label or custom_id!r} among {labels}")
        return await self.press(message, button)

    async def choose(
        self, message: Json, *wanted: str, label: str = "", custom_id: str = ""
    ) -> Outcome:
        """Choose values or labels in a menu of a message as it is now (found as a button is)."""
        now = self.messages.get(message["id"], message)
        menu = part_of(now, label=label, custom_id=custom_id)
        assert menu is not None, f"there is no menu {label or custom_id!r}"
        by_label = {option["label"]: option["value"] for option in menu.get("options", ())}
        return await self.press(now, menu, [by_label.get(item, item) for item in wanted])

    async def press(
        self, message: Json, component: Json, values: Sequence[str] | None = None
    ) -> Outcome:
        """Press a button or choose from a menu, whether or not it still exists."""
        data: Json = {"component_type": component["type"], "custom_id": component["custom_id"]}
        if values is not None:
            data["values"] = list(values)
        more = {"message_id": message["id"], "message_flags": message.get("flags", 0)}
        return await self.interact(COMPONENT, message["channel_id"], data, **more)

    async def submit(self, form: Json, values: Mapping[str, str | Sequence[str]]) -> Outcome:
        """Submit a form with values by custom_id; other fields keep their defaults."""
        components: list[Json] = []
        for component in form["components"]:
            inner = component.get("component")
            if inner is None:
                components.append({"type": component["type"], "id": component["id"]})
                continue
            made = {key: inner[key] for key in ("type", "id", "custom_id")}
            given = values.get(inner["custom_id"], prefilled(inner))
            made["value" if inner["type"] == TYPED else "values"] = given
            components.append({"type": component["type"], "id": component["id"], "component": made})
        data = {"id": form["id"], "custom_id": form["custom_id"], "components": components}
        return await self.interact(MODAL, form["channel_id"], data)

    async def command(
        self, path: str, options: Mapping[str, Any] | None = None, *, channel: str = "games"
    ) -> Outcome:
        """Type a slash command: `command("deadman bid", {"value": "52"})`; channel "" is the DM."""
        return await self._typed(COMMAND, path, options or {}, None, channel)

    async def suggestions(
        self,
        path: str,
        focused: str,
        text: str = "",
        options: Mapping[str, Any] | None = None,
        *,
        channel: str = "games",
    ) -> Outcome:
        """Type part of an option and return the suggestions."""
        given = {**(options or {}), focused: text}
        return await self._typed(AUTOCOMPLETE, path, given, focused, channel)

    async def _typed(
        self, kind: int, path: str, options: Mapping[str, Any], focused: str | None, channel: str
    ) -> Outcome:
        where = self.channels[channel] if channel else await self.open_dm()
        name, *subs = path.split()
        command = next(option for option in await self.commands(channel) if option["name"] == name)
        known, filled = command.get("options", []), list[Json]()
        place = filled
        for sub in subs:
            found = next(option for option in known if option["name"] == sub)
            deeper: list[Json] = []
            place.append({"name": sub, "type": found["type"], "options": deeper})
            known, place = found.get("options", []), deeper
        for option in known:
            if option["name"] in options:
                made = {key: option[key] for key in ("name", "type")}
                made["value"] = options[option["name"]]
                if option["name"] == focused:
                    made["focused"] = True
                place.append(made)
        data = {"id": command["id"], "name": name, "type": 1, "options": filled}
        return await self.interact(kind, where, data)

    async def commands(self, channel: str = "games", *, fresh: bool = False) -> list[Json]:
        """List the slash commands of a channel; "" is the DM."""
        if channel not in self._commands or fresh:
            where = self.channels[channel] if channel else await self.open_dm()
            index = await self.ask("GET", f"/channels/{where}/application-command-index")
            self._commands[channel] = index["application_commands"]
        return self._commands[channel]

    async def open_dm(self) -> str:
        """Open the DM with the bot."""
        if not self.dm_id:
            made = await self.ask("POST", "/users/@me/channels", {"recipient_id": self.bot_id})
            self.dm_id = made["id"]
        return self.dm_id

    async def say(self, text: str, channel: str = "", reply_to: Json | None = None) -> Json:
        """Type a line in a channel ("" is the DM), optionally in reply to a message."""
        where = self.channels[channel] if channel else await self.open_dm()
        more = {"message_reference": {"message_id": reply_to["id"]}} if reply_to else {}
        return await self.ask("POST", f"/channels/{where}/messages", {"content": text, **more})

    async def exchange(self, text: str, seconds: float = PATIENCE) -> Json:
        """Type a line in the DM, and wait for the message that answers it; return that."""
        return await self.answer_to(await self.say(text), seconds)

    async def answer_to(self, mine: Json, seconds: float = PATIENCE) -> Json:
        """Wait for the message that answers a line in the DM."""
        dm = await self.open_dm()

        def answer() -> Json | None:
            # on a slow machine the answer may be gone again already
            newest = self.look(channel=dm), self.newest.get(dm)
            later = (message for message in newest if message)
            return next((each for each in later if int(each["id"]) > int(mine["id"])), None)

        return await self.until(answer, seconds)

    async def interact(self, kind: int, channel_id: str, data: Json, **more: Any) -> Outcome:
        """Send an interaction and wait for its outcome."""
        if self._tasks[0].done():
            self._tasks[0].result()  # the gateway reader failed, so raise its error
        nonce = f"{self.id}{next(_nonces)}"[-25:]
        body: Json = {
            "type": kind,
            "application_id": self.bot_id,
            "channel_id": channel_id,
            "session_id": self._session_id,
            "nonce": nonce,
            "data": data,
            **more,
        }
        if channel_id in self.channels.values():
            body["guild_id"] = self.guild_id
        outcome, done = Outcome("lost"), asyncio.Event()
        self._waiting[nonce] = outcome, done
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            problem = await self._send("POST", "/interactions", body)
            if problem[0] >= 400:
                outcome.kind, outcome.why = "refused", json.dumps(problem[1])
                if problem[1].get("code") == UNKNOWN_MESSAGE:
                    self.messages.pop(body.get("message_id", ""), None)
                return outcome
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await done.wait()
        finally:
            del self._waiting[nonce]
        outcome.seconds = clock() - began
        return outcome

    async def lever(self, path: str, method: str = "POST", /, **body: Any) -> Any:
        """Pull a lever of the playground, which needs no rights. Raise AssertionError."""
        url = f"{self.base}/playground{path}"
        async with self.http.request(method, url, json=body) as answer:
            text = await answer.text()
            assert answer.ok, f"{method} {path}: {answer.status} {text}"
            return json.loads(text) if answer.content_type == "application/json" else text

    async def read_file(self, message: Json) -> str:
        """Read the only file in a message."""
        [attached] = files_in(message)
        async with self.http.get(attached["file"]["url"]) as answer:
            return await answer.text()

    async def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        """Send a REST request as this person. Raise AssertionError if it is refused."""
        status, answer = await self._send(method, path, body)
        assert status < 400, f"{method} {path}: {status} {answer}"
        return answer

    async def _send(self, method: str, path: str, body: Json | None) -> tuple[int, Any]:
        async with self.http.request(method, f"{self.base}/api/v10{path}", json=body) as answer:
            text = await answer.text()
            return answer.status, json.loads(text) if text else None


def more_names(number: int) -> tuple[str, ...]:
    """Return the names of so many people: Ann, Ben …, Ann2, Ben2 …"""
    rounds = ("", *map(str, range(2, 2 + number // len(NAMES))))
    return tuple(name + suffix for suffix in rounds for name in NAMES)[:number]


@asynccontextmanager
async def peopled(
    names: Sequence[str], *, rates: bool = False, **more: Any
) -> AsyncGenerator[tuple[Playground, dict[str, User]]]:
    """Open a playground on a free port with all these people at it; `more` are its settings."""
    playground = Playground(names, port=0, rates=rates, **more)
    async with AsyncExitStack() as stack:
        await playground.start()
        stack.push_async_callback(playground.stop)
        users = [await stack.enter_async_context(User(name, playground.base)) for name in names]
        yield playground, {user.name: user for user in users}


# --- reading a message ---


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Yield components and everything inside them, in reading order."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        yield from walk(
            [component[key] for key in ("accessory", "component") if component.get(key)]
        )


def subcommands(group: Json) -> Iterator[tuple[str, Json]]:
    """Yield the subcommands of a group with the text to type."""
    for component in group["options"]:
        if component["type"] == GROUP:
            yield from (
                (f"{component['name']} {path}", below) for path, below in subcommands(component)
            )
        else:
            yield component["name"], component


def text_of(message: Json) -> str:
    """Return all text of a message."""
    texts = [
        component["content"]
        for component in walk(message["components"])
        if component["type"] == TEXT
    ]
    return "\n".join([message["content"], *texts]).strip()


def files_in(message: Json) -> list[Json]:
    """Return the file components of a message; Discord doesn't list these files as attachments."""
    return [part for part in walk(message["components"]) if part["type"] == 13]


def pictures_in(message: Json) -> list[Json]:
    """Return the pictures of a message's galleries."""
    galleries = [part for part in walk(message["components"]) if part["type"] == GALLERY]
    return [item for gallery in galleries for item in gallery["items"]]


def first_choices(form: Json) -> dict[str, list[str]]:
    """Choose the first value in each menu of a form."""
    inner = [component["component"] for component in form["components"] if "component" in component]
    return {menu["custom_id"]: [menu["options"][0]["value"]] for menu in inner if "options" in menu}


def pressable(message: Json) -> list[Json]:
    """Return the enabled buttons and menus of a message."""
    return [
        component
        for component in walk(message["components"])
        if component["type"] in (BUTTON, MENU)
        and component.get("custom_id")
        and not component.get("disabled")
    ]


def part_of(message: Json, *, label: str = "", custom_id: str = "") -> Json | None:
    """Return the first enabled button or menu with a label, or with this in its custom_id.

    What stands on a menu is its label. Menus of any kind are found, those of channels, too.
    """
    for part in walk(message["components"]):
        if not part.get("custom_id") or part.get("disabled"):
            continue
        if label and label == (part.get("label") or part.get("placeholder")):
            return part
        if custom_id and custom_id in part["custom_id"]:
            return part
    return None


def drawn_at(message: Json, table: int | None = None) -> int:
    """Return the step in a panel's custom_ids; 0 if there is none.

    `table` restricts it to the custom_ids of one table.
    """
    asked = [button["custom_id"] for button in pressable(message)]
    return max(
        (int(item.split(":")[1]) for item in asked if table in (None, table_of(item))), default=0
    )


def table_of(custom_id: str) -> int:
    """Return the table of a custom_id, which has an epoch as well after a restore."""
    return int(custom_id.split(":")[0].split(".")[0])


def prefilled(field: Json) -> str | list[str]:
    """Return the default value of a form field."""
    if field["type"] == TYPED:
        return field.get("value") or ""
    return [item["value"] for item in field["options"] if item.get("default")]
