"""The fields of a move: how each field is labelled, written, read and offered.

The *value* of a field is either one attribute of the move, or a tuple of several attributes
(`first, cards, values` of a play) in the order of `fills`. This module provides fields for numbers,
players, yes or no, and fixed lists. A face defines fields for its own game (cards, cash).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from bot.ui.panels.words import SEAT_NUMBER, Names, begins, escape, folded, listed, short
from games.rules import Refusal

Known: TypeAlias = Mapping[str, Any]
"""Some attributes of a move, by name."""


class _Ask:
    def __repr__(self) -> str:
        return "ASK"


ASK: Final[Any] = _Ask()
"""Marks a field that has no usual value, so the player must name one."""


@dataclass(frozen=True, kw_only=True)
class Count:
    """One counting entry of a form: a menu for the number of cards of a kind, or a line to type."""

    label: str
    choices: Sequence[tuple[str, str]] = ()
    """The choices as (label, typed text): `("2 of 3", "50x2")`. Empty for a line to type."""
    says: str = ""
    """The text that the entry contains at first."""
    hint: str = ""
    pic: str = ""


@dataclass(frozen=True, kw_only=True)
class Field:
    """A value that a player names in a move. All callables are pure and get the seat's own view.

    `read(write(value))` must return the same value in every position.
    """

    name: str
    """The name of the slash command's option and of the form's entry: `amount`."""
    fills: tuple[str, ...]
    """The attributes of the move that the value fills."""
    label: str
    """The label in a form and the description of the command's option, at most 45 characters."""
    write: Callable[[Any, Names], str]
    """Writes a value as players say it, in plain text, for menus and examples."""
    read: Callable[[str, Any, Names], tuple[Any, str]]
    """(text, view, names): parses a value at the start of a text; returns it and the remaining
    text.

    Raises Refusal with a sentence for the player if the text makes no sense.
    """
    sentence: str = ""
    """What the field decides, on the panel of standing orders: `If I may pick a property to sell`.
    """
    offer: Callable[[Any, Known], Sequence[Any]] = lambda view, known: ()
    """(view, known attributes): likely values, the likeliest first, for kinds of move that are only
    sampled. For other kinds the legal moves determine the values.
    """
    sort: Callable[[Any, Known, Sequence[Any]], Sequence[Any]] = lambda view, known, values: values
    """(view, known attributes, values): sorts the values, the likeliest first."""
    closed: bool = False
    """Whether `offer` lists all values. If so, it becomes a menu, and a single value is never asked
    for."""
    likely: Callable[[Any, Known, Sequence[Any]], Any] = lambda view, known, values: values[0]
    """(view, known attributes, values): the value filled into a form at first; ASK for none."""
    hint: Callable[[Any, Known], str] = lambda view, known: ""
    """(view, known attributes): the limits in a few words: `$60 to $140, in tens`."""
    about: Callable[[Any, Any, Names], str] = lambda value, view, names: ""
    """(value, view, names): the description of a value in a menu, at most 100 characters."""
    pic: Callable[[Any], str] = lambda value: ""
    """(value): the name of a value's small picture in a menu (bot/ui/panels/pics.py), or ""."""
    usual: Any = ASK
    """The value that is used if a line, command or form leaves the field out."""
    usually: Callable[[Any, Known], Any] | None = None
    """(view, known attributes): overrides `usual` if it depends on the terms or on other fields;
    ASK if the field must be named after all. Has no effect if `usual` is ASK.
    """
    before: str = ""
    """The short word before the value in a typed line: `to`, `as`. `read` accepts it too."""
    option: type[str] | type[int] | type[bool] = str
    """The type of the slash command's option."""
    lines: str = ""
    """The separator in the written value, if a form shows each part on a line of its own: `, `."""
    counts: Callable[[Any, Known, Any, int], Sequence[Count]] | None = None
    """(view, known attributes, likeliest value or ASK, free entries): the entries with which a form
    counts this field (bot/ui/ways/counts.py). Without entries, the field is typed.
    """
    together: Callable[[Sequence[str]], str] = " ".join
    """Joins the texts of the counting entries into the line that a player would type."""


_NUMBER = re.compile(r"\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,12})(?![0-9])", re.ASCII)


def number(name: str, fills: str, label: str, *, money: bool = False, **more: Any) -> Field:
    """Make a field for a whole number of at least 0: `80`, `$80`, `1,200`.

    >>> amount = number("amount", "amount", "Amount", money=True)
    >>> names = Names(["Ann", "Ben"])
    >>> amount.read("$1,200 to Ben", None, names)  # the value, and the rest of the line
    (1200, ' to Ben')
    >>> amount.write(1200, names)
    '$1,200'
    """

    def write(value: int, names: Names) -> str:
        return f"${value:,}" if money else str(value)

    def read(text: str, view: Any, names: Names) -> tuple[int, str]:
        match = _NUMBER.match(text.strip())
        if match is None:
            hint = field.hint(view, {})
            limits = f" ({hint})" if hint else ""
            quoted = f"“{escape(short(text.strip(), 20))}” isn't a number. " if text.strip() else ""
            raise Refusal(f"{quoted}Please give a number{limits}.")
        return int(match[1].replace(",", "")), text.strip()[match.end() :]

    field = Field(name=name, fills=(fills,), label=label, write=write, read=read, option=int)
    field = replace(field, **more)
    return field


def player(name: str, fills: str, label: str, **more: Any) -> Field:
    """Make a field for another player: a name, the beginning of a unique name, or `seat 3`."""

    def write(seat: int, names: Names) -> str:
        return names.to_type(seat)

    made = Field(name=name, fills=(fills,), label=label, write=write, read=read_player)
    return replace(made, **more)


def read_player(text: str, view: Any, names: Names) -> tuple[int, str]:
    """Parse a player's name, but not that of the view's owner, at the start of a text.

    >>> from types import SimpleNamespace
    >>> names = Names(["Ann", "Ben", "Beatrice"])
    >>> ann = SimpleNamespace(seat=0)
    >>> read_player("bea 20", ann, names), read_player("seat 2", ann, names)
    ((2, '20'), (1, ''))
    >>> read_player("be 20", ann, names)
    Traceback (most recent call last):
        ...
    games.rules.Refusal: Who do you mean: Ben or Beatrice?
    """
    line = folded(text)  # Return the folded remainder too, because folding can change the length.
    others = [seat for seat in range(len(names)) if seat != view.seat]
    seat_match = SEAT_NUMBER.match(line)
    if seat_match:  # a player named `seat 2` is not seat 2, and `seat 9` does not mean Seathwaite
        if int(seat_match[1]) - 1 in others:
            return int(seat_match[1]) - 1, line[seat_match.end() :].strip(" ,")
        raise Refusal(_who_is_meant(others, names))
    called = {seat: folded(names.called(seat)) for seat in others}
    forms = [(seat, name) for seat in others for name in {called[seat], folded(names.plain(seat))}]
    fits = [(seat, name) for seat, name in forms if begins(line, name)]
    longest = max((len(name) for _, name in fits), default=0)
    whole = [seat for seat, name in fits if len(name) == longest]
    if len(whole) == 1:
        return whole[0], line[longest:].strip(" ,")
    if whole:
        which = listed([f"`seat {seat + 1}`" for seat in whole], "or")
        raise Refusal(
            f"Several players here are called {escape(names.called(whole[0]))}: say {which}."
        )
    first = re.split(r"[ ,]", line, maxsplit=1)[0]
    near = [seat for seat in others if first and called[seat].startswith(first)]
    if len(near) == 1:
        return near[0], line[len(first) :].strip(" ,")
    if near:
        raise Refusal(f"Who do you mean: {listed([names[seat] for seat in near], 'or')}?")
    raise Refusal(_who_is_meant(others, names))


def _who_is_meant(others: Sequence[int], names: Names) -> str:
    alone = f"The only other player here is {names.all(others)}."
    more = f"Who do you mean? The other players are {names.all(others)}."
    return alone if len(others) == 1 else more


def yes_no(name: str, fills: str, label: str, **more: Any) -> Field:
    """Make a field for yes or no.

    >>> look = yes_no("look", "look", "Look inside")
    >>> look.read("y", None, Names([])), look.write(False, Names([]))
    ((True, ''), 'no')
    """
    words = {"yes": True, "y": True, "true": True, "no": False, "n": False, "false": False}

    def read(text: str, view: Any, names: Names) -> tuple[bool, str]:
        line = text.strip()
        first = re.match(r"\w*", line)
        assert first is not None  # the rest of the text may be empty
        if first[0].casefold() not in words:
            raise Refusal(f"{label}: `yes` or `no`?")
        return words[first[0].casefold()], line[first.end() :].strip(" ,")

    def write(value: bool, names: Names) -> str:
        return "yes" if value else "no"

    field = Field(name=name, fills=(fills,), label=label, write=write, read=read, option=bool)
    return replace(field, **{"closed": True, "offer": _both, **more})


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
    """Make a field for a fixed list. `words` writes each value, `also` adds more words to read.

    >>> gift = one_of("gift", "gift", "Gift", {1: "Mittens", 2: "Coal"}, also={"lump": 2})
    >>> gift.read("Lump to Ben", None, Names([])), gift.write(1, Names([]))
    ((2, 'to ben'), 'Mittens')
    """
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
