"""Ends a table before its game is over, by command or by the button on its board."""

from bot.entry.access.table_access import TableAccess
from bot.host.host import Host
from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.table_view import TableView
from bot.show.deliver.display import Display
from bot.show.deliver.queues.messenger import on_board
from bot.show.discord_py.reply import InteractionReply
from bot.show.draw.parts.message import Message, sentence
from bot.show.draw.texts import ending_text
from bot.ui.panels.panel import Panel, Request, Text


class EndActions:
    """Ends tables permanently. bot/host/agreements/endings.py defines who may end one."""

    def __init__(self, host: Host, display: Display, access: TableAccess) -> None:
        self._host = host
        self._queries = host.queries
        self._display = display
        self._access = access

    async def end(self, reply: InteractionReply, table_id: int, *, says: bool = True) -> None:
        """End a table at the request of its opener or a channel moderator. Raises Refusal.

        For any other player, record a vote to end the game, or withdraw it if `says` is false.
        """
        table = await self._access.table(reply.interaction, table_id)
        moderator = await self._access.moderates(reply.interaction, table)
        alone = moderator or reply.person == table.opener
        if not says or (table.seat is not None and table.phase == "playing" and not alone):
            after = await self._host.endings.vote(table_id, reply.person, reply.id, says=says)
        else:
            after = await self._host.endings.end(
                table_id, reply.person, reply.id, moderator=moderator
            )
        with self._display.showing(table_id):
            await self._tell(reply, table, after)

    async def too(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Serve the buttons that vote to end a game or withdraw the vote.

        Raises Refusal.
        """
        says = wanted.args.get("say") != "no"
        table = await self._queries.table(table_id, reply.person)
        after = await self._host.endings.vote(
            table_id, reply.person, reply.id, says=says, joining=says
        )
        with self._display.showing(table_id):
            if on_board(reply) and after.table.phase == "ended":
                await self._display.answer_board(reply, table_id)
            elif on_board(reply) and table.seat not in table.would_end:
                await self._display.answer_with_change(reply, table_id)
            else:
                await self._tell(reply, table, after)

    async def _tell(self, reply: InteractionReply, before: TableView, after: LoadedTable) -> None:
        """Tell a voter the result if the board does not show it."""
        if after.table.phase == "ended":
            message = sentence(ending_text.closed(before.id))
        else:
            table = self._queries.seen_by(after, reply.person)
            voted = table.seat in table.would_end
            panel = (
                ending_text.vote_panel(table)
                if voted
                else Panel([Text(ending_text.taken_back(table))])
            )
            message = Message(panel=panel, table=table.id, step=table.step)
            if table.would_end != before.would_end:
                self._display.board_changed(table.id)
        if not reply.on_own_panel or not await reply.update(message):
            await reply.say(message)
