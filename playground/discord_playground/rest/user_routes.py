"""The endpoints that people use with their own tokens, as Discord's app does."""

from typing import Any

from discord_playground.checks.commands import usable
from discord_playground.checks.message_limits import check_message
from discord_playground.rest.channel_removal import remove_channel
from discord_playground.rest.messages import page, replied_to, require_unlocked, unarchive
from discord_playground.rest.middleware import Call
from discord_playground.rest.presses import interact, visible
from discord_playground.rest.threads import start_own_thread
from discord_playground.world import json_shapes, people_shapes, permissions
from discord_playground.world.discord_errors import (
    Json,
    Refused,
    bad_form,
    closed_dms,
    items,
    missing_access,
    missing_permissions,
    no_text_channel,
    not_the_author,
    unknown_guild,
    unknown_message,
)
from discord_playground.world.world import DM, TEXTLESS, Channel, Message


def get_me(call: Call) -> Json:
    """Return the caller's own user."""
    return people_shapes.me(call.app.world, call.person.id)


def _channel(call: Call) -> Channel:
    channel = call.app.world.channel(call["channel_id"])
    if not call.app.world.sees(call.person.id, channel):
        raise missing_access()
    return channel


def get_channel(call: Call) -> Json:
    """Return a channel."""
    return json_shapes.channel(call.app.world, _channel(call), seen_by=call.person.id)


def list_messages(call: Call) -> list[Json]:
    """Return the latest messages of a channel, without ephemeral ones."""
    messages = call.app.world.messages[_channel(call).id].values()
    return [
        message.json
        for message in page(call, [message for message in messages if message.only_for is None])
    ]


def _message(call: Call) -> Message:
    found = call.app.world.message(_channel(call).id, call["message_id"])
    if not visible(found, call.person.id):
        raise unknown_message()
    return found


def get_message(call: Call) -> Json:
    """Return one message."""
    return _message(call).json


def say(call: Call) -> Json:
    """Create a message."""
    channel, body = _channel(call), call.json
    if channel.kind in TEXTLESS:
        raise no_text_channel()
    if body.get("components") or body.get("embeds"):
        raise bad_form(("components",), "BASE_TYPE_CHOICES", "Only bots can send these")
    held = permissions.of_person(call.app.world, call.person.id)
    require_unlocked(channel, manages=bool(held & permissions.BITS["manage_threads"]))
    allowed = {key: body[key] for key in ("content", "nonce", "flags") if key in body}
    check_message(allowed, files=call.files)
    world = call.app.world
    if channel.kind == DM:
        for who in channel.members:
            if who in world.people and who != call.person.id and not world.people[who].dms_open:
                raise closed_dms()
    more = replied_to(call, channel, body.get("message_reference"))
    unarchive(call.app, channel)
    return call.app.post.write(channel, call.person.id, allowed, call.files, more=more).json


def edit(call: Call) -> Json:
    """Edit one of the caller's own messages."""
    message = _message(call)
    if message.author_id != call.person.id:
        raise not_the_author()
    body = {"content": call.json.get("content")}
    check_message(body, old=message)
    call.app.post.edit(message, body)
    return message.json


def delete(call: Call) -> None:
    """Delete the caller's message. The owner can delete any; an ephemeral one is only hidden."""
    message, world = _message(call), call.app.world
    if message.only_for == call.person.id:
        message.hidden = True  # the bot gets no event and may still edit it
        return
    channel = world.channel(message.channel_id)
    moderates = channel.in_guild and call.person.id == world.owner_id
    if message.author_id != call.person.id and not moderates:
        raise missing_permissions()
    call.app.post.delete(message)


def open_dm(call: Call) -> Json:
    """Return the DM channel with a person or the bot. Open it if there is none."""
    world, body = call.app.world, call.json
    wanted = str(body.get("recipient_id") or next(iter(items(body.get("recipients"))), ""))
    if wanted == call.person.id or (wanted not in world.people and wanted != world.bot_id):
        raise bad_form(("recipient_id",), "USER_INVALID", "Unknown user")
    channel, new = world.dm(call.person.id, wanted)
    if new:
        for who in channel.members:
            theirs = json_shapes.channel(world, channel, seen_by=who)
            call.app.gateway.tell_people([who], "CHANNEL_CREATE", theirs)
    return json_shapes.channel(world, channel, seen_by=call.person.id)


def my_dms(call: Call) -> list[Json]:
    """List the caller's DM channels."""
    world = call.app.world
    return [
        json_shapes.channel(world, channel, seen_by=call.person.id)
        for channel in world.channels.values()
        if channel.kind == DM and call.person.id in channel.members
    ]


def _index(call: Call, *, in_guild: bool) -> Json:
    return {
        "applications": [json_shapes.application(call.app.world)],
        "application_commands": usable(call.app.world, in_guild=in_guild),
        "version": call.app.world.bot_id,
    }


def guild_index(call: Call) -> Json:
    """List the slash commands that can be used in the server."""
    if call["guild_id"] != call.app.world.guild_id:
        raise unknown_guild()
    return _index(call, in_guild=True)


def channel_index(call: Call) -> Json:
    """List the slash commands that can be used in a channel."""
    channel = _channel(call)
    if channel.kind == DM and call.app.world.bot_id not in channel.members:
        return _index(call, in_guild=False) | {"application_commands": []}
    return _index(call, in_guild=channel.in_guild)


def typing(call: Call) -> None:
    """Show that the caller is typing."""
    channel = _channel(call)
    data: Json = {
        "channel_id": channel.id,
        "user_id": call.person.id,
        "timestamp": int(call.app.world.now()),
    }
    call.app.gateway.tell_people(call.app.post.audience(channel), "TYPING_START", data)


def delete_channel(call: Call) -> Json:
    """Delete a channel, which only the owner may do."""
    channel = _channel(call)
    if not channel.in_guild:
        raise Refused(403, 50003, "Cannot execute action on a DM channel")
    if call.person.id != call.app.world.owner_id:
        raise missing_permissions()
    deleted = json_shapes.channel(call.app.world, channel)
    remove_channel(call, channel)
    return deleted


_CHANNEL = "/channels/{channel_id}"
ROUTES: list[tuple[str, str, Any]] = [
    ("POST", "/interactions", interact),
    ("GET", "/users/@me", get_me),
    ("GET", "/users/@me/channels", my_dms),
    ("POST", "/users/@me/channels", open_dm),
    ("GET", "/guilds/{guild_id}/application-command-index", guild_index),
    ("GET", _CHANNEL, get_channel),
    ("DELETE", _CHANNEL, delete_channel),
    ("GET", _CHANNEL + "/application-command-index", channel_index),
    ("POST", _CHANNEL + "/threads", start_own_thread),
    ("POST", _CHANNEL + "/typing", typing),
    ("GET", _CHANNEL + "/messages", list_messages),
    ("POST", _CHANNEL + "/messages", say),
    ("GET", _CHANNEL + "/messages/{message_id}", get_message),
    ("PATCH", _CHANNEL + "/messages/{message_id}", edit),
    ("DELETE", _CHANNEL + "/messages/{message_id}", delete),
]
