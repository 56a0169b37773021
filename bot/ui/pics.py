"""Small pictures beside words: application emojis, as a face writes them and a reader meets them.

A face writes `pic("canoe")` into its text: a marker of private-use characters, which no name and
no typed text can hold (bot/ui/words.py takes them out). Whoever renders a text turns its markers
into Discord's markup, or takes them all out: then it reads as it did before there were any. Which
pictures there are is what lies in the folders: `cogs/<game>/emojis/`, `bot/ui/emojis/` for all.

    >>> plain(f"{pic('canoe')} Canoe")
    'Canoe'
    >>> plain(f"{pic('gem', '◆')} 1 gem")
    '◆ 1 gem'
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST = 60  # pictures in one drawing

_OPEN, _INSTEAD, _CLOSE = "\ue000", "\ue001", "\ue002"
_ONLY = "="  # where a name would stand: what follows is text that stands beside pictures alone
_MARK = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}]*?)(?:{_INSTEAD}([^{_OPEN}{_CLOSE}]*))?{_CLOSE}")
_BARE = f"{_OPEN}(?:=[^{_OPEN}{_CLOSE}]*|[^{_OPEN}{_INSTEAD}{_CLOSE}]*){_CLOSE}"
_LINE = re.compile(f"(?:(?<=\n)|\\A)(?:{_BARE} ?)+\n|\n(?:{_BARE} ?)+\\Z")
_GOING = re.compile(f"{_BARE} ?")
_STRAY = re.compile(f"[{_OPEN}{_INSTEAD}{_CLOSE}]")

NAME = re.compile(r"[a-z0-9_]{2,28}")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Pic:
    """One picture: its word, what its emoji is called on Discord, and its file."""

    name: str
    emoji: str
    """`canoe_k3f`: the word, and three characters of what is drawn."""
    file: Path


# --- written --------------------------------------------------------------------------------------


def pic(name: str, instead: str = "") -> str:
    """Write a picture into text; `instead` stands in its place where there are no pictures.

    Without, nothing does, and the one space after it goes as well.
    """
    return f"{_OPEN}{name}{_INSTEAD}{instead}{_CLOSE}" if instead else f"{_OPEN}{name}{_CLOSE}"


def big(*names: str) -> str:
    """Write a line of nothing but pictures, larger than beside words; nothing is left without."""
    return beside("# ") + " ".join(map(pic, names))


def beside(text: str) -> str:
    """Write what stands beside pictures alone, and goes with them: the mark of an empty slot."""
    return f"{_OPEN}{_ONLY}{text}{_CLOSE}"


def slots(name: str, count: int, of: int) -> str:
    """Write how many of something there are, and a mark for each that is missing."""
    return pic(name) * count + beside(EMPTY) * (of - count)


EMPTY = "▢"


# --- read -----------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """Return a text as it reads without pictures: what a screen reader hears, and a phone shows."""
    if _OPEN not in text:
        return text
    text = _GOING.sub("", _LINE.sub("", text))
    return _STRAY.sub("", _MARK.sub(lambda mark: mark[2] or "", text))


def names_in(text: str) -> Iterator[str]:
    """Name the pictures that are written in a text, one after the other."""
    return (mark[1] for mark in _MARK.finditer(text) if not mark[1].startswith(_ONLY))


def drawn(text: str, known: Mapping[str, int]) -> str | None:
    """Return a text with its pictures as Discord's markup; None if one of them is not there.

    `known`: the ids of the emojis that there are, by what they are called on Discord.
    """
    there = {name: markup(name, known) for name in names_in(text)}
    if not there or "" in there.values():
        return None
    return _MARK.sub(
        lambda mark: mark[1][1:] if mark[1].startswith(_ONLY) else there[mark[1]], text
    )


def markup(name: str, known: Mapping[str, int]) -> str:
    """Write Discord's markup for a picture; "" if its emoji is not there."""
    found = emoji_of(name, known)
    return f"<:{found[0]}:{found[1]}>" if found else ""


def emoji_of(name: str, known: Mapping[str, int]) -> tuple[str, int] | None:
    """Find the emoji of a picture: what it is called, and its id; None if it is not there."""
    one = all_pics().get(name)
    number = None if one is None else known.get(one.emoji)
    return None if one is None or number is None else (one.emoji, number)


# --- which there are ------------------------------------------------------------------------------


def folders() -> list[Path]:
    """List the folders of pictures: the shared one, and one for each game that has any."""
    return [Path(__file__).parent / "emojis", *sorted(ROOT.glob("cogs/*/emojis"))]


@cache
def all_pics() -> Mapping[str, Pic]:
    """Read which pictures there are, by name; each is called by what is drawn on it, too."""
    found = [_read(file) for folder in folders() for file in sorted(folder.glob("*.png"))]
    return {one.name: one for one in found}


def _read(file: Path) -> Pic:
    left, tag = int(hashlib.sha256(file.read_bytes()).hexdigest(), 16), ""
    for _ in range(3):
        left, digit = divmod(left, len(_DIGITS))
        tag += _DIGITS[digit]
    return Pic(file.stem, f"{file.stem}_{tag}", file)
