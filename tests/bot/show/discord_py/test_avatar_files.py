"""Avatars are downloaded with an eye on their size and kind. The CDN here is a real server."""

from collections.abc import AsyncGenerator
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.show.deliver.queues.messenger import CannotSend, TryLater
from bot.show.discord_py.avatar_files import LARGEST, download


class Cdn:
    """A server whose answer a test sets, and the session with which it is asked."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self.answer = web.Response(body=b"png", content_type="image/png")
        self.asked: list[web.Request] = []
        self.http: Any = SimpleNamespace(_HTTPClient__session=session, proxy=None, proxy_auth=None)

    async def serve(self, request: web.Request) -> web.Response:
        self.asked.append(request)
        return self.answer


@pytest.fixture
async def cdn(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Cdn]:
    async with aiohttp.ClientSession() as session:
        found = Cdn(session)
        app = web.Application()
        app.router.add_get("/{path:.*}", found.serve)
        async with TestServer(app) as server:
            monkeypatch.setattr(discord.Asset, "BASE", str(server.make_url("")).rstrip("/"))
            yield found


async def test_a_small_png_is_asked_for_without_compression(cdn: Cdn):
    assert await download(cdn.http, 101, "a_abc") == b"png"
    [request] = cdn.asked
    assert request.path_qs == "/avatars/101/a_abc.png?size=128"
    assert request.headers["Accept-Encoding"] == "identity"
    assert "Authorization" not in request.headers


@pytest.mark.parametrize(
    "answer",
    [
        web.Response(status=404),
        web.Response(status=500),
        web.Response(status=302, headers={"Location": "/avatars/1/b.png"}),
        web.Response(body=b"x", content_type="text/html"),
        web.Response(body=b"x", content_type="image/gif"),
        web.Response(body=b"x", content_type="image/png", headers={"Content-Encoding": "br"}),
        web.Response(body=b"x" * (LARGEST + 1), content_type="image/png"),
    ],
    ids=["missing", "broken", "elsewhere", "a page", "GIF", "compressed", "too large"],
)
async def test_anything_else_is_refused(cdn: Cdn, answer: web.Response):
    cdn.answer = answer
    with pytest.raises(CannotSend):
        await download(cdn.http, 101, "abc")
    assert len(cdn.asked) == 1


async def test_a_file_of_the_largest_size_is_taken(cdn: Cdn):
    cdn.answer = web.Response(body=b"x" * LARGEST, content_type="image/png")
    assert len(await download(cdn.http, 101, "abc")) == LARGEST


async def test_a_cdn_that_is_out_of_reach_is_a_temporary_problem(
    cdn: Cdn, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(discord.Asset, "BASE", "http://127.0.0.1:1")
    with pytest.raises(TryLater):
        await download(cdn.http, 101, "abc")
