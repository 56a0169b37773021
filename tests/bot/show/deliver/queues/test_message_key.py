"""Tests that messages of different kinds never share a queue."""

from bot.show.deliver.queues.message_key import SEAL, MessageKey, PanelKey
from db.tables.shown import BOARD, QUESTION, ROUNDS, HandKey


def test_keys_of_different_kinds_are_never_equal():
    keys = [BOARD, ROUNDS, QUESTION, SEAL, *(kind(3) for kind in (HandKey, PanelKey, MessageKey))]
    assert len(set(keys)) == 7
    assert HandKey(3) == HandKey(3) != HandKey(4)
