"""Parse typed lines into moves, and write examples and suggestions of such lines."""

import re
from collections.abc import Sequence
from typing import Any

from bot.ui.fields import ASK, Field, Known, known_of, usual_of, value_in
from bot.ui.panel import CHOICE_LIMIT
from bot.ui.ways import AnyWay, Legal, NotNow, TypedText, attributes_of, values_of
from bot.ui.words import EDGES, Names, escape, listed, short, visible
from games.rules import Refusal


class Meant(Refusal):
    """The refusal of a line without a verb that can only be meant for this way: `A-K`."""


def plain_line(text: str) -> str:
    """Normalize a typed line: remove quotes around it and collapse its spaces."""
    return " ".join(visible(text).replace("’", "'").split()).strip(EDGES)


def read_line(
    ways: Sequence[AnyWay], text: str, view: Any, names: Names, legal: Legal
) -> tuple[AnyWay, Known] | None:
    """Parse a typed line into the attributes of a move. Return None if it can't be one.

    A line starts with a verb, unless its kind of move needs none. Raises Refusal if the line starts
    correctly but the rest makes no sense.
    """
    line = plain_line(text)
    spoken = [(word, way, known) for way in ways for word, known in way.spoken_in(line)]
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
        raise Refusal(f"I cannot make anything of “{escape(rest.strip()[:20])}” there.")
    return known


def examples(ways: Sequence[AnyWay], view: Any, names: Names, legal: Legal) -> list[str]:
    """Write an example line for each kind of move that is legal now: `pass`, `bid 80`.

    Quiet ways are left out: they can be typed too, but players rarely need them.
    """
    can = [way for way in ways if legal.of(way) and way.style != "quiet"]
    return [_with_verb_if_needed(ways, way, example(way, view, names, legal)) for way in can]


def _with_verb_if_needed(ways: Sequence[AnyWay], way: AnyWay, line: str) -> str:
    """Put the verb before a line that reads as another move, since a player may be named `pass`."""
    others = [other for other in ways if other is not way]
    taken = way.bare and any(other.spoken_in(line) for other in others)
    return f"{way.verb} {line}" if taken else line


def example(way: AnyWay, view: Any, names: Names, legal: Legal) -> str:
    """Write the likeliest legal move of one kind as a typed line."""
    move = way.example(view) or legal.of(way)[0]
    if isinstance(move, TypedText):
        return f"{way.verb} {move.line}"
    words = [] if way.bare else [way.verb]
    known = attributes_of(move)
    for field in way.fields:
        value = value_in(field, known)
        if value != usual_of(field, view, known):
            words.append(f"{field.before} {field.write(value, names)}".strip())
    return " ".join(words) if words else way.verb


def can_be_typed(ways: Sequence[AnyWay], view: Any, names: Names, legal: Legal) -> str:
    """Return a sentence that lists example lines, or "" if nothing can be typed now."""
    found = [f"`{line}`" for line in examples(ways, view, names, legal)]
    return f"You can type {listed(found, 'or')}." if found else ""


def what_else(ways: Sequence[AnyWay], situation: str, view: Any, names: Names, legal: Legal) -> str:
    """Describe the situation and the lines that can be typed, in reply to an impossible request."""
    return f"{situation} {can_be_typed(ways, view, names, legal)}".strip()


def suggestions(
    way: AnyWay, field: Field, given: Known, view: Any, names: Names, legal: Legal, typed: str
) -> list[tuple[str, str]]:
    """Suggest up to 25 legal values for a command's option, each as (shown text, typed text)."""
    if not legal.of(way):
        return []
    known = {name: value for name, value in given.items() if name not in field.fills}
    wanted = typed.casefold().strip()
    try:
        meant, _ = field.read(typed, view, names) if wanted else (ASK, "")
    except Refusal:
        meant = ASK
    suggested: list[tuple[str, str]] = []
    for value in values_of(way, field, known, view, legal):
        text = field.write(value, names)
        if wanted in text.casefold() or value == meant:
            about = field.about(value, view, names)
            suggestion = (short(f"{text}: {about}" if about else text, 100), text)
            # An exact match comes first, so that a long list doesn't cut it off.
            suggested.insert(0 if value == meant else len(suggested), suggestion)
    return suggested[:CHOICE_LIMIT]
