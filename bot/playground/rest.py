"""What the bot can ask of Discord by its own token: who am I, commands, channels, messages."""

import base64
from typing import Any

from bot.playground import permissions, shapes
from bot.playground.commands import check_commands, register
from bot.playground.door import Call, Reply
from bot.playground.errors import (
    Json,
    Refused,
    archived_thread,
    bad_form,
    closed_dms,
    missing_permissions,
    others_message,
    unknown_command,
    unknown_emoji,
    unknown_guild,
    unknown_member,
    unknown_message,
    unknown_user,
)
from bot.playground.limits import check_message
from bot.playground.rates import OLD_AFTER
from bot.playground.world import DM, Channel, Message, made_at

# --- who am I ---


def get_me(call: Call) -> Json:
    """Say who the bot is."""
    return shapes.me(call.stage.world, call.stage.world.bot_id)


def get_application(call: Call) -> Json:
    """Say which application it belongs to."""
    return shapes.application(call.stage.world)


def get_gateway(call: Call) -> Json:
    """Say where the gateway is."""
    return {
        "url": call.stage.gateway.url,
        "shards": 1,
        "session_start_limit": {
            "total": 1000,
            "remaining": 999,
            "reset_after": 0,
            "max_concurrency": 1,
        },
    }


def get_user(call: Call) -> Json:
    """Look somebody up."""
    world, wanted = call.stage.world, call["user_id"]
    if wanted not in world.people and wanted != world.bot_id:
        raise unknown_user()
    return shapes.user(world, wanted)


# --- the server ---


def _in_guild(call: Call) -> None:
    world = call.stage.world
    if call["guild_id"] != world.guild_id:
        raise unknown_guild()
    if not world.bot_in_guild:
        raise Refused(403, 50001, "Missing Access")


def get_guild(call: Call) -> Json:
    """Read the server."""
    _in_guild(call)
    made = shapes.guild(call.stage.world)
    if call.query.get("with_counts") in ("1", "true"):
        people = len(call.stage.world.people)
        made |= {"approximate_member_count": people + 1, "approximate_presence_count": people}
    return made


def get_guilds(call: Call) -> list[Json]:
    """List the servers the bot is in."""
    return [shapes.guild(call.stage.world)] if call.stage.world.bot_in_guild else []


def get_guild_channels(call: Call) -> list[Json]:
    """List the server's channels."""
    _in_guild(call)
    return [shapes.channel(call.stage.world, one) for one in call.stage.world.guild_channels()]


def get_guild_roles(call: Call) -> list[Json]:
    """List the server's roles."""
    _in_guild(call)
    return shapes.roles(call.stage.world)


def get_member(call: Call) -> Json:
    """Look a member up."""
    _in_guild(call)
    world, wanted = call.stage.world, call["user_id"]
    if wanted not in world.people and wanted != world.bot_id:
        raise unknown_member()
    return shapes.member(world, wanted)


# --- commands ---


def _registry(call: Call) -> tuple[dict[str, Json], bool]:
    """Find the commands a route is about: global ones, or those of the server."""
    world = call.stage.world
    if call["application_id"] != world.bot_id:
        raise Refused(
            403, 20012, "You are not authorized to perform this action on this application"
        )
    if "guild_id" not in call.params:
        return world.commands, False
    _in_guild(call)
    return world.guild_commands, True


def get_commands(call: Call) -> list[Json]:
    """List the registered commands."""
    return list(_registry(call)[0].values())


def put_commands(call: Call) -> list[Json]:
    """Register these commands and no others."""
    kept, guild = _registry(call)
    check_commands(call.body)
    names = {(one.get("type") or 1, one["name"]) for one in call.body}
    made = [register(call.stage.world, kept, one, guild)[0] for one in call.body]
    for old in list(kept.values()):
        if (old["type"], old["name"]) not in names:
            del kept[old["id"]]
    call.stage.world.on_change()
    return made


def post_command(call: Call) -> Reply:
    """Register one command."""
    kept, guild = _registry(call)
    check_commands([call.json])
    made, new = register(call.stage.world, kept, call.json, guild)
    return Reply(201 if new else 200, made)


def get_command(call: Call) -> Json:
    """Read one registered command."""
    found = _registry(call)[0].get(call["command_id"])
    if found is None:
        raise unknown_command()
    return found


def patch_command(call: Call) -> Json:
    """Change one registered command."""
    old = get_command(call)
    check_commands([old | call.json])
    kept, guild = _registry(call)
    return register(call.stage.world, kept, old | call.json, guild)[0]


def delete_command(call: Call) -> None:
    """Unregister a command."""
    old = get_command(call)
    del _registry(call)[0][old["id"]]
    call.stage.world.on_change()


# --- channels ---


def seen_channel(call: Call, *needed: str) -> Channel:
    """Find the route's channel; raises 10003, 50001 or 50013."""
    world = call.stage.world
    channel = world.channel(call["channel_id"])
    permissions.need(world, channel, *needed)
    return channel


def get_channel(call: Call) -> Json:
    """Read a channel."""
    return shapes.channel(call.stage.world, seen_channel(call))


def open_dm(call: Call) -> Json:
    """Open the direct messages with somebody; open ones are found again."""
    world, wanted = call.stage.world, str(call.json.get("recipient_id"))
    if wanted == world.bot_id or wanted not in world.people:
        raise bad_form(("recipient_id",), "USER_INVALID", "Cannot send messages to this user")
    known = any(
        one.kind == DM and set(one.members) == {wanted, world.bot_id}
        for one in world.channels.values()
    )
    if not known:
        call.stage.rates.spend_dm()
    channel, new = world.dm(wanted, world.bot_id)
    if new:
        theirs = shapes.channel(world, channel, seen_by=wanted)
        call.stage.gateway.tell_people([wanted], "CHANNEL_CREATE", theirs)
    return shapes.channel(world, channel)


def typing(call: Call) -> None:
    """Show that the bot is writing."""
    channel = seen_channel(call)
    data: Json = {
        "channel_id": channel.id,
        "user_id": call.stage.world.bot_id,
        "timestamp": int(call.stage.world.now()),
    }
    call.stage.gateway.tell_people(call.stage.post.audience(channel), "TYPING_START", data)


# --- messages ---


def _may_write(call: Call, channel: Channel, body: Json) -> None:
    needed = ["send_messages_in_threads" if channel.is_thread else "send_messages"]
    if body.get("embeds"):
        needed.append("embed_links")
    if call.files:
        needed.append("attach_files")
    permissions.need(call.stage.world, channel, *needed)
    if channel.kind == DM:
        other = next(who for who in channel.members if who != call.stage.world.bot_id)
        if not call.stage.world.people[other].dms_open:
            raise closed_dms()
    if channel.is_thread and channel.locked and channel.archived:
        raise Refused(403, 160005, "This thread is locked")


def create_message(call: Call) -> Json:
    """Write a message; one with an enforced nonce is written once."""
    stage, body = call.stage, call.json
    channel = seen_channel(call)
    _may_write(call, channel, body)
    check_message(body, files=call.files, emojis=stage.world.emojis)
    if body.get("enforce_nonce") and body.get("nonce") is not None:
        known = stage.post.same_nonce(channel, stage.world.bot_id, body["nonce"])
        if known is not None:
            return known.json
    more = _reply(call, channel, body.get("message_reference"))
    if channel.is_thread and channel.archived:
        channel.archived = False  # a new message opens it again
    return stage.post.write(channel, stage.world.bot_id, body, call.files, more=more).json


def _reply(call: Call, channel: Channel, reference: Json | None) -> Json:
    if not reference:
        return {}
    wanted = str(reference.get("message_id"))
    found = call.stage.world.messages[channel.id].get(wanted)
    if found is None or found.only_for is not None:
        if reference.get("fail_if_not_exists", True):
            raise bad_form(
                ("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message"
            )
        return {}
    made: Json = {"type": 0, "channel_id": channel.id, "message_id": wanted}
    if channel.in_guild:
        made["guild_id"] = call.stage.world.guild_id
    return {"type": 19, "message_reference": made, "referenced_message": found.json}


def seen_message(call: Call, *needed: str) -> Message:
    """Find the route's message; an ephemeral one is unknown here."""
    channel = seen_channel(call, *needed)
    found = call.stage.world.message(channel.id, call["message_id"])
    if found.only_for is not None:
        raise unknown_message()
    return found


def get_message(call: Call) -> Json:
    """Read a message."""
    return seen_message(call, "read_message_history").json


def list_messages(call: Call) -> list[Json]:
    """Read a channel's last messages, newest first."""
    channel = seen_channel(call)
    if permissions.lack(call.stage.world, channel, "read_message_history"):
        return []
    found = [one for one in call.stage.world.messages[channel.id].values() if one.only_for is None]
    return [one.json for one in page(call, found)]


def page(call: Call, messages: list[Message]) -> list[Message]:
    """Cut out what `limit`, `before`, `after` and `around` ask for, newest first."""
    try:
        limit = int(call.query.get("limit", "50"))
    except ValueError:
        limit = 0
    if not 1 <= limit <= 100:
        raise bad_form(
            ("limit",), "NUMBER_TYPE_MAX", "int value should be less than or equal to 100."
        )
    newest_first = sorted(messages, key=lambda one: -int(one.id))
    if "before" in call.query:
        newest_first = [one for one in newest_first if int(one.id) < int(call.query["before"])]
    if "after" in call.query:
        newest_first = [one for one in newest_first if int(one.id) > int(call.query["after"])]
        return newest_first[-limit:]
    if "around" in call.query:
        middle = int(call.query["around"])
        nearest = sorted(newest_first, key=lambda one: abs(int(one.id) - middle))[:limit]
        return sorted(nearest, key=lambda one: -int(one.id))
    return newest_first[:limit]


def edit_message(call: Call) -> Json:
    """Edit one of the bot's messages."""
    stage = call.stage
    message = seen_message(call)
    if message.author_id != stage.world.bot_id:
        raise others_message()
    channel = stage.world.channel(message.channel_id)
    if channel.is_thread and channel.archived:
        raise archived_thread()
    check_message(call.json, files=call.files, old=message, emojis=stage.world.emojis)
    if stage.world.now() - made_at(message.id) > OLD_AFTER:
        stage.rates.spend_old_edit(channel.id)
    stage.post.edit(message, call.json, call.files)
    return message.json


def delete_message(call: Call) -> None:
    """Delete a message: the bot's own, or any with manage_messages."""
    message = seen_message(call)
    world = call.stage.world
    if message.author_id != world.bot_id:
        channel = world.channel(message.channel_id)
        if channel.kind == DM:
            raise Refused(403, 50003, "Cannot execute action on a DM channel")
        if permissions.lack(world, channel, "manage_messages"):
            raise missing_permissions()
    call.stage.post.delete(message)


# --- application emojis ---


def get_emojis(call: Call) -> Json:
    """List the application's emojis."""
    return {"items": list(call.stage.world.emojis.values())}


def create_emoji(call: Call) -> Reply:
    """Add an emoji: 256 KiB at most, 2000 in all."""
    world = call.stage.world
    name, image = str(call.json.get("name") or ""), str(call.json.get("image") or "")
    if not 2 <= len(name) <= 32:
        raise bad_form(("name",), "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 32 in length.")
    try:
        content = base64.b64decode(image.partition(",")[2], validate=True)
    except ValueError:
        content = b""
    if not content:
        raise bad_form(("image",), "IMAGE_INVALID", "Invalid image")
    if len(content) > 256 * 1024:
        raise bad_form(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    if len(world.emojis) >= 2000:
        raise Refused(400, 30008, "Maximum number of emojis reached (2000)")
    made: Json = {
        "id": world.snowflake(),
        "name": name,
        "roles": [],
        "user": shapes.user(world, world.bot_id),
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }
    world.emojis[made["id"]] = made
    world.on_change()
    return Reply(201, made)


def get_emoji(call: Call) -> Json:
    """Read one emoji."""
    found = call.stage.world.emojis.get(call["emoji_id"])
    if found is None:
        raise unknown_emoji()
    return found


def delete_emoji(call: Call) -> None:
    """Take an emoji away."""
    del call.stage.world.emojis[get_emoji(call)["id"]]
    call.stage.world.on_change()


_APP = "/applications/{application_id}"
_CHANNEL = "/channels/{channel_id}"
_GUILD = "/guilds/{guild_id}"
ROUTES: list[tuple[str, str, Any]] = [
    ("GET", "/users/@me", get_me),
    ("GET", "/users/@me/guilds", get_guilds),
    ("POST", "/users/@me/channels", open_dm),
    ("GET", "/users/{user_id}", get_user),
    ("GET", "/oauth2/applications/@me", get_application),
    ("GET", "/applications/@me", get_application),
    ("GET", "/gateway", get_gateway),
    ("GET", "/gateway/bot", get_gateway),
    ("GET", _GUILD, get_guild),
    ("GET", _GUILD + "/channels", get_guild_channels),
    ("GET", _GUILD + "/roles", get_guild_roles),
    ("GET", _GUILD + "/members/{user_id}", get_member),
    *(
        row
        for base in (_APP, _APP + "/guilds/{guild_id}")
        for row in (
            ("GET", base + "/commands", get_commands),
            ("PUT", base + "/commands", put_commands),
            ("POST", base + "/commands", post_command),
            ("GET", base + "/commands/{command_id}", get_command),
            ("PATCH", base + "/commands/{command_id}", patch_command),
            ("DELETE", base + "/commands/{command_id}", delete_command),
        )
    ),
    ("GET", _APP + "/emojis", get_emojis),
    ("POST", _APP + "/emojis", create_emoji),
    ("GET", _APP + "/emojis/{emoji_id}", get_emoji),
    ("DELETE", _APP + "/emojis/{emoji_id}", delete_emoji),
    ("GET", _CHANNEL, get_channel),
    ("POST", _CHANNEL + "/typing", typing),
    ("GET", _CHANNEL + "/messages", list_messages),
    ("POST", _CHANNEL + "/messages", create_message),
    ("GET", _CHANNEL + "/messages/{message_id}", get_message),
    ("PATCH", _CHANNEL + "/messages/{message_id}", edit_message),
    ("DELETE", _CHANNEL + "/messages/{message_id}", delete_message),
]
