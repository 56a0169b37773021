"""How cash, items and players are written, and how a player may write them.

A bad check is written `c`, so that a lone `0` can mean nothing at all.
"""

import re
from collections import Counter

from bot.words import Names, escape, listed
from games.downeast.cash import CARDS, Cash, card_name, handful, money
from games.downeast.decks import DECKS, Item
from games.downeast.views import View
from games.rules import Refusal, Seat

_ITEMS = {item.name: item for deck in DECKS.values() for item in (*deck.items, deck.thief)}
THIEVES = frozenset(deck.thief.name for deck in DECKS.values())
_NUMBERS = ("no", "one", "two", "three", "four")
ORDINALS = ("", "first", "second", "third", "fourth")


# --- cash -----------------------------------------------------------------------------------------


def grouped(hand: Cash) -> str:
    """Write a hand by kind: `$50 · $10 ×4 · 2 bad checks`."""
    checks = _checks(hand)
    parts = [*(f"${one}" for one in kinds(hand)), *([checks] if checks else [])]
    return " · ".join(parts) or "no cash at all"


def laid(cards: Cash) -> str:
    """Write cards that were laid down: `$80 (50 + 10 ×3)`, `a $50`, `nothing but a bad check`."""
    checks = _checks(cards)
    if not sum(cards):
        return f"nothing but {checks}" if checks else "nothing"
    if len(cards) == 1:
        return card_name(cards[0])
    parts = [*kinds(cards), *([checks] if checks else [])]
    return f"{money(sum(cards))} ({' + '.join(parts)})"


def cards_in(count: int) -> str:
    """Count cards that lie face down: `no card`, `one card`, `3 cards`."""
    return "no card" if not count else "one card" if count == 1 else f"{count} cards"


def _checks(cards: Cash) -> str:
    count = cards.count(0)
    return "" if not count else "a bad check" if count == 1 else f"{count} bad checks"


def kinds(cards: Cash) -> list[str]:
    """Write the bills by kind: `50`, `10 ×3`."""
    return [
        f"{card} ×{count}" if count > 1 else str(card)
        for card, count in sorted(Counter(cards).items(), reverse=True)
        if card
    ]


def written(cards: Cash) -> str:
    """Write cards shortly, so that they can be read back: `50+10x3+c`, `nothing`."""
    bills = [one.replace(" ×", "x") for one in kinds(cards)]
    return "+".join([*bills, *["c"] * cards.count(0)]) or "nothing"


_TOKEN = re.compile(
    r"(?:(?P<many>[1-9]|an?) )?(?:bad )?che(?:ck|que)s?\b|(?P<c>c)\b"
    r"|\$?(?P<first>[0-9]{1,9})(?: ?[x×] ?\$?(?P<second>[0-9]{1,9}))?"
)
_NOTHING = ("", "0", "$0", "nothing", "none", "no cash", "-")


def read_cash(text: str, hand: Cash) -> Cash:
    """Read cards: `50 10 10`, `$50 + 3x$10`, `50, check`, `2 checks`, `all`, `nothing`."""
    line = " ".join(text.casefold().split()).strip(" .!`")
    if line in _NOTHING:
        return ()
    if line in ("all", "everything", "all of it"):
        return hand
    cards: list[int] = []
    at = 0
    while at < len(line):
        match = _TOKEN.match(line, at)
        if match is None or len(cards) > 99:
            raise Refusal(
                f"I cannot count “{escape(line[at : at + 12])}” as cash. Write the cards: "
                "`50 10 10`, with `c` for a bad check, or `nothing`."
            )
        cards += _cards_of(match)
        at = match.end()
        at += len(line[at:]) - len(line[at:].lstrip(" +,;&·"))
        at += 4 if line[at : at + 4] == "and " else 0
    return handful(cards)


def _cards_of(match: re.Match[str]) -> list[int]:
    if match["first"] is None:
        many = match["many"] or ""
        return [0] * (int(many) if many.isdigit() else 1)
    card, times = int(match["first"]), int(match["second"] or 1)
    if match["second"] and card not in CARDS:  # 3 x 10 as well as 10 x 3
        card, times = times, card
    if card not in CARDS:
        raise Refusal(
            f"There is no {money(card)} card. Name the cards you mean, as in `50 10 10 10`; "
            f"there are {listed([money(one) for one in CARDS if one])}, and bad checks (`c`)."
        )
    return [card] * min(times, 99)


def read_amount(text: str, what: str) -> int:
    """Read an amount of dollars: `80`, `$80`, `1,200`."""
    match = re.fullmatch(r"\$?([0-9]{1,9})", text.strip().replace(",", "").replace(" ", ""))
    if match is None:
        raise Refusal(f"Write {what} as a number, as in `80`; not “{escape(text[:20])}”.")
    return int(match[1])


# --- items ----------------------------------------------------------------------------------------


def item(name: str) -> Item:
    """Look up how an item is written, in either deck; its stars are its own deck's to say."""
    return _ITEMS[name]


def some(name: str, count: int) -> str:
    """Write `a Canoe`, `two Canoes`."""
    return item(name).one if count == 1 else f"{_NUMBERS[count]} {item(name).many}"


def the(name: str, count: int = 1) -> str:
    """Write `the Canoe`, `the two Canoes`."""
    if count > 1:
        return f"the {_NUMBERS[count]} {item(name).many}"
    return f"the {name}"


def found_item(text: str, names: list[str]) -> tuple[str, str]:
    """Read an item at the beginning of a line: its name, and the rest of the line."""
    line = " ".join(text.split())
    words = re.sub(r"^(?:an?|the|my|your) ", "", line.casefold())
    for name in sorted(names, key=len, reverse=True):
        for called in (item(name).many, name):
            if re.match(rf"{re.escape(called.casefold())}(?![a-z-])", words):
                return name, words[len(called) :].strip(" ,")
    first, _, rest = words.partition(" ")
    near = [name for name in names if first and name.casefold().startswith(first)]
    if len(near) != 1:
        raise Refusal(f"Which item is “{escape(text[:20])}”? There are {listed(names)}.")
    return near[0], rest


# --- players --------------------------------------------------------------------------------------


def seat_key(seat: Seat) -> str:
    """Write a seat as a player may type it too."""
    return f"seat {seat + 1}"


def found_seat(text: str, view: View, names: Names) -> tuple[Seat, str]:
    """Read another player at the beginning of a line: their seat, and the rest of the line."""
    line = " ".join(text.casefold().split())
    others = [seat for seat in range(view.seats) if seat != view.seat]
    called = {seat: names.plain(seat).casefold() for seat in others}
    for seat in sorted(others, key=lambda one: len(called[one]), reverse=True):
        for name in (seat_key(seat), called[seat]):
            if re.match(rf"{re.escape(name)}(?!\w)", line):
                return seat, line[len(name) :].strip(" ,")
    first, _, rest = line.partition(" ")
    near = [seat for seat in others if first and called[seat].startswith(first)]
    if len(near) != 1:
        raise Refusal(f"With whom? The others at this table are {names.all(others)}.")
    return near[0], rest
