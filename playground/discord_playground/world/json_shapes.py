"""Discord's JSON for the server, its channels, the application and the READY events."""

from discord_playground.world import permissions
from discord_playground.world.discord_errors import Json
from discord_playground.world.people_shapes import me, member, ready_user, user
from discord_playground.world.world import (
    DM,
    FORUM,
    STAGE,
    VOICE,
    Channel,
    Person,
    World,
    made_at,
    stamp,
)

FILE_LIMIT = 10 * 1024 * 1024


def channel(world: World, place: Channel, *, seen_by: str | None = None) -> Json:
    """Return a channel object. A DM's object lists everybody in it except `seen_by`."""
    if place.kind == DM:
        others = [user(world, who) for who in place.members if who != (seen_by or world.bot_id)]
        return {
            "id": place.id,
            "type": DM,
            "last_message_id": place.last_message,
            "flags": 0,
            "recipients": others,
        }
    shape: Json = {
        "id": place.id,
        "type": place.kind,
        "guild_id": world.guild_id,
        "name": place.name,
        "last_message_id": place.last_message,
        "flags": 0,
        "rate_limit_per_user": 0,
        "parent_id": place.parent,
    }
    if place.is_thread:
        return shape | _thread(world, place)
    position = list(world.channels).index(place.id) if place.id in world.channels else 0
    shape |= {
        "position": position,
        "permission_overwrites": permissions.overwrites(world, place),
        "nsfw": False,
        "topic": None,
        "default_auto_archive_duration": 4320,
    }
    return shape | _MORE.get(place.kind, {})


def for_bot(world: World, place: Channel) -> Json:
    """Return a channel object as the gateway sends it to the bot: obfuscated if it can't see it."""
    made = channel(world, place)
    if place.is_thread or not permissions.hides(world, place):
        return made
    kept = ("id", "type", "guild_id", "position")
    unseen = str(permissions.BITS["view_channel"])
    denied = {"id": world.guild_id, "type": 0, "allow": "0", "deny": unseen}
    return {
        **{key: None for key in made if key not in _VOICE},
        **{key: made[key] for key in kept},
        "flags": 1 << 17,
        "name": "___hidden___",
        "permission_overwrites": [denied],
    }


_VOICE: Json = {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
_FORUM: Json = {
    "available_tags": [],
    "default_reaction_emoji": None,
    "default_sort_order": None,
    "default_forum_layout": 0,
    "default_thread_rate_limit_per_user": 0,
}
_MORE = {VOICE: _VOICE, STAGE: _VOICE, FORUM: _FORUM}


def thread_member(
    world: World, thread: Channel, user_id: str, *, with_member: bool = False
) -> Json:
    """Return a thread member object, with the server member if `with_member` is true."""
    shape: Json = {
        "id": thread.id,
        "user_id": user_id,
        "join_timestamp": stamp(made_at(thread.id)),
        "flags": 0,
    }
    return shape | ({"member": member(world, user_id)} if with_member else {})


def _thread(world: World, thread: Channel) -> Json:
    messages = len(world.messages.get(thread.id, {}))
    parent = None if thread.parent is None else world.channels.get(thread.parent)
    joined = world.bot_id in thread.members
    return {
        **({"applied_tags": []} if parent is not None and parent.kind == FORUM else {}),
        "owner_id": thread.owner,
        "message_count": messages,
        "total_message_sent": messages,
        "member_count": len(thread.members),
        "thread_metadata": {
            "archived": thread.archived,
            "locked": thread.locked,
            "auto_archive_duration": thread.auto_archive,
            "archive_timestamp": stamp(made_at(thread.id)),
            "create_timestamp": stamp(made_at(thread.id)),
            **({"invitable": True} if thread.kind == 12 else {}),
        },
        **({"member": thread_member(world, thread, world.bot_id)} if joined else {}),
    }


def removed_channel(world: World, place: Channel) -> Json:
    """Return the data of a CHANNEL_DELETE or THREAD_DELETE event."""
    made = channel(world, place)
    kept = ("id", "guild_id", "parent_id", "type") if place.is_thread else tuple(made)
    return {key: made[key] for key in kept}


def partial_channel(world: World, place: Channel, person: Person) -> Json:
    """Return the partial channel object of an interaction."""
    made = channel(world, place)
    if place.kind == DM:
        return made | {"recipient_flags": 0}
    held = permissions.of_person(world, person.id) if world.sees(person.id, place) else 0
    made["permissions"] = str(held)
    for key in ("permission_overwrites", "default_auto_archive_duration", "member"):
        made.pop(key, None)
    if place.is_thread:
        made["member_ids_preview"] = place.members[:10]
    if person.id in place.members:  # the member is the person who acts, not the bot
        theirs = thread_member(world, place, person.id)
        made["member"] = theirs | {"muted": False, "mute_config": None}
    return made


def roles(world: World) -> list[Json]:
    """Return all role objects: @everyone, the bot's own role and those that were added."""

    def role(role_id: str, name: str, position: int, held: int = permissions.USUAL) -> Json:
        return {
            "id": role_id,
            "name": name,
            "position": position,
            "permissions": str(held),
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "managed": role_id == world.role_id,
            "mentionable": False,
            "flags": 0,
            "description": None,
        }

    bots = role(world.role_id, world.bot_name, 1) | {"tags": {"bot_id": world.bot_id}}
    others = [
        role(added.id, added.name, number, added.permissions)
        for number, added in enumerate(world.roles.values(), 2)
    ]
    return [role(world.guild_id, "@everyone", 0), bots, *others]


def partial_guild(world: World, user_id: str) -> Json:
    """Return the server as an entry in a user's list of servers."""
    held = permissions.USUAL if user_id == world.bot_id else permissions.of_person(world, user_id)
    return {
        "id": world.guild_id,
        "name": world.guild_name,
        "icon": None,
        "banner": None,
        "owner": user_id == world.owner_id,
        "permissions": str(held),
        "features": [],
        "approximate_member_count": len(world.members()) + world.bot_in_guild,
        "approximate_presence_count": len(world.members()),
    }


def guild(world: World) -> Json:
    """Return the server as REST sends it."""
    return {
        "id": world.guild_id,
        "name": world.guild_name,
        "icon": None,
        "banner": None,
        "splash": None,
        "discovery_splash": None,
        "description": None,
        "home_header": None,
        "owner_id": world.owner_id,
        "application_id": None,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": roles(world),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500000,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": "en-US",
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "region": "us-east",
        "nsfw": False,
        "nsfw_level": 0,
        "incidents_data": None,
    }


def guild_create(world: World, *, members: list[str], seen_by: str | None = None) -> Json:
    """Return the data of a GUILD_CREATE event for the bot, or for the person `seen_by`."""

    def seen(place: Channel) -> bool:
        return seen_by is None or world.sees(seen_by, place)

    shape = channel if seen_by else for_bot
    threads = [
        channel(world, thread)
        for thread in world.threads()
        if not thread.archived and (seen(thread) if seen_by else permissions.of_bot(world, thread))
    ]
    return guild(world) | {
        "joined_at": stamp(made_at(world.guild_id)),
        "large": False,
        "unavailable": False,
        "member_count": len(world.members()) + world.bot_in_guild,
        "members": [member(world, who) for who in members],
        "channels": [shape(world, place) for place in world.guild_channels() if seen(place)],
        "threads": threads,
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def application(world: World) -> Json:
    """Return the bot's application object."""
    return {
        "id": world.bot_id,
        "name": world.bot_name,
        "icon": None,
        "description": "A host for tabletop games.",
        "type": None,
        "summary": "",
        "bot": user(world, world.bot_id),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "owner": user(world, world.owner_id),
        "team": None,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "integration_types_config": {"0": {}},
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
    }


def ready(world: World, session_id: str, url: str, *, guilds: list[str]) -> Json:
    """Return the data of the bot's READY event. A GUILD_CREATE event follows for the server."""
    return {
        "v": 10,
        "user": ready_user(world),
        "guilds": [{"id": guild_id, "unavailable": True} for guild_id in guilds],
        "session_id": session_id,
        "session_type": "normal",
        "resume_gateway_url": url,
        "private_channels": [],
        "relationships": [],
        "presences": [],
        "guild_join_requests": [],
        "geo_ordered_rtc_regions": [],
        "user_settings": {},
        "user_settings_proto": None,
        "auth": {},
        "application": {"id": world.bot_id, "flags": 0},
    }


def person_ready(world: World, person_id: str, session_id: str, url: str) -> Json:
    """Return the data of a person's READY event, which includes the server and DM channels."""
    everybody = [*world.members(), *([world.bot_id] if world.bot_in_guild else [])]
    here = not world.people[person_id].gone
    return {
        "v": 10,
        "user": me(world, person_id),
        "guilds": [guild_create(world, members=everybody, seen_by=person_id)] if here else [],
        "private_channels": [
            channel(world, place, seen_by=person_id)
            for place in world.channels.values()
            if not place.in_guild and person_id in place.members
        ],
        "session_id": session_id,
        "session_type": "normal",
        "resume_gateway_url": url,
    }
