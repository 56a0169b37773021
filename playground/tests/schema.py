"""Check the bot's requests, and what the playground sends it, against Discord's API description.

`discord-openapi.json` in this folder is the part we use; see LICENSE.discord-api-spec. It describes
the shape of a body. Totals (4000 characters, 40 components, unique custom_ids) aren't in it; the
playground checks those itself.

    python -m playground.tests.schema OPENAPI.json     # extract our part from a newer description
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from discord_playground.rest import application_emojis, bot_routes, messages, threads, webhooks
from jsonschema_rs import Draft202012Validator, ValidationError, ValidationErrorKind

HERE = Path(__file__).parent
DESCRIPTION = HERE / "discord-openapi.json"
Kinds = ValidationErrorKind.AnyOf | ValidationErrorKind.OneOfNotValid
# the bot and discord.py send some ids as numbers, and Discord accepts them
LENIENT = {"SnowflakeType": {"type": ["string", "integer"]}}
# in events: the object at each path ("" is the whole), and its schema
MESSAGE, USER, MEMBER = "MessageResponse", "UserResponse", "GuildMemberResponse"
EVENTS = {
    "MESSAGE_CREATE": {"": MESSAGE},
    "MESSAGE_UPDATE": {"": MESSAGE},
    "INTERACTION_CREATE": {"message": MESSAGE, "user": USER, "member": MEMBER},
    "GUILD_CREATE": {"": "GuildResponse", "members": MEMBER, "channels": "", "threads": ""},
    "GUILD_MEMBER_ADD": {"": MEMBER},
    "GUILD_MEMBER_UPDATE": {"": MEMBER},
    "GUILD_MEMBER_REMOVE": {"user": USER},
    "CHANNEL_CREATE": {"": ""},
    "CHANNEL_UPDATE": {"": ""},
    "CHANNEL_DELETE": {"": ""},
    "THREAD_CREATE": {"": ""},
    "THREAD_UPDATE": {"": ""},
}
OBFUSCATED = 1 << 17  # of such a channel, Discord promises no more than OBFUSCATED_SCHEMA
OBFUSCATED_SCHEMA = {
    "type": "object",
    "required": ["id", "type", "guild_id", "position", "flags", "name", "permission_overwrites"],
    "properties": {
        "id": {"$ref": "#/components/schemas/SnowflakeType"},
        "type": {"enum": [0, 2, 4, 5, 13, 15]},
        "position": {"type": "integer"},
        "name": {"const": "___hidden___"},
        "permission_overwrites": {"type": "array", "minItems": 1, "maxItems": 1},
        "available_tags": {"type": "null"},
        "topic": {"type": "null"},
        "parent_id": {"type": "null"},
        "bitrate": False,
    },
}
CHANNELS = {1: "PrivateChannelResponse", 11: "ThreadResponse", 12: "ThreadResponse"}


class Checker:
    """Checks request bodies; pass it to the playground as `check=`."""

    def __init__(self) -> None:
        self.checked = 0

    def __call__(self, method: str, route: str, body: Any) -> list[str]:
        """Return the errors of a body; none if Discord describes no body for this route."""
        schema = _description()["bodies"].get(f"{method.lower()} {route}")
        if body is None or schema is None:
            return []
        self.checked += 1
        validator = _validator(json.dumps(schema), lenient=True)
        return [f"{method} {route} {_said(error)}" for error in validator.iter_errors(body)]


class Witness:
    """Checks answers and events; set it as the playground's `stage.gateway.to_bot`."""

    def __init__(self) -> None:
        self.checked: Counter[str] = Counter()
        self.errors: list[str] = []

    def __call__(self, name: str, data: Any) -> Any:
        """Check an answer (`POST /channels/…`) or event, and return it as it is."""
        found = list(_answer(name, data) if " " in name else _objects(name, data))
        for schema, part in found:
            self.checked[name] += 1
            for error in _validator(json.dumps(schema)).iter_errors(part):
                self.errors.append(f"{name} {_said(error)}")
        return data


def described() -> set[str]:
    """Return the answers that Discord describes, such as `GET /users/@me`."""
    parts = (name.split(" ") for name in _description()["answers"])
    return {f"{method.upper()} {route}" for method, route in parts}


def _answer(name: str, data: Any) -> Iterator[tuple[Any, Any]]:
    method, _, route = name.partition(" ")
    schema = _description()["answers"].get(f"{method.lower()} {route}")
    if schema is not None:
        yield schema, data


def _objects(event: str, data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the objects in an event that Discord describes, with their schemas."""
    for path, name in EVENTS.get(event, {}).items():
        found = data if path == "" else data.get(path, [])
        for part in found if isinstance(found, list) else [found]:
            schema = name or CHANNELS.get(part["type"], "GuildChannelResponse")
            whole = {"guild_id": "1", **part} if event == "GUILD_CREATE" else part
            if name == "" and part.get("flags", 0) & OBFUSCATED:
                schema = "ObfuscatedChannel"
            yield {"$ref": f"#/components/schemas/{schema}"}, whole


@cache
def _validator(schema: str, *, lenient: bool = False) -> Draft202012Validator:
    schemas = _description()["components"]["schemas"] | (LENIENT if lenient else {})
    schemas = schemas | {"ObfuscatedChannel": OBFUSCATED_SCHEMA}
    return Draft202012Validator({"components": {"schemas": schemas}, **json.loads(schema)})


@cache
def _description() -> dict[str, Any]:
    return json.loads(DESCRIPTION.read_text(encoding="utf-8"))


def _said(error: ValidationError) -> str:
    """Return where and how a body is wrong.

    For a value that may be one of several types, such as a component, it reports the errors of the
    closest match, preferring the same `type`.
    """
    while isinstance(error.kind, Kinds):
        place = [*error.instance_path, "type"]
        least = min(
            error.kind.context, key=lambda errors: (_at(place, errors) is not None, len(errors))
        )
        error = _at(place, least) or least[0]
    return f"{'.'.join(map(str, error.instance_path))}: {error.message}"


def _at(place: list[str | int], errors: list[ValidationError]) -> ValidationError | None:
    return next((error for error in errors if error.instance_path == place), None)


# --- cutting our part out of the whole description ---


def cut(whole: dict[str, Any]) -> dict[str, Any]:
    """Extract the bodies and answers of the playground's routes, and every schema they refer to."""
    bodies: dict[str, Any] = {}
    answers: dict[str, Any] = {}
    for method, route in routes():
        described = whole["paths"].get(route, {}).get(method, {})
        asked = described.get("requestBody", {}).get("content")
        if asked and "application/json" in asked:
            bodies[f"{method} {route}"] = asked["application/json"]["schema"]
        for status, answer in described.get("responses", {}).items():
            if status[0] == "2" and "content" in answer:
                answers[f"{method} {route}"] = answer["content"]["application/json"]["schema"]
    schemas: dict[str, Any] = {}
    ahead = [*references(bodies), *references(answers), "GuildResponse"]
    while ahead:
        name = ahead.pop()
        if name not in schemas:
            schemas[name] = without_words(whole["components"]["schemas"][name])
            ahead += references(schemas[name])
    made = {"bodies": bodies, "answers": answers}
    return made | {"components": {"schemas": dict(sorted(schemas.items()))}}


def routes() -> list[tuple[str, str]]:
    """Return the methods and paths of the playground's routes for bots."""
    rooms = (application_emojis, bot_routes, messages, threads, webhooks)
    served = [(method.lower(), route) for room in rooms for method, route, _ in room.ROUTES]
    return sorted(set(served))


def references(value: Any) -> Iterator[str]:
    """Yield the schemas that a part of the description refers to."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].rpartition("/")[2]
        for item in value.values():
            yield from references(item)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)


def without_words(value: Any) -> Any:
    """Remove descriptions and examples."""
    if isinstance(value, dict):
        return {
            key: without_words(item)
            for key, item in value.items()
            if not (key in ("description", "title") and isinstance(item, str))
        }
    return [without_words(item) for item in value] if isinstance(value, list) else value


if __name__ == "__main__":
    cut_out = cut(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    DESCRIPTION.write_text(json.dumps(cut_out, indent=1) + "\n", encoding="utf-8")
