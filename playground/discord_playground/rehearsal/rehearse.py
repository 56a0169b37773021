"""The run: every experiment in turn, then everything is cleaned up, whatever happened."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import aiohttp

from discord_playground.rehearsal.address import Address
from discord_playground.rehearsal.experiments import EXPERIMENTS, NOT_TRIED, old_messages
from discord_playground.rehearsal.experiments.experiment import Experiment
from discord_playground.rehearsal.gateway_line import GatewayClosed, GatewayLine
from discord_playground.rehearsal.place import CannotRehearse
from discord_playground.rehearsal.recorder import Recorder
from discord_playground.rehearsal.report import Report
from discord_playground.rehearsal.stage import Impossible, NotDone, Stage, Where
from discord_playground.rehearsal.wire import Wire

NEEDED = {  # permissions by their bits
    "View Channels": 1 << 10,
    "Send Messages": 1 << 11,
    "Attach Files": 1 << 15,
    "Read Message History": 1 << 16,
    "Create Public Threads": 1 << 35,
    "Send Messages in Threads": 1 << 38,
}
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How to rehearse. `patience` and `settle` are seconds: for a person, and for an event."""

    address: Address
    patience: float = 60.0
    settle: float = 2.0
    leave_one: bool = False
    experiments: Sequence[Experiment] = EXPERIMENTS

    @property
    def presses(self) -> int:
        """How often the person is asked, the greeting included."""
        return 1 + sum(experiment.presses for experiment in self.experiments)


async def rehearse(plan: Plan, where: Where, recorder: Recorder, say: Say) -> Report:
    """Run the rehearsal and return what it found.

    Raises CannotRehearse.
    """
    async with aiohttp.ClientSession() as session:
        wire = Wire(session, plan.address, recorder)
        line = GatewayLine(session, plan.address, recorder)
        stage = Stage(wire, line, where, plan.presses, plan.patience, plan.settle)
        try:
            await _run(stage, plan, say)
        except (GatewayClosed, aiohttp.ClientError) as problem:
            raise CannotRehearse(f"The connection to Discord is lost. {problem}") from None
        finally:  # also after Ctrl-C, which cancels the run
            say("Cleaning up …")
            for problem in await stage.clean_up():
                say(f"  I couldn't remove everything: {problem}")
            await line.close()
        return stage.report


async def _run(stage: Stage, plan: Plan, say: Say) -> None:
    await stage.line.connect()
    if await stage.line.wait(lambda name, _: name == "GUILD_CREATE", stage.patience) is None:
        raise CannotRehearse("Discord's gateway doesn't answer. Try again in a minute.")
    try:
        await _greet(stage)
    except Impossible as problem:
        raise CannotRehearse(f"I can't write in this channel. {problem}") from None
    except NotDone as problem:
        raise CannotRehearse(
            f"I need one person in the channel, and {problem}. Open it on a phone and start again."
        ) from None
    for number, experiment in enumerate(plan.experiments, 1):
        say(f"{number} of {len(plan.experiments)}: {experiment.name}")
        await _try(stage, experiment)
        stage.asked = 1 + sum(item.presses for item in plan.experiments[:number])
    for key, why in NOT_TRIED.items():
        stage.report.not_tried(key, why)
    if plan.leave_one:
        await old_messages.leave(stage)


async def _greet(stage: Stage) -> None:
    """See who is there, and that the permissions suffice."""
    pressed = await stage.ask(
        "A rehearsal begins. Are you here?\nI'll ask you to press a few things, one after another. "
        f"Each waits {stage.patience:.0f} seconds for you, and can be skipped.",
        label="I'm here",
    )
    await stage.answer(pressed, 6)
    bits = int(pressed["app_permissions"])
    missing = [name for name, bit in NEEDED.items() if not bits & bit]
    if missing:
        raise CannotRehearse(f"In this channel I also need: {', '.join(missing)}.")


async def _try(stage: Stage, experiment: Experiment) -> None:
    """Run one experiment. Whatever it doesn't note counts as not tried, with the reason."""
    try:
        await experiment.run(stage)
        why = "an earlier step came out differently"
    except (NotDone, Impossible) as problem:
        why = str(problem)
    except asyncio.CancelledError:
        raise
    except (LookupError, TypeError, ValueError) as problem:
        why = f"the answer had another shape than expected ({type(problem).__name__}: {problem})"
        for key in experiment.keys:
            if key not in stage.report.findings:
                stage.report.note(key, False, why)
                return
    for key in experiment.keys:
        stage.report.not_tried(key, why)
