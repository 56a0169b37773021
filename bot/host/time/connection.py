"""Tracks whether people can play: they reach the bot through Discord, and it can save their moves.

All input comes through Discord's gateway. While the gateway is down, or the disk is full, no
deadline runs out and no notice is sent. Afterwards deadline_timer.py gives the lost time back to
the players.
"""

from collections.abc import Callable

from bot.host.time.clock import Clock

DEAD_AFTER = 50.0  # seconds of silence; Discord sends something at least every 41 seconds


class Connection:
    """The state of the connection to Discord. It counts as up until `lost` is called.

    `silence` returns the seconds since Discord last sent something. A broken connection is often
    reported only after a minute or more, so a connection with a long silence also counts as lost.
    """

    def __init__(self, clock: Clock, silence: Callable[[], float] = lambda: 0.0) -> None:
        self._clock = clock
        self.silence = silence
        self.gone_since: float | None = None
        self.unsaved_since: float | None = None
        """The time since which nothing can be saved, or None."""

    @property
    def there(self) -> bool:
        """Whether people can reach the bot now."""
        return self.gone_since is None and self.silence() < DEAD_AFTER

    @property
    def in_service(self) -> bool:
        """Whether people can reach the bot now and it can save what they do."""
        return self.there and self.unsaved_since is None

    def lost(self) -> None:
        """Record that the connection has been lost since Discord last sent something."""
        if self.gone_since is None:
            self.gone_since = self._clock.now() - max(0.0, self.silence())

    def found(self) -> None:
        """Record that the connection is up again."""
        self.gone_since = None

    def set_back(self, seconds: float) -> None:
        """Move what is noted here back, because the clock is."""
        if self.gone_since is not None:
            self.gone_since -= seconds
        if self.unsaved_since is not None:
            self.unsaved_since -= seconds

    async def lost_for(self, seconds: float) -> None:
        """Wait until the connection has been lost for this many seconds in a row."""
        while True:
            now = self._clock.now()
            since = now if self.gone_since is None else self.gone_since
            if now - since >= seconds:
                return
            await self._clock.sleep_until(since + seconds)
