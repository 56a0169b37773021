"""Tests of how Discord's errors are classified; e2e tests send real messages."""

import asyncio
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.show.deliver.queues.messenger import Gone, Refused, ShutOut, TryLater
from bot.show.discord_py import discord_messenger as module
from bot.show.discord_py.discord_messenger import DiscordMessenger, asked, kind_of, there
from tests.bot.entry.arriving import connection
from tests.bot.entry.server import CHANNEL, DEN, HALL, NOOK, STAFF, server
from tests.bot.house import GUILD
from tests.bot.recording import HandClock

ERRORS: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}


def error(status: int, code: int = 0) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="so")
    if status >= 500:
        return discord.DiscordServerError(response, {"code": code, "message": "x"})
    kind = ERRORS.get(status, discord.HTTPException)
    return kind(response, {"code": code, "message": "x"})


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (404, 10003, ShutOut),  # unknown channel
        (404, 10008, Refused),  # unknown message
        (403, 50001, ShutOut),  # no access
        (403, 50013, ShutOut),  # no permission
        (400, 50083, ShutOut),  # the thread is archived
        (403, 160005, ShutOut),  # the thread is locked
        (403, 50007, ShutOut),  # takes no DMs
        (403, 50278, Gone),  # shares no server with us
        (404, 10013, Gone),  # unknown person
        (404, 10007, Gone),  # unknown member
        (404, 10004, ShutOut),  # unknown server
        (400, 50033, ShutOut),  # no such recipient
        (403, 20009, Refused),
        (403, 0, Refused),
        (400, 50035, Refused),  # an invalid body: our own bug
        (413, 40005, Refused),
        (401, 0, Refused),
        (408, 0, TryLater),
        (429, 0, TryLater),
        (400, 40003, TryLater),  # opening DMs too fast
        (403, 40003, TryLater),
        (500, 0, TryLater),
        (502, 0, TryLater),
        (503, 50001, TryLater),  # with any error code
    ],
)
def test_each_http_error_becomes_the_right_exception(status: int, code: int, kind: type[Exception]):
    assert type(kind_of(error(status, code))) is kind


async def failing(problem: BaseException) -> None:
    raise problem


@pytest.mark.parametrize(
    ("problem", "kind"),
    [
        (error(403, 50013), ShutOut),
        (error(403, 50007), ShutOut),
        (error(429), TryLater),
        (error(400, 50035), Refused),
        (error(500), TryLater),
        (OSError("no route"), TryLater),
        (TimeoutError(), TryLater),
        (aiohttp.ServerDisconnectedError(), TryLater),
        (aiohttp.ClientPayloadError(), TryLater),
    ],
)
async def test_connection_errors_are_classified(problem: BaseException, kind: type[Exception]):
    for request in (asked, there):
        with pytest.raises(kind) as raised:
            await request(lambda: failing(problem))
        assert raised.value.__cause__ is problem, "the log must say what it was"


async def test_a_rate_limit_says_how_long_to_wait():
    with pytest.raises(TryLater) as raised:
        await asked(lambda: failing(discord.RateLimited(42.5)))
    assert raised.value.after == 42.5


async def test_a_bug_of_ours_is_not_taken_for_a_connection_error():
    with pytest.raises(ZeroDivisionError):
        await asked(lambda: failing(ZeroDivisionError()))


async def test_no_request_waits_without_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    with pytest.raises(TryLater):
        await asked(asyncio.Event().wait)


def test_a_request_may_take_as_long_as_its_throttle():
    assert module.PATIENCE > module.THROTTLE


async def test_the_result_of_a_request_is_returned():
    async def answer() -> int:
        return 7

    assert await asked(answer) == 7
    assert await there(answer)


@pytest.mark.parametrize("code", [10008, 0])
async def test_a_missing_message_returns_false(code: int):
    assert await there(lambda: failing(error(404, code))) is False


async def test_a_missing_channel_is_no_missing_message():
    with pytest.raises(ShutOut):
        await there(lambda: failing(error(404, 10003)))


async def test_what_is_in_the_way_of_a_board_is_true_of_a_hidden_channel():
    """Discord's data of such a channel would say that every permission is missing."""
    async with server() as here:
        client: Any = SimpleNamespace(get_channel=connection().get_channel)
        messenger = DiscordMessenger(client, None, None)  # type: ignore[arg-type]
        here.hide(STAFF)
        for channel, code in ((STAFF, 50001), (STAFF, 50013), (NOOK, 50001)):
            said = f"I can't see <#{channel}> any more, because I need View Channel there."
            assert messenger._obstacle(channel, code) == said
        assert messenger._obstacle(404, 50001) == "I can't see <#404> any more."
        assert messenger._obstacle(404, 50013) == "I can't write in <#404>."
        assert "can't see" not in messenger._obstacle(HALL, 50001)


async def test_a_watcher_of_a_hidden_channel_is_told_later():
    async with server() as here:
        client: Any = SimpleNamespace(get_channel=connection().get_channel)
        messenger = DiscordMessenger(client, None, None)  # type: ignore[arg-type]
        here.hide(CHANNEL)
        for channel in (CHANNEL, DEN):
            with pytest.raises(TryLater):
                await messenger.sees(channel, 1)


async def test_who_can_be_reached_follows_from_discords_cache():
    async with server() as here:
        guild = connection()._get_guild(GUILD)
        assert guild is not None
        client: Any = SimpleNamespace(get_guild=connection()._get_guild, user=connection().user)
        client.get_channel = guild.get_channel
        clock = HandClock()
        messenger = DiscordMessenger(client, None, clock)  # type: ignore[arg-type]
        assert messenger.reaches(GUILD, STAFF) is None, "Discord has listed no servers yet"
        messenger.servers_known = True
        assert messenger.reaches(GUILD, STAFF) is True
        assert messenger.reaches(GUILD + 1, STAFF) is False, "the bot isn't there"
        here.hide(STAFF)
        assert messenger.reaches(GUILD, STAFF) is False
        assert messenger.reaches(GUILD, 404) is True, "it may be an archived thread"
        with pytest.raises(ShutOut), messenger._saying(404):
            raise ShutOut("gone")
        assert messenger.reaches(GUILD, 404) is False
        clock.advance(module.SHUT_FOR)
        assert messenger.reaches(GUILD, 404) is True, "it is tried again"
        guild.unavailable = True
        assert messenger.reaches(GUILD, HALL) is False
