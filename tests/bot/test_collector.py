"""Tests of the garbage collector's settings."""

import gc
from collections.abc import Generator

import pytest

from bot import collector


@pytest.fixture(autouse=True)
def own_settings() -> Generator[None]:
    """Begin each test with the usual collector, whatever ran before, and restore it afterwards."""
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_what_is_loaded_is_exempt_and_later_garbage_is_not():
    loaded = [[number] for number in range(1000)]
    collector.settle()
    assert gc.get_freeze_count() >= len(loaded)
    circle: list[object] = []
    circle.append(circle)
    assert not any(item is circle for item in gc.get_objects(generation=2))
    del circle
    assert gc.collect() >= 1


def test_garbage_is_collected_less_often_but_still_by_itself():
    before = gc.get_threshold()
    collector.settle()
    assert gc.get_threshold()[0] > before[0]
    assert gc.isenabled()
