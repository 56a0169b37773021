"""Edits of a message that is older than an hour, which Discord limits (error 30046).

A rehearsal with `--leave-one` leaves a message with a button for a later one to find.
"""

from datetime import UTC, datetime, timedelta

from discord_playground.rehearsal.experiments.experiment import Experiment
from discord_playground.rehearsal.redaction import Json
from discord_playground.rehearsal.stage import ONE, UPDATE, NotDone, Stage

LEFT = "rehearsal:left"
MARK = "Rehearsal: I'm left here for a rehearsal in an hour or more."
KEY = "old-edits-limit"


async def leave(stage: Stage) -> None:
    """Leave a message for a later rehearsal."""
    button = {"type": 2, "style": 2, "label": "Not yet", "custom_id": LEFT}
    row = {"type": 1, "components": [button]}
    await stage.post(MARK, components=[row], keep=True)


async def run(stage: Stage) -> None:
    """Edit the message that an earlier rehearsal left, and update it by a press."""
    old = await left(stage)
    if old is None:
        why = "no message of an earlier rehearsal is here that is older than an hour"
        raise NotDone(f"{why}; `--leave-one` leaves one")
    ids = {"channel": old["channel_id"], "message": old["id"]}
    tries = [
        await stage.wire.call(f"patch {ONE}", {"content": f"{MARK} {n}"}, patient=False, ids=ids)
        for n in range(5)
    ]
    limited = [answer for answer in tries if answer.code == 30046]
    seen = f"five edits at once get {', '.join(str(answer.status) for answer in tries)}"
    stage.report.note(KEY, bool(limited), seen)
    stage.clean_up_message(old)
    since = len(stage.line.events)
    await stage.ask("Press *Not yet* on my oldest message here, then this.", act="left")
    press = await stage.event(
        "INTERACTION_CREATE", since, lambda data: data.get("data", {}).get("custom_id") == LEFT
    )
    if press is not None:
        answer = await stage.answer(press, UPDATE, {"content": "Thank you.", "components": []})
        seen = f"right after those edits a type 7 answer gets {answer}"
        stage.report.note("old-edits-spare-answers", answer.ok, seen)


async def left(stage: Stage) -> Json | None:
    """Return the message that an earlier rehearsal left, if it is older than an hour."""
    listed = await stage.wire.call(
        "get /channels/{channel}/messages?limit=100", ids={"channel": stage.where.channel}
    )
    hour_ago = datetime.now(UTC) - timedelta(hours=1)
    for message in listed.items:
        ours = message["author"]["id"] == stage.where.application
        old = datetime.fromisoformat(message["timestamp"]) < hour_ago
        if ours and old and LEFT in str(message["components"]):
            return message
    return None


EXPERIMENT = Experiment("Old messages", (KEY, "old-edits-spare-answers"), 1, run)
