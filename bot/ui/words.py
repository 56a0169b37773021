"""Words for panels: names made harmless, lists as a sentence has them, texts cut to fit."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import overload

SEAT_NUMBER = re.compile(r"seat ([0-9]{1,2})(?!\w)")
EDGES = ' ,.:!`“”"'  # what is cut off around a typed line, and between two things in it
LITTLE = ("to", "with", "from", "of", "as")  # words that may lead in what is named
LONGEST = 40  # characters of a name
LINE = 4000  # and of anything else that somebody types: Discord takes no more
MARKS = 2  # accents and the like on one letter: three are a pile that hides the lines around it

_UNSEEN = {"Cc", "Cf", "Cs", "Co"}  # control and format characters, halves of pairs, private use
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_SAYS_SEAT = re.compile(r"(?<!\w)seat\W*[0-9]")
_LETTER = re.compile(r"\w")
_LEADS_ASTRAY = re.compile(r"[#$+:-]|.*:")  # `12: pass` would begin with the number of a table


class Names(Sequence[str]):
    """The names of the seats, escaped so that no name can ping, link or format.

    Who could be taken for another is told apart by the seat, wherever names are read.

    >>> names = Names(["@everyone", "a*b", "Ann", "ANN"])
    >>> names[1]
    'a\\\\*b'
    >>> names.plain(1)
    'a*b'
    >>> names.plain(3)
    'ANN (seat 4)'
    """

    def __init__(self, raw: Sequence[str]) -> None:
        self._called = tuple(one_line(name) for name in raw)
        alike = [_likeness(name) for name in self._called]
        often = Counter(alike)
        self._alone = tuple(often[one] == 1 for one in alike)
        tags = [
            f" (seat {seat + 1})" if often[one] > 1 or _SAYS_SEAT.search(one) else ""
            for seat, one in enumerate(alike)
        ]
        kept = [
            one_line(name, LONGEST - len(tag)) for name, tag in zip(self._called, tags, strict=True)
        ]
        self._names = tuple(escape(name) + tag for name, tag in zip(kept, tags, strict=True))
        self._plain = tuple(name + tag for name, tag in zip(kept, tags, strict=True))

    def plain(self, seat: int) -> str:
        """Return a name for a label: there Discord shows every character as it is."""
        return self._plain[seat]

    def called(self, seat: int) -> str:
        """Return what somebody is called by themselves, without the seat: so a line is read."""
        return self._called[seat]

    def to_type(self, seat: int) -> str:
        """Return what can be typed to mean this seat and no other: a name, or `seat 3`."""
        name = folded(self._called[seat])
        clear = (
            self._alone[seat]
            and not SEAT_NUMBER.match(name)  # nobody is hidden by being called that
            and not name[0].isnumeric()  # or is taken for an amount
            and not _LEADS_ASTRAY.match(name)
            and name.strip(EDGES) == name  # or part of it would be cut off
            and "`" not in name  # where it stands as an example nothing can be escaped
            and name.split(" ", 1)[0] not in LITTLE  # it may stand before a name as well
        )
        return self._called[seat] if clear else f"seat {seat + 1}"

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


def escape(text: str, limit: int = LONGEST) -> str:
    """Make a stranger's text harmless: one line, no markdown, no mention, no link."""
    plain = re.sub(r"([\\`*_~|\[\]()#>-])", r"\\\1", one_line(text, limit))
    return plain.replace("@", "@\u200b").replace("<", "‹").replace("://", ":\u200b//")


def one_line(text: str, limit: int = LONGEST) -> str:
    """Put a stranger's text on one line of so many characters; empty becomes `somebody`."""
    return " ".join(visible(text).split())[:limit].rstrip() or "somebody"


def visible(text: str) -> str:
    """Take out of a stranger's text what nobody can see, or what makes it look like another.

    Control and format characters go (those that turn the direction of writing, those of no width),
    halves of characters, blanks that are no space, what is piled on a letter beyond two marks, and
    whatever is longer than a message can be.

    >>> visible("A\\u202enn\\x00 \\u200b\\ud800Lee")
    'Ann Lee'
    """
    if text.isascii() and text.isprintable():
        return text[:LINE]
    seen = "".join(
        "\n" if one == "\n" else " " if one.isspace() else one
        for one in _BLANK.sub("", text[:LINE])
        if one.isspace() or unicodedata.category(one) not in _UNSEEN
    )
    kept: list[str] = []
    marks = MARKS  # there is nothing yet to put a mark on
    for one in unicodedata.normalize("NFC", seen):
        if unicodedata.category(one) not in ("Mn", "Me"):
            kept.append(one)
            marks = MARKS if one.isspace() else 0
        elif marks < MARKS:
            kept.append(one)
            marks += 1
    return "".join(kept)


def begins(line: str, words: str) -> bool:
    """Say whether a line begins with such words, whole, in whatever case.

    >>> begins("Ann $40", "ann"), begins("Anna $40", "ann")
    (True, False)
    """
    end = len(words)
    return end > 0 and line[:end].lower() == words.lower() and not _LETTER.match(line, end)


def folded(text: str) -> str:
    """Put a name, or what is typed for one, into the form in which they are compared."""
    return " ".join(text.casefold().replace("’", "'").split())


def _likeness(name: str) -> str:
    """Put a name into a form in which those that look alike are the same."""
    return folded(unicodedata.normalize("NFKC", name))


def short(text: str, limit: int) -> str:
    """Cut a text that is too long for its place, visibly."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def capital(text: str) -> str:
    """Begin a text with a capital letter, and leave the rest of it."""
    return text[:1].upper() + text[1:]


def spoken(seats: range) -> str:
    """Say how many may play: `3 to 5`."""
    low, high = seats.start, seats.stop - 1
    return str(low) if low == high else f"{low} to {high}"
