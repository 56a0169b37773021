"""A clock for what goes by the machine's own."""

import pytest


class Clock:
    """The module `time`, as far as the checks use it; it goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return 1_800_000_000 + self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Make both limits use this clock; the event loop keeps its own."""
    made = Clock()
    for module in ("rate_limits", "identify_limit"):
        monkeypatch.setattr(f"bot.playground.checks.{module}.time", made)
    return made
