"""Serves the buttons that every table has in any game: join, deal, my hand, help."""

import asyncio
import logging
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.entry.actions.end_actions import EndActions
from bot.entry.actions.meeting_actions import MeetingActions
from bot.entry.actions.page_actions import PageActions
from bot.entry.actions.seat_actions import SeatActions
from bot.entry.actions.server_actions import ServerActions
from bot.entry.opening_rules import check_channel, check_opening
from bot.entry.table_access import TableAccess
from bot.host.changes.preconditions import check_offered
from bot.host.host import Host
from bot.host.reading.contacts import notices_sentence
from bot.host.reading.table_view import TableView
from bot.host.time.pace import USUAL_PACE, USUAL_STAND_IN
from bot.show.deliver.display import Display
from bot.show.deliver.messenger import CannotSend
from bot.show.discord_py.needed_permissions import missing
from bot.show.discord_py.reply import InteractionReply
from bot.show.draw import frame, server_panel, todo
from bot.show.draw.message import Message, sentence
from bot.ui.operator import Operator
from bot.ui.panel import Button, Panel, Request, Row, Text
from bot.ui.words import listed
from db.people import Notices
from games.rules import Refusal

log = logging.getLogger(__name__)

APART = 30.0  # fewest seconds between two reposts of a table's board

PLACES: dict[str, Notices] = {"dm": "dm", "channel": "channel", "none": "none"}
PLACE_LABELS = {"dm": "By DM", "channel": "In the channel", "none": "Nowhere"}


class TableActions:
    """Serves the buttons that all games share. bot/show/draw/frame.py defines their verbs."""

    def __init__(
        self, host: Host, display: Display, access: TableAccess, operator: Operator
    ) -> None:
        self._host = host
        self._queries = host.queries
        self._display = display
        self._contacts = host.contacts
        self._faces = display.faces
        self._access = access
        self.end_actions = EndActions(host, display, access)
        self.meetings = MeetingActions(host, display)
        self.seat_actions = SeatActions(host, display)
        self.page_actions = PageActions(host.queries, display.faces)
        self.server_actions = ServerActions(host, display, access, operator)
        self._brought: dict[int, float] = {}  # table id: when its board was last reposted
        self._opening: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self.verbs = {
            frame.JOIN.verb: self.seat_actions.join,
            frame.LEAVE.verb: self.seat_actions.leave,
            frame.DEAL.verb: self._deal,
            frame.START.verb: self._start,
            frame.HAND.verb: self._hand,
            frame.HOW_TO.verb: self.page_actions.how_to,
            frame.REMATCH.verb: self._rematch,
            frame.TRANSCRIPT.verb: self.page_actions.transcript,
            frame.TRUTH.verb: self.page_actions.truth,
            frame.STORY.verb: self.page_actions.story,
            frame.FAIR.verb: self.page_actions.fair,
            frame.CANCEL_ORDER.verb: self._cancel_order,
            frame.REPEAT_ORDERS.verb: self._repeat_orders,
            frame.NOTICES.verb: self._notices,
            frame.MEET.verb: self.meetings.meet,
            frame.COME.verb: self.meetings.come,
            frame.CALL_OFF.verb: self.meetings.call_off,
            frame.END.verb: self.end_actions.too,
            frame.BACK.verb: self.seat_actions.back,
            frame.HOUSE_PLAYERS.verb: self.seat_actions.house,
            frame.PRACTICE.verb: self.practice,
            frame.AWAY.verb: self.seat_actions.away,
            frame.HURRY.verb: self.seat_actions.hurry,
            frame.REPLACE.verb: self.seat_actions.replace,
            **self.server_actions.verbs,
        }

    async def serve(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Serve a button of the frame. Raises Refusal."""
        await self.verbs[wanted.verb](reply, table_id, wanted)

    async def open(
        self,
        reply: InteractionReply,
        game: str,
        options: Any,
        *,
        pace: str,
        laid_open: bool,
        stand_in: int,
        house: int = 0,
    ) -> None:
        """Open a table in the channel of an interaction, and answer with its board."""
        table_id = await self._opened(
            reply, game, options, pace=pace, laid_open=laid_open, stand_in=stand_in, house=house
        )
        await self._show_opened(reply, game, table_id)

    async def _start(self, reply: InteractionReply, _: int, wanted: Request) -> None:
        """Open a table on the usual terms, at a day's pace."""
        face = self._faces.get(wanted.args.get("game", ""))
        if face is None:
            raise Refusal("I don't have that game any more.")
        options = face.options(face.usual(USUAL_PACE, {}))
        await self.open(
            reply,
            face.rules.name,
            options,
            pace=USUAL_PACE,
            laid_open=True,
            stand_in=USUAL_STAND_IN,
        )

    async def practice(self, reply: InteractionReply, _: int, wanted: Request) -> None:
        """Deal a practice table, or show the one that a person has. Raises Refusal."""
        face = self._faces.get(wanted.args.get("game", ""))
        if face is None:
            raise Refusal("I don't have that game any more.")
        game, interaction = face.rules.name, reply.interaction
        table_id = await self._host.practice.running(reply.person, game)
        if table_id is None:
            table_id = await self._host.practice.start(
                game,
                face.options(face.usual(USUAL_PACE, {})),
                guild=interaction.guild_id or 0,
                channel=interaction.channel_id or 0,
                person=reply.person,
                name=interaction.user.display_name,
                receipt=reply.id,
            )
        with self._display.showing(table_id):
            await self._display.answer_hand(reply, table_id, new_panel=True)

    async def _opened(
        self,
        reply: InteractionReply,
        game: str,
        options: Any,
        *,
        pace: str,
        laid_open: bool,
        stand_in: int,
        house: int,
    ) -> int:
        interaction = reply.interaction
        if interaction.guild_id is None or interaction.channel_id is None:
            raise Refusal("You can only open a table in a server's channel.")
        server = self._host.servers.of(interaction.guild_id)
        self._access.check_here(interaction)
        check_opening(interaction, server, game, self._faces)
        await self._check_place(interaction)
        return await self._host.seats.open(
            game,
            options,
            pace=pace,
            laid_open=laid_open,
            stand_in=stand_in,
            house=house,
            guild=interaction.guild_id,
            channel=interaction.channel_id,
            person=interaction.user.id,
            name=interaction.user.display_name,
            receipt=interaction.id,
        )

    async def _show_opened(self, reply: InteractionReply, game: str, table_id: int) -> None:
        try:
            await self._contacts.try_again(reply.person)
            await self._display.post_board(reply, table_id)
        except Exception:  # The table is open, even if its board cannot be shown.
            log.exception("The board of table %s could not be posted", table_id)
            await self._say(
                reply,
                f"Table {table_id} is open, but I couldn't show it here just now. "
                f"Try again with {frame.bring_command(self._faces[game].rules)}.",
            )

    async def _check_place(self, interaction: discord.Interaction[Any]) -> None:
        """Raise Refusal if the bot could not keep a board up to date in this channel."""
        _check_permissions(interaction)
        place = interaction.channel
        if not isinstance(place, discord.Thread):
            return
        if place.locked and not interaction.app_permissions.manage_threads:
            raise Refusal("This thread is locked, so I can't keep a table here.")
        if place.is_private():
            await self._display.enter(place.id)

    async def bring(self, reply: InteractionReply, table_id: int) -> None:
        """Post a table's board again in the channel of the interaction. Raises Refusal."""
        interaction = reply.interaction
        table = await self._access.table(interaction, table_id)
        if table.practice:
            command = table.rules.command
            alone = f"`/{command} practice`" if command else "`/games`"
            raise Refusal(f"A practice game has no board. Use {alone} to see it.")
        if interaction.guild_id != table.guild:
            raise Refusal("You can only bring a board to a channel of its own server.")
        if table.seat is None and not await self._access.moderates(interaction, table):
            raise Refusal(
                f"Only the players of table {table_id} and moderators of <#{table.channel}> can "
                "bring its board down. You're welcome to watch it there."
            )
        moves = interaction.channel_id != table.channel
        if moves:
            await self._check_move(interaction, table)
        now = self._host.now()
        self._brought = {table: at for table, at in self._brought.items() if now - at < APART}
        if table_id in self._brought:
            again = int(self._brought[table_id] + APART) + 1
            raise Refusal(
                f"The board of table {table_id} has just come down. "
                f"You can bring it down again <t:{again}:R>."
            )
        self._brought[table_id] = now
        try:
            if moves:
                await self._host.seats.move_to(table_id, interaction.channel_id or 0)
        except BaseException:
            self._brought.pop(table_id, None)
            raise
        try:
            await self._display.post_board(reply, table_id)
        except CannotSend:
            self._brought.pop(table_id, None)
            log.warning("The board of table %s could not be brought down", table_id)
            where = f"Table {table_id} is here now, but its board" if moves else "The board"
            await self._say(
                reply,
                f"{where} couldn't be shown just now. "
                f"Try again with {frame.bring_command(table.rules)}.",
            )

    async def _check_move(self, interaction: discord.Interaction[Any], table: TableView) -> None:
        """Raise Refusal if moving the table would hide it from its viewers or show it to others."""
        gone = await self._access.is_gone(interaction, table)  # its table needs a new channel
        if not gone and not await self._access.sees(interaction, table):
            command = table.rules.command
            mine = f"`/{command} hand`" if command else "`/games`"
            raise Refusal(
                f"Table {table.id} is in a channel that you can't see, so you can't move it. "
                f"Use {mine} to see your hand."
            )
        if (
            interaction.user.id != table.opener
            and await self._access.is_secluded(interaction, table)
            and not await self._access.moderates(interaction, table)
        ):
            opener = table.names[table.people.index(table.opener)]
            raise Refusal(
                f"Only {opener}, who opened table {table.id}, or a moderator of "
                f"<#{table.channel}> can move it into a private thread or out of one, because that "
                "changes who can see it."
            )
        check_channel(interaction, self._host.servers.of(table.guild))
        await self._check_place(interaction)

    async def _notices(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Ask where a person wants to get notices, or record it for all of their tables."""
        where = PLACES.get(wanted.args.get("where", ""))
        if where is None:
            known = await self._contacts.of(reply.person)
            choices = [
                Button(label, frame.NOTICES.with_args({"where": place}))
                for place, label in PLACE_LABELS.items()
            ]
            panel = Panel(
                [Text(f"{notices_sentence(known)} Where would you like it?"), Row(choices)]
            )
        else:
            known = await self._contacts.likes(reply.person, where)
            self._display.hands.notices_moved(reply.person)
            panel = Panel([Text(f"{notices_sentence(known)} `/me notices` changes it.")])
        message = Message(panel=panel, table=table_id)
        if not reply.on_own_panel or not await reply.update(message):
            await reply.say(message)

    async def _deal(self, reply: InteractionReply, table_id: int, _: Request) -> None:
        await self._host.deals.deal(table_id, reply.person, reply.id)
        with self._display.showing(table_id):
            if reply.message is not None:
                await self._display.answer_board(reply, table_id)
            else:
                await self._display.answer_hand(reply, table_id, new_panel=True)

    async def hand(self, reply: InteractionReply, table_id: int) -> None:
        """Answer with a new panel of a person's hand, who is back if they look at it."""
        await self.seat_actions.returns(reply, table_id)
        await self._display.answer_hand(reply, table_id, new_panel=True)

    async def _hand(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        await self.seat_actions.returns(reply, table_id)
        new_panel = todo.NEW_PANEL in wanted.args or not reply.on_own_panel
        await self._display.answer_hand(reply, table_id, new_panel=new_panel)

    async def _cancel_order(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        if await self._display.renewed(reply, table_id):
            return
        await self._host.orders.cancel(table_id, reply.person, wanted.args.get("kind", ""))
        with self._display.showing(table_id):
            await self._display.answer_hand(reply, table_id, new_panel=not reply.on_own_panel)

    async def _repeat_orders(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        if await self._display.renewed(reply, table_id):
            return
        if wanted.args.get("say") == "no":
            await self._host.orders.dismiss_offers(table_id, reply.person)
        else:
            await self._host.orders.renew(table_id, reply.person)
        with self._display.showing(table_id):
            await self._display.answer_hand(reply, table_id, new_panel=not reply.on_own_panel)

    async def _rematch(self, reply: InteractionReply, table_id: int, _: Request) -> None:
        table = await self._queries.table(table_id, reply.person)
        if table.seat is None:
            raise Refusal(f"You did not play at table {table_id}; open one of your own.")
        if table.phase not in ("over", "ended"):
            raise Refusal(f"Table {table_id} is not over yet.")
        check_offered(table.rules)
        if table.options is None:  # only the older rules that dealt this table can read its terms
            start = f"`/{table.rules.command} start`"
            raise Refusal(f"The rules have changed since. {start} opens a new table.")
        here = reply.interaction.channel_id or 0
        turn = self._opening.get(here)
        if turn is None:
            turn = self._opening[here] = asyncio.Lock()
        async with turn:  # two people who press at the same time want the same table
            waiting = await self._queries.open_in(here, table.game)
            if waiting is not None:
                seated = (await self._queries.table(waiting, reply.person)).seat is not None
                do = "and you sit there" if seated else "join that one"
                raise Refusal(f"Table {waiting} is open here already, {do}.")
            opened = await self._opened(
                reply,
                table.game,
                table.options,
                pace=table.pace,
                laid_open=table.laid_open,
                stand_in=table.stand_in,
                house=len(table.house),
            )
        await self._show_opened(reply, table.game, opened)

    async def _say(self, reply: InteractionReply, text: str) -> None:
        await reply.say(sentence(text))


def needs_no_table(wanted: Request) -> bool:
    """Return whether a request needs no table, like the help of a named game."""
    of_none = {frame.NOTICES.verb, frame.START.verb, frame.PRACTICE.verb, *server_panel.VERBS}
    return wanted.verb in of_none or (wanted.verb == frame.HOW_TO.verb and "game" in wanted.args)


def _check_permissions(interaction: discord.Interaction[Any]) -> None:
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = missing(interaction.app_permissions, in_thread=in_thread)
    if needed:
        raise Refusal(
            f"I can't work in this channel yet, because I need {listed(needed)}. "
            "Somebody who manages the server can allow that in the channel's settings."
        )
