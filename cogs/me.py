"""The `/me` commands: show and change what the bot knows about a person, always in private.

bot/host/reading/contacts.py keeps the data.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.entry.error_messages import kindly
from bot.host.reading.contacts import notices_sentence
from bot.host.time import time_zones
from bot.host.time import waking_hours as waking
from bot.host.time.waking_hours import Hours, hours_of
from bot.show.draw.message import Message, sentence
from bot.ui.panel import Panel, Text
from db.people import Notices, Person

if TYPE_CHECKING:
    from bot.app import Downeast
    from bot.entry.router import Router

Interaction = discord.Interaction[Any]

USUAL = ("8-23", "7-22", "9-24", "10-1", "off")  # suggestions before anything is typed
AT_PACES = "at tables with a day's or a week's pace"
GUESSED = (
    "The others see by when you are to answer, as of everybody, and may guess from it when you "
    "sleep."
)


class Me(commands.Cog):
    """The `/me` commands: what a person tells the bot about themselves."""

    group = app_commands.Group(name="me", description="What I know of you, and when I write to you")

    def __init__(self, router: "Router") -> None:
        self.router = router

    @group.command(name="show", description="What I know of you")
    async def show(self, interaction: Interaction) -> None:
        """Show everything that is stored about a person, in sentences."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            known = await self.router.contacts.of(reply.person)
            text = "\n".join(told(known, self.router.host.now()))
            await reply.say(Message(panel=Panel([Text("### What I know of you"), Text(text)])))

    @group.command(name="notices", description="Where I write to you when a table waits for you")
    @app_commands.describe(where="By DM, in the channel of the table, or not at all")
    @app_commands.choices(
        where=[
            app_commands.Choice(name="dm (as usual)", value="dm"),
            app_commands.Choice(name="channel", value="channel"),
            app_commands.Choice(name="none", value="none"),
        ]
    )
    async def notices(self, interaction: Interaction, where: app_commands.Choice[str]) -> None:
        """Choose where the person gets notices."""
        wanted: Notices = NOTICES[where.value]

        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            known = await self.router.contacts.likes(reply.person, wanted)
            self.router.display.hands.notices_moved(reply.person)
            await reply.say(sentence(notices_sentence(known)))

    @group.command(name="hours", description="When you are up: at night I keep quiet")
    @app_commands.describe(
        awake="From when to when, in full hours, as in 8-23 or 10-1; or off",
        zone="Your time zone, as in Europe/Berlin; I keep it in mind",
    )
    async def hours(self, interaction: Interaction, awake: str = "", zone: str = "") -> None:
        """Set the person's waking hours and time zone."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            before = await self.router.contacts.of(reply.person)
            said = with_hours(before, awake, zone)
            known = await self.router.contacts.change(
                reply.person,
                lambda person: replace(
                    person,
                    zone=said.zone,
                    awake_from=said.awake_from,
                    awake_until=said.awake_until,
                ),
            )
            now = self.router.host.now()
            lines = [*up(known, now), "That counts from the next question on."]
            await reply.say(sentence(" ".join(lines)))

    @hours.autocomplete("awake")
    @kindly
    async def _hours(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        begun, _, zone = current.strip().casefold().partition(" ")
        found = [choice for choice in USUAL if choice.startswith(begun)]
        if zone:  # this option accepts hours together with a zone
            found = [
                f"{begun} {time_zones.spoken(place)}" for place in time_zones.offered(zone, 10)
            ]
        return [app_commands.Choice(name=choice, value=choice) for choice in found]

    @hours.autocomplete("zone")
    @kindly
    async def _zones(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        now = self.router.host.now()
        return [
            app_commands.Choice(
                name=f"{time_zones.spoken(place)} (now {time_zones.local(now, place):%H:%M})",
                value=place,
            )
            for place in time_zones.offered(current, 25)
        ]

    @group.command(name="here", description="Whether the others see that you are here")
    @app_commands.describe(shown="off: nobody sees it, and I write to you at once")
    @app_commands.choices(
        shown=[
            app_commands.Choice(name="on (as usual)", value="on"),
            app_commands.Choice(name="off", value="off"),
        ]
    )
    async def here(self, interaction: Interaction, shown: app_commands.Choice[str]) -> None:
        """Choose whether others see that the person is present."""
        wanted = shown.value == "on"

        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            change = self.router.contacts.change
            known = await change(reply.person, lambda old: replace(old, here=wanted))
            await reply.say(sentence(seen_here(known)))


NOTICES: dict[str, Notices] = {"dm": "dm", "channel": "channel", "none": "none"}


# --- the sentences --------------------------------------------------------------------------------


def with_hours(known: Person, awake: str, zone: str) -> Person:
    """Return a person's record with new waking hours. Raise Refusal if they can't be read.

    If `awake` or `zone` is empty, that part stays unchanged.
    """
    where = time_zones.read(zone) if zone.strip() else known.zone
    if awake.strip():
        found = waking.read(awake, where)
    elif zone.strip():
        before = hours_of(known)
        found = None if before is None else replace(before, zone=where or before.zone)
    else:
        found = waking.read("")  # raises the Refusal that explains the format
    if found is None:
        return replace(known, zone=where, awake_from=None, awake_until=None)
    return replace(known, zone=found.zone, awake_from=found.first, awake_until=found.last)


def told(known: Person, now: float) -> list[str]:
    """List everything that is stored about a person, in a sentence or two for each thing."""
    return [
        notices_sentence(known),
        " ".join(up(known, now)),
        seen_here(known),
        "-# Besides that I keep our DM channel's id if there is one, and what happens at your "
        "tables: `/privacy` lists it. `/me notices`, `/me hours` and `/me here` change what you "
        "see above.",
    ]


def up(known: Person, now: float) -> list[str]:
    """Describe a person's waking hours and their effect."""
    hours = hours_of(known)
    if hours is None:
        none = "You have no quiet hours: I write whenever it is your move."
        if known.zone is None:
            return [none]
        return [none, f"Your time zone is {time_zones.spoken(known.zone)}{_now(known.zone, now)}."]
    return [
        f"You are up {_from_to(hours)}, {time_zones.spoken(hours.zone)} time"
        f"{_now(hours.zone, now)}.",
        f"While you sleep I write nothing, and your clock stands still, {AT_PACES}.",
        GUESSED,
    ]


def seen_here(known: Person) -> str:
    """Describe whether others see that a person is present."""
    if known.here:
        return (
            "For ten minutes after a move that all could see, the board says that you are here; "
            "I give you three minutes then before I write."
        )
    return (
        "From your next move on, no board says that you are here, "
        "and I write to you at once, however lately you moved."
    )


def _from_to(hours: Hours) -> str:
    return f"from {hours.first}:00 to {hours.last}:00"


def _now(zone: str, now: float) -> str:
    """Return the local time in a person's zone, so that they notice a wrong zone immediately."""
    try:
        return f" (it is {time_zones.local(now, zone):%H:%M} there)"
    except (KeyError, ValueError, OSError):  # the zone no longer exists
        return ""


async def setup(bot: "Downeast") -> None:
    """Load these commands (discord.py calls it)."""
    await bot.add_cog(Me(bot.services.router))
