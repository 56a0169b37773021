"""How cash, limits and deals are named: `50 10 c`, `limit 120`, `canoe with ben`.

A bad check is written `c`, so that a lone `0` can mean nothing at all.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.ui.fields import ASK, Field, Known, number, one_of, read_player
from bot.ui.words import Names, escape, listed
from cogs.downeast.draw import grouped, item, kinds, laid
from games.downeast.cash import CARDS, Cash, handful, money, payments, piles
from games.downeast.decks import BID_STEP
from games.downeast.displays import matches, stake
from games.downeast.legal_auction import bids, in_play, limits
from games.downeast.state import Auction, Paying
from games.downeast.views import View
from games.rules import Refusal, Seat

# --- cash -----------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"(?:(?P<many>[1-9]|an?) )?(?:bad )?che(?:ck|que)s?\b|(?P<c>c)\b"
    r"|\$?(?P<first>[0-9]{1,9})(?: ?[x×] ?\$?(?P<second>[0-9]{1,9}))?",
    re.ASCII,
)
_NOTHING = ("0", "$0", "nothing", "none", "no cash", "-")
_LED_IN = re.compile(r"(?:for|offer|with) ")
_HOW = re.compile(r"\b(?:(?:in )?a )?(?:tight )?(?:fan|stack)(?:ned|ed)?(?: out)?$")


def write_cash(cards: Cash, names: Names) -> str:
    """Write cards shortly, so that they can be typed: `50 10x3 c`, `nothing`."""
    bills = [one.replace(" ×", "x") for one in kinds(cards)]
    return " ".join([*bills, *["c"] * cards.count(0)]) or "nothing"


def read_cash(text: str, view: View, names: Names) -> tuple[Cash, str]:
    """Read cards: `50 10 10`, `$50 + 3x$10`, `50, check`, `2 checks`, `all`, `nothing`.

    What is left is how they lie there: `fan`, `stacked`.
    """
    line = " ".join(text.casefold().split()).strip(" .!`")
    line = line[len(led_in[0]) :] if (led_in := _LED_IN.match(line)) else line
    how = _HOW.search(line)
    cash, rest = (line[: how.start()].strip(" ,"), how[0]) if how else (line, "")
    if cash in _NOTHING:
        return (), rest
    if cash in ("all", "everything", "all of it"):
        return view.cash, rest
    return _cards(cash), rest


def _cards(line: str) -> Cash:
    cards: list[int] = []
    at = 0
    while at < len(line) or not cards:
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


def _some_piles(view: View, known: Known) -> Sequence[Cash]:
    return piles(view.cash)


def _small_bill(view: View, known: Known, values: Sequence[Any]) -> Cash:
    """Fill a form with the smallest bill: a beginning, and no great loss."""
    return tuple(card for card in view.cash if card)[-1:]


def _what_it_is(cards: Cash, view: View, names: Names) -> str:
    return laid(cards)


def _too_much(cards: Cash, view: View, names: Names) -> str:
    price = view.phase.price if isinstance(view.phase, Paying) else 0
    over = sum(cards) - price
    return f"{money(over)} too much" if over else "exactly"


def you_hold(view: View, names: Names) -> str:
    """Write what a form that asks for cash begins with."""
    return f"You hold {grouped(view.cash)}: {money(sum(view.cash))} in all."


CASH = Field(
    name="cash",
    fills=("cards",),
    label="Cards you lay down",
    write=write_cash,
    read=read_cash,
    offer=_some_piles,
    likely=_small_bill,
    hint=lambda view, known: "As in 50 10 10; c is a bad check; or: nothing",
    about=_what_it_is,
)

PAYMENT = Field(
    name="cash",
    fills=("cards",),
    label="Cards you pay with",
    write=write_cash,
    read=read_cash,
    hint=lambda view, known: (
        f"{money(view.phase.price)} or more, but no card that could stay at home"
    ),
    about=_too_much,
)


def payments_of(view: View) -> tuple[Cash, ...]:
    """List the payments that the payer can choose from, the cheapest first."""
    assert isinstance(view.phase, Paying)
    return payments(view.cash, view.phase.price)


def _either_way(view: View, known: Known) -> Sequence[bool]:
    return False, True


def _who_can_count(fanned: bool, view: View, names: Names) -> str:
    return "everybody sees how many cards" if fanned else "nobody can count it"


HOW = one_of(
    "how",
    "fanned",
    "How it lies there",
    {False: "a tight stack", True: "fanned out"},
    also={
        **dict.fromkeys(("stack", "stacked", "in a stack", "in a tight stack", "no"), False),
        **dict.fromkeys(("fan", "fanned", "a fan", "in a fan", "fan out", "yes"), True),
    },
    offer=_either_way,
    closed=True,
    usual=False,
    about=_who_can_count,
)

# --- bids and limits ------------------------------------------------------------------------------


def _amounts(view: View, known: Known) -> Sequence[int]:
    return bids(view, view.phase) if isinstance(view.phase, Auction) else ()


def _bid_hint(view: View, known: Known) -> str:
    high = view.phase.high if isinstance(view.phase, Auction) else 0
    least, held = high + BID_STEP, sum(view.cash)
    if view.options.bluff_bids:
        return f"{money(least)} to {money(in_play(view))}, in tens; you hold {money(held)}"
    if held <= least:
        return f"{money(least)}, all you hold"
    return f"{money(least)} to {money(held)}, in tens"


AMOUNT = number("amount", "amount", "Your bid, in tens", money=True, offer=_amounts, hint=_bid_hint)

_NO_LIMIT = re.compile(r"(?:none|no(?: limit)?|\$?0)(?!\w)")
_LIMIT_WORD = re.compile(r"(?:with )?(?:a )?(?:secret )?(?:limit|up to|max)(?: of)?(?!\w) *")
_MONEY = number("limit", "limit", "Secret limit", money=True)


def _write_limit(limit: int | None, names: Names) -> str:
    return "none" if limit is None else money(limit)


def _read_limit(text: str, view: View, names: Names) -> tuple[int | None, str]:
    line = " ".join(text.casefold().split())
    line = line[len(word[0]) :] if (word := _LIMIT_WORD.match(line)) else line
    if none := _NO_LIMIT.match(line):
        return None, line[len(none[0]) :]
    return _MONEY.read(line, view, names)


def _limits_with_a_bid(view: View, known: Known) -> Sequence[int | None]:
    if not isinstance(view.phase, Auction):
        return (None,)
    least = known.get("amount", view.phase.high + BID_STEP)
    return (None, *limits(view, least))


def _limits_of_a_bid(view: View, known: Known) -> Sequence[int | None]:
    if not isinstance(view.phase, Auction):
        return ()
    none = () if view.limit is None else (None,)
    return (*limits(view, view.phase.high), *none)


def _limit_hint(view: View, known: Known) -> str:
    return f"At most {money(sum(view.cash))}: the house bids on for you up to it, in tens"


BID_LIMIT = replace(
    _MONEY,
    write=_write_limit,
    read=_read_limit,
    offer=_limits_with_a_bid,
    closed=True,  # at a table without limits there is nothing to ask
    hint=_limit_hint,
    usual=None,
    option=str,
)


def _likely_limit(view: View, known: Known, values: Sequence[int | None]) -> int | None:
    """Fill the form with the limit there is, or the most that can be given."""
    return view.limit or max((value for value in values if value is not None), default=None)


LIMIT = replace(BID_LIMIT, offer=_limits_of_a_bid, likely=_likely_limit, usual=ASK)

# --- deals ----------------------------------------------------------------------------------------


def found_item(text: str, names: Sequence[str]) -> tuple[str, str]:
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


def _deals(view: View, known: Known) -> Sequence[tuple[str, Seat]]:
    return [(one.item, one.target) for one in matches(view.displays, view.turn)]


def _write_deal(deal: tuple[str, Seat], names: Names) -> str:
    return f"{deal[0]} with {names.to_type(deal[1])}"


def _read_deal(text: str, view: View, names: Names) -> tuple[tuple[str, Seat], str]:
    can = _deals(view, {})
    if not can:
        raise Refusal("Nobody owns anything that can be dealt for just now.")
    name, rest = found_item(text, list(dict.fromkeys(one for one, _ in can)))
    partners = [seat for one, seat in can if one == name]
    if len(partners) == 1 and re.match(r"(?:for )?(?:[$0-9]|$)", rest):
        return (name, partners[0]), rest
    if not rest:
        raise Refusal(f"With whom? {names.all(frozenset(partners))} could be asked.")
    target, rest = _read_partner(rest, view, names)
    return (name, target), rest


def _read_partner(text: str, view: View, names: Names) -> tuple[Seat, str]:
    """Read who is meant, after `with` or without; somebody may be called With."""
    led_in = re.match(r"(?:with|from|of) |@ ?", text)
    if led_in is not None:
        try:
            return read_player(text[led_in.end() :], view, names)
        except Refusal:
            pass
    return read_player(text, view, names)


def _for_how_many(deal: tuple[str, Seat], view: View, names: Names) -> str:
    both = stake(view.displays, deal[0], view.turn, deal[1]) == 2
    return "two against two, for both" if both else "one against one"


DEAL = Field(
    name="what",
    fills=("item", "target"),
    label="For what, with whom: canoe with ben",
    write=_write_deal,
    read=_read_deal,
    offer=_deals,
    closed=True,
    about=_for_how_many,
)
