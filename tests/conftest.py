"""How the tests are collected, and in which order they run."""

import gc
import os
from collections.abc import Generator
from pathlib import Path

import pytest

WAITING = ("e2e", "page")
"""Here the real client plays, and browsers: for much of the time they wait for clocks and disk."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Sweep nothing while tests are collected: it all stays, and would be swept again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what waits before what computes, and together what looks at the same game.

    Shared out among workers, what waits then runs beside the rest and not beside itself: the suite
    is done sooner, nobody is left waiting for one long game at the end, and who must be answered in
    time seldom meets another such. What was drawn of a game, and worked out, is still there for the
    next test that looks at it.
    """
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> tuple[bool, bool, str]:
    room = item.path.relative_to(Path(__file__).parent).parts[0]
    call = getattr(item, "callspec", None)
    if room != "contract" or call is None:
        return room not in WAITING, True, ""
    return True, False, str(call.params.get("case") or call.params.get("game") or "")


@pytest.fixture
def careless() -> Generator[None]:
    """Leave it to the program who may read what it makes."""
    before = os.umask(0)
    yield
    os.umask(before)
