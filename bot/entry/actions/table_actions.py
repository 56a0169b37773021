"""Serves the buttons that every table has in any game: join, deal, my hand, help."""

import logging
from typing import Any

import discord

from bot.entry.access.opening_rules import check_channel
from bot.entry.access.table_access import TableAccess
from bot.entry.actions.end_actions import EndActions
from bot.entry.actions.meeting_actions import MeetingActions
from bot.entry.actions.my_data_actions import MyDataActions
from bot.entry.actions.opening import Opening
from bot.entry.actions.page_actions import PageActions
from bot.entry.actions.rematch_actions import RematchActions
from bot.entry.actions.seat_actions import SeatActions
from bot.entry.actions.server_actions import ServerActions
from bot.entry.actions.settings_actions import SettingsActions
from bot.entry.actions.watch_actions import WatchActions
from bot.host.host import Host
from bot.host.reading.table_view import TableView
from bot.host.time.pace import USUAL_PACE, USUAL_STAND_IN
from bot.show.deliver.display import Display
from bot.show.deliver.queues.messenger import CannotSend, on_board
from bot.show.discord_py.reply import InteractionReply
from bot.show.draw.pages import server_panel
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import sentence
from bot.show.draw.people import todo
from bot.ui.panels.operator import Operator
from bot.ui.panels.panel import Request
from games.rules import Refusal

log = logging.getLogger(__name__)

APART = 30.0  # fewest seconds between two reposts of a table's board


class TableActions:
    """Serves the buttons that all games share. bot/show/draw/parts/frame.py defines their verbs."""

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
        self.opening = Opening(host, display, access)
        self.rematches = RematchActions(host, display, access, self.opening, self.seat_actions)
        self.page_actions = PageActions(host.queries, display)
        self.server_actions = ServerActions(host, display, access, self.opening, operator)
        self.settings_actions = SettingsActions(host, display)
        self.my_data_actions = MyDataActions(host, display)
        self.watch_actions = WatchActions(host, display)
        self._brought: dict[int, float] = {}  # table id: when its board was last reposted
        self.verbs = {
            frame.JOIN.verb: self.seat_actions.join,
            frame.LEAVE.verb: self.seat_actions.leave,
            frame.DEAL.verb: self._deal,
            frame.START.verb: self._start,
            frame.HAND.verb: self._hand,
            frame.HOW_TO.verb: self.page_actions.how_to,
            frame.REMATCH.verb: self.rematches.rematch,
            frame.TRANSCRIPT.verb: self.page_actions.transcript,
            frame.TRUTH.verb: self.page_actions.truth,
            frame.STORY.verb: self.page_actions.story,
            frame.FAIR.verb: self.page_actions.fair,
            frame.SHARE.verb: self.page_actions.share,
            frame.CANCEL_ORDER.verb: self._cancel_order,
            frame.REPEAT_ORDERS.verb: self._repeat_orders,
            frame.SETTINGS.verb: self.settings_actions.settings,
            frame.MY_DATA.verb: self.my_data_actions.my_data,
            frame.NOTICES.verb: self.settings_actions.settings,
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
            frame.WATCH.verb: self.watch_actions.watch,
            **self.server_actions.verbs,
        }

    async def serve(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Serve a button of the frame. Raises Refusal."""
        await self.verbs[wanted.verb](reply, table_id, wanted)

    async def _start(self, reply: InteractionReply, _: int, wanted: Request) -> None:
        """Open a table on the usual terms, at a day's pace."""
        face = self._faces.get(wanted.args.get("game", ""))
        if face is None:
            raise Refusal("I don't have that game any more.")
        options = face.options(face.usual(USUAL_PACE, {}))
        await self.opening.open(
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

    async def bring(self, reply: InteractionReply, table: TableView) -> None:
        """Post a table's board again in the channel of the interaction. Raises Refusal."""
        interaction, table_id = reply.interaction, table.id
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
        self._brought = {table: at for table, at in self._brought.items() if 0 <= now - at < APART}
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
            log.warning("I couldn't repost the board of table %s", table_id)
            where = f"Table {table_id} is here now, but its board" if moves else "The board"
            await self._say(
                reply,
                f"{where} couldn't be shown just now. "
                f"Try again with {frame.bring_command(table.rules)}.",
            )

    async def _check_move(self, interaction: discord.Interaction[Any], table: TableView) -> None:
        """Raise Refusal if moving the table would hide it from its viewers or show it to others."""
        lost = await self._access.is_lost(interaction, table)  # its table needs a new channel
        if not lost and not await self._access.sees(interaction, table):
            command = table.rules.command
            mine = f"`/{command} hand`" if command else "`/games`"
            raise Refusal(
                f"As far as I know, you can't see the channel of table {table.id}, so you can't "
                "move it. "
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
        await self.opening.check_place(interaction)

    async def _deal(self, reply: InteractionReply, table_id: int, _: Request) -> None:
        await self._host.deals.deal(table_id, reply.person, reply.id)
        with self._display.showing(table_id):
            if on_board(reply):
                await self._display.answer_board(reply, table_id)
            else:
                await self._display.answer_hand(reply, table_id, new_panel=True)

    async def hand(self, reply: InteractionReply, table_id: int) -> None:
        """Answer with a new panel of a person's hand, who is back if they look at it."""
        await self.seat_actions.returns(reply, table_id)
        await self._display.answer_hand(reply, table_id, new_panel=True)

    async def _hand(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        if await self.watch_actions.offer(reply, table_id):
            return
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

    async def _say(self, reply: InteractionReply, text: str) -> None:
        await reply.say(sentence(text))


def needs_no_table(wanted: Request) -> bool:
    """Return whether a request needs no table, like the help of a named game."""
    free = (frame.SETTINGS, frame.NOTICES, frame.MY_DATA, frame.START, frame.PRACTICE)
    of_none = {*(request.verb for request in free), *server_panel.VERBS}
    return wanted.verb in of_none or (wanted.verb == frame.HOW_TO.verb and "game" in wanted.args)


def only_shows(wanted: Request) -> bool:
    """Return whether a request only shows something that doesn't depend on when it was drawn."""
    pages = (frame.HOW_TO, frame.TRUTH, frame.STORY, frame.TRANSCRIPT, frame.FAIR, frame.SHARE)
    return wanted.verb in {page.verb for page in pages} and "to" not in wanted.args
