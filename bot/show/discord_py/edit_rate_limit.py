"""Rate limit for edits of old messages, per channel.

Discord allows only three edits in six seconds for all messages of a channel that are older than an
hour. It answers further edits with an error. A caller that waits here has reserved its edit.
"""

from collections import deque

from bot.host.time.clock import Clock
from bot.host.time.discord_ids import instant_of

HOUR = 3600.0
EDITS, WINDOW = 3, 6.0  # number of edits allowed in a window, and the window's length in seconds
MAX_CHANNELS = 100  # number of stored channels at which inactive channels are removed


class EditRateLimit:
    """Counts the edits of old messages in each channel."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._counted: dict[int, deque[float]] = {}

    async def turn(self, channel: int, message: int) -> None:
        """Wait until a message may be edited. Return immediately if it is less than an hour old."""
        now = self._clock.now()
        if now - instant_of(message) < HOUR:
            return
        if len(self._counted) >= MAX_CHANNELS:
            self._counted = {
                key: some for key, some in self._counted.items() if now - some[-1] < WINDOW
            }
        counted = self._counted.setdefault(channel, deque(maxlen=EDITS))
        at = max(now, counted[0] + WINDOW) if len(counted) == EDITS else now
        counted.append(at)
        await self._clock.sleep_until(at)
