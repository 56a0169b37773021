"""DMs with people who have none with us yet: they are opened one after another, at a pace.

Discord has no number for how many may be opened. It calls a bot that opens many in a short time a
spammer, and may keep it from writing to anybody new for good. A DM that is open already costs none.

Nobody waits here: who comes too early is told when their turn is. In the meantime they may have
opened the DM themselves, by a line typed in it, and then nothing may hold up its answer.
"""

from bot.host.clock import Clock
from bot.show.messenger import TryLater

AT_ONCE = 5  # DMs that may be opened one right after the other, when none was for a while
APART = 6.0  # seconds between them otherwise
KEPT = 600.0  # seconds for which a turn is kept for who does not come for it
COOLING = 120.0  # seconds in which none is opened, after Discord has said that it was too fast


class NewDMs:
    """Whose turn it is to have a DM opened."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._paid_until = 0.0  # each turn that was given out is paid for by a wait after it
        self._closed_until = 0.0
        self._turns: dict[int, float] = {}  # by person: from when on they may have theirs

    def take(self, person: int) -> None:
        """Take somebody's turn to have a DM opened. Raises TryLater if it is not yet."""
        now = self._clock.now()
        turn = self._turns.get(person)
        if turn is None:
            paid = max(self._paid_until, now)
            self._paid_until = paid + APART
            turn = paid - (AT_ONCE - 1) * APART
            kept = {one: at for one, at in self._turns.items() if now - at < KEPT}
            self._turns = {**kept, person: turn}
        at = max(turn, self._closed_until)
        if at > now:
            raise TryLater("DMs are opened one after another", at - now)
        del self._turns[person]

    def too_fast(self) -> None:
        """Open none for a while: Discord has had enough."""
        self._closed_until = self._clock.now() + COOLING
