"""What can be typed: lines read into moves, examples of them, and what is suggested. Pure."""

import re
from collections.abc import Sequence
from typing import Any

from bot.ui.fields import ASK, Field, Known, known_of, usual_of, value_in
from bot.ui.panel import CHOICE_LIMIT
from bot.ui.ways import (
    AnyWay,
    Legal,
    NotNow,
    Said,
    attributes_of,
    values_of,
)
from bot.ui.words import EDGES, Names, escape, listed, short, visible
from games.rules import Refusal


class Meant(Refusal):
    """A line without a verb is meant as this way's, for nothing else looks like it: `A-K`."""


def plain_line(text: str) -> str:
    """Put a typed line into the form in which it is read: no quotes round it, one space between."""
    return " ".join(visible(text).replace("’", "'").split()).strip(EDGES)


def read_line(
    ways: Sequence[AnyWay], text: str, view: Any, names: Names, legal: Legal
) -> tuple[AnyWay, Known] | None:
    """Read a typed line; None if no verb is in it, and nothing that is asked for without one.

    Raises Refusal for a line that begins well and makes no sense after that.
    """
    line = plain_line(text)
    spoken = [(word, way, known) for way in ways for word, known in way.spoken_in(line)]
    # of two kinds of move with the same word, the one that is legal now is meant
    for word, way, known in sorted(spoken, key=lambda one: (-len(one[0]), not legal.of(one[1]))):
        rest = line[len(word) :].strip(" ,:")
        if known and rest:
            continue  # a phrase says it all
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
    """Say whether a line without a verb names at least the first thing of a way."""
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
    """Write a line for each way that is legal now, as it can be typed: `pass`, `bid 80`.

    What is quiet can be typed as well, but is nobody's next step.
    """
    can = [way for way in ways if legal.of(way) and way.style != "quiet"]
    return [_unmistaken(ways, way, example(way, view, names, legal)) for way in can]


def _unmistaken(ways: Sequence[AnyWay], way: AnyWay, line: str) -> str:
    """Put the verb before a line that would be read as another move: somebody is called `pass`."""
    others = [one for one in ways if one is not way]
    taken = way.bare and any(one.spoken_in(line) for one in others)
    return f"{way.verb} {line}" if taken else line


def example(way: AnyWay, view: Any, names: Names, legal: Legal) -> str:
    """Write the likeliest legal move of a way as it can be typed."""
    move = way.example(view) or legal.of(way)[0]
    if isinstance(move, Said):
        return f"{way.verb} {move.line}"
    words = [] if way.bare else [way.verb]
    known = attributes_of(move)
    for field in way.fields:
        value = value_in(field, known)
        if value != usual_of(field, view, known):
            words.append(f"{field.before} {field.write(value, names)}".strip())
    return " ".join(words) if words else way.verb


def can_be_typed(ways: Sequence[AnyWay], view: Any, names: Names, legal: Legal) -> str:
    """Say what can be typed now; "" if nothing."""
    found = [f"`{one}`" for one in examples(ways, view, names, legal)]
    return f"You can type {listed(found, 'or')}." if found else ""


def what_else(ways: Sequence[AnyWay], situation: str, view: Any, names: Names, legal: Legal) -> str:
    """Say what is going on, and what can be done: the answer to what cannot."""
    return f"{situation} {can_be_typed(ways, view, names, legal)}".strip()


def suggestions(
    way: AnyWay, field: Field, given: Known, view: Any, names: Names, legal: Legal, typed: str
) -> list[tuple[str, str]]:
    """Suggest legal values for an option: (what is shown, what it is typed as), at most 25."""
    if not legal.of(way):
        return []
    known = {name: value for name, value in given.items() if name not in field.fills}
    wanted = typed.casefold().strip()
    try:
        meant, _ = field.read(typed, view, names) if wanted else (ASK, "")
    except Refusal:
        meant = ASK
    found: list[tuple[str, str]] = []
    for value in values_of(way, field, known, view, legal):
        text = field.write(value, names)
        if wanted in text.casefold() or value == meant:
            about = field.about(value, view, names)
            one = (short(f"{text}: {about}" if about else text, 100), text)
            # what is typed already comes first: in a long list it would be cut off
            found.insert(0 if value == meant else len(found), one)
    return found[:CHOICE_LIMIT]
