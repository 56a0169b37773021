"""The application's emojis, which the bot may use in texts, on buttons and in menus."""

import base64
import re
from typing import Any

from discord_playground.rest.bot_routes import own_application
from discord_playground.rest.middleware import Call, Reply
from discord_playground.world import people_shapes
from discord_playground.world.discord_errors import Form, Json, Refused, bad_form, unknown_emoji

MOST = 2000
LARGEST = 256 * 1024
_NAME = re.compile(r"\w+", re.ASCII)
_IMAGE = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.*)", re.DOTALL)
_BEGINNINGS = {  # content type: (offset, first bytes of such a file)
    "image/png": (0, b"\x89PNG\r\n\x1a\n"),
    "image/jpeg": (0, b"\xff\xd8\xff"),
    "image/gif": (0, b"GIF8"),
    "image/webp": (8, b"WEBP"),
    "image/avif": (4, b"ftyp"),
}


def get_emojis(call: Call) -> Json:
    """List the application's emojis."""
    own_application(call)
    return {"items": list(call.app.world.emojis.values())}


def create_emoji(call: Call) -> Reply:
    """Add an emoji of at most 256 KiB; the application can have 2000."""
    own_application(call)
    world = call.app.world
    name = _name(call)
    image = _image(call.json.get("image"))
    if len(world.emojis) >= MOST:
        raise Refused(400, 30008, f"Maximum number of emojis reached ({MOST})")
    emoji: Json = {
        "id": world.snowflake(),
        "name": name,
        "roles": [],
        "user": people_shapes.user(world, world.bot_id),
        "require_colons": True,
        "managed": False,
        "animated": image[0] == "image/gif",
        "available": True,
    }
    world.emojis[emoji["id"]] = emoji
    world.emoji_images[emoji["id"]] = image
    world.on_change()
    return Reply(201, emoji)


def get_emoji(call: Call) -> Json:
    """Return one emoji."""
    own_application(call)
    found = call.app.world.emojis.get(call["emoji_id"])
    if found is None:
        raise unknown_emoji()
    return found


def patch_emoji(call: Call) -> Json:
    """Rename an emoji."""
    old = get_emoji(call)
    if "name" in call.json and call.json["name"] != old["name"]:
        old["name"] = _name(call)
        call.app.world.on_change()
    return old


def delete_emoji(call: Call) -> None:
    """Delete an emoji."""
    world, number = call.app.world, get_emoji(call)["id"]
    del world.emojis[number]
    world.emoji_images.pop(number, None)
    world.on_change()


def _name(call: Call) -> str:
    """Return a valid name: 2 to 32 letters, digits or underscores, not used by another emoji."""
    name, form = call.json.get("name"), Form()
    if name is None:
        form.add(("name",), "BASE_TYPE_REQUIRED", "This field is required")
    elif form.length(("name",), name, 2, 32) and not _NAME.fullmatch(name):
        why = "String value did not match validation regex."
        form.add(("name",), "STRING_TYPE_REGEX", why)
    elif name in {emoji["name"] for emoji in call.app.world.emojis.values()}:
        why = "An emoji with this name already exists"
        form.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", why)
    form.close()
    return str(name)


def _image(given: Any) -> tuple[str, bytes]:
    """Return the content type and the bytes of a picture in a data URI."""
    if given is None:
        raise bad_form(("image",), "BASE_TYPE_REQUIRED", "This field is required")
    match = _IMAGE.fullmatch(given) if isinstance(given, str) else None
    try:
        content = base64.b64decode(match[2], validate=True) if match else b""
    except ValueError:
        content = b""
    at, beginning = _BEGINNINGS[match[1]] if match else (0, b"")
    if match is None or not content[at:].startswith(beginning) or not content:
        raise bad_form(("image",), "IMAGE_INVALID", "Invalid image")
    if len(content) > LARGEST:
        raise bad_form(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return match[1], content


_EMOJIS = "/applications/{application_id}/emojis"
ROUTES: list[tuple[str, str, Any]] = [
    ("GET", _EMOJIS, get_emojis),
    ("POST", _EMOJIS, create_emoji),
    ("GET", _EMOJIS + "/{emoji_id}", get_emoji),
    ("PATCH", _EMOJIS + "/{emoji_id}", patch_emoji),
    ("DELETE", _EMOJIS + "/{emoji_id}", delete_emoji),
]
