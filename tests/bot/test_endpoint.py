"""Tests of the endpoint: with a playground, discord.py sends nothing to Discord."""

from collections.abc import Iterator

import pytest
from aiohttp import web
from discord import asset, gateway, http
from yarl import URL

from bot import endpoint
from bot.endpoint import Address, NoPlayground, aim_at, ask_for_address, check_playground


@pytest.fixture
def own_aim() -> Iterator[None]:
    """Restore Discord's endpoint after each test."""
    before = http.Route.BASE, gateway.DiscordWebSocket.DEFAULT_GATEWAY, asset.Asset.BASE
    yield
    http.Route.BASE, gateway.DiscordWebSocket.DEFAULT_GATEWAY = before[:2]
    asset.Asset.BASE = before[2]  # type: ignore[misc]


@pytest.mark.usefixtures("own_aim")
def test_no_request_goes_to_discord():
    aim_at(Address("http://127.0.0.1:8765", "ws://127.0.0.1:8765/gateway"))
    route = http.Route("GET", "/gateway/bot")
    assert route.url == "http://127.0.0.1:8765/api/v10/gateway/bot"
    default = gateway.DiscordWebSocket.DEFAULT_GATEWAY
    assert default == URL("ws://127.0.0.1:8765/gateway")
    assert asset.Asset.BASE.startswith("http://127.0.0.1:8765/")


async def serving(status: int) -> tuple[web.AppRunner, str]:
    """Serve a playground's state, or something else."""

    async def answer(request: web.Request) -> web.Response:
        state = {"gateway": "ws://127.0.0.1:1/gateway", "bot": {"token": "Mg.G.secret"}}
        return web.json_response(state, status=status)

    app = web.Application()
    app.router.add_get("/playground/state", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    return runner, f"http://127.0.0.1:{runner.addresses[0][1]}"


async def test_running_playground_tells_its_endpoint_and_token():
    runner, rest = await serving(200)
    try:
        address = await ask_for_address(f"{rest}/")
    finally:
        await runner.cleanup()
    assert address == Address(rest, "ws://127.0.0.1:1/gateway", "Mg.G.secret")


async def test_other_server_is_not_used_as_endpoint():
    runner, rest = await serving(404)
    try:
        with pytest.raises(NoPlayground, match=f"No playground answers at {rest}, "):
            await ask_for_address(rest)
    finally:
        await runner.cleanup()
    for nowhere in (rest, "127.0.0.1:8765", "nonsense", "http://[", ""):
        with pytest.raises(NoPlayground, match="DOWNEAST_PLAYGROUND_URL"):
            await ask_for_address(nowhere)


def test_without_the_playground_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch):
    check_playground("It's here:")
    monkeypatch.setattr(endpoint.util, "find_spec", lambda name: None)
    with pytest.raises(NoPlayground, match=r"^To play, install it .*pip install \./discord_playg"):
        check_playground("To play,")
