"""/healthz and /metrics answer whatever the bot is going through."""

from collections.abc import AsyncGenerator

import aiohttp
import pytest

from bot.observe.health_checks import CommitStatus, Health
from bot.observe.health_page import HealthPage
from bot.observe.metrics import Metrics


class Served:
    """Both pages on a free port, with a connection and a disk that can break."""

    def __init__(self) -> None:
        self.commits = CommitStatus()
        self.broken = False
        health = Health(lambda: True, lambda: 0.0, self.commits)
        self.page = HealthPage(health, Metrics(), self.tables)
        self.base = ""

    async def tables(self) -> dict[tuple[str, str], int]:
        if self.broken:
            raise OSError("no disk")
        return {("dealt", "open"): 4}

    async def get(self, path: str) -> tuple[int, str]:
        async with aiohttp.ClientSession() as session, session.get(self.base + path) as answer:
            return answer.status, await answer.text()


@pytest.fixture
async def served() -> AsyncGenerator[Served]:
    served = Served()
    served.base = f"http://127.0.0.1:{await served.page.open('127.0.0.1', 0)}"
    yield served
    await served.page.close()


async def test_healthz_is_503_while_something_is_wrong_and_says_what(served: Served):
    status, text = await served.get("/healthz")
    assert (status, '"healthy": true' in text) == (200, True)
    served.commits.not_saved()
    status, text = await served.get("/healthz")
    assert status == 503
    assert '"commit": false' in text
    assert "look at the disk" in text
    served.commits.committed(0.001)
    assert (await served.get("/healthz"))[0] == 200


async def test_metrics_are_there_even_if_the_tables_cannot_be_counted(
    served: Served, caplog: pytest.LogCaptureFixture
):
    status, text = await served.get("/metrics")
    assert status == 200
    assert 'downeast_tables{game="dealt",phase="open"} 4.0' in text
    served.broken = True
    status, text = await served.get("/metrics")
    assert status == 200
    assert "downeast_tables{" not in text
    assert 'downeast_healthy{check="commit"} 1.0' in text
    assert "I couldn't count the tables" in caplog.text
