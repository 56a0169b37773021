"""A playground without rate limits, and one whole rehearsal on it that all tests read."""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from discord_playground import Playground
from discord_playground.rehearsal.command_line import address_of, rehearse_alone
from discord_playground.rehearsal.recorder import Recorder
from discord_playground.rehearsal.rehearse import Plan
from discord_playground.rehearsal.report import Report

from playground.tests.user import Json, User

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


@asynccontextmanager
async def opened() -> AsyncGenerator[Playground]:
    """Open a playground without rate limits."""
    playground = Playground(port=0, rates=False)
    await playground.start()
    try:
        yield playground
    finally:
        await playground.stop()


def plan_for(playground: Playground, patience: float = 5.0, **changed: Any) -> Plan:
    """Return a plan for a rehearsal on a playground."""
    return Plan(address_of(playground), patience, SETTLE, **changed)


@pytest.fixture
async def stand_in() -> AsyncIterator[Playground]:
    async with opened() as playground:
        yield playground


@pytest.fixture(scope="session")
def whole() -> Rehearsed:
    """Rehearse everything once."""

    async def run() -> Rehearsed:
        async with opened() as playground, User("Ann", playground.base) as ann:
            asked: list[tuple[int, int]] = []

            def hear(name: str, data: Json) -> None:
                step = STEP.search(str(data.get("content"))) if name in SAID else None
                if step is not None and (told := (int(step[1]), int(step[2]))) not in asked:
                    asked.append(told)

            ann.heard.append(hear)
            report, recorder = await rehearse_alone(playground, plan_for(playground))
            return Rehearsed(report, recorder, playground, asked)

    return asyncio.run(run())
