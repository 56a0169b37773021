"""Presses: the first and the second answer, what the callback returns, and double clicks."""

from discord_playground.rehearsal.experiments.experiment import Experiment
from discord_playground.rehearsal.stage import EPHEMERAL, FOLLOW_UP, MESSAGE, SILENTLY, Stage


async def run(stage: Stage) -> None:
    """Try one press, then a double click."""
    pressed = await stage.ask("Press the button.")
    early = await stage.by_token(FOLLOW_UP, pressed, {"content": "too early"})
    stage.report.note("unanswered-token", early.code == 10015, f"a follow-up first gets {early}")
    private = {"content": "Thank you. Nothing to do here.", "flags": EPHEMERAL}
    first = await stage.answer(pressed, MESSAGE, private)
    message = first.data.get("resource", {}).get("message")
    stage.report.note(
        "callback-message", first.ok and message is not None, f"an answer returns {first}"
    )
    if message is not None:
        kind, refers = message["type"], "message_reference" in message
        seen = f"the type is {kind}, with{'' if refers else 'out'} a reference"
        stage.report.note("answer-to-press-type", kind == 19 and refers, seen)
    second = await stage.answer(pressed, MESSAGE, private)
    stage.report.note("second-answer", second.code == 40060, f"a second answer gets {second}")
    await double_click(stage)


async def double_click(stage: Stage) -> None:
    """See whether the second click arrives while the first is unanswered."""
    since = len(stage.line.events)
    first = await stage.ask("Press this button twice, as fast as you can.", act="twice")
    second = await stage.event(
        "INTERACTION_CREATE",
        since,
        lambda data: data["id"] != first["id"] and data["type"] == first["type"],
    )
    for press in filter(None, (first, second)):
        answer = await stage.answer(press, SILENTLY)
        holds = "resource" not in answer.data
        stage.report.note("callback-message", holds, f"a type 6 answer returns {answer}")
    key = "press-while-pending"
    if second is not None:
        stage.report.note(key, True, "the second click came too")
    elif await stage.yes("Only one press came. Did you click twice?"):
        stage.report.note(key, False, "the app held the second click back")
    else:
        stage.report.not_tried(key, "it was pressed once")


KEYS = (
    *("unanswered-token", "callback-message", "answer-to-press-type", "second-answer"),
    "press-while-pending",
)
EXPERIMENT = Experiment("Presses", KEYS, 3, run)
