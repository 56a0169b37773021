"""What the parts of the bot tell about their work, to whoever measures it."""

from typing import Literal, Protocol, TypeAlias

Kind: TypeAlias = Literal["button", "form", "command", "autocomplete", "line", "deadline"]
"""What the bot handled: something that a person sent, or the deadline of a seat."""

Outcome: TypeAlias = Literal["done", "refused", "failed"]
"""How that ended. A bug and a full disk are failures."""


class Observer(Protocol):
    """Is told what happened. No method may raise, wait, or keep an id. Times are in seconds."""

    def handled(self, kind: Kind, outcome: Outcome, seconds: float) -> None:
        """Count something that was handled, from its arrival to its answer."""
        ...

    def committed(self, seconds: float) -> None:
        """Count a commit, and the time that the disk took for it."""
        ...

    def not_saved(self) -> None:
        """Count a transaction that the machine didn't let happen."""
        ...

    def deadline_late(self, seconds: float) -> None:
        """Count a deadline that has passed, and how long ago."""
        ...

    def loop_late(self, seconds: float) -> None:
        """Count by how much the event loop was late for a timer."""
        ...

    def requested(self, route: str, status: str) -> None:
        """Count a request to Discord by its route without ids, such as `GET users/{id}`."""
        ...

    def rate_limited(self, scope: str) -> None:
        """Count a request that Discord refused because there were too many of its kind."""
        ...

    def dm_closed(self) -> None:
        """Count a person who turned out to accept no DMs."""
        ...


class Unobserved:
    """Nobody measures."""

    def handled(self, kind: Kind, outcome: Outcome, seconds: float) -> None:
        """Do nothing."""

    def committed(self, seconds: float) -> None:
        """Do nothing."""

    def not_saved(self) -> None:
        """Do nothing."""

    def deadline_late(self, seconds: float) -> None:
        """Do nothing."""

    def loop_late(self, seconds: float) -> None:
        """Do nothing."""

    def requested(self, route: str, status: str) -> None:
        """Do nothing."""

    def rate_limited(self, scope: str) -> None:
        """Do nothing."""

    def dm_closed(self) -> None:
        """Do nothing."""


UNOBSERVED = Unobserved()
