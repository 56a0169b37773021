"""An observer that remembers what it's told."""

from bot.observe.observer import Kind, Outcome, Unobserved


class Counted(Unobserved):
    """Keeps what was handled, requested and late."""

    def __init__(self) -> None:
        self.events: list[tuple[Kind, Outcome]] = []
        self.seconds: list[float] = []
        self.requests: list[tuple[str, str]] = []
        self.scopes: list[str] = []
        self.deadlines: list[float] = []
        self.loop: list[float] = []
        self.commits = self.unsaved = self.closed_dms = 0

    def handled(self, kind: Kind, outcome: Outcome, seconds: float) -> None:
        self.events.append((kind, outcome))
        self.seconds.append(seconds)

    def committed(self, seconds: float) -> None:
        self.commits += 1
        self.seconds.append(seconds)

    def not_saved(self) -> None:
        self.unsaved += 1

    def deadline_late(self, seconds: float) -> None:
        self.deadlines.append(seconds)

    def loop_late(self, seconds: float) -> None:
        self.loop.append(seconds)

    def requested(self, route: str, status: str) -> None:
        self.requests.append((route, status))

    def rate_limited(self, scope: str) -> None:
        self.scopes.append(scope)

    def dm_closed(self) -> None:
        self.closed_dms += 1
