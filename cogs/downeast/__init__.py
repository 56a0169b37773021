"""The face of Downeast Dealer on Discord, and the terms of its tables.

Modules `draw` and `tell` write what players read, `situation` what a player is asked, `ways` how
they move, and `orders` their standing orders. `cash` and `read` parse typed cash, bids and deals.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from bot.ui.face.face import Agreed, Face, TakesFaces, Term
from bot.ui.panels.words import Names, escape, folded
from cogs.downeast import asked, draw, story, tell
from cogs.downeast.agreed import agreed
from cogs.downeast.help import FINE_PRINT, HOW_TO
from cogs.downeast.orders import ORDERS, ahead
from cogs.downeast.read import singular_names
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
            stays = f"The {thief.name} isn't a set, and isn't in this game anyway. Name two sets."
            leave = f"The {thief.name} isn't a set. Name two sets here; `thief: no` leaves it out."
            raise Refusal(leave if with_thief else stays)
        if word not in known:
            sets = ", ".join(item.many for item in deck.items)
            raise Refusal(f"There's no “{escape(text)}” in this deck. Its sets are: {sets}.")
        removed.append(known[word])
    return tuple(removed)


TERMS = (
    Term(
        name="deck",
        fills="deck",
        help="Use the game's own cards or those of Yankee Swap (usual: classified)",
    ),
    Term(
        name="thief",
        fills="thief",
        help="Play with the Thief (or Coal), which nobody wants (usual: no)",
    ),
    Term(
        name="short",
        fills="short",
        help="Play a shorter game without two of the sets (usual: no)",
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
    Term(name="bluffs", fills="bluff_bids", help="Let players bid more than they have (usual: no)"),
    Term(
        name="limits",
        fills="limits",
        help="Let players set a secret limit, and bid for them up to it (usual: yes)",
    ),
    Term(
        name="open_cash",
        fills="open_payments",
        help="Show everybody the cards that pay for an auction (usual: no)",
    ),
    Term(
        name="bidding",
        fills="bidding",
        help="Bid in the open, or once per item in secret (usual: in secret if the pace is slow)",
        choices={"in the open": "open", "one secret bid per item": "once"},
    ),
    Term(
        name="payments",
        fills="payments",
        help="Who picks the cards that pay; players can change it for themselves (usual: the bot)",
        choices={"the bot": "house", "whoever pays": "asked"},
    ),
)


class DowneastFace(Face[Options, Move, Event, View]):
    """The face of Downeast Dealer."""

    rules = Downeast()
    draw, asked, tell, story, how_to, fine_print = draw, asked, tell, story, HOW_TO, FINE_PRINT
    colour = 0x2F5D8A
    about = "bid, bluff and deal for the best yard sale in Maine"
    pitch = (
        "Bid, bluff and deal for the best yard sale in Maine, where every set you complete "
        "multiplies what all your sets are worth. Bad checks look just like cash."
    )
    emojis = "🛶🏮🏆"
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

    def usual(self, pace: str, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """Use automatic payment by default and, at slow paces, secret answers."""
        slow = pace in ("day", "week") and not chosen.get("bluffs")  # bluffs need open bids (DD-43)
        return {"bidding": "once" if slow else "open", "payments": "house"}

    def terms(self, options: Options) -> Sequence[Agreed]:
        """List the deck, the Thief, the length of the game and the other agreed terms."""
        return agreed(options)

    def answered_by(self, public: View, seat: Seat) -> frozenset[str] | None:
        """Return the verbs with which a seat that is to move can answer."""
        return asked.answered_by(public, seat)

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
