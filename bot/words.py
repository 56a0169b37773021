"""Words for panels: names made harmless, lists as a sentence has them, texts cut to fit."""

import re
from collections.abc import Sequence
from typing import overload


class Names(Sequence[str]):
    """The names of the seats, escaped so that no name can ping, link or format.

    >>> names = Names(["@everyone", "a*b"])
    >>> names[1]
    'a\\\\*b'
    >>> names.plain(1)
    'a*b'
    """

    def __init__(self, raw: Sequence[str]) -> None:
        self._names = tuple(escape(name) for name in raw)
        self._plain = tuple(one_line(name) for name in raw)

    def plain(self, seat: int) -> str:
        """Return a name for a label: there Discord shows every character as it is."""
        return self._plain[seat]

    @overload
    def __getitem__(self, seat: int) -> str: ...
    @overload
    def __getitem__(self, seat: slice) -> Sequence[str]: ...
    def __getitem__(self, seat: int | slice) -> str | Sequence[str]:
        return self._names[seat]

    def __len__(self) -> int:
        return len(self._names)

    def all(self, seats: Sequence[int] | frozenset[int]) -> str:
        """Write several in a sentence: `Ann, Ben and Cat`; nobody is `nobody`."""
        return listed([self[seat] for seat in sorted(seats)])


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does: `a, b and c`."""
    if not words:
        return "nobody"
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def escape(text: str) -> str:
    """Make a stranger's text harmless: one line, no markdown, no mention, no link."""
    plain = re.sub(r"([\\`*_~|\[\]()#>-])", r"\\\1", one_line(text))
    return plain.replace("@", "@\u200b").replace("<", "‹").replace("://", ":\u200b//")


def one_line(text: str) -> str:
    """Put a stranger's text on one line of at most 40 characters; empty becomes `somebody`."""
    return " ".join(text.split())[:40] or "somebody"


def short(text: str, limit: int) -> str:
    """Cut a text that is too long for its place, visibly."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def spoken(seats: range) -> str:
    """Say how many may play: `3 to 5`."""
    low, high = seats.start, seats.stop - 1
    return str(low) if low == high else f"{low} to {high}"
