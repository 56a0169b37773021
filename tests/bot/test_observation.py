"""What the outside sees is built as the settings say, and follows the bot."""

import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bot.app import Downeast
from bot.host.time.clock import SystemClock
from bot.observation import Observation
from bot.observe.health_file import health_file_of, read_health
from bot.observe.observer import UNOBSERVED
from bot.settings import BadSettings, Settings
from bot.show.deliver.queues.timing import Timing
from db.base.problems import NotSaved
from db.database import Database
from tests.actors.waiting import until
from tests.crews.crew import free_port
from tests.engines import sqlite_of


def settings(folder: Path, port: int | None = None, backups: Path | None = None) -> Settings:
    metrics = None if port is None else f"127.0.0.1:{port}"
    return Settings(database=str(folder / "downeast.sqlite3"), metrics=metrics, backups=backups)


@asynccontextmanager
async def bot_of(observation: Observation, file: Path) -> AsyncGenerator[Downeast]:
    """Build a bot that is not connected to anything."""
    database = await Database.open(file, durable=False, observers=observation.commit_observers)
    bot = Downeast(database, {}, Timing(), SystemClock(), observer=observation.observer)
    try:
        yield bot
    finally:
        await bot.close()
        await database.close()


async def test_the_health_file_follows_the_bot_and_goes_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    wanted = settings(tmp_path)
    observation = Observation(wanted, {})
    async with bot_of(observation, wanted.file) as bot:
        async with observation.of(bot):
            said = await until(lambda: read_health(wanted.file))
            assert said["checks"] == {"gateway": False, "heartbeat": True, "commit": True}
            monkeypatch.setattr(bot, "is_ready", lambda: True)
            await until(lambda: (read_health(wanted.file) or {}).get("healthy"))
            bot.services.store.connection.lost()
            await until(lambda: not (read_health(wanted.file) or {})["healthy"])
        assert not health_file_of(wanted.file).exists()


async def test_without_metrics_nobody_measures_and_nothing_listens(tmp_path: Path):
    observation = Observation(settings(tmp_path), {})
    assert observation.observer is UNOBSERVED
    async with bot_of(observation, settings(tmp_path).file) as bot:
        assert bot.http.http_trace is None
        assert bot.services.store.observer is UNOBSERVED


async def test_with_metrics_both_pages_are_served_until_the_end(tmp_path: Path):
    port = free_port()
    wanted = settings(tmp_path, port, backups=tmp_path)
    observation = Observation(wanted, {})
    async with bot_of(observation, wanted.file) as bot, aiohttp.ClientSession() as session:
        base = f"http://127.0.0.1:{port}"
        assert bot.http.http_trace is not None
        async with observation.of(bot):
            await bot.services.store.set_house_note("commands", "abc")
            async with session.get(f"{base}/metrics") as answer:
                page = await answer.text()
            async with session.get(f"{base}/healthz") as answer:
                assert answer.status == 503, "it isn't connected"
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.get(f"{base}/healthz")
    assert "downeast_commit_seconds_count 1.0" in page
    assert 'downeast_healthy{check="gateway"} 0.0' in page
    assert "downeast_backup_age_seconds +Inf" in page


def test_metrics_without_their_package_are_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    monkeypatch.delitem(sys.modules, "bot.observe.metrics", raising=False)
    Observation(settings(tmp_path), {})
    with pytest.raises(BadSettings, match="needs the package prometheus-client") as raised:
        Observation(settings(tmp_path, 9464), {})
    assert "pip install" in str(raised.value)


async def test_an_address_that_is_taken_is_refused_in_a_sentence(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        wanted = settings(tmp_path, port)
        observation = Observation(wanted, {})
        async with bot_of(observation, wanted.file) as bot:
            with pytest.raises(BadSettings, match=f"DOWNEAST_METRICS names 127.0.0.1:{port}, "):
                async with observation.of(bot):
                    pass
    assert not health_file_of(wanted.file).exists()


async def test_a_full_disk_is_seen_and_its_end_too(tmp_path: Path):
    wanted = settings(tmp_path)
    observation = Observation(wanted, {})
    async with bot_of(observation, wanted.file) as bot, observation.of(bot):
        await until(lambda: read_health(wanted.file))
        store, limit = (
            bot.services.store,
            sqlite_of(bot.services.store.database)._writing.execute_fetchall,
        )
        pages = (await store.database.read("PRAGMA page_count"))[0][0]
        await limit(f"PRAGMA max_page_count={pages}")
        with pytest.raises(NotSaved):
            await store.set_house_note("commands", "x" * 100_000)
        await until(lambda: not (read_health(wanted.file) or {})["checks"]["commit"])
        await limit("PRAGMA max_page_count=100000")
        await store.set_house_note("commands", "x" * 100_000)
        await until(lambda: (read_health(wanted.file) or {})["checks"]["commit"])
