"""Read numbers of coins and guesses in Hidden Coins."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.ui.panels.words import Names
from bot.ui.ways.fields import Field, Known, number
from games.rules import Refusal

WORDS = {"none": 0, "no": 0, "nothing": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


def coins(name: str, label: str) -> Field:
    """A number of coins: `2`, `two coins`, `none`."""
    plain = number(name, name, label)

    def read(text: str, view: Any, names: Names) -> tuple[int, str]:
        word, _, rest = text.strip().partition(" ")
        if word.casefold() in WORDS:
            count = WORDS[word.casefold()]
        else:
            count, rest = plain.read(text, view, names)
        return count, re.sub(r"^\s*coins?\b", "", rest, flags=re.IGNORECASE)

    def hint(view: Any, known: Known) -> str:
        return f"0 to {view.seen.options.most}"

    return replace(plain, read=read, hint=hint)


def totals(label: str) -> Field:
    """Numbers, the first choice first: `3, 5 4`."""

    def write(value: Sequence[int], names: Names) -> str:
        return ", ".join(map(str, value))

    def read(text: str, view: Any, names: Names) -> tuple[tuple[int, ...], str]:
        found = re.match(r"\s*[0-9]{1,3}(?:[\s,]+[0-9]{1,3})*", text, re.ASCII)
        if found is None:
            raise Refusal("Please give a number, or several: your first choice first.")
        return tuple(map(int, re.findall("[0-9]+", found[0]))), text[found.end() :]

    def offer(view: Any, known: Known) -> list[tuple[int]]:
        return [(total,) for total in view.seen.totals if total not in view.seen.guesses]

    return Field(name="totals", fills=("totals",), label=label, write=write, read=read, offer=offer)
