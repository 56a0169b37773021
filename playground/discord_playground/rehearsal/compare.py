"""Compares a recording with the stand-in, shape by shape: which keys there are, of which types."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from discord_playground.rehearsal.redaction import Json

TYPES = {bool: "yes/no", str: "text", int: "number", float: "number", type(None): "null"}


@dataclass(slots=True)
class Shape:
    """The types that were seen at each path, over all bodies of one kind."""

    paths: dict[str, set[str]] = field(default_factory=dict[str, set[str]])

    def add(self, body: Any) -> None:
        """Add one body."""
        for path, kind in walk("", body):
            self.paths.setdefault(path, set()).add(kind)


def walk(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield each path in a body with its type; items of a list share one path."""
    if isinstance(value, dict):
        given = cast("Json", value)
        yield path, "object"
        for key, item in given.items():
            name = "<id>" if key.isdigit() and len(key) > 2 else key
            yield from walk(f"{path}.{name}" if path else name, item)
    elif isinstance(value, list):
        items = cast("list[Any]", value)
        yield path, "list"
        for item in items:
            yield from walk(f"{path}[]", item)
    else:
        yield path, TYPES[type(value)]


def kind_of(line: Json) -> str:
    """Name what a line is: a route with its status, or an event and where it came from."""
    if line["direction"] == "rest":
        return f"{line['route']} → {line['status']}"
    body: Any = line["body"]
    name = str(line["event"])
    if not isinstance(body, dict):
        return name
    if name == "INTERACTION_CREATE":
        name += f" of type {body['type']}"
    if name.startswith(("INTERACTION", "MESSAGE")):
        name += " in a server" if "guild_id" in body else " without a server"
    return name


def shapes(lines: Sequence[Json]) -> dict[str, Shape]:
    """Collect the shapes of a recording by kind."""
    found: dict[str, Shape] = {}
    for line in lines:
        shape = found.setdefault(kind_of(line), Shape())
        shape.add(line["body"])
        for name in line.get("headers", {}):
            shape.paths.setdefault(f"header {name}", set()).add("text")
    return found


def differences(recording: Sequence[Json], stand_in: Sequence[Json]) -> list[str]:
    """List where the stand-in differs from the recording, one sentence each.

    What was tried with the stand-in alone is no difference: a person may have skipped it.
    """
    real, ours = shapes(recording), shapes(stand_in)
    found: list[str] = []
    for kind in sorted(real):
        if kind not in ours:
            found.append(f"{kind}: the stand-in never sends this")
            continue
        found += [f"{kind}: {text}" for text in _between(real[kind].paths, ours[kind].paths)]
    return found


def _between(real: dict[str, set[str]], ours: dict[str, set[str]]) -> Iterator[str]:
    for path in sorted(real.keys() | ours.keys()):
        parent = _parent(path)
        if parent and (parent not in real or parent not in ours):
            continue  # said of the parent, or the list was empty
        if path not in ours:
            yield f"{path} is missing in the stand-in"
        elif path not in real:
            yield f"{path} is in the stand-in alone"
        else:
            seen, sent = real[path] - {"null"}, ours[path] - {"null"}
            if seen and sent and not seen & sent:
                yield f"{path} is {_listed(seen)}, in the stand-in {_listed(sent)}"


def _parent(path: str) -> str:
    """Return the object or the list that a path is in; an item of a list has no key of its own."""
    cut = max(path.rfind("."), path.rfind("[]"))
    return path[:cut] if cut > 0 else ""


def _listed(kinds: set[str]) -> str:
    return " or ".join(sorted(kinds))
