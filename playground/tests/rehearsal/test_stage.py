"""Tests of what an experiment works with."""

import asyncio

import aiohttp
import pytest
from discord_playground import Playground
from discord_playground.rehearsal.command_line import address_of, place_on
from discord_playground.rehearsal.gateway_line import GatewayLine
from discord_playground.rehearsal.recorder import Recorder
from discord_playground.rehearsal.stage import Impossible, NotDone, Stage
from discord_playground.rehearsal.wire import Wire

from playground.tests.user import User


def stage_on(stand_in: Playground, session: aiohttp.ClientSession) -> Stage:
    recorder = Recorder()
    return Stage(
        Wire(session, address_of(stand_in), recorder),
        GatewayLine(session, address_of(stand_in), recorder),
        place_on(stand_in),
        presses=1,
        patience=5.0,
        settle=0.1,
    )


async def test_a_skipped_step_says_so(stand_in: Playground) -> None:
    async with aiohttp.ClientSession() as session, User("Ann", stand_in.base) as ann:
        stage = stage_on(stand_in, session)
        await stage.line.connect()
        asking = asyncio.create_task(stage.ask("Press the button."))
        request = await ann.find(text="Step 1 of 1")
        await ann.click(request, label="Skip this")
        with pytest.raises(NotDone, match="skipped"):
            await asking
        assert await stage.clean_up() == []
        await stage.line.close()


async def test_a_late_button_is_taken_away(stand_in: Playground) -> None:
    async with aiohttp.ClientSession() as session, User("Ann", stand_in.base) as ann:
        stage = stage_on(stand_in, session)
        stage.patience = 0.1
        await stage.line.connect()
        with pytest.raises(NotDone, match="nobody pressed"):
            await stage.ask("Press the button.")
        late = await ann.find(text="Too late")
        assert late["components"] == []
        await stage.line.close()


async def test_cleaning_up_goes_on_after_a_failure(stand_in: Playground) -> None:
    async def fails() -> None:
        raise OSError

    async with aiohttp.ClientSession() as session:
        stage = stage_on(stand_in, session)
        message = await stage.post("Rehearsal.")
        stage.undo.append(fails)
        assert await stage.clean_up() == ["OSError"]
        with pytest.raises(Impossible):
            await stage.post("x", channel="123456789012345678")
        assert (await stage.edit(message, {"content": "gone"})).code == 10008
