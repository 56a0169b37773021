"""Requests are counted by what they are for, without anybody's id or token."""

import aiohttp
import pytest
from aiohttp import web

from bot.observe.discord_routes import route_of, tracing
from tests.bot.observe.counting import Counted

TOKEN = "aW50ZXJhY3Rpb246MTIz"


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/v10/channels/123/messages", "channels/{id}/messages"),
        ("/api/v10/channels/123/messages/456?limit=50", "channels/{id}/messages/{id}"),
        (f"/api/v10/interactions/123/{TOKEN}/callback", "interactions/{id}/{token}/callback"),
        (
            f"/api/v10/webhooks/123/{TOKEN}/messages/@original",
            "webhooks/{id}/{token}/messages/@original",
        ),
        (f"/webhooks/123/{TOKEN}", "webhooks/{id}/{token}"),
        ("/api/v10/users/@me/channels", "users/@me/channels"),
        ("/api/v10/applications/123/commands", "applications/{id}/commands"),
        ("/avatars/123/a_b1c2.png", "avatars/{id}/{other}"),
        (f"/{TOKEN}/Ann", "{other}/{other}"),
        ("/", ""),
    ],
)
def test_a_route_has_no_id_and_no_token(path: str, route: str):
    assert route_of(path) == route


async def test_every_request_of_a_session_is_counted():
    async def serve(request: web.Request) -> web.Response:
        if request.path.endswith("/messages"):
            return web.Response(status=429, headers={"X-RateLimit-Scope": "shared"})
        return web.Response(status=204)

    app = web.Application()
    app.router.add_route("*", "/{any:.*}", serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    base = f"http://127.0.0.1:{runner.addresses[0][1]}"
    counted = Counted()
    async with aiohttp.ClientSession(trace_configs=[tracing(counted)]) as session:
        await session.post(f"{base}/api/v10/channels/1/messages")
        await session.post(f"{base}/api/v10/interactions/1/{TOKEN}/callback")
        await runner.cleanup()
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.get(f"{base}/")
    assert counted.requests == [
        ("POST channels/{id}/messages", "429"),
        ("POST interactions/{id}/{token}/callback", "204"),
        ("GET /", "none"),
    ]
    assert counted.scopes == ["shared"]
