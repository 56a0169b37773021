"""Forms with counters: which menu choices say a value, and all values that they can say."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from typing import Any

from bot.ui.panels.panel import Entry, Form
from bot.ui.panels.words import Names
from bot.ui.ways.fields import Field
from bot.ui.ways.read import field_counted, put_together

MOST = 200  # combinations of a form's choices to look at


def counts_in(form: Form) -> dict[str, list[Entry]]:
    """Group the counting entries of a form by their field."""
    found: dict[str, list[Entry]] = {}
    for entry in form.entries:
        if name := field_counted(entry.key):
            found.setdefault(name, []).append(entry)
    return found


class Counting:
    """The entries that count one field; each choice is parsed once."""

    def __init__(self, entries: Sequence[Entry], field: Field, view: Any, names: Names) -> None:
        self._entries, self._field, self._view, self._names = entries, field, view, names
        self._says: dict[str, dict[tuple[str, str], Counter[Any]]] = {}

    def chosen_for(self, value: Any) -> dict[str, str] | None:
        """Return the choices that say a value; None if no choices do."""
        first = self._field.write(value, self._names).split()[0]
        chosen = {entry.key: first for entry in self._entries if not entry.choices}
        says = self._said(chosen)
        left = Counter(_atoms(value)) - says["", ""]
        for entry in (entry for entry in self._entries if entry.choices):
            here = {choice.value: says[entry.key, choice.value] for choice in entry.choices}
            kinds = {kind for some in here.values() for kind in some}
            wanted = Counter({kind: left[kind] for kind in kinds if left[kind]})
            fits = [text for text, some in here.items() if some == wanted]
            if not fits:
                return None
            chosen[entry.key] = fits[0]
            left -= wanted
        return None if left else chosen

    def _said(self, typed: Mapping[str, str]) -> Mapping[tuple[str, str], Counter[Any]]:
        """Return what each choice says in text; the pair of empty strings says nothing."""
        key = "\n".join(typed.values())
        if key not in self._says:
            none = self._read(typed) if typed else Counter[Any]()
            self._says[key] = {("", ""): none} | {
                (entry.key, choice.value): self._read({**typed, entry.key: choice.value}) - none
                for entry in self._entries
                for choice in entry.choices
            }
        return self._says[key]

    def _read(self, args: Mapping[str, str]) -> Counter[Any]:
        text = put_together(self._field, list(args.items()))
        value, rest = self._field.read(text, self._view, self._names)
        assert not rest.strip(), rest
        return Counter(_atoms(value))


def counted_as(
    entries: Sequence[Entry], field: Field, value: Any, view: Any, names: Names
) -> dict[str, str] | None:
    """Return the choices that say a value; None if no choices do."""
    return Counting(entries, field, view, names).chosen_for(value)


def _atoms(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _atoms(item)
    else:
        yield value


def all_counts(entries: Sequence[Entry]) -> Iterator[dict[str, str]]:
    """Yield combinations of choices for these entries, evenly spread if there are many."""
    keys = [entry.key for entry in entries]
    each = [[choice.value for choice in entry.choices] or [entry.default] for entry in entries]
    step = (
        max(1, prod(map(len, each)) // MOST) | 1
    )  # an odd stride, so that a menu of two choices changes too
    for some in islice(product(*each), 0, None, step):
        yield dict(zip(keys, some, strict=True))
