"""Typed answers in a secret auction: `50`, `80 ask me`, `keep 40, 60 against Ben`."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from bot.ui.panels.words import Names, escape, short
from bot.ui.ways.fields import Field, Known, one_of, read_player
from cogs.downeast.cash import not_asked
from cogs.downeast.read import DOLLARS, read_dollars
from cogs.downeast.text import Against, keep_text, the
from games.downeast.auctions.legal_auction import bids, in_play
from games.downeast.auctions.legal_lot import amounts
from games.downeast.cash import money
from games.downeast.decks import BID_STEP
from games.downeast.moves import AnswerLot, Keep
from games.downeast.state import Auction, Lot
from games.downeast.views import View
from games.rules import Refusal, Seat

_JUMP = 50  # dollars; suggested amounts for cheap items are multiples of this

# --- suggested amounts ----------------------------------------------------------------------------


def suggested_amounts(view: View) -> tuple[int, ...]:
    """Suggest a small and a larger amount for the current item, based on its stars.

    The suggestions use only public facts, because they appear on the board.
    """
    if not isinstance(view.phase, Lot):
        return ()
    large = suggested_amount(view, view.phase.item)
    return tuple(dict.fromkeys((_round(large * 2 // 5), large)))


def suggested_bids(view: View) -> tuple[int, ...]:
    """Suggest the next bid in an auction, and a larger one.

    On the board the suggestions use only public facts, and go up to all the money in the game
    (DD-10). In a hand they are legal bids of its owner.
    """
    phase = view.phase
    if not isinstance(phase, Auction):
        return ()
    most = in_play(view) if view.seat is None else bids(view, phase).stop - 1
    least = phase.high + BID_STEP
    large = suggested_amount(view, phase.item)
    near = least + BID_STEP  # the larger bid would differ too little
    jump = large if large > near else near // _JUMP * _JUMP + _JUMP
    return tuple(amount for amount in (least, jump) if amount <= most)


def suggested_amount(view: View, item: str) -> int:
    """Suggest an amount for one card of an item."""
    share = in_play(view) // view.seats  # each player's share of all the money in the game
    return _round(share * (15 + view.cards.item(item).stars // 2) // 100)


def _round(amount: int) -> int:
    """Round to a multiple of $10, or of $50 for large amounts."""
    step = 50 if amount >= 200 else BID_STEP
    return max(BID_STEP, (amount + step // 2) // step * step)


def affordable(view: View) -> list[int]:
    """Return the suggested amounts that a view's owner can pay, or else all their cash."""
    may = amounts(view)
    return [amount for amount in suggested_amounts(view) if amount in may] or list(may[-1:])


# --- buttons --------------------------------------------------------------------------------------

_MY_CARDS = ", I pick the cards"


def may_answer(public: View) -> Iterable[Known]:
    """Offer amounts on the board. The answer to a press is private."""
    some = [{"most": most, "ask": False} for most in suggested_amounts(public)]
    return [*some, {}] if some else ()


def own_answers(view: View) -> Iterable[Known]:
    """Offer the suggested amounts in a hand, except for the current answer."""
    for most in affordable(view):
        if view.answer != AnswerLot(most=most, ask=False):
            yield {"most": most, "ask": False}
    yield {}


def answer_label(view: View, known: Known, names: Names) -> str:
    """Label the button for an amount."""
    if "most" not in known:
        return "Other"
    return f"Up to {money(known['most'])}{_MY_CARDS if known.get('ask') else ''}"


def may_keep(public: View) -> Iterable[Known]:
    """Offer the auctioneer's keep answer on the board."""
    return ({},) if isinstance(public.phase, Lot) else ()


def own_keeps(view: View) -> Iterable[Known]:
    """Offer to keep the item up to a suggested price, or up to a price in a form."""
    for most in affordable(view)[:1]:
        if view.answer != Keep(most=most, against=(), ask=False):
            yield {"most": most, "against": (), "ask": False}
    yield {}


def keep_label(view: View, known: Known, names: Names) -> str:
    """Label the button for the auctioneer's keep answer."""
    if "most" not in known:
        return "Keep it for up to"
    text = keep_text(known["most"], known.get("against", ()), names.plain)
    return f"{text[:1].upper()}{text[1:]}{_MY_CARDS if known.get('ask') else ''}"


def drop_equal_prices(view: View, known: Known) -> Known:
    """Drop bidders whose separate price equals the price for everybody."""
    if "most" not in known or "against" not in known:
        return known
    needed = [pair for pair in known["against"] if pair[1] != (known["most"] or 0)]
    return {**known, "against": tuple(needed)}


def title(view: View, known: Known, names: Names) -> str:
    """Return the title of the form for a secret answer."""
    return f"Your answer for {the(view.phase.item)}" if isinstance(view.phase, Lot) else "An answer"


def secret_note(view: View, names: Names) -> str:
    """Return the note above the answer form: the cash in hand, and that the answer stays secret."""
    return f"You have {money(sum(view.cash))}. Nobody else sees this before the end."


# --- fields ---------------------------------------------------------------------------------------


def _amounts(view: View, known: Known) -> Sequence[int]:
    return amounts(view) if isinstance(view.phase, Lot) else ()


def _between(view: View, known: Known) -> str:
    may = amounts(view)
    if not may:
        return ""
    if len(may) == 1:
        return f"{money(may[0])}, all you have"
    return f"{money(may[0])} to {money(may[-1])}, in tens"


def _own_amount(view: View) -> int | None:
    return view.answer.most if isinstance(view.answer, AnswerLot | Keep) else None


def _likely_amount(view: View, known: Known, values: Sequence[Any]) -> int:
    """Fill the form with the current answer, or with the larger suggestion."""
    return _own_amount(view) or affordable(view)[-1]


_UP_TO = re.compile(r"(?:up to|at most|max)(?!\w) *")


def _read_most(text: str, view: View, names: Names) -> tuple[int, str]:
    line = " ".join(text.casefold().split())
    line = line[len(prefix[0]) :] if (prefix := _UP_TO.match(line)) else line
    may = _amounts(view, {})
    try:
        return read_dollars(line)
    except Refusal:
        if not may or view.seat == view.turn:
            raise not_asked(view, names) from None
        problem = f"“{escape(short(line, 20))}” isn't an amount. " if line else ""
        raise Refusal(f"{problem}Amounts go in tens, from `{money(may[0])}` up.") from None


MOST = replace(
    DOLLARS,
    fills=("most",),
    label="The most you'd pay, in tens",
    read=_read_most,
    offer=_amounts,
    hint=_between,
    likely=_likely_amount,
)

_SELL = re.compile(r"(?:sell(?: it)?|none|nothing)(?!\w)")
_NAMED = re.compile(r"\$?[0-9][0-9,]* (?:against|to|for)(?!\w)")


def _write_price(most: int | None, names: Names) -> str:
    return "sell" if most is None else money(most)


def _read_price(text: str, view: View, names: Names) -> tuple[int | None, str]:
    """Read the price up to which the auctioneer keeps the item; None before `60 against Ben`."""
    line = " ".join(text.split())
    folded = line.casefold()
    if sold := _SELL.match(folded):
        return None, line[len(sold[0]) :]
    lead = len(prefix[0]) if (prefix := _UP_TO.match(folded)) else 0
    if _NAMED.match(folded[lead:]):
        return None, line[lead:]
    try:
        return read_dollars(line[lead:])
    except Refusal:
        may = _amounts(view, {})
        if not may or view.seat != view.turn:
            raise not_asked(view, names) from None
        problem = f"“{escape(short(line, 20))}” isn't a price. " if line else ""
        raise Refusal(f"{problem}Give {_between(view, {})}, or `sell`.") from None


def _prices(view: View, known: Known) -> Sequence[int | None]:
    """Offer prices, and no price at all if single bidders have their own."""
    none = (None,) if known.get("against") else ()
    own = [amount for _, amount in known.get("against", ())]
    return [*none, *(amount for amount in _amounts(view, known) if amount not in own)]


PRICE = Field(
    name="price",
    fills=("most",),
    label="Keep it if it costs at most",
    write=_write_price,
    read=_read_price,
    offer=_prices,
    likely=_likely_amount,
    hint=_between,
)

_SOMEBODY = re.compile(
    r"(?:but |and )?(?:up to )?(\$?[0-9][0-9,]*|sell|not)(?: (?:against|to|for))? "
)
_NOBODY = re.compile(r"(?:nobody|no one|none)(?!\w)")


def _write_against(against: Against, names: Names) -> str:
    parts = [f"{money(amount)} against {names.to_type(seat)}" for seat, amount in against]
    return ", ".join(parts) or "nobody"


def _read_against(text: str, view: View, names: Names) -> tuple[Against, str]:
    """Read separate prices for single bidders: `60 against Ben, 0 against Cat`."""
    rest = text.strip(" ,;")
    if nobody := _NOBODY.match(rest.casefold()):
        return (), rest[len(nobody[0]) :]
    prices: dict[Seat, int] = {}
    while prefix := _SOMEBODY.match(rest.casefold()):
        amount = 0 if prefix[1] in ("sell", "not") else read_dollars(prefix[1])[0]
        seat, rest = read_player(rest[prefix.end() :], view, names)
        if seat in prices:
            raise Refusal(f"You named {names[seat]} twice. Name each player once.")
        prices[seat] = amount
        rest = rest.strip(" ,;")
    if re.match(r"\$?[0-9]", rest):
        raise Refusal(
            f"“{escape(short(rest, 20))}” names no bidder. Write it like `60 against Ben`."
        )
    return tuple(sorted(prices.items())), rest


def _single_bidders(view: View, known: Known) -> Sequence[Against]:
    """For each bidder, offer to sell only to them, or to keep the item from them at any price."""
    may = _amounts(view, known)
    if not may or view.seat != view.turn:
        return ()
    others = [seat for seat in range(view.seats) if seat != view.turn]
    own = known.get("most", may[0])
    return [((seat, amount),) for seat in others for amount in (0, may[-1]) if amount != (own or 0)]


AGAINST = Field(
    name="against",
    fills=("against",),
    label="A different price for single bidders",
    write=_write_against,
    read=_read_against,
    offer=_single_bidders,
    likely=lambda view, known, values: _own_against(view),
    hint=lambda view, known: "An amount against a name, with commas between; or nobody",
    usual=(),
)


def _own_against(view: View) -> Against:
    return view.answer.against if isinstance(view.answer, Keep) else ()


def _either_way(view: View, known: Known) -> Sequence[bool]:
    return False, True


ASK = one_of(
    "ask",
    "ask",
    "Who picks the cards if you pay",
    {False: "as usual", True: "ask me"},
    also={
        **dict.fromkeys(("the house", "house", "the house pays", "no"), False),
        **dict.fromkeys(("ask", "i pick", "my cards", "yes"), True),
    },
    offer=_either_way,
    closed=True,
    usual=False,
)

_ON = one_of(
    "on",
    "on",
    "Pick the cards yourself when you pay",
    {True: "on", False: "off"},
    also={"yes": True, "no": False},
)


def _read_on(text: str, view: View, names: Names) -> tuple[bool, str]:
    try:
        return _ON.read(text, view, names)
    except Refusal:
        is_on = view.seat in view.ask_me
        now = "You pick the cards now" if is_on else "I pick the cards for you now"
        raise Refusal(f"{now}: `{'off' if is_on else 'on'}` changes that.") from None


ON = replace(_ON, read=_read_on)
