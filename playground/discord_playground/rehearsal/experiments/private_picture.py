"""A private answer with a picture, as a painted hand is: how edits by token keep its file."""

from discord_playground.rehearsal.experiments.experiment import Experiment
from discord_playground.rehearsal.experiments.files import board, media_of, picture
from discord_playground.rehearsal.redaction import Json
from discord_playground.rehearsal.stage import (
    CALLBACK,
    COMPONENTS_V2,
    EPHEMERAL,
    MESSAGE,
    ORIGINAL,
    Stage,
)


async def run(stage: Stage) -> None:
    """Answer a press with a picture, keep it in an edit, and remove it in another."""
    pressed = await stage.ask("Press the button.\nA private grey picture appears and goes again.")
    data: Json = {"flags": EPHEMERAL | COMPONENTS_V2, "components": board("Rehearsal: a hand.")}
    data |= {"attachments": [{"id": 0, "filename": "picture.png"}]}
    ids = {"interaction": pressed["id"], "token": pressed["token"]}
    body = {"type": MESSAGE, "data": data}
    made = await stage.wire.call(CALLBACK, body, file=("picture.png", picture()), ids=ids)
    stage.report.note("ephemeral-picture", made.ok, f"an answer with a file gets {made}")
    if not made.ok:
        stage.report.not_tried("ephemeral-picture-kept", "the answer was refused")
        return
    stage.undo.append(lambda: stage.by_token(f"delete {ORIGINAL}", pressed))
    file_id = str(media_of(made.data["resource"]["message"]).get("attachment_id"))
    kept = [{"id": file_id, "filename": "picture.png"}]
    edit: Json = {"components": board("Edited."), "attachments": kept}
    edited = await stage.by_token(f"patch {ORIGINAL}", pressed, edit)
    bare: Json = {"components": board("Removed.")[:1], "attachments": []}
    removed = await stage.by_token(f"patch {ORIGINAL}", pressed, bare)
    seen = f"an edit that keeps it gets {edited}, one that removes it {removed}"
    stage.report.note("ephemeral-picture-kept", edited.ok and removed.ok, seen)


KEYS = ("ephemeral-picture", "ephemeral-picture-kept")
EXPERIMENT = Experiment("A private picture", KEYS, 1, run)
