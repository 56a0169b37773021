"""A permission that is withdrawn: what still works, and what the bot is told."""

from bot.rehearsal.experiments.experiment import Experiment
from bot.rehearsal.stage import EPHEMERAL, MESSAGE, NOBODY, POST, UPDATE, Stage

SEND = 1 << 11


async def run(stage: Stage) -> None:
    """Have the person take Send Messages away from the bot, and give it back."""
    own = await stage.post("Rehearsal: a line to edit.")
    since = len(stage.line.events)
    withdrawn = await stage.ask(
        "Take Send Messages away from me in this channel (Edit Channel, Permissions), then press.",
        act="withdraw",
        label="It's taken away",
    )
    bits = int(withdrawn["app_permissions"])
    gone = not bits & SEND
    note = stage.report.note
    note("app-permissions", gone, f"app_permissions then {'lacks' if gone else 'has'} the bit")
    answer = await stage.answer(
        withdrawn,
        MESSAGE,
        {
            "content": stage.numbered("Now give me Send Messages back, then press."),
            "flags": EPHEMERAL,
            "components": stage.controls("restore", "It's back"),
        },
    )
    if not gone:
        return
    note("answer-without-permission", answer.ok, f"an answer gets {answer}")
    body = {"content": "Rehearsal: this may not be posted.", "allowed_mentions": NOBODY}
    posted = await stage.wire.call(POST, body, ids={"channel": stage.where.channel})
    if posted.ok:
        stage.clean_up_message(posted.data)
    note("permission-missing", posted.code == 50013, f"posting gets {posted}")
    edited = await stage.edit(own, {"content": "Rehearsal: edited."})
    note("permission-edit-own", edited.ok, f"editing its own message gets {edited}")
    told = await stage.event("CHANNEL_UPDATE", since)
    note("permission-regained", told is not None, f"{'a' if told else 'no'} CHANNEL_UPDATE came")
    back = await stage.pressed(since)
    await stage.answer(back, UPDATE, {"content": "Thank you.", "components": []})


KEYS = (
    *("app-permissions", "answer-without-permission", "permission-missing"),
    *("permission-edit-own", "permission-regained"),
)
EXPERIMENT = Experiment("A withdrawn permission", KEYS, 2, run)
