"""The limit on gateway identifies: one in five seconds, and 1000 a day.

A bot that crashes and restarts in a loop uses up the 1000 in an hour and a half, and Discord then
resets its token (topics/gateway, "Identifying" and "Sharding for Large Bots").
"""

import time
from collections import deque
from typing import Literal

EVERY, A_DAY, DAY = 5.0, 1000, 86400.0


class IdentifyLimit:
    """Counts the bot's identifies of the last 24 hours. `on` switches the limit on and off."""

    def __init__(self, *, on: bool = True) -> None:
        self.on = on
        self.every = EVERY
        self.a_day = A_DAY
        self._times: deque[float] = deque()
        self._last_accepted = -EVERY

    def spend(self) -> Literal["in", "too soon", "too many"]:
        """Count an identify and return whether it is allowed. One that is too soon counts too."""
        if not self.on:
            return "in"
        now = time.monotonic()
        if not self.remaining:
            return "too many"
        self._times.append(now)
        if now < self._last_accepted + self.every:
            return "too soon"
        self._last_accepted = now
        return "in"

    @property
    def remaining(self) -> int:
        """The number of identifies left today."""
        while self._times and self._times[0] < time.monotonic() - DAY:
            self._times.popleft()
        return max(0, self.a_day - len(self._times))

    @property
    def reset_after(self) -> int:
        """Milliseconds until the oldest identify stops counting, or 0 if there was none."""
        if not self._times:
            return 0
        return round((self._times[0] + DAY - time.monotonic()) * 1000)
