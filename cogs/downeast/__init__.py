"""Downeast Dealer on Discord: bids in the open, cash in private, deals between two.

What it looks like is in `drawn` and `told`, what can be pressed in `controls`, what is meant by it
in `reading` and `typed`, the help in `help`. Here are the face itself and its slash commands.
"""

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.face import PACE, PACES_OFFERED, WHICH, Drawing, Face, choices, numbers
from bot.panel import Ask, Form, Names, Panel, Part, Text, ask
from cogs.downeast import controls
from cogs.downeast.drawn import (
    bids,
    deck_line,
    displays,
    ending,
    hand,
    left_out,
    own_situation,
    pot,
    situation,
    winners,
)
from cogs.downeast.help import HOW_TO
from cogs.downeast.reading import read
from cogs.downeast.told import tell
from cogs.downeast.typed import can_be_typed, typed
from cogs.downeast.words import laid, seat_key, written
from games.downeast import Downeast
from games.downeast.decks import DECKS, Deck, DeckName
from games.downeast.displays import matches
from games.downeast.events import Event
from games.downeast.moves import Answer, Challenge, Move, Offer, Pay, Raise, Seal
from games.downeast.state import Auction, Deal, Options, Paying, Sealing
from games.downeast.views import View
from games.rules import Seat

CASH = "Cards, as in 50 10 c (c: a bad check), or nothing; leave it out to be asked"


class DowneastFace(
    Face[Options, Move, Event, View],
    group_name="downeast",
    group_description="Downeast Dealer: bid, bluff and deal for the best yard sale in Maine",
):
    """Downeast Dealer."""

    rules = Downeast()
    colour = 0x2F5D8A

    def terms(self, options: Options) -> str:
        """Say the deck, the Thief, how long, and what else was agreed."""
        deck = DECKS[options.deck]
        thief = f"with {'the ' * (options.deck == 'classified')}{deck.thief.name}"
        said = [f"{deck.title}, {thief if options.thief else thief.replace('with', 'without')}"]
        removed = options.removed or deck.left_out()
        said.append(left_out(removed) if options.short else "full game")
        if options.bluff_bids:
            said.append("bluff bids")
        if not options.limits:
            said.append("no secret limits")
        if options.open_payments:
            said.append("payments are shown")
        return " · ".join(said)

    def how_to(self) -> Sequence[str]:
        """Explain the game, then the small print."""
        return HOW_TO

    def board(self, public: View, names: Names) -> Drawing:
        """Draw who owns what, what is to come, and what somebody may do."""
        parts: list[Part] = [Text(displays(public, names)), Text(deck_line(public))]
        recap = bids(public, names) or pot(public, names)
        if recap:
            parts.insert(0, Text(recap))
        return Drawing(situation(public, names), parts, controls.board(public, names))

    def hand(self, view: View, names: Names) -> Drawing:
        """Draw the cash, and what is asked of its owner."""
        awaited = view.seat in self.rules.awaited(view)
        parts: list[Part] = [Text(own_situation(view, names))]
        recap = pot(view, names)
        if recap:
            parts.append(Text(recap))
        typing = can_be_typed(view) if awaited else ""
        return Drawing(hand(view), parts, controls.hand(view, names, awaited), typing)

    def ending(self, public: View, names: Names) -> Drawing:
        """Draw who has won, and everybody's sum."""
        standing = self.rules.standing(public)
        headline = winners(names, standing.winners, max(standing.points))
        return Drawing(headline, ending(public, names))

    def tell(self, event: Event, names: Names, to: Seat | None) -> str:
        """Tell an event in a sentence or two."""
        return tell(event, names, to)

    def private(self, public: View) -> frozenset[Seat]:
        """Name who is to lay down cash: a payment, a sealed bid, an offer, an answer."""
        if isinstance(public.phase, Paying | Deal | Sealing):
            return self.rules.awaited(public)
        return frozenset()

    def read(self, ask: Ask, view: View, names: Names) -> Move | Form | Panel:
        """Read a request; who is not to do it is told what is going on."""
        return read(ask, view, names)

    def typed(self, text: str, view: View) -> Ask:
        """Read a line, by what is asked of its writer."""
        return typed(text, view)

    # --- autocompletes: only what is legal ---

    async def _moves(self, interaction: discord.Interaction[Any]) -> list[Move]:
        seen = await self.seen(interaction)
        return [] if seen is None else list(self.rules.moves(seen[0]))

    async def _amounts(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[int]]:
        seen = await self.seen(interaction)
        moves = await self._moves(interaction)
        if seen is None or not any(isinstance(move, Raise) for move in moves):
            return []
        phase, held = seen[0].phase, sum(seen[0].cash)
        high = phase.high if isinstance(phase, Auction) else 0
        return numbers(range(high + 10, max(held, high + 10) + 1, 10), current, "${}")

    async def _limits(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[int]]:
        seen = await self.seen(interaction)
        if seen is None or not isinstance(seen[0].phase, Auction) or not seen[0].options.limits:
            return []
        view, phase = seen[0], seen[0].phase
        if view.seat == view.turn or view.seat in phase.out:
            return []
        bid = getattr(interaction.namespace, "amount", None)
        least = bid if isinstance(bid, int) else phase.high
        return numbers(range(max(least, 10), sum(view.cash) + 1, 10), current, "${}")

    async def _cash(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        piles = dict.fromkeys(
            move.cards
            for move in await self._moves(interaction)
            if isinstance(move, Pay | Challenge | Offer | Answer | Seal)
        )
        return choices([(laid(cards), written(cards)) for cards in piles], current)

    async def _items(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        moves = [move for move in await self._moves(interaction) if isinstance(move, Challenge)]
        return choices([(name, name) for name in dict.fromkeys(m.item for m in moves)], current)

    async def _partners(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        seen = await self.seen(interaction)
        if seen is None or not any(isinstance(m, Challenge) for m in self.rules.moves(seen[0])):
            return []
        view, names = seen
        item = str(getattr(interaction.namespace, "item", "") or "")
        found = {one.target for one in matches(view.displays, view.turn) if item in ("", one.item)}
        return choices([(names.plain(seat), seat_key(seat)) for seat in sorted(found)], current)

    async def _sets(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        deck = getattr(interaction.namespace, "deck", None) or "classified"
        known = DECKS["yankee" if deck == "yankee" else "classified"].items
        return choices([(f"{one.many} ({one.stars}★)", one.name) for one in known], current)

    # --- commands ---

    @app_commands.command(description="Open a table of Downeast Dealer in this channel")
    @app_commands.describe(
        deck="The game's own cards, or those of Yankee Swap (usual: classified)",
        thief="Play with the Thief (or Coal), which nobody wants (usual: no)",
        short="Play a shorter game: two sets stay in the box (usual: no)",
        without="In a short game: a set to leave out (usual: the two cheapest)",
        without_too="In a short game: the other set to leave out",
        bluff_bids="Bids may be more than one holds (usual: no)",
        limits="A bid may carry a secret limit, and the house bids on up to it (usual: yes)",
        open_payments="Everybody sees the cards that pay for an auction (usual: no)",
        pace=PACE,
        laid_open="Lay everything open at the end (usual: yes)",
    )
    @app_commands.rename(
        without_too="and", bluff_bids="bluffs", open_payments="open_cash", laid_open="reveal"
    )
    @app_commands.choices(pace=PACES_OFFERED)
    @app_commands.autocomplete(without=_sets, without_too=_sets)
    async def start(
        self,
        interaction: discord.Interaction[Any],
        deck: DeckName = "classified",
        thief: bool = False,
        short: bool = False,
        without: str | None = None,
        without_too: str | None = None,
        bluff_bids: bool = False,
        limits: bool = True,
        open_payments: bool = False,
        pace: str = "day",
        laid_open: bool = True,
    ) -> None:
        """Open a table."""
        options = Options(
            deck=deck,
            thief=thief,
            short=short,
            removed=_named(DECKS[deck], without, without_too),
            bluff_bids=bluff_bids,
            limits=limits,
            open_payments=open_payments,
        )
        await self.open(interaction, options, pace=pace, laid_open=laid_open)

    @app_commands.command(description="Turn over the next item, and auction it")
    @app_commands.describe(table=WHICH)
    async def auction(
        self, interaction: discord.Interaction[Any], table: int | None = None
    ) -> None:
        """Turn over."""
        await self.serve(interaction, ask("turn_over"), table)

    @app_commands.command(description="Bid for the item that is up")
    @app_commands.describe(
        amount="Your bid, in tens",
        limit="Secret: the house bids on for you, up to this",
        table=WHICH,
    )
    @app_commands.autocomplete(amount=_amounts, limit=_limits)
    async def bid(
        self,
        interaction: discord.Interaction[Any],
        amount: int,
        limit: int | None = None,
        table: int | None = None,
    ) -> None:
        """Bid."""
        secret = {} if limit is None else {"limit": limit}
        await self.serve(interaction, ask("bid", amount=amount, **secret), table)

    @app_commands.command(description="Change the secret limit behind your standing bid")
    @app_commands.describe(limit="Up to what the house bids for you; 0 withdraws it", table=WHICH)
    @app_commands.autocomplete(limit=_limits)
    async def limit(
        self,
        interaction: discord.Interaction[Any],
        limit: int,
        table: int | None = None,
    ) -> None:
        """Set a limit."""
        await self.serve(interaction, ask("limit", limit=limit), table)

    @app_commands.command(name="pass", description="Let the standing bid stand")
    @app_commands.describe(table=WHICH)
    async def pass_bid(
        self, interaction: discord.Interaction[Any], table: int | None = None
    ) -> None:
        """Pass."""
        await self.serve(interaction, ask("pass"), table)

    @app_commands.command(description="As the auctioneer: going once, going twice …")
    @app_commands.describe(table=WHICH)
    async def call(self, interaction: discord.Interaction[Any], table: int | None = None) -> None:
        """Call."""
        await self.serve(interaction, ask("call"), table)

    @app_commands.command(description="As the auctioneer: sell to the high bidder")
    @app_commands.describe(table=WHICH)
    async def sell(self, interaction: discord.Interaction[Any], table: int | None = None) -> None:
        """Sell."""
        await self.serve(interaction, ask("sell"), table)

    @app_commands.command(description="As the auctioneer: keep the item, and pay the high bid")
    @app_commands.describe(table=WHICH)
    async def buy(self, interaction: discord.Interaction[Any], table: int | None = None) -> None:
        """Buy."""
        await self.serve(interaction, ask("buy"), table)

    @app_commands.command(description="Pay for the item you won")
    @app_commands.describe(cash=CASH, table=WHICH)
    @app_commands.autocomplete(cash=_cash)
    async def pay(
        self,
        interaction: discord.Interaction[Any],
        cash: str | None = None,
        table: int | None = None,
    ) -> None:
        """Pay."""
        await self.serve(interaction, _with("pay", cash=cash), table)

    @app_commands.command(description="Start a Downeast Deal for an item that you both own")
    @app_commands.describe(
        item="For what",
        whom="With whom",
        cash=CASH,
        fan="Fan the cards out, so that they can be counted",
        table=WHICH,
    )
    @app_commands.rename(whom="with")
    @app_commands.autocomplete(item=_items, whom=_partners, cash=_cash)
    async def deal(
        self,
        interaction: discord.Interaction[Any],
        item: str,
        whom: str,
        cash: str | None = None,
        fan: bool = False,
        table: int | None = None,
    ) -> None:
        """Deal."""
        how = None if cash is None else "fan" if fan else "stack"
        await self.serve(interaction, _with("deal", item=item, to=whom, cash=cash, how=how), table)

    @app_commands.command(description="After a tie in your Downeast Deal: offer again")
    @app_commands.describe(
        cash=CASH, fan="Fan the cards out, so that they can be counted", table=WHICH
    )
    @app_commands.autocomplete(cash=_cash)
    async def offer(
        self,
        interaction: discord.Interaction[Any],
        cash: str | None = None,
        fan: bool = False,
        table: int | None = None,
    ) -> None:
        """Offer again."""
        how = "fan" if fan else "stack"
        await self.serve(interaction, _with("offer", cash=cash, how=how), table)

    @app_commands.command(description="In a Downeast Deal: take the cash, and give in")
    @app_commands.describe(table=WHICH)
    async def surrender(
        self, interaction: discord.Interaction[Any], table: int | None = None
    ) -> None:
        """Surrender."""
        await self.serve(interaction, ask("surrender"), table)

    @app_commands.command(description="In a Downeast Deal: answer with cash of your own")
    @app_commands.describe(cash=CASH, table=WHICH)
    @app_commands.autocomplete(cash=_cash)
    async def answer(
        self,
        interaction: discord.Interaction[Any],
        cash: str | None = None,
        table: int | None = None,
    ) -> None:
        """Answer."""
        await self.serve(interaction, _with("answer", cash=cash), table)

    @app_commands.command(description="Seal a bid to keep the Thief (or Coal) away")
    @app_commands.describe(cash=CASH, table=WHICH)
    @app_commands.autocomplete(cash=_cash)
    async def seal(
        self,
        interaction: discord.Interaction[Any],
        cash: str | None = None,
        table: int | None = None,
    ) -> None:
        """Seal."""
        await self.serve(interaction, _with("seal", cash=cash), table)


def _named(deck: Deck, *names: str | None) -> tuple[str, ...]:
    """Find items by name, however it is written; what is none is left as it is, to be refused."""
    known = {word.casefold(): one.name for one in deck.items for word in (one.many, one.name)}
    return tuple(known.get(name.strip().casefold(), name) for name in names if name)


def _with(verb: str, **args: str | None) -> Ask:
    """Write an Ask with those arguments that were given."""
    return Ask(verb, {key: value for key, value in args.items() if value is not None})


FACE = DowneastFace
