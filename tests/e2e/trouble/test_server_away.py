"""A PostgreSQL server that is stopped while the bot plays, and comes back.

Saving is refused with one sentence, the clocks stand still, and all is well by itself once the
server is there. A file's full disk is in test_full_disk.py.
"""

import asyncio
import signal
from collections.abc import Generator
from pathlib import Path

import aiohttp
import pytest

from db.database import Database
from playground.tests.user import User
from tests.actors.harbor import harbor
from tests.actors.tables import open_table
from tests.crews.crew import Crew, free_port
from tests.postgresql.empty import own_server
from tests.postgresql.server import Server

pytestmark = pytest.mark.full

AWHILE = 60.0  # seconds: more than two checks of the deadlines
GAME, TERMS = "downeast", {"bidding": "open"}
REFUSED = "I can't reach my database right now, so nothing at the table has changed."
DUE = "SELECT due FROM seats WHERE due IS NOT NULL ORDER BY seat"


@pytest.fixture
def server() -> Generator[Server]:
    with own_server() as here:
        yield here


async def test_a_server_that_goes_away_is_missed_kindly_and_found_again(
    tmp_path: Path, server: Server
) -> None:
    log, port = tmp_path / "bot.log", free_port()
    place = server.make("downeast")
    more = {"log": log, "level": "INFO", "DOWNEAST_METRICS": f"127.0.0.1:{port}"}
    async with (
        harbor(tmp_path, ("Ann", "Ben", "Cat"), bot=False, place=place) as here,
        Crew(here.playground, place, **more) as crew,
    ):
        users = list(here.users.values())
        table = await here.table(GAME, list(here.users), TERMS)
        before, dues = here.rev(table), here.rows(DUE)
        await health(port, 200)

        server.stop()
        assert REFUSED in (await bid(users)), "whoever pressed must not believe that they moved"
        assert REFUSED in (await users[0].command(f"{GAME} hand")).text
        assert REFUSED in (await users[0].command(f"{GAME} start", channel="parlor")).text
        await here.until(lambda: "stand still" in log.read_text(), AWHILE)
        await health(port, 503)

        server.start()
        await here.until(lambda: "I couldn't save anything" in log.read_text(), AWHILE)
        later = here.rows(DUE)
        assert len(later) == len(dues) > 0
        assert all(now["due"] > then["due"] + 1 for then, now in zip(dues, later, strict=True))
        assert here.rev(table) == before
        assert REFUSED not in (await bid(users))
        assert here.rev(table) > before
        await health(port, 200)
        assert await crew.stop() == 0
        assert here.unhappy() == []
    written = log.read_text(encoding="utf-8")
    assert "Traceback" not in written
    assert written.count("stand still") == 1, "one line, however long it lasts"


async def test_a_bot_that_starts_before_the_server_waits_for_it(
    tmp_path: Path, server: Server
) -> None:
    log, place = tmp_path / "bot.log", server.make("downeast")
    server.stop()
    async with harbor(tmp_path, ("Ann",), bot=False, place=place) as here:
        crew = Crew(here.playground, place, log=log, level="INFO")
        for there in (False, True):
            log.unlink(missing_ok=True)
            starting = asyncio.create_task(crew.start())
            await here.until(lambda: log.exists() and "I'll try again in" in log.read_text())
            if there:
                server.start()
                await starting
            else:
                starting.cancel()
            assert await crew.stop() == 0, "it can be stopped at any time"
        async with crew:
            assert "practice" in (await here.users["Ann"].command("deadman practice")).text
            assert await crew.stop() == 0
        assert "Traceback" not in log.read_text()


async def test_a_bot_whose_database_was_used_by_another_one_ends_to_be_started_again(
    tmp_path: Path, server: Server
) -> None:
    log, place = tmp_path / "bot.log", server.make("downeast")
    async with (
        harbor(tmp_path, ("Ann", "Ben"), bot=False, place=place) as here,
        Crew(here.playground, place, log=log, level="INFO") as crew,
    ):
        table = await open_table(here.users["Ann"], f"{GAME} start", TERMS)
        assert crew.process is not None
        crew.process.send_signal(signal.SIGSTOP)  # so that it isn't back first
        server.stop()
        server.start()
        await (await Database.open(place)).close()
        crew.process.send_signal(signal.SIGCONT)
        outcome = await here.users["Ben"].command("table join", {"table": table})
        assert "can't reach my database" in outcome.text
        assert await asyncio.wait_for(crew.process.wait(), AWHILE) == 75, "a supervisor's cue"
        assert "start me again" in log.read_text()
        await crew.start()
        outcome = await here.users["Ben"].command("table join", {"table": table})
        assert "You're in" in outcome.text
        assert await crew.stop() == 0


async def bid(users: list[User]) -> str:
    """Have everybody bid; return what they are told."""
    return "\n".join([(await user.command(f"{GAME} bid", {"amount": 10})).text for user in users])


async def health(port: int, wanted: int) -> None:
    """Wait until the page of health answers with this status. Raises TimeoutError."""
    async with asyncio.timeout(AWHILE), aiohttp.ClientSession() as session:
        while True:
            async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
                if answer.status == wanted:
                    return
            await asyncio.sleep(0.1)
