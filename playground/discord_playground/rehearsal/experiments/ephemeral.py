"""Private answers: their events, and edits and deletions by the tokens that reach them."""

from discord_playground.rehearsal.experiments.experiment import Experiment
from discord_playground.rehearsal.redaction import Json
from discord_playground.rehearsal.stage import (
    BY_ID,
    EPHEMERAL,
    LOADING,
    MESSAGE,
    ONE,
    ORIGINAL,
    SILENTLY,
    THINK,
    Stage,
)


def private(message: Json) -> bool:
    """Return whether a message is ephemeral."""
    return bool(message.get("flags", 0) & EPHEMERAL)


async def run(stage: Stage) -> None:
    """Try a private answer with a deferral, a press on one, and one that is dismissed."""
    await deferred(stage)
    await pressed_on(stage)
    await dismissed(stage)


async def deferred(stage: Stage) -> None:
    """Defer privately, edit, ask the channel for it, and delete it by its own token."""
    pressed = await stage.ask("Press the button.\nA private line appears and goes again.")
    since = len(stage.line.events)
    await stage.answer(pressed, THINK, {"flags": EPHEMERAL})
    loading = await stage.event("MESSAGE_CREATE", since, private)
    edited = await stage.by_token(f"patch {ORIGINAL}", pressed, {"content": "Edited."})
    stage.report.note("ephemeral-edit-by-token", edited.ok, f"the edit gets {edited}")
    updated = await stage.event("MESSAGE_UPDATE", since, private)
    waits = loading is not None and bool(loading["flags"] & LOADING)
    stage.report.note(
        "ephemeral-deferred-events",
        waits and updated is not None,
        f"{'a' if waits else 'no'} MESSAGE_CREATE with the loading flag, "
        f"{'a' if updated else 'no'} MESSAGE_UPDATE",
    )
    bare = loading is not None and not {"guild_id", "member"} & loading.keys()
    seen = "the event came" if loading else "no event came"
    seen += " without a server" if bare else ""
    stage.report.note("ephemeral-events", bare, seen)
    if edited.ok:
        ids = {"channel": stage.where.channel, "message": edited.data["id"]}
        fetched = await stage.wire.call(f"get {ONE}", ids=ids)
        holds = fetched.code == 10008
        stage.report.note("ephemeral-no-rest", holds, f"the channel's route gets {fetched}")
    if edited.ok:  # the bot deletes it by its id, because @original can be the pressed message
        answer = str(edited.data["id"])
        deleted = await stage.by_token(f"delete {BY_ID}", pressed, message=answer)
    else:
        deleted = await stage.by_token(f"delete {ORIGINAL}", pressed)
    stage.report.note("ephemeral-delete-by-token", deleted.ok, f"the deletion gets {deleted}")


async def pressed_on(stage: Stage) -> None:
    """Press on a private answer; edit and delete it by the token of that press."""
    pressed = await stage.ask("Press the button, then the button in the private line below.")
    data = {"content": stage.numbered("Now press this one."), "flags": EPHEMERAL}
    since = len(stage.line.events)
    await stage.answer(pressed, MESSAGE, data | {"components": stage.controls("press", "Press")})
    again = await stage.pressed(since)
    await stage.answer(again, SILENTLY)
    edited = await stage.by_token(f"patch {ORIGINAL}", again, {"content": "Edited by the press."})
    stage.report.note("ephemeral-press-token", edited.ok, f"the edit gets {edited}")
    deleted = await stage.by_token(f"delete {ORIGINAL}", again)
    stage.report.note("ephemeral-press-delete", deleted.ok, f"the deletion gets {deleted}")


async def dismissed(stage: Stage) -> None:
    """Let the person dismiss a private answer, then edit it; then reload the app and press."""
    pressed = await stage.ask(
        "Press the button, then dismiss the private line that appears.\n"
        "*Dismiss message* is below it."
    )
    note = {"content": "Dismiss me (the link is below this line).", "flags": EPHEMERAL}
    since = len(stage.line.events)
    await stage.answer(pressed, MESSAGE, note)
    done = await stage.ask("Have you dismissed the private line?", label="Yes, it's gone")
    await stage.answer(done, SILENTLY)
    gone = await stage.event("MESSAGE_DELETE", since, lambda data: "guild_id" not in data)
    edited = await stage.by_token(f"patch {ORIGINAL}", pressed, {"content": "Edited."})
    seen = f"{'an' if gone else 'no'} event, and the edit gets {edited}"
    stage.report.note("ephemeral-dismissed", gone is None and edited.ok, seen)
    await reloaded(stage)


async def reloaded(stage: Stage) -> None:
    """Show a private line, and ask whether a reload of the app removes it."""
    pressed = await stage.ask("Press, and a private line appears.")
    note = {"content": "Is this here after you reload the app?", "flags": EPHEMERAL}
    await stage.answer(pressed, MESSAGE, note)
    text = "Reload the app (or close and open it).\nIs the private line gone?"
    gone = await stage.yes(text, "It's gone", "It's still here")
    seen = f"after a reload it is {'gone' if gone else 'still there'}"
    stage.report.note("ephemeral-lifetime", gone, seen)


KEYS = (
    *("ephemeral-edit-by-token", "ephemeral-deferred-events", "ephemeral-events"),
    *("ephemeral-no-rest", "ephemeral-delete-by-token", "ephemeral-press-token"),
    *("ephemeral-press-delete", "ephemeral-dismissed", "ephemeral-lifetime"),
)
EXPERIMENT = Experiment("Private answers", KEYS, 7, run)
