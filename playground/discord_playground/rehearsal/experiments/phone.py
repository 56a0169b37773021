"""What the person's phone says: pushes and timestamps. Only the person can tell."""

import asyncio
import time

from discord_playground.rehearsal.experiments.experiment import Experiment
from discord_playground.rehearsal.stage import COMPONENTS_V2, SILENTLY, Stage

SILENT = 1 << 12
LOCKING = 3.0  # of settling times: 6 seconds for a real person


async def run(stage: Stage) -> None:
    """Send three messages to the person who pressed, and ask what their phone showed."""
    text = "Press, lock your phone at once, and wait for two pushes. Then come back."
    ready = await stage.ask(text, label="I'm about to lock it")
    await stage.answer(ready, SILENTLY)
    await asyncio.sleep(LOCKING * stage.settle)
    name = f"<@{stage.person}>"
    pings = {"users": [stage.person]}
    in_a_minute = int(time.time()) + 60
    await stage.post(f"{name} **Your turn**, <t:{in_a_minute}:R>", allowed_mentions=pings)
    line = {"type": 10, "content": f"{name} A line of components."}
    await stage.post(flags=COMPONENTS_V2, components=[line], allowed_mentions=pings)
    await stage.post(f"{name} Silent.", flags=SILENT, allowed_mentions=pings)
    await said(stage, "push-shows-content", "Did a push say the words *Your turn*?")
    await said(
        stage,
        "push-names-mentions",
        "Did that push show your name, with the stars and the <t:…> as they are?",
    )
    await said(
        stage, "push-shows-content", "Was the other push without the words *A line of components*?"
    )
    await said(stage, "silent-no-push", "Did the third message, *Silent*, push nothing?")
    await said(
        stage, "timestamp-markup", "Does my message *Your turn* above say the time in words?"
    )


async def said(stage: Stage, key: str, question: str) -> None:
    """Ask whether an assumption holds, and note what the person says."""
    holds = await stage.yes(question)
    stage.report.note(key, holds, f"{question} {'Yes' if holds else 'No'}.")


KEYS = ("push-shows-content", "push-names-mentions", "silent-no-push", "timestamp-markup")
EXPERIMENT = Experiment("What a phone shows", KEYS, 6, run)
