"""Holds what the bot sends against Discord's own description of its API.

`discord-openapi.json` beside this file is the part of it that we use: see LICENSE.discord-api-spec.
The description says what shape a body has; sums (4000 characters in all, 40 components in all, no
custom_id twice) it does not say, and the stand-in checks those by itself.

    python -m tests.e2e.schema OPENAPI.json     # cut our part out of a newer description
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
from jsonschema.protocols import Validator

HERE = Path(__file__).parent
DESCRIPTION = HERE / "discord-openapi.json"
METHODS = ("post", "put", "patch")
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
    """Checks request bodies; hand it to the playground as `check=`.

    `by_shape` looks at bodies of the same shape (the same keys and kinds of values) only once:
    thirty times faster, and blind only to what is too long or out of range.
    """

    def __init__(self, *, by_shape: bool = False) -> None:
        self.by_shape = by_shape
        self.checked = 0
        self._description = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
        self._validators: dict[tuple[str, str], Validator | None] = {}
        self._seen: set[int] = set()  # hashes of shapes: there are many, and they are large

    def __call__(self, method: str, route: str, body: Any) -> list[str]:
        """Say what is wrong with a body; nothing, if Discord describes no body for this route."""
        if body is None or method.lower() not in METHODS:
            return []
        if self.by_shape:
            shape = hash((method, route, shape_of(body)))
            if shape in self._seen:
                return []
            self._seen.add(shape)
        validator = self._validator(method, route)
        if validator is None:
            return []
        self.checked += 1
        found = jsonschema.exceptions.best_match(validator.iter_errors(body))
        return [] if found is None else [f"{method} {route} {found.json_path}: {found.message}"]

    def _validator(self, method: str, route: str) -> Validator | None:
        key = (method.lower(), route)
        if key not in self._validators:
            schema = self._description["bodies"].get(f"{method.lower()} {route}")
            self._validators[key] = None
            if schema is not None:
                whole = {"components": self._description["components"], **schema}
                self._validators[key] = jsonschema.Draft202012Validator(whole)
        return self._validators[key]


def shape_of(value: Any) -> Any:
    """Reduce a body to what kinds of things are where; a list is the set of its shapes.

    Small numbers stay as they are: they say which kind of component something is.
    """
    if isinstance(value, dict):
        return frozenset((key, shape_of(one)) for key, one in value.items())
    if isinstance(value, list):
        return frozenset(map(shape_of, value))
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 64:
        return value
    return "empty" if value == "" else type(value).__name__


# --- cutting our part out of the whole description ---


def cut(whole: dict[str, Any]) -> dict[str, Any]:
    """Keep the request bodies of the routes we use, and every schema they reach."""
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
    # discord.py sends ids as numbers in some places, as it always has, and Discord takes them
    schemas["SnowflakeType"] = {"anyOf": [schemas["SnowflakeType"], {"type": "integer"}]}
    return {"bodies": bodies, "components": {"schemas": dict(sorted(schemas.items()))}}


def references(value: Any) -> Iterator[str]:
    """Find the schemas that a piece of the description names."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].rpartition("/")[2]
        for one in value.values():
            yield from references(one)
    elif isinstance(value, list):
        for one in value:
            yield from references(one)


def without_words(value: Any) -> Any:
    """Leave out what only explains."""
    if isinstance(value, dict):
        return {
            key: without_words(one)
            for key, one in value.items()
            if not (key in ("description", "title") and isinstance(one, str))
        }
    return [without_words(one) for one in value] if isinstance(value, list) else value


if __name__ == "__main__":
    cut_out = cut(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    DESCRIPTION.write_text(json.dumps(cut_out, indent=1) + "\n", encoding="utf-8")
