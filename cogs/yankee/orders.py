"""The standing order of Yankee Swap on Discord: the next gift, to whom, and under what name.

The panel of standing orders has a menu for the card, and a form asks for the rest. The line
`next mug to ben as wreath` does the same. A card, a player and a claim mean the same at any time.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.ui.panels.words import Names
from bot.ui.ways.fields import ASK, Field, Known
from bot.ui.ways.ways import Way
from cogs.yankee.read import CARD, SAYS, TO, claim_in, read_gift
from games.gifts import COAL, KEYS, Card, gift, in_order
from games.rules import Refusal, Seat
from games.yankee.orders import GiveAhead
from games.yankee.state import others
from games.yankee.views import View


def _held(view: View, known: Known) -> Sequence[Card]:
    return tuple(dict.fromkeys(in_order(view.held)))


def _others(view: View, known: Known) -> Sequence[Seat]:
    return () if view.seat is None else others(view.seat, view.seats)


def _truth(view: View, known: Known, values: Sequence[Any]) -> Any:
    """Prefill the form with the true claim if the card is known and isn't Coal."""
    return known["card"] if known.get("card") in KEYS else ASK


def _missing_claim_hint(view: View, known: Known) -> str:
    return "It's Coal, but you can't call it Coal" if known.get("card") == COAL else ""


_CARD: Field = replace(CARD, sentence="When I next open a round, give", offer=_held)
_TO: Field = replace(TO, offer=_others)
_SAYS: Field = replace(SAYS, likely=_truth, hint=_missing_claim_hint)


def _read_order(text: str, view: View, names: Names) -> Known:
    """Read a whole line or the beginning of one: `mug to ben as wreath`, `mug to ben`."""
    if not text:
        return {}
    card, rest = read_gift(text)
    if card not in (can := _held(view, {})):
        held = ", ".join(gift(card).name for card in can)
        raise Refusal(f"You don't have {gift(card).one} in your hand. You can give: {held}.")
    return {"card": card, **claim_in(rest, card, _others(view, {}), view, names)}


NEXT = Way[GiveAhead, View](
    verb="next",
    move=GiveAhead,
    help="Plan the gift that you give when you next open a round",
    label=lambda view, known, names: "Your next gift",
    fields=(_CARD, _TO, _SAYS),
    group="ahead",
    words=("next gift", "my next gift"),
    holds="game",
    read=_read_order,
    called="next gift",
)
ORDERS: tuple[Way[Any, View], ...] = (NEXT,)


def ahead(order: GiveAhead, view: View, names: Names) -> str:
    """Describe to its owner, in one sentence, what a standing order will do and when it ends."""
    card, declared = gift(order.card).one, gift(order.declared).one
    return (
        f"When you next open a round, you give {names[order.to]} {card} and say it's {declared}."
        " Then this order ends."
    )
