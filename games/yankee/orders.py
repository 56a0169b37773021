"""What can be said ahead in Yankee Swap: the next gift, to whom, and as what.

It is for the next round that its player opens. A hand grows by nothing, not by what is taken home
nor by what lies under the tree, and shrinks only when its player opens a round: so the number of
cards in it, which everybody sees, tells whether that has been done since.
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
    """When I open a round next: this card from my hand, to that seat, said to be this gift.

    `held` are the cards in the hand in which it was said; what is asked for may have 0, which is
    now.
    """

    kind: Literal["give_ahead"] = "give_ahead"
    card: Card
    to: Seat
    declared: Card
    held: int


class YankeeOrders(Orders[GiveAhead, Move, View]):
    """What can be said ahead in Yankee Swap."""

    kinds = (GiveAhead,)

    def offered(self, view: View) -> Iterator[GiveAhead]:
        """Offer each card to each seat, as what it is and as something else."""
        seat, held = view.seat, len(view.held)
        if seat is None or _why_nothing(view, seat):
            return
        for at, card in enumerate(dict.fromkeys(view.held)):
            names = [one for one in KEYS if one != card]
            for by, to in enumerate(others(seat, view.seats)):
                lie = names[(view.rounds + at + by) % len(names)]
                for declared in (card, lie) if card != COAL else (lie,):
                    yield GiveAhead(card=card, to=to, declared=declared, held=held)

    def taken(self, view: View, order: GiveAhead) -> GiveAhead:
        """Take a card that is held, for somebody else, with a claim that can be made; date it."""
        seat, held = view.seat, len(view.held)
        assert seat is not None
        if why := _why_nothing(view, seat):
            raise IllegalMove(why)
        if order.held not in (0, held):
            raise IllegalMove("You have given a gift since. Say anew what the next one is.")
        if order.card not in view.held:
            have = ", ".join(gift(one).name for one in dict.fromkeys(in_order(view.held)))
            raise IllegalMove(f"You hold no such card. You can give: {have}.")
        if order.to == seat:
            raise IllegalMove("You can't give it to yourself; that is rather the point.")
        if order.to not in range(view.seats):
            raise IllegalMove(f"Nobody sits there; there are {view.seats} of you.")
        if order.declared == COAL:  # YS-5
            raise IllegalMove(
                "Nothing may be called Coal, not even Coal. Call it one of the gifts."
            )
        if order.declared not in KEYS:
            names = ", ".join(one.name for one in GIFTS)
            raise IllegalMove(f"There is no such gift. The ten are {names}.")
        return GiveAhead(card=order.card, to=order.to, declared=order.declared, held=held)

    def answers(self, public: View, seat: Seat, orders: Sequence[GiveAhead]) -> bool:
        """Answer for who is to open a round; never what becomes of a gift that is offered."""
        return bool(orders) and public.phase == Giving(seat=seat)

    def obey(self, view: View, orders: Sequence[GiveAhead]) -> Move:
        """Give what was said, to whom, and as what."""
        (order,) = orders
        return Give(card=order.card, to=order.to, declared=order.declared)

    def left(self, view: View, orders: Sequence[GiveAhead]) -> Sequence[GiveAhead]:
        """Keep it until its player opens a round, by hand or as it was said."""
        return [one for one in orders if one.held == len(view.held) and one.card in view.held]


def _why_nothing(view: View, seat: Seat) -> str:
    """Say why there is nothing to say ahead; "" if there is."""
    if isinstance(view.phase, Over):
        return "This game is over: no more gifts are given."
    if view.phase == Giving(seat=seat):
        return "No gift is on its way: you give the next, and can do so now."
    return "" if view.held else "You hold no card that you could give."
