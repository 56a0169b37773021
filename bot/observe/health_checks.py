"""Whether the bot can serve people: Discord is there, and the disk takes what it's given.

Being unwell never ends the program. Discord comes back, and a full disk gets room again.
"""

from collections.abc import Callable
from dataclasses import dataclass

HEARTBEAT = 60.0  # seconds; Discord sends something at least every 41 seconds

NOT_CONNECTED = (
    "I'm not connected to Discord. I keep trying; the log says what's in the way, if it knows."
)
NO_HEARTBEAT = (
    "Discord hasn't sent anything for more than a minute. I'll connect again by myself; if this "
    "stays, look at the network."
)
NOT_SAVED = (
    "The last change couldn't be saved. The log says why: look at the disk or at the database "
    "server. I go on by myself once it can be saved."
)
WELL = "I'm connected to Discord, and the last change was saved."


class CommitStatus:
    """Whether the last transaction that could be judged was saved."""

    def __init__(self) -> None:
        self.saved = True

    def committed(self, seconds: float) -> None:
        """Note that a transaction is on the disk."""
        self.saved = True

    def not_saved(self) -> None:
        """Note that the machine didn't let a transaction happen."""
        self.saved = False


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that must be fine. `problem` says what is wrong if it isn't, and what to do."""

    name: str
    fine: bool
    problem: str


@dataclass(frozen=True, slots=True)
class HealthReport:
    """The state of all checks at one time."""

    checks: tuple[Check, ...]

    @property
    def healthy(self) -> bool:
        """Whether everything is fine."""
        return all(check.fine for check in self.checks)

    @property
    def problems(self) -> list[str]:
        """What is wrong, a sentence or two for each."""
        return [check.problem for check in self.checks if not check.fine]

    @property
    def text(self) -> str:
        """The state in one line."""
        return " ".join(self.problems) or WELL

    def facts(self) -> dict[str, object]:
        """Return the report as values that JSON can hold."""
        return {
            "healthy": self.healthy,
            "checks": {check.name: check.fine for check in self.checks},
            "problems": self.problems,
        }


class Health:
    """Answers how the bot is.

    `connected` tells whether Discord's gateway has let the bot in, and `silence` how many seconds
    ago Discord last sent something.
    """

    def __init__(
        self, connected: Callable[[], bool], silence: Callable[[], float], commits: CommitStatus
    ) -> None:
        self._connected = connected
        self._silence = silence
        self._commits = commits

    def report(self) -> HealthReport:
        """Check everything. This costs nothing, so it can be asked at any time."""
        return HealthReport(
            (
                Check("gateway", self._connected(), NOT_CONNECTED),
                Check("heartbeat", self._silence() < HEARTBEAT, NO_HEARTBEAT),
                Check("commit", self._commits.saved, NOT_SAVED),
            )
        )
