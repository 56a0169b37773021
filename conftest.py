"""Which tests run, and in which order."""

import gc
import os
from collections.abc import Generator
from pathlib import Path

import pytest

from tests import scope

WAITING = ("actors", "e2e", "page", "tools")
"""Folders whose tests spend most of their time waiting: for the real client, a browser, a disk."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the switches between the quick run and the whole suite, and between the engines."""
    parser.addoption("--all", action="store_true", help="run everything, as CI does")
    parser.addoption(
        "--database",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="where the tests keep their tables",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Tell the test modules how much to run, in the workers of xdist too."""
    scope.everything = config.getoption("--all")
    scope.database = config.getoption("--database")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Pause the garbage collector during collection: nothing that is collected becomes garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Drop the `full` tests from a quick run, and sort the rest.

    Tests that wait run first, so xdist pairs them with tests that compute. Contract tests of the
    same game run next to each other, so they share its cached positions.
    """
    if not scope.everything:
        dropped = [item for item in items if item.get_closest_marker("full")]
        config.hook.pytest_deselected(items=dropped)
        items[:] = [item for item in items if item not in set(dropped)]
    if scope.database != "sqlite":
        about_files = [item for item in items if item.get_closest_marker("sqlite")]
        config.hook.pytest_deselected(items=about_files)
        items[:] = [item for item in items if item not in set(about_files)]
    items.sort(key=_turn)


def _room(path: Path) -> str:
    parts = path.relative_to(Path(__file__).parent).parts
    return parts[parts.index("tests") + 1]


def _turn(item: pytest.Item) -> tuple[bool, bool, str]:
    room = _room(item.path)
    call = getattr(item, "callspec", None)
    if room != "contract" or call is None:
        return room not in WAITING, True, ""
    return True, False, str(call.params.get("case") or call.params.get("game") or "")


@pytest.fixture(autouse=True, scope="module")
def _no_sweeping(request: pytest.FixtureRequest) -> Generator[None]:
    """Freeze what other tests have left for the garbage collector, where answers must be in time.

    Late in a full run that takes hundreds of megabytes, and collecting it on a busy machine could
    delay an answer beyond its limit.
    """
    waits = _room(request.path) in WAITING
    if waits:
        gc.freeze()
    yield
    if waits:
        gc.unfreeze()


@pytest.fixture(autouse=True)
def _databases() -> Generator[None]:
    """Delete a test's databases on a server in the end."""
    yield
    if scope.database != "sqlite":
        from tests import places  # only then are there any

        places.forget_databases()


@pytest.fixture
def careless() -> Generator[None]:
    """Clear the umask, so that file permissions are what the program asks for."""
    before = os.umask(0)
    yield
    os.umask(before)
