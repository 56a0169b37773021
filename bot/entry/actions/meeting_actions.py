"""Serves the buttons and commands with which players call, answer and cancel meetings."""

from bot.host.host import Host
from bot.host.time.time_of_day import is_off
from bot.show.deliver.display import Display
from bot.show.deliver.queues.messenger import on_board
from bot.show.discord_py.reply import InteractionReply
from bot.show.draw.parts.message import Message, sentence
from bot.show.draw.texts import meeting_text
from bot.ui.panels.panel import Request


class MeetingActions:
    """Serves requests about meetings. bot/host/agreements/meetings.py defines what a meeting is."""

    def __init__(self, host: Host, display: Display) -> None:
        self._host = host
        self._queries = host.queries
        self._display = display

    async def meet(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Call a meeting, or cancel the planned one if the text says `off`. Raises Refusal."""
        when = wanted.args.get("when", "")
        if is_off(when):
            await self.call_off(reply, table_id, wanted)
            return
        now, before = await self._host.meetings.call(table_id, reply.person, when)
        with self._display.showing(table_id):
            table = await self._queries.table(table_id, reply.person)
            if before is not None and before.at == now.at:
                panel = meeting_text.already_planned(table, now.at)
            else:
                old = None if before is None else before.at
                lost = before is not None and bool(before.coming)
                panel = meeting_text.called(table, now.at, old, lost=lost)
                self._display.board_changed(table_id)
            await reply.say(Message(panel=panel, table=table_id, step=table.step))

    async def come(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Record that a player comes to the meeting, or no longer comes. Raises Refusal."""
        now = await self._host.meetings.come(table_id, reply.person, _instant(wanted), reply.id)
        with self._display.showing(table_id):
            if on_board(reply):
                await self._display.answer_with_change(reply, table_id)
                return
            table = await self._queries.table(table_id, reply.person)
            panel = meeting_text.answered(table, now.at, comes=reply.person in now.coming)
            message = Message(panel=panel, table=table_id, step=table.step)
            if reply.message is None or not await reply.update(message):
                await reply.say(message)
            self._display.board_changed(table_id)

    async def call_off(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Cancel a meeting. Raises Refusal."""
        gone = await self._host.meetings.call_off(table_id, reply.person, _instant(wanted))
        with self._display.showing(table_id):
            if on_board(reply):
                await self._display.answer_with_change(reply, table_id)
                return
            table = await self._queries.table(table_id, reply.person)
            message = sentence(meeting_text.off(table, gone.at))
            if reply.message is None or not await reply.update(message):
                await reply.say(message)
            self._display.board_changed(table_id)


def _instant(wanted: Request) -> int | None:
    """Return the time of the meeting that a button belongs to, or None for a command."""
    text = wanted.args.get("at", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 13 else None
