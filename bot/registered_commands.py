"""Compares the slash commands that Discord has with those that the bot would register."""

from collections.abc import Iterable, Mapping
from typing import Any

from bot.ui.panels.words import listed

Json = Mapping[str, Any]
TEXTS = ("name", "description", "nsfw", "required", "autocomplete")
NUMBERS = ("min_value", "max_value", "min_length", "max_length")
SETS = ("contexts", "integration_types", "channel_types")
SLASH = 1


def differences(own: Iterable[Json], registered: Iterable[Json]) -> list[str]:
    """Say how the registered commands differ from the bot's own. Empty if they are the same.

    Ignore what Discord adds: ids, versions, empty translations and defaults.

    >>> help, table = ({"name": name, "description": "Says what"} for name in ("help", "table"))
    >>> differences([help], [{**help, "id": "5", "type": 1, "nsfw": False, "options": []}])
    []
    >>> differences([help, table], [{**help, "description": "Says how"}])
    ['without /table', 'with another /help']
    """
    mine, there = _by_name(own), _by_name(registered)
    missing, extra = sorted(mine.keys() - there.keys()), sorted(there.keys() - mine.keys())
    altered = sorted(key for key in mine.keys() & there.keys() if mine[key] != there[key])
    said = [("without {}", missing), ("with {}, which this Downeast doesn't have", extra)]
    said.append(("with another {}", altered))
    return [text.format(listed([f"/{name}" for _, name in keys])) for text, keys in said if keys]


def _by_name(commands: Iterable[Json]) -> dict[tuple[int, str], Json]:
    return {(command.get("type") or SLASH, command["name"]): _kept(command) for command in commands}


def _kept(item: Json) -> Json:
    """Return what we set of a command or an option, without empty values and defaults."""
    kept: dict[str, Any] = {key: item[key] for key in TEXTS if item.get(key)}
    kept |= {key: item[key] for key in NUMBERS if item.get(key) is not None}
    kept |= {key: sorted(item[key]) for key in SETS if item.get(key)}
    needed = item.get("default_member_permissions")
    kept["needed"] = None if needed is None else str(needed)  # sent as a number, answered as a text
    kept["type"] = item.get("type") or SLASH
    kept["options"] = [_kept(option) for option in item.get("options") or ()]
    kept["choices"] = [(choice["name"], choice["value"]) for choice in item.get("choices") or ()]
    return kept
