"""Words for panels: names made harmless, lists as a sentence has them, texts cut to fit."""

import re
from collections.abc import Sequence
from typing import overload

SEAT_NUMBER = re.compile(r"seat ([0-9]{1,2})(?!\w)")
EDGES = ' ,.:!`“”"'  # what is cut off around a typed line, and between two things in it
LITTLE = ("to", "with", "from", "of", "as")  # words that may lead in what is named


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

    def to_type(self, seat: int) -> str:
        """Return what can be typed to mean this seat and no other: a name, or `seat 3`."""
        name = folded(self._plain[seat])
        alike = sum(folded(other) == name for other in self._plain)
        clear = (
            alike == 1
            and not SEAT_NUMBER.match(name)  # nobody is hidden by being called that
            and name.strip(EDGES) == name  # or part of it would be cut off
            and "`" not in name  # where it stands as an example nothing can be escaped
            and name.split(" ", 1)[0] not in LITTLE  # it may stand before a name as well
        )
        return self._plain[seat] if clear else f"seat {seat + 1}"

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


def escape(text: str, limit: int = 40) -> str:
    """Make a stranger's text harmless: one line, no markdown, no mention, no link."""
    plain = re.sub(r"([\\`*_~|\[\]()#>-])", r"\\\1", one_line(text, limit))
    return plain.replace("@", "@\u200b").replace("<", "‹").replace("://", ":\u200b//")


def one_line(text: str, limit: int = 40) -> str:
    """Put a stranger's text on one line of so many characters; empty becomes `somebody`."""
    return " ".join(text.split())[:limit].rstrip() or "somebody"


def folded(text: str) -> str:
    """Put a name, or what is typed for one, into the form in which they are compared."""
    return " ".join(text.casefold().replace("’", "'").split())


def short(text: str, limit: int) -> str:
    """Cut a text that is too long for its place, visibly."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def spoken(seats: range) -> str:
    """Say how many may play: `3 to 5`."""
    low, high = seats.start, seats.stop - 1
    return str(low) if low == high else f"{low} to {high}"
