"""Dealt! on Discord: the trick in the channel, the hand as a numbered strip in private.

Everything is played from a hidden hand, so all buttons for it are in the hand, and whoever is
awaited gets it by DM; the board only shows.
"""

from collections.abc import Sequence
from typing import Any, Literal

import discord
from discord import app_commands

from bot.face import PACE, PACES_OFFERED, WHICH, Drawing, Face, choices, numbers
from bot.panel import Ask, Button, Form, Line, Names, Panel, Part, Row, ask
from cogs.dealt.drawn import (
    controls,
    gaps,
    gone,
    held,
    label,
    legal_runs,
    numbers_of,
    offered,
    own_situation,
    players,
    rounds,
    situation,
    trick,
    where,
)
from cogs.dealt.help import HOW_TO
from cogs.dealt.read import (
    GUIDE_PLACE,
    GUIDE_PLAY,
    check_turn,
    read_place,
    read_play,
    read_reserve,
    read_special,
    read_typed,
)
from cogs.dealt.told import sentence
from games.dealt import Dealt
from games.dealt.state import Event, Move, Options, View
from games.rules import Refusal, Seat


class DealtFace(
    Face[Options, Move, Event, View],
    group_name="dealt",
    group_description="Dealt!: play the hand you were dealt, in the order you were dealt it",
):
    """Dealt!."""

    rules = Dealt()
    colour = 0x2E7D5B

    def terms(self, options: Options) -> str:
        """Say how many chips everybody has."""
        length = "a short game" if options.chips == 2 else "a longer game"
        return f"{options.chips} chips each, {length} · who owes one and has none loses"

    def how_to(self) -> Sequence[str]:
        """Explain the game, its combinations and its rulings, a page each."""
        return HOW_TO

    def board(self, public: View, names: Names) -> Drawing:
        """Draw the trick, and what everybody has in front of them."""
        parts: list[Part] = [players(public, names)]
        if public.up.trick:
            parts = [trick(public, names), Line(), *parts]
        return Drawing(situation(public, names), parts)

    def hand(self, view: View, names: Names) -> Drawing:
        """Draw the strip, the trick, and what this seat may do."""
        seat = view.seat
        more = Row([Button("Which cards are gone?", ask("gone"))])
        if seat is None or seat not in self.rules.awaited(view):
            return Drawing(own_situation(view, names), held(view), [more])
        guide = GUIDE_PLAY if view.drawn is None else GUIDE_PLACE
        parts = held(view)
        if view.up.trick:
            parts.append(trick(view, names))
        return Drawing(own_situation(view, names), parts, [*controls(view, seat), more], guide)

    def ending(self, public: View, names: Names) -> Drawing:
        """Draw who owed a chip too many, and how it came to that."""
        up = public.up
        lose = "loses" if len(up.losers) == 1 else "lose"
        losers = names.all(frozenset(up.losers))
        winners = self.rules.standing(public).winners
        win = "wins" if len(winners) == 1 else "win"
        headline = (
            f"**{losers} {lose}**, owing a chip and having none. **{names.all(winners)} {win}.**"
        )
        left = ", ".join(f"{names[seat]} {chips}" for seat, chips in enumerate(up.chips))
        return Drawing(f"{headline}\nChips left: {left}.", [rounds(up.past, names)])

    def tell(self, event: Event, names: Names, to: Seat | None) -> str:
        """Tell what happened; drawn and dealt cards to their owner alone until the end."""
        return sentence(event, names, to)

    def private(self, public: View) -> frozenset[Seat]:
        """Name whoever is awaited: every card comes from a hidden hand."""
        return self.rules.awaited(public)

    def read(self, ask: Ask, view: View, names: Names) -> Move | Form | Panel:
        """Read a run, a special card, or where a card goes."""
        if ask.verb == "gone":
            return gone(view)
        check_turn(view, names)
        if ask.verb == "play":
            return read_play(ask, view)
        if ask.verb in ("stop", "redraw"):
            return read_special(ask, view)
        if ask.verb == "reserve":
            return read_reserve(ask, view)
        if ask.verb == "place":
            return read_place(ask, view)
        raise Refusal("That is no move of Dealt!.")

    def typed(self, text: str, view: View) -> Ask:
        """Read `2-3`, `2 3 4 as 7 8 9`, `stop`, `reserve 12 at 3`, or a place for a drawn card."""
        return read_typed(text, view)

    # --- commands ---

    @app_commands.command(description="Open a table of Dealt! in this channel")
    @app_commands.describe(
        chips="Chips for each player: 2 for a short game, 3 for a longer one (usual: 2)",
        pace=PACE,
        laid_open="Lay everything open at the end (usual: yes)",
    )
    @app_commands.rename(laid_open="reveal")
    @app_commands.choices(pace=PACES_OFFERED)
    async def start(
        self,
        interaction: discord.Interaction[Any],
        chips: Literal[2, 3] = 2,
        pace: str = "day",
        laid_open: bool = True,
    ) -> None:
        """Open a table."""
        await self.open(interaction, Options(chips=chips), pace=pace, laid_open=laid_open)

    @app_commands.command(description="Play one, two or three neighbouring cards of your hand")
    @app_commands.describe(
        cards="Their numbers: 2, 2-3, 2-4; with an X also what it is: 2-3 as 7 7",
        table=WHICH,
    )
    async def play(
        self, interaction: discord.Interaction[Any], cards: str, table: int | None = None
    ) -> None:
        """Play a combination."""
        await self.serve(interaction, ask("play", run=cards), table)

    @play.autocomplete("cards")
    async def _runs(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        seen = await self.seen(interaction)
        return [] if seen is None else run_offers(seen[0], current)

    @app_commands.command(description="Play a Stop: the trick ends at once, and you lead the next")
    @app_commands.describe(
        position="Its number in your hand, if you hold two",
        table=WHICH,
    )
    @app_commands.rename(position="at")
    async def stop(
        self,
        interaction: discord.Interaction[Any],
        position: int | None = None,
        table: int | None = None,
    ) -> None:
        """Play a Stop."""
        await self.serve(interaction, _special("stop", position), table)

    @app_commands.command(description="Play a Redraw: whoever takes the trick draws three cards")
    @app_commands.describe(
        position="Its number in your hand, if you hold two",
        table=WHICH,
    )
    @app_commands.rename(position="at")
    async def redraw(
        self,
        interaction: discord.Interaction[Any],
        position: int | None = None,
        table: int | None = None,
    ) -> None:
        """Play a Redraw."""
        await self.serve(interaction, _special("redraw", position), table)

    @app_commands.command(description="Take a card of your reserve into your hand")
    @app_commands.describe(
        card="Which card",
        gap="The number it will have in your hand",
        table=WHICH,
    )
    @app_commands.rename(gap="at")
    async def reserve(
        self,
        interaction: discord.Interaction[Any],
        card: str,
        gap: int,
        table: int | None = None,
    ) -> None:
        """Take a reserve card."""
        await self.serve(interaction, ask("reserve", card=card, gap=gap), table)

    @reserve.autocomplete("card")
    async def _reserve_cards(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        seen = await self.seen(interaction)
        if seen is None or seen[0].seat is None:
            return []
        cards = dict.fromkeys(seen[0].up.reserves[seen[0].seat])
        return choices([(label(card), str(card)) for card in cards], current)

    @app_commands.command(description="Put the card you drew into your hand")
    @app_commands.describe(gap="The number it will have in your hand", table=WHICH)
    @app_commands.rename(gap="at")
    async def place(
        self, interaction: discord.Interaction[Any], gap: int, table: int | None = None
    ) -> None:
        """Place a drawn card."""
        await self.serve(interaction, ask("place", gap=gap), table)

    @reserve.autocomplete("gap")
    @place.autocomplete("gap")
    async def _gaps(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[int]]:
        seen = await self.seen(interaction)
        return [] if seen is None else gap_offers(seen[0], current)


def _special(verb: str, position: int | None) -> Ask:
    return Ask(verb) if position is None else ask(verb, position=position)


def run_offers(view: View, current: str) -> list[app_commands.Choice[str]]:
    """Offer the runs that can be played, the highest meaning of each before all others."""
    runs = legal_runs(view)
    first = [(run, values[0]) for run, values in runs.items()]
    others = [(run, meant) for run, values in runs.items() for meant in values[1:]]
    pairs = [
        (f"{where(*run)}: {offered(meant)}", f"{where(*run)} as {numbers_of(meant)}")
        for run, meant in (*first, *others)
    ]
    return choices(pairs, current)


def gap_offers(view: View, current: str) -> list[app_commands.Choice[int]]:
    """Offer every gap of the hand, and say between which cards it is."""
    labels = {int(choice.value): choice.label for choice in gaps(view.hand)}
    offered = numbers(list(labels), current)
    return [app_commands.Choice(name=labels[one.value], value=one.value) for one in offered]


FACE = DealtFace
