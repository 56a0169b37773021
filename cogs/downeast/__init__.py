"""Downeast Dealer on Discord: bids in the open, cash in private, deals between two.

Here are the face and its terms. What it looks like is in `draw` and `tell`, what is asked of whom
in `situation`, what can be done in `ways`, and said ahead in `orders`; how cash, bids and deals are
named in `cash` and `read`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from bot.ui.face import Agreed, Drawing, Face, Page, TakesFaces, Term
from bot.ui.panel import Part, Text
from bot.ui.story import Game, Reveal
from bot.ui.words import Names, escape, folded
from cogs.downeast.agreed import agreed
from cogs.downeast.draw import (
    asking,
    bids,
    deck_line,
    displays,
    ending,
    hand,
    pot,
    winners,
)
from cogs.downeast.help import HOW_TO
from cogs.downeast.moments import moments
from cogs.downeast.orders import ORDERS, ahead, offering
from cogs.downeast.pics import up
from cogs.downeast.read import called_as
from cogs.downeast.situation import situation
from cogs.downeast.story import net, reveal
from cogs.downeast.tell import tell, tell_all
from cogs.downeast.truth import truth
from cogs.downeast.wanted import answered_by, wanted
from cogs.downeast.ways import WAYS
from games.downeast import Downeast
from games.downeast.decks import DECKS, Deck
from games.downeast.events import Event
from games.downeast.moves import Move
from games.downeast.orders import Order
from games.downeast.state import Deal, Lot, Options, Paying, Sealing
from games.downeast.views import View
from games.rules import Refusal, Seat

# --- the terms ------------------------------------------------------------------------------------


def _sets(typed: str, given: Mapping[str, Any]) -> Sequence[str]:
    """Suggest sets to leave out, of the deck that was chosen."""
    wanted = typed.casefold().strip()
    deck = DECKS["yankee" if given.get("deck") == "yankee" else "classified"]
    return [one.many for one in deck.items if wanted in one.many.casefold()]


def _named(deck: Deck, called: Iterable[str], with_thief: bool) -> tuple[str, ...]:
    """Find items by name, however they are written. Raises Refusal for what is not in the deck."""
    known = {folded(word): one.name for one in deck.items for word in (one.many, *called_as(one))}
    thief = deck.thief
    found: list[str] = []
    for text in called:
        word = folded(text)
        if word in map(folded, (thief.many, *called_as(thief))):  # DD-4: it may stay away, too
            stays = f"The {thief.name} is no set, and stays in the box already: name two sets."
            leave = f"The {thief.name} is no set: to leave it out say no to `thief`; name two sets."
            raise Refusal(leave if with_thief else stays)
        if word not in known:
            sets = ", ".join(one.many for one in deck.items)
            raise Refusal(f"There is no “{escape(text)}” in this deck. Its sets are: {sets}.")
        found.append(known[word])
    return tuple(found)


TERMS = (
    Term(
        name="deck",
        fills="deck",
        help="The game's own cards, or those of Yankee Swap (usual: classified)",
    ),
    Term(
        name="thief",
        fills="thief",
        help="Play with the Thief (or Coal), which nobody wants (usual: no)",
    ),
    Term(
        name="short",
        fills="short",
        help="Play a shorter game: two sets stay in the box (usual: no)",
    ),
    Term(
        name="without",
        fills="removed",
        help="In a short game: a set to leave out (usual: the two cheapest)",
        read=str,
        suggest=_sets,
    ),
    Term(
        name="and",
        fills="removed",
        help="In a short game: the other set to leave out (usual: the two cheapest)",
        read=str,
        suggest=_sets,
    ),
    Term(name="bluffs", fills="bluff_bids", help="Bids may be more than one holds (usual: no)"),
    Term(
        name="limits",
        fills="limits",
        help="A bid may carry a secret limit, and the house bids on up to it (usual: yes)",
    ),
    Term(
        name="open_cash",
        fills="open_payments",
        help="Everybody sees the cards that pay for an auction (usual: no)",
    ),
    Term(
        name="bidding",
        fills="bidding",
        help="Bid in the open, or answer each lot once, in secret (usual: once, at a slow pace)",
        choices={"in the open": "open", "one secret answer a lot": "once"},
    ),
    Term(
        name="payments",
        fills="payments",
        help="Who picks the cards that pay; each can change that for themselves (usual: the house)",
        choices={"the house": "house", "whoever pays": "asked"},
    ),
)


class DowneastFace(Face[Options, Move, Event, View]):
    """Downeast Dealer."""

    rules = Downeast()
    colour = 0x2F5D8A
    about = "Downeast Dealer: bid, bluff and deal for the best yard sale in Maine"
    pitch = (
        "Bid, bluff and swap your way to the best yard sale in Maine: four alike are a set, and "
        "every set multiplies what all of them are worth. Bad checks look just like cash."
    )
    pics = ("canoe", "lantern", "bad_check")
    hours: ClassVar[Mapping[int, int]] = {3: 7, 4: 9, 5: 11}
    ways = WAYS
    orders = ORDERS
    terms_asked = TERMS

    def options(self, given: Mapping[str, Any]) -> Options:
        """Put the two sets that are left out together."""
        called = [given[name] for name in ("without", "and") if given.get(name)]
        rest = {name: value for name, value in given.items() if name not in ("without", "and")}
        options = super().options(rest)
        removed = _named(DECKS[options.deck], called, options.thief)
        return replace(options, removed=removed)

    def usual(self, pace: str, said: Mapping[str, Any]) -> Mapping[str, Any]:
        """Have each lot answered once where people look in now and then, and the house pay."""
        slow = pace in ("day", "week") and not said.get("bluffs")  # bluffs need open bids (DD-43)
        return {"bidding": "once" if slow else "open", "payments": "house"}

    def terms(self, options: Options) -> Sequence[Agreed]:
        """Say the deck, the Thief, how long, and what else was agreed."""
        return agreed(options)

    def how_to(self) -> Sequence[Page]:
        """Explain the game: an example, the rules, the terms, the rulings."""
        return HOW_TO

    def board(self, public: View, names: Names) -> Drawing:
        """Draw who owns what, and what is to come."""
        parts: list[Part] = [Text(displays(public, names)), Text(deck_line(public))]
        recap = bids(public, names) or pot(public, names)
        if recap:
            parts.insert(0, Text(recap))
        if said := asking(public, names):
            parts.append(Text(f"-# {said}"))
        return Drawing(f"{up(public.phase)}{situation(public, names)}", parts)

    def hand(self, view: View, names: Names) -> Drawing:
        """Draw the cash, and what is asked of its owner."""
        parts: list[Part] = [Text(f"{up(view.phase)}{situation(view, names)}")]
        recap = pot(view, names)
        if recap:
            parts.append(Text(recap))
        if said := offering(view):
            parts.append(Text(f"-# {said}"))
        return Drawing(hand(view), parts)

    def situation(self, view: View, names: Names) -> str:
        """Say what is asked of the owner of a view, or what is going on."""
        return situation(view, names)

    def wanted(self, view: View, names: Names) -> str:
        """Say in a notice what is asked."""
        return wanted(view, names)

    def answered_by(self, public: View, seat: Seat) -> frozenset[str] | None:
        """Name the ways by which a seat that is to move can answer."""
        return answered_by(public, seat)

    def ending(self, public: View, names: Names) -> Drawing:
        """Draw who has won, and everybody's sum."""
        standing = self.rules.standing(public)
        headline = winners(names, standing.winners, max(standing.points))
        return Drawing(headline, ending(public, names))

    def tell(self, event: Event, names: Names, to: Seat | None) -> str:
        """Tell an event in a sentence or two."""
        return tell(event, names, to)

    def tell_all(self, events: Sequence[Event], names: Names, to: Seat | None) -> list[str]:
        """Tell events that followed each other; a sale and its payment share a sentence."""
        return tell_all(events, names, to)

    def reveal(self, events: Sequence[Event], names: Names) -> Reveal | None:
        """Say whose an item is, what was sealed, what a chest paid."""
        return reveal(events, names)

    def net(self, events: Sequence[Event], names: Names, to: Seat) -> str:
        """Sum up the cash and the items that a seat has won and lost."""
        return net(events, names, to)

    def moments(self, game: Game, names: Names) -> Sequence[str]:
        """Find the boldest offer, the dearest deal, the luckiest buy."""
        return moments(game, names)

    def truth(self, game: Game, names: Names) -> Sequence[str]:
        """Tell what lay face down, and what secret answers said."""
        return truth(game, names)

    def ahead(self, order: Order, view: View, names: Names) -> str:
        """Say what an order will do, and when it ends."""
        return ahead(order, view, names)

    def private(self, public: View) -> frozenset[Seat]:
        """Name who is to answer in secret, or to lay down cash: to pay, to seal, to offer."""
        if isinstance(public.phase, Lot | Paying | Deal | Sealing):
            return self.rules.to_move(public)
        return frozenset()


FACE = DowneastFace()


async def setup(bot: TakesFaces) -> None:
    """Load this game (discord.py calls it)."""
    await bot.add_face(FACE)
