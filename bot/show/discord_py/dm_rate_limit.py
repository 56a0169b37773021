"""Rate limit for opening new DM channels.

Discord publishes no limit for this. It marks a bot that opens many DMs in a short time as spam, and
may permanently stop it from writing to new people. Messages in an open DM are not limited.

This module never waits. If it is too early, it raises TryLater with the remaining time. Meanwhile
the person may open the DM by typing in it, and the answer to that must not be delayed.
"""

from bot.host.time.clock import Clock
from bot.show.deliver.queues.messenger import TryLater

BURST = 5  # number of DMs that may be opened without delay after a long pause
PACE = 6.0  # seconds between the openings of two DMs
TURN_EXPIRES = 600.0  # seconds after which a turn that a person doesn't use expires
COOLDOWN = 120.0  # seconds in which no DM is opened after Discord rejected an opening as too fast


class DMRateLimit:
    """Decides when a DM with a new person may be opened."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._paced_until = 0.0  # time of the next free turn; each reservation delays it
        self._cooling_until = 0.0
        self._turns: dict[int, float] = {}  # start of each person's turn, by person id

    def take(self, person: int) -> None:
        """Use a person's turn to open a DM. Raises TryLater if the turn has not begun yet."""
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
        """Block all openings for COOLDOWN seconds after Discord has rejected one as too fast."""
        self._cooling_until = self._clock.now() + COOLDOWN
