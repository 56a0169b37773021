"""Hostile texts, numbers and custom_ids that nobody should ever send."""

from collections.abc import Sequence
from random import Random
from typing import Any

ZALGO = "Z" + "\u0300\u0315\u0346\u036f\u0489" * 60
TEXTS = (
    *("", " ", "\u200b", "\u202e", "\u2066a\u2069", "\ufeff", "\x00", "\x1b[31m", "\r\n", "\u2028"),
    *("²", "١", "٣٤", "①", "½", "𝟙", "〇", "Ⅳ", "1e999", "1_000", "0x10", "-1", "+5", "NaN", "∞"),
    *("5\u200b0", "\u202e05", "5\x000", "$²", "1,000,00", ",".join("1" * 400), "9" * 4300),
    *("9" * 15, "9" * 16, "9" * 4301, "1" + "0" * 999, "0" * 3000, "-" + "9" * 400, "1." * 900),
    *(
        "\ud800",
        "a\udfffb",
        "\udc00\ud800",
        ZALGO,
        "ﷺ" * 300,
        "🂡" * 200,
        "🏴\u200d☠️",
        "ǆ",
        "İ",
        "ß",
    ),
    *("seat 2", "seat 0", "seat ²", "seat 99", "seat " + "9" * 400, "SEAT 1", "seat", "to seat 1"),
    *("12: pass", "1: pass", "#2: 5", "²: pass", ": pass", "::::", "9" * 30 + ": pass", "1:2:3"),
    *("@everyone", "<@1>", "<@&1>", "<#1>", "</start:1>", "https://x.y/", "[a](http://b)", "||a||"),
    *("`", "```", "`" * 100, "*_~|>#-" * 40, "**__", "\\" * 99, "“”‘’", "'; DROP TABLE log;--"),
    *(
        "(" * 1000,
        "[" * 1500,
        "{" * 1500,
        '{"a":' * 300,
        "[[[[]]]]",
        "null",
        "true",
        '"',
        "[]",
        "{}",
    ),
    *("%s%n%d", "{0}{name}", "${x}", "../../etc", "a" * 1900, "pass " * 380, "a\n" * 500, "\n\n"),
    *("help", "?", "yes", "no", "none", "off", "all", "pass", "pass pass", "nobody", "everybody"),
    *("25:00", "20:00", "24:60", "٢٠:٠٠", "8-23", "99-99", "9" * 30 + ":00", "Europe/../x"),
)
NUMBERS = (0, 1, -1, 2, 3, 7, 10, 50, 100, 2**31, 2**53, -(2**53), 2**53 - 1, 10**15)
BEYOND = (*NUMBERS, 2**63, 2**64, -(2**63) - 1, 10**18, 10**100, -(10**400))
"""Whole numbers that Discord's app lets nobody type."""
FOREIGN_IDS = (
    *("", "x", "vote:yes", "persistent_view:counter", "page_next", "a" * 100, "::", ":" * 100),
    *("1:1:", "1::bid", ":1:bid", "1:1:bid;", "1:1:bid;=", "1:1:bid;amount", "1:1:BID", "1:1:b²d"),
    *("²:1:table_hand", "1:١:table_hand", "1:1:table_hand\x00", "1:1:table_hand\n", "\ud800:1:a"),
    *("-1:1:table_hand", "1:-1:table_hand", f"{10**14}:{10**14}:table_hand", "9" * 98 + ":1"),
    *("0:0:table_hand", "1:1:table_hand:999", "1:1:table_hand:1000", "1:1:;*x", '{"a":1}'),
)


def mutated(dice: Random, text: str) -> str:
    """Spoil a sensible text in a random way."""
    place = dice.randrange(len(text) + 1)
    how = dice.randrange(7)
    if how == 0:
        return text[:place]
    if how == 1:
        return text[place:]
    if how == 2:
        return text[:place] + dice.choice(TEXTS) + text[place:]
    if how == 3:
        return text * dice.choice((2, 3, 40))
    if how == 4:
        return text.upper().swapcase() if dice.random() < 0.5 else text.upper()
    if how == 5:
        digits = {ord("0") + n: chr(0x660 + n) for n in range(10)}
        return text.translate(digits)
    return "\u202e".join(text)


def text(dice: Random, words: Sequence[str], limit: int) -> str:
    """Return a hostile text; it may be made of `words` that mean something in the game."""
    roll = dice.random()
    if not words or roll < 0.4:
        made = dice.choice(TEXTS)
    elif roll < 0.6:
        made = mutated(dice, dice.choice(words))
    elif roll < 0.8:
        made = f"{dice.choice(words)} {dice.choice(TEXTS)}"
    elif roll < 0.9:
        made = " ".join(dice.choice(words) for _ in range(dice.randint(2, 12)))
    else:
        made = dice.choice(words)
    return made[:limit]


def value(dice: Random, kind: int, words: Sequence[str], *, beyond: bool) -> Any:
    """Return a value for a command option of this type; `beyond` allows what Discord refuses."""
    if kind == 5:
        return dice.random() < 0.5
    if kind in (4, 10):
        return dice.choice(BEYOND if beyond else NUMBERS)
    return text(dice, words, 6000)
