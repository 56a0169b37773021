"""Check the bot's requests against Discord's own API description.

`discord-openapi.json` in this folder is the part we use; see LICENSE.discord-api-spec. It describes
the shape of a body. Totals (4000 characters, 40 components, unique custom_ids) aren't in it; the
playground checks those itself.

    python -m tests.e2e.schema OPENAPI.json     # extract our part from a newer description
"""

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator, ValidationError, ValidationErrorKind

HERE = Path(__file__).parent
DESCRIPTION = HERE / "discord-openapi.json"
METHODS = ("post", "put", "patch")
Kinds = ValidationErrorKind.AnyOf | ValidationErrorKind.OneOfNotValid
WANTED = (
    "/applications/{application_id}/commands",
    "/applications/{application_id}/guilds/{guild_id}/commands",
    "/applications/{application_id}/emojis",
    "/channels/{channel_id}",
    "/channels/{channel_id}/messages",
    "/channels/{channel_id}/messages/{message_id}",
    "/channels/{channel_id}/messages/{message_id}/threads",
    "/channels/{channel_id}/threads",
    "/interactions/{interaction_id}/{interaction_token}/callback",
    "/users/@me/channels",
    "/webhooks/{webhook_id}/{webhook_token}",
    "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
)


class Checker:
    """Checks request bodies; pass it to the playground as `check=`."""

    def __init__(self) -> None:
        self.checked = 0

    def __call__(self, method: str, route: str, body: Any) -> list[str]:
        """Return the errors of a body; none if Discord describes no body for this route."""
        if body is None or method.lower() not in METHODS:
            return []
        validator = _validator(method.lower(), route)
        if validator is None:
            return []
        self.checked += 1
        return [f"{method} {route} {_said(error)}" for error in validator.iter_errors(body)]


@cache
def _validator(method: str, route: str) -> Draft202012Validator | None:
    description = _description()
    schema = description["bodies"].get(f"{method} {route}")
    if schema is None:
        return None
    return Draft202012Validator({"components": description["components"], **schema})


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
    """Extract the request bodies of our routes and every schema they refer to."""
    bodies: dict[str, Any] = {}
    for route in WANTED:
        for method in METHODS:
            content = whole["paths"][route].get(method, {}).get("requestBody", {}).get("content")
            if content:
                bodies[f"{method} {route}"] = content["application/json"]["schema"]
    schemas: dict[str, Any] = {}
    ahead = list(references(bodies))
    while ahead:
        name = ahead.pop()
        if name not in schemas:
            schemas[name] = without_words(whole["components"]["schemas"][name])
            ahead += references(schemas[name])
    # discord.py sends some ids as numbers, and Discord accepts them
    schemas["SnowflakeType"] = {"anyOf": [schemas["SnowflakeType"], {"type": "integer"}]}
    return {"bodies": bodies, "components": {"schemas": dict(sorted(schemas.items()))}}


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
