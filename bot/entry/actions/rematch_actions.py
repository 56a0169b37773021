"""Serves *Rematch* on the board of a finished game, and *Not now* on the question that follows."""

import asyncio
from weakref import WeakValueDictionary

from bot.entry.access.table_access import TableAccess
from bot.entry.actions.opening import Opening, has_threads
from bot.entry.actions.seat_actions import SeatActions
from bot.host.commit.preconditions import check_offered
from bot.host.host import Host
from bot.host.reading.table_view import TableView
from bot.show.deliver.display import Display
from bot.show.discord_py.reply import InteractionReply
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import sentence
from bot.show.draw.texts import rematch_text
from bot.ui.panels.panel import Request
from games.rules import Refusal


class RematchActions:
    """Opens rematches. Everybody who presses *Rematch* on an old board meets at the same table."""

    def __init__(
        self,
        host: Host,
        display: Display,
        access: TableAccess,
        opening: Opening,
        seat_actions: SeatActions,
    ) -> None:
        self._host = host
        self._queries = host.queries
        self._display = display
        self._access = access
        self._opening = opening
        self._seat_actions = seat_actions
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def rematch(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Open a finished table again on the same terms, or join the rematch that is open.

        With `say` set to `no`, decline to play at an open table that asks for a rematch.
        Raises Refusal.
        """
        if wanted.args.get("say") == "no":
            await self._decline(reply, table_id)
            return
        old = await self._queries.table(table_id, reply.person)
        if old.seat is None:
            raise Refusal(f"You did not play at table {table_id}; open one of your own.")
        if old.phase not in ("over", "ended"):
            raise Refusal(f"Table {table_id} is not over yet.")
        async with self._turn(table_id):  # two people who press at once want the same table
            again = await self._open_already(reply, table_id)
            opened = await self._open(reply, old) if again is None else 0
        if again is not None:
            await self._seat_actions.join(reply, again, frame.JOIN)
        else:
            await self._opening.show(reply, old.game, opened)

    async def _decline(self, reply: InteractionReply, table_id: int) -> None:
        await self._host.rematches.decline(table_id, reply.person)
        with self._display.showing(table_id):
            table = await self._queries.table(table_id, reply.person)
            await reply.say(sentence(rematch_text.declined(table)))

    async def _open_already(self, reply: InteractionReply, old_table: int) -> int | None:
        """Return the open rematch of a table, at which a person doesn't sit yet, or None.

        Raises Refusal if they sit there, or if it is being played.
        """
        for table_id in await self._host.rematches.unfinished_of(old_table):
            try:
                table = await self._access.table(reply.interaction, table_id)
            except Refusal:  # they can't see it where it stands now
                continue
            if table.phase == "playing" or table.dealing:
                raise Refusal(f"The rematch is table {table_id}, and its cards are dealt already.")
            if table.seat is not None:
                raise Refusal(f"Table {table_id} is the rematch, and you sit there already.")
            return table_id
        return None

    async def _open(self, reply: InteractionReply, old: TableView) -> int:
        check_offered(old.rules)
        if old.options is None:  # only the older rules that dealt this table can read its terms
            start = f"`/{old.rules.command} start`"
            raise Refusal(f"The rules have changed since. {start} opens a new table.")
        here = reply.interaction.channel_id or 0
        async with self._turn(here):
            waiting = await self._queries.open_in(here, old.game)
            if waiting is not None:
                seated = (await self._queries.table(waiting, reply.person)).seat is not None
                do = "and you sit there" if seated else "join that one"
                raise Refusal(f"Table {waiting} is open here already, {do}.")
            return await self._opening.opened(
                reply,
                old.game,
                old.options,
                pace=old.pace,
                laid_open=old.laid_open,
                stand_in=old.stand_in,
                house=len(old.house),
                in_thread=bool(old.thread) and has_threads(reply.interaction),
                rematch=await self._host.rematches.planned(old, reply.person),
            )

    def _turn(self, number: int) -> asyncio.Lock:
        """Return the lock of an old table, or of the channel in which a new one opens."""
        lock = self._turns.get(number)
        if lock is None:
            lock = self._turns[number] = asyncio.Lock()
        return lock
