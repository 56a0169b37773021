"""How a form asks for a field: lines to type, counts, and what it carries along. Pure.

What has few values is a menu of them, which ways.py makes. What is put together from cards of
several kinds is counted: an entry for each kind, and what they say together is read as if it had
been typed.
"""

import re
from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Any

from bot.ui.fields import ASK, Field, Known, value_in
from bot.ui.panel import Choice, Entry
from bot.ui.words import Names, short
from games.rules import Refusal

CARRIED = 60  # characters of what is named already that fit into a form's custom_id
NONE = "-"
"""What a count says that says nothing, for a menu's choice cannot be empty."""

_COUNTED = re.compile(r"#([a-z_]+)_[a-z]")

# --- what is named already ------------------------------------------------------------------------


def carried(
    named: Sequence[Field], known: Known, args: Mapping[str, str]
) -> tuple[Known, list[Field]]:
    """Part what a form's custom_id has room for from the fields that it must ask once more.

    `named` are the fields that are known whole, `args` what is known as it would stand there.
    """
    kept, again = dict(known), list[Field]()
    sizes = {name: _size(name, text) for name, text in args.items()}
    for field in sorted(named, key=lambda one: -sum(sizes[name] for name in one.fills)):
        if sum(sizes[name] for name in kept) <= CARRIED:
            break
        again.append(field)
        for name in field.fills:
            del kept[name]
    return kept, again


def _size(name: str, text: str) -> int:
    """Say how much room an argument takes in a custom_id: too much if it cannot stand in it."""
    return len(name) + len(text) + 2 if not re.search("[:;=]", text) else CARRIED + 1


def asked_again(field: Field, known: Known, view: Any, names: Names) -> Entry:
    """Make an entry that is filled with what was named already."""
    default = field.write(value_in(field, known), names)
    return typed(field, field.hint(view, known), default)


# --- typed, and counted ---------------------------------------------------------------------------


def typed(field: Field, hint: str, default: str) -> Entry:
    """Make an entry in which a field is typed."""
    return Entry(
        f"?{field.name}",
        field.label,
        hint,
        default.replace(field.lines, "\n") if field.lines else default,
        required=field.usual is ASK,
        long=bool(field.lines),
    )


def counted(field: Field, view: Any, known: Known, likely: Any, room: int) -> list[Entry]:
    """Make the entries in which a field is counted, at most so many; none if it cannot be."""
    counts = () if field.counts is None else field.counts(view, known, likely, room)
    return [
        Entry(
            f"#{field.name}_{letter}",
            short(one.label, 45),
            short(one.hint, 100),
            "" if one.choices else one.says,
            [
                Choice(short(called, 100), says or NONE, chosen=says == one.says, pic=one.pic)
                for called, says in one.choices
            ],
            part_of=field.label,
        )
        for letter, one in zip(ascii_lowercase, counts, strict=False)
    ]


def field_counted(key: str) -> str:
    """Say which field an argument is a count of; "" if it is none."""
    found = _COUNTED.fullmatch(key)
    return found[1] if found else ""


def put_together(field: Field, counts: Sequence[tuple[str, str]]) -> str:
    """Write what counts say together as it would be typed. Raises Refusal: they may be forged."""
    said = [text.strip() for _, text in sorted(counts)]
    if field.counts is None or not all(said):
        raise Refusal("That button is not one of mine any more.")
    return field.together([one for one in said if one != NONE])
