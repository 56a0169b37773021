"""When people look in: at a phase of their own, from 8 to 23, and how long they stay.

Time is in minutes since the deal, at 8:00 of the first seat. A person looks in every `period`
minutes (a sixth of it of jitter) from 8:00 to 23:00 of their own time, answers all that waits, 20
seconds an answer, and stays: three minutes from the look-in, or, where staying is renewed, ten
minutes from the last answer, at most twenty a sitting. While there they answer at once.
"""

import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random

DAY = 1440
DAYS, UP, THINK = 30, 900, 1 / 3  # simulated days; minutes from 8:00 to 23:00; for an answer
CAP = 20.0  # minutes that a sitting lasts at most, where staying is renewed


def dice(*key: object) -> Random:
    """Make the luck of one decision: the same for the same key, in every process."""
    return Random(":".join(map(str, key)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How the people of a table look in; `periods` and `zones` (hours east) go round the seats.

    `presence` are the minutes that they stay: from the look-in, or (`renew`) from the last answer,
    at most `cap` a sitting. An answer takes `think` minutes. `meets` are times agreed for every
    day: minutes after 8:00 of the first seat, and how long. `vanishes` are a seat and the minute
    after which nobody sees it again.
    """

    periods: tuple[float, ...] = (30.0,)
    zones: tuple[float, ...] = (0.0,)
    irregular: bool = False
    presence: float = 3.0
    renew: bool = False
    cap: float = CAP
    think: float = THINK
    meets: tuple[tuple[float, float], ...] = ()
    vanishes: tuple[int, float] | None = None


STAY_3 = Habits()
STAY_10 = Habits(presence=10.0, renew=True)


class Person:
    """One of them: when they are there, and how soon they answer."""

    def __init__(self, habits: Habits, seed: int, seat: int) -> None:
        rng = Random(f"{seed}:person:{seat}")
        period = habits.periods[seat % len(habits.periods)]
        zone = habits.zones[seat % len(habits.zones)]
        self.up = [(day * DAY - zone * 60, day * DAY - zone * 60 + UP) for day in range(-1, DAYS)]
        times = [*self._times(rng, period, irregular=habits.irregular)]
        self.stay, self.renew, self.think = habits.presence, habits.renew, habits.think
        stays = [(time, time + self.stay) for time in times if time >= 0]
        stays += [
            (day * DAY + at, day * DAY + at + long)
            for day in range(DAYS)
            for at, long in habits.meets
        ]
        if habits.vanishes is not None and habits.vanishes[0] == seat:
            stays = [stay for stay in stays if stay[0] <= habits.vanishes[1]]
        stays.sort()
        self.looks: Sequence[float] = [first for first, _ in stays]
        self.ends: Sequence[float] = list(accumulate((last for _, last in stays), max))
        self.until, self.sat_since, self.cap = -1.0, 0.0, habits.cap
        self.busy = 0.0

    def _times(self, rng: Random, period: float, *, irregular: bool) -> Sequence[float]:
        times: list[float] = []
        for first, last in self.up:
            at = first + rng.uniform(0, period)
            while at < last:
                times.append(min(last, max(first, at + rng.uniform(-1, 1) * period / 6)))
                at += rng.expovariate(1 / period) if irregular else period
        return times

    def last_online(self, t: float) -> float:
        """Say when they were last there, up to now; -1 if they have not come yet."""
        at = bisect.bisect_right(self.looks, t) - 1
        seen = min(t, self.ends[at]) if at >= 0 else -1.0
        return max(seen, min(t, self.until))

    def present(self, t: float) -> bool:
        """Say whether they are there now."""
        return self.last_online(t) >= t

    def next_look(self, t: float) -> float | None:
        """Say when they look in next, after now; None: never in the simulated days."""
        at = bisect.bisect_right(self.looks, t)
        return self.looks[at] if at < len(self.looks) else None

    def next_answer(self, t: float) -> float | None:
        """Say when they answer what is asked now; None: never in the simulated days."""
        t = max(t, self.busy)
        if not self.present(t):
            at = bisect.bisect_left(self.looks, t)
            if at == len(self.looks):
                return None
            t = self.looks[at]
        return t + self.think

    def acts(self, t: float) -> None:
        """Have them answer now."""
        self.busy = t
        if self.renew:
            if t - self.think > self.until:
                self.sat_since = self.until = t - self.think
            self.until = max(self.until, min(t + self.stay, self.sat_since + self.cap))


def waking(first: float, last: float) -> float:
    """Count the minutes between two times that lie between 8 and 23 of the first seat.

    >>> waking(0, 1440), waking(890, 1450)
    (900, 20)
    """
    days = range(int(first // DAY), int(last // DAY) + 1)
    return sum(max(0, min(last, day * DAY + UP) - max(first, day * DAY)) for day in days)
