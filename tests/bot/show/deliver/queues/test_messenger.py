"""Tests that the real and the recording messenger have the same methods."""

import inspect
from typing import Any

import pytest

from bot.show.deliver.queues.messenger import (
    CannotSend,
    Messenger,
    Refused,
    Reply,
    ShutOut,
    TryLater,
)
from bot.show.discord_py.discord_messenger import DiscordMessenger
from bot.show.discord_py.reply import InteractionReply
from tests.bot.recording import RecordingMessenger, RecordingReply


def methods(kind: type) -> dict[str, Any]:
    """Return the public methods of a class with their signatures."""
    found = {name: method for name, method in vars(kind).items() if inspect.isfunction(method)}
    return {name: inspect.signature(found[name]) for name in found if not name.startswith("_")}


@pytest.mark.parametrize(
    ("kind", "protocol"),
    [
        (DiscordMessenger, Messenger),
        (RecordingMessenger, Messenger),
        (InteractionReply, Reply),
        (RecordingReply, Reply),
    ],
)
def test_both_messengers_have_the_same_methods(kind: type, protocol: type):
    wanted = methods(protocol)
    assert {
        name: signature for name, signature in methods(kind).items() if name in wanted
    } == wanted


def test_every_failure_is_a_cannot_send():
    assert all(issubclass(kind, CannotSend) for kind in (ShutOut, Refused, TryLater))
    assert TryLater("down").after == 0.0
    assert str(TryLater("throttled", 5)) == "throttled"
