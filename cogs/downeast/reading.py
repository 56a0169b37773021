"""What a player asks for, made into a move, or into a form that asks on.

Buttons carry the facts that they were drawn on (`lot`, `over`, …). Who types means things as they
stand now, so facts that are not named are taken from the view.
"""

import re
from collections.abc import Callable, Set
from typing import TypeVar

from bot.panel import Ask, Form
from bot.words import Names
from cogs.downeast import controls
from cogs.downeast.drawn import own_situation
from cogs.downeast.words import found_item, found_seat, read_amount, read_cash
from games.downeast.displays import matches
from games.downeast.moves import (
    Answer,
    Buy,
    Call,
    Challenge,
    Move,
    Offer,
    Pass,
    Pay,
    Raise,
    Seal,
    Sell,
    SetLimit,
    Surrender,
    TurnOver,
)
from games.downeast.state import Auction, Choosing, Deal, Deciding, Paying, Phase, Sealing
from games.downeast.views import View
from games.rules import Refusal, Seat

P = TypeVar("P", bound=Phase)


def read(wanted: Ask, view: View, names: Names) -> Move | Form:
    """Read a request."""
    reader = READERS.get(wanted.verb)
    if reader is None:
        raise Refusal(f"That is no move of this game. {own_situation(view, names)}")
    return reader(wanted, view, names)


def _not_now(view: View, names: Names) -> Refusal:
    return Refusal(f"Not now. {own_situation(view, names)}")


def _in(view: View, names: Names, kind: type[P], seats: Set[Seat | None] | None = None) -> P:
    """Return the phase if it is of this kind, and these seats' to act in; else say what is on."""
    if not isinstance(view.phase, kind) or (seats is not None and view.seat not in seats):
        raise _not_now(view, names)
    return view.phase


def _fact(wanted: Ask, key: str, now: int) -> int:
    """Return a fact that a button was drawn on; as it stands now, if none is named."""
    text = wanted.args.get(key, "")
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else now


def _turn_over(wanted: Ask, view: View, names: Names) -> Move:
    _in(view, names, Choosing, {view.turn})
    return TurnOver(lot=_fact(wanted, "lot", view.lots + 1))


def _bid(wanted: Ask, view: View, names: Names) -> Move | Form:
    phase = _in(view, names, Auction)
    lot = _fact(wanted, "lot", phase.lot)
    if "amount" in wanted.args or not _may_bid(view, phase) or lot != phase.lot:
        amount = read_amount(wanted.args.get("amount", "10"), "your bid")
        return Raise(
            lot=lot,
            amount=amount,
            over=_fact(wanted, "over", phase.high),
            limit=_limit_in(wanted),
        )
    return controls.bid_form(view, phase)


def _may_bid(view: View, phase: Auction) -> bool:
    return view.seat not in {view.turn, phase.leader} | phase.out


def _limit_in(wanted: Ask) -> int | None:
    text = wanted.args.get("limit", "").strip().casefold()
    return None if text in ("", "none", "no", "0") else read_amount(text, "your limit")


def _limit(wanted: Ask, view: View, names: Names) -> Move | Form:
    phase = _in(view, names, Auction)
    able = view.seat == phase.leader and view.options.limits and sum(view.cash) > phase.high
    if "limit" not in wanted.args and able:
        return controls.limit_form(view, phase)
    return SetLimit(
        lot=_fact(wanted, "lot", phase.lot),
        bid=_fact(wanted, "over", phase.high),
        limit=_limit_in(wanted),
    )


def _pass(wanted: Ask, view: View, names: Names) -> Move:
    phase = _in(view, names, Auction)
    return Pass(lot=_fact(wanted, "lot", phase.lot), over=_fact(wanted, "over", phase.high))


def _call(wanted: Ask, view: View, names: Names) -> Move:
    phase = _in(view, names, Auction)
    return Call(lot=_fact(wanted, "lot", phase.lot), over=_fact(wanted, "over", phase.high))


def _sell(wanted: Ask, view: View, names: Names) -> Move:
    phase = _in(view, names, Deciding, {view.turn})
    return Sell(
        lot=_fact(wanted, "lot", phase.lot),
        to=_fact(wanted, "to", phase.bidder),
        price=_fact(wanted, "price", phase.price),
    )


def _buy(wanted: Ask, view: View, names: Names) -> Move:
    phase = _in(view, names, Deciding, {view.turn})
    return Buy(
        lot=_fact(wanted, "lot", phase.lot),
        instead_of=_fact(wanted, "to", phase.bidder),
        price=_fact(wanted, "price", phase.price),
    )


def _pay(wanted: Ask, view: View, names: Names) -> Move | Form:
    phase = _in(view, names, Paying)
    if view.seat != phase.payer:
        raise _not_now(view, names)
    if "cash" not in wanted.args:
        return controls.pay_form(view, phase)
    return Pay(
        lot=_fact(wanted, "lot", phase.lot),
        price=_fact(wanted, "price", phase.price),
        cards=read_cash(wanted.args["cash"], view.cash),
    )


def _deal(wanted: Ask, view: View, names: Names) -> Move | Form:
    _in(view, names, Choosing, {view.turn})
    if not matches(view.displays, view.turn):
        raise Refusal("You own nothing that anybody else owns too: run an auction.")
    if not wanted.args:
        return controls.deal_form(view, names, None)
    item, target, cash, how = _deal_meant(wanted, view, names)
    if cash is None:
        return controls.deal_form(view, names, f"{item}@seat {target + 1}")
    fanned = how.strip().casefold() in ("fan", "fanned", "fanned out", "true")
    return Challenge(item=item, target=target, cards=read_cash(cash, view.cash), fanned=fanned)


def _deal_meant(wanted: Ask, view: View, names: Names) -> tuple[str, Seat, str | None, str]:
    """Read for what, with whom, with which cash and how, from a menu, a command or a line."""
    args = wanted.args
    mine = list(dict.fromkeys(one.item for one in matches(view.displays, view.turn)))
    if "words" in args:
        item, rest = found_item(args["words"], mine)
        target, rest = _target(re.sub(r"^(?:with|from|of|@) ?", "", rest), item, view, names)
        match = re.fullmatch(
            r"(?:for |offer |with )?(.*?) ?\b(fan(?:ned)?(?: out)?|stack(?:ed)?)?", rest
        )
        cash, how = (match[1], match[2] or "") if match else (rest, "")
        return item, target, cash or None, how
    what, _, whom = args.get("what", "").partition("@")
    item, _ = found_item(args.get("item", what), mine)
    target, _ = _target(args.get("to", whom), item, view, names)
    return item, target, args.get("cash"), args.get("how", "")


def _target(text: str, item: str, view: View, names: Names) -> tuple[Seat, str]:
    can = [one.target for one in matches(view.displays, view.turn) if one.item == item]
    if not text and len(can) == 1:
        return can[0], ""
    if not text:
        raise Refusal(f"With whom? {names.all(frozenset(can))} could be asked.")
    return found_seat(text, view, names)


def _offer(wanted: Ask, view: View, names: Names) -> Move | Form:
    phase = _in(view, names, Deal)
    if phase.laid or view.seat != phase.challenger:
        raise _not_now(view, names)
    if "cash" not in wanted.args:
        return controls.offer_form(view, phase)
    return Offer(
        item=wanted.args.get("item", phase.item),
        target=_fact(wanted, "target", phase.target),
        offer=_fact(wanted, "offer", phase.offer),
        cards=read_cash(wanted.args["cash"], view.cash),
        fanned=wanted.args.get("how", "").startswith("fan"),
    )


def _surrender(wanted: Ask, view: View, names: Names) -> Move:
    phase = _as_target(view, names)
    return Surrender(
        item=wanted.args.get("item", phase.item),
        challenger=_fact(wanted, "challenger", phase.challenger),
        offer=_fact(wanted, "offer", phase.offer),
    )


def _answer(wanted: Ask, view: View, names: Names) -> Move | Form:
    phase = _as_target(view, names)
    if "cash" not in wanted.args:
        return controls.answer_form(view, phase)
    return Answer(
        item=wanted.args.get("item", phase.item),
        challenger=_fact(wanted, "challenger", phase.challenger),
        offer=_fact(wanted, "offer", phase.offer),
        cards=read_cash(wanted.args["cash"], view.cash),
    )


def _as_target(view: View, names: Names) -> Deal:
    phase = _in(view, names, Deal)
    if not phase.laid or view.seat != phase.target:
        raise _not_now(view, names)
    return phase


def _seal(wanted: Ask, view: View, names: Names) -> Move | Form:
    phase = _in(view, names, Sealing)
    if "cash" not in wanted.args and view.seat in set(phase.bidders) - phase.sealed:
        return controls.seal_form(view, phase)
    return Seal(
        lot=_fact(wanted, "lot", phase.lot),
        round=_fact(wanted, "round", phase.round),
        cards=read_cash(wanted.args.get("cash", ""), view.cash),
    )


READERS: dict[str, Callable[[Ask, View, Names], Move | Form]] = {
    "turn_over": _turn_over,
    "bid": _bid,
    "limit": _limit,
    "pass": _pass,
    "call": _call,
    "sell": _sell,
    "buy": _buy,
    "pay": _pay,
    "deal": _deal,
    "offer": _offer,
    "surrender": _surrender,
    "answer": _answer,
    "seal": _seal,
}
