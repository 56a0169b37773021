"""A playground without rate limits, and one whole rehearsal on it that all tests read."""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

import pytest
from discord import asset, gateway, http

from bot.endpoint import Address, aim_at
from bot.playground import Playground
from bot.rehearsal.command_line import StandIn, rehearse_alone
from bot.rehearsal.recorder import Recorder
from bot.rehearsal.rehearse import Plan
from bot.rehearsal.report import Report
from tests.e2e.user import Json, User

STEP = re.compile(r"Step (\d+) of (\d+)")
SETTLE = 0.15  # seconds; everything is on this machine


@dataclass(frozen=True)
class Rehearsed:
    """What a whole rehearsal left behind."""

    report: Report
    recorder: Recorder
    playground: Playground
    asked: list[tuple[int, int]]
    """The number of each step, and of how many, as the person was told."""

    def verdict(self, key: str) -> str:
        return self.report.findings[key].verdict


SAID = ("MESSAGE_CREATE", "MESSAGE_UPDATE")


@contextmanager
def own_aim() -> Iterator[None]:
    """Restore Discord's endpoint afterwards."""
    before = http.Route.BASE, gateway.DiscordWebSocket.DEFAULT_GATEWAY, asset.Asset.BASE
    try:
        yield
    finally:
        http.Route.BASE, gateway.DiscordWebSocket.DEFAULT_GATEWAY = before[:2]
        asset.Asset.BASE = before[2]  # type: ignore[misc]


@asynccontextmanager
async def opened() -> AsyncGenerator[tuple[Playground, StandIn]]:
    """Open a playground and aim at it."""
    playground = Playground(port=0, rates=False)
    await playground.start()
    world = playground.world
    channel = next(item.id for item in world.channels.values() if item.in_guild)
    with own_aim():
        aim_at(Address(playground.base, playground.gateway, playground.bot_token))
        token = playground.bot_token
        try:
            yield playground, StandIn(playground.base, token, world.bot_id, world.guild_id, channel)
        finally:
            await playground.stop()


@pytest.fixture
async def stand_in() -> AsyncIterator[StandIn]:
    async with opened() as (_, made):
        yield made


@pytest.fixture(scope="session")
def whole() -> Rehearsed:
    """Rehearse everything once."""

    async def run() -> Rehearsed:
        async with opened() as (playground, made), User("Ann", made.base) as ann:
            asked: list[tuple[int, int]] = []

            def hear(name: str, data: Json) -> None:
                step = STEP.search(str(data.get("content"))) if name in SAID else None
                if step is not None and (told := (int(step[1]), int(step[2]))) not in asked:
                    asked.append(told)

            ann.heard.append(hear)
            plan = Plan(made.token, patience=5.0, settle=SETTLE)
            report, recorder = await rehearse_alone(made, plan)
            return Rehearsed(report, recorder, playground, asked)

    return asyncio.run(run())
