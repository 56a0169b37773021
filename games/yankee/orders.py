"""The standing order of Yankee Swap: which gift to give next, to whom, and under what name.

The order acts when its player next opens a round. A hand never grows (gifts taken home and gifts
from under the tree don't go into it) and shrinks only when its player opens a round. So the public
size of the hand shows whether the player has opened a round since giving the order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from games.gifts import COAL, GIFTS, KEYS, Card, gift, in_order
from games.rules import IllegalMove, Orders, Seat
from games.yankee.moves import Give, Move
from games.yankee.state import Giving, Over, others
from games.yankee.views import View


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveAhead:
    """When I next open a round, give this card from my hand to seat `to` and declare this gift.

    `held` is the size of the hand when the order was given. A request may have 0 for the current
    size.
    """

    kind: Literal["give_ahead"] = "give_ahead"
    card: Card
    to: Seat
    declared: Card
    held: int


class YankeeOrders(Orders[GiveAhead, Move, View]):
    """The standing order of Yankee Swap: GiveAhead."""

    kinds = (GiveAhead,)

    def offered(self, view: View) -> Iterator[GiveAhead]:
        """Offer each card to each seat, under its true name and under one other name."""
        seat, held = view.seat, len(view.held)
        if seat is None or _why_nothing(view, seat):
            return
        for at, card in enumerate(dict.fromkeys(view.held)):
            names = [other for other in KEYS if other != card]
            for by, to in enumerate(others(seat, view.seats)):
                lie = names[(view.rounds + at + by) % len(names)]
                for declared in (card, lie) if card != COAL else (lie,):
                    yield GiveAhead(card=card, to=to, declared=declared, held=held)

    def accept(self, view: View, order: GiveAhead) -> GiveAhead:
        """Check that the card, the seat and the claim are possible; add the size of the hand."""
        seat, held = view.seat, len(view.held)
        assert seat is not None
        if why := _why_nothing(view, seat):
            raise IllegalMove(why)
        if order.held not in (0, held):
            raise IllegalMove("You've given a gift since then. Set your next gift again.")
        if order.card not in view.held:
            have = ", ".join(gift(card).name for card in dict.fromkeys(in_order(view.held)))
            raise IllegalMove(f"You don't have that card in your hand. You can give: {have}.")
        if order.to == seat:
            raise IllegalMove("You can't give a gift to yourself. Pick somebody else.")
        if order.to not in range(view.seats):
            raise IllegalMove(f"Nobody sits there. This table has {view.seats} players.")
        if order.declared == COAL:  # YS-5
            raise IllegalMove("You can't call any card Coal. Call it one of the ten gifts.")
        if order.declared not in KEYS:
            names = ", ".join(gift_.name for gift_ in GIFTS)
            raise IllegalMove(f"There's no such gift. The ten are {names}.")
        return GiveAhead(card=order.card, to=order.to, declared=order.declared, held=held)

    def answers(self, public: View, seat: Seat, orders: Sequence[GiveAhead]) -> bool:
        """Answer only for a seat that must open a round, never for one that was offered a gift."""
        return bool(orders) and public.phase == Giving(seat=seat)

    def obey(self, view: View, orders: Sequence[GiveAhead]) -> Move:
        """Return the ordered gift as a move."""
        (order,) = orders
        return Give(card=order.card, to=order.to, declared=order.declared)

    def remaining(self, view: View, orders: Sequence[GiveAhead]) -> Sequence[GiveAhead]:
        """Keep the order until its player opens a round."""
        return [
            order for order in orders if order.held == len(view.held) and order.card in view.held
        ]


def _why_nothing(view: View, seat: Seat) -> str:
    """Return why this seat can't give a standing order now, or "" if it can."""
    if isinstance(view.phase, Over):
        return "This game is over, so there are no more gifts to give."
    if view.phase == Giving(seat=seat):
        return "It's your turn to give, so give a gift now instead of planning one."
    return "" if view.held else "You have no cards left to give."
