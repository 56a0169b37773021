"""Yankee Swap on Discord: gifts offered with a straight face, and four ways to answer.

Choosing a card, and what to do with one that was looked at, happens in private; an offer is
answered on the board. Buttons, menus and autocompletes write a seat as `seat 3`; so may players.
"""

import re
from collections.abc import Sequence
from typing import Any, Literal

import discord
from discord import app_commands

from bot.face import PACE, PACES_OFFERED, WHICH, Drawing, Face, choices
from bot.panel import Ask, Form, Names, Panel, Part, Text, ask
from bot.words import escape
from cogs.yankee.drawn import (
    HOW_TO,
    TRUTH,
    answers,
    before_you,
    chain,
    claim_form,
    displays,
    give_form,
    give_menu,
    hand,
    name_coal,
    own_situation,
    recap,
    seat_key,
    situation,
    tell,
    tree,
    why_lost,
)
from games.gifts import COAL, GIFTS, LUMP, Card, gift, in_order
from games.rules import Refusal, Seat
from games.yankee import (
    LIMIT,
    Decline,
    Event,
    Give,
    Giving,
    Look,
    Move,
    Offer,
    Options,
    Over,
    Reason,
    Regift,
    View,
    YankeeSwap,
)

# --- reading --------------------------------------------------------------------------------------

ANSWERS = {
    **dict.fromkeys(("look", "peek", "look and regift", "pick it up"), ask("look")),
    **dict.fromkeys(("is", "it is", "yes", "true"), ask("decline", because="is")),
    **dict.fromkeys(
        ("isn't", "it isn't", "isnt", "it isnt", "is not", "it is not", "no"),
        ask("decline", because="isnt"),
    ),
    **dict.fromkeys(("coal", "it is coal", "is coal"), ask("decline", because="coal")),
}
REASONS: dict[str, Reason] = {"is": "is", "isnt": "isnt", "coal": "coal"}
NAMED = re.compile(r"(?:it )?(?P<verb>isn'?t|is not|is) (?P<says>.+)")
TO = re.compile(r"(?:give |pass |regift )?(?P<what>.*?) ?\bto (?P<to>.+?)(?: as (?P<says>.+))?")
AS = re.compile(r"(?:give |pass |regift )?(?P<what>.+?)(?: as (?P<says>.+))?")


def found_gift(text: str) -> Card:
    """Read a gift, or Coal, by its name or the beginning of a word of it."""
    wanted = re.sub(r"^(an?|the|some) ", "", " ".join(text.casefold().split()))
    everything = (*GIFTS, LUMP)
    for one in everything:
        if wanted in (one.key, one.name.casefold(), one.one.casefold().removeprefix("a ")):
            return one.key
    near = [
        one.key
        for one in everything
        if wanted and any(word.startswith(wanted) for word in one.name.casefold().split())
    ]
    if len(near) != 1:
        names = ", ".join(one.name for one in GIFTS)
        raise Refusal(f"Which gift is “{escape(text[:20])}”? The ten are {names}.")
    return near[0]


def found_seat(text: str, view: View, names: Names) -> Seat:
    """Read a player by `seat 3`, by name, or by a piece of a name that only one has."""
    wanted = " ".join(text.casefold().split())
    raw = [names.plain(seat).casefold() for seat in range(len(names))]
    for matching in (
        [seat for seat in range(view.seats) if wanted == seat_key(seat)],
        [seat for seat, name in enumerate(raw) if name == wanted],
        [seat for seat, name in enumerate(raw) if name.startswith(wanted)],
        [seat for seat, name in enumerate(raw) if wanted in name],
    ):
        if len(matching) == 1 and wanted:
            return matching[0]
    others = [seat for seat in range(view.seats) if seat != view.seat]
    raise Refusal(f"To whom? With you at this table: {names.all(others)}.")


def can_be_typed(view: View) -> str:
    """Say what may be typed now."""
    if isinstance(view.phase, Offer) and view.phase.to == view.seat:
        if view.phase.looked:
            return "Type to whom and as what: `to ben as mug`."
        return f"Type {'`look`, ' if view.may_look else ''}`is`, `isn't` or `coal`."
    return "To give a gift, type a card, to whom, and as what: `mug to ben as wreath`."


def _read_give(wanted: Ask, view: View, names: Names) -> Give | Form | Panel:
    if not isinstance(view.phase, Giving):
        raise Refusal(f"Not now. {own_situation(view, names)}")
    if "card" not in wanted.args:
        return give_form(view, names)
    card = found_gift(wanted.args["card"])
    if not {"to", "says"} & set(wanted.args):
        return claim_form(ask("give", card=card), card, view, names)
    to = _to(wanted, view, names)
    declared = _declared(wanted, card)
    if declared is None:
        return name_coal(ask("give", card=card, to=seat_key(to)), names[to])
    return Give(card=card, to=to, declared=declared)


def _read_regift(wanted: Ask, view: View, names: Names) -> Regift | Form | Panel:
    if not isinstance(view.phase, Offer) or not view.phase.looked or view.known is None:
        raise Refusal("You have looked at no gift that you could pass on.")
    giver = _offer_meant(wanted, view)[0]
    if not {"to", "says"} & set(wanted.args):
        return claim_form(ask("regift", giver=giver), view.known, view, names)
    to = _to(wanted, view, names)
    declared = _declared(wanted, view.known)
    if declared is None:
        return name_coal(ask("regift", giver=giver, to=seat_key(to)), names[to])
    return Regift(giver=giver, to=to, declared=declared)


def _offer_meant(wanted: Ask, view: View) -> tuple[Seat, Card]:
    """Read which offer is answered; a command names none and means the one there is."""
    now = view.phase if isinstance(view.phase, Offer) else None
    giver, says = wanted.args.get("giver", ""), wanted.args.get("says")
    seat = int(giver) if re.fullmatch(r"[0-9]{1,3}", giver) else now.giver if now else -1
    if says and wanted.verb != "regift":  # there, it is the new claim
        return seat, found_gift(says)
    return seat, now.declared if now else ""


def _to(wanted: Ask, view: View, names: Names) -> Seat:
    if "to" not in wanted.args and len(view.targets) == 1:
        return view.targets[0]
    return found_seat(wanted.args.get("to", ""), view, names)


def _declared(wanted: Ask, card: Card) -> Card | None:
    """Read what a card is called; None if that were the truth, and the card is Coal."""
    says = wanted.args.get("says", TRUTH)
    if says != TRUTH:
        return found_gift(says)
    return None if card == COAL else card


# --- the face -------------------------------------------------------------------------------------


class YankeeFace(
    Face[Options, Move, Event, View],
    group_name="yankee",
    group_description="Yankee Swap: give presents away, lie about them, take nothing home",
):
    """Yankee Swap."""

    rules = YankeeSwap()
    colour = 0x2E6B4F

    def terms(self, options: Options) -> str:
        """Say who gives first, and to whom a gift may be passed on."""
        first = "who gives first is drawn by lot" if options.first == "lot" else "the host begins"
        strict = "only who hasn't seen it" if options.strict else "anybody"
        return (
            f"Three alike lose, with five or more players {LIMIT}★ too · {first}"
            f" · a gift may be passed on to {strict}"
        )

    def how_to(self) -> Sequence[str]:
        """Explain the game on two pages."""
        return HOW_TO

    def board(self, public: View, names: Names) -> Drawing:
        """Draw what lies face up, the gift on its way, and the answers it may get."""
        parts: list[Part] = [Text(displays(public, names)), Text(tree(public, names))]
        if isinstance(public.phase, Offer):
            parts.append(Text(chain(public, public.phase, names)))
        return Drawing(situation(public, names), parts, answers(public))

    def hand(self, view: View, names: Names) -> Drawing:
        """Draw the cards held, the gift if it is known, and what its owner may do."""
        parts: list[Part] = [Text(hand(view)), Text(before_you(view))]
        mine = view.seat in self.rules.awaited(view)
        if isinstance(view.phase, Offer):
            parts.append(Text(chain(view, view.phase, names)))
            if view.known:
                big = "# " if mine and view.phase.looked else ""
                parts.append(Text(f"{big}The gift is {gift(view.known).one}."))
        if not mine:
            return Drawing(own_situation(view, names), parts)
        controls = [give_menu(view)] if isinstance(view.phase, Giving) else answers(view)
        return Drawing(own_situation(view, names), parts, controls, can_be_typed(view))

    def ending(self, public: View, names: Names) -> Drawing:
        """Draw who takes too much home, and what everybody has."""
        if not isinstance(public.phase, Over):
            return self.board(public, names)
        loser = public.phase.loser
        winners = names.all(self.rules.standing(public).winners)
        headline = (
            f"**{names[loser]} has lost**, with {why_lost(public.phase.losses)}."
            f" {winners} {'wins' if public.seats == 2 else 'win'}."
        )
        return Drawing(headline, [Text(displays(public, names)), Text(recap(public, names))])

    def tell(self, event: Event, names: Names, to: Seat | None) -> str:
        """Tell an event in a sentence or two."""
        return tell(event, names, to)

    def private(self, public: View) -> frozenset[Seat]:
        """Name who chooses a card, or has looked at one."""
        phase = public.phase
        if isinstance(phase, Offer) and not phase.looked:
            return frozenset()
        return self.rules.awaited(public)

    # --- reading ---

    def read(self, ask: Ask, view: View, names: Names) -> Move | Form | Panel:
        """Read a request; whoever is not to move is told who is."""
        phase = view.phase
        if isinstance(phase, Giving) and phase.seat != view.seat:
            raise Refusal(f"{names[phase.seat]} gives next. You answer when a gift comes to you.")
        if isinstance(phase, Offer) and phase.to != view.seat:
            raise Refusal(f"The gift is before {names[phase.to]}, who has to answer it.")
        if ask.verb == "give":
            return _read_give(ask, view, names)
        if ask.verb == "regift":
            return _read_regift(ask, view, names)
        giver, said = _offer_meant(ask, view)
        if ask.verb == "look":
            return Look(giver=giver, declared=said)
        if ask.verb == "decline":
            reason = REASONS.get(ask.args.get("because", ""))
            if reason is None:
                raise Refusal("Decline because it is, because it isn't, or because it is Coal.")
            return Decline(reason=reason, giver=giver, declared=said)
        raise Refusal(f"That is no move of this game. {own_situation(view, names)}")

    def typed(self, text: str, view: View) -> Ask:
        """Read `mug to ben as wreath`, `to ben as mug`, `look`, `is`, `isn't`, `coal`."""
        line = " ".join(text.casefold().replace("’", "'").split()).strip("`.!")
        if line in ANSWERS:
            return ANSWERS[line]
        if match := NAMED.fullmatch(line):
            reason = "is" if match["verb"] == "is" else "isnt"
            return ask("decline", because=reason, says=match["says"])
        to_match, as_match = TO.fullmatch(line), AS.fullmatch(line)
        match = to_match or as_match
        if match is None:
            raise Refusal(can_be_typed(view))
        says = match["says"] or TRUTH
        if isinstance(view.phase, Offer):
            return ask("regift", to=match["to"] if to_match else match["what"], says=says)
        if not match["what"]:
            raise Refusal(can_be_typed(view))
        if to_match:
            return ask("give", card=match["what"], to=match["to"], says=says)
        return ask("give", card=match["what"], says=says)

    # --- commands ---

    @app_commands.command(description="Open a table of Yankee Swap in this channel")
    @app_commands.describe(
        first="Who gives first: drawn by lot, or the host, who sits first (usual: lot)",
        strict="Pass a gift on only to players who have not seen it (usual: no)",
        pace=PACE,
        laid_open="Lay everything open at the end (usual: yes)",
    )
    @app_commands.rename(laid_open="reveal")
    @app_commands.choices(pace=PACES_OFFERED)
    async def start(
        self,
        interaction: discord.Interaction[Any],
        first: Literal["lot", "host"] = "lot",
        strict: bool = False,
        pace: str = "day",
        laid_open: bool = True,
    ) -> None:
        """Open a table."""
        options = Options(first=first, strict=strict)
        await self.open(interaction, options, pace=pace, laid_open=laid_open)

    async def _held(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        seen = await self.seen(interaction)
        held = () if seen is None else dict.fromkeys(in_order(seen[0].held))
        return choices([(gift(card).name, card) for card in held], current)

    async def _others(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        seen = await self.seen(interaction)
        if seen is None:
            return []
        view, names = seen
        others = [seat for seat in range(view.seats) if seat != view.seat]
        return choices([(names.plain(seat), seat_key(seat)) for seat in others], current)

    async def _gifts(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        return choices([(one.name, one.key) for one in GIFTS], current)

    @app_commands.command(description="Give a card from your hand, and say what it is")
    @app_commands.describe(
        card="One of your cards",
        to="To whom",
        says="What you say it is, true or not; never Coal",
        table=WHICH,
    )
    @app_commands.rename(says="as")
    @app_commands.autocomplete(card=_held, to=_others, says=_gifts)
    async def give(
        self,
        interaction: discord.Interaction[Any],
        card: str,
        to: str,
        says: str,
        table: int | None = None,
    ) -> None:
        """Give."""
        await self.serve(interaction, ask("give", card=card, to=to, says=says), table)

    @app_commands.command(description="Look at the gift before you; then you must pass it on")
    @app_commands.describe(table=WHICH)
    async def look(self, interaction: discord.Interaction[Any], table: int | None = None) -> None:
        """Look."""
        await self.serve(interaction, ask("look"), table)

    @app_commands.command(description="Pass on the gift you have looked at")
    @app_commands.describe(
        to="To whom",
        says="What you say it is, true or not; never Coal",
        table=WHICH,
    )
    @app_commands.rename(says="as")
    @app_commands.autocomplete(to=_others, says=_gifts)
    async def regift(
        self,
        interaction: discord.Interaction[Any],
        to: str,
        says: str,
        table: int | None = None,
    ) -> None:
        """Re-gift."""
        await self.serve(interaction, ask("regift", to=to, says=says), table)

    @app_commands.command(description="Decline the gift before you: you shouldn't have …")
    @app_commands.describe(
        because="… because it is, or isn't, what they say, or is Coal",
        table=WHICH,
    )
    @app_commands.choices(
        because=[
            app_commands.Choice(name="because it is what they say", value="is"),
            app_commands.Choice(name="because it isn't what they say", value="isnt"),
            app_commands.Choice(name="because it is Coal", value="coal"),
        ]
    )
    async def decline(
        self,
        interaction: discord.Interaction[Any],
        because: str,
        table: int | None = None,
    ) -> None:
        """Decline."""
        await self.serve(interaction, ask("decline", because=because), table)


FACE = YankeeFace
