"""Discord's JSON for users and members.

The people differ in what Discord lets them set: avatars, decorations, server tags, nameplates and
name styles. Some have all of it, some have nothing, so that a bot meets set and empty fields.
"""

import hashlib
from typing import Any

from discord_playground.world.discord_errors import Json
from discord_playground.world.world import World, made_at, stamp

_LOOKS: tuple[Json, ...] = (  # taken in turn by the people, in the order in which they came
    {
        "avatar": "",
        "decoration": {"asset": "a_playground_gulls", "expires_at": None},
        "tag": "BUOY",
        "nameplate": {"asset": "nameplates/playground/tide/", "label": "TIDE", "palette": "teal"},
        "styles": {"font_id": 11, "effect_id": 1, "colors": [4163210]},
    },
    {},
    {
        "avatar": "a_",  # animated
        "decoration": {"asset": "playground_kelp", "expires_at": 2_000_000_000},
        "tag": None,  # was shown once, and is hidden now
        "in_guild": "",
    },
    {
        "avatar": "",
        "nameplate": None,
        "styles": {"font_id": 3, "effect_id": 2, "colors": [11556415, 5208650]},
    },
)
_USER_EXTRAS: Json = {
    "avatar": None,
    "avatar_decoration_data": None,
    "clan": None,
    "collectibles": None,
    "display_name_styles": None,
    "primary_guild": None,
}


def user(world: World, user_id: str) -> Json:
    """Return a user object for a person or the bot."""
    if user_id == world.bot_id:
        return _user(user_id, world.bot_name, None, "4242") | {"bot": True}
    person = world.people[user_id]
    if person.gone == "deleted":
        return _user(user_id, f"deleted_user_{user_id[-6:]}", None, "0")
    plain = _user(user_id, person.token, person.shown or person.name, "0")
    return plain | _extras(world, user_id)


def _user(user_id: str, username: str, shown: str | None, discriminator: str) -> Json:
    return {
        "id": user_id,
        "username": username,
        "global_name": shown,
        "discriminator": discriminator,
        "public_flags": 0,
        "flags": 0,
        **_USER_EXTRAS,
    }


def _look(world: World, user_id: str) -> Json:
    if user_id not in world.people:
        return {}
    return _LOOKS[list(world.people).index(user_id) % len(_LOOKS)]


def _hash(prefix: str, *parts: str) -> str:
    """Return a hash in the form that Discord gives to pictures: 32 hexadecimal digits."""
    return prefix + hashlib.sha256(" ".join(parts).encode()).hexdigest()[:32]


def _sku(user_id: str, number: int) -> str:
    return str(int(user_id) - number)


def _extras(world: World, user_id: str) -> Json:
    """Return the fields of a user that most clients only draw."""
    look, made = _look(world, user_id), dict(_USER_EXTRAS)
    if "avatar" in look:
        made["avatar"] = _hash(look["avatar"], user_id)
    if "decoration" in look:
        made["avatar_decoration_data"] = look["decoration"] | {"sku_id": _sku(user_id, 1)}
    if "tag" in look:
        made["primary_guild"] = made["clan"] = _server_tag(world, look["tag"])
    if "nameplate" in look:
        plate = look["nameplate"]
        made["collectibles"] = {"nameplate": plate and plate | {"sku_id": _sku(user_id, 2)}}
    if "styles" in look:
        made["display_name_styles"] = look["styles"]
    return made


def _server_tag(world: World, tag: str | None) -> Json:
    if tag is None:
        return {"identity_guild_id": None, "identity_enabled": False, "tag": None, "badge": None}
    return {
        "identity_guild_id": world.guild_id,
        "identity_enabled": True,
        "tag": tag,
        "badge": _hash("", world.guild_id, tag),
    }


def fetched_user(world: World, user_id: str) -> Json:
    """Return a user object as REST answers a request for a user."""
    return user(world, user_id) | {"banner": None, "accent_color": None, "banner_color": None}


def me(world: World, user_id: str) -> Json:
    """Return the user object that a user gets about itself."""
    return fetched_user(world, user_id) | {
        "mfa_enabled": True,
        "verified": True,
        "email": None,
        "locale": "en-US",
        "premium_type": 0,
        "bio": "",
    }


def ready_user(world: World) -> Json:
    """Return the bot's user object in its READY event, which is shorter."""
    shown = (
        *("id", "username", "global_name", "discriminator", "avatar", "primary_guild", "clan"),
        *("bot", "flags", "verified", "mfa_enabled", "email"),
    )
    whole = me(world, world.bot_id)
    return {key: whole[key] for key in shown}


def member(world: World, user_id: str) -> Json:
    """Return a member object of the server."""
    until = world.bot_timed_out_until if user_id == world.bot_id else 0.0
    more = {"communication_disabled_until": stamp(until)} if until > world.now() else {}
    return message_member(world, user_id) | {"user": user(world, user_id)} | more


def message_member(world: World, user_id: str) -> Json:
    """Return the partial member object that a message carries of its author."""
    person = world.people.get(user_id)
    return {
        "nick": person.nick if person else None,
        "avatar": server_avatar(world, user_id),
        "banner": None,
        "roles": list(person.roles) if person else [world.role_id],
        "joined_at": stamp(made_at(world.guild_id)),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }


def server_avatar(world: World, user_id: str) -> str | None:
    """Return the hash of the avatar that a person has in this server alone."""
    look = _look(world, user_id)
    return _hash(look["in_guild"], world.guild_id, user_id) if "in_guild" in look else None


def interaction_member(world: World, user_id: str, allowed: int) -> Json:
    """Return the member object of an interaction, with the person's permissions."""
    more: Json = {
        "collectibles": None,
        "display_name_styles": None,
        "unusual_dm_activity_until": None,
        "permissions": str(allowed),
    }
    return member(world, user_id) | more


def resolved_member(world: World, user_id: str, allowed: int) -> Json:
    """Return the member object of somebody whom an interaction names."""
    made: dict[str, Any] = interaction_member(world, user_id, allowed)
    for key in ("user", "deaf", "mute"):
        del made[key]
    return made
