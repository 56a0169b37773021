"""Messages that need nobody: nonces, the flag of Components V2, and the headers of rate limits."""

from discord_playground.rehearsal.experiments.experiment import Experiment
from discord_playground.rehearsal.stage import COMPONENTS_V2, POST, Stage

BUCKET = "x-ratelimit-bucket"


async def run(stage: Stage) -> None:
    """Post, repeat, edit and turn a text into components."""
    body = {"content": "Rehearsal: one line, posted twice.", "nonce": "rehearsal-1"}
    body["enforce_nonce"] = True  # type: ignore[assignment]
    first = await stage.wire.call(POST, body, ids={"channel": stage.where.channel})
    again = await stage.wire.call(POST, body, ids={"channel": stage.where.channel})
    for made in (first, again):
        if made.ok:
            stage.clean_up_message(made.data)
    same = first.ok and again.ok and first.data["id"] == again.data["id"]
    seen = "the same message" if same else "another message"
    stage.report.note("nonce-enforced", same, f"a repeated nonce returns {seen}")
    if not first.ok:
        return
    text = {"type": 10, "content": "Rehearsal: components."}
    turned = {"flags": COMPONENTS_V2, "components": [text]}
    refused = await stage.edit(first.data, turned)
    stage.report.note("v2-no-content", not refused.ok, f"keeping the content gets {refused}")
    edited = await stage.edit(first.data, turned | {"content": None})
    if BUCKET in first.headers or BUCKET in edited.headers:
        same = first.headers.get(BUCKET) == edited.headers.get(BUCKET)
        seen = f"posting and editing have {'one bucket hash' if same else 'two bucket hashes'}"
        stage.report.note("rate-bucket-shared", same, seen)
    else:
        stage.report.not_tried("rate-bucket-shared", "the answers name no bucket")
    back = await stage.edit(first.data, {"flags": 0, "content": "text", "components": []})
    holds = edited.ok and not back.ok
    stage.report.note("v2-flag-stays", holds, f"the way there gets {edited}, back {back}")


KEYS = ("nonce-enforced", "v2-no-content", "rate-bucket-shared", "v2-flag-stays")
EXPERIMENT = Experiment("Messages", KEYS, 0, run)
