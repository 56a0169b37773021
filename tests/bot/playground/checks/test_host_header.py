"""Under which names, and to which page, the playground answers at all."""

import pytest

from bot.playground.checks.discord_errors import Refused
from bot.playground.checks.host_header import HostCheck


def test_on_all_addresses_any_address_is_ours_and_no_name() -> None:
    everywhere = HostCheck("0.0.0.0")
    assert everywhere.is_host("192.168.1.7:8765")
    assert everywhere.is_host("[fe80::1]:8765")
    assert everywhere.is_host("localhost:8765")
    assert not everywhere.is_host("evil.example:8765")
    assert not HostCheck("127.0.0.1").is_host("192.168.1.7:8765")
    named = HostCheck("table.local")
    assert named.is_host("Table.local:8765")
    assert not named.is_host("localhost:8765")


@pytest.mark.parametrize(
    ("host", "given"),
    [
        ("127.0.0.1", "127.0.0.1:8765"),
        ("127.0.0.1", "LOCALHOST:8765"),
        ("127.0.0.1", "[::1]:8765"),
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "[::1]"),
        ("::1", "localhost:8765"),
    ],
)
def test_on_this_machine_alone_all_its_own_names_are_ours(host: str, given: str) -> None:
    assert HostCheck(host).is_host(given)


@pytest.mark.parametrize("given", ["", ":8765", "localhost.evil.example", "127.0.0.1.evil.example"])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "table.local"])
def test_what_only_looks_like_our_name_is_none(host: str, given: str) -> None:
    assert not HostCheck(host).is_host(given)


def test_a_page_is_ours_by_scheme_name_and_port() -> None:
    own = HostCheck("127.0.0.1")
    own.port = 8765
    assert own.is_page("http://127.0.0.1:8765")
    assert own.is_page("http://localhost:8765")
    for origin in (
        "https://127.0.0.1:8765",
        "http://127.0.0.1:18765",
        "http://127.0.0.1:87650",
        "http://127.0.0.1",
        "http://evil.example:8765",
        "127.0.0.1:8765",
        "null",
        "",
    ):
        assert not own.is_page(origin), origin


def test_what_names_no_page_is_let_in_and_what_names_another_is_not() -> None:
    own = HostCheck("127.0.0.1")
    own.port = 8765
    own.check("localhost:8765", None)
    own.check("localhost:8765", "http://127.0.0.1:8765")
    for host, origin in (
        ("evil.example:8765", None),
        ("localhost:8765", "http://evil.example"),
        ("localhost:8765", ""),
    ):
        with pytest.raises(Refused) as caught:
            own.check(host, origin)
        assert caught.value.status == 403
