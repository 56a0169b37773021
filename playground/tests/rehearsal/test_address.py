"""Tests of where a rehearsal finds Discord."""

from discord import http
from discord_playground.rehearsal.address import on_discord, on_playground


def test_the_real_discord_has_the_version_that_discord_py_uses() -> None:
    address = on_discord("hush")
    assert address.rest == f"https://discord.com/api/v{http.INTERNAL_API_VERSION}"
    assert (address.token, address.gateway) == ("hush", "wss://gateway.discord.gg/")


def test_a_playground_has_the_paths_of_discord() -> None:
    address = on_playground("http://127.0.0.1:8765", "ws://127.0.0.1:8766/", "hush")
    assert address.rest == "http://127.0.0.1:8765/api/v10"
    assert address.gateway == "ws://127.0.0.1:8766/"
