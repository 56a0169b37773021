"""The face of Downeast Dealer on Discord, and the terms of its tables.

Modules `draw` and `tell` write what players read, `situation` what a player is asked, `ways` how
they move, and `orders` their standing orders. `cash` and `read` parse typed cash, bids and deals.
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
    bids,
    deck_line,
    displays,
    ending,
    hand,
    own_payers,
    pot,
    winners,
)
from cogs.downeast.finished.moments import moments
from cogs.downeast.finished.truth import truth
from cogs.downeast.help import HOW_TO
from cogs.downeast.orders import ORDERS, ahead, order_hint
from cogs.downeast.pics import item_picture
from cogs.downeast.read import singular_names
from cogs.downeast.situation import situation
from cogs.downeast.story import net, reveal
from cogs.downeast.tell import tell, tell_all
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
    """Suggest sets of the chosen deck to leave out."""
    wanted = typed.casefold().strip()
    deck = DECKS["yankee" if given.get("deck") == "yankee" else "classified"]
    return [item.many for item in deck.items if wanted in item.many.casefold()]


def _named(deck: Deck, called: Iterable[str], with_thief: bool) -> tuple[str, ...]:
    """Return the names of the items that the opener typed. Raises Refusal for an unknown item."""
    known = {
        folded(word): kind.name
        for kind in deck.items
        for word in (kind.many, *singular_names(kind))
    }
    thief = deck.thief
    removed: list[str] = []
    for text in called:
        word = folded(text)
        if word in map(folded, (thief.many, *singular_names(thief))):  # DD-4: may be left out too
            stays = f"The {thief.name} is no set, and stays in the box already: name two sets."
            leave = f"The {thief.name} is no set: to leave it out say no to `thief`; name two sets."
            raise Refusal(leave if with_thief else stays)
        if word not in known:
            sets = ", ".join(item.many for item in deck.items)
            raise Refusal(f"There is no “{escape(text)}” in this deck. Its sets are: {sets}.")
        removed.append(known[word])
    return tuple(removed)


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
    """The face of Downeast Dealer."""

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
        """Join the two names of sets to leave out into one option value."""
        called = [given[name] for name in ("without", "and") if given.get(name)]
        others = {name: value for name, value in given.items() if name not in ("without", "and")}
        options = super().options(others)
        removed = _named(DECKS[options.deck], called, options.thief)
        return replace(options, removed=removed)

    def usual(self, pace: str, said: Mapping[str, Any]) -> Mapping[str, Any]:
        """Use automatic payment by default and, at slow paces, secret answers."""
        slow = pace in ("day", "week") and not said.get("bluffs")  # bluffs need open bids (DD-43)
        return {"bidding": "once" if slow else "open", "payments": "house"}

    def terms(self, options: Options) -> Sequence[Agreed]:
        """List the deck, the Thief, the length of the game and the other agreed terms."""
        return agreed(options)

    def how_to(self) -> Sequence[Page]:
        """Return the help pages: an example, the rules, the terms and the rulings."""
        return HOW_TO

    def board(self, public: View, names: Names) -> Drawing:
        """Draw each player's items and the rest of the deck."""
        parts: list[Part] = [Text(displays(public, names)), Text(deck_line(public))]
        recap = bids(public, names) or pot(public, names)
        if recap:
            parts.insert(0, Text(recap))
        if line := own_payers(public, names):
            parts.append(Text(f"-# {line}"))
        return Drawing(f"{item_picture(public.phase)}{situation(public, names)}", parts)

    def hand(self, view: View, names: Names) -> Drawing:
        """Show a player their cash and the question that they must answer."""
        parts: list[Part] = [Text(f"{item_picture(view.phase)}{situation(view, names)}")]
        recap = pot(view, names)
        if recap:
            parts.append(Text(recap))
        if line := order_hint(view):
            parts.append(Text(f"-# {line}"))
        return Drawing(hand(view), parts)

    def situation(self, view: View, names: Names) -> str:
        """Say what the owner of a view is asked, or what is going on."""
        return situation(view, names)

    def wanted(self, view: View, names: Names) -> str:
        """Return the text of a notice that asks a player to act."""
        return wanted(view, names)

    def answered_by(self, public: View, seat: Seat) -> frozenset[str] | None:
        """Return the verbs with which a seat that is to move can answer."""
        return answered_by(public, seat)

    def ending(self, public: View, names: Names) -> Drawing:
        """Draw the winners and everybody's score."""
        standing = self.rules.standing(public)
        headline = winners(names, standing.winners, max(standing.points))
        return Drawing(headline, ending(public, names))

    def tell(self, event: Event, names: Names, to: Seat | None) -> str:
        """Describe an event in one or two sentences."""
        return tell(event, names, to)

    def tell_all(self, events: Sequence[Event], names: Names, to: Seat | None) -> list[str]:
        """Describe consecutive events. A sale and its payment share a sentence."""
        return tell_all(events, names, to)

    def reveal(self, events: Sequence[Event], names: Names) -> Reveal | None:
        """Announce what a step revealed: sealed bids, the new owner of an item, a chest."""
        return reveal(events, names)

    def net(self, events: Sequence[Event], names: Names, to: Seat) -> str:
        """Sum up the cash and items that a seat won and lost."""
        return net(events, names, to)

    def moments(self, game: Game, names: Names) -> Sequence[str]:
        """Return the highlights of a game, such as the boldest offer and the dearest deal."""
        return moments(game, names)

    def truth(self, game: Game, names: Names) -> Sequence[str]:
        """Reveal the face-down cash and the secret answers of a finished game."""
        return truth(game, names)

    def describe_order(self, order: Order, view: View, names: Names) -> str:
        """Explain what a standing order will do and when it ends."""
        return ahead(order, view, names)

    def private(self, public: View) -> frozenset[Seat]:
        """Return the seats that must answer in secret or lay down cash."""
        if isinstance(public.phase, Lot | Paying | Deal | Sealing):
            return self.rules.to_move(public)
        return frozenset()


FACE = DowneastFace()


async def setup(bot: TakesFaces) -> None:
    """Load this game as a discord.py extension."""
    await bot.add_face(FACE)
