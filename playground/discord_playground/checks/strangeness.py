"""Make what the bot receives look as a later Discord might send it.

Discord adds fields, component types and enum values without a new version of its API, and may leave
optional fields out. A bot should go on working. What a person does still arrives: a button keeps
its custom_id, and ids, names and texts are as before.
"""

from typing import Any

from discord_playground.world.discord_errors import Json

NEW = 77  # a value that no enum has
NEW_PERMISSION = 1 << 60
NEW_FIELD = "new_field"
_NEW_LOCALE = "xx-NEW"
_NEW_COMPONENT: Json = {"type": NEW, "id": 900, "custom_id": "new", "components": [{"type": NEW}]}
_ENUMS: Json = {
    "context": NEW,
    "locale": _NEW_LOCALE,
    "guild_locale": _NEW_LOCALE,
    "preferred_locale": _NEW_LOCALE,
    "verification_level": NEW,
    "nsfw_level": NEW,
    "premium_tier": NEW,
    "premium_type": NEW,
    "default_message_notifications": NEW,
    "explicit_content_filter": NEW,
    "mfa_level": NEW,
}
# by a field that only objects of this kind have: the optional fields that are left out
_OPTIONAL: dict[str, set[str]] = {
    "username": {
        *("public_flags", "flags", "avatar_decoration_data", "primary_guild", "clan"),
        *("collectibles", "display_name_styles", "banner", "accent_color", "banner_color"),
        *("locale", "verified", "email", "premium_type", "mfa_enabled", "bio"),
    },
    "joined_at": {
        *("nick", "banner", "premium_since", "communication_disabled_until", "collectibles"),
        *("display_name_styles", "unusual_dm_activity_until", "pending"),
    },
    "last_message_id": {
        *("last_message_id", "topic", "nsfw", "rate_limit_per_user", "flags", "member"),
        *("default_auto_archive_duration", "member_ids_preview", "recipient_flags"),
    },
    "author": {
        *("interaction", "interaction_metadata", "position", "nonce", "channel_type", "member"),
    },
    "app_permissions": {"guild", "guild_locale", "entitlement_sku_ids", "context"},
}


def as_it_is(_: str, data: Any) -> Any:
    """Return an event or answer for the bot unchanged."""
    return data


def make_strange(name: str, data: Any) -> Any:
    """Return a changed copy of an event or answer for the bot, which is known by its name."""
    made = _changed("", data)
    if name == "GUILD_CREATE":
        about = {"id": str(NEW), "guild_id": made["id"], "name": "new", "position": NEW}
        made["channels"].append({**about, "type": NEW})
    return made


def _changed(key: str, value: Any) -> Any:
    """Return a changed copy of the value of a field. An item of a list has the list's key."""
    if isinstance(value, list):
        found: list[Any] = [_changed(key, item) for item in value]  # pyright: ignore[reportUnknownVariableType]
        return [*found, _NEW_COMPONENT] if key == "components" and found else found
    if isinstance(value, dict):
        return _changed_object(value)  # pyright: ignore[reportUnknownArgumentType]
    if key in ("permissions", "app_permissions") and value is not None:
        return str(int(value) | NEW_PERMISSION)
    return _ENUMS.get(key, value)


def _changed_object(value: Json) -> Json:
    left_out = {name for sign, optional in _OPTIONAL.items() if sign in value for name in optional}
    made = {key: _changed(key, item) for key, item in value.items() if key not in left_out}
    if "author" in made and made["author"].get("bot"):
        made["type"] = NEW
    if not all(key.isdigit() for key in value):  # an object whose keys are ids is a list of objects
        made[NEW_FIELD] = {"id": str(NEW)}
    return made
