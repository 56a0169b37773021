"""How often the bot may identify: once in five seconds, and a thousand times a day.

A bot that falls over and starts again in a loop has used up its day after an hour and a half, and
Discord then takes its token away (topics/gateway, "Identifying" and "Sharding for Large Bots").
"""

import time
from collections import deque
from typing import Literal

EVERY, A_DAY, DAY = 5.0, 1000, 86400.0


class Identifies:
    """The bot's identifies of the last day, and the switch that stops the counting (`on`)."""

    def __init__(self, *, on: bool = True) -> None:
        self.on = on
        self.every = EVERY
        self.a_day = A_DAY
        self._times: deque[float] = deque()
        self._let_in = -EVERY

    def spend(self) -> Literal["in", "too soon", "too many"]:
        """Count one and say what becomes of it; those that come too soon count as well."""
        if not self.on:
            return "in"
        now = time.monotonic()
        if not self.remaining:
            return "too many"
        self._times.append(now)
        if now < self._let_in + self.every:
            return "too soon"
        self._let_in = now
        return "in"

    @property
    def remaining(self) -> int:
        """How many are left today."""
        while self._times and self._times[0] < time.monotonic() - DAY:
            self._times.popleft()
        return max(0, self.a_day - len(self._times))

    @property
    def reset_after(self) -> int:
        """Milliseconds until there is one more, or 0 if none was used."""
        if not self._times:
            return 0
        return round((self._times[0] + DAY - time.monotonic()) * 1000)
