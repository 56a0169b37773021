"""Tests of the run: refusals, people who do nothing, and cleaning up."""

import asyncio
from typing import Any

import pytest
from discord_playground import Playground
from discord_playground.rehearsal.address import on_discord
from discord_playground.rehearsal.command_line import place_on, rehearse_alone
from discord_playground.rehearsal.experiments.experiment import Experiment
from discord_playground.rehearsal.place import CannotRehearse
from discord_playground.rehearsal.recorder import Recorder
from discord_playground.rehearsal.rehearse import Plan, rehearse
from discord_playground.rehearsal.robot import Robot
from discord_playground.rehearsal.stage import NotDone, Stage

from playground.tests.rehearsal.conftest import Rehearsed, opened, plan_for


def texts(playground: Playground) -> list[str]:
    every = [m for channel in playground.world.messages.values() for m in channel.values()]
    return [m.json["content"] for m in every if m.author_id == playground.world.bot_id]


def test_nothing_is_left_in_the_channel(whole: Rehearsed) -> None:
    world = whole.playground.world
    left = [m for c in world.messages for m in world.messages[c].values() if not m.hidden]
    open_places = {c.id for c in world.channels.values() if not c.is_thread}
    ours = [
        m.json["content"]
        for m in left
        if m.author_id == world.bot_id
        and m.only_for is None
        and m.json["channel_id"] in open_places
    ]
    assert ours == []


def test_the_person_is_told_the_right_number_of_steps(whole: Rehearsed) -> None:
    """Otherwise the last request would be called the fifth of nine."""
    # both clicks and the press during the cut came, and there was no old message
    unnecessary = 3
    numbers = [number for number, _ in whole.asked]
    assert Plan(on_discord("")).presses == len(numbers) + unnecessary
    assert numbers == sorted(set(numbers))
    assert numbers[-1] <= Plan(on_discord("")).presses
    assert {total for _, total in whole.asked} == {Plan(on_discord("")).presses}


async def test_nobody_there_is_said_in_a_sentence() -> None:
    async with opened() as playground:
        plan = plan_for(playground, 0.1)
        with pytest.raises(CannotRehearse, match="I need one person"):
            await rehearse(plan, place_on(playground), Recorder(), lambda _: None)
        assert texts(playground) == []


async def test_a_missing_permission_is_named() -> None:
    async with opened() as playground:
        playground.world.channels[place_on(playground).channel].overrides["attach_files"] = False
        with pytest.raises(CannotRehearse, match="I also need: Attach Files"):
            await rehearse_alone(playground, plan_for(playground))


@pytest.mark.parametrize("error", [NotDone("skipped"), KeyError("x"), RuntimeError("a bug")])
async def test_everything_is_removed_after_an_error(error: Exception) -> None:
    async def fails(stage: Stage) -> None:
        await stage.post("planted")
        raise error

    async with opened() as playground:
        one = Experiment("It fails", ("planted-key",), 0, fails)
        plan = plan_for(playground, experiments=(one,))
        outcome: Any = await asyncio.gather(
            rehearse_alone(playground, plan), return_exceptions=True
        )
        assert texts(playground) == []
        if isinstance(error, RuntimeError):
            assert outcome == [error]
        else:
            verdict = "not tried" if isinstance(error, NotDone) else "different"
            assert outcome[0][0].findings["planted-key"].verdict == verdict


async def test_everything_is_removed_after_ctrl_c() -> None:
    begun = asyncio.Event()

    async def hangs(stage: Stage) -> None:
        await stage.post("planted")
        begun.set()
        await asyncio.Event().wait()

    async with opened() as playground, Robot(playground.base):
        one = Experiment("It hangs", ("planted-key",), 0, hangs)
        plan = plan_for(playground, experiments=(one,))
        work = rehearse(plan, place_on(playground), Recorder(), lambda _: None)
        running = asyncio.create_task(work)
        await begun.wait()
        assert "planted" in texts(playground)
        running.cancel()  # what Ctrl-C does
        with pytest.raises(asyncio.CancelledError):
            await running
        assert texts(playground) == []
