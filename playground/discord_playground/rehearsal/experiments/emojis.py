"""Emojis of the application: uploading, a name that is taken, and using one."""

from base64 import b64encode

from discord_playground.rehearsal.experiments.experiment import Experiment
from discord_playground.rehearsal.experiments.files import picture
from discord_playground.rehearsal.stage import Impossible, Stage

EMOJIS = "/applications/{application}/emojis"
NAME = "rehearsal_emoji"


async def run(stage: Stage) -> None:
    """Upload one twice, and show it in a text and a button."""
    image = f"data:image/png;base64,{b64encode(picture()).decode()}"
    body, where = {"name": NAME, "image": image}, {"application": stage.where.application}
    made = await stage.wire.call(f"post {EMOJIS}", body, ids=where)
    if not made.ok:
        raise Impossible(f"Discord didn't take an emoji: {made}")
    ids = where | {"emoji": made.data["id"]}
    stage.undo.append(lambda: stage.wire.call(f"delete {EMOJIS}/{{emoji}}", ids=ids))
    stage.report.note("emoji-limits", True, f"an upload gets {made}")
    again = await stage.wire.call(f"post {EMOJIS}", body, ids=where)
    if again.ok:
        more = where | {"emoji": again.data["id"]}
        stage.undo.append(lambda: stage.wire.call(f"delete {EMOJIS}/{{emoji}}", ids=more))
    words = str(again.data.get("errors", ""))
    holds = "APPLICATION_EMOJI_NAME_ALREADY_TAKEN" in words
    stage.report.note("emoji-name-taken", holds, f"the same name again gets {again} {words}")
    button = {"type": 2, "style": 2, "label": "No need to press", "disabled": True}
    button |= {"custom_id": "rehearsal:emoji", "emoji": {"id": made.data["id"], "name": NAME}}
    text = f"Rehearsal: <:{NAME}:{made.data['id']}>"
    shown = await stage.post(text, components=[{"type": 1, "components": [button]}])
    stays = f"<:{NAME}:" in shown["content"]
    seen = f"a text with one {'keeps' if stays else 'loses'} it"
    stage.report.note("emoji-no-permission", stays, seen)


KEYS = ("emoji-limits", "emoji-name-taken", "emoji-no-permission")
EXPERIMENT = Experiment("Emojis", KEYS, 0, run)
