"""Moves for players whose time is up.

If the bot was down or cut off from Discord for a second or more, each deadline is moved later by
the time that its player lost. The same holds if the machine's clock leaps ahead; if it is set back,
each deadline is moved back. The same happens after a time in which nothing could be saved, such
as that of a full disk. time/deadlines.py computes the deadlines.
"""

import logging
from collections.abc import Awaitable, Callable

from bot.host.reading.store import Store
from bot.host.time import agenda
from bot.host.time.lost_time import give_back
from bot.observe import events
from db import idempotency
from db.base.problems import NotSaved, Unsure
from db.engines import notes
from db.tables import tables, waiting_seats
from games.rules import Seat

log = logging.getLogger(__name__)

ALIVE = "alive"  # key under which the file stores when the bot was last reachable
SHORTEST_OUTAGE = 1.0  # seconds; players get no time back after a shorter interruption
BOARD_TOLERANCE = 60.0  # seconds by which deadlines must change before boards are redrawn


class DeadlineTimer:
    """Moves in place of players whose deadline has passed.

    `run_orders` runs the standing orders that could not be run while nothing could be saved.
    """

    def __init__(
        self,
        store: Store,
        play_absent: Callable[[int, Seat], Awaitable[bool]],
        run_orders: Callable[[], Awaitable[None]],
    ) -> None:
        self._store = store
        self._clock = store.clock
        self._play_absent = play_absent
        self._run_orders = run_orders
        self._noted = 0.0
        self._given_until = 0.0  # all time that was lost before this time has been given back
        self._complained: set[tuple[int, int]] = set()

    async def start(self) -> None:
        """Move deadlines later by the time during which the bot was down, then watch them.

        The bot regularly records that it is running, and the time since its last record is given
        back. So nobody gets back too little, or more than one check interval too much.
        """
        alive = await notes.read(self._store.database.reader, ALIVE)
        now = self._clock.now()
        if alive is not None and now < float(alive):  # it was noted by a clock that was ahead
            await self._set_back(float(alive) - now)
            log.warning(
                "Moved deadlines back by %.0f s, as the clock was ahead", float(alive) - now
            )
        self._given_until = now
        if alive is not None and now > float(alive):
            await self._give_back(float(alive), now)
            log.info("Moved deadlines by %.0f s, because the bot was down", now - float(alive))
        self._store.agenda.add("deadlines", self._beat)

    async def back(self) -> None:
        """Move deadlines later by the time during which Discord was out of reach."""
        await self._mind_leap()
        line, now = self._store.connection, self._clock.now()
        gone = now if line.gone_since is None else max(line.gone_since, self._given_until)
        if line.unsaved_since is not None:
            line.unsaved_since = min(gone, line.unsaved_since)  # given back when it can be saved
        elif now - gone >= SHORTEST_OUTAGE:
            await self._make_up(gone, "I couldn't reach Discord")
        line.found()
        # notices that became due during the outage are sent now
        self._store.agenda.wake("deadlines", "notices")

    async def _make_up(self, gone: float, why: str) -> None:
        """Give back the time since `gone`, now or as soon as something can be saved again."""
        line, now = self._store.connection, self._clock.now()
        try:
            changed = await self._give_back(gone, now)
        except (NotSaved, Unsure) as problem:
            self._stand_still(gone, problem)
            return
        line.unsaved_since = None
        log.info("Moved deadlines by %.0f s, because %s", now - gone, why)
        if now - gone >= BOARD_TOLERANCE:
            self._store.listener.deadlines_moved(changed)

    def _stand_still(self, since: float, problem: NotSaved | Unsure) -> None:
        """Stop all clocks until something can be saved again. `since` is when that began."""
        line = self._store.connection
        if line.unsaved_since is None:
            log.error("The clocks of all tables stand still. %s", problem)
            line.unsaved_since = max(since, self._given_until)

    async def _give_back(self, gone: float, back: float) -> list[int]:
        """Move all deadlines later because of an outage. Return the tables that have a deadline."""
        async with self._store.gate.shut():
            try:
                async with self._store.database.transaction() as tx:
                    alive = float(await notes.read(tx, ALIVE) or 0.0)
                    if self._noted < alive < back:  # a commit was made that nobody confirmed
                        gone = alive
                    await give_back(tx, gone, back)
                    await notes.write(tx, ALIVE, str(back))  # a restart must not repeat this
                    waits = await waiting_seats.tables(tx)
                self._given_until = self._noted = back
                return waits
            finally:  # cached tables are out of date although their rev is the same
                self._store.cache.drop_all()

    async def _mind_leap(self) -> None:
        """Accept a leap of the machine's clock. Nobody could play in the time that it skipped."""
        leap, now, line = self._clock.leap, self._clock.now(), self._store.connection
        changed: list[int] = []
        try:
            if leap < 0:
                changed = await self._set_back(-leap)
            elif leap and line.gone_since is None and line.unsaved_since is None:
                changed = await self._give_back(now, now + leap)
        except (NotSaved, Unsure) as problem:
            self._stand_still(now, problem)
            if leap < 0:
                return  # try again
        if leap:
            self._clock.accept_leap(leap)
            log.warning("This machine's clock leapt by %.0f s, and deadlines with it", leap)
            self._store.listener.deadlines_moved(changed)

    async def _set_back(self, seconds: float) -> list[int]:
        """Move all waits back, because the clock is. Return the tables that have a deadline.

        What counts time in memory starts anew.
        """
        async with self._store.gate.shut():
            try:
                async with self._store.database.transaction() as tx:
                    alive = float(await notes.read(tx, ALIVE) or 0.0)
                    done = max(0.0, self._noted - alive)  # by a commit that nobody confirmed
                    await tables.set_back(tx, seconds - done)
                    await notes.write(tx, ALIVE, str(alive - seconds + done))
                    waits = await waiting_seats.tables(tx)
            finally:
                self._store.cache.drop_all()
        self._noted -= seconds
        self._given_until -= seconds
        self._store.connection.set_back(seconds)
        self._store.listener.clock_set_back()
        return waits

    async def _beat(self) -> float | None:
        await self._mind_leap()
        if self._clock.leap:  # it couldn't be saved, or nobody knows whether it was
            return None
        now, line = self._clock.now(), self._store.connection
        if line.there and line.unsaved_since is not None:
            await self._make_up(line.unsaved_since, "I couldn't save anything")
            if line.in_service:
                self._store.agenda.wake("notices")
                await self._run_orders()
        # record nothing during an outage, so that a restart also gives back that time
        elif now - self._noted >= agenda.NAP / 2 and line.there:
            await self._note_alive(now)
        return await self.tick()

    async def _note_alive(self, now: float) -> None:
        try:
            async with self._store.database.transaction() as tx:
                await notes.write(tx, ALIVE, str(now))
                await idempotency.forget_before(tx, now - idempotency.KEPT)
        except (NotSaved, Unsure) as problem:
            self._stand_still(self._noted, problem)
        else:
            self._noted = now
            self._store.cache.sweep()

    async def tick(self) -> float | None:
        """Move for every player whose time is up. Return the next deadline.

        Do nothing while the bot is out of service, because the players can't move.
        """
        stuck: set[tuple[int, int]] = set()
        while self._store.connection.in_service:
            due = await tables.next_due(self._store.database.reader, stuck)
            if due is None:
                break
            instant, table_id, seat = due
            now = self._clock.now()
            if instant > now:
                return instant
            self._store.observer.deadline_late(now - instant)
            if not await self._played(table_id, seat):
                stuck.add((table_id, seat))
        return None

    async def _played(self, table_id: int, seat: Seat) -> bool:
        """Move for a player whose time is up. Return False if that wasn't possible."""
        with events.handling(self._store.observer, "deadline"):
            events.about(table=table_id)
            try:
                return await self._play_absent(table_id, seat)
            except NotSaved as problem:
                events.ended("failed")
                self._stand_still(self._noted, problem)
                return True
            except Exception:
                events.ended("failed")
                if (table_id, seat) not in self._complained:  # log only a seat's first failure
                    self._complained.add((table_id, seat))
                    text = "The clock couldn't move for seat %s of table %s"
                    log.exception(text, seat, table_id)
                return False
