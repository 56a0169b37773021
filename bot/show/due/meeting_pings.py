"""Pings people when their meeting begins, and removes the ping an hour later.

Both times are stored in the database, so they survive a restart. If a meeting began too long ago,
nobody is pinged.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from bot.host.agreements.meetings import CALLED_FOR, LATEST_CALL
from bot.host.host import Host
from bot.host.reading.loaded_table import LoadedTable
from bot.host.time.clock import Sleeper
from bot.show.deliver.display import Display
from bot.show.deliver.queues.messenger import CannotSend, Messenger, TryLater
from bot.show.draw.texts import meeting_text
from bot.show.due import notice_timer
from db.tables.meetings import Ping

log = logging.getLogger(__name__)


class MeetingPings:
    """Sleeps until the next meeting begins or the next ping must be removed."""

    def __init__(self, host: Host, messenger: Messenger, display: Display) -> None:
        self._host = host
        self._store = host.store
        self._queries = host.queries
        self._messenger = messenger
        self._display = display
        self._faces = display.faces
        self._doing: dict[int, asyncio.Task[None]] = {}  # running tasks by table id or message id
        sleeper = self._sleeper = Sleeper(host.store.clock, self.tick, notice_timer.LONGEST_NAP)
        self.start, self.wake = sleeper.start, sleeper.wake

    async def close(self) -> None:
        """Stop all tasks. Unfinished work will be done after the next start of the bot."""
        await self._sleeper.close()
        doing = list(self._doing.values())
        for task in doing:
            task.cancel()
        await asyncio.gather(*doing, return_exceptions=True)

    async def tick(self) -> float:
        """Start all tasks that are due, and return the seconds until the next one is due.

        Do nothing while nothing can be saved, because each ping would be sent again and again.
        """
        if self._store.connection.unsaved_since is not None:
            return notice_timer.LONGEST_NAP
        now = self._host.now()
        for at, table_id in await self._queries.meetings_due(now):
            self._do(table_id, self._begin(table_id, at))
        for ping in await self._queries.pings_due(now):
            self._do(ping.message, self._remove(ping))
        soonest = await self._queries.next_meeting(now)
        return notice_timer.LONGEST_NAP if soonest is None else max(0.02, soonest - now)

    def _do(self, key: int, work: Coroutine[Any, Any, None]) -> None:
        """Run work as a task. If the task fails, the next tick will start it again."""
        if key in self._doing:
            work.close()
            return
        task = self._doing[key] = asyncio.ensure_future(self._done(work))
        task.add_done_callback(lambda _: self._doing.pop(key, None))

    async def _done(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except TryLater as problem:
            log.warning("I'll call a meeting later: %s", problem)
        except Exception:
            log.exception("I couldn't call a meeting")

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
