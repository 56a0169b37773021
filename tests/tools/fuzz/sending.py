"""Send one input, and report whether it was answered in time."""

import asyncio
import json
import re
from dataclasses import dataclass, field

from discord_playground.gateway.interactions import Interaction
from discord_playground.world.world import Message

from playground.tests.user import AUTOCOMPLETE as SUGGEST
from playground.tests.user import COMMAND, Json, Outcome, User, pressable
from playground.tests.user import COMPONENT as PRESS
from tests.actors.harbor import Harbor
from tests.tools.fuzz.inputs import Input, Maker

REFERENCE = re.compile(r"reference `([0-9a-f]{6})`")
LINE_WITHIN = 10.0  # seconds; not Discord's limit: a person who waits longer gives up


@dataclass(slots=True)
class Came:
    """The outcome of an input; `wrong` names a fault or is empty."""

    how: str
    wrong: str = ""
    references: list[str] = field(default_factory=list[str])
    """References of the apologies that were shown."""
    ids: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """Ids that may stand in the log as idempotency keys, with their sender."""


class Sender:
    """Sends inputs to the bot at a playground, each in the way that its side says."""

    def __init__(self, here: Harbor, maker: Maker | None = None) -> None:
        self.here = here
        self.maker = maker
        self._lines = {name: asyncio.Lock() for name in here.users}

    async def send(self, one: Input) -> list[Came]:
        """Send an input, then the form that it may open; return both outcomes."""
        user = self.here.users[one.who]
        if one.side == "line":
            async with self._lines[one.who]:
                return [await self._line(user, one.data["content"])]
        if one.side == "raw":
            return [await self._forged(user, one)]
        channel = user.channels[one.where] if one.where else await user.open_dm()
        more: Json = {}
        if one.on:
            message = next((each for each in user.messages.values() if _has(each, one.on)), None)
            if message is None:
                return [Came("gone")]
            more = {"message_id": message["id"], "message_flags": message.get("flags", 0)}
        data = self._with_id(one) if one.kind in (COMMAND, SUGGEST) else one.data
        outcome = await user.interact(one.kind, channel, data, **more)
        came = [self._judged(user, outcome)]
        if outcome.kind == "form" and self.maker is not None:
            filled = self.maker.typed_in(outcome.form)
            came.append(self._judged(user, await user.submit(outcome.form, filled)))
        return came

    def _judged(self, user: User, outcome: Outcome) -> Came:
        found = self.here.playground.stage.interactions.all.get(outcome.id)
        wrong = ""
        if outcome.kind in ("failed", "lost"):
            wrong = f"not answered in time ({outcome.kind})"
        elif found is not None and found.late:
            wrong = "answered too late"
        ids = [(int(outcome.id), int(user.id))] if outcome.id else []
        return Came(outcome.kind, wrong, REFERENCE.findall(outcome.text), ids)

    def _with_id(self, one: Input) -> Json:
        """Add the id that the playground has given to a command."""
        commands = self.here.playground.world.commands.values()
        own = next(each["id"] for each in commands if each["name"] == one.data["name"])
        return {"id": own, **one.data}

    # --- past Discord's checks ---

    async def _forged(self, user: User, one: Input) -> Came:
        stage = self.here.playground.stage
        channel_id = user.channels[one.where] if one.where else await user.open_dm()
        channel = stage.world.channel(channel_id)
        data = dict(one.data)
        message: Message | None = None
        if one.kind in (COMMAND, SUGGEST):
            data = self._with_id(one)
        elif one.on or one.kind == PRESS:
            message = self._message(user, one.on)
            if message is None:
                return Came("gone")
            channel = stage.world.channel(message.channel_id)
        if one.kind == PRESS:
            data["id"] = 1
        person = stage.world.people[user.id]
        opened = stage.interactions.open(one.kind, person, channel, data, message=message)
        while opened.answer is None and not opened.failed:  # noqa: ASYNC110 (nobody rings)
            await asyncio.sleep(0.004)
        ids = [(int(opened.id), int(user.id))]
        if opened.failed:
            return Came("failed", "not answered in time", [], ids)
        return Came("answered", "", REFERENCE.findall(_said(opened)), ids)

    def _message(self, user: User, on: str) -> Message | None:
        """Return a visible message of the bot: the one with this custom_id, or else any."""
        world = self.here.playground.world
        found: Message | None = None
        for seen in reversed(user.messages.values()):
            message = world.messages.get(seen["channel_id"], {}).get(seen["id"])
            if message is None or message.author_id != world.bot_id:
                continue
            found = found or message
            if on and _has(message.json, on):
                return message
        return found

    # --- typed ---

    async def _line(self, user: User, text: str) -> Came:
        await user.open_dm()
        try:
            mine = await user.say(text)
        except AssertionError:
            return Came("refused")  # Discord refuses an empty message
        ids = [(int(mine["id"]), int(user.id))]
        try:
            found = await user.answer_to(mine, LINE_WITHIN)
        except TimeoutError:
            return Came("failed", "the line was not answered in time", [], ids)
        return Came("answered", "", REFERENCE.findall(json.dumps(found)), ids)


def _has(message: Json, custom_id: str) -> bool:
    return any(button["custom_id"] == custom_id for button in pressable(message))


def _said(one: Interaction) -> str:
    return "" if one.original is None else json.dumps(one.original.json)
