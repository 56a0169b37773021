"""Until when each seat may think, and one sleeping task that moves for those whose time is up.

One question, one deadline: it starts when the question is first asked of a seat, and nothing that
anybody does within it makes it later. Deadlines are instants in the file, so they outlive the bot;
time in which it was down is given back.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.host.clock import Sleeper
from bot.host.pace import Pace
from bot.host.store import Store
from db import notes, tables
from db.tables import Player
from games.rules import Question, Seat

log = logging.getLogger(__name__)

NAP = 20.0  # seconds; also how often it is noted that the bot is alive
FORGIVEN = 60.0  # a shorter absence than this is not worth giving back


def due_after(
    players: Sequence[Player],
    to_move: frozenset[Seat],
    question: Question,
    *,
    new: bool,
    pace: Pace,
    now: float,
    notice_after: float,
) -> tuple[Player, ...]:
    """Set everybody's deadline after a change, and when to write to whoever is newly to move.

    `new`: the question has another key than before. A call cuts time short, it gives none.
    """
    limit = now + (pace.call if question.hurried else pace.decision)
    timed: list[Player] = []
    for one in players:
        due, notice_at = one.due, one.notice_at
        if one.seat not in to_move:
            due = notice_at = None
        elif new or due is None:
            due, notice_at = limit, now + notice_after
        elif question.hurried:
            due = min(limit, due)
        unchanged = due == one.due and notice_at == one.notice_at
        timed.append(one if unchanged else replace(one, due=due, notice_at=notice_at))
    return tuple(timed)


class Deadlines:
    """Sleeps until the next deadline. `wake()` after a move may have set an earlier one."""

    def __init__(self, store: Store, play_absent: Callable[[int, Seat], Awaitable[bool]]) -> None:
        self._store = store
        self._clock = store.clock
        self._play_absent = play_absent
        self._noted = 0.0
        self._sleeper = Sleeper(store.clock, self._beat, NAP)
        self.wake, self.close = self._sleeper.wake, self._sleeper.close
        self._complained: set[tuple[int, int]] = set()

    async def start(self) -> None:
        """Give back the time in which the bot was down, and start the task."""
        alive = await notes.read(self._store.database.reader, "alive")
        away = 0.0 if alive is None else self._clock.now() - float(alive)
        if away > FORGIVEN:
            async with self._store.database.transaction() as tx:
                await tables.give_back(tx, away)
            log.info("Gave back %.0f s in which the bot was down", away)
        self._sleeper.start()

    async def _beat(self) -> float:
        now = self._clock.now()
        if now - self._noted >= NAP / 2:
            async with self._store.database.transaction() as tx:
                await notes.write(tx, "alive", str(now))
            self._noted = now
            self._store.cache.sweep()
        return await self.tick()

    async def tick(self) -> float:
        """Move for every seat whose time is up; return the seconds until the next deadline."""
        stuck: set[tuple[int, int]] = set()
        while True:
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
