"""Tests of a cut connection."""

import asyncio

import aiohttp
import pytest
from discord_playground import Playground
from discord_playground.rehearsal.experiments import reconnect

from playground.tests.rehearsal.conftest import Rehearsed
from playground.tests.rehearsal.test_stage import stage_on
from playground.tests.user import User


def test_a_press_during_the_cut_is_replayed(whole: Rehearsed) -> None:
    assert "not tried" not in [whole.verdict(key) for key in reconnect.KEYS]
    for key in (
        "hello-heartbeat",
        "ready-then-guild",
        "resume-replays",
        "resume-replays-interactions",
    ):
        assert whole.verdict(key) == "as assumed", whole.report.findings[key]


@pytest.mark.parametrize(("said", "verdict"), [("No", "not tried"), ("Yes", "different")])
async def test_a_press_that_never_came_may_never_have_been(
    stand_in: Playground, said: str, verdict: str
) -> None:
    async with aiohttp.ClientSession() as session, User("Ann", stand_in.base) as ann:
        stage = stage_on(stand_in, session)
        await stage.line.connect()
        trying = asyncio.create_task(reconnect.run(stage))
        await ann.click(await ann.find(text="Did you press"), label=said)
        await trying
        assert stage.report.findings["resume-replays-interactions"].verdict == verdict
        await stage.line.close()
