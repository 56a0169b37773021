"""Whether people can reach us, and since when not: cut off is not away.

Whatever people press and type comes through Discord's gateway. While that is gone no clock moves
and nobody is called, and what they lost is given back when it is there again (deadlines.py).
"""

from collections.abc import Callable

from bot.host.clock import Clock

SILENT = 50.0  # seconds; Discord is heard at least every 41, or the line is dead


class Connection:
    """The line to Discord, as far as it is known. It is up until somebody says that it is lost.

    `silence` tells for how many seconds nothing was heard on a line that seems to be up: of one
    that was cut nobody is told for a minute or more.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.silence: Callable[[], float] = lambda: 0.0
        self.gone_since: float | None = None

    @property
    def there(self) -> bool:
        """Whether people can reach us now, as far as we know."""
        return self.gone_since is None and self.silence() < SILENT

    def lost(self) -> None:
        """Note that the line is lost, since when it was last heard."""
        if self.gone_since is None:
            self.gone_since = self._clock.now() - max(0.0, self.silence())

    def found(self) -> None:
        """Note that people can reach us again."""
        self.gone_since = None

    async def lost_for(self, seconds: float) -> None:
        """Return once the line has been lost for so long without a break."""
        while True:
            now = self._clock.now()
            since = now if self.gone_since is None else self.gone_since
            if now - since >= seconds:
                return
            await self._clock.sleep_until(since + seconds)
