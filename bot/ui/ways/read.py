"""What is read: a press, a choice, a form or a typed line becomes known attributes of a move."""

import json
import re
from collections.abc import Sequence
from typing import Any

from bot.ui.panels.panel import Request
from bot.ui.panels.words import EDGES, Names, escape, short, visible
from bot.ui.ways.fields import Field, Known
from bot.ui.ways.resolve import NONE, NotNow, attribute_names, codec_of, fill_usual, known_of
from bot.ui.ways.ways import TYPED_TEXT, AnyWay, Legal, field_of
from db.base.codec import Codec, Unreadable
from games.rules import Refusal

_COUNTED = re.compile(r"#([a-z_]+)_[a-z]")
_SUBJECT = re.compile(r"^i(?:'ll| will)? ", re.IGNORECASE)


def named_in(way: AnyWay, wanted: Request, view: Any, names: Names) -> Known:
    """Parse a request's arguments. Raises Refusal, because they may be forged or mistyped."""
    known: dict[str, Any] = {}
    left_out: list[Field] = []
    counts: dict[str, list[tuple[str, str]]] = {}
    for key, text in wanted.args.items():
        field = field_of(way, key[1:])
        if key[0] == "?" and field is not None:
            if text.strip():
                known |= known_of(field, _read_whole(field, text, view, names))
            else:
                left_out.append(field)
        elif key[0] == "*" and field is not None:
            known |= parse_choice(way, field, text)
        elif field_counted(key) and field_of(way, field_counted(key)) is not None:
            counts.setdefault(field_counted(key), []).append((key, text))
        elif key in attribute_names(way.move):
            known[key] = _load_value(codec_of(way.move, key), text)
        elif key == TYPED_TEXT and way.read is not None:
            known |= way.read(text, view, names)
        else:
            raise Refusal("That button doesn't work any more.")
    for field in [field for field in way.fields if field.name in counts]:
        text = put_together(field, counts[field.name])
        known |= known_of(field, _read_whole(field, text, view, names))
    return fill_usual(left_out, known, view)[0]


def _load_value(codec: Codec[Any], text: str) -> Any:
    try:
        return codec.load(text)
    except Unreadable:
        raise Refusal("That button doesn't work any more.") from None


def parse_choice(way: AnyWay, field: Field, text: str) -> Known:
    """Parse a menu's chosen value, which is JSON: one value, or a list for several attributes."""
    if len(field.fills) == 1:
        return {field.fills[0]: _load_value(codec_of(way.move, field.fills[0]), text)}
    try:
        values = json.loads(text)
    except ValueError:
        values = None
    if not isinstance(values, list) or len(values) != len(field.fills):  # pyright: ignore
        raise Refusal("That button doesn't work any more.")
    written: list[str] = [json.dumps(value) for value in values]  # pyright: ignore
    return {
        name: _load_value(codec_of(way.move, name), text)
        for name, text in zip(field.fills, written, strict=True)
    }


def _read_whole(field: Field, text: str, view: Any, names: Names) -> Any:
    value, rest = field.read(text, view, names)
    if rest.strip(" .,!"):
        raise Refusal(f"{field.label}: I don't understand “{escape(short(rest.strip(), 20))}”.")
    return value


def field_counted(key: str) -> str:
    """Return the name of the field that a form's counting entry belongs to, or ""."""
    found = _COUNTED.fullmatch(key)
    return found[1] if found else ""


def put_together(field: Field, counts: Sequence[tuple[str, str]]) -> str:
    """Join counting entries into the line that a player would type. Raises Refusal if forged."""
    said = [text.strip() for _, text in sorted(counts)]
    if field.counts is None or not all(said):
        raise Refusal("That button doesn't work any more.")
    return field.together([text for text in said if text != NONE])


class Meant(Refusal):
    """The refusal of a line without a verb that can only be meant for this way: `A-K`."""


def plain_line(text: str) -> str:
    """Normalize a typed line: remove quotes around it and collapse its spaces."""
    return " ".join(visible(text).replace("’", "'").split()).strip(EDGES)


def read_line(
    ways: Sequence[AnyWay], text: str, view: Any, names: Names, legal: Legal
) -> tuple[AnyWay, Known] | None:
    """Parse a typed line into the attributes of a move. Return None if it can't be one.

    A line starts with a verb, maybe after `I`, unless its kind of move needs none. Raises Refusal
    if the line starts correctly but the rest makes no sense.
    """
    line = plain_line(text)
    spoken = _spoken(ways, line)
    if not spoken and (spoken := _spoken(ways, verb := _SUBJECT.sub("", line, count=1))):
        line = verb
    # If two kinds of move share a word, prefer the kind that is legal now.
    for word, way, known in sorted(spoken, key=lambda hit: (-len(hit[0]), not legal.of(hit[1]))):
        rest = line[len(word) :].strip(" ,:")
        if known and rest:
            continue  # a phrase must match the whole line
        try:
            return way, known or _fields_in(way, rest, view, names)
        except Refusal as refusal:
            raise refusal if legal.of(way) else NotNow(way) from None
    trouble: Refusal | None = None
    for way in ways:
        if way.bare and legal.of(way) and line:
            try:
                return way, _fields_in(way, line, view, names)
            except Refusal as refusal:
                meant = isinstance(refusal, Meant) or re.search("[0-9]", line)
                if meant or _begins_well(way, line, view, names):
                    trouble = trouble or refusal
    if trouble is not None:
        raise trouble
    return None


def _spoken(ways: Sequence[AnyWay], line: str) -> list[tuple[str, AnyWay, Known]]:
    return [(word, way, known) for way in ways for word, known in way.spoken_in(line)]


def _begins_well(way: AnyWay, line: str, view: Any, names: Names) -> bool:
    """Return whether a line without a verb starts with a value for the first field of a move."""
    try:
        return bool(way.fields) and bool(way.fields[0].read(line, view, names))
    except Refusal:
        return False


def _fields_in(way: AnyWay, text: str, view: Any, names: Names) -> Known:
    if way.read is not None:
        return way.read(text, view, names)
    known: dict[str, Any] = {}
    rest = text
    for field in way.fields:
        rest = rest.strip(" ,")
        if not rest:
            break
        value, rest = field.read(rest, view, names)
        known |= known_of(field, value)
    if rest.strip(" .,!"):
        raise Refusal(f"I don't understand “{escape(short(rest.strip(), 20))}” there.")
    return known
