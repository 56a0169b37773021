import pytest
from discord_playground.checks.host_header import HostCheck
from discord_playground.world.discord_errors import Refused


def test_a_host_on_all_addresses_accepts_any_ip_but_no_name():
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
def test_a_loopback_host_accepts_all_loopback_names(host: str, given: str):
    assert HostCheck(host).is_host(given)


@pytest.mark.parametrize("given", ["", ":8765", "localhost.evil.example", "127.0.0.1.evil.example"])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "table.local"])
def test_similar_host_names_are_refused(host: str, given: str):
    assert not HostCheck(host).is_host(given)


def test_an_origin_needs_our_scheme_host_and_port():
    own = HostCheck("127.0.0.1")
    own.port = 8765
    assert own.is_page("http://127.0.0.1:8765")
    assert own.is_page("http://localhost:8765")
    foreign = (
        "https://127.0.0.1:8765 http://127.0.0.1:18765 http://127.0.0.1:87650 http://127.0.0.1"
    )
    for origin in (*foreign.split(), "http://evil.example:8765", "127.0.0.1:8765", "null", ""):
        assert not own.is_page(origin), origin


def test_no_origin_is_accepted_and_a_foreign_origin_is_refused():
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
