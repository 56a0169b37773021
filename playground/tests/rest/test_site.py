import json

import aiohttp
import pytest
from discord_playground import Playground

from playground.tests.asking import FORM, asked, parts, raw
from playground.tests.callers import Bot, Json, Person, command

PATHS = ["/", "/static/app.js", "/playground/state", "/api/v10/gateway", "/attachments/1/1/a"]


@pytest.mark.parametrize("path", PATHS)
async def test_nothing_is_answered_under_another_name(bot: Bot, path: str):
    port = bot.play.port
    for name in (f"evil.example:{port}", "evil.example", f"127.0.0.1.evil.example:{port}", ""):
        assert (await asked(bot, path, Host=name, Authorization="ann")).status == 403, name
    assert (await asked(bot, path, Host=f"localhost:{port}")).status != 403


@pytest.mark.parametrize("path", PATHS)
async def test_nothing_is_answered_to_another_page(bot: Bot, path: str):
    port = bot.play.port
    for origin in (
        "https://example.org",
        "null",
        "http://127.0.0.1",
        f"https://127.0.0.1:{port}",
        f"http://127.0.0.1:{port + 1}",
        f"http://evil.example:{port}",
    ):
        answer = await asked(bot, path, Origin=origin, Authorization="ann")
        assert answer.status == 403, origin
    assert (await asked(bot, path, Origin=bot.play.base)).status != 403


async def test_the_gateway_opens_only_to_our_own_page(bot: Bot, play: Playground):
    for headers in (
        {"Origin": "https://example.org"},
        {"Origin": "http://127.0.0.1:1"},
        {"Host": "evil.example"},
    ):
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await bot.session.ws_connect(play.gateway, headers=headers)
    own = {"Origin": f"http://localhost:{play.port}"}
    await (await bot.session.ws_connect(play.gateway, headers=own)).close()


async def test_an_interaction_token_keeps_the_origin_check(bot: Bot, ann: Person, games: str):
    await bot.register(command())
    await ann.slash("hello", games)
    one = await bot.line.until("INTERACTION_CREATE")
    path = f"/interactions/{one['id']}/{one['token']}/callback"
    body = json.dumps({"type": 4, "data": {"content": "x"}}).encode()
    refused = await raw(bot, path, body, "application/json", Origin="https://example.org")
    assert refused.status == 403
    assert (await raw(bot, path, body, "application/json")).status == 204


async def sent(bot: Bot, games: str, name: str, content: bytes) -> Json:
    body: Json = {"content": "x"}
    made = await bot("POST", f"/channels/{games}/messages", body, files={name: content})
    return made.body["attachments"][0]


async def test_what_was_sent_is_only_ever_downloaded(bot: Bot, games: str):
    one = await sent(bot, games, "page.html", b"<script>alert(1)</script>")
    answer = await asked(bot, one["url"].removeprefix(bot.play.base))
    assert answer.headers["Content-Disposition"] == "attachment; filename*=UTF-8''page.html"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert "script-src" not in answer.headers["Content-Security-Policy"]


async def test_a_file_of_an_unusual_type_can_be_fetched(bot: Bot, games: str):
    head = "Content-Type: text/html; charset=utf-8; x\r\n"
    body = parts(
        ('name="payload_json"', "", b'{"content": "x"}'),
        ('name="files[0]"; filename="a"', head, b"x"),
        ('name="files[1]"; filename="b"', "Content-Type: nonsense\r\n", b"y"),
    )
    made = (await raw(bot, f"/channels/{games}/messages", body, FORM)).body["attachments"]
    kinds = []
    for item in made:
        answer = await asked(bot, item["url"].removeprefix(bot.play.base))
        assert answer.status == 200
        kinds.append(answer.headers["Content-Type"])
    assert kinds == ["text/html; charset=utf-8", "application/octet-stream"]


async def test_the_page_runs_its_own_scripts_and_talks_to_its_own_gateway(bot: Bot):
    policy = (await asked(bot, "/")).headers["Content-Security-Policy"]
    rules = dict(item.strip().split(" ", 1) for item in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == "'self'"
    assert bot.play.gateway.rstrip("/") in rules["connect-src"]
    assert rules["frame-ancestors"] == rules["base-uri"] == rules["form-action"] == "'none'"
    state = await asked(bot, "/playground/state")
    assert state.headers["Content-Security-Policy"].startswith("default-src 'none'")


async def test_a_foreign_page_cannot_use_controls_or_act_for_ann(bot: Bot, ann: Person, games: str):
    strange = {"Origin": "https://example.org", "Authorization": "ann"}
    base = bot.play.base
    async with bot.session.get(f"{base}/playground/state", headers=strange) as response:
        assert response.status == 403
    url = f"{base}/api/v10/channels/{games}/messages"
    async with bot.session.post(url, json={"content": "x"}, headers=strange) as response:
        assert response.status == 403


async def test_the_page_is_served(bot: Bot):
    async with bot.session.get(bot.play.base + "/") as response:
        assert response.status == 200
        assert response.content_type in ("text/html", "text/plain")
