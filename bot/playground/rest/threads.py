"""Threads and pins, as far as a bot that keeps a table in one needs them."""

from typing import Any

from bot.playground.checks.errors import (
    Json,
    Refused,
    archived_thread,
    bad_form,
    missing_permissions,
)
from bot.playground.rest.door import Call, Reply
from bot.playground.rest.messages import seen_channel, seen_message
from bot.playground.rest.people import remove_channel
from bot.playground.world import permissions, shapes
from bot.playground.world.world import DM, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Channel

AUTO_ARCHIVE = (60, 1440, 4320, 10080)
PINS = 250


def _open(call: Call, parent: Channel, kind: int, own_id: str) -> Channel:
    world, body = call.stage.world, call.json
    name = str(body.get("name") or "")
    if not 1 <= len(name) <= 100:
        raise bad_form(("name",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    minutes = body.get("auto_archive_duration") or 4320
    if minutes not in AUTO_ARCHIVE:
        raise bad_form(
            ("auto_archive_duration",),
            "BASE_TYPE_CHOICES",
            f"Value must be one of {set(AUTO_ARCHIVE)}.",
        )
    if own_id in world.channels:
        raise Refused(400, 160004, "A thread has already been created for this message")
    thread = world.add_channel(
        Channel(
            own_id,
            kind,
            name,
            parent=parent.id,
            members=[world.bot_id],
            owner=world.bot_id,
            auto_archive=minutes,
        )
    )
    _tell(call, "THREAD_CREATE", thread, newly_created=True)
    return thread


def _tell(call: Call, event: str, thread: Channel, **more: Any) -> None:
    stage = call.stage
    data = shapes.channel(stage.world, thread) | more
    stage.gateway.tell_people(stage.post.audience(thread), event, data)
    stage.gateway.tell_bot(event, data, intent=1, guild_id=stage.world.guild_id)


def start_thread(call: Call) -> Reply:
    """Open a thread in a channel."""
    kind = call.json.get("type") or PRIVATE_THREAD
    if kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
        raise bad_form(("type",), "BASE_TYPE_CHOICES", "Value must be one of {11, 12}.")
    needed = "create_public_threads" if kind == PUBLIC_THREAD else "create_private_threads"
    parent = seen_channel(call, needed)
    if parent.kind != TEXT:
        raise Refused(400, 50024, "Cannot execute action on this channel type")
    thread = _open(call, parent, kind, call.stage.world.snowflake())
    return Reply(201, shapes.channel(call.stage.world, thread))


def start_thread_at(call: Call) -> Reply:
    """Open a thread at a message; it gets the message's id."""
    message = seen_message(call, "create_public_threads")
    parent = call.stage.world.channel(message.channel_id)
    if parent.kind != TEXT:
        raise Refused(400, 50024, "Cannot execute action on this channel type")
    thread = _open(call, parent, PUBLIC_THREAD, message.id)
    made = shapes.channel(call.stage.world, thread)
    message.json["thread"] = made
    message.json["flags"] |= 1 << 5
    call.stage.post.touched(message)
    return Reply(201, made)


def edit_channel(call: Call) -> Json:
    """Rename, archive or open a thread of the bot's own."""
    thread, world = seen_channel(call), call.stage.world
    if not thread.is_thread:
        raise missing_permissions()
    body = call.json
    manages = not permissions.lack(world, thread, "manage_threads")
    wakes = body.keys() == {"archived"} and body["archived"] is False
    writes = not permissions.lack(world, thread, "send_messages_in_threads")
    if thread.owner != world.bot_id and not manages and not (wakes and writes):
        raise missing_permissions()
    if thread.locked and not manages:
        raise Refused(403, 160005, "This thread is locked")
    if thread.archived and body.get("archived") is not False:
        raise archived_thread()
    if "locked" in body and not manages:
        raise missing_permissions()
    thread.name = str(body.get("name") or thread.name)[:100]
    thread.archived = bool(body.get("archived", thread.archived))
    thread.locked = bool(body.get("locked", thread.locked))
    thread.auto_archive = int(body.get("auto_archive_duration") or thread.auto_archive)
    world.on_change()
    _tell(call, "THREAD_UPDATE", thread)
    return shapes.channel(world, thread)


def delete_thread(call: Call) -> Json:
    """Delete a thread: that takes manage_threads; the bot closes its own DM."""
    channel, world = seen_channel(call), call.stage.world
    if channel.kind == DM:
        return shapes.channel(world, channel)
    if not channel.is_thread or permissions.lack(world, channel, "manage_threads"):
        raise missing_permissions()
    made = shapes.channel(world, channel)
    remove_channel(call, channel)
    return made


def _thread(call: Call) -> Channel:
    thread = seen_channel(call)
    if not thread.is_thread:
        raise Refused(400, 50024, "Cannot execute action on this channel type")
    if thread.archived:
        raise archived_thread()
    return thread


def join(call: Call) -> None:
    """Join a thread, or add somebody."""
    thread = _thread(call)
    who = call.params.get("user_id", call.stage.world.bot_id)
    if who not in call.stage.world.people and who != call.stage.world.bot_id:
        raise bad_form(("user_id",), "USER_INVALID", "Unknown user")
    if who not in thread.members:
        thread.members.append(who)
        call.stage.world.on_change()
        if who in call.stage.world.people:
            data = shapes.channel(call.stage.world, thread)
            call.stage.gateway.tell_people([who], "THREAD_CREATE", data)


def leave(call: Call) -> None:
    """Leave a thread."""
    thread = _thread(call)
    if call.stage.world.bot_id in thread.members:
        thread.members.remove(call.stage.world.bot_id)
        call.stage.world.on_change()


def active_threads(call: Call) -> Json:
    """List the threads that are open."""
    world = call.stage.world
    found = [shapes.channel(world, one) for one in world.threads() if not one.archived]
    return {"threads": found, "members": [one["member"] for one in found]}


# --- pins ---


def list_pins(call: Call) -> Json:
    """List the pinned messages, the latest first."""
    channel, world = seen_channel(call, "read_message_history"), call.stage.world
    pinned = [world.messages[channel.id][one] for one in reversed(channel.pins)]
    items = [{"pinned_at": one.json["timestamp"], "message": one.json} for one in pinned]
    return {"items": items, "has_more": False}


def list_old_pins(call: Call) -> list[Json]:
    """List the pinned messages in the older shape."""
    return [one["message"] for one in list_pins(call)["items"]]


def _set_pin(call: Call, *, pinned: bool) -> None:
    message = seen_message(call)
    world = call.stage.world
    channel = world.channel(message.channel_id)
    if channel.in_guild:
        permissions.need(world, channel, "pin_messages")
    if pinned == (message.id in channel.pins):
        return
    if pinned and len(channel.pins) >= PINS:
        raise Refused(400, 30003, f"Maximum number of pins reached ({PINS})")
    (channel.pins.append if pinned else channel.pins.remove)(message.id)
    message.json["pinned"] = pinned
    call.stage.post.touched(message)
    data: Json = {"channel_id": channel.id, "last_pin_timestamp": world.stamp()}
    if channel.in_guild:
        data["guild_id"] = world.guild_id
    call.stage.gateway.tell_people(call.stage.post.audience(channel), "CHANNEL_PINS_UPDATE", data)


def pin(call: Call) -> None:
    """Pin a message."""
    _set_pin(call, pinned=True)


def unpin(call: Call) -> None:
    """Unpin a message."""
    _set_pin(call, pinned=False)


_CHANNEL = "/channels/{channel_id}"
ROUTES: list[tuple[str, str, Any]] = [
    ("POST", _CHANNEL + "/threads", start_thread),
    ("POST", _CHANNEL + "/messages/{message_id}/threads", start_thread_at),
    ("PATCH", _CHANNEL, edit_channel),
    ("DELETE", _CHANNEL, delete_thread),
    ("PUT", _CHANNEL + "/thread-members/@me", join),
    ("DELETE", _CHANNEL + "/thread-members/@me", leave),
    ("PUT", _CHANNEL + "/thread-members/{user_id}", join),
    ("GET", "/guilds/{guild_id}/threads/active", active_threads),
    ("GET", _CHANNEL + "/messages/pins", list_pins),
    ("PUT", _CHANNEL + "/messages/pins/{message_id}", pin),
    ("DELETE", _CHANNEL + "/messages/pins/{message_id}", unpin),
    ("GET", _CHANNEL + "/pins", list_old_pins),
    ("PUT", _CHANNEL + "/pins/{message_id}", pin),
    ("DELETE", _CHANNEL + "/pins/{message_id}", unpin),
]
