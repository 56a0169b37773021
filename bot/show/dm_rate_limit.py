"""Rate limit for opening new DM channels.

Discord publishes no limit for this. It marks a bot that opens many DMs in a short time as spam, and
may permanently stop it from writing to new people. Using an open DM costs nothing.

No caller waits in this module: one that is too early gets TryLater with the time left. The person
may open the DM themselves meanwhile by typing in it, and that answer must not be delayed.
"""

from bot.host.clock import Clock
from bot.show.messenger import TryLater

BURST = 5  # number of DMs that may be opened together after a pause
PACE = 6.0  # seconds between two openings
TURN_EXPIRES = 600.0  # seconds after which a person's unused turn expires
COOLDOWN = 120.0  # seconds without any opening after Discord answered "too fast"


class DMRateLimit:
    """Decides when a DM with a new person may be opened."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._paced_until = 0.0  # time of the next free turn; each turn moves it later
        self._cooling_until = 0.0
        self._turns: dict[int, float] = {}  # person id: when their turn begins

    def take(self, person: int) -> None:
        """Use a person's turn to open their DM. Raise TryLater if their turn has not come."""
        now = self._clock.now()
        turn = self._turns.get(person)
        if turn is None:
            paced = max(self._paced_until, now)
            self._paced_until = paced + PACE
            turn = paced - (BURST - 1) * PACE
            kept = {other: at for other, at in self._turns.items() if now - at < TURN_EXPIRES}
            self._turns = {**kept, person: turn}
        at = max(turn, self._cooling_until)
        if at > now:
            raise TryLater("DMs are opened one after another", at - now)
        del self._turns[person]

    def too_fast(self) -> None:
        """Open no DM for a while, because Discord said that the bot is too fast."""
        self._cooling_until = self._clock.now() + COOLDOWN
