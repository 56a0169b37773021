"""What an experiment works with: one channel, one person who presses, and things to clean up."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from discord_playground.rehearsal.gateway_line import GatewayLine
from discord_playground.rehearsal.redaction import Json
from discord_playground.rehearsal.report import Report
from discord_playground.rehearsal.wire import Answer, Wire

COMMAND, PRESS, AUTOCOMPLETE, FORM = 2, 3, 4, 5  # types of interactions
EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15
MESSAGE, THINK, SILENTLY, UPDATE, SUGGEST, OPEN_FORM = 4, 5, 6, 7, 8, 9  # types of answers
POST = "post /channels/{channel}/messages"
ONE = "/channels/{channel}/messages/{message}"
CALLBACK = "post /interactions/{interaction}/{token}/callback?with_response=true"
FOLLOW_UP = "post /webhooks/{application}/{token}?wait=true"
ORIGINAL = "/webhooks/{application}/{token}/messages/@original"
BY_ID = "/webhooks/{application}/{token}/messages/{message}"
GONE = {401, 404}  # already deleted, or the token of the interaction is no longer valid
NOBODY: Json = {"parse": []}

Undo = Callable[[], Awaitable[object]]


class NotDone(Exception):
    """The person skipped a step or didn't act in time. `str()` says which."""


class Impossible(Exception):
    """Discord refused what an experiment needs. `str()` says what."""


@dataclass(frozen=True, slots=True)
class Where:
    """The ids of the rehearsal's place."""

    application: str
    guild: str
    channel: str


@dataclass(slots=True)
class Stage:
    """One rehearsal. `patience` and `settle` are seconds: for a person, and for an event."""

    wire: Wire
    line: GatewayLine
    where: Where
    presses: int
    patience: float = 60.0
    settle: float = 2.0
    report: Report = field(default_factory=Report)
    asked: int = 0
    person: str = ""
    open_request: Json | None = None
    undo: list[Undo] = field(default_factory=list[Undo])

    # --- messages ---

    async def post(
        self, content: str = "", *, channel: str = "", keep: bool = False, **more: Any
    ) -> Json:
        """Post a message that is deleted at the end. Raises Impossible."""
        to = channel or self.where.channel
        body = {"allowed_mentions": NOBODY, **more} | ({"content": content} if content else {})
        made = await self.wire.call(POST, body, ids={"channel": to})
        if not made.ok:
            raise Impossible(f"Discord didn't take a message: {made}")
        if not keep:
            self.clean_up_message(made.data)
        return made.data

    def clean_up_message(self, message: Json) -> None:
        """Delete this message at the end."""
        ids = {"channel": message["channel_id"], "message": message["id"]}
        self.undo.append(lambda: self.wire.call(f"delete {ONE}", ids=ids))

    async def edit(self, message: Json, body: Json) -> Answer:
        """Edit a message of the rehearsal."""
        ids = {"channel": message["channel_id"], "message": message["id"]}
        return await self.wire.call(f"patch {ONE}", body, ids=ids)

    async def clean_up(self) -> list[str]:
        """Undo everything, the newest first. Return what couldn't be undone."""
        problems: list[str] = []
        while self.undo:
            try:
                done = await self.undo.pop()()
            except Exception as problem:  # the rest still has to be cleaned up
                problems.append(f"{type(problem).__name__}")
                continue
            if isinstance(done, Answer) and not done.ok and done.status not in GONE:
                problems.append(str(done))
        return problems

    # --- the person ---

    def controls(self, act: str, *labels: str) -> list[Json]:
        """Make a row with buttons to press and one to skip; `act` names what is wanted."""
        names = (("go", 1), ("no", 2))
        buttons: list[Json] = [
            {"type": 2, "style": style, "label": label, "custom_id": self._custom_id(name)}
            for label, (name, style) in zip(labels, names, strict=False)
        ]
        skip = {"type": 2, "style": 2, "label": "Skip this"}
        skip["custom_id"] = self._custom_id(f"skip:{act}")
        return [{"type": 1, "components": [*buttons, skip]}]

    def _custom_id(self, name: str) -> str:
        return f"rehearsal:{self.asked}:{name}"

    def numbered(self, text: str) -> str:
        """Count one more request to the person, and say how many there are."""
        self.asked += 1
        first, *more = text.split("\n")
        return "\n".join([f"**{first}**", *more, f"-# Step {self.asked} of {self.presses}"])

    async def request(self, text: str, act: str, *labels: str, channel: str = "") -> Json:
        """Post a request, and remove the one before, so that only one can be pressed.

        The first label is for the button to press, a second one for "no". Raises Impossible.
        """
        if self.open_request is not None:
            done, self.open_request = self.open_request, None
            ids = {"channel": done["channel_id"], "message": done["id"]}
            await self.wire.call(f"delete {ONE}", ids=ids)
        content = self.numbered(text)
        rows = self.controls(act, *labels)
        self.open_request = await self.post(content, channel=channel, components=rows)
        return self.open_request

    async def ask(
        self, text: str, *, act: str = "press", label: str = "Press", channel: str = ""
    ) -> Json:
        """Ask the person in the channel and return their press. Raises NotDone, Impossible."""
        since = len(self.line.events)
        message = await self.request(text, act, label, channel=channel)
        return await self.pressed(since, message)

    async def yes(self, text: str, *labels: str) -> bool:
        """Ask a question with two answers; return whether it was the first (by default, Yes).

        Raises NotDone, Impossible.
        """
        since = len(self.line.events)
        message = await self.request(text, "yes", *(labels or ("Yes", "No")))
        pressed = await self.pressed(since, message)
        await self.answer(pressed, SILENTLY)
        return str(pressed["data"]["custom_id"]).endswith(":go")

    async def pressed(self, since: int, message: Json | None = None) -> Json:
        """Wait for a press on the newest request. Raises NotDone."""
        prefix = f"rehearsal:{self.asked}:"

        def ours(name: str, data: Json) -> bool:
            custom_id = str(data.get("data", {}).get("custom_id", ""))
            return name == "INTERACTION_CREATE" and custom_id.startswith(prefix)

        found = await self.line.wait(ours, self.patience, since)
        await self._settled(message, found)
        if found is None:
            raise NotDone(f"nobody pressed within {self.patience:.0f} seconds")
        self.person = person_of(found)
        if ":skip:" in found["data"]["custom_id"]:
            await self.answer(found, SILENTLY)
            raise NotDone("the person skipped it")
        return found

    async def _settled(self, message: Json | None, found: Json | None) -> None:
        """Remove the buttons of a request that nobody answered in time."""
        if message is not None and found is None:
            await self.edit(message, {"content": "Too late, I went on.", "components": []})

    async def typed(
        self, text: str, wanted: Callable[[str, Json], bool], act: str = "command"
    ) -> Json:
        """Ask for something else than a press, or to skip. Raises NotDone, Impossible."""
        since = len(self.line.events)
        message = await self.request(text, act)
        skip = f"rehearsal:{self.asked}:skip:{act}"

        def either(name: str, data: Json) -> bool:
            return wanted(name, data) or skip == str(data.get("data", {}).get("custom_id"))

        found = await self.line.wait(either, self.patience, since)
        await self._settled(message, found)
        if found is None:
            raise NotDone(f"nothing came within {self.patience:.0f} seconds")
        if found.get("data", {}).get("custom_id") == skip:
            await self.answer(found, SILENTLY)
            raise NotDone("the person skipped it")
        return found

    # --- answers ---

    async def answer(self, interaction: Json, kind: int, data: Json | None = None) -> Answer:
        """Answer an interaction; a private message is deleted at the end."""
        body: Json = {"type": kind} if data is None else {"type": kind, "data": data}
        ids = {"interaction": interaction["id"], "token": interaction["token"]}
        answer = await self.wire.call(CALLBACK, body, ids=ids)
        if answer.ok and kind in (MESSAGE, THINK) and (data or {}).get("flags", 0) & EPHEMERAL:
            self.undo.append(lambda: self.by_token(f"delete {ORIGINAL}", interaction))
        return answer

    async def by_token(
        self, route: str, interaction: Json, body: Json | None = None, *, message: str = ""
    ) -> Answer:
        """Send a request of an interaction's webhook; `message` is the id in the route BY_ID."""
        ids = {"application": self.where.application, "token": interaction["token"]}
        if message:
            ids["message"] = message
        return await self.wire.call(route, body, ids=ids)

    async def event(
        self, name: str, since: int, wanted: Callable[[Json], bool] = lambda _: True
    ) -> Json | None:
        """Return the first such event since then, or None if none comes soon."""
        return await self.line.wait(
            lambda kind, data: kind == name and wanted(data), self.settle, since
        )

    async def pause(self) -> None:
        """Wait until the events of a request should have come."""
        await asyncio.sleep(self.settle)


def person_of(interaction: Json) -> str:
    """Return the id of the person who pressed."""
    return str((interaction.get("user") or interaction["member"]["user"])["id"])
