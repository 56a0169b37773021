"""Computes the deadline of each seat, and runs a task that moves for players whose time is up.

Each question to a seat has one deadline. It is computed when the question is first asked, and the
player's sleeping hours don't count. Nothing a player does makes it later. Deadlines are stored as
points in time, so they survive a restart. If the bot was down or cut off from Discord for a second
or more, each deadline is moved later by the time that its player lost.
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

NAP = 20.0  # longest time in seconds between two checks of the deadlines
SHORTEST_OUTAGE = 1.0  # seconds; players get no time back after a shorter interruption
BOARD_TOLERANCE = 60.0  # seconds by which deadlines must change before boards are redrawn
PRESENT_WITHIN = 600.0  # seconds during which a player counts as present after a public act
MOST_UNANSWERED = 3  # number of missed questions in a row after which a player gets no notices
PRESENT_NOTICE_AFTER = 180.0  # seconds after which a player who is present gets a notice


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
    """Return the players with the deadlines and notice times that apply after a change.

    `new` means that the question differs from the one before. A hurried question can make a running
    deadline earlier but not later. `notices` has the notice time of each seat (None: no notice).
    `hours` has the waking hours of seats.
    """
    limit = pace.call if question.hurried else pace.decision
    timed: list[Player] = []
    for player in players:
        due, notice_at, asked_at = player.due, player.notice_at, player.asked_at
        sleep = hours.get(player.seat) if pace.sleeps else None
        if player.seat not in to_move:
            due = notice_at = asked_at = None
        elif new or due is None:
            due, notice_at, asked_at = due_at(now, limit, sleep), notices.get(player.seat), now
        elif question.hurried:
            due = min(due_at(now, limit, sleep), due)
        unchanged = (due, notice_at, asked_at) == (player.due, player.notice_at, player.asked_at)
        if not unchanged:
            player = replace(player, due=due, notice_at=notice_at, asked_at=asked_at)
        timed.append(player)
    return tuple(timed)


def asleep_at(
    players: Sequence[Player], people: Mapping[int, Person], pace: Pace
) -> dict[Seat, Hours]:
    """Return the waking hours by seat, or an empty dict if deadlines also run at night."""
    if not pace.sleeps:
        return {}
    hours_by_seat = {
        player.seat: hours_of(people[player.person])
        for player in players
        if player.person is not None and player.person in people
    }
    return {seat: hours for seat, hours in hours_by_seat.items() if hours is not None}


def hours_at_table(table: Table, player: Player, known: Person) -> Hours | None:
    """Return the waking hours of a seat's owner, or None if the table's pace ignores them."""
    if player.person is None:
        return None
    return asleep_at([player], {player.person: known}, PACES[table.pace]).get(player.seat)


def all_here(players: Sequence[Player], now: float) -> bool:
    """Return whether a table has at least two people and all of them are present."""
    acted = [player.acted_at for player in players if player.person is not None]
    return len(acted) > 1 and all(at is not None and now - at < PRESENT_WITHIN for at in acted)


def notice_at(
    player: Player,
    person: Person | None,
    hours: Hours | None,
    now: float,
    *,
    notice_after: float,
    here_for: float = PRESENT_NOTICE_AFTER,
    here_within: float = PRESENT_WITHIN,
) -> float | None:
    """Return when to notify a player that a question waits for them, or None for no notice.

    A player who is present gets the notice later, because they probably see the board. A sleeping
    player gets it when they wake up. A player who missed many questions gets none until they move.
    """
    if person is None or person.notices == "none" or player.unanswered >= MOST_UNANSWERED:
        return None
    acted = player.acted_at
    here = person.here and acted is not None and now - acted < here_within
    return wakes(now + (here_for if here else notice_after), hours)


class Deadlines:
    """Moves in place of players whose deadline has passed. Call `wake()` if one becomes earlier."""

    def __init__(self, store: Store, play_absent: Callable[[int, Seat], Awaitable[bool]]) -> None:
        self._store = store
        self._clock = store.clock
        self._play_absent = play_absent
        self._noted = 0.0
        self._given_until = 0.0  # all time that was lost before this time has been given back
        self._sleeper = Sleeper(store.clock, self._beat, NAP)
        self.wake, self.close = self._sleeper.wake, self._sleeper.close
        self._complained: set[tuple[int, int]] = set()

    async def start(self) -> None:
        """Move deadlines later by the time during which the bot was down, then start the task.

        The bot regularly records that it is running, and the time since its last record is given
        back. So nobody gets back too little, or more than one check interval too much.
        """
        alive = await notes.read(self._store.database.reader, "alive")
        now = self._clock.now()
        if alive is not None and now > float(alive):
            await self._give_back(float(alive), now)
            log.info("Gave back %.0f s in which the bot was down", now - float(alive))
        self._sleeper.start()

    async def back(self) -> None:
        """Move deadlines later by the time during which Discord was out of reach."""
        line, now = self._store.connection, self._clock.now()
        gone = now if line.gone_since is None else max(line.gone_since, self._given_until)
        if now - gone >= SHORTEST_OUTAGE:
            changed = await self._give_back(gone, now)
            log.info("Gave back %.0f s in which Discord was out of reach", now - gone)
            if now - gone >= BOARD_TOLERANCE:
                self._store.listener.deadlines_moved(changed)
        line.found()
        self.wake()
        # notices that became due during the outage are sent now
        self._store.listener.notice_changed()

    async def _give_back(self, gone: float, back: float) -> list[int]:
        """Move all deadlines later because of an outage. Return the tables that have a deadline."""
        async with self._store.gate.shut():
            try:
                async with self._store.database.transaction() as tx:
                    await _give_back(tx, gone, back)
                    await notes.write(tx, "alive", str(back))  # a restart must not repeat this
                    waits = await waiting_seats.tables(tx)
                self._given_until = back
                return waits
            finally:  # cached tables are out of date although their rev is the same
                self._store.cache.drop_all()

    async def _beat(self) -> float:
        now = self._clock.now()
        # record nothing during an outage, so that a restart also gives back that time
        if now - self._noted >= NAP / 2 and self._store.connection.there:
            async with self._store.database.transaction() as tx:
                await notes.write(tx, "alive", str(now))
            self._noted = now
            self._store.cache.sweep()
        return await self.tick()

    async def tick(self) -> float:
        """Move for every player whose time is up. Return the seconds until the next deadline.

        Do nothing while Discord is out of reach, because the players can't move.
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
                if (table_id, seat) not in self._complained:  # log only a seat's first failure
                    self._complained.add((table_id, seat))
                    text = "The clock could not move for seat %s of table %s"
                    log.exception(text, seat, table_id)


async def _give_back(tx: Transaction, gone: float, back: float) -> None:
    """Move each deadline later by the waking time that its player lost in an outage."""
    sleepers = await waiting_seats.with_waking_hours(tx)
    await tables.give_back(tx, gone, back)
    for sleeper in sleepers:
        hours = hours_of(sleeper.person) if PACES[sleeper.pace].sleeps else None
        if hours is not None:
            since = gone if sleeper.asked_at is None else max(gone, sleeper.asked_at)
            await waiting_seats.postpone(
                tx, _delayed(sleeper, passed(since, max(since, back), hours), hours)
            )


def _delayed(seat: Waiting, lost: float, hours: Hours) -> Waiting:
    """Return a copy of a seat with its times moved later by `lost` seconds of waking time."""
    notice, asked = seat.notice_at, seat.asked_at
    return replace(
        seat,
        due=due_at(seat.due, lost, hours),
        notice_at=None if notice is None else wakes(due_at(notice, lost, hours), hours),
        asked_at=None if asked is None else due_at(asked, lost, hours),
    )
