"""The `/games` command and the `/table` commands, which work for tables of any game."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.entry.access.open_tables import joinable, watchable
from bot.entry.dm_words import listed
from bot.entry.error_messages import kindly
from bot.entry.game_cog import WHICH
from bot.entry.person_option import Person
from bot.host.reading.table_view import TableView
from bot.show.draw.parts import frame, headers
from bot.show.draw.parts.message import Message
from bot.show.draw.people import watch_text
from bot.show.draw.texts import rematch_text
from bot.ui.panels.panel import Panel, Request, Text
from bot.ui.panels.words import short
from bot.ui.ways.offers import text_meant
from games.rules import Refusal

if TYPE_CHECKING:
    from bot.app import Downeast
    from bot.entry.router import Router

WHICH_OVER = "The table's number (it's on the board)"

Interaction = discord.Interaction[Any]

USUAL = ("18:00", "19:00", "20:00", "21:00", "22:00", "off")  # offered for a meeting


class Tables(commands.Cog):
    """`/games`, and one command for each button that every board has, such as `/table join`."""

    group = app_commands.Group(
        name="table", description="Join, leave and manage tables of any game"
    )

    def __init__(self, router: "Router") -> None:
        self.router = router

    @app_commands.command(
        name="games", description="See your tables and the ones you can join or watch"
    )
    async def games(self, interaction: Interaction) -> None:
        """List the asker's tables, what waits for them, and others of this server."""
        router = self.router
        async with router.answering(interaction) as reply, router.turn_of(reply):
            found = await joinable(router.queries, router.access, interaction)
            going_on = await watchable(router.queries, router.access, interaction)
            await reply.say(
                await listed(router.host, router.display, reply.person, found, going_on)
            )

    @group.command(name="join", description="Take a seat at an open table")
    @app_commands.describe(table="Which table, if several are open here")
    async def join(self, interaction: Interaction, table: int | None = None) -> None:
        """Do what the *Join* button does."""
        await self._at_open_table(interaction, table, frame.JOIN)

    @group.command(name="leave", description="Give up your seat for good")
    @app_commands.describe(table=WHICH)
    async def leave(self, interaction: Interaction, table: int | None = None) -> None:
        """Do what the *Leave* button does."""
        await self._at_open_table(interaction, table, frame.LEAVE)

    @group.command(name="deal", description="Start the game once everybody is there")
    @app_commands.describe(table="Which table, if several are open here")
    async def deal(self, interaction: Interaction, table: int | None = None) -> None:
        """Do what the *Deal* button does."""
        await self._at_open_table(interaction, table, frame.DEAL)

    @group.command(name="rematch", description="Ask the same people for another game")
    @app_commands.describe(
        table="The finished table, or the new one that asks you if you say no",
        say="Say no if you can't play this time (usual: yes)",
    )
    async def rematch(self, interaction: Interaction, table: int, say: bool = True) -> None:
        """Do what the *Rematch* button does, or *Not now* if `say` is off."""
        wanted = frame.REMATCH if say else rematch_text.NOT_NOW
        await self._at_open_table(interaction, table, wanted)

    @group.command(name="watch", description="Have me DM you who won when a game ends")
    @app_commands.describe(
        table="Which table, as on its board", say="no: you don't watch it any more (usual: yes)"
    )
    async def watch(self, interaction: Interaction, table: int, say: bool = True) -> None:
        """Do what the *Watch* button does, or *Stop watching* if `say` is off."""
        wanted = frame.WATCH if say else watch_text.STOP
        await self._at_table(interaction, table, wanted)

    async def _at_open_table(
        self, interaction: Interaction, table: int | None, wanted: Request
    ) -> None:
        """Do what a button on a board does, at the given table or the open one in this channel."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            found = table
            if found is None:
                mine = None if wanted == frame.JOIN else interaction.user.id
                here = interaction.channel_id or 0
                found = await self.router.queries.open_in(here, None, mine)
            if found is None and wanted == frame.LEAVE:  # also a game can be left
                found = (await self.router.which(interaction, None, None)).id
            if found is None:
                raise Refusal(
                    "There's no open table for that in this channel. "
                    "A game's `start` command opens one."
                )
            seen = await self.router.which(interaction, None, found)
            await self.router.actions.serve(reply, seen.id, wanted)

    @group.command(name="log", description="See what happened last at a table")
    @app_commands.describe(
        table=WHICH, everyone="After the end: show the truth to the whole channel, too (usual: no)"
    )
    async def log(
        self, interaction: Interaction, table: int | None = None, everyone: bool = False
    ) -> None:
        """Show the last events that the user may know. Once all is revealed, show the truth."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            table_id = (await self.router.which(interaction, None, table)).id
            seen = await self.router.queries.story(table_id, reply.person)
            if everyone or seen.secret is not None:  # like the buttons of the same names
                wanted = frame.TRUTH_TO_ALL if everyone else frame.TRUTH
                await self.router.actions.serve(reply, table_id, wanted)
                return
            face = self.router.faces[seen.game]
            told = frame.told(face, seen.news, seen.names, seen.seat, public=seen.public)
            lines = frame.newest(told, 3500, 25)
            text = "\n".join(lines) or "Nothing has happened yet."
            title = f"### What happened last · {headers.table_of(face, seen)}"
            small = f"-# {headers.as_of(self.router.host.now())}"
            panel = Panel([Text(f"{title}\n{small}"), Text(text)])
            await reply.say(
                Message(panel=panel, table=table_id, step=seen.step, accent=face.colour)
            )

    @group.command(name="bring", description="Post a table's board again below the newest messages")
    @app_commands.describe(table=WHICH)
    async def bring(self, interaction: Interaction, table: int | None = None) -> None:
        """Post the board again at the end of the channel."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            seen = await self.router.which(interaction, None, table)
            await self.router.actions.bring(reply, seen)

    @group.command(name="meet", description="Set a time for the table to get together")
    @app_commands.describe(
        when="A time like 20:00 in your time zone, or off to cancel", table=WHICH
    )
    async def meet(self, interaction: Interaction, when: str, table: int | None = None) -> None:
        """Call a meeting or cancel it."""
        await self._at_table(interaction, table, frame.MEET.with_args({"when": when}))

    @group.command(name="come", description="Say whether you're coming to the meeting")
    @app_commands.describe(table=WHICH)
    async def come(self, interaction: Interaction, table: int | None = None) -> None:
        """Do what the *I'll come* button does."""
        await self._at_table(interaction, table, frame.COME)

    @group.command(name="back", description="Take over again if the house is playing for you")
    @app_commands.describe(table=WHICH)
    async def back(self, interaction: Interaction, table: int | None = None) -> None:
        """Do what the *I'm back* button does."""
        await self._at_table(interaction, table, frame.BACK)

    @group.command(name="away", description="Let the house play for you for a while")
    @app_commands.describe(
        until="A time like 18:00 in your time zone (leave it out: until you're back)", table=WHICH
    )
    async def away(
        self, interaction: Interaction, until: str = "", table: int | None = None
    ) -> None:
        """Have the house play for the user until a time, or until they are back."""
        await self._at_table(interaction, table, frame.AWAY.with_args({"until": until}))

    @group.command(
        name="hurry", description="Let the house answer for a slow player, if the others agree"
    )
    @app_commands.describe(table=WHICH)
    async def hurry(self, interaction: Interaction, table: int | None = None) -> None:
        """Do what the *Let the house answer* button does."""
        await self._at_table(interaction, table, frame.HURRY)

    @group.command(name="replace", description="Offer somebody a seat that the house is playing")
    @app_commands.describe(
        player="Who to offer it to", seat="Which seat, if the house is playing several", table=WHICH
    )
    @app_commands.guild_only()
    async def replace(
        self,
        interaction: Interaction,
        player: discord.Member,
        seat: app_commands.Range[int, 1, 10] | None = None,
        table: int | None = None,
    ) -> None:
        """Offer a seat at a table of this server; the opener or all who are there must agree."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            seen = await self.router.which(interaction, None, table)
            if seen.guild != player.guild.id:
                raise Refusal("You can only offer a seat on the table's own server.")
            if player.bot:
                raise Refusal(
                    "Only a person can take that seat, because the house already plays it."
                )
            number = "" if seat is None else str(seat - 1)
            meant = {"to": str(player.id), "name": player.display_name, "seat": number}
            await self.router.actions.serve(reply, seen.id, frame.REPLACE.with_args(meant))

    @replace.autocomplete("seat")
    @kindly
    async def _house_seats(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        """Suggest the seats that the house plays at the user's tables."""
        found: dict[int, str] = {}
        for table_id in await self.router.queries.of_person(interaction.user.id):
            seen = await self.router.queries.table(table_id, interaction.user.id)
            for seat in sorted(seen.played_by_house):
                found.setdefault(seat + 1, f"{seen.names.plain(seat)}, table {table_id}")
        return [
            app_commands.Choice(name=short(text, 100), value=seat)
            for seat, text in found.items()
            if current.casefold() in text.casefold()
        ]

    @group.command(name="house", description="Set how many house players sit at an open table")
    @app_commands.describe(number="How many (0 for none)", table=WHICH)
    async def house(
        self,
        interaction: Interaction,
        number: app_commands.Range[int, 0, 9],
        table: int | None = None,
    ) -> None:
        """Do what the *Add a house player* and *Remove* buttons do."""
        wanted = frame.HOUSE_PLAYERS.with_args({"number": str(number)})
        await self._at_table(interaction, table, wanted)

    async def _at_table(self, interaction: Interaction, table: int | None, wanted: Request) -> None:
        """Do what a button does, at the given table or the one that the user can mean."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            seen = await self.router.which(interaction, None, table)
            await self.router.actions.serve(reply, seen.id, wanted)

    @meet.autocomplete("when")
    @kindly
    async def _times(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        self.router.access.check_here(interaction)
        begun = current.strip().casefold()
        return [
            app_commands.Choice(name=choice, value=choice)
            for choice in USUAL
            if choice.startswith(begun)
        ]

    @group.command(name="end", description="Close a table for good, or vote to end its game")
    @app_commands.describe(table="Which table", say="Say no to take back your vote (usual: yes)")
    @app_commands.guild_only()
    async def end(self, interaction: Interaction, table: int, say: bool = True) -> None:
        """Close a table as its opener or as a moderator, or vote to end the game early."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            await self.router.actions.end_actions.end(reply, table, says=say)

    @group.command(
        name="remove", description="For moderators: take a player off a table before the deal"
    )
    @app_commands.describe(player="Which player", table="Which table, if several are open here")
    @app_commands.guild_only()
    async def remove(
        self, interaction: Interaction, player: Person, table: int | None = None
    ) -> None:
        """Take a player off a table, as a moderator of its channel."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            found = table
            if found is None:
                here = interaction.channel_id or 0
                found = await self.router.queries.open_in(here, None, player.id)
            if found is None:
                raise Refusal(f"{player.mention} isn't at an open table in this channel.")
            await self.router.actions.server_actions.remove(reply, found, player)

    @group.command(name="orders", description="See, set and end your standing orders")
    @app_commands.describe(table=WHICH)
    async def orders(self, interaction: Interaction, table: int | None = None) -> None:
        """Do what the *Standing orders…* button on a hand does."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            seen = await self.router.which(interaction, None, table)
            await self.router.request_handler.serve(reply, seen, frame.ORDERS, None)

    @group.command(name="unsay", description="End one of your standing orders")
    @app_commands.describe(what="Which one", table=WHICH)
    async def unsay(self, interaction: Interaction, what: str, table: int | None = None) -> None:
        """Do what an *End* button on the panel of standing orders does."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            seen = await self.router.which(interaction, None, table)
            wanted = frame.CANCEL_ORDER.with_args({"kind": text_meant(what, self._orders_at(seen))})
            await self.router.actions.serve(reply, seen.id, wanted)

    @group.command(name="again", description="Use the standing orders of your last game again")
    @app_commands.describe(say="Use them again? (usual: yes)", table=WHICH)
    async def again(
        self, interaction: Interaction, say: bool = True, table: int | None = None
    ) -> None:
        """Do what *Use again* or *Not this time* on the panel of standing orders does."""
        wanted = frame.REPEAT_ORDERS.with_args({"say": "yes" if say else "no"})
        await self._at_table(interaction, table, wanted)

    @unsay.autocomplete("what")
    @kindly
    async def _said(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Suggest the user's standing orders, at the given table or at all their tables."""
        found: dict[str, str] = {}
        for table_id in await self.router.queries.of_person(interaction.user.id):
            seen = await self.router.queries.table(table_id, interaction.user.id)
            for text, kind in self._orders_at(seen):
                found.setdefault(kind, text)
        return [
            app_commands.Choice(name=text, value=kind)
            for kind, text in found.items()
            if current.casefold() in text.casefold() or current == kind
        ][:25]

    def _orders_at(self, seen: TableView) -> list[tuple[str, str]]:
        """Return a person's standing orders at a table, each as (description, kind)."""
        describe = self.router.faces[seen.game].describe_order
        texts = [(describe(order, seen.view, seen.names), order.kind) for order in seen.orders]
        return [(short(text, 100), kind) for text, kind in texts]

    @log.autocomplete("table")
    @bring.autocomplete("table")
    @end.autocomplete("table")
    @orders.autocomplete("table")
    @unsay.autocomplete("table")
    @again.autocomplete("table")
    @meet.autocomplete("table")
    @come.autocomplete("table")
    @back.autocomplete("table")
    @house.autocomplete("table")
    @away.autocomplete("table")
    @hurry.autocomplete("table")
    @replace.autocomplete("table")
    @kindly
    async def _tables(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        return await self.router.tables(interaction, None, current)

    @group.command(
        name="story", description="Get everything that happened in a finished game as a file"
    )
    @app_commands.describe(table=WHICH_OVER)
    async def story(self, interaction: Interaction, table: int) -> None:
        """Send every event of a finished game as a file."""
        await self._at_table(interaction, table, frame.STORY)

    @group.command(name="fair", description="See how to check that a table's deal was fair")
    @app_commands.describe(table=WHICH_OVER)
    async def fair(self, interaction: Interaction, table: int) -> None:
        """Show the seal, its secret, and how to check the deal."""
        await self._at_table(interaction, table, frame.FAIR)

    @group.command(name="share", description="A finished game's result, to paste anywhere")
    @app_commands.describe(table=WHICH_OVER)
    async def share(self, interaction: Interaction, table: int) -> None:
        """Show the result as text to copy."""
        await self._at_table(interaction, table, frame.SHARE)

    @group.command(
        name="transcript",
        description="Get a finished game as a file, so you can replay and check it",
    )
    @app_commands.describe(table=WHICH_OVER)
    async def transcript(self, interaction: Interaction, table: int) -> None:
        """Send the transcript as a file."""
        await self._at_table(interaction, table, frame.TRANSCRIPT)


async def setup(bot: "Downeast") -> None:
    """Load these commands (discord.py calls it)."""
    await bot.add_cog(Tables(bot.services.router))
