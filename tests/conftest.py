"""How the tests are collected, and in which order they run."""

import gc
from pathlib import Path

import pytest

WAITING = ("e2e", "page")
"""Here the real client plays, and browsers: for much of the time they wait for clocks and disk."""


def pytest_configure() -> None:
    """Sweep nothing while tests are collected: it all stays, and would be swept again and again."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Sweep as ever from now on."""
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what waits before what computes.

    Shared out among workers, it then runs beside the rest and not beside itself: the suite is done
    sooner, nobody is left waiting for one long game at the end, and who must be answered in time
    seldom meets another such.
    """
    items.sort(key=_waits, reverse=True)


def _waits(item: pytest.Item) -> bool:
    return item.path.relative_to(Path(__file__).parent).parts[0] in WAITING
