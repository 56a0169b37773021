"""The life of an interaction: a person opens it, and the bot answers it within three seconds.

After its answer, its token allows follow-ups for fifteen minutes. The three seconds are real time
(`answer_within`). The fifteen minutes run on the world's clock, which tests set ahead.
"""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from discord_playground.gateway.gateway import Gateway
from discord_playground.world import json_shapes, people_shapes, permissions
from discord_playground.world.discord_errors import (
    Json,
    already_answered,
    expired_token,
    unknown_interaction,
    unknown_webhook,
)
from discord_playground.world.world import EPHEMERAL, LOADING, Channel, Message, Person, World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
NAMES = {COMMAND: "command", COMPONENT: "component", AUTOCOMPLETE: "autocomplete", MODAL: "modal"}
TOKEN_LIFE = 900.0
KEPT = 5000


def full_name(command: Json) -> str:
    """Return the full name of a command with its subcommands: `yankee start`."""
    for option in command.get("options") or ():
        if option["type"] in (1, 2):
            return f"{command['name']} {full_name(option)}"
    return command["name"]


@dataclass(slots=True, eq=False)
class Interaction:
    """One slash command, component press, autocomplete request or submitted modal."""

    id: str
    token: str
    kind: int
    person: Person
    channel: Channel
    data: Json
    nonce: str | None
    session_id: str  # the page on which it was opened
    message: Message | None
    opener: "Interaction | None"  # for a modal: the interaction that opened it
    opened: float  # on the world's clock
    began: float  # on the event loop's clock
    answered_after: float | None = None
    answer: int | None = None  # the type of the first answer
    failed: bool = False
    late: int = 0  # the number of answers that came too late
    original: Message | None = None
    modal: Json | None = None
    shown: bool = True  # the modal has not been submitted yet
    timer: asyncio.TimerHandle | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The command's full name (`yankee start`), or the custom_id of the component or modal."""
        if self.kind in (COMMAND, AUTOCOMPLETE):
            return full_name(self.data)
        return str(self.data["custom_id"])

    def line(self) -> Json:
        """Return the interaction as an entry of `GET /playground/log`."""
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
    """All interactions, by id and by token."""

    def __init__(self, world: World, gateway: Gateway, answer_within: float) -> None:
        self.world = world
        self.gateway = gateway
        self.answer_within = answer_within
        self.twice: Callable[[], bool] = lambda: False  # sends the next event twice?
        self.all: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

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
        """Open an interaction: send it to the bot and start the three seconds."""
        loop = asyncio.get_running_loop()
        interaction = Interaction(
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
        self.all[interaction.id] = self._by_token[interaction.token] = interaction
        self.keep(KEPT)
        if kind != AUTOCOMPLETE:
            self._tell(interaction, "INTERACTION_CREATE")
        interaction.timer = loop.call_later(self.answer_within, self._fail, interaction)
        payload = self.payload(interaction)
        guild_id = self.world.guild_id if channel.in_guild else None
        for _ in range(2 if self.twice() else 1):
            self.gateway.tell_bot("INTERACTION_CREATE", payload, guild_id=guild_id)
        return interaction

    def keep(self, most: int) -> None:
        """Remove the oldest interactions until at most `most` are left."""
        while len(self.all) > most:
            oldest = self.all.pop(next(iter(self.all)))
            self._by_token.pop(oldest.token, None)

    def payload(self, interaction: Interaction) -> Json:
        """Return an interaction as the bot receives it."""
        world, channel, person = self.world, interaction.channel, interaction.person
        data: Json = {
            "version": 1,
            "type": interaction.kind,
            "id": interaction.id,
            "token": interaction.token,
            "application_id": world.bot_id,
            "channel_id": channel.id,
            "channel": json_shapes.partial_channel(world, channel, person),
            "data": interaction.data,
            "locale": person.locale,
            "app_permissions": str(permissions.reported(world, channel)),
            "authorizing_integration_owners": self._owners(interaction),
            "context": 0 if channel.in_guild else 1,
            "attachment_size_limit": json_shapes.FILE_LIMIT,
            "entitlements": [],
        }
        if channel.in_guild:
            data["entitlement_sku_ids"] = []  # missing in a DM
            allowed = permissions.of_person(world, person.id)
            data["guild_id"] = world.guild_id
            data["guild_locale"] = "en-US"
            data["guild"] = {"id": world.guild_id, "locale": "en-US", "features": []}
            data["member"] = people_shapes.interaction_member(world, person.id, allowed)
        else:
            data["user"] = people_shapes.user(world, person.id)
        if interaction.message is not None:
            data["message"] = interaction.message.json
        return data

    def _tell(self, interaction: Interaction, event: str, **more: Any) -> None:
        data = {"id": interaction.id, "nonce": interaction.nonce, **more}
        self.gateway.tell_page(interaction.person.id, interaction.session_id, event, data)

    def refuse(self, person: Person, nonce: str | None, session_id: str) -> None:
        """Show a person that the component they pressed is gone."""
        data = {"id": self.world.snowflake(), "nonce": nonce}
        self.gateway.tell_page(person.id, session_id, "INTERACTION_FAILURE", data)

    def _fail(self, interaction: Interaction) -> None:
        interaction.failed = True
        self._tell(interaction, "INTERACTION_FAILURE")

    def begin(self, interaction_id: str, token: str) -> Interaction:
        """Return the interaction that a first answer is for.

        Raise 10062 if it is unknown or its time is over, 40060 if it already has a first answer.
        """
        interaction = self.all.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise unknown_interaction()
        if interaction.answer is not None:
            raise already_answered()
        if interaction.failed:
            interaction.late += 1
            raise unknown_interaction()
        return interaction

    def answered(self, interaction: Interaction, kind: int) -> None:
        """Record the first answer and stop the three-second timer."""
        interaction.answer = kind
        interaction.answered_after = asyncio.get_running_loop().time() - interaction.began
        if interaction.timer is not None:
            interaction.timer.cancel()
            interaction.timer = None

    def succeed(self, interaction: Interaction) -> None:
        """Tell the person that the interaction succeeded."""
        if interaction.kind != AUTOCOMPLETE:
            self._tell(interaction, "INTERACTION_SUCCESS")

    def suggest(self, interaction: Interaction, choices: list[Json]) -> None:
        """Send autocomplete suggestions to the person."""
        data = {"nonce": interaction.nonce, "choices": choices}
        event = "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE"
        self.gateway.tell_page(interaction.person.id, interaction.session_id, event, data)

    def show_modal(self, interaction: Interaction, modal: Json) -> None:
        """Open a modal for the person."""
        interaction.modal = modal
        self._tell(
            interaction,
            "INTERACTION_MODAL_CREATE",
            channel_id=interaction.channel.id,
            custom_id=modal["custom_id"],
            title=modal["title"],
            components=modal["components"],
            application={"id": self.world.bot_id, "name": self.world.bot_name, "icon": None},
        )

    def follow(self, application_id: str, token: str) -> Interaction:
        """Return the answered interaction with this token. Raise 50027 (expired) or 10015."""
        if application_id != self.world.bot_id:
            raise unknown_webhook()
        interaction = self._by_token.get(token)
        if interaction is None or self.world.now() - interaction.opened > TOKEN_LIFE:
            raise expired_token()
        if interaction.answer is None:
            raise unknown_webhook()
        return interaction

    def metadata(self, interaction: Interaction) -> Json:
        """Return the `interaction_metadata` of a message that answers an interaction."""
        data: Json = {
            "id": interaction.id,
            "type": interaction.kind,
            "user": people_shapes.user(self.world, interaction.person.id),
            "authorizing_integration_owners": self._owners(interaction),
        }
        if interaction.kind == COMMAND:
            data |= {"name": interaction.name, "command_type": interaction.data.get("type", 1)}
        if interaction.kind == COMPONENT and interaction.message is not None:
            data["interacted_message_id"] = interaction.message.id
        if interaction.opener is not None:
            data["triggering_interaction_metadata"] = self.metadata(interaction.opener)
        return data

    def _owners(self, interaction: Interaction) -> Json:
        return {"0": self.world.guild_id if interaction.channel.in_guild else "0"}

    def summary(self, interaction: Interaction) -> Json:
        """Return the `interaction` object of a callback response."""
        data: Json = {
            "id": interaction.id,
            "type": interaction.kind,
            "channel_id": interaction.channel.id,
        }
        if interaction.channel.in_guild:
            data["guild_id"] = self.world.guild_id
        if interaction.original is not None:
            data["response_message_id"] = interaction.original.id
            data["response_message_loading"] = bool(interaction.original.flags & LOADING)
            data["response_message_ephemeral"] = bool(interaction.original.flags & EPHEMERAL)
        return data
