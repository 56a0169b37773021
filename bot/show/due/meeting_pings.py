"""Pings people when their meeting begins, and removes the ping an hour later.

Both times are stored in the database, so they survive a restart. If a meeting began too long ago,
nobody is pinged.
"""

import logging
from collections.abc import Awaitable, Callable
from functools import partial

from bot.host.agreements.meetings import CALLED_FOR, LATEST_CALL
from bot.host.host import Host
from bot.host.reading.loaded_table import LoadedTable
from bot.show.deliver.display import Display
from bot.show.deliver.queues.messenger import CannotSend, Messenger, TryLater
from bot.show.draw.texts import meeting_text
from db.tables.meetings import Ping

log = logging.getLogger(__name__)


class MeetingPings:
    """Pings for the meetings that begin, and removes the pings that are old."""

    def __init__(self, host: Host, messenger: Messenger, display: Display) -> None:
        self._host = host
        self._store = host.store
        self._queries = host.queries
        self._messenger = messenger
        self._display = display
        self._faces = display.faces

    async def tick(self) -> float | None:
        """Begin all work that is due, and return when the next is due.

        What fails is begun again by the next tick.
        """
        now, beside = self._host.now(), partial(self._store.agenda.beside, "meetings")
        for at, table_id in await self._queries.meetings_due(now):
            beside(table_id, partial(self._try, partial(self._begin, table_id, at)))
        for ping in await self._queries.pings_due(now):
            beside(ping.message, partial(self._try, partial(self._remove, ping)))
        return await self._queries.next_meeting(now)

    async def _try(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except TryLater as problem:
            log.warning("I'll call a meeting later: %s", problem)

    async def _begin(self, table_id: int, at: float) -> None:
        """Ping the people who are coming, and remove the meeting from the board."""
        loaded, sent = await self._store.loaded(table_id), None
        if loaded.meeting is not None and loaded.meeting.at == at:
            late = self._host.now() - at
            if late <= LATEST_CALL:
                sent = await self._call(loaded, at)
        await self._host.meetings.have_met(table_id, at, sent)
        self._display.board_changed(table_id)

    async def _call(self, loaded: LoadedTable, at: float) -> Ping | None:
        """Ping a meeting's people. Return None if nobody is coming or the bot may not write."""
        table, seen = loaded.table, self._queries.seen_from(loaded, None)
        assert seen.meeting is not None
        people = {
            player.seat: player.person
            for player in table.players
            if player.seat in seen.meeting.coming
            and player.person is not None
            and not self._store.servers.blocks(table.guild, player.person)
        }
        if not people:
            return None
        notice = meeting_text.ping(self._faces[table.game], seen, people)
        try:
            sent = await self._messenger.notify(table.channel, notice, f"m{table.id}:{int(at)}")
        except TryLater:
            raise
        except CannotSend as problem:
            log.warning("I couldn't call anybody to the meeting of table %s: %s", table.id, problem)
            return None
        return Ping(sent, table.channel, self._host.now() + CALLED_FOR)

    async def _remove(self, ping: Ping) -> None:
        try:
            await self._messenger.remove(ping.channel, ping.message)
        except TryLater:
            raise
        except CannotSend as problem:
            log.info("I couldn't delete the call to a meeting: %s", problem)
        await self._host.meetings.ping_gone(ping)
