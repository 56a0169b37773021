"""DMs with people who have none with us yet: they are opened one after another, at a pace.

Discord has no number for how many may be opened. It calls a bot that opens many in a short time a
spammer, and may keep it from writing to anybody new for good. A DM that is open already costs none.
"""

from bot.host.clock import Clock
from bot.show.messenger import TryLater

AT_ONCE = 5  # DMs that may be opened one right after the other, when none was for a while
APART = 6.0  # seconds between them otherwise
COOLING = 120.0  # seconds in which none is opened, after Discord has said that it was too fast
BRIEF = 20.0  # seconds that somebody waits here; for longer they come back


class NewDMs:
    """Whose turn it is to have a DM opened."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._paid_until = 0.0  # each one that was opened is paid for by a wait after it
        self._closed_until = 0.0

    async def turn(self) -> None:
        """Wait until another may be opened. Raises TryLater if that takes long."""
        now = self._clock.now()
        paid = max(self._paid_until, now)
        at = max(paid - (AT_ONCE - 1) * APART, self._closed_until)
        if at - now > BRIEF:
            raise TryLater("DMs are opened one after another", at - now)
        self._paid_until = paid + APART
        await self._clock.sleep_until(at)

    def too_fast(self) -> None:
        """Open none for a while: Discord has had enough."""
        self._closed_until = self._clock.now() + COOLING
