"""The bot's endpoints for channels, DMs and messages."""

import re
from typing import Any

from discord_playground.checks.message_limits import check_message
from discord_playground.checks.rate_limits import OLD_AFTER
from discord_playground.rest.app_context import AppContext
from discord_playground.rest.middleware import Call
from discord_playground.world import json_shapes, permissions
from discord_playground.world.discord_errors import (
    Form,
    Json,
    Refused,
    archived_thread,
    bad_form,
    closed_dms,
    fields,
    missing_permissions,
    no_mutual_guilds,
    no_text_channel,
    not_the_author,
    thread_locked,
    unknown_message,
    unknown_user,
)
from discord_playground.world.world import DM, TEXTLESS, Channel, Message, made_at


def seen_channel(call: Call, *needed: str) -> Channel:
    """Return the route's channel. Raise 10003, 50001 or 50013 if the bot can't use it."""
    world = call.app.world
    channel = world.channel(call["channel_id"])
    permissions.require(world, channel, *needed)
    return channel


def get_channel(call: Call) -> Json:
    """Return a channel."""
    return json_shapes.channel(call.app.world, seen_channel(call))


def open_dm(call: Call) -> Json:
    """Return the DM channel with a user. Open it if there is none."""
    world, wanted = call.app.world, str(call.json.get("recipient_id"))
    if wanted == world.bot_id or wanted not in world.people:
        raise bad_form(("recipient_id",), "USER_INVALID", "Cannot send messages to this user")
    if world.people[wanted].gone == "deleted":
        raise unknown_user()
    is_open = any(
        channel.kind == DM and set(channel.members) == {wanted, world.bot_id}
        for channel in world.channels.values()
    )
    if not is_open:
        call.app.rates.spend_dm()
    channel, new = world.dm(wanted, world.bot_id)
    if new:
        theirs = json_shapes.channel(world, channel, seen_by=wanted)
        call.app.gateway.tell_people([wanted], "CHANNEL_CREATE", theirs)
    return json_shapes.channel(world, channel)


def typing(call: Call) -> None:
    """Show that the bot is typing."""
    channel = seen_channel(call)
    data: Json = {
        "channel_id": channel.id,
        "user_id": call.app.world.bot_id,
        "timestamp": int(call.app.world.now()),
    }
    call.app.gateway.tell_people(call.app.post.audience(channel), "TYPING_START", data)


def _may_write(call: Call, channel: Channel, body: Json) -> None:
    needed = ["send_messages_in_threads" if channel.is_thread else "send_messages"]
    if body.get("embeds"):
        needed.append("embed_links")
    if call.files:
        needed.append("attach_files")
    permissions.require(call.app.world, channel, *needed)
    manages = not permissions.missing(call.app.world, channel, "manage_threads")
    require_unlocked(channel, manages=manages)
    if channel.kind == DM:
        other = next(who for who in channel.members if who != call.app.world.bot_id)
        person = call.app.world.people[other]
        if person.gone == "deleted":
            raise closed_dms()
        if not person.dms_open:
            # on Discord, too, it is 403 for some people and 400 for others
            raise closed_dms(400 if list(call.app.world.people).index(other) % 2 else 403)
        if person.gone or not call.app.world.bot_in_guild:
            raise no_mutual_guilds()


def require_unlocked(channel: Channel, *, manages: bool) -> None:
    """Raise 160005 in a thread that only members with manage_threads can reopen."""
    if channel.is_thread and channel.archived and channel.locked and not manages:
        raise thread_locked()


def unarchive(app: AppContext, channel: Channel) -> None:
    """Reopen an archived thread, because any new message in it does so."""
    if channel.is_thread and channel.archived:
        channel.archived = False
        tell_thread(app, "THREAD_UPDATE", channel)


def tell_thread(app: AppContext, event: str, thread: Channel) -> None:
    """Send a thread's event to everyone who sees the thread."""
    data = json_shapes.channel(app.world, thread)
    if event == "THREAD_CREATE":  # of a new thread, and without `member` even for its owner
        data["newly_created"] = True
        data.pop("member", None)
    app.gateway.tell_people(app.post.audience(thread), event, data)
    if permissions.of_bot(app.world, thread):
        app.gateway.tell_bot(event, data, intent=1, guild_id=app.world.guild_id)


def create_message(call: Call) -> Json:
    """Create a message, or return the earlier one with the same nonce (`enforce_nonce`)."""
    app, body = call.app, call.json
    channel = seen_channel(call)
    if channel.kind in TEXTLESS:
        raise no_text_channel()
    _may_write(call, channel, body)
    check_message(body, files=call.files, emojis=app.world.emojis)
    if body.get("enforce_nonce") and body.get("nonce") is not None:
        earlier = app.post.same_nonce(channel, app.world.bot_id, body["nonce"])
        if earlier is not None:
            return earlier.json
    more = replied_to(call, channel, body.get("message_reference"))
    unarchive(app, channel)
    return app.post.write(channel, app.world.bot_id, body, call.files, more=more).json


def replied_to(call: Call, channel: Channel, reference: Any) -> Json:
    """Return the fields that make a message a reply, or nothing if `reference` is empty."""
    if not reference:
        return {}
    if not isinstance(reference, dict):
        raise bad_form(("message_reference",), "MODEL_TYPE_CONVERT", "This is no reference")
    reference = fields(reference)  # pyright: ignore[reportUnknownArgumentType]
    wanted = str(reference.get("message_id"))
    original = call.app.world.messages[channel.id].get(wanted)
    if original is None or original.only_for is not None:
        if reference.get("fail_if_not_exists", True):
            raise bad_form(
                ("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message"
            )
        return {}
    pointer = call.app.post.reference(channel, wanted)
    return {"type": 19, "message_reference": pointer, "referenced_message": original.json}


def seen_message(call: Call, *needed: str) -> Message:
    """Return the route's message. Raise 10008 if it is ephemeral."""
    channel = seen_channel(call, *needed)
    found = call.app.world.message(channel.id, call["message_id"])
    if found.only_for is not None:
        raise unknown_message()
    return found


def get_message(call: Call) -> Json:
    """Return a message."""
    return seen_message(call, "read_message_history").json


def list_messages(call: Call) -> list[Json]:
    """Return the latest messages of a channel, newest first."""
    channel = seen_channel(call)
    if permissions.missing(call.app.world, channel, "read_message_history"):
        return []
    messages = [
        message
        for message in call.app.world.messages[channel.id].values()
        if message.only_for is None
    ]
    return [message.json for message in page(call, messages)]


def page(call: Call, messages: list[Message]) -> list[Message]:
    """Return the messages that `limit`, `before`, `after` and `around` ask for, newest first."""
    form = Form()
    limit = read_whole(form, call, "limit", "int", 50)
    if limit is not None:
        form.number(("limit",), limit, 1, 100)
    places = {
        key: read_whole(form, call, key, "snowflake", None) for key in ("before", "after", "around")
    }
    form.close()
    assert limit is not None
    newest_first = sorted(messages, key=lambda one: -int(one.id))
    before, after, around = places["before"], places["after"], places["around"]
    if before is not None:
        newest_first = [message for message in newest_first if int(message.id) < before]
    if after is not None:
        newest_first = [message for message in newest_first if int(message.id) > after]
        return newest_first[-limit:]
    if around is not None:
        # half the messages are older and half newer, whatever the time between them
        half = limit // 2
        newer = [message for message in newest_first if int(message.id) >= around]
        return newer[half - limit :] + newest_first[len(newer) :][:half]
    return newest_first[:limit]


def read_whole(form: Form, call: Call, key: str, kind: str, usual: int | None) -> int | None:
    """Return an integer from the query. Add a complaint if it is empty or no integer."""
    given = call.query.get(key)
    if given is None:
        return usual
    if re.fullmatch(r"[0-9]{1,20}", given):
        return int(given)
    form.add((key,), "NUMBER_TYPE_COERCE", f'Value "{given}" is not {kind}.')
    return None


def edit_message(call: Call) -> Json:
    """Edit one of the bot's messages."""
    app = call.app
    message = seen_message(call)
    if message.author_id != app.world.bot_id:
        raise not_the_author()
    channel = app.world.channel(message.channel_id)
    if call.files:
        permissions.require(app.world, channel, "attach_files")
    if channel.is_thread and channel.archived:
        raise archived_thread()
    check_message(call.json, files=call.files, old=message, emojis=app.world.emojis)
    if app.world.now() - made_at(message.id) > OLD_AFTER:
        app.rates.spend_old_edit(channel.id)
    app.post.edit(message, call.json, call.files)
    return message.json


def delete_message(call: Call) -> None:
    """Delete one of the bot's messages, or any message with manage_messages."""
    message = seen_message(call)
    world = call.app.world
    if message.author_id != world.bot_id:
        channel = world.channel(message.channel_id)
        if channel.kind == DM:
            raise Refused(403, 50003, "Cannot execute action on a DM channel")
        if permissions.missing(world, channel, "manage_messages"):
            raise missing_permissions()
    call.app.post.delete(message)


_CHANNEL = "/channels/{channel_id}"
ROUTES: list[tuple[str, str, Any]] = [
    ("POST", "/users/@me/channels", open_dm),
    ("GET", _CHANNEL, get_channel),
    ("POST", _CHANNEL + "/typing", typing),
    ("GET", _CHANNEL + "/messages", list_messages),
    ("POST", _CHANNEL + "/messages", create_message),
    ("GET", _CHANNEL + "/messages/{message_id}", get_message),
    ("PATCH", _CHANNEL + "/messages/{message_id}", edit_message),
    ("DELETE", _CHANNEL + "/messages/{message_id}", delete_message),
]
