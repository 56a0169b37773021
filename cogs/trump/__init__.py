"""Show TRUMP The Game on Discord.

This module holds the face and the terms of the game. `draw` and `tell` show a table, `situation`
says what a player must do, `ways` declares the moves, and `read` parses what players type. Deals
have their own small language: `deal` writes it and `deal_read` reads it.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from bot.ui.face.face import Agreed, Aside, Face, TakesFaces, Term
from bot.ui.panels.words import Names
from cogs.trump import asked, draw, story, tell
from cogs.trump.deals.drafting import DRAFT
from cogs.trump.deals.ways import COUNTER, PROPOSE
from cogs.trump.draw import all_cards, all_promises
from cogs.trump.help import FINE_PRINT, HOW_TO
from cogs.trump.orders import ORDERS, ahead
from cogs.trump.tell import Telling
from cogs.trump.ways import all_ways
from games.rules import Seat
from games.trump import Trump
from games.trump.ahead.ordered import Order
from games.trump.events import Event
from games.trump.moves import Move
from games.trump.state import Acting, Bidding, Opening, Options, Proposed, Relating
from games.trump.views import View

TERMS = (
    Term(
        name="bidding",
        fills="bidding",
        help="Say once how far you'd bid, or be asked in turn (usual: once)",
        choices={"once: one answer for a whole sale": "once", "open: everybody in turn": "open"},
    ),
    Term(
        name="books",
        fills="books",
        help="Whether the board shows everybody's money or you keep track (usual: closed)",
        choices={"closed: your own money alone": "closed", "open: everybody's money": "open"},
    ),
)


class TrumpFace(Face[Options, Move, Event, View]):
    """The face of TRUMP The Game."""

    rules = Trump()
    draw, asked, tell, story, how_to, fine_print = draw, asked, tell, story, HOW_TO, FINE_PRINT
    colour = 0xB8860B
    about = "buy properties at auction, then deal for what makes them pay"
    pitch = (
        "Buy eight properties in sealed bidding, then deal for the cards that make them pay. "
        "The table keeps your promises for you, and whoever has the most money at the end wins."
    )
    emojis = "🏨🎰💵"
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
            help="See every promise and debt",
            panel=all_promises,
        ),
        Aside(
            verb="cards",
            label="Which cards are there?",
            help="See which cards there are and what they pay",
            panel=all_cards,
        ),
    )

    def terms(self, options: Options) -> Sequence[Agreed]:
        """Describe how this table bids in a sale, and whose money the board shows."""
        bidding = Agreed(
            "one answer for a whole sale",
            "you set your limit with your sealed opening bid, and the bidding runs by itself.",
        )
        if options.bidding == "open":
            bidding = Agreed(
                "bidding in turn", "after the sealed opening bids, I ask each bidder in turn."
            )
        books = Agreed("closed books", "I show you only your own money. Keep track of the rest.")
        if options.books == "open":
            books = Agreed("everybody's money is shown", "on the board, for all to read.")
        return bidding, books

    def telling(self, public: View | None) -> Telling:
        """Return what tells the events of a table and names turns with their owner."""
        return Telling(None if public is None else public.public)

    def answered_by(self, public: View, seat: Seat) -> frozenset[str]:
        """Return the verbs of the moves that answer the current question."""
        return asked.answered_by(public)

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
