"""DMs with the person: opening, permissions, a typed line, and closed DMs."""

from discord_playground.rehearsal.experiments.experiment import Experiment
from discord_playground.rehearsal.redaction import Json
from discord_playground.rehearsal.stage import NOBODY, POST, SILENTLY, Impossible, Stage

OPEN = "post /users/@me/channels"
NOT_IN_DMS = (1 << 10) | (1 << 11)  # view_channel and send_messages


async def opened(stage: Stage) -> Json:
    """Open the DM with the person. Raises Impossible."""
    if not stage.person:
        raise Impossible("Nobody has pressed yet, so there is no one to write to.")
    made = await stage.wire.call(OPEN, {"recipient_id": stage.person})
    if not made.ok:
        raise Impossible(f"Discord didn't open a DM: {made}")
    return made.data


async def run(stage: Stage) -> None:
    """Open the DM twice, press in it and type in it."""
    nobody = await stage.wire.call(OPEN, {"recipient_id": "100000000000000001"})
    holds = "USER_INVALID" in str(nobody.data)
    seen = f"an id that nobody has gets {nobody}"
    stage.report.note("dm-unknown-user", holds, seen)
    first, again = await opened(stage), await opened(stage)
    same = first["id"] == again["id"]
    stage.report.note("dm-open", same, f"opening again returns {'the same' if same else 'another'}")
    await stage.post("I've written to you by DM. Please press the button there.")
    pressed = await stage.ask("Press this, in the DM.", channel=first["id"])
    await stage.answer(pressed, SILENTLY)
    allowed = int(pressed["app_permissions"])
    seen = f"app_permissions in the DM is {allowed}"
    stage.report.note("dm-app-permissions", not allowed & NOT_IN_DMS, seen)
    await stage.post("Type any word here.", channel=first["id"])
    line = await stage.typed(
        "Now type any word into the DM. (Anything: it isn't kept.)",
        lambda name, data: (
            name == "MESSAGE_CREATE"
            and data["channel_id"] == first["id"]
            and data["author"]["id"] == stage.person
        ),
        act="say",
    )
    read = bool(line["content"])
    stage.report.note("dm-typed-content", read, f"the line came with{'' if read else 'out'} text")


async def closed(stage: Stage) -> None:
    """Have the person close their DMs for a moment, and write to them."""
    dm = await opened(stage)
    ready = await stage.ask(
        "Close your DMs for this server (its name, Privacy Settings, Direct Messages), then press.",
        act="close",
        label="They're closed",
    )
    await stage.answer(ready, SILENTLY)
    body = {"content": "Rehearsal: this shouldn't arrive.", "allowed_mentions": NOBODY}
    sent = await stage.wire.call(POST, body, ids={"channel": dm["id"]})
    if sent.ok:
        stage.clean_up_message(sent.data)
    holds = sent.code == 50007 and sent.status in (400, 403)
    stage.report.note("dm-closed", holds, f"a message gets {sent}")
    back = await stage.ask("Open your DMs again, then press.", act="open", label="They're open")
    await stage.answer(back, SILENTLY)


KEYS = ("dm-unknown-user", "dm-open", "dm-app-permissions", "dm-typed-content")
EXPERIMENT = Experiment("DMs", KEYS, 2, run)
CLOSED = Experiment("Closed DMs", ("dm-closed",), 2, closed)
