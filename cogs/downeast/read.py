"""Typed limits, bids and deals: `limit 120`, `80`, `canoe with ben`."""

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.ui.panels.words import SEAT_NUMBER, Names, begins, escape, folded, listed, short
from bot.ui.ways.fields import ASK, Field, Known, number, one_of, read_player
from cogs.downeast.cash import not_asked, read_cash
from cogs.downeast.pics import picture_name
from cogs.downeast.text import item, plural, some, without_article
from games.downeast.auctions.legal_auction import bids, limits
from games.downeast.cash import money
from games.downeast.decks import BID_STEP, Item
from games.downeast.displays import matches, stake
from games.downeast.state import Auction, Choosing
from games.downeast.views import View
from games.rules import Refusal, Seat

# --- stacked or fanned out ------------------------------------------------------------------------


def _either_way(view: View, known: Known) -> Sequence[bool]:
    return False, True


def _who_can_count(fanned: bool, view: View, names: Names) -> str:
    return "everybody sees how many cards" if fanned else "nobody can count them"


HOW = one_of(
    "how",
    "fanned",
    "How you lay it down",
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
    may = bids(view, view.phase) if isinstance(view.phase, Auction) else range(0)
    limit = known.get("limit")
    return may if limit is None else may[: may.index(limit) + 1] if limit in may else ()


def _bid_hint(view: View, known: Known) -> str:
    may = _amounts(view, known)
    if not may:
        return ""
    if len(may) == 1:
        return f"{money(may[0])}, all {'there is' if view.options.bluff_bids else 'you have'}"
    return f"{money(may[0])} to {money(may[-1])}, in tens"


def bluff_note(view: View, names: Names) -> str:
    """Return the note above a bid form that says where bluffing begins, or ""."""
    held = money(sum(view.cash))
    return f"You have {held}. A bid above that is a bluff." if view.options.bluff_bids else ""


DOLLARS = number("amount", "amount", "Your bid, in tens", money=True)
_NUMBER_TAIL = re.compile(r"[.,'_][0-9]|\w", re.ASCII)


def read_dollars(text: str) -> tuple[int, str]:
    """Read whole dollars: `80`, `$1,200`. Raises Refusal for `80.50` or `100,0`."""
    amount, rest = DOLLARS.read(text, None, Names(()))
    if _NUMBER_TAIL.match(rest):
        raise Refusal("That isn't a whole number.")
    return amount, rest


def _read_amount(text: str, view: View, names: Names) -> tuple[int, str]:
    try:
        return read_dollars(text)
    except Refusal:
        may = _amounts(view, {})
        if not may or view.seat in (view.turn, *_cannot_bid(view)):
            raise not_asked(view, names) from None
        problem = f"“{escape(short(text.strip(), 20))}” isn't a bid. " if text.strip() else ""
        raise Refusal(f"{problem}Bids go in tens, from `{money(may[0])}` up.") from None


def _cannot_bid(view: View) -> frozenset[Seat | None]:
    phase = view.phase
    return phase.out | {phase.leader} if isinstance(phase, Auction) else frozenset()


AMOUNT = replace(DOLLARS, read=_read_amount, offer=_amounts, hint=_bid_hint)

_NO_LIMIT = re.compile(r"(?:none|no(?: limit)?|\$?0)(?!\w)")
_LIMIT_WORD = re.compile(r"(?:with )?(?:a )?(?:secret )?(?:limit|up to|max)(?: of)?(?!\w) *")
_MONEY = number("limit", "limit", "Secret limit", money=True)


def _write_limit(limit: int | None, names: Names) -> str:
    return "none" if limit is None else money(limit)


def _read_limit(text: str, view: View, names: Names) -> tuple[int | None, str]:
    """Read the secret limit that goes with a new bid. `none` means no limit."""
    least = view.phase.high + BID_STEP if isinstance(view.phase, Auction) else BID_STEP
    return _limit_in(text, limits(view, least), none=True)


def _limit_in(text: str, may: range, *, none: bool) -> tuple[int | None, str]:
    """Read a limit. Raises Refusal with the limits in `may`, and `none` if that is allowed."""
    line = " ".join(text.casefold().split())
    line = line[len(word[0]) :] if (word := _LIMIT_WORD.match(line)) else line
    if no_limit := _NO_LIMIT.match(line):
        return None, line[len(no_limit[0]) :]
    try:
        return read_dollars(line)
    except Refusal:
        problem = f"“{escape(short(line, 20))}” isn't a limit. " if line else ""
        can = [f"{money(may[0])} to {money(may[-1])}, in tens"] if may else []
        can = [*can, "`none`"] if none else can
        raise Refusal(f"{problem}Give {listed(can, 'or')}.") from None


def _limits_with_a_bid(view: View, known: Known) -> Sequence[int | None]:
    if not isinstance(view.phase, Auction):
        return (None,)
    least = max(known.get("amount", 0), view.phase.high + BID_STEP)
    return (None, *limits(view, least))


def _limits_of_a_bid(view: View, known: Known) -> Sequence[int | None]:
    if not isinstance(view.phase, Auction):
        return ()
    none = () if view.limit is None else (None,)
    return (*limits(view, view.phase.high), *none)


def _limit_hint(view: View, known: Known) -> str:
    return f"At most {money(sum(view.cash))}, in tens. I'll bid for you up to that"


BID_LIMIT = replace(
    _MONEY,
    write=_write_limit,
    read=_read_limit,
    offer=_limits_with_a_bid,
    closed=True,  # skip this field at a table without limits
    hint=_limit_hint,
    usual=None,
    option=str,
)


def _likely_limit(view: View, known: Known, values: Sequence[int | None]) -> int | None:
    """Fill the form with the current limit or, if there is none, with the highest possible one."""
    return view.limit or max((value for value in values if value is not None), default=None)


def _read_own_limit(text: str, view: View, names: Names) -> tuple[int | None, str]:
    """Read the high bidder's new secret limit. Raises Refusal for other players."""
    phase = view.phase
    may = range(0)
    if isinstance(phase, Auction) and view.seat == phase.leader:
        may = limits(view, phase.high)
    try:
        return _limit_in(text, may, none=view.limit is not None)
    except Refusal:
        if not may:
            raise not_asked(view, names) from None
        raise


LIMIT = replace(
    BID_LIMIT, read=_read_own_limit, offer=_limits_of_a_bid, likely=_likely_limit, usual=ASK
)

# --- deals ----------------------------------------------------------------------------------------


def singular_names(kind: Item) -> Sequence[str]:
    """List the singular names of an item: `Chest`, `treasure Chest`."""
    return (kind.name, without_article(kind.name))


_ARTICLE = re.compile(r"(?:an?|one|two|the|my|your) ")


def found_item(text: str, names: Sequence[str]) -> tuple[str, str] | None:
    """Read one of these items at the start of a line. Return its name and the rest of the line.

    Accept the spellings of the board: `a treasure chest`, `two boxes of whoopie pies`, `maple`.
    """
    line = folded(text)
    words = line[len(article[0]) :] if (article := _ARTICLE.match(line)) else line
    called = {
        folded(word): name
        for name in names
        for word in (*singular_names(item(name)), item(name).many, plural(name))
    }
    for word in sorted(called, key=len, reverse=True):
        if re.match(rf"{re.escape(word)}(?![\w-])", words):
            return called[word], words[len(word) :].strip(" ,")
    first = re.split(r"[ ,]", words, maxsplit=1)[0]
    rest = words[len(first) :].strip(" ,")
    near = {name for word, name in called.items() if first and word.startswith(first)}
    return (near.pop(), rest) if len(near) == 1 else None


def _deals(view: View, known: Known) -> Sequence[tuple[str, Seat]]:
    return [(match.item, match.target) for match in matches(view.displays, view.turn)]


def write_deal(deal: tuple[str, Seat], names: Names) -> str:
    """Write a deal as players type it: `Canoe with Ben`."""
    return f"{deal[0]} with {names.to_type(deal[1])}"


def _read_deal(text: str, view: View, names: Names) -> tuple[tuple[str, Seat], str]:
    can = _deals(view, {})
    if not can or view.seat != view.turn or not isinstance(view.phase, Choosing):
        raise not_asked(view, names)
    return deal_among(can, text, view, names)


def deal_among(
    can: Sequence[tuple[str, Seat]], text: str, view: View, names: Names
) -> tuple[tuple[str, Seat], str]:
    """Read one of these deals at the start of a text: `canoe with ben`."""
    name, rest = _item_of_a_deal(text, list(dict.fromkeys(other for other, _ in can)), view)
    partners = [seat for other, seat in can if other == name]
    if len(partners) == 1 and _is_cash(rest, view, names):
        return (name, partners[0]), rest
    if not rest:
        raise Refusal(
            f"With whom? You can deal with {listed([names[seat] for seat in partners], 'or')}."
        )
    target, rest = _read_partner(rest, view, names)
    return (name, target), rest


def _item_of_a_deal(text: str, can: Sequence[str], view: View) -> tuple[str, str]:
    """Read an item that the player can deal for. Raises Refusal for any other item."""
    deck = [kind.name for kind in (*view.cards.items, view.cards.thief)]
    item_read = found_item(text, can)
    other = found_item(text, deck)
    if item_read is None or (
        other is not None and other[0] not in can and len(other[1]) < len(item_read[1])
    ):
        there_are = f"You can deal for {listed([some(name, 1) for name in can], 'or')}."
        if other is None:
            raise Refusal(f"I don't know the item “{escape(short(text.strip(), 20))}”. {there_are}")
        raise Refusal(f"You can't deal for {some(other[0], 1)} now. {there_are}")
    return item_read


def _is_cash(text: str, view: View, names: Names) -> bool:
    """Return whether a text is empty or contains only cash, so that it names no player."""
    if not text:
        return True
    try:
        read_cash(text, view, names)
    except Refusal:
        return bool(re.match(r"(?:for )?[$0-9]", text)) and not _whole_name(text, view, names)
    return True


def _whole_name(text: str, view: View, names: Names) -> bool:
    """Return whether a text starts with a player's whole name or with `seat 2`."""
    line = folded(text)
    called = [folded(names.called(seat)) for seat in range(len(names)) if seat != view.seat]
    return SEAT_NUMBER.match(line) is not None or any(begins(line, name) for name in called)


def _read_partner(text: str, view: View, names: Names) -> tuple[Seat, str]:
    """Read a player's name, with or without `with`, `from`, `of` or `@` before it."""
    prefix = re.match(r"(with|from|of) |@ ?", text)
    if prefix is None:
        return read_player(text, view, names)
    named = text[prefix.end() :]
    # prefer a whole name to an abbreviation; the text after `with` is always a name
    for name in (named, text) if prefix[1] in ("with", None) else (text, named):
        if _whole_name(name, view, names):
            return read_player(name, view, names)
    return read_player(named, view, names)


def _for_how_many(deal: tuple[str, Seat], view: View, names: Names) -> str:
    both = stake(view.displays, deal[0], view.turn, deal[1]) == 2
    return "each stakes two" if both else "each stakes one"


DEAL = Field(
    name="what",
    fills=("item", "target"),
    label="Which item, and with whom",
    write=write_deal,
    read=_read_deal,
    offer=_deals,
    closed=True,
    about=_for_how_many,
    pic=lambda deal: picture_name(deal[0]),
)
