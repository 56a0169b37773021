"""Tests of connection problems: retried, or reported in a sentence without traceback."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord import client as library
from discord.backoff import ExponentialBackoff

from bot import collector, service
from bot.app import Downeast
from bot.service import CannotServe, CutOff, OneLine, log_in
from bot.show.deliver.queues.timing import Timing
from db.base.problems import NotSaved
from db.database import Database
from tests.bot.recording import HandClock


@pytest.fixture(autouse=True)
def own_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore discord.py's reconnect delay after each test."""
    monkeypatch.setattr(library, "ExponentialBackoff", ExponentialBackoff)


@pytest.fixture(autouse=True)
def settled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Leave this process's garbage collector alone; return when it would have been set up."""
    found: list[str] = []
    monkeypatch.setattr(collector, "settle", lambda: found.append("settled"))
    return found


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def bot(tmp_path: Path, clock: HandClock) -> AsyncGenerator[Downeast]:
    database = await Database.open(tmp_path / "downeast.sqlite3", durable=False)
    made = Downeast(database, {}, Timing(), clock)
    yield made
    await made.close()
    await database.close()


def refused(status: int, text: str = "") -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="so")
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kind(response, text)


def failing(*problems: Exception) -> Callable[[str], Awaitable[None]]:
    """Build a login that fails this often before it succeeds."""
    left = list(problems)

    async def login(_: str) -> None:
        if left:
            raise left.pop(0)

    return login


def closed(code: int) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=None, code=code)


async def test_temporary_login_failure_is_retried(
    bot: Downeast,
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    page = "<html>\n<head>Bad gateway</head>\n" + "x" * 5000
    troubles = (refused(503, page), refused(429), aiohttp.ServerDisconnectedError(), TimeoutError())
    monkeypatch.setattr(bot, "login", failing(*troubles))
    trying = asyncio.ensure_future(log_in(bot, "token"))
    waits: list[float] = []
    while not trying.done():
        for _ in range(20):
            await asyncio.sleep(0)
        if (waking := clock.next_waking()) is not None:
            waits.append(waking - clock.now())
            clock.set(waking)
    assert waits == [2, 4, 8, 16], "ever more patiently"
    said = [record.getMessage() for record in caplog.records if record.name == "bot.service"]
    assert len(said) == len(troubles)
    assert all("\n" not in line and len(line) < 300 for line in said)
    assert all(record.exc_info is None for record in caplog.records)


@pytest.mark.parametrize(
    ("problem", "says"),
    [
        (discord.LoginFailure("Improper token has been passed."), "accept this DISCORD_TOKEN"),
        (refused(403, "banned"), "Discord doesn't let me in: 403 so (error code: 0): banned."),
    ],
)
async def test_permanent_login_failure_is_reported(
    bot: Downeast, monkeypatch: pytest.MonkeyPatch, problem: Exception, says: str
):
    monkeypatch.setattr(bot, "login", failing(problem))
    with pytest.raises(CannotServe, match=r"\.$") as raised:
        await log_in(bot, "token")
    assert says in str(raised.value)


async def test_failure_after_login_is_not_retried(bot: Downeast, monkeypatch: pytest.MonkeyPatch):
    bot.is_set_up = True
    monkeypatch.setattr(bot, "login", failing(OSError("the disk is full")))
    with pytest.raises(OSError, match="the disk is full"):
        await log_in(bot, "token")


@pytest.mark.parametrize(
    ("problem", "says"),
    [
        (closed(4004), "doesn't accept this DISCORD_TOKEN any more"),
        (closed(4011), "2,500"),
        (discord.PrivilegedIntentsRequired(None), "intents"),
        (closed(4999), "closed the connection for good, with close code 4999"),
    ],
)
async def test_permanent_gateway_close_is_reported(
    bot: Downeast, monkeypatch: pytest.MonkeyPatch, problem: Exception, says: str
):
    monkeypatch.setattr(bot, "login", failing())
    monkeypatch.setattr(bot, "connect", lambda: failing(problem)(""))
    with pytest.raises(CannotServe) as raised:
        await service.serve(bot, "token", 300)
    assert says in str(raised.value)


async def test_collector_is_set_up_once_everything_is_loaded(
    bot: Downeast, monkeypatch: pytest.MonkeyPatch, settled: list[str]
):
    async def login(_: str) -> None:
        settled.append("logged in")

    async def connect() -> None:
        settled.append("connects")
        raise closed(4011)

    monkeypatch.setattr(bot, "login", login)
    monkeypatch.setattr(bot, "connect", connect)
    with pytest.raises(CannotServe):
        await service.serve(bot, "token", 300)
    assert settled == ["logged in", "settled", "connects"]


async def test_long_outage_ends_the_program(
    bot: Downeast, clock: HandClock, monkeypatch: pytest.MonkeyPatch
):
    async def connect() -> None:
        await bot.on_connect()
        await asyncio.Event().wait()

    monkeypatch.setattr(bot, "login", failing())
    monkeypatch.setattr(bot, "connect", connect)
    serving = asyncio.ensure_future(service.serve(bot, "token", 300))
    for happens in (None, bot.on_disconnect, bot.on_resumed, bot.on_disconnect):
        if happens is not None:
            await happens()
        for _ in range(50):
            await asyncio.sleep(0)
        clock.advance(200)
        await asyncio.sleep(0)
    assert not serving.done(), "it was never away for so long at a time"
    clock.advance(100)
    with pytest.raises(CutOff, match="300 s"):
        await serving


async def test_outage_limit_of_zero_never_ends_it(
    bot: Downeast, clock: HandClock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bot, "login", failing())
    monkeypatch.setattr(bot, "connect", asyncio.Event().wait)
    serving = asyncio.ensure_future(service.serve(bot, "token", 0))
    for _ in range(50):
        await asyncio.sleep(0)
    clock.advance(1e6)
    await asyncio.sleep(0)
    assert not serving.done()
    serving.cancel()


async def test_reconnect_delay_is_short(bot: Downeast, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bot, "login", failing(discord.LoginFailure()))
    with pytest.raises(CannotServe):
        await service.serve(bot, "token", 0)
    backoff = vars(library)["ExponentialBackoff"]()
    assert max(backoff.delay() for _ in range(200)) <= 32


async def test_invitation_is_printed_for_discord_only(
    bot: Downeast, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(bot, "login", failing())
    monkeypatch.setattr(bot, "connect", lambda: asyncio.sleep(0))
    await service.serve(bot, "token", 0)
    assert capsys.readouterr().out == ""
    bot._connection.application_id = 77
    await service.serve(bot, "token", 0, invite=True)
    assert "https://discord.com/oauth2/authorize?client_id=77&" in capsys.readouterr().out


def logged(name: str, problem: BaseException) -> logging.LogRecord:
    where = (type(problem), problem, None)
    record = logging.LogRecord(name, logging.ERROR, "", 1, "Trying in %.2fs", (3.0,), where)
    assert OneLine().filter(record)
    return record


def test_connection_errors_are_logged_without_traceback():
    for problem in (OSError("no route"), closed(1006), aiohttp.ClientError(), refused(502, "a\nb")):
        record = logged("discord.client", problem)
        assert record.exc_info is None
        assert record.getMessage().startswith("Trying in 3.00s: ")
        assert "\n" not in record.getMessage()


def test_full_disk_is_logged_without_traceback():
    said = f"Nothing can be saved in the database {'folder/' * 40}x because its disk is full."
    record = logged("bot.host.time.clock", NotSaved(said))
    assert record.exc_info is None
    assert record.getMessage() == f"Trying in 3.00s: {said}"


def test_bug_keeps_its_traceback():
    assert logged("discord.client", KeyError("x")).exc_info is not None
    assert logged("bot.show.deliver.display", OSError("x")).exc_info is not None


async def test_a_task_that_swallows_a_cancellation_is_ended_all_the_same():
    """Otherwise a bot that gives up never ends, and no supervisor starts it again."""
    swallowed = asyncio.Event()

    async def stubborn() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            swallowed.set()
        await asyncio.Event().wait()

    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    await asyncio.wait_for(service._cancel(task), 30)
    assert swallowed.is_set()
    assert task.cancelled()
