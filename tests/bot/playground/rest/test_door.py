"""What comes in by the door: bodies as clients of all kinds write them, nonsense, and strangers."""

import asyncio
import json
import logging
from urllib.parse import urlencode

import aiohttp
import pytest

from bot.playground import Playground
from bot.playground.checks.own_name import OwnName
from tests.bot.playground.callers import Answer, Bot, Json, Person, command


# --- bodies ---


@pytest.mark.parametrize("version", ["/v9", "/v11", ""])
async def test_only_version_ten_is_spoken(bot: Bot, version: str) -> None:
    answer = await asked(bot, f"/api{version}/users/@me", Authorization=bot.token)
    assert (answer.status, json.loads(answer.body)["code"]) == (400, 50041)


# --- strangers ---


# --- who goes away ---


@pytest.mark.parametrize("path", ["/api/v10/channels/1/messages", "/playground/channels"])
@pytest.mark.parametrize("torn", [True, False], ids=["torn off", "hung up"])
async def test_who_goes_away_in_the_middle_of_a_body_is_no_error(
    bot: Bot, path: str, torn: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """A bot that is killed as it writes would look like a fault of the playground."""
    caplog.set_level(logging.DEBUG, "bot.playground.rest.door")
    _, line = await asyncio.open_connection("127.0.0.1", bot.play.port)
    head = {"Host": f"127.0.0.1:{bot.play.port}", "Authorization": bot.token}
    head |= {"Content-Type": "application/json", "Content-Length": "500"}
    written = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    line.write(f'POST {path} HTTP/1.1\r\n{written}\r\n{{"content'.encode())
    await line.drain()
    assert (await bot("GET", "/users/@me")).status == 200  # by now the other is being read
    if torn:
        line.transport.abort()
    else:
        line.close()
    async with asyncio.timeout(20):
        while "has gone away" not in caplog.text:  # noqa: ASYNC110 (nobody rings)
            await asyncio.sleep(0.01)
    assert "Traceback" not in caplog.text
    assert [one.levelname for one in caplog.records if one.name.startswith("bot")] == ["DEBUG"]
    assert all(one["status"] < 400 for one in bot.play.stage.log.since(0))


# --- what a browser may do with it ---


async def test_an_unknown_route_and_a_wrong_token_are_told_so(bot: Bot, games: str) -> None:
    answer = await bot("GET", "/nowhere")
    assert (answer.status, answer.body) == (404, {"message": "404: Not Found", "code": 0})
    assert answer.headers["Content-Type"] == "application/json"
    stranger = Bot(bot.play, bot.session, "Bot wrong")
    refused = await stranger("GET", f"/channels/{games}")
    assert (refused.status, refused.body) == (401, {"message": "401: Unauthorized", "code": 0})
    assert (await stranger("GET", "/nowhere")).status == 401
