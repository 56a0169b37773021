"""Forms that count: which choices of their entries say a value, and all that they can say."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from typing import Any

from bot.ui.fields import Field
from bot.ui.forms import field_counted, put_together
from bot.ui.panel import Entry, Form
from bot.ui.words import Names

MOST = 200  # of all that a form can say, so many are looked at


def counts_in(form: Form) -> dict[str, list[Entry]]:
    """List the entries of a form that count, by their field."""
    found: dict[str, list[Entry]] = {}
    for entry in form.entries:
        if name := field_counted(entry.key):
            found.setdefault(name, []).append(entry)
    return found


class Counting:
    """Some entries that count a field; what each of their choices says is worked out once."""

    def __init__(self, entries: Sequence[Entry], field: Field, view: Any, names: Names) -> None:
        self._entries, self._field, self._view, self._names = entries, field, view, names
        self._says: dict[str, dict[tuple[str, str], Counter[Any]]] = {}

    def chosen_for(self, value: Any) -> dict[str, str] | None:
        """Choose what says a value; None if it cannot be said there."""
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
        """Read what each choice says besides what is typed; ("", "") is what that says."""
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
    """Choose what says a value; None if it cannot be said there."""
    return Counting(entries, field, view, names).chosen_for(value)


def _atoms(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _atoms(item)
    else:
        yield value


def all_counts(entries: Sequence[Entry]) -> Iterator[dict[str, str]]:
    """Choose in every way what can be chosen in these entries; evenly some, if they are many."""
    keys = [entry.key for entry in entries]
    each = [[choice.value for choice in entry.choices] or [entry.default] for entry in entries]
    step = max(1, prod(map(len, each)) // MOST) | 1  # odd: or a menu of two would stand still
    for some in islice(product(*each), 0, None, step):
        yield dict(zip(keys, some, strict=True))
