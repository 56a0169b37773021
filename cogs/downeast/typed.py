"""A line that a player types, by what is being asked of them: `50 10 10`, `pass`, `bid 80`."""

import re

from bot.panel import Ask, ask
from games.downeast.state import Auction, Choosing, Deal, Deciding, Paying, Sealing
from games.downeast.views import View
from games.rules import Refusal

_BID = re.compile(
    r"(?:bid|raise|raise to)? ?(?P<amount>\$?[0-9][0-9,]*)"
    r"(?: (?:up to|limit|max|with limit) ?(?P<limit>\$?[0-9][0-9,]*))?"
)
_LIMIT = re.compile(r"(?:secret )?limit ?(?P<limit>.*)|(?P<no>no limit|withdraw)")
_FAN = re.compile(r"(?P<cash>.*?) ?\b(?P<how>fan(?:ned)?(?: out)?|stack(?:ed)?)")
_WORDS = {
    "auction": ask("turn_over"),
    "auction the next item": ask("turn_over"),
    "turn over": ask("turn_over"),
    "next": ask("turn_over"),
    "pass": ask("pass"),
    "call": ask("call"),
    "call it": ask("call"),
    "going once": ask("call"),
    "sell": ask("sell"),
    "buy": ask("buy"),
    "keep": ask("buy"),
    "keep it": ask("buy"),
    "surrender": ask("surrender"),
    "give in": ask("surrender"),
    "take": ask("surrender"),
    "take it": ask("surrender"),
    "take the cash": ask("surrender"),
}


def typed(text: str, view: View) -> Ask:
    """Read a line; the Refusal says what can be typed now."""
    line = " ".join(text.casefold().split()).strip(" `.!")
    if line in _WORDS:
        return _WORDS[line]
    if line.startswith("deal "):
        return ask("deal", words=line.removeprefix("deal "))
    verb, _, rest = line.partition(" ")
    if verb in ("pay", "answer", "offer", "seal"):
        return _with_cash(verb, rest)
    if match := _LIMIT.fullmatch(line):
        return ask("limit", limit="none" if match["no"] else match["limit"] or "none")
    if isinstance(view.phase, Auction) and (match := _BID.fullmatch(line)):
        limit = {"limit": match["limit"]} if match["limit"] else {}
        return ask("bid", amount=match["amount"], **limit)
    if not line:
        raise Refusal(can_be_typed(view))
    if _owes_cash(view):
        return _with_cash(_owes_cash(view), line)
    raise Refusal(can_be_typed(view))


def _with_cash(verb: str, text: str) -> Ask:
    if verb == "offer" and (match := _FAN.fullmatch(text)):
        return ask(verb, cash=match["cash"], how=match["how"])
    return ask(verb, cash=text or "nothing")


def _owes_cash(view: View) -> str:
    """Say what a bare line of cards means to this seat now; "" if nothing."""
    phase, seat = view.phase, view.seat
    if isinstance(phase, Paying) and seat == phase.payer:
        return "pay"
    if isinstance(phase, Sealing) and seat in set(phase.bidders) - phase.sealed:
        return "seal"
    if isinstance(phase, Deal) and phase.laid and seat == phase.target:
        return "answer"
    if isinstance(phase, Deal) and not phase.laid and seat == phase.challenger:
        return "offer"
    return ""


def can_be_typed(view: View) -> str:
    """Say what may be typed now."""
    phase, seat = view.phase, view.seat
    cards = "your cards, as in `50 10 c` (`c` is a bad check), or `nothing`"
    if isinstance(phase, Auction):
        if seat == view.turn:
            return "You can type `call`."
        limit = " or `bid 80 limit 120`" if view.options.limits else ""
        return f"You can type `pass`, `bid 80`{limit}."
    if isinstance(phase, Choosing) and seat == view.turn:
        return "You can type `auction`, or a deal: `deal canoe ben 50 10 fan`."
    if isinstance(phase, Deciding) and seat == view.turn:
        return "You can type `sell` or `buy`."
    owed = _owes_cash(view)
    if owed == "answer":
        return f"You can type `surrender`, or {cards}."
    if owed == "pay":
        return "You can type the cards you pay with, as in `50 10 10`."
    return f"You can type {cards}." if owed else "Nothing waits for you right now."
