"""Build the entries of forms: lines to type, and counting menus.

A field with few values becomes a menu (built in ways.py). A field that combines cards of several
kinds is counted: each kind gets an entry, and their joined texts are read like a typed line.
"""

import re
from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Any

from bot.ui.fields import ASK, Field, Known, value_in
from bot.ui.panel import Choice, Entry
from bot.ui.words import Names, short
from games.rules import Refusal

CARRIED = 60  # characters in a form's custom_id that known attributes may use
NONE = "-"
"""The value of a counting entry for zero cards, because a menu's choice can't be empty."""

_COUNTED = re.compile(r"#([a-z_]+)_[a-z]")


def carried(
    named: Sequence[Field], known: Known, args: Mapping[str, str]
) -> tuple[Known, list[Field]]:
    """Split off the fields that don't fit into a form's custom_id. The form asks for them again.

    `named` are the completely known fields. `args` are the known attributes as written in
    custom_ids. Returns the attributes that fit, and the fields to ask for again.
    """
    kept, again = dict(known), list[Field]()
    sizes = {name: _size(name, text) for name, text in args.items()}
    for field in sorted(named, key=lambda field: -sum(sizes[name] for name in field.fills)):
        if sum(sizes[name] for name in kept) <= CARRIED:
            break
        again.append(field)
        for name in field.fills:
            del kept[name]
    return kept, again


def _size(name: str, text: str) -> int:
    """Return the size of an argument in a custom_id; too large if it cannot be written there."""
    return len(name) + len(text) + 2 if not re.search("[:;=]", text) else CARRIED + 1


def asked_again(field: Field, known: Known, view: Any, names: Names) -> Entry:
    """Make an entry that already contains the field's known value."""
    default = field.write(value_in(field, known), names)
    return typed(field, field.hint(view, known), default)


def typed(field: Field, hint: str, default: str) -> Entry:
    """Make an entry in which the player types a field's value."""
    return Entry(
        f"?{field.name}",
        field.label,
        hint,
        default.replace(field.lines, "\n") if field.lines else default,
        required=field.usual is ASK,
        long=bool(field.lines),
    )


def counted(field: Field, view: Any, known: Known, likely: Any, room: int) -> list[Entry]:
    """Make at most `room` counting entries for a field, or none if it can't be counted."""
    counts = () if field.counts is None else field.counts(view, known, likely, room)
    return [
        Entry(
            f"#{field.name}_{letter}",
            short(count.label, 45),
            short(count.hint, 100),
            "" if count.choices else count.says,
            [
                Choice(short(called, 100), says or NONE, chosen=says == count.says, pic=count.pic)
                for called, says in count.choices
            ],
            part_of=field.label,
        )
        for letter, count in zip(ascii_lowercase, counts, strict=False)
    ]


def field_counted(key: str) -> str:
    """Return the name of the field that a form's counting entry belongs to, or ""."""
    found = _COUNTED.fullmatch(key)
    return found[1] if found else ""


def put_together(field: Field, counts: Sequence[tuple[str, str]]) -> str:
    """Join counting entries into the line that a player would type. Raises Refusal if forged."""
    said = [text.strip() for _, text in sorted(counts)]
    if field.counts is None or not all(said):
        raise Refusal("That button is not one of mine any more.")
    return field.together([text for text in said if text != NONE])
