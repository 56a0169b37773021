"""Show TRUMP The Game on Discord.

This module holds the face and the terms of the game. `draw` and `tell` show a table, `situation`
says what a player must do, `ways` declares the moves, and `read` parses what players type. Deals
have their own small language: `deal` writes it and `deal_read` reads it.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from bot.ui.face import Agreed, Aside, Drawing, Face, Page, TakesFaces, Term
from bot.ui.panel import Part, Text
from bot.ui.story import Game, Reveal
from bot.ui.words import Names
from cogs.trump.deals.drafting import DRAFT
from cogs.trump.deals.ways import COUNTER, PROPOSE
from cogs.trump.draw import all_cards, all_promises, cards, ending, held, own_scene, table, winners
from cogs.trump.finished.moments import moments
from cogs.trump.finished.truth import truth
from cogs.trump.help import HOW_TO
from cogs.trump.orders import ORDERS, ahead
from cogs.trump.pictures.picture import picture
from cogs.trump.situation import situation
from cogs.trump.story import net, reveal
from cogs.trump.tell import tell, tell_all
from cogs.trump.wanted import answered_by, wanted
from cogs.trump.ways import all_ways
from games.rules import Seat
from games.trump import Trump
from games.trump.events import Event
from games.trump.moves import Move
from games.trump.orders import Order
from games.trump.state import Acting, Bidding, Opening, Options, Proposed, Relating
from games.trump.views import View

TERMS = (
    Term(
        name="bidding",
        fills="bidding",
        help="Say once how far you bid, or be asked in turn (usual: once)",
        choices={"once: one answer for a whole sale": "once", "open: everybody in turn": "open"},
    ),
    Term(
        name="books",
        fills="books",
        help="Whether the board shows everybody's money, or you remember it (usual: closed)",
        choices={"closed: your own money alone": "closed", "open: everybody's money": "open"},
    ),
)


class TrumpFace(Face[Options, Move, Event, View]):
    """The face of TRUMP The Game."""

    rules = Trump()
    colour = 0xB8860B
    about = "TRUMP The Game: buy properties at auction, then deal for what makes them pay"
    pitch = (
        "Buy eight properties in sealed bidding, then deal for the cards that make them pay. "
        "The table keeps your promises for you, and whoever has the most money in the end wins."
    )
    pics = ("hotel", "casino", "die_t")
    hours: ClassVar[Mapping[int, int]] = {3: 6, 4: 8}
    ways = all_ways(PROPOSE, COUNTER)
    terms_asked = TERMS
    drafts = (DRAFT,)
    orders = ORDERS
    asides = (
        Aside(
            verb="promises",
            label="Promises",
            help="See every promise and debt that holds",
            panel=all_promises,
        ),
        Aside(
            verb="cards",
            label="Which cards are there?",
            help="See which cards there are, and what they pay",
            panel=all_cards,
        ),
    )

    def terms(self, options: Options) -> Sequence[Agreed]:
        """Describe how this table bids in a sale, and whose money the board shows."""
        bidding = Agreed(
            "one answer for a whole sale",
            "you say with your sealed opening bid how far you go, and the bidding runs by itself.",
        )
        if options.bidding == "open":
            bidding = Agreed(
                "bidding in turn", "after the sealed opening bids each is asked when it is theirs."
            )
        books = Agreed("closed books", "you are shown your own money, and remember the rest.")
        if options.books == "open":
            books = Agreed("everybody's money is shown", "on the board, for all to read.")
        return bidding, books

    def how_to(self) -> Sequence[Page]:
        """Return the help pages: an example, the rules, and our rulings."""
        return HOW_TO

    def board(self, public: View, names: Names) -> Drawing:
        """Draw the board: what is going on, who owns what, and the ring of spaces."""
        return Drawing(situation(public, names), table(public, names, picture(public, names)))

    def hand(self, view: View, names: Names) -> Drawing:
        """Draw a player's hand: money, cards, and what the player must decide."""
        parts: list[Part] = [
            Text(cards(view, names)),
            Text(situation(view, names)),
            *own_scene(view, names),
        ]
        return Drawing(held(view, names), parts)

    def situation(self, view: View, names: Names) -> str:
        """Say what the owner of the view must do, or what the table waits for."""
        return situation(view, names)

    def wanted(self, view: View, names: Names) -> str:
        """Write the text of a notice: what the player must do."""
        return wanted(view, names)

    def answered_by(self, public: View, seat: Seat) -> frozenset[str]:
        """Return the verbs of the moves that answer the current question."""
        return answered_by(public)

    def ending(self, public: View, names: Names) -> Drawing:
        """Draw the end of the game: the winner, and each player's money line by line."""
        standing = self.rules.standing(public)
        headline = winners(names, standing.winners, max(standing.points))
        return Drawing(headline, [picture(public, names), *ending(public, names)])

    def tell(self, event: Event, names: Names, to: Seat | None) -> str:
        """Tell an event in a sentence or two."""
        return tell(event, names, to)

    def tell_all(self, events: Sequence[Event], names: Names, to: Seat | None) -> list[str]:
        """Tell events in order, with consecutive cash raises merged into one sentence."""
        return tell_all(events, names, to)

    def reveal(self, events: Sequence[Event], names: Names) -> Reveal | None:
        """Return the headline of a step: opened bids, a sale, a deal or a valuable card."""
        return reveal(events, names)

    def net(self, events: Sequence[Event], names: Names, to: Seat) -> str:
        """Sum up the money and the properties that a player won and lost."""
        return net(events, names, to)

    def moments(self, game: Game, names: Names) -> Sequence[str]:
        """Return the most memorable moments of a finished game."""
        return moments(game, names)

    def truth(self, game: Game, names: Names) -> Sequence[str]:
        """Reveal the hands, the plans and the taken cards of a finished game."""
        return truth(game, names)

    def describe_order(self, order: Order, view: View, names: Names) -> str:
        """Describe to its owner what a standing order will do, and when it ends."""
        return ahead(order, view, names)

    def private(self, public: View) -> frozenset[Seat]:
        """Return the seats that need their hand to make the next move."""
        if isinstance(public.phase, Acting | Opening | Bidding | Proposed | Relating):
            return self.rules.to_move(public)
        return frozenset()


FACE = TrumpFace()


async def setup(bot: TakesFaces) -> None:
    """Load this game; discord.py calls this function."""
    await bot.add_face(FACE)
