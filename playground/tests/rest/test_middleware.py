import asyncio
import json
import logging

import pytest

from playground.tests.asking import asked, fault
from playground.tests.callers import Bot, Person


@pytest.mark.parametrize("version", ["/v9", "/v11", ""])
async def test_only_api_version_10_is_supported(bot: Bot, version: str):
    answer = await asked(bot, f"/api{version}/users/@me", Authorization=bot.token)
    assert (answer.status, json.loads(answer.body)["code"]) == (400, 50041)


async def test_an_unknown_route_is_404_and_a_wrong_token_401(bot: Bot, games: str):
    answer = await bot("GET", "/nowhere")
    assert (answer.status, answer.body) == (404, {"message": "404: Not Found", "code": 0})
    assert answer.headers["Content-Type"] == "application/json"
    stranger = Bot(bot.play, bot.session, "Bot wrong")
    refused = await stranger("GET", f"/channels/{games}")
    assert (refused.status, refused.body) == (401, {"message": "401: Unauthorized", "code": 0})
    assert (await stranger("GET", "/nowhere")).status == 401


async def test_a_body_that_is_a_list_is_refused(bot: Bot, games: str):
    assert (await bot("POST", f"/channels/{games}/messages", [1])).code == 50035


async def test_an_unsupported_method_is_a_404(bot: Bot, ann: Person, games: str):
    assert (await bot("PUT", f"/channels/{games}/messages", {"content": "x"})).status == 404
    assert (await ann("PUT", "/users/@me/channels", {})).status == 404


async def test_fixed_routes_come_before_routes_with_parameters(bot: Bot, ann: Person, games: str):
    thread = (await bot("POST", f"/channels/{games}/threads", {"name": "t"})).body["id"]
    member = (await bot("GET", f"/channels/{thread}/thread-members/@me")).body
    assert member["user_id"] == bot.play.world.bot_id
    assert (await bot("GET", "/users/@me")).body["id"] == bot.play.world.bot_id
    assert (await ann("GET", "/users/@me")).body["id"] == ann.id
    assert (await bot("GET", f"/users/{ann.id}")).body["id"] == ann.id


async def test_bots_and_people_cannot_use_each_others_endpoints(bot: Bot, ann: Person):
    own = await bot("POST", "/interactions", {"type": 2})
    assert (own.status, own.code) == (403, 20001)
    hers = await ann("GET", "/gateway/bot")
    assert (hers.status, hers.code) == (403, 20002)
    for token in ("nobody", "", "Bot ann", "Bearer ann"):
        stranger = Bot(bot.play, bot.session, token)
        assert (await stranger("GET", "/users/@me")).status == 401, token


async def test_only_the_bots_requests_are_logged(bot: Bot, ann: Person, games: str):
    log = bot.play.stage.log
    before = log.number
    path = f"/channels/{games}/messages"
    await ann("POST", path, {"content": "hers"})
    await bot("POST", path, {"content": "x" * 2001})
    await bot("GET", "/nowhere")
    await bot("POST", "/interactions", {"type": 2})
    wrong, nowhere, strange = log.since(before)
    assert (wrong["method"], wrong["path"], wrong["body"]) == (
        "POST",
        path,
        {"content": "x" * 2001},
    )
    assert wrong["route"] == "/channels/{channel_id}/messages"
    assert (wrong["status"], wrong["code"]) == (400, 50035)
    assert (nowhere["status"], nowhere["path"]) == (404, "/nowhere")
    assert (strange["status"], strange["code"]) == (403, 20001), "a way for people alone"


async def test_the_ban_counts_invalid_requests_but_no_shared_limits(
    bot: Bot, ann: Person, games: str
):
    rates = bot.play.stage.rates
    rates.on, rates.invalid_allowed = True, 1
    await fault(bot, "rate_limit", times=3)
    for _ in range(3):
        assert (await bot("GET", "/users/@me")).status == 429
    await bot("GET", "/nowhere")
    for _ in range(3):  # nor do people's
        assert (await ann("GET", "/gateway")).status == 403
    assert not rates.banned
    stranger = Bot(bot.play, bot.session, "Bot wrong")
    assert (await stranger("GET", "/users/@me")).status == 401
    assert not rates.banned
    assert (await bot("POST", "/interactions", {"type": 2})).status == 403
    assert rates.banned


async def test_an_internal_error_is_logged(bot: Bot, games: str, caplog: pytest.LogCaptureFixture):

    def broken(method: str, route: str, body: object) -> list[str]:
        raise ZeroDivisionError

    bot.play.stage.check = broken
    failed = await bot("POST", f"/channels/{games}/messages", {"content": "x"})
    assert (failed.status, failed.code) == (500, 0)
    assert "The playground itself failed" in caplog.text
    assert bot.play.stage.log.since(0)[-1]["status"] == 500
    bot.play.stage.check = lambda method, route, body: [f"{method} {route} {body}"]
    assert (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).status == 200
    assert bot.play.complaints == ["POST /channels/{channel_id}/messages {'content': 'x'}"]


@pytest.mark.parametrize("path", ["/api/v10/channels/1/messages", "/playground/channels"])
@pytest.mark.parametrize("torn", [True, False], ids=["torn off", "hung up"])
async def test_a_client_that_disconnects_during_the_body_is_no_error(
    bot: Bot, path: str, torn: bool, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG, "discord_playground.rest.middleware")
    _, line = await asyncio.open_connection("127.0.0.1", bot.play.port)
    head = {"Host": f"127.0.0.1:{bot.play.port}", "Authorization": bot.token}
    head |= {"Content-Type": "application/json", "Content-Length": "500"}
    written = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    line.write(f'POST {path} HTTP/1.1\r\n{written}\r\n{{"content'.encode())
    await line.drain()
    assert (await bot("GET", "/users/@me")).status == 200  # the other request is being read now
    if torn:
        line.transport.abort()
    else:
        line.close()
    async with asyncio.timeout(20):
        while "The client disconnected" not in caplog.text:  # noqa: ASYNC110 (nobody rings)
            await asyncio.sleep(0.01)
    assert "Traceback" not in caplog.text
    ours = [record for record in caplog.records if record.name.startswith("discord_playground")]
    assert [record.levelname for record in ours] == ["DEBUG"]
    assert all(entry["status"] < 400 for entry in bot.play.stage.log.since(0))
