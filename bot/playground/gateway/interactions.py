"""The life of an interaction: opened by a person, answered once within three seconds, and then good
for fifteen minutes of followups.

The three seconds are real ones (`answer_within`); the fifteen minutes are measured on the world's
clock, which tests set ahead.
"""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.playground.checks.discord_errors import (
    Json,
    answered_already,
    dead_token,
    unknown_interaction,
    unknown_webhook,
)
from bot.playground.gateway.gateway import Gateway
from bot.playground.world import json_shapes, permissions
from bot.playground.world.world import EPHEMERAL, LOADING, Channel, Message, Person, World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
NAMES = {COMMAND: "command", COMPONENT: "component", AUTOCOMPLETE: "autocomplete", MODAL: "modal"}
TOKEN_LIFE = 900.0
KEPT = 5000


def spoken(command: Json) -> str:
    """Write a command with its subcommands, as it is said: `yankee start`."""
    for option in command.get("options") or ():
        if option["type"] in (1, 2):
            return f"{command['name']} {spoken(option)}"
    return command["name"]


@dataclass(slots=True, eq=False)
class Interaction:
    """One slash command, press, suggestion or form, from its first moment."""

    id: str
    token: str
    kind: int
    person: Person
    channel: Channel
    data: Json
    nonce: str | None
    session_id: str  # the page it came from
    message: Message | None
    opener: "Interaction | None"  # of a form: what it was shown for
    opened: float  # the world's time
    began: float  # the loop's time
    answered_after: float | None = None
    answer: int | None = None  # the type of the first answer
    failed: bool = False
    late: int = 0  # answers that came too late
    original: Message | None = None
    modal: Json | None = None
    shown: bool = True  # the modal is still open
    timer: asyncio.TimerHandle | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """What was said or pressed: `yankee start`, or a custom_id."""
        if self.kind in (COMMAND, AUTOCOMPLETE):
            return spoken(self.data)
        return str(self.data["custom_id"])

    def line(self) -> Json:
        """Write it into the log."""
        return {
            "id": self.id,
            "kind": NAMES[self.kind],
            "type": self.kind,
            "name": self.name,
            "user": self.person.name,
            "channel_id": self.channel.id,
            "created": self.opened,
            "answered_after": self.answered_after,
            "callback_type": self.answer,
            "failed": self.failed,
            "late": self.late,
        }


class Interactions:
    """All interactions there were, by id and by token."""

    def __init__(self, world: World, gateway: Gateway, answer_within: float) -> None:
        self.world = world
        self.gateway = gateway
        self.answer_within = answer_within
        self.twice: Callable[[], bool] = lambda: False  # whether to send the next one twice
        self.all: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    # --- opened ---

    def open(
        self,
        kind: int,
        person: Person,
        channel: Channel,
        data: Json,
        *,
        nonce: str | None = None,
        session_id: str = "",
        message: Message | None = None,
        opener: Interaction | None = None,
    ) -> Interaction:
        """Open an interaction: tell the bot, and give it its seconds."""
        loop = asyncio.get_running_loop()
        made = Interaction(
            id=self.world.snowflake(),
            token=secrets.token_urlsafe(96),
            kind=kind,
            person=person,
            channel=channel,
            data=data,
            nonce=nonce,
            session_id=session_id,
            message=message,
            opener=opener,
            opened=self.world.now(),
            began=loop.time(),
        )
        self.all[made.id] = self._by_token[made.token] = made
        self.keep(KEPT)
        if kind != AUTOCOMPLETE:
            self._tell(made, "INTERACTION_CREATE")
        made.timer = loop.call_later(self.answer_within, self._fail, made)
        payload = self.payload(made)
        guild_id = self.world.guild_id if channel.in_guild else None
        for _ in range(2 if self.twice() else 1):
            self.gateway.tell_bot("INTERACTION_CREATE", payload, guild_id=guild_id)
        return made

    def keep(self, most: int) -> None:
        """Forget the oldest, so that no more than so many are kept."""
        while len(self.all) > most:
            oldest = self.all.pop(next(iter(self.all)))
            self._by_token.pop(oldest.token, None)

    def payload(self, one: Interaction) -> Json:
        """Write an interaction as the bot gets it."""
        world, channel, person = self.world, one.channel, one.person
        made: Json = {
            "version": 1,
            "type": one.kind,
            "id": one.id,
            "token": one.token,
            "application_id": world.bot_id,
            "channel_id": channel.id,
            "channel": json_shapes.partial_channel(world, channel, person),
            "data": one.data,
            "locale": person.locale,
            "app_permissions": str(permissions.granted(world, channel)),
            "authorizing_integration_owners": self._owners(one),
            "context": 0 if channel.in_guild else 1,
            "attachment_size_limit": json_shapes.FILE_LIMIT,
            "entitlements": [],
            "entitlement_sku_ids": [],
        }
        if channel.in_guild:
            allowed = str(permissions.of_person(world, person.id))
            made["guild_id"] = world.guild_id
            made["guild_locale"] = "en-US"
            made["guild"] = {"id": world.guild_id, "locale": "en-US", "features": []}
            made["member"] = json_shapes.member(world, person.id) | {"permissions": allowed}
        else:
            made["user"] = json_shapes.user(world, person.id)
        if one.message is not None:
            made["message"] = one.message.json
        return made

    def _tell(self, one: Interaction, event: str, **more: Any) -> None:
        data = {"id": one.id, "nonce": one.nonce, **more}
        self.gateway.tell_page(one.person.id, one.session_id, event, data)

    def refuse(self, person: Person, nonce: str | None, session_id: str) -> None:
        """Tell a person that what they pressed is not there any more."""
        data = {"id": self.world.snowflake(), "nonce": nonce}
        self.gateway.tell_page(person.id, session_id, "INTERACTION_FAILURE", data)

    def _fail(self, one: Interaction) -> None:
        one.failed = True
        self._tell(one, "INTERACTION_FAILURE")

    # --- answered ---

    def begin(self, interaction_id: str, token: str) -> Interaction:
        """Find the interaction a first answer is for; raises 10062 (late, unknown) or 40060."""
        one = self.all.get(interaction_id)
        if one is None or one.token != token:
            raise unknown_interaction()
        if one.answer is not None:
            raise answered_already()
        if one.failed:
            one.late += 1
            raise unknown_interaction()
        return one

    def answered(self, one: Interaction, kind: int) -> None:
        """Note that the first answer has come."""
        one.answer = kind
        one.answered_after = asyncio.get_running_loop().time() - one.began
        if one.timer is not None:
            one.timer.cancel()
            one.timer = None

    def succeed(self, one: Interaction) -> None:
        """Tell the person that it went through."""
        if one.kind != AUTOCOMPLETE:
            self._tell(one, "INTERACTION_SUCCESS")

    def suggest(self, one: Interaction, choices: list[Json]) -> None:
        """Show a person what could be typed."""
        data = {"nonce": one.nonce, "choices": choices}
        event = "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE"
        self.gateway.tell_page(one.person.id, one.session_id, event, data)

    def show_modal(self, one: Interaction, modal: Json) -> None:
        """Open a modal for a person."""
        one.modal = modal
        self._tell(
            one,
            "INTERACTION_MODAL_CREATE",
            channel_id=one.channel.id,
            custom_id=modal["custom_id"],
            title=modal["title"],
            components=modal["components"],
            application={"id": self.world.bot_id, "name": json_shapes.BOT_NAME, "icon": None},
        )

    # --- afterwards ---

    def follow(self, application_id: str, token: str) -> Interaction:
        """Find the answered interaction that a token is of; raises 50027 or 10015."""
        if application_id != self.world.bot_id:
            raise unknown_webhook()
        one = self._by_token.get(token)
        if one is None or self.world.now() - one.opened > TOKEN_LIFE:
            raise dead_token()
        if one.answer is None:
            raise unknown_webhook()
        return one

    def metadata(self, one: Interaction) -> Json:
        """Write on a message which interaction it answers."""
        made: Json = {
            "id": one.id,
            "type": one.kind,
            "user": json_shapes.user(self.world, one.person.id),
            "authorizing_integration_owners": self._owners(one),
        }
        if one.kind == COMMAND:
            made |= {"name": one.name, "command_type": one.data.get("type", 1)}
        if one.kind == COMPONENT and one.message is not None:
            made["interacted_message_id"] = one.message.id
        if one.opener is not None:
            made["triggering_interaction_metadata"] = self.metadata(one.opener)
        return made

    def _owners(self, one: Interaction) -> Json:
        return {"0": self.world.guild_id if one.channel.in_guild else "0"}

    def summary(self, one: Interaction) -> Json:
        """Write what a callback answers about the interaction."""
        made: Json = {"id": one.id, "type": one.kind, "channel_id": one.channel.id}
        if one.channel.in_guild:
            made["guild_id"] = self.world.guild_id
        if one.original is not None:
            made["response_message_id"] = one.original.id
            made["response_message_loading"] = bool(one.original.flags & LOADING)
            made["response_message_ephemeral"] = bool(one.original.flags & EPHEMERAL)
        return made
