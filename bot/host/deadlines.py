"""Until when each seat may think, and one sleeping task that moves for those whose time is up.

One seat and question, one deadline: it is reckoned when the question is first put to that seat, its
owner's quiet hours left out already, and nothing that anybody does within it makes it later.
Deadlines are instants in the file, so they outlive the bot. When it was down, or cut off from
Discord for a second or more, each deadline moves later by what its seat lost.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from bot.host.clock import Sleeper
from bot.host.pace import PACES, Pace
from bot.host.store import Store
from bot.host.waking_hours import Hours, hours_of, passed, wakes
from bot.host.waking_hours import due as due_at
from db import notes, tables, waiting_seats
from db.database import Transaction
from db.people import Person
from db.tables import Player, Table
from db.waiting_seats import Waiting
from games.rules import Question, Seat

log = logging.getLogger(__name__)

NAP = 20.0  # seconds; at least as often the file is told that the bot is alive
NOTICED = 1.0  # seconds; a shorter interruption of the line isn't worth a write
SEEN = 60.0  # seconds by which what a board says of the time must be wrong to be drawn again
HERE_WITHIN = 600.0  # seconds after an act that all could see, in which somebody counts as here
GIVEN_UP = 3  # questions in a row that ran out for somebody: they are written to no more
HERE_FOR = 180.0  # seconds in which a question may lie before somebody who is here, unread


def due_after(
    players: Sequence[Player],
    to_move: frozenset[Seat],
    question: Question,
    *,
    new: bool,
    pace: Pace,
    now: float,
    notices: Mapping[Seat, float | None],
    hours: Mapping[Seat, Hours],
) -> tuple[Player, ...]:
    """Set everybody's deadline after a change, and when to write to whoever is newly to move.

    `new`: the question has another key than before. A call cuts time short, it gives none.
    `notices` says when a seat that is newly asked is to be written to (None: not at all), `hours`
    when those are up who sleep at this pace.
    """
    limit = pace.call if question.hurried else pace.decision
    timed: list[Player] = []
    for one in players:
        due, notice_at, asked_at = one.due, one.notice_at, one.asked_at
        sleep = hours.get(one.seat) if pace.sleeps else None
        if one.seat not in to_move:
            due = notice_at = asked_at = None
        elif new or due is None:
            due, notice_at, asked_at = due_at(now, limit, sleep), notices.get(one.seat), now
        elif question.hurried:
            due = min(due_at(now, limit, sleep), due)
        unchanged = (due, notice_at, asked_at) == (one.due, one.notice_at, one.asked_at)
        timed.append(
            one if unchanged else replace(one, due=due, notice_at=notice_at, asked_at=asked_at)
        )
    return tuple(timed)


def asleep_at(
    players: Sequence[Player], people: Mapping[int, Person], pace: Pace
) -> dict[Seat, Hours]:
    """Say when those are up who sleep at a pace: the others do, or their nights do not count."""
    if not pace.sleeps:
        return {}
    found = {
        one.seat: hours_of(people[one.person])
        for one in players
        if one.person is not None and one.person in people
    }
    return {seat: hours for seat, hours in found.items() if hours is not None}


def hours_at_table(table: Table, player: Player, known: Person) -> Hours | None:
    """Say when the owner of a seat is up, where that counts at a table's pace."""
    if player.person is None:
        return None
    return asleep_at([player], {player.person: known}, PACES[table.pace]).get(player.seat)


def all_here(players: Sequence[Player], now: float) -> bool:
    """Say whether all the people at a table are here, and there are several."""
    acted = [one.acted_at for one in players if one.person is not None]
    return len(acted) > 1 and all(at is not None and now - at < HERE_WITHIN for at in acted)


def notice_at(
    player: Player,
    person: Person | None,
    hours: Hours | None,
    now: float,
    *,
    notice_after: float,
    here_for: float = HERE_FOR,
    here_within: float = HERE_WITHIN,
) -> float | None:
    """Return when to write to somebody who is asked something now; None: not at all.

    Who is here sees it by themselves, most likely; who sleeps (`hours`) reads it when they wake;
    who has not answered for long is left alone until they do something by hand.
    """
    if person is None or person.notices == "none" or player.unanswered >= GIVEN_UP:
        return None
    acted = player.acted_at
    here = person.here and acted is not None and now - acted < here_within
    return wakes(now + (here_for if here else notice_after), hours)


class Deadlines:
    """Sleeps until the next deadline. `wake()` after a move may have set an earlier one."""

    def __init__(self, store: Store, play_absent: Callable[[int, Seat], Awaitable[bool]]) -> None:
        self._store = store
        self._clock = store.clock
        self._play_absent = play_absent
        self._noted = 0.0
        self._given_until = 0.0  # up to here all time in which nobody could move is given back
        self._sleeper = Sleeper(store.clock, self._beat, NAP)
        self.wake, self.close = self._sleeper.wake, self._sleeper.close
        self._complained: set[tuple[int, int]] = set()
        self.on_given_back: Callable[[Sequence[int]], None] = lambda tables: None
        """Hears which tables say something else of their time than was last shown."""

    async def start(self) -> None:
        """Give back the time in which the bot was down, and start the task.

        That is since it last noted that it was alive: up to `NAP` seconds more than it was down,
        and never less.
        """
        alive = await notes.read(self._store.database.reader, "alive")
        now = self._clock.now()
        if alive is not None and now > float(alive):
            await self._give_back(float(alive), now)
            log.info("Gave back %.0f s in which the bot was down", now - float(alive))
        self._sleeper.start()

    async def back(self) -> None:
        """Give back the time in which nobody could reach us: they can again."""
        line, now = self._store.connection, self._clock.now()
        gone = now if line.gone_since is None else max(line.gone_since, self._given_until)
        if now - gone >= NOTICED:
            changed = await self._give_back(gone, now)
            log.info("Gave back %.0f s in which Discord was out of reach", now - gone)
            if now - gone >= SEEN:
                self.on_given_back(changed)
        line.found()
        self.wake()
        self._store.on_notice()  # whoever waits to write slept meanwhile

    async def _give_back(self, gone: float, back: float) -> list[int]:
        """Give the time back in which nobody could move; return the tables that wait."""
        async with self._store.gate.shut():
            try:
                async with self._store.database.transaction() as tx:
                    await _give_back(tx, gone, back)
                    await notes.write(tx, "alive", str(back))  # or it would be given back twice
                    waits = await waiting_seats.tables(tx)
                self._given_until = back
                return waits
            finally:  # the revs are the same: nothing that was read until now may stay
                self._store.cache.drop_all()

    async def _beat(self) -> float:
        now = self._clock.now()
        # cut off is as good as down: whoever starts next gives all of it back
        if now - self._noted >= NAP / 2 and self._store.connection.there:
            async with self._store.database.transaction() as tx:
                await notes.write(tx, "alive", str(now))
            self._noted = now
            self._store.cache.sweep()
        return await self.tick()

    async def tick(self) -> float:
        """Move for every seat whose time is up; return the seconds until the next deadline.

        While nobody could move by themselves the clock does not either.
        """
        stuck: set[tuple[int, int]] = set()
        while True:
            if not self._store.connection.there:
                return NAP
            due = await tables.next_due(self._store.database.reader, stuck)
            if due is None:
                return NAP
            instant, table_id, seat = due
            if instant > self._clock.now():
                return max(0.05, instant - self._clock.now())
            try:
                moved = await self._play_absent(table_id, seat)
                if not moved:
                    stuck.add((table_id, seat))
            except Exception:
                stuck.add((table_id, seat))
                if (table_id, seat) not in self._complained:  # it is tried again at every beat
                    self._complained.add((table_id, seat))
                    text = "The clock could not move for seat %s of table %s"
                    log.exception(text, seat, table_id)


async def _give_back(tx: Transaction, gone: float, back: float) -> None:
    """Give everybody the time back in which we were gone; who slept through it has lost none."""
    sleepers = await waiting_seats.with_hours(tx)
    await tables.give_back(tx, gone, back)
    for one in sleepers:
        hours = hours_of(one.person) if PACES[one.pace].sleeps else None
        if hours is not None:
            since = gone if one.asked_at is None else max(gone, one.asked_at)
            await waiting_seats.put_off(
                tx, _later(one, passed(since, max(since, back), hours), hours)
            )


def _later(seat: Waiting, lost: float, hours: Hours) -> Waiting:
    """Put a seat off by the seconds that its owner has lost; they are written to by day."""
    notice, asked = seat.notice_at, seat.asked_at
    return replace(
        seat,
        due=due_at(seat.due, lost, hours),
        notice_at=None if notice is None else wakes(due_at(notice, lost, hours), hours),
        asked_at=None if asked is None else due_at(asked, lost, hours),
    )
