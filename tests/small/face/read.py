"""What is typed in Hidden Coins alone: coins, counted in words."""

import re
from dataclasses import replace
from typing import Any

from bot.ui.fields import Field, Known, number
from bot.ui.words import Names

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
