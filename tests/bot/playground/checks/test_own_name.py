"""Under which names, and to which page, the playground answers at all."""

import pytest

from bot.playground.checks.errors import Refused
from bot.playground.checks.own_name import OwnName


def test_on_all_addresses_any_address_is_ours_and_no_name() -> None:
    everywhere = OwnName("0.0.0.0")
    assert everywhere.is_host("192.168.1.7:8765")
    assert everywhere.is_host("[fe80::1]:8765")
    assert everywhere.is_host("localhost:8765")
    assert not everywhere.is_host("evil.example:8765")
    assert not OwnName("127.0.0.1").is_host("192.168.1.7:8765")
    named = OwnName("table.local")
    assert named.is_host("Table.local:8765")
    assert not named.is_host("localhost:8765")
