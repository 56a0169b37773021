"""A clock for the checks that use the machine's clock."""

import pytest


class Clock:
    """A stand-in for the `time` module that only moves when a test sets it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return 1_800_000_000 + self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Replace the clock of both limits; the event loop keeps its own."""
    made = Clock()
    for module in ("rate_limits", "identify_limit"):
        monkeypatch.setattr(f"discord_playground.checks.{module}.time", made)
    return made
