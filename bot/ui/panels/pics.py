"""Small pictures in text: application emojis, with a fallback where they are missing.

A face writes `pic("canoe")` into its text. The result is a marker of private-use characters, which
no name or typed text can contain because bot/ui/panels/words.py removes them. The renderer replaces
all markers by Discord's markup, or removes them all and leaves the plain text. The picture files
are in `cogs/<game>/emojis/` and, for all games, in `bot/ui/emojis/`.

    >>> plain(f"{pic('canoe')} Canoe")
    'Canoe'
    >>> plain(f"{pic('gem', '◆')} 1 gem")
    '◆ 1 gem'
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
MOST = 60  # the most pictures in one message

_OPEN, _INSTEAD, _CLOSE = "\ue000", "\ue001", "\ue002"
_ONLY = "="  # stands for a picture's name where text should appear only if pictures do
_MARK = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}]*?)(?:{_INSTEAD}([^{_OPEN}{_CLOSE}]*))?{_CLOSE}")
_BARE = f"{_OPEN}(?:=[^{_OPEN}{_CLOSE}]*|[^{_OPEN}{_INSTEAD}{_CLOSE}]*){_CLOSE}"
_LINE = re.compile(f"(?:(?<=\n)|\\A)(?:{_BARE} ?)+\n|\n(?:{_BARE} ?)+\\Z")
_REMOVED = re.compile(f"{_BARE} ?")
_STRAY = re.compile(f"[{_OPEN}{_INSTEAD}{_CLOSE}]")

NAME = re.compile(r"[a-z0-9_]{2,28}")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Pic:
    """A small picture: its name, the name of its emoji on Discord, and its file."""

    name: str
    emoji: str
    """`canoe_k3f`: the picture's name and three characters of the hash of its file."""
    file: Path


def pic(name: str, instead: str = "") -> str:
    """Write a picture's marker. `instead` is the text for places where pictures are missing.

    Without `instead`, the marker and the one space after it disappear.
    """
    return f"{_OPEN}{name}{_INSTEAD}{instead}{_CLOSE}" if instead else f"{_OPEN}{name}{_CLOSE}"


def big(*names: str) -> str:
    """Write a line that has only large pictures. It disappears where pictures are missing."""
    return beside("# ") + " ".join(map(pic, names))


def beside(text: str) -> str:
    """Write text that appears only beside pictures, like the mark of an empty slot."""
    return f"{_OPEN}{_ONLY}{text}{_CLOSE}"


def slots(name: str, count: int, of: int) -> str:
    """Write `count` pictures, then empty slots up to a total of `of`."""
    return pic(name) * count + beside(EMPTY) * (of - count)


EMPTY = "▢"


@lru_cache(maxsize=256)
def plain(text: str) -> str:
    """Return a text without its pictures, as a screen reader or a push notification shows it.

    The same text is measured for the room that it takes, drawn, and drawn again when another part
    of its message has changed, so the newest results are cached.
    """
    if _OPEN not in text:
        return text
    text = _REMOVED.sub("", _LINE.sub("", text))
    return _STRAY.sub("", _MARK.sub(lambda mark: mark[2] or "", text))


def names_in(text: str) -> Iterator[str]:
    """Yield the names of the pictures in a text, in order."""
    return (mark[1] for mark in _MARK.finditer(text) if not mark[1].startswith(_ONLY))


def drawn(text: str, known: Mapping[str, int]) -> str | None:
    """Return a text with Discord's markup for its pictures, or None if an emoji is missing.

    `known` are the ids of the existing emojis by their names on Discord.
    """
    markups = {name: markup(name, known) for name in names_in(text)}
    if not markups or "" in markups.values():
        return None
    return _MARK.sub(
        lambda mark: mark[1][1:] if mark[1].startswith(_ONLY) else markups[mark[1]], text
    )


def markup(name: str, known: Mapping[str, int]) -> str:
    """Return Discord's markup for a picture, or "" if its emoji is missing."""
    found = emoji_of(name, known)
    return f"<:{found[0]}:{found[1]}>" if found else ""


def emoji_of(name: str, known: Mapping[str, int]) -> tuple[str, int] | None:
    """Return the name and id of a picture's emoji, or None if it is missing."""
    found = all_pics().get(name)
    number = None if found is None else known.get(found.emoji)
    return None if found is None or number is None else (found.emoji, number)


def folders() -> list[Path]:
    """List the folders of pictures: the shared folder, and one for each game that has any."""
    return [ROOT / "bot/ui/emojis", *sorted(ROOT.glob("cogs/*/emojis"))]


@cache
def all_pics() -> Mapping[str, Pic]:
    """Load all pictures by name. The name of an emoji contains a hash of the picture's file."""
    found = [_read(file) for folder in folders() for file in sorted(folder.glob("*.png"))]
    return {pic.name: pic for pic in found}


def _read(file: Path) -> Pic:
    left, tag = int(hashlib.sha256(file.read_bytes()).hexdigest(), 16), ""
    for _ in range(3):
        left, digit = divmod(left, len(_DIGITS))
        tag += _DIGITS[digit]
    return Pic(file.stem, f"{file.stem}_{tag}", file)
