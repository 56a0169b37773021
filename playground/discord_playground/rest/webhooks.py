"""The bot's responses to interactions: the first answer, and follow-ups for fifteen minutes.

The token in the URL replaces the `Authorization` header. No other routes reach ephemeral messages.
"""

from typing import Any

from discord_playground.checks.commands import check_choices
from discord_playground.checks.component_kinds import normalize
from discord_playground.checks.component_rules import ComponentCheck
from discord_playground.checks.message_limits import check_flags, check_message
from discord_playground.gateway.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL,
    Interaction,
)
from discord_playground.rest.middleware import Call, Reply
from discord_playground.world.discord_errors import (
    Form,
    Json,
    bad_form,
    fields,
    unknown_channel,
    unknown_message,
)
from discord_playground.world.world import EPHEMERAL, LOADING, Message

MESSAGE, DEFER, DEFER_UPDATE, UPDATE = 4, 5, 6, 7
SUGGEST, OPEN_MODAL, PREMIUM, LAUNCH = 8, 9, 10, 12
# the types that Discord lets pass for each kind of interaction, as its error text lists them
TYPES = {
    COMMAND: {MESSAGE, DEFER, OPEN_MODAL, PREMIUM, LAUNCH},
    COMPONENT: {MESSAGE, DEFER, DEFER_UPDATE, UPDATE, OPEN_MODAL, PREMIUM, LAUNCH},
    AUTOCOMPLETE: {SUGGEST},
    MODAL: {MESSAGE, DEFER, DEFER_UPDATE, UPDATE, PREMIUM, LAUNCH},  # no modal after a modal
}


def callback(call: Call) -> Any:
    """Handle the first answer to an interaction."""
    app, body = call.app, call.json
    if call.line is not None:
        call.line.interaction_id = call["interaction_id"]
    interaction = app.interactions.begin(call["interaction_id"], call["interaction_token"])
    kind = body.get("type")
    allowed = TYPES[interaction.kind]
    if not isinstance(kind, int) or kind not in allowed:
        choices = ", ".join(map(str, sorted(allowed)))
        raise bad_form(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {{{choices}}}.")
    if kind not in _ANSWERS:
        raise bad_form(
            ("type",), "FEATURE_NOT_AVAILABLE", "There is nothing to buy or launch here."
        )
    if interaction.kind != AUTOCOMPLETE and interaction.channel.id not in app.world.channels:
        raise unknown_channel()
    data = fields(body.get("data"))
    _ANSWERS[kind](call, interaction, data)
    if call.query.get("with_response", "").lower() not in ("1", "true"):
        return None
    response: Json = {"interaction": app.interactions.summary(interaction)}
    if kind in (MESSAGE, UPDATE) and interaction.original is not None:
        response["resource"] = {"type": kind, "message": interaction.original.json}
    return response


def _mark_answered(call: Call, interaction: Interaction, kind: int) -> None:
    call.app.interactions.answered(interaction, kind)


def _message(call: Call, interaction: Interaction, data: Json) -> None:
    emojis = call.app.world.emojis
    check_message(data, files=call.files, emojis=emojis, within=("data",), ephemeral=True)
    _mark_answered(call, interaction, MESSAGE)
    interaction.original = _say(
        call, interaction, data, ephemeral=bool((data.get("flags") or 0) & EPHEMERAL)
    )
    call.app.interactions.succeed(interaction)


def _defer(call: Call, interaction: Interaction, data: Json) -> None:
    form = Form()
    check_flags(form, ("data",), data, ephemeral=True)
    form.close()
    _mark_answered(call, interaction, DEFER)
    ephemeral = bool((data.get("flags") or 0) & EPHEMERAL)
    interaction.original = _say(call, interaction, {}, ephemeral=ephemeral, loading=True)
    call.app.interactions.succeed(interaction)


def _defer_update(call: Call, interaction: Interaction, data: Json) -> None:
    _mark_answered(call, interaction, DEFER_UPDATE)
    interaction.original = interaction.message
    call.app.interactions.succeed(interaction)


def _update(call: Call, interaction: Interaction, data: Json) -> None:
    message = _existing(call, interaction.message)
    _check_edit(call, message, data, within=("data",))
    _mark_answered(call, interaction, UPDATE)
    interaction.original = message
    call.app.post.edit(message, _limit_pings(data), call.files)
    call.app.interactions.succeed(interaction)


def _suggest(call: Call, interaction: Interaction, data: Json) -> None:
    form = Form()
    choices = form.objects(("data", "choices"), data.get("choices"), 0, 25)
    check_choices(form, ("data", "choices"), choices)
    form.close()
    _mark_answered(call, interaction, SUGGEST)
    call.app.interactions.suggest(interaction, choices)


def _open_modal(call: Call, interaction: Interaction, data: Json) -> None:
    form = Form()
    form.length(("data", "custom_id"), data.get("custom_id") or "", 1, 100)
    form.length(("data", "title"), data.get("title") or "", 1, 45)
    ComponentCheck(form, emojis=call.app.world.emojis).modal(
        ("data", "components"), data.get("components")
    )
    form.close()
    _mark_answered(call, interaction, OPEN_MODAL)
    modal = {
        "custom_id": data["custom_id"],
        "title": data["title"],
        "components": normalize(data["components"], {}, call.app.world.snowflake),
    }
    call.app.interactions.show_modal(interaction, modal)
    call.app.interactions.succeed(interaction)


_ANSWERS = {
    MESSAGE: _message,
    DEFER: _defer,
    DEFER_UPDATE: _defer_update,
    UPDATE: _update,
    SUGGEST: _suggest,
    OPEN_MODAL: _open_modal,
}


def _limit_pings(data: Json) -> Json:
    """Let messages that answer interactions ping only users by default, not roles or @everyone."""
    if data.get("allowed_mentions") is None:
        return data | {"allowed_mentions": {"parse": ["users"]}}
    return data


def _say(
    call: Call,
    interaction: Interaction,
    data: Json,
    *,
    ephemeral: bool,
    loading: bool = False,
    after: Message | None = None,
) -> Message:
    """Create a message that answers an interaction. `after` is the original message it follows."""
    app, world = call.app, call.app.world
    channel = world.channel(interaction.channel.id)
    metadata = app.interactions.metadata(interaction)
    if after is not None:
        metadata["original_response_message_id"] = after.id
    more: Json = {
        "application_id": world.bot_id,
        "webhook_id": world.bot_id,
        "interaction_metadata": metadata,
    }
    reply_to = after if after is not None else interaction.message
    if interaction.kind == COMMAND and after is None:
        more["type"] = 20
        more["interaction"] = {
            "id": interaction.id,
            "type": interaction.kind,
            "name": interaction.name,
            "user": metadata["user"],
        }
    elif reply_to is not None:
        more["type"] = 19
        more["message_reference"] = app.post.reference(channel, reply_to.id)
    only_for = interaction.person.id if ephemeral else None
    return app.post.write(
        channel,
        world.bot_id,
        _limit_pings(data),
        call.files,
        only_for=only_for,
        loading=loading,
        more=more,
    )


def _existing(call: Call, message: Message | None) -> Message:
    """Return a message that still exists. Raise 10008 if it was deleted."""
    if message is None:
        raise unknown_message()
    return call.app.world.message(message.channel_id, message.id)


def _check_edit(call: Call, message: Message, data: Json, within: tuple[str, ...] = ()) -> None:
    emojis = call.app.world.emojis
    deferred = bool(message.flags & LOADING)  # only the deferral decides this
    check_message(
        data, files=call.files, old=message, emojis=emojis, within=within, ephemeral=deferred
    )


def _find_answered(call: Call) -> Interaction:
    interaction = call.app.interactions.follow(call["webhook_id"], call["webhook_token"])
    if call.line is not None:
        call.line.interaction_id = interaction.id
    return interaction


def follow_up(call: Call) -> Any:
    """Send a follow-up. The first one after a deferral replaces the deferred message."""
    interaction, body = _find_answered(call), call.json
    if (
        interaction.answer == DEFER
        and interaction.original is not None
        and interaction.original.flags & LOADING
    ):
        return _edit(call, interaction, interaction.original)
    if interaction.kind == AUTOCOMPLETE:
        raise unknown_message()
    check_message(body, files=call.files, emojis=call.app.world.emojis, ephemeral=True)
    ephemeral = bool((body.get("flags") or 0) & EPHEMERAL)
    message = _say(call, interaction, body, ephemeral=ephemeral, after=interaction.original)
    return message.json if call.query.get("wait", "1") in ("1", "true") else Reply(204)


def _edit(call: Call, interaction: Interaction, message: Message) -> Json:
    _check_edit(call, message, call.json)
    call.app.post.edit(message, _limit_pings(call.json), call.files)
    return message.json


def _named_message(call: Call) -> tuple[Interaction, Message]:
    """Return the message that a route names: `@original` or another message of this interaction."""
    interaction = _find_answered(call)
    wanted = call.params.get("message_id")
    if wanted is None:
        return interaction, _existing(call, interaction.original)
    message = call.app.world.find_message(wanted)
    metadata: Json = message.json.get("interaction_metadata") or {}
    is_own = metadata.get("id") == interaction.id
    if not is_own and (interaction.message is None or interaction.message.id != wanted):
        raise unknown_message()
    return interaction, message


def get_message(call: Call) -> Any:
    """Return one of the interaction's messages."""
    return _named_message(call)[1].json


def edit_message(call: Call) -> Any:
    """Edit one of the interaction's messages."""
    return _edit(call, *_named_message(call))


def delete_message(call: Call) -> Any:
    """Delete one of the interaction's messages."""
    call.app.post.delete(_named_message(call)[1])


_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
ROUTES = [
    ("POST", "/interactions/{interaction_id}/{interaction_token}/callback", callback),
    ("POST", _WEBHOOK, follow_up),
    ("GET", _WEBHOOK + "/messages/@original", get_message),
    ("PATCH", _WEBHOOK + "/messages/@original", edit_message),
    ("DELETE", _WEBHOOK + "/messages/@original", delete_message),
    ("GET", _WEBHOOK + "/messages/{message_id}", get_message),
    ("PATCH", _WEBHOOK + "/messages/{message_id}", edit_message),
    ("DELETE", _WEBHOOK + "/messages/{message_id}", delete_message),
]
