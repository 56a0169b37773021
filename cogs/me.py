"""The `/me` commands, which are the old names of `/settings` and work for one more version.

`/me` is also a command of Discord's own client. Each of these does what it did and then shows the
settings panel, with a line that names the new command.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.entry.error_messages import kindly
from bot.host.time import time_zones
from bot.host.time import waking_hours as waking
from bot.host.time.waking_hours import hours_of
from bot.show.draw.people import settings_panel as panel
from db.people.people import Person

if TYPE_CHECKING:
    from bot.app import Downeast
    from bot.entry.router import Router
    from bot.show.discord_py.reply import InteractionReply

Interaction = discord.Interaction[Any]

MOVED = "`/me` is now `/settings`."
NOW = " (now "  # between a suggested zone and its time, which is no part of the zone
USUAL = ("8-23", "7-22", "9-24", "10-1", "off")  # suggestions before anything is typed


class Me(commands.Cog):
    """The old commands."""

    group = app_commands.Group(name="me", description="The old name of /settings")

    def __init__(self, router: "Router") -> None:
        self.router = router

    @group.command(name="show", description="The old name of /settings")
    async def show(self, interaction: Interaction) -> None:
        """Show the settings."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            await self._changed(reply, {})

    @group.command(name="notices", description="Choose where I message you (now in /settings)")
    @app_commands.describe(where="By DM, in the table's channel, or not at all")
    @app_commands.choices(
        where=[
            app_commands.Choice(name="dm (usual)", value="dm"),
            app_commands.Choice(name="channel", value="channel"),
            app_commands.Choice(name="none", value="none"),
        ]
    )
    async def notices(self, interaction: Interaction, where: app_commands.Choice[str]) -> None:
        """Choose where the person gets notices."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            await self._changed(reply, {panel.NOTICES: where.value})

    @group.command(
        name="hours", description="Set your waking hours and time zone (now in /settings)"
    )
    @app_commands.describe(
        awake="From when to when, in full hours: 8-23, 10-1, or off",
        zone="Your time zone, like Europe/Berlin",
    )
    async def hours(self, interaction: Interaction, awake: str = "", zone: str = "") -> None:
        """Set the person's waking hours and time zone."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            before = await self.router.contacts.of(reply.person)
            said = with_hours(before, awake, zone.partition(NOW)[0])
            hours = (said.zone, said.awake_from, said.awake_until)
            await self.router.contacts.change(
                reply.person,
                lambda person: replace(
                    person, zone=hours[0], awake_from=hours[1], awake_until=hours[2]
                ),
            )
            await self._changed(reply, {})

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
        return [
            app_commands.Choice(name=choice, value=choice) for choice in found if len(choice) <= 100
        ]

    @hours.autocomplete("zone")
    @kindly
    async def _zones(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        now = self.router.host.now()
        return [
            app_commands.Choice(
                name=f"{time_zones.spoken(place)}{NOW}{time_zones.local(now, place):%H:%M})",
                value=place,
            )
            for place in time_zones.offered(current.partition(NOW)[0], 25)
        ]

    @group.command(name="here", description="Show or hide that you're here (now in /settings)")
    @app_commands.describe(shown="off: nobody sees that you're here, and I message you right away")
    @app_commands.choices(
        shown=[
            app_commands.Choice(name="on (usual)", value="on"),
            app_commands.Choice(name="off", value="off"),
        ]
    )
    async def here(self, interaction: Interaction, shown: app_commands.Choice[str]) -> None:
        """Choose whether others see that the person is present."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            await self._changed(reply, {panel.HERE: shown.value})

    async def _changed(self, reply: "InteractionReply", args: dict[str, str]) -> None:
        """Make a change, and show the settings below a line that names the new command."""
        settings = self.router.actions.settings_actions
        await settings.change(reply, args)
        await settings.show(reply, 0, MOVED)


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


async def setup(bot: "Downeast") -> None:
    """Load these commands (discord.py calls it)."""
    await bot.add_cog(Me(bot.services.router))
