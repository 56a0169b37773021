"""A connection that is cut for a few seconds while somebody presses."""

import asyncio

from discord_playground.rehearsal.experiments.experiment import Experiment
from discord_playground.rehearsal.stage import SILENTLY, Stage

AWAY = 5.0  # of settling times: 10 seconds for a real person


async def run(stage: Stage) -> None:
    """Cut the connection with a button on the screen, and see what comes after the resume."""
    opening = [name for name, _ in stage.line.events]
    hello = next(data for name, data in stage.line.events if name == "HELLO")
    every = hello["heartbeat_interval"]
    stage.report.note("hello-heartbeat", every == 41250, f"a heartbeat every {every} ms")
    ordered = "GUILD_CREATE" in opening and opening.index("READY") < opening.index("GUILD_CREATE")
    stage.report.note("ready-then-guild", ordered, f"the first events were {opening[1:3]}")
    seconds = round(AWAY * stage.settle)
    text = f"Press once, now.\nI'm away for {seconds} seconds, so Discord will say that it failed."
    await stage.request(text, "press", "Press")
    since = len(stage.line.events)
    await stage.line.cut()
    await asyncio.sleep(AWAY * stage.settle)
    await stage.line.resume()
    resumed = await stage.event("RESUMED", since)
    names = [name for name, _ in stage.line.events[since:]]
    seen = f"after the resume came {', '.join(dict.fromkeys(names))}"
    stage.report.note("resume-replays", resumed is not None, seen)
    came = await stage.event("INTERACTION_CREATE", since)
    if came is not None:
        late = await stage.answer(came, SILENTLY)
        seen = f"the press came, and its answer gets {late}"
        stage.report.note("resume-replays-interactions", True, seen)
    elif await stage.yes("I'm back, and no press came. Did you press while I was away?"):
        stage.report.note("resume-replays-interactions", False, "the press never came")
    else:
        stage.report.not_tried("resume-replays-interactions", "nobody pressed in time")


KEYS = (
    *("hello-heartbeat", "ready-then-guild", "resume-replays"),
    "resume-replays-interactions",
)
EXPERIMENT = Experiment("A cut connection", KEYS, 2, run)
