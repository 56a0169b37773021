"""Permissions that are withdrawn: what still works, and what the bot is told."""

from discord_playground.rehearsal.experiments.experiment import Experiment
from discord_playground.rehearsal.redaction import Json
from discord_playground.rehearsal.stage import EPHEMERAL, MESSAGE, NOBODY, POST, UPDATE, Stage

SEND, VIEW = 1 << 11, 1 << 10
HIDDEN = 1 << 17  # the flag of an obfuscated channel
TRUE = {"id", "type", "guild_id", "position", "flags", "name", "permission_overwrites"}


async def run(stage: Stage) -> None:
    """Have the person take Send Messages, then View Channel from the bot, and give both back."""
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
    pressed = await stage.pressed(since)
    since = len(stage.line.events)
    text = "Now take View Channel away from me in this channel, then press."
    body = {"content": stage.numbered(text), "components": stage.controls("hide", "It's gone")}
    await stage.answer(pressed, UPDATE, body)
    pressed = await stage.pressed(since)
    await _note_hidden(stage, pressed, await _updated(stage, since))
    since = len(stage.line.events)
    text = "Now give me View Channel back, then press."
    body = {"content": stage.numbered(text), "components": stage.controls("show", "It's back")}
    await stage.answer(pressed, UPDATE, body)
    pressed = await stage.pressed(since)
    shown = not (await _updated(stage, since)).get("flags", HIDDEN) & HIDDEN
    note("channel-shown", shown, f"{'a whole' if shown else 'no whole'} CHANNEL_UPDATE came")
    await stage.answer(pressed, UPDATE, {"content": "Thank you.", "components": []})


async def _updated(stage: Stage, since: int) -> Json:
    """Return the channel as a CHANNEL_UPDATE brought it since then, or an empty one."""
    own = stage.where.channel
    return await stage.event("CHANNEL_UPDATE", since, lambda data: data["id"] == own) or {}


async def _note_hidden(stage: Stage, pressed: Json, told: Json) -> None:
    """Note what the bot learns of a channel that it can't view."""
    note, there = stage.report.note, pressed["channel"]
    if int(pressed["app_permissions"]) & VIEW:
        return
    flagged = bool(told.get("flags", 0) & HIDDEN)
    note("channel-hidden", flagged, f"{'an obfuscated' if flagged else 'no such'} channel came")
    more = sorted(key for key, value in told.items() if value is not None and key not in TRUE)
    note("channel-hidden-nulls", not more, f"besides, it has {', '.join(more) or 'nothing'}")
    whole = not there.get("flags", 0) & HIDDEN and "permissions" in there
    note("channel-hidden-press", whole, f"a press has the {'whole' if whole else 'hidden'} channel")
    route, ids = "get /guilds/{guild}/channels", {"guild": stage.where.guild}
    listed = [item["id"] for item in (await stage.wire.call(route, ids=ids)).items]
    left = stage.where.channel not in listed
    note("channel-hidden-list", left, f"the list {'leaves it out' if left else 'has it'}")


KEYS = (
    *("app-permissions", "answer-without-permission", "permission-missing"),
    *("permission-edit-own", "permission-regained"),
    *("channel-hidden", "channel-hidden-nulls", "channel-hidden-press", "channel-hidden-list"),
    "channel-shown",
)
EXPERIMENT = Experiment("A withdrawn permission", KEYS, 4, run)
