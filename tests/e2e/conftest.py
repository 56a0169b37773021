"""Fixtures for all tests that use the real client."""

import gc
from collections.abc import Generator

import pytest


@pytest.fixture(autouse=True, scope="module")
def no_sweeping() -> Generator[None]:
    """Freeze the objects that other tests have left for the garbage collector.

    Late in a full run they take hundreds of megabytes, and collecting them on a busy machine could
    delay an answer beyond its limit.
    """
    gc.freeze()
    yield
    gc.unfreeze()
