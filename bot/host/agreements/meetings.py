"""Meetings: a time to play together, such as `20:00` in the time zone of whoever proposes it.

Each table has at most one meeting. It is not a move and makes no step, so it has no effect on the
game, its deadlines or its luck.
"""

import logging
from collections.abc import Callable
from dataclasses import replace

from bot.host.commit.committer import Agreeing, Checking, Committer
from bot.host.commit.preconditions import in_play, seated
from bot.host.reading.loaded_table import LoadedTable
from bot.host.time.time_of_day import next_time
from db.database import Transaction
from db.tables import meetings
from db.tables.meetings import Meeting, Ping, Press
from games.rules import Refusal

log = logging.getLogger(__name__)

LATEST_CALL = 30 * 60.0  # seconds after which it is too late to ping people for a meeting
CALLED_FOR = 3600.0  # seconds until the message that pinged people for a meeting is removed


class Meetings:
    """Sets the meetings of tables, and records who will come to them."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._store = committer.store

    async def call(self, table_id: int, person: int, when: str) -> tuple[Meeting, Meeting | None]:
        """Set a table's meeting to the next time at which the person's clock shows `when`.

        Return the new meeting and the one that it replaces (or None). Raises Refusal.
        """
        settings = await self._store.contacts.of(person)
        at = next_time(when, settings.zone, self._committer.now())
        before: list[Meeting | None] = []

        def called(loaded: LoadedTable) -> Meeting:
            _may_meet(loaded, person)
            old = loaded.meeting
            before.append(old)
            return old if old is not None and old.at == at else Meeting(at, person)

        after = await self._meeting(table_id, called)
        assert after.meeting is not None
        return after.meeting, before[-1]

    async def come(self, table_id: int, person: int, at: int | None, receipt: int) -> Meeting:
        """Toggle whether a person will come to a meeting.

        `at` is the time of the meeting (None: any meeting). A repeated press, or one that is older
        than the person's newest press, changes nothing. Raises Refusal.
        """

        def pressed(loaded: LoadedTable) -> Meeting:
            meeting = self._meeting_meant(loaded, person, at)
            last_press = next((press for press in meeting.presses if press.person == person), None)
            if last_press is not None and receipt <= last_press.receipt:
                return meeting
            now = Press(person, comes=last_press is None or not last_press.comes, receipt=receipt)
            others = [press for press in meeting.presses if press.person != person]
            return replace(meeting, presses=(*others, now))

        after = await self._meeting(table_id, pressed)
        assert after.meeting is not None
        return after.meeting

    async def call_off(self, table_id: int, person: int, at: int | None) -> Meeting:
        """Cancel the meeting, which must be at this time (None: any time). Raises Refusal."""
        before: list[Meeting] = []

        def called(loaded: LoadedTable) -> None:
            before.append(self._meeting_meant(loaded, person, at))

        await self._meeting(table_id, called)
        return before[-1]

    async def have_met(self, table_id: int, at: float, ping: Ping | None) -> None:
        """Delete a meeting that has begun, and store the message that pinged people for it.

        If the meeting was cancelled while that message was being sent, have it removed soon.
        """

        def met(loaded: LoadedTable) -> LoadedTable:
            stands.append(loaded.meeting is not None and loaded.meeting.at == at)
            return replace(loaded, meeting=None if stands[-1] else loaded.meeting)

        async def note(tx: Transaction) -> None:
            if ping is not None:
                soon = replace(ping, remove_at=self._committer.now())
                await meetings.pinged(tx, ping if stands[-1] else soon)

        stands: list[bool] = []
        await self._save(table_id, met, note)

    async def ping_gone(self, ping: Ping) -> None:
        """Delete the record of a ping that was removed from its channel."""
        async with self._store.database.transaction() as tx:
            await meetings.ping_gone(tx, ping.message)

    def _meeting_meant(self, loaded: LoadedTable, person: int, at: int | None) -> Meeting:
        """Return the table's meeting. Raises Refusal if there is none or it isn't at time `at`."""
        _may_meet(loaded, person)
        meeting = loaded.meeting
        if meeting is None or meeting.at <= self._committer.now():
            raise Refusal(
                f"Table {loaded.table.id} has no meeting planned. "
                "Use `/table meet 20:00` to plan one."
            )
        if at is not None and at != int(meeting.at):
            raise Refusal(
                f"That meeting has been replaced by one at <t:{int(meeting.at)}:F>. "
                "Its buttons are on the board."
            )
        return meeting

    async def _meeting(
        self, table_id: int, how: Callable[[LoadedTable], Meeting | None]
    ) -> LoadedTable:
        def changed(loaded: LoadedTable) -> LoadedTable | None:
            meeting = how(loaded)
            return None if meeting == loaded.meeting else replace(loaded, meeting=meeting)

        return await self._save(table_id, changed)

    async def _save(
        self, table_id: int, changed: Agreeing, also: Checking | None = None
    ) -> LoadedTable:
        async with self._committer.turn(table_id):
            after = await self._committer.agree(table_id, changed, also=also)
        self._store.agenda.wake("meetings")
        return after


def _may_meet(loaded: LoadedTable, person: int) -> None:
    """Raise Refusal unless a person sits at the table and its game can still be played."""
    seated(loaded.table, person)
    if loaded.table.practice:
        raise Refusal("You're practising alone, so there's nobody to meet.")
    if loaded.table.phase != "open":
        in_play(loaded)
