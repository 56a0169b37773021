"""Write and read the goods of a deal as players type them: `Casino, Hotel Profits, 2 cards, $10M`.

Commas separate properties (`Casino`), cards (`Hotel Profits`, or `Hotel and Casino`, which is one
card), cards drawn at random (`2 cards`) and money (`10`).
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from bot.ui.panels.words import folded
from cogs.trump.deals.offer_draft import combined
from cogs.trump.words import CARD_WORDS, PROPERTY_WORDS, money, titled
from games.rules import Refusal
from games.trump.cards import BACK, CARDS, OUT
from games.trump.moves import NOTHING, Goods


class Puzzled(Refusal):
    """A refusal of unclear text. `what` says which example would help."""

    def __init__(self, sentence: str, what: Literal["give", "get", "promise", "line", ""]) -> None:
        super().__init__(sentence)
        self.what = what


def write_goods(goods: Goods) -> str:
    """Write goods as players type them: `Casino, Tax, 2 cards, $10M`, or `nothing`."""
    words = [*goods.properties, *map(titled, goods.cards)]
    words += [f"{goods.random} card{'s' * (goods.random != 1)}"] if goods.random else []
    words += [money(goods.cash)] if goods.cash else []
    return ", ".join(words) or "nothing"


# --- words ----------------------------------------------------------------------------------------


def _also_called(property: str) -> Iterator[str]:
    yield from (word for word, name in PROPERTY_WORDS.items() if name == property)
    first, *more = folded(property).split()
    if more:
        yield first
        yield f"{first} {more[0].replace('center', 'centre')}"


PROPERTIES_CALLED = {word: name for name in PROPERTY_WORDS.values() for word in _also_called(name)}


def _cards() -> Iterator[tuple[str, str]]:
    yield from CARD_WORDS.items()
    for card in CARDS.values():
        if card.sort == "single":
            yield from ((f"{name} profit", card.name) for name in _also_called(card.named[0]))
            yield from ((f"{name} profits", card.name) for name in _also_called(card.named[0]))
        elif card.sort == "die":
            yield from ((f"{name} roll", card.name) for name in _also_called(card.named[0]))
        elif card.sort == "pair":
            for first in _also_called(card.named[0]):
                for other in _also_called(card.named[1]):
                    for joint in (" and ", "+", " + ", "&", " & ", "/"):
                        yield f"{first}{joint}{other}", card.name
                        yield f"{first}{joint}{other} profits", card.name
    yield "youre out", OUT
    yield "im back", BACK


CARDS_CALLED = dict(_cards())


def _one_of(words: dict[str, str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


THE = r"(?:(?:the|my|your|their|our|a|an) )?"
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNT = rf"(?P<count>[0-9]{{1,2}}|{'|'.join(_NUMBERS)})"
_THING = re.compile(
    rf"{THE}(?:(?P<card>{_one_of(CARDS_CALLED)})(?: cards?)?"
    rf"|(?P<property>{_one_of(PROPERTIES_CALLED)})(?: property)?(?! cards?))(?![\w'])"
)
_SAME = re.compile(
    r"(?P<count>[1-9]|1[0-3]|one|two|three|four) "
    rf"(?P<name>{_one_of(CARDS_CALLED)})(?: cards)?(?!\w)"
)
_UNSEEN = re.compile(
    rf"(?:any |random )?(?:{_COUNT} )?(?:random |unseen |any |of (?:my|your|their) )?cards?"
    r"(?: (?:drawn )?(?:at random|unseen|blind))?(?!\w)"
)
MONEY = re.compile(
    r"\$? ?(?P<sum>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,9}) ?(?:m(?:io|illions?)?)?(?!\w|[.,][0-9])"
)
PROPERTY = re.compile(rf"{THE}(?P<name>{_one_of(PROPERTIES_CALLED)})(?: property)?(?!\w)")
CARD = re.compile(rf"{THE}(?P<name>{_one_of(CARDS_CALLED)})(?: card)?(?!\w)")
_JOINT = re.compile(r" *(?:, *(?:and |plus )?|(?:and|plus) |[&+] *)")
_EMPTY = re.compile(r"(?:nothing(?! promised)|none)(?!\w)")


def amount_in(match: re.Match[str]) -> int:
    """Return the amount of a MONEY match."""
    return int(match["sum"].replace(",", ""))


def _item(line: str) -> tuple[Goods, str] | None:
    """Read one property, kind of card, number of cards or sum of money."""
    if match := _THING.match(line):
        if match["card"]:
            goods = replace(NOTHING, cards=(CARDS_CALLED[match["card"]],))
        else:
            goods = replace(NOTHING, properties=(PROPERTIES_CALLED[match["property"]],))
    elif match := _SAME.match(line):
        count = _NUMBERS.get(match["count"]) or int(match["count"])
        goods = replace(NOTHING, cards=(CARDS_CALLED[match["name"]],) * count)
    elif match := _UNSEEN.match(line):
        number = match["count"] or "one"
        goods = replace(NOTHING, random=_NUMBERS.get(number) or int(number))
    elif match := MONEY.match(line):
        goods = replace(NOTHING, cash=amount_in(match))
    else:
        return None
    return goods, line[match.end() :]


def goods_in(line: str) -> tuple[Goods, str] | None:
    """Read goods at the beginning of a normalized line. Return None if there are none."""
    if found := _EMPTY.match(line):
        return NOTHING, line[found.end() :]
    item = _item(line)
    if item is None:
        return None
    goods, rest = item
    while (joint := _JOINT.match(rest)) and (item := _item(rest[joint.end() :])):
        if goods.cash and item[0].cash:
            raise Puzzled("You gave two amounts there. Name one.", "")
        goods, rest = combined(goods, item[0]), item[1]
    return goods, rest
