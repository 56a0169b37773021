"""Text for panels: make names harmless, join lists, and shorten texts that are too long."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import overload

SEAT_NUMBER = re.compile(r"seat ([0-9]{1,2})(?!\w)")
EDGES = ' ,.:!`“”"'  # characters removed from a typed line and from the words in it
LITTLE = ("to", "with", "from", "of", "as")  # words that can precede a value
LONGEST = 40  # maximum length of a name
LINE = 4000  # maximum length of any other typed text, as on Discord
MARKS = 2  # accents allowed on one letter, because a pile of them covers neighbouring lines

_UNSEEN = {"Cc", "Cf", "Cs", "Co"}  # control and format characters, lone surrogates, private use
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_LINK = re.compile(r"[^\s.。][.。][^\W\d_]{2}|://")  # a host, such as `a.gg`, or a scheme
_BREAKS = re.compile("[.。:]")  # 。 separates the parts of a host, too
_MENTIONS_SEAT = re.compile(r"(?<!\w)seat\W*[0-9]")
_LETTER = re.compile(r"\w")
_MISREAD = re.compile(r"[#$+:-]|.*:")  # a name such as `12: pass` would be read as a table's number


class Names(Sequence[str]):
    r"""The names of the seats, escaped so that no name can ping, link or format.

    If two names look alike, the seat is added to both wherever they are shown.

    >>> names = Names(["@everyone", "a*b", "Ann", "ANN"])
    >>> names[1]
    'a\\*b'
    >>> names.plain(1)
    'a*b'
    >>> names.plain(3)
    'ANN (seat 4)'
    """

    def __init__(self, raw: Sequence[str]) -> None:
        self._label_of = tuple(one_line(name) for name in raw)
        alike = [_likeness(name) for name in self._label_of]
        often = Counter(alike)
        self._alone = tuple(often[likeness] == 1 for likeness in alike)
        tags = [
            f" (seat {seat + 1})" if often[likeness] > 1 or _MENTIONS_SEAT.search(likeness) else ""
            for seat, likeness in enumerate(alike)
        ]
        kept = [
            one_line(name, LONGEST - len(tag))
            for name, tag in zip(self._label_of, tags, strict=True)
        ]
        self._names = tuple(escape(name) + tag for name, tag in zip(kept, tags, strict=True))
        self._plain = tuple(name + tag for name, tag in zip(kept, tags, strict=True))

    def plain(self, seat: int) -> str:
        """Return a name for a button or menu label, where Discord doesn't format text."""
        return self._plain[seat]

    def called(self, seat: int) -> str:
        """Return a player's name without the seat, for comparison with typed lines."""
        return self._label_of[seat]

    def to_type(self, seat: int) -> str:
        """Return the text that means exactly this seat in a typed line: a name, or `seat 3`."""
        name = folded(self._label_of[seat])
        clear = (
            self._alone[seat]
            and not SEAT_NUMBER.match(name)  # a name like this must not hide another seat
            and not name[0].isnumeric()  # the name would be read as an amount
            and not _MISREAD.match(name)
            and name.strip(EDGES) == name  # part of the name would be removed
            and "`" not in name  # examples are code spans, and those can't escape it
            and name.split(" ", 1)[0] not in LITTLE  # such a word can precede a name
        )
        return self._label_of[seat] if clear else f"seat {seat + 1}"

    @overload
    def __getitem__(self, seat: int) -> str: ...
    @overload
    def __getitem__(self, seat: slice) -> Sequence[str]: ...
    def __getitem__(self, seat: int | slice) -> str | Sequence[str]:
        return self._names[seat]

    def __len__(self) -> int:
        return len(self._names)

    def all(self, seats: Sequence[int] | frozenset[int]) -> str:
        """List the names of seats in a sentence: `Ann, Ben and Cat`, or `nobody`."""
        return listed([self[seat] for seat in sorted(seats)])


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does: `a, b and c`."""
    if not words:
        return "nobody"
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def escape(text: str, limit: int = LONGEST) -> str:
    """Make a user's text harmless: one line, no markdown, no mention, no link."""
    plain = re.sub(r"([\\`*_~|\[\]()#>-])", r"\\\1", one_line(text, limit))
    return plain.replace("@", "@\u200b").replace("<", "‹")


def one_line(text: str, limit: int = LONGEST) -> str:
    """Put a user's text on one line of at most `limit` characters. "" becomes `somebody`.

    Put spaces into anything that an app could show as a link.

    >>> one_line("discord.gg/ann"), one_line("Dr.Who"), one_line("J.R. Tolkien")
    ('discord. gg/ann', 'Dr. Who', 'J.R. Tolkien')
    """
    return " ".join(_unlinked(visible(text)))[:limit].rstrip() or "somebody"


def _unlinked(text: str) -> list[str]:
    """Split a text into words. Put spaces into any that an app could show as a link.

    An app may first bring letters and dots of another style into the usual one.
    """
    words = text.split()
    if text.isascii() and not _BREAKS.search(text):  # almost always
        return words
    return [
        re.sub(".", _with_break, word).rstrip() if _LINK.search(_read_as(word)) else word
        for word in words
    ]


def _with_break(sign: re.Match[str]) -> str:
    return f"{sign[0]} " if _BREAKS.search(_read_as(sign[0])) else sign[0]


def _read_as(text: str) -> str:
    """Return a text in the usual style of its letters, without accents."""
    usual = unicodedata.normalize("NFKC", text)
    return "".join(sign for sign in usual if not unicodedata.category(sign).startswith("M"))


def visible(text: str) -> str:
    r"""Remove characters that are invisible or that disguise a user's text as another text.

    Removes control and format characters (direction marks, zero-width characters), lone surrogates,
    unusual blanks, more than two accents on a letter, and everything beyond the length of a
    message.

    >>> visible("A\u202enn\x00 \u200b\ud800Lee")
    'Ann Lee'
    """
    if text.isascii() and text.isprintable():
        return text[:LINE]
    seen = "".join(
        "\n" if letter == "\n" else " " if letter.isspace() else letter
        for letter in _BLANK.sub("", text[:LINE])
        if letter.isspace() or unicodedata.category(letter) not in _UNSEEN
    )
    kept: list[str] = []
    marks = MARKS  # an accent must not come first
    for letter in unicodedata.normalize("NFC", seen):
        if unicodedata.category(letter) not in ("Mn", "Me"):
            kept.append(letter)
            marks = MARKS if letter.isspace() else 0
        elif marks < MARKS:
            kept.append(letter)
            marks += 1
    return "".join(kept)


def begins(line: str, words: str) -> bool:
    """Return whether a line starts with these whole words, ignoring case.

    >>> begins("Ann $40", "ann"), begins("Anna $40", "ann")
    (True, False)
    """
    end = len(words)
    return end > 0 and line[:end].lower() == words.lower() and not _LETTER.match(line, end)


def folded(text: str) -> str:
    """Normalize a name or typed text for comparison: its case, spaces and apostrophes.

    >>> folded("Dr.Who") == folded(one_line("Dr.Who"))
    True
    """
    return " ".join(_unlinked(text.casefold().replace("’", "'")))


def _likeness(name: str) -> str:
    """Return a key that is the same for names that look alike."""
    return folded(unicodedata.normalize("NFKC", name))


def short(text: str, limit: int) -> str:
    """Shorten a text to `limit` characters, at a word if one ends in time, with an ellipsis.

    >>> short("investor i return investor 40", 20), short("Donaudampfschiff", 10)
    ('investor i return…', 'Donaudamp…')
    """
    if len(text) <= limit:
        return text
    word = text.rfind(" ", limit // 2, limit)
    return text[: word if word > 0 else limit - 1].rstrip() + "…"


def capital(text: str) -> str:
    """Capitalize the first letter only, unlike str.capitalize."""
    return text[:1].upper() + text[1:]


def spoken(seats: range) -> str:
    """Write a range of numbers of players: `3 to 5`."""
    low, high = seats.start, seats.stop - 1
    return str(low) if low == high else f"{low} to {high}"


def link_to(guild: int, channel: int, message: int) -> str:
    """Return the URL of a message in a server's channel."""
    return f"https://discord.com/channels/{guild}/{channel}/{message}"


def about(seconds: float) -> str:
    """Return a duration roughly in words.

    >>> about(40), about(7 * 60), about(18 * 60), about(3700)
    ('about a minute', 'about 7 minutes', 'about 20 minutes', 'about an hour')
    >>> about(2.6 * 3600), about(50 * 3600)
    ('about 3 hours', 'about 2 days')
    """
    minutes = max(1, round(seconds / 60))
    if minutes >= 36 * 60:
        return f"about {round(minutes / 1440)} days"
    if minutes >= 90:
        return f"about {round(minutes / 60)} hours"
    if minutes >= 53:
        return "about an hour"
    if minutes > 8:
        return f"about {round(minutes / 5) * 5} minutes"
    return "about a minute" if minutes == 1 else f"about {minutes} minutes"
