"""Typed cash: `50 10 c`, `10x3`, `all`, `nothing`.

A bad check is written `c`, because a single `0` means nothing at all.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.ui.panels.words import Names, escape, listed
from bot.ui.ways.counts import Kind, in_menus
from bot.ui.ways.fields import ASK, Count, Field, Known
from cogs.downeast.pics import cash_picture
from cogs.downeast.situation import situation
from cogs.downeast.text import grouped, kinds, laid
from games.downeast.cash import CARDS, Cash, handful, money, payments, piles
from games.downeast.state import Choosing, Deal, Paying, Sealing
from games.downeast.views import View
from games.rules import Refusal, Seat

_TOKEN = re.compile(
    r"(?:(?P<many>[1-9]|an?) )?(?:bad )?che(?:ck|que)s?\b|(?P<c>c)\b"
    r"|\$?(?P<first>[0-9]{1,9})(?: ?[x×] ?\$?(?P<second>[0-9]{1,9}))?",
    re.ASCII,
)
_NOTHING = ("0", "$0", "nothing", "none", "no cash", "-")
_PREFIX = re.compile(r"(?:for|offer|with) ")
_HOW = re.compile(r"\b(?:(?:in )?a )?(?:tight )?(?:fan|stack)(?:ned|ed)?(?: out)?$")


def write_cash(cards: Cash, names: Names) -> str:
    """Write cards in the short form that players can type: `50 10x3 c`, `nothing`."""
    return _short(cards)


def _short(cards: Cash) -> str:
    bills = [bill.replace(" ×", "x") for bill in kinds(cards)]
    return " ".join([*bills, *["c"] * cards.count(0)]) or "nothing"


def read_cash(text: str, view: View, names: Names) -> tuple[Cash, str]:
    """Read cards: `50 10 10`, `$50 + 3x$10`, `50, check`, `2 checks`, `all`, `nothing`.

    Also return the rest of the text, which may be `fan` or `stacked`.
    """
    cash, rest = _split_how(text)
    return _read_asked_cash(cash, view, names), rest


def read_cash_ahead(text: str, view: View, names: Names) -> tuple[Cash, str]:
    """Read cards for a standing order, before this player is asked for cash."""
    cash, rest = _split_how(text)
    try:
        return _named(cash, view), rest
    except Refusal as refusal:
        some = _short(view.cash[-2:])
        example = f"`{some}` or `nothing`" if view.cash else "`nothing`"
        raise Refusal(f"{refusal} You have {grouped(view.cash)}: try {example}.") from None


def _split_how(text: str) -> tuple[str, str]:
    """Split typed text into the cards and a final `fan` or `stack`."""
    line = " ".join(text.casefold().split()).strip(" .!`")
    line = line[len(prefix[0]) :] if (prefix := _PREFIX.match(line)) else line
    how = _HOW.search(line)
    return (line[: how.start()].strip(" ,"), how[0]) if how else (line, "")


def _named(cash: str, view: View) -> Cash:
    if cash in _NOTHING:
        return ()
    if cash in ("all", "everything", "all of it"):
        return view.cash
    return _cards(cash)


def _read_asked_cash(cash: str, view: View, names: Names) -> Cash:
    try:
        return _named(cash, view)
    except Refusal as refusal:
        hint = _cash_example(view)
        if not hint:  # this seat is not asked for cash, so don't explain how to write it
            raise not_asked(view, names) from None
        raise Refusal(f"{refusal} {hint}") from None


def not_asked(view: View, names: Names) -> Refusal:
    """Return a refusal that says what is going on, for a player who wasn't asked for cash."""
    return Refusal(f"You can't do that now. {situation(view, names)}")


def _cash_example(view: View) -> str:
    """Return an example of cash to lay down, or "" if this seat is not asked for cash."""
    phase, held = view.phase, f"You have {grouped(view.cash)}"
    if isinstance(phase, Paying) and view.seat == phase.payer:
        return f"{held}: try `{_short(payments_of(view)[0])}`."
    if isinstance(phase, Choosing) and view.seat == view.turn:
        if not view.cash:
            return f"{held}, so lay down nothing."
        return f"{held}. Name the cards you lay down, like {_short(view.cash[-2:])}, or nothing."
    bare = (isinstance(phase, Deal) and view.seat == _next_to_lay(phase)) or (
        isinstance(phase, Sealing) and view.seat in phase.bidders and view.seat not in phase.sealed
    )
    if not bare:
        return ""
    if not view.cash:
        return f"{held}: try `nothing`."
    return f"{held}: try `{_short(view.cash[-2:])}` or `nothing`."


def _next_to_lay(phase: Deal) -> Seat:
    return phase.target if phase.laid else phase.challenger


def _cards(line: str) -> Cash:
    cards: list[int] = []
    at = 0
    while at < len(line) or not cards:
        match = _TOKEN.match(line, at)
        if match is None or len(cards) > 99:
            what = f"“{escape(line[at : at + 12])}” as cash" if line[at:] else "any cash there"
            raise Refusal(f"I can't read {what} (c is a bad check).")
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
    if match["second"] and card not in CARDS:  # accept 3 x 10 as well as 10 x 3
        card, times = times, card
    if card not in CARDS:
        there_are = listed([money(card) for card in CARDS if card])
        raise Refusal(
            f"There's no {money(card)} card. There are {there_are} cards and bad checks: name each"
            " card."
        )
    return [card] * min(times, 99)


def _some_piles(view: View, known: Known) -> Sequence[Cash]:
    return piles(view.cash)


def _small_bill(view: View, known: Known, values: Sequence[Any]) -> Cash:
    """Return the smallest bill, a modest default in a form."""
    return tuple(card for card in view.cash if card)[-1:]


def _what_it_is(cards: Cash, view: View, names: Names) -> str:
    return laid(cards)


def _overpayment(cards: Cash, view: View, names: Names) -> str:
    price = view.phase.price if isinstance(view.phase, Paying) else 0
    over = sum(cards) - price
    return f"{money(over)} too much" if over else "exactly"


def you_hold(view: View, names: Names) -> str:
    """Return the first line of a form that asks for cash."""
    in_all = f" ({money(sum(view.cash))} in all)" if view.cash[1:] else ""
    return f"You have {grouped(view.cash)}{in_all}."


def _how_cash_is_written(view: View, known: Known) -> str:
    if not view.cash:
        return "You have no cash, so lay down nothing"
    checks = "; c is a bad check" if 0 in view.cash else ""
    return f"Name each card{checks}; or nothing"


def _kinds(cards: Sequence[int], view: View, likely: Any) -> list[Kind]:
    """List the kinds of cash in the hand of a view's owner, but only these cards."""
    return [
        Kind(
            one=money(card) if card else "bad check",
            many=f"{money(card)} bills" if card else "bad checks",
            held=view.cash.count(card),
            likely=0 if likely is ASK else min(view.cash.count(card), likely.count(card)),
            says=lambda count, card=card: _short((card,) * count),
            pic=cash_picture(card),
        )
        for card in cards
        if card in view.cash
    ]


def _all_counted(view: View, known: Known, likely: Any, room: int) -> Sequence[Count]:
    return in_menus(_kinds(CARDS, view, likely), room)


def _bills_counted(view: View, known: Known, likely: Any, room: int) -> Sequence[Count]:
    """Count only bills, because a bad check never pays (DD-14)."""
    counts = in_menus(_kinds(CARDS[:-1], view, likely), room)
    return [*(replace(count, hint=_ENOUGH) for count in counts[:1]), *counts[1:]]


def _join_counts(counts: Sequence[str]) -> str:
    return " ".join(counts) or "nothing"


CASH = Field(
    name="cash",
    fills=("cards",),
    label="Cards you lay down",
    write=write_cash,
    read=read_cash,
    offer=_some_piles,
    likely=_small_bill,
    hint=_how_cash_is_written,
    about=_what_it_is,
    counts=_all_counted,
    together=_join_counts,
)

_ENOUGH = "Enough to pay, but no card you don't need"
PAYMENT = Field(
    name="cash",
    fills=("cards",),
    label="Cards you pay with",
    write=write_cash,
    read=read_cash,
    hint=lambda view, known: _ENOUGH,
    about=_overpayment,
    counts=_bills_counted,
    together=_join_counts,
)


def payments_of(view: View) -> tuple[Cash, ...]:
    """List the legal payments of the payer, the cheapest first."""
    assert isinstance(view.phase, Paying)
    return payments(view.cash, view.phase.price)
