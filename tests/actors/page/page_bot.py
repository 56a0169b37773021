"""A tiny bot for the page's tests, with one of everything that the page can show and ask.

For tests of the playground's page that need no game.
"""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands, ui
from discord_playground import Playground
from playwright.async_api import Page

from bot.endpoint import Address, aim_at
from playground.tests.schema import Checker
from tests.actors.page.browser import browser

SETS = ("Canoe", "Trophy", "Trap", "Chest")


class PageBot(discord.Client):
    """Answers every press and records it in `heard`."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default())
        self.tree = app_commands.CommandTree(self)
        self.heard: list[dict[str, Any]] = []
        self.joined: list[str] = []
        self.forms = {"bid": bid_form, "terms": terms_form}
        self.connected = asyncio.Event()

    async def setup_hook(self) -> None:
        self.tree.add_command(make_group(self))
        await self.tree.sync()

    async def on_connect(self) -> None:
        self.connected.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        self.heard.append(data)
        if interaction.type is discord.InteractionType.modal_submit:
            await interaction.response.send_message("Your form is in.", ephemeral=True)
        elif interaction.type is discord.InteractionType.component:
            await self.pressed(interaction, data["custom_id"])

    async def pressed(self, interaction: discord.Interaction, custom_id: str) -> None:
        if custom_id in self.forms:
            await interaction.response.send_modal(self.forms[custom_id]())
        elif custom_id == "join":
            self.joined.append(interaction.user.display_name)
            await interaction.response.edit_message(view=board(self.joined))
        elif custom_id != "silence":
            await interaction.response.send_message("Three Canoes and $80.", ephemeral=True)

    async def write(self, playground: Playground, name: str, *words: str) -> list[str]:
        """Write to somebody's DM; return the ids of the messages."""
        person = playground.world.person(name)
        assert person is not None
        user = await self.fetch_user(int(person.id))
        return [str((await user.send(word)).id) for word in words]

    def values(self) -> dict[str, Any]:
        """The values of the last form, by custom_id."""
        fields = [event.get("component", {}) for event in self.heard[-1]["components"]]
        return {
            field["custom_id"]: field.get("values", field.get("value")) for field in fields if field
        }


def board(joined: list[str]) -> ui.LayoutView:
    """Return a message with one of every component."""
    view = ui.LayoutView(timeout=None)
    options = [discord.SelectOption(label=name, value=name.lower()) for name in SETS]
    hand: ui.Button[Any] = ui.Button(label="My hand", custom_id="hand")
    buttons: tuple[ui.Button[Any], ...] = (
        ui.Button(label="Join", custom_id="join", style=discord.ButtonStyle.success),
        ui.Button(label="Bid…", custom_id="bid", style=discord.ButtonStyle.primary),
        ui.Button(label="Terms…", custom_id="terms"),
        ui.Button(label="Silence", custom_id="silence", style=discord.ButtonStyle.danger),
        ui.Button(label="Not now", custom_id="never", disabled=True),
    )
    menu: ui.Select[Any] = ui.Select(
        custom_id="sets", placeholder="Lay down sets", options=options, min_values=2, max_values=3
    )
    view.add_item(
        ui.Container(
            ui.TextDisplay("## Downeast Dealer\n-# table 12"),
            ui.Section(
                ui.TextDisplay(f"**Ann** sells. <t:{int(time.time()) + 3 * 3600 + 60}:R>"),
                accessory=hand,
            ),
            ui.Separator(),
            ui.TextDisplay(f"At the table: {', '.join(joined) or 'nobody'}"),
            ui.ActionRow(*buttons),
            ui.ActionRow(menu),
            accent_colour=0xC8453B,
        )
    )
    view.stop()
    return view


def bid_form() -> ui.Modal:
    """A form with a text and a line to type."""
    form = ui.Modal(title="Bid for the Canoe", custom_id="bid-form")
    amount: ui.TextInput[Any] = ui.TextInput(custom_id="amount", default="70", max_length=3)
    form.add_item(ui.TextDisplay("$70 to $130, in **tens**."))
    form.add_item(ui.Label(text="Your bid", description="In tens", component=amount))
    form.stop()
    return form


def terms_form() -> ui.Modal:
    """Return a form with every other kind of input."""
    form = ui.Modal(title="The terms", custom_id="terms-form")
    note: ui.TextInput[Any] = ui.TextInput(
        custom_id="note", style=discord.TextStyle.paragraph, required=False
    )
    options = [discord.SelectOption(label=name, value=name.lower()) for name in SETS]
    sets: ui.Select[Any] = ui.Select(custom_id="which", options=options, placeholder="Which set")
    pace: ui.RadioGroup[Any] = ui.RadioGroup(custom_id="pace")
    pace.add_option(label="A day", value="day", description="4 h a decision")
    pace.add_option(label="Live", value="live")
    extras: ui.CheckboxGroup[Any] = ui.CheckboxGroup(
        custom_id="extras", required=False, min_values=0
    )
    extras.add_option(label="The Thief", value="thief")
    extras.add_option(label="Bad checks", value="checks")
    form.add_item(ui.Label(text="A note", component=note))
    form.add_item(ui.Label(text="Set", component=sets))
    form.add_item(ui.Label(text="Pace", component=pace))
    form.add_item(ui.Label(text="Extras", component=extras))
    form.add_item(ui.Label(text="Laid open", component=ui.Checkbox(custom_id="open")))
    form.stop()
    return form


def make_group(bot: PageBot) -> app_commands.Group:
    """`/demo start`, `/demo bid` with its options, and `/demo silence`."""
    group = app_commands.Group(name="demo", description="For the tests of the page")

    @group.command(description="Open a table here")
    async def start(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=board(bot.joined))

    @group.command(description="Bid for what is sold")
    @app_commands.describe(amount="How much, in tens", secret="Whether to tell nobody")
    async def bid(
        interaction: discord.Interaction,
        amount: app_commands.Range[int, 10, 130],
        secret: bool = False,
    ) -> None:
        await interaction.response.send_message(f"**${amount}** is bid.", ephemeral=secret)

    @group.command(description="Get no answer")
    async def silence(interaction: discord.Interaction) -> None:
        """Leave the command unanswered."""

    @bid.autocomplete("amount")
    async def _amounts(
        interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        fits = [number for number in range(10, 140, 10) if str(number).startswith(current)]
        return [app_commands.Choice(name=f"${fit}", value=fit) for fit in fits]

    return group


@asynccontextmanager
async def opened(**more: Any) -> AsyncGenerator[tuple[Playground, PageBot, Page]]:
    """Open the page (see `browser`) with the tiny bot behind it."""
    async with playing() as (playground, bot), browser(playground.base, **more) as page:
        yield playground, bot, page


@asynccontextmanager
async def playing() -> AsyncGenerator[tuple[Playground, PageBot]]:
    """A playground on free ports with the tiny bot at it; its requests are checked."""
    playground = Playground(port=0, check=Checker(), rates=False, bot_name="Downeast")
    await playground.start()
    aim_at(Address(playground.base, playground.gateway))
    bot = PageBot()
    running = asyncio.create_task(bot.start(playground.bot_token))
    try:
        await asyncio.wait_for(bot.connected.wait(), 10)
        yield playground, bot
    finally:
        await bot.close()
        running.cancel()
        await playground.stop()
    assert not playground.complaints
