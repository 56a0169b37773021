"""Dead Man's Chest on Discord: the chest goes round in the channel, the peek stays in the hand.

Everything one does with the chest is seen by all, so its buttons are on the board; what lies in it
is drawn only on the hand of who has seen it, from a view that has it only as long as it is true.
"""

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.face import PACE, PACES_OFFERED, WHICH, Drawing, Face, choices
from bot.panel import Ask, Button, Form, Names, Panel, Part, Row, Text, ask
from bot.words import escape
from cogs.deadman.drawn import (
    bid_answered,
    bid_form,
    bid_menu,
    big,
    can_be_typed,
    chain,
    chest_buttons,
    gem_count,
    limits,
    own_situation,
    pirates,
    rounds,
    sentence,
    situation,
    warning,
)
from games.deadman import DeadMan
from games.deadman.dice import CHART, DEAD_MAN, at_least, higher, named
from games.deadman.moves import Bid, Challenge, Event, Look, Move, Shake, ShakeAgain
from games.deadman.table import Options, View, survivors
from games.rules import Refusal, Seat

# --- reading --------------------------------------------------------------------------------------

WORDS = {
    **dict.fromkeys(("challenge", "doubt", "liar", "i challenge"), "challenge"),
    **dict.fromkeys(("shake", "shake and look", "roll"), "shake"),
    **dict.fromkeys(("look", "peek"), "look"),
    **dict.fromkeys(("again", "shake again", "reshake"), "again"),
}


def _over(asked: Ask, view: View, key: str = "over") -> int | None:
    """Read the bid that was asked about; a command names none and means the present one."""
    text = asked.args.get(key)
    if text is None:
        return view.over
    return named(text)


def _value(asked: Ask, view: View) -> int:
    text = asked.args.get("value", "").strip()
    value = named(text)
    if value is None:
        said = f"“{escape(text[:20])}” is no roll of two dice." if text else "What do you bid?"
        raise Refusal(f"{said} You can bid {limits(view.over)}.")
    return value


# --- the face -------------------------------------------------------------------------------------


class DeadManFace(
    Face[Options, Move, Event, View],
    group_name="deadman",
    group_description="Dead Man's Chest: two dice in a chest, and a bid you had better believe",
):
    """Dead Man's Chest."""

    rules = DeadMan()
    colour = 0x7A1F2B

    def terms(self, options: Options) -> str:
        """Say how many gems, and whether the opener may shake twice."""
        twice = "may shake again, unseen" if options.opener_may_reshake else "shakes only once"
        return f"4 gems each, 3 with seven or eight pirates · who opens a round {twice}"

    def how_to(self) -> Sequence[str]:
        """Explain the game, its odds and its rulings, a page each."""
        return HOW_TO

    def board(self, public: View, names: Names) -> Drawing:
        """Draw gems, bids, and the buttons of whoever has the chest."""
        parts = [pirates(public, names), chain(public, names)]
        return Drawing(situation(public, names), parts, [Row(chest_buttons(public))])

    def hand(self, view: View, names: Names) -> Drawing:
        """Draw the dice if this seat knows them, and what it may do."""
        parts: list[Part] = []
        if view.dice:
            if view.seat != view.holder or view.chest == "passed":
                parts.append(Text("The dice in the chest are still the ones you saw:"))
            parts.append(Text(f"# {big(view.dice)}"))
        headline = own_situation(view, names)
        if view.seat != view.holder:
            return Drawing(headline, parts)
        buttons = chest_buttons(view)
        if view.chest == "passed":
            skip = ask("shake", over=bid_answered(view), look="no")
            buttons.append(Button("Shake, don't look", skip))
        controls: list[Part] = []
        if higher(view.over) != (DEAD_MAN,):  # the one bid that is left has its button
            controls.append(bid_menu(view))
            buttons = [one for one in buttons if one.ask.verb != "raise"]
        if buttons:
            controls.append(Row(buttons))
        return Drawing(headline, parts, controls, can_be_typed(view))

    def ending(self, public: View, names: Names) -> Drawing:
        """Draw who is left, and how the others were found out."""
        left = public.gems[public.holder]
        headline = f"**{names[public.holder]} wins**, the last with gems: {gem_count(left)} left."
        return Drawing(headline, [pirates(public, names), rounds(public, names)])

    def tell(self, event: Event, names: Names, to: Seat | None) -> str:
        """Tell what was done with the chest; every event is known to all."""
        return sentence(event, names, to)

    def private(self, public: View) -> frozenset[Seat]:
        """Name who holds the chest and has shaken it: they look and bid by their own hand."""
        if public.chest == "passed":
            return frozenset()
        return self.rules.awaited(public)

    def read(self, ask: Ask, view: View, names: Names) -> Move | Form | Panel:
        """Read a request of whoever holds the chest."""
        if survivors(view.gems) > 1 and view.seat != view.holder:
            if view.seat is not None and not view.gems[view.seat]:
                raise Refusal("You are out of gems, and out of the game. Watch them bluff.")
            raise Refusal(f"{names[view.holder]} has the chest. Wait until it comes to you.")
        over = _over(ask, view)
        if ask.verb == "bid":
            return Bid(value=_value(ask, view), over=over)
        if ask.verb == "raise":
            return bid_form(view)
        if ask.verb == "challenge":
            return Challenge(bid=_over(ask, view, "bid") or 0)
        if ask.verb == "shake":
            return Shake(over=over, look=ask.args.get("look") != "no")
        if ask.verb == "again":
            return ShakeAgain(over=over)
        if ask.verb == "look":
            if view.chest == "passed" and view.over is not None:
                return warning(view)  # DM-8
            return Look(over=over)
        raise Refusal(f"That is no move of this game. {own_situation(view, names)}")

    def typed(self, text: str, view: View) -> Ask:
        """Read a bid, or a word for what one does with the chest."""
        plain = text.casefold().replace("’", "").replace("'", "").replace(",", " ")
        plain = " ".join(plain.split()).rstrip(".!")
        if plain in ("shake unseen", "shake dont look", "shake only"):
            return ask("shake", look="no")
        if plain in WORDS:
            return ask(WORDS[plain])
        for start in ("i bid ", "bid ", "raise to ", "raise "):
            plain = plain.removeprefix(start)
        value = named(plain)
        if value is None:
            raise Refusal(can_be_typed(view))
        return ask("bid", value=value)

    # --- commands ---

    @app_commands.command(description="Open a table of Dead Man's Chest in this channel")
    @app_commands.describe(
        opener_may_reshake="Who opens a round may shake a second time, unseen (usual: yes)",
        pace=PACE,
        laid_open="Publish the seed of all dice at the end, to be checked (usual: yes)",
    )
    @app_commands.rename(opener_may_reshake="reshake", laid_open="reveal")
    @app_commands.choices(pace=PACES_OFFERED)
    async def start(
        self,
        interaction: discord.Interaction[Any],
        opener_may_reshake: bool = True,
        pace: str = "day",
        laid_open: bool = True,
    ) -> None:
        """Open a table."""
        options = Options(opener_may_reshake=opener_may_reshake)
        await self.open(interaction, options, pace=pace, laid_open=laid_open)

    @app_commands.command(description="Bid, and pass the chest to your left")
    @app_commands.describe(value="Two dice, as in 52, or dead man", table=WHICH)
    async def bid(
        self, interaction: discord.Interaction[Any], value: str, table: int | None = None
    ) -> None:
        """Bid a value."""
        await self.serve(interaction, ask("bid", value=value), table)

    @bid.autocomplete("value")
    async def bid_offers(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        """Offer what is higher than the bid, and nothing else."""
        seen = await self.seen(interaction)
        return [] if seen is None else offers(seen[0], current)

    @app_commands.command(description="Challenge the bid before you: the lid comes off")
    @app_commands.describe(table=WHICH)
    async def challenge(
        self, interaction: discord.Interaction[Any], table: int | None = None
    ) -> None:
        """Challenge."""
        await self.serve(interaction, ask("challenge"), table)

    @app_commands.command(description="Believe the bid, shake the chest, and look")
    @app_commands.describe(look="Look at once? (usual: yes)", table=WHICH)
    async def shake(
        self,
        interaction: discord.Interaction[Any],
        look: bool = True,
        table: int | None = None,
    ) -> None:
        """Shake."""
        await self.serve(interaction, ask("shake", look="yes" if look else "no"), table)

    @app_commands.command(description="Look at the dice you have shaken")
    @app_commands.describe(table=WHICH)
    async def look(self, interaction: discord.Interaction[Any], table: int | None = None) -> None:
        """Look."""
        await self.serve(interaction, ask("look"), table)

    @app_commands.command(description="Shake a second time, and do not look")
    @app_commands.describe(table=WHICH)
    async def reshake(
        self, interaction: discord.Interaction[Any], table: int | None = None
    ) -> None:
        """Shake again, unseen."""
        await self.serve(interaction, ask("again"), table)


def offers(view: View, current: str) -> list[app_commands.Choice[str]]:
    """Offer the bids that go now and match what has been typed, `25` being 52."""
    value = named(current)
    pairs = [
        (f"Dead Man ({at})" if at == DEAD_MAN else str(at), str(at)) for at in higher(view.over)
    ]
    return choices(pairs, current if value is None else str(value))


_CHART_LINES = "\n".join(
    f"`{value}` {'**Dead Man** ' if value == DEAD_MAN else ''}{at_least(value)}" for value in CHART
)

HOW_TO = (
    """Two dice, a chest with a lid, and pirates who say what lies in it. Be the last with gems.

**A round.** Whoever opens it shakes the chest, looks, and bids any value, true or not. The chest \
then goes to the next pirate on the left, who has not seen the dice and
- **challenges**: the lid comes off. Lower than the bid, and the bidder loses a gem; as high or \
higher, and the challenger does. Or
- **raises unseen**: bids higher and passes the chest on as it is. Or
- **shakes**, looks or doesn't, and bids higher. Who does not like the roll may shake a second \
time, but then nobody looks, and bids on that.

Whoever shakes has believed the bid; there is no challenging it after. Whoever passes the chest on \
answers for the last bid, even if others shook the dice. The loser of a challenge opens the next \
round; without gems one is out.

**Reading dice.** The higher die first: 5 and 2 are 52, never 25. Doubles beat everything mixed: \
11 is above 65, then 22 and up to 66. Above all is 21, **Dead Man**.

**Dead Man.** Nothing beats it. Who is passed it challenges, or shakes and bids Dead Man as well. \
The second Dead Man of a round is challenged at once, whoever it reaches: there is one escape.

**Looking** at dice that were passed to you is a challenge. I ask before I take it as one.""",
    f"""**All 21 values**, lowest first, and how many of the 36 ways two dice can fall are as high \
or higher:
{_CHART_LINES}""",
    """**What was decided for this table**, where the printed rules are silent or differ:
- Two may play, though the publisher says three. Everybody has 4 gems; with seven or eight, 3.
- Who opens a round may shake a second time, unseen. The publisher allows it, the printed rules \
name it for raising only; the opener of a table can switch it off.
- If the loser of a challenge is out, the next pirate on their left opens.
- Dead Man costs one gem, like everything else.
- If the chest comes round to you and nobody has shaken it since you looked, you still know the \
dice; your hand shows them until somebody does.
- If time runs out, who was passed a bid challenges it; who has looked bids the truth if it goes, \
and otherwise the least that does.

**Secrets.** Only a challenge shows dice. A roll that was shaken away is neither kept nor shown, \
here or in the transcript. But where a table is laid open at its end, the seed of all its luck is \
published with it, and with that seed and a program anybody can work out every roll there was.""",
)

FACE = DeadManFace
