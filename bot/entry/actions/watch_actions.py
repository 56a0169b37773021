"""Serves *Watch* and *Stop watching*."""

from bot.host.host import Host
from bot.show.deliver.display import Display
from bot.show.discord_py.reply import InteractionReply
from bot.show.draw.parts.message import Message
from bot.show.draw.people import watch_text
from bot.ui.panels.panel import Panel, Request


class WatchActions:
    """Serves requests about watching. bot/host/agreements/watching.py defines what that is."""

    def __init__(self, host: Host, display: Display) -> None:
        self._host = host
        self._queries = host.queries
        self._faces = display.faces

    async def watch(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Have a person watch a table, or no longer if `say` is `no`. Raises Refusal."""
        table, person = await self._queries.table(table_id, reply.person), reply.person
        face = self._faces[table.game]
        if wanted.args.get("say") == "no":
            await self._host.watching.stop(table_id, person)
            panel = watch_text.stopped(face, table)
        else:
            await self._host.watching.watch(table_id, person)
            closed = (await self._host.contacts.of(person)).dm_closed
            await self._host.contacts.try_again(person)
            panel = watch_text.begun(face, table, dm_closed=closed)
        await self._say(reply, table_id, table.step, panel)

    async def offer(self, reply: InteractionReply, table_id: int) -> bool:
        """Offer to watch a game to a person who wants a hand there but has none.

        Return False if they play there, or if the game doesn't go on.
        """
        table = await self._queries.table(table_id, reply.person)
        if table.seat is not None or table.phase != "playing":
            return False
        await self._say(reply, table_id, table.step, watch_text.offered(table))
        return True

    async def _say(self, reply: InteractionReply, table_id: int, step: int, panel: Panel) -> None:
        await reply.say(Message(panel=panel, table=table_id, step=step))
