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
    for one in form.entries:
        if name := field_counted(one.key):
            found.setdefault(name, []).append(one)
    return found


def counted_as(
    entries: Sequence[Entry], field: Field, value: Any, view: Any, names: Names
) -> dict[str, str] | None:
    """Choose what says a value; None if it cannot be said there."""
    typed = {one.key: field.write(value, names).split()[0] for one in entries if not one.choices}
    none = _said(field, typed, view, names) if typed else Counter[Any]()
    left, chosen = Counter(_atoms(value)) - none, dict(typed)
    for entry in (one for one in entries if one.choices):
        says = {
            one.value: _said(field, {**typed, entry.key: one.value}, view, names) - none
            for one in entry.choices
        }
        kinds = {kind for some in says.values() for kind in some}
        wanted = Counter({kind: left[kind] for kind in kinds if left[kind]})
        fits = [text for text, some in says.items() if some == wanted]
        if not fits:
            return None
        chosen[entry.key] = fits[0]
        left -= wanted
    return None if left else chosen


def _said(field: Field, args: Mapping[str, str], view: Any, names: Names) -> Counter[Any]:
    value, rest = field.read(put_together(field, list(args.items())), view, names)
    assert not rest.strip(), rest
    return Counter(_atoms(value))


def _atoms(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for one in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _atoms(one)
    else:
        yield value


def all_counts(entries: Sequence[Entry]) -> Iterator[dict[str, str]]:
    """Choose in every way what can be chosen in these entries; evenly some, if they are many."""
    keys = [one.key for one in entries]
    each = [[choice.value for choice in one.choices] or [one.default] for one in entries]
    step = max(1, prod(map(len, each)) // MOST) | 1  # odd: or a menu of two would stand still
    for some in islice(product(*each), 0, None, step):
        yield dict(zip(keys, some, strict=True))
