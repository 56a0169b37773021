"""Declare the fields that a player fills in during a sale: opening bids, plans and raises."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Any

from bot.ui.panels.words import Names, escape, folded, listed, short
from bot.ui.ways.counts import Kind, in_menus
from bot.ui.ways.fields import ASK, Count, Field, Known, one_of
from bot.ui.ways.resolve import known_of
from cogs.trump.read import inside_known, led_in, range_of, read_money
from cogs.trump.words import money
from games.rules import Refusal
from games.trump.cards import INVESTORS, STEP, in_order
from games.trump.state import Bidding, Opening
from games.trump.views import View

# --- opening bids ---------------------------------------------------------------------------------

_NOTHING = re.compile(r"(?:nothing|none|no bid|no)(?!\w)")
_UP_TO = re.compile(r"(?:up ?to|limit|max(?:imum)?|at most)(?: of)?(?!\w) *")
_IN_TURN = re.compile(r"(?:ask (?:me )?in turn|in turn|no plan|no limit|none)(?!\w)")
BOLD_BID = 50
"""The suggested opening bid when the player isn't shown the money inside; every property holds at
least this much.
"""


def suggested_bid(view: View) -> int:
    """Suggest an opening bid: the money inside the property if that is shown, else BOLD_BID."""
    phase = view.phase
    if not isinstance(phase, Opening):
        return BOLD_BID
    return inside_known(view, phase.property) or BOLD_BID


def _opening_bids(view: View, known: Known) -> Sequence[int]:
    """List opening bids that the player can afford, the most likely first."""
    if not isinstance(view.phase, Opening):
        return ()
    likely = suggested_bid(view)
    own = () if not view.sealed else (view.sealed,)
    wanted = (*own, likely, likely + 50, likely + 100, 10, 100, 150, view.cash, 0)
    return list(dict.fromkeys(amount for amount in wanted if amount <= view.cash))


def _write_bid(amount: int, names: Names) -> str:
    return money(amount) if amount else "no bid"


def _bid_hint(view: View, known: Known) -> str:
    if not isinstance(view.phase, Opening) or view.cash < STEP:
        return ""
    return f"{range_of(STEP, view.cash)}, or no bid"


def _read_bid(text: str, view: View, names: Names) -> tuple[int, str]:
    line = folded(text)
    if found := _NOTHING.match(line):
        return 0, line[found.end() :].strip(" ,")
    return read_money(line, _bid_hint(view, {}))


AMOUNT = Field(
    name="amount",
    fills=("amount",),
    label="Opening bid",
    write=_write_bid,
    read=_read_bid,
    offer=_opening_bids,
    hint=_bid_hint,
)


def _write_limit(limit: int | None, names: Names) -> str:
    return "ask in turn" if limit is None else money(limit)


def _read_limit(text: str, view: View, names: Names) -> tuple[int | None, str]:
    line = folded(text)
    if led_in := _UP_TO.match(line):
        line = line[led_in.end() :]
    elif found := _IN_TURN.match(line):
        return None, line[found.end() :].strip(" ,")
    return read_money(line, "the most you'd bid, in tens")


def _default_limit(view: View, known: Known) -> Any:
    """Apply TR-62: with `once`, the opening bid itself is the limit of a bid without a limit."""
    if view.options.bidding == "open":
        return None
    return known.get("amount", ASK) or None


def _limits(view: View, known: Known) -> Sequence[int | None]:
    amount = known.get("amount") or suggested_bid(view)
    return (*(amount + more for more in (0, 50, 100, 150)), None)


def _limit_hint(view: View, known: Known) -> str:
    if view.options.bidding == "open":
        return "The most you'd bid, investors included. Empty: I ask you in turn"
    return "The most you'd bid, or: ask in turn. Empty: no more than your opening bid"


def _nothing_likely(view: View, known: Known, values: Sequence[Any]) -> Any:
    return ASK


UP_TO = Field(
    name="up_to",
    fills=("limit",),
    label="Up to",
    write=_write_limit,
    read=_read_limit,
    offer=_limits,
    likely=_nothing_likely,
    hint=_limit_hint,
    usual=None,
    usually=_default_limit,
    before="up to",
)


def _answer(name: str, label: str, words: Mapping[str, str], usual: str, before: str) -> Field:
    also = {"y": "yes", "n": "no", "ask me": "ask"} if "ask" in words else {}
    also |= {f"{word} investors": word for word in words if word in ("use", "keep")}
    also |= {f"{word} my investors": word for word in words if word in ("use", "keep")}
    field = one_of(name, name, label, words, also, usual=usual, before=before, closed=True)
    every = tuple(sorted(words, key=lambda word: word != usual))

    def offer(view: View, known: Known) -> Sequence[str]:
        return every

    return replace(field, offer=offer, read=led_in(before or "investors", field.read))


_YES_NO_ASK = {"yes": "yes", "no": "no", "ask": "ask"}
USE = _answer("investors", "My Outside Investors", {"use": "use", "keep": "keep"}, "keep", "")
OUT = _answer("out", "You're Out, if it puts me in the lead", _YES_NO_ASK, "no", "out")
BACK = _answer("back", "I'm Back, if I'm knocked out", _YES_NO_ASK, "no", "back")


def line_in_any_order(*fields: Field) -> Callable[[str, View, Names], Known]:
    """Return a parser for lines in which these fields come in any order.

    The word before a value, like `up to`, names its field. A value without such a word goes to the
    first field that can read it.
    """

    def read(text: str, view: View, names: Names) -> Known:
        known: dict[str, Any] = {}
        left, rest = list(fields), text.strip(" ,")
        while rest:
            field = _field_for(left, rest, view, names)
            value, rest = field.read(rest, view, names)
            known |= known_of(field, value)
            left.remove(field)
            rest = rest.strip(" ,;")
        return known

    return read


def _field_for(left: Sequence[Field], text: str, view: View, names: Names) -> Field:
    line, refused = folded(text), None
    for field in left:
        if field.before and re.match(rf"{field.before}(?!\w)", line):
            return field
    for field in left:
        try:
            field.read(text, view, names)
        except Refusal as refusal:
            refused = refused or refusal
        else:
            return field
    if refused is not None and (left[0].usual is ASK or len(left) == 1):
        raise refused
    raise Refusal(f"I don't understand “{escape(short(text.strip(), 20))}” there.")


# --- plans ----------------------------------------------------------------------------------------


def _plan_limits(view: View, known: Known) -> Sequence[int]:
    phase = view.phase
    own = () if view.plan is None else (view.plan.limit,)
    at = view.sealed or suggested_bid(view)
    if isinstance(phase, Bidding):
        at = phase.leader().amount
    return list(dict.fromkeys((*own, *(at + more for more in (10, 30, 50, 100)), 0)))


def _write_plan_limit(limit: int, names: Names) -> str:
    return money(limit) if limit else "nothing"


def _read_plan_limit(text: str, view: View, names: Names) -> tuple[int, str]:
    line = folded(text)
    if led_in := _UP_TO.match(line):
        line = line[led_in.end() :]
    if found := _NOTHING.match(line):
        return 0, line[found.end() :].strip(" ,")
    return read_money(line, "the most you'd bid, in tens")


LIMIT = Field(
    name="up_to",
    fills=("limit",),
    label="Up to",
    write=_write_plan_limit,
    read=_read_plan_limit,
    offer=_plan_limits,
    hint=lambda view, known: "The most you'd bid, investors' money included, in tens",
    before="up to",
)

# --- raises ---------------------------------------------------------------------------------------

Raised = tuple[int, tuple[str, ...]]
"""The amount of a raise, and the investors played for it."""


@lru_cache(maxsize=256)
def _investor_sets(held: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """List every subset of these investors, the smallest first."""
    return tuple(
        dict.fromkeys(some for size in range(1, len(held) + 1) for some in combinations(held, size))
    )


def raises_of(view: View) -> list[Raised]:
    """List the lowest raise for each set of investors and the lowest in cash, lowest first."""
    phase = view.phase
    bid = phase.bid_of(view.seat) if isinstance(phase, Bidding) and view.seat is not None else None
    if bid is None or bid.out or not isinstance(phase, Bidding) or phase.turn != view.seat:
        return []
    least = phase.leader().amount + STEP
    held = tuple(card for card in view.hand if card in INVESTORS)
    raises: list[Raised] = []
    if phase.unlocked and least - bid.amount <= view.cash:  # TR-29: unlocked by an investor
        raises.append((least, ()))
    for cards in _investor_sets(held):
        brings = bid.amount + sum(INVESTORS[card] for card in cards)
        to = max(least, brings)
        if to - brings <= view.cash:
            raises.append((to, cards))
    return sorted(raises, key=lambda option: (option[0], len(option[1]), option[1]))


def likely_raises(view: View) -> list[int]:
    """List the lowest cash raise and a larger one for the bidder whose turn it is.

    The list is empty while cash alone is not allowed. The bidder's cash limits the raises only if
    the reader is shown it.
    """
    phase = view.phase
    bid = phase.bid_of(phase.turn) if isinstance(phase, Bidding) else None
    if bid is None or bid.out or not isinstance(phase, Bidding) or not phase.unlocked:  # TR-29
        return []
    least, purse = phase.leader().amount + STEP, None
    if view.seat == phase.turn:
        purse = view.cash
    elif view.options.books == "open":
        purse = view.public.cash[phase.turn]
    jump = least // BOLD_BID * BOLD_BID + BOLD_BID
    return [to for to in (least, jump) if purse is None or to - bid.amount <= purse]


def _write_raise(raised: Raised, names: Names) -> str:
    to, investors = raised
    if not investors:
        return money(to)
    return f"{money(to)} with {'+'.join(str(INVESTORS[card]) for card in investors)}"


_WITH = re.compile(r"(?:with|and|,) *(?:my )?(?:outside )?(?:investors? )?")
_INVESTOR = re.compile(r"(?:\+|,|and)? *(?:outside )?(?:investor )?\$?([0-9]{1,3})m?(?!\w)")


def _read_raise(text: str, view: View, names: Names) -> tuple[Raised, str]:
    line = folded(text).removeprefix("to ")
    to, rest = read_money(line, _raise_hint(view, {}))
    if not (led_in := _WITH.match(rest)):
        return (to, ()), rest
    rest, cards = rest[led_in.end() :], list[str]()
    while digits := _INVESTOR.match(rest):
        card = f"Investor {digits[1]}"
        if card not in INVESTORS:
            raise Refusal(f"There's no {card}. There are {_investors(INVESTORS)}.")
        cards.append(card)
        rest = rest[digits.end() :].strip(" ")
    if not cards:
        held = [card for card in view.hand if card in INVESTORS]
        which = f"You have {_investors(held)}." if held else "You have none."
        raise Refusal(f"With which Outside Investors? {which}")
    return (to, in_order(cards)), rest


def _investors(cards: Mapping[str, int] | Sequence[str]) -> str:
    return listed(list(dict.fromkeys(cards)))


MENU_INVESTORS = 5
"""A menu lists raises with at most this many investors; players type larger ones."""


def _raises(view: View, known: Known) -> Sequence[Raised]:
    return [option for option in raises_of(view) if len(option[1]) <= MENU_INVESTORS][:20]


def _raise_hint(view: View, known: Known) -> str:
    alone = [to for to, investors in raises_of(view) if not investors]
    if alone:
        return f"{money(alone[0])} or more, in tens, then any investors"
    return "an amount in tens, then the investors you play"


def _about_raise(raised: Raised, view: View, names: Names) -> str:
    phase, (to, investors) = view.phase, raised
    bid = phase.bid_of(view.seat) if isinstance(phase, Bidding) and view.seat is not None else None
    cash = to - (bid.amount if bid else 0) - sum(INVESTORS[card] for card in investors)
    return f"{money(cash)} of your cash" if cash else "none of your cash"


def _raise_counted(view: View, known: Known, likely: Any, room: int) -> Sequence[Count]:
    """Let the player type the amount and pick how many of each investor to play."""
    held = [card for card in INVESTORS if card in view.hand]
    to, investors = ("", ()) if likely is ASK else (money(likely[0]), likely[1])
    kinds = [
        Kind(
            one=money(INVESTORS[card]),
            many=f"{money(INVESTORS[card])} Outside Investors",
            held=view.hand.count(card),
            likely=min(view.hand.count(card), investors.count(card)),
            says=lambda count, card=card: " ".join([str(INVESTORS[card])] * count),
            pic="investor",
        )
        for card in held
    ]
    menus = in_menus(kinds, room - 1)
    hint = "In tens, investors' money included"
    return (Count(label="Raise your bid to", says=to, hint=hint), *menus) if menus else ()


def _raised_together(counts: Sequence[str]) -> str:
    to, *investors = counts or ("",)
    return f"{to} with {'+'.join(' '.join(investors).split())}" if investors else to


RAISE = Field(
    name="to",
    fills=("to", "investors"),
    label="Raise your bid to, with which investors",
    write=_write_raise,
    read=_read_raise,
    offer=_raises,
    about=_about_raise,
    hint=_raise_hint,
    counts=_raise_counted,
    together=_raised_together,
)
