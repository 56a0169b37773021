"""What the person's phone says: pushes and timestamps. Only the person can tell."""

import time

from bot.rehearsal.experiments.experiment import Experiment
from bot.rehearsal.redaction import Json
from bot.rehearsal.stage import COMPONENTS_V2, SILENTLY, Stage

SILENT = 1 << 12


async def yes(stage: Stage, text: str) -> bool:
    """Ask a question that is answered with yes or no. Raises NotDone, Impossible."""
    content, since = stage.numbered(text), len(stage.line.events)
    row = stage.controls("yes", "Yes")
    no: Json = {"type": 2, "style": 2, "label": "No", "custom_id": f"rehearsal:{stage.asked}:no"}
    row[0]["components"].insert(1, no)
    message = await stage.post(content, components=row)
    pressed = await stage.pressed(since, message)
    await stage.answer(pressed, SILENTLY)
    return pressed["data"]["custom_id"].endswith(":go")


async def run(stage: Stage) -> None:
    """Send pushes to the person who pressed, and ask what they saw."""
    ready = await stage.ask("Look at your phone's lock screen after you press.", label="I'm ready")
    await stage.answer(ready, SILENTLY)
    name = f"<@{stage.person}>"
    pings = {"allowed_mentions": {"users": [stage.person]}}
    in_a_minute = int(time.time()) + 60
    await stage.post(f"{name} **Your turn**, <t:{in_a_minute}:R>", **pings)
    shown = await yes(stage, "Did your phone show a push with the words Your turn?")
    stage.report.note("push-shows-content", shown, f"the person said {_word(shown)}")
    named = await yes(stage, "Did it show your name, and the stars and the <t:…> unrendered?")
    stage.report.note("push-names-mentions", named, f"the person said {_word(named)}")
    text = {"type": 10, "content": f"{name} A line of components."}
    await stage.post(flags=COMPONENTS_V2, components=[text], **pings)
    empty = await yes(stage, "Was the second push without the words A line of components?")
    stage.report.note("push-shows-content", empty, f"components push no text: {_word(empty)}")
    await stage.post(f"{name} Silent.", flags=SILENT, **pings)
    quiet = await yes(stage, "Did your phone stay silent for the third message?")
    stage.report.note("silent-no-push", quiet, f"the person said {_word(quiet)}")
    counts = await yes(stage, "Does the line Your turn above count the time in words?")
    stage.report.note("timestamp-markup", counts, f"the person said {_word(counts)}")


def _word(said: bool) -> str:
    return "yes" if said else "no"


KEYS = ("push-shows-content", "push-names-mentions", "silent-no-push", "timestamp-markup")
EXPERIMENT = Experiment("What a phone shows", KEYS, 6, run)
