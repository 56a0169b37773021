"""Every observer can be told everything."""

import inspect

import pytest

from bot.observe.metrics import Metrics
from bot.observe.observer import UNOBSERVED, Observer

TOLD = [name for name in vars(Observer) if not name.startswith("_")]


@pytest.mark.parametrize("name", TOLD)
def test_every_observer_takes_what_the_protocol_says(name: str):
    wanted = inspect.signature(getattr(Observer, name))
    for observer in (type(UNOBSERVED), Metrics):
        assert inspect.signature(getattr(observer, name)) == wanted


def test_there_is_something_to_tell():
    assert {"handled", "committed", "requested", "dm_closed"} <= set(TOLD)
