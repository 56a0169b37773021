"""Puts the pictures of a tour down: their weight, their page, the best of them in the README.

Which are the best is said here once, by game, stage and width; all else is found.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.tools.tour.camera import SUFFIX, WIDTHS
from tests.tools.tour.guide import Chapter, View

HEAVIEST: Final = 10_000_000  # bytes, all pictures together
LONGEST = 240  # characters of an alt text
SHOWN: Final = {"desktop": 520, "phone": 260}  # points wide on a page
BEST: Final = (  # a row each
    (("downeast", "board", "desktop"), ("deadman", "hand", "phone")),
    (("trump", "board", "desktop"), ("dealt", "hand", "phone")),
    (("downeast", "end", "desktop"), ("yankee", "board", "phone")),
)
BEGIN, END = "<!-- the best of the tour: written by make tour -->", "<!-- so far -->"
HEAD = """\
# The tour

The stages of every game that are worth seeing, as the playground's page shows them on a desktop
(1280 points wide) and on a phone (390). `make tour` plays the games from a fixed seed and takes
these pictures anew; nothing here is written by hand.
"""


class TooHeavy(AssertionError):
    """The pictures weigh more than anybody should have to fetch."""


def weighed(folder: Path, most: int = HEAVIEST) -> int:
    """Return what all pictures of a folder weigh, in bytes. Raises TooHeavy."""
    files = sorted(folder.glob(f"*{SUFFIX}"), key=lambda file: -file.stat().st_size)
    weight = sum(file.stat().st_size for file in files)
    if weight > most:
        heavy = ", ".join(file.name for file in files[:5])
        raise TooHeavy(f"{weight:,} bytes of pictures, {most:,} at most; the heaviest: {heavy}")
    return weight


def page(chapters: Sequence[Chapter]) -> str:
    """Write the page that shows all pictures, game by game."""
    contents = " · ".join(f"[{chapter.title}](#{_anchor(chapter.title)})" for chapter in chapters)
    parts = [HEAD, contents, ""]
    for chapter in chapters:
        parts += [f"## {chapter.title}", ""]
        for view in chapter.views:
            images = (_image(view, device, "") for device in WIDTHS)
            cells = "".join(map(_cell, images))
            parts += [view.says, "", f"<table><tr>{cells}</tr></table>", ""]
    return "\n".join(parts)


def best(chapters: Sequence[Chapter]) -> str:
    """Write the table of the best pictures, for a page two folders up."""
    rows = ["".join(_cell(_found(chapters, *cell)) for cell in row) for row in BEST]
    body = "".join(f"<tr>{row}</tr>\n" for row in rows)
    return f"<table>\n{body}</table>"


def _found(chapters: Sequence[Chapter], key: str, slug: str, device: str) -> str:
    views = (view for chapter in chapters if chapter.key == key for view in chapter.views)
    view = next((view for view in views if view.slug == slug), None)
    if view is None:
        raise LookupError(f"there is no picture of {key}, {slug}: say another in BEST")
    return _image(view, device, "docs/tour/")


def with_best(readme: str, chapters: Sequence[Chapter]) -> str:
    """Put the best pictures into the README, between its two marks."""
    before, _, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise LookupError(f"the README has no place for the pictures: {BEGIN} … {END}")
    return f"{before}{BEGIN}\n{best(chapters)}\n{END}{after}"


def _image(view: View, device: str, folder: str) -> str:
    name, width = f"{view.shot.name}-{device}{SUFFIX}", SHOWN[device]
    return f'<img src="{folder}{name}" width="{width}" alt="{alt(view, device)}">'


def _cell(image: str) -> str:
    return f'<td valign="top">{image}</td>'


def alt(view: View, device: str) -> str:
    """Say what is seen on a picture: which stage it is, and how its words begin."""
    stage = view.says.replace("*", "").rstrip(".")
    words = f"{stage} ({device}). {view.shot.words}"
    short = words if len(words) <= LONGEST else words[: LONGEST - 1].rsplit(" ", 1)[0] + "…"
    return short.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")


def _anchor(title: str) -> str:
    """Write the anchor that a heading gets."""
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")
