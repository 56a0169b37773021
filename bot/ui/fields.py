"""What a player names in a move: how it is labelled, written, read, offered.

A *value* is what one field fills in: the bare value of a single attribute of the move, or a tuple
of several (`first, cards, values` of a play) in the order of `fills`. Numbers, players, yes or no
and one of a list are here; what is peculiar to a game (cards, dice, cash) is that face's own.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from bot.ui.words import SEAT_NUMBER, Names, begins, escape, folded, listed
from games.rules import Refusal

Known: TypeAlias = Mapping[str, Any]
"""Some of a move's attributes, as values."""


class _Ask:
    def __repr__(self) -> str:
        return "ASK"


ASK: Final[Any] = _Ask()
"""There is no usual value: it must be named."""


@dataclass(frozen=True, kw_only=True)
class Count:
    """One entry of a form that counts: a menu of how many of a kind, or a line to type."""

    label: str
    choices: Sequence[tuple[str, str]] = ()
    """(how it is called, what it says): `("2 of 3", "50x2")`; without, it is typed."""
    says: str = ""
    """What it is filled with."""
    hint: str = ""
    pic: str = ""


@dataclass(frozen=True, kw_only=True)
class Field:
    """One thing that a player names. Everything here is pure, and gets a seat's own view.

    Of `read` and `write` it holds that `read(write(value))` gives that value, in every position.
    """

    name: str
    """The option's name in the slash command, and the field's in a form: `amount`."""
    fills: tuple[str, ...]
    """The move's attributes that it fills."""
    label: str
    """At most 45 characters: asks for it in a form, and describes the option of a command."""
    write: Callable[[Any, Names], str]
    """Writes a value as players say it, in plain text: on a menu, in an example."""
    read: Callable[[str, Any, Names], tuple[Any, str]]
    """(text, view, names): reads a value at the beginning of a text; returns it and what is left.

    Raises Refusal, in a sentence, if it makes no sense."""
    offer: Callable[[Any, Known], Sequence[Any]] = lambda view, known: ()
    """(view, what is named already): likely values, the likeliest first, where the kind of move is
    only sampled; of other kinds the legal moves say all values there are."""
    sort: Callable[[Any, Known, Sequence[Any]], Sequence[Any]] = lambda view, known, values: values
    """(view, what is named already, values that can be named): the same, the likeliest first."""
    closed: bool = False
    """What is offered is all that can be named: then it is a menu, and one alone is never asked."""
    likely: Callable[[Any, Known, Sequence[Any]], Any] = lambda view, known, values: values[0]
    """(view, named already, values): what a form is filled with; ASK: nothing."""
    hint: Callable[[Any, Known], str] = lambda view, known: ""
    """(view, named already): the limits, in a few words: `$60 to $140, in tens`."""
    about: Callable[[Any, Any, Names], str] = lambda value, view, names: ""
    """(value, view, names): a second line for a value on a menu, at most 100 characters."""
    pic: Callable[[Any], str] = lambda value: ""
    """(value): names the small picture before a value on a menu (bot/ui/pics.py); "" of none."""
    usual: Any = ASK
    """What it is where it is left out in a line, a command or a form."""
    usually: Callable[[Any, Known], Any] | None = None
    """(view, what is named already): what it is then, where that depends on the terms, or on what
    else is named; ASK: it must be named. `usual`, not ASK, says that it can be left out at all."""
    before: str = ""
    """The little word before it in a typed line: `to`, `as`. Its `read` takes it, too."""
    option: type[str] | type[int] | type[bool] = str
    """The type of the slash command's option."""
    lines: str = ""
    """What parts its parts where it is written, if a form gives each a line of its own: `, `."""
    counts: Callable[[Any, Known, Any, int], Sequence[Count]] | None = None
    """(view, named already, the likeliest value or ASK, how many there is room for): the entries in
    which a form has it counted (bot/ui/counts.py); none where it cannot be, and it is typed."""
    together: Callable[[Sequence[str]], str] = " ".join
    """Puts what these say into what would be typed; of none is said nothing."""


def known_of(field: Field, value: Any) -> Known:
    """Turn a field's value into the attributes that it fills."""
    if len(field.fills) == 1:
        return {field.fills[0]: value}
    return dict(zip(field.fills, value, strict=True))


def usual_of(field: Field, view: Any, known: Known) -> Any:
    """Say what a field is where it is left out; ASK: it must be named."""
    if field.usual is ASK or field.usually is None:
        return field.usual
    return field.usually(view, known)


def value_in(field: Field, known: Known) -> Any:
    """Put a field's value together from attributes; every one of its own must be there."""
    if len(field.fills) == 1:
        return known[field.fills[0]]
    return tuple(known[name] for name in field.fills)


# --- the house's own kinds ------------------------------------------------------------------------

_NUMBER = re.compile(r"\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,12})(?![0-9])", re.ASCII)


def number(name: str, fills: str, label: str, *, money: bool = False, **more: Any) -> Field:
    """A whole number of at least 0: `80`, `$80`, `1,200`."""

    def write(value: int, names: Names) -> str:
        return f"${value:,}" if money else str(value)

    def read(text: str, view: Any, names: Names) -> tuple[int, str]:
        found = _NUMBER.match(text.strip())
        if found is None:
            hint = made.hint(view, {})
            limits = f" ({hint})" if hint else ""
            said = f" “{escape(text.strip()[:20])}” is none." if text.strip() else ""
            raise Refusal(f"I need a number there{limits}.{said}")
        return int(found[1].replace(",", "")), text.strip()[found.end() :]

    made = Field(name=name, fills=(fills,), label=label, write=write, read=read, option=int)
    made = replace(made, **more)
    return made


def player(name: str, fills: str, label: str, **more: Any) -> Field:
    """Another player, by name, by the beginning of one that only one has, or as `seat 3`."""

    def write(seat: int, names: Names) -> str:
        return names.to_type(seat)

    made = Field(name=name, fills=(fills,), label=label, write=write, read=read_player)
    return replace(made, **more)


def read_player(text: str, view: Any, names: Names) -> tuple[int, str]:
    """Read another player than the owner of a view at the beginning of a text."""
    line = folded(text)  # what is left is folded too: lengths may differ
    others = [seat for seat in range(len(names)) if seat != view.seat]
    found = SEAT_NUMBER.match(line)
    if found:  # somebody who is called `seat 2` is not seat 2, nor is `seat 9` Seathwaite
        if int(found[1]) - 1 in others:
            return int(found[1]) - 1, line[found.end() :].strip(" ,")
        raise Refusal(_who_is_meant(others, names))
    called = {seat: folded(names.called(seat)) for seat in others}
    written = [(seat, one) for seat in others for one in {called[seat], folded(names.plain(seat))}]
    fits = [one for one in written if begins(line, one[1])]
    longest = max((len(one) for _, one in fits), default=0)
    whole = [seat for seat, one in fits if len(one) == longest]
    if len(whole) == 1:
        return whole[0], line[longest:].strip(" ,")
    if whole:
        which = listed([f"`seat {seat + 1}`" for seat in whole], "or")
        raise Refusal(f"Several here are called {escape(names.called(whole[0]))}: say {which}.")
    first = re.split(r"[ ,]", line, maxsplit=1)[0]
    near = [seat for seat in others if first and called[seat].startswith(first)]
    if len(near) == 1:
        return near[0], line[len(first) :].strip(" ,")
    if near:
        raise Refusal(f"Who is meant: {listed([names[seat] for seat in near], 'or')}?")
    raise Refusal(_who_is_meant(others, names))


def _who_is_meant(others: Sequence[int], names: Names) -> str:
    alone = f"Nobody but {names.all(others)} sits at this table with you."
    more = f"Who is meant? The others at this table are {names.all(others)}."
    return alone if len(others) == 1 else more


def yes_no(name: str, fills: str, label: str, **more: Any) -> Field:
    """Yes or no."""
    words = {"yes": True, "y": True, "true": True, "no": False, "n": False, "false": False}

    def read(text: str, view: Any, names: Names) -> tuple[bool, str]:
        line = text.strip()
        first = re.match(r"\w*", line)
        assert first is not None  # it may be empty
        if first[0].casefold() not in words:
            raise Refusal(f"{label}: `yes` or `no`?")
        return words[first[0].casefold()], line[first.end() :].strip(" ,")

    def write(value: bool, names: Names) -> str:
        return "yes" if value else "no"

    made = Field(name=name, fills=(fills,), label=label, write=write, read=read, option=bool)
    return replace(made, **{"closed": True, "offer": _both, **more})


def _both(view: Any, known: Known) -> tuple[bool, bool]:
    return True, False


def one_of(
    name: str,
    fills: str,
    label: str,
    words: Mapping[Any, str],
    also: Mapping[str, Any] | None = None,
    **more: Any,
) -> Field:
    """One of a fixed list: `words` writes each value, `also` are other words that are read."""
    read_as = {folded(text): value for value, text in words.items()} | dict(also or {})

    def read(text: str, view: Any, names: Names) -> tuple[Any, str]:
        line = folded(text)
        for word in sorted(read_as, key=len, reverse=True):
            if begins(line, word):
                return read_as[word], line[len(word) :].strip(" ,")
        raise Refusal(f"{label}: {listed([f'`{text}`' for text in words.values()], 'or')}?")

    def write(value: Any, names: Names) -> str:
        return words[value]

    return replace(Field(name=name, fills=(fills,), label=label, write=write, read=read), **more)
