"""Threads, forum posts and pins: the parts that a bot needs to keep a game in a thread."""

from collections.abc import Sequence
from typing import Any

from discord_playground.checks.message_limits import Upload, check_message
from discord_playground.gateway.close_codes import DIRECT_MESSAGES, GUILDS, MEMBERS
from discord_playground.rest.app_context import AppContext
from discord_playground.rest.channel_removal import remove_channel
from discord_playground.rest.messages import read_whole, seen_channel, seen_message, tell_thread
from discord_playground.rest.middleware import Call, Reply
from discord_playground.world import json_shapes, people_shapes, permissions
from discord_playground.world.discord_errors import (
    Form,
    Json,
    Refused,
    archived_thread,
    bad_form,
    fields,
    missing_access,
    missing_permissions,
    thread_locked,
    unknown_member,
)
from discord_playground.world.world import (
    DM,
    FORUM,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Message,
    World,
)

AUTO_ARCHIVE = (60, 1440, 4320, 10080)
PINS = 250
MOST_ACTIVE = 1000  # active threads on a server
ADDED, RENAMED, PINNED, THREAD_CREATED, STARTER = 1, 4, 6, 18, 21  # types of system messages


def open_thread(
    app: AppContext,
    body: Json,
    parent: Channel,
    kind: int,
    owner: str,
    starter: Message | None = None,
) -> Channel:
    """Open a thread and announce it in the channel. `starter` is its message, if it has one."""
    _check_thread(body)
    if parent.kind != TEXT:
        raise Refused(400, 50024, "Cannot execute action on this channel type")
    own_id = app.world.snowflake() if starter is None else starter.id
    if own_id in app.world.channels:
        raise Refused(400, 160004, "A thread has already been created for this message")
    thread = _add_thread(app, own_id, body, parent, kind, owner)
    if starter is not None:
        first = {
            "message_reference": app.post.reference(parent, starter.id),
            "referenced_message": starter.json,
        }
        starter.json["thread"] = json_shapes.channel(app.world, thread)
        starter.json["flags"] |= 1 << 5
        app.post.send_update(starter)
        app.post.announce(thread, owner, STARTER, "", first)
    elif kind == PUBLIC_THREAD:
        reference = {"message_reference": app.post.reference(thread)}
        app.post.announce(parent, owner, THREAD_CREATED, str(body["name"]), reference)
    return thread


def open_post(
    app: AppContext, body: Json, forum: Channel, owner: str, files: Sequence[Upload] = ()
) -> Json:
    """Open a forum post: a thread whose first message has the thread's own id."""
    _check_thread(body)
    if forum.kind != FORUM:
        raise Refused(400, 50024, "Cannot execute action on this channel type")
    if not isinstance(body.get("message"), dict):
        raise bad_form(("message",), "BASE_TYPE_REQUIRED", "This field is required")
    message = fields(body["message"])
    check_message(message, files=files, emojis=app.world.emojis)
    thread = _add_thread(app, app.world.snowflake(), body, forum, PUBLIC_THREAD, owner)
    first = app.post.write(thread, owner, message, files, more={"id": thread.id})
    return json_shapes.channel(app.world, thread) | {"message": first.json}


def _check_thread(body: Json, *, new: bool = True) -> None:
    form = Form()
    if new or body.get("name") is not None:
        form.length(("name",), body.get("name") or "", 1, 100)
    if (body.get("auto_archive_duration") or 4320) not in AUTO_ARCHIVE:
        form.add(
            ("auto_archive_duration",),
            "BASE_TYPE_CHOICES",
            f"Value must be one of {set(AUTO_ARCHIVE)}.",
        )
    form.close()


def _add_thread(
    app: AppContext, own_id: str, body: Json, parent: Channel, kind: int, owner: str
) -> Channel:
    if sum(not thread.archived for thread in app.world.threads()) >= MOST_ACTIVE:
        raise Refused(400, 160006, "Maximum number of active threads reached")
    thread = app.world.add_channel(
        Channel(
            own_id,
            kind,
            str(body["name"]),
            parent=parent.id,
            members=[owner],
            owner=owner,
            auto_archive=body.get("auto_archive_duration") or 4320,
        )
    )
    tell_thread(app, "THREAD_CREATE", thread)
    return thread


def start_thread(call: Call) -> Reply:
    """Open a thread in a channel, or a post in a forum."""
    world = call.app.world
    if world.channel(call["channel_id"]).kind == FORUM:
        forum = seen_channel(call, "send_messages")
        return Reply(201, open_post(call.app, call.json, forum, world.bot_id, call.files))
    kind = _kind(call)
    needed = "create_public_threads" if kind == PUBLIC_THREAD else "create_private_threads"
    parent = seen_channel(call, needed)
    return Reply(201, json_shapes.channel(world, _open_from_call(call, parent, kind)))


def start_own_thread(call: Call) -> Reply:
    """Open a thread or a forum post as one of the people."""
    app, world = call.app, call.app.world
    parent = world.channel(call["channel_id"])
    if not world.sees(call.person.id, parent):
        raise missing_access()
    if parent.kind == FORUM:
        return Reply(201, open_post(app, call.json, parent, call.person.id, call.files))
    thread = open_thread(app, call.json, parent, _kind(call), call.person.id)
    return Reply(201, json_shapes.channel(world, thread))


def _kind(call: Call) -> int:
    kind = call.json.get("type") or PRIVATE_THREAD
    if kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
        raise bad_form(("type",), "BASE_TYPE_CHOICES", "Value must be one of {11, 12}.")
    return kind


def start_thread_at(call: Call) -> Reply:
    """Open a thread at a message; the thread gets the message's id."""
    message = seen_message(call, "create_public_threads")
    parent = call.app.world.channel(message.channel_id)
    thread = _open_from_call(call, parent, PUBLIC_THREAD, message)
    return Reply(201, json_shapes.channel(call.app.world, thread))


def _open_from_call(
    call: Call, parent: Channel, kind: int, starter: Message | None = None
) -> Channel:
    app = call.app
    return open_thread(app, call.json, parent, kind, app.world.bot_id, starter)


def edit_channel(call: Call) -> Json:
    """Rename, archive, lock or reopen a thread."""
    thread, world = seen_channel(call), call.app.world
    if not thread.is_thread:
        raise missing_permissions()
    body = call.json
    manages = not permissions.missing(world, thread, "manage_threads")
    wakes = body.keys() == {"archived"} and body["archived"] is False
    writes = not permissions.missing(world, thread, "send_messages_in_threads")
    if thread.owner != world.bot_id and not manages and not (wakes and writes):
        raise missing_permissions()
    if thread.locked and not manages:
        raise thread_locked()
    if thread.archived and body.get("archived") is not False:
        raise archived_thread()
    if "locked" in body and not manages:
        raise missing_permissions()
    _check_thread(body, new=False)
    renamed = body.get("name") or thread.name
    if renamed != thread.name:
        call.app.rates.spend_rename(thread.id)
        thread.name = renamed
        call.app.post.announce(thread, world.bot_id, RENAMED, renamed, {})
    thread.archived = bool(body.get("archived", thread.archived))
    thread.locked = bool(body.get("locked", thread.locked))
    thread.auto_archive = body.get("auto_archive_duration") or thread.auto_archive
    world.on_change()
    tell_thread(call.app, "THREAD_UPDATE", thread)
    return json_shapes.channel(world, thread)


def delete_thread(call: Call) -> Json:
    """Delete a thread, which requires manage_threads. Do nothing for a DM channel."""
    channel, world = seen_channel(call), call.app.world
    if channel.kind == DM:
        return json_shapes.channel(world, channel)
    if not channel.is_thread or permissions.missing(world, channel, "manage_threads"):
        raise missing_permissions()
    deleted = json_shapes.channel(world, channel)
    remove_channel(call, channel)
    return deleted


def _thread(call: Call) -> Channel:
    thread = seen_channel(call)
    if not thread.is_thread:
        raise Refused(400, 50024, "Cannot execute action on this channel type")
    if thread.archived:
        raise archived_thread()
    return thread


def join(call: Call) -> None:
    """Join a thread, or add a user to it."""
    thread = _thread(call)
    world, post = call.app.world, call.app.post
    who = call.params.get("user_id", world.bot_id)
    if who not in world.people and who != world.bot_id:
        raise bad_form(("user_id",), "USER_INVALID", "Unknown user")
    if who not in world.members() and who != world.bot_id:
        raise unknown_member()
    if who not in thread.members:
        thread.members.append(who)
        world.on_change()
        if who in world.people:
            call.app.gateway.tell_people([who], "THREAD_CREATE", json_shapes.channel(world, thread))
            named: Json = {"mentions": [people_shapes.user(world, who)]}
            post.announce(thread, world.bot_id, ADDED, "", named)


def leave(call: Call) -> None:
    """Leave a thread."""
    thread = _thread(call)
    if call.app.world.bot_id in thread.members:
        thread.members.remove(call.app.world.bot_id)
        call.app.world.on_change()


def _members(call: Call) -> Channel:
    thread = seen_channel(call)
    if not thread.is_thread:
        raise Refused(400, 50024, "Cannot execute action on this channel type")
    return thread


def list_members(call: Call) -> list[Json]:
    """List a thread's members, which requires the privileged members intent.

    With `with_member`, entries include the server member; `after` and `limit` page the list.
    """
    thread, app, form = _members(call), call.app, Form()
    if not app.gateway.privileged & MEMBERS:
        raise missing_access()
    with_member = call.query.get("with_member") in ("1", "true")
    limit = read_whole(form, call, "limit", "int", 100)
    if limit is not None:
        form.number(("limit",), limit, 1, 100)
    after = read_whole(form, call, "after", "snowflake", 0)
    form.close()
    assert after is not None
    user_ids = sorted(thread.members, key=int)
    if with_member:
        user_ids = [user_id for user_id in user_ids if int(user_id) > after][:limit]
    world = app.world
    return [
        json_shapes.thread_member(world, thread, user_id, with_member=with_member)
        for user_id in user_ids
    ]


def get_thread_member(call: Call) -> Json:
    """Return a thread member, by default the bot itself. Raise 10007 if there is none."""
    thread, world = _members(call), call.app.world
    who = call.params.get("user_id", world.bot_id)
    if who not in thread.members:
        raise unknown_member()
    with_member = call.query.get("with_member") in ("1", "true")
    return json_shapes.thread_member(world, thread, who, with_member=with_member)


def active_threads(call: Call) -> Json:
    """List the threads that are not archived."""
    return active(call.app.world) | {"has_more": False}


def active(world: World, parent: str | None = None) -> Json:
    """Return the threads of a channel or of all channels that the bot sees, and its memberships."""
    found = [
        json_shapes.channel(world, thread)
        for thread in world.threads()
        if not thread.archived
        and parent in (None, thread.parent)
        and permissions.of_bot(world, thread)
    ]
    members = [thread["member"] for thread in found if "member" in thread]
    return {"threads": found, "members": members}


def list_pins(call: Call) -> Json:
    """List the pinned messages, latest pin first."""
    channel, world = seen_channel(call, "read_message_history"), call.app.world
    pinned = [world.messages[channel.id][message_id] for message_id in reversed(channel.pins)]
    items = [
        {"pinned_at": message.json["timestamp"], "message": message.json} for message in pinned
    ]
    return {"items": items, "has_more": False}


def list_old_pins(call: Call) -> list[Json]:
    """List the pinned messages in the format of the older endpoint."""
    return [pin["message"] for pin in list_pins(call)["items"]]


def _set_pin(call: Call, *, pinned: bool) -> None:
    message = seen_message(call)
    world = call.app.world
    channel = world.channel(message.channel_id)
    if channel.in_guild:
        permissions.require(world, channel, "pin_messages")
    set_pin(call.app, message, world.bot_id, pinned=pinned)


def set_pin(app: AppContext, message: Message, by: str, *, pinned: bool) -> None:
    """Pin or unpin a message; a pin is announced in the channel."""
    world = app.world
    channel = world.channel(message.channel_id)
    if pinned == (message.id in channel.pins):
        return
    if pinned and len(channel.pins) >= PINS:
        raise Refused(400, 30003, f"Maximum number of pins reached ({PINS})")
    (channel.pins.append if pinned else channel.pins.remove)(message.id)
    message.json["pinned"] = pinned
    app.post.send_update(message)
    data: Json = {"channel_id": channel.id, "last_pin_timestamp": world.stamp()}
    if channel.in_guild:
        data["guild_id"] = world.guild_id
    app.gateway.tell_people(app.post.audience(channel), "CHANNEL_PINS_UPDATE", data)
    if permissions.of_bot(world, channel):
        intent = GUILDS if channel.in_guild else DIRECT_MESSAGES
        guild_id = world.guild_id if channel.in_guild else None
        app.gateway.tell_bot("CHANNEL_PINS_UPDATE", data, intent=intent, guild_id=guild_id)
    if pinned:
        reference = {"message_reference": app.post.reference(channel, message.id)}
        app.post.announce(channel, by, PINNED, "", reference)


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
    ("GET", _CHANNEL + "/thread-members", list_members),
    ("GET", _CHANNEL + "/thread-members/@me", get_thread_member),
    ("GET", _CHANNEL + "/thread-members/{user_id}", get_thread_member),
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
