"""Threads: at a board and without one, archived, renamed and deleted."""

from typing import Any

from discord_playground.rehearsal.experiments.experiment import Experiment
from discord_playground.rehearsal.redaction import Json
from discord_playground.rehearsal.stage import UPDATE, Impossible, Stage
from discord_playground.rehearsal.wire import Answer

THREAD = "/channels/{channel}"
ANNOUNCED = 18  # the type of the line that announces a thread
PUBLIC = 11
SILENT = 4096  # the flag of a message that notifies nobody
AT_MESSAGE = f"post {THREAD}/messages/{{message}}/threads"


async def change(stage: Stage, thread: str, **what: Any) -> Answer:
    """Change a thread; a rate limit is an answer here, so don't wait for it."""
    return await stage.wire.call(
        f"patch {THREAD}", dict(what), patient=False, ids={"channel": thread}
    )


async def start(stage: Stage, message: Json | None = None) -> Json:
    """Start a thread at a message or without one. Raises Impossible."""
    route, ids = f"post {THREAD}/threads", {"channel": stage.where.channel}
    body: Json = {"name": "Rehearsal", "auto_archive_duration": 60}
    if message is None:
        body["type"] = PUBLIC
    else:
        route, ids = AT_MESSAGE, ids | {"message": message["id"]}
    made = await stage.wire.call(route, body, ids=ids)
    if not made.ok:
        raise Impossible(f"Discord didn't start a thread: {made}")
    return made.data


async def remove(stage: Stage, thread: str) -> None:
    """Delete a thread; if that isn't allowed, archive it, so that it is out of the way."""
    deleted = await stage.wire.call(f"delete {THREAD}", ids={"channel": thread})
    holds = deleted.ok or deleted.code == 50013
    stage.report.note("thread-delete-permission", holds, f"deleting a thread gets {deleted}")
    if not deleted.ok:
        await change(stage, thread, archived=True)


async def at_board(stage: Stage) -> None:
    """Start a thread at a board, archive it, press in it, write in it and rename it."""
    board = await stage.post("Rehearsal: a board with a thread.")
    since = len(stage.line.events)
    thread = await start(stage, board)
    stage.undo.append(lambda: remove(stage, thread["id"]))
    same = thread["id"] == board["id"]
    seen = f"the thread has {'the id of its message' if same else 'an id of its own'}"
    stage.report.note("thread-from-board", same, seen)
    told = await stage.event("THREAD_CREATE", since, lambda data: data["id"] == thread["id"])
    holds = told is not None and told.get("newly_created") is True
    seen = "THREAD_CREATE with newly_created" if holds else "no such THREAD_CREATE"
    stage.report.note("thread-create-own", holds, seen)
    ids = {"channel": stage.where.channel, "message": board["id"]}
    again = await stage.wire.call(AT_MESSAGE, {"name": "Rehearsal"}, ids=ids)
    holds = (again.status, again.code) == (400, 160004)
    stage.report.note("thread-one-per-message", holds, f"a second thread gets {again}")
    inside = await stage.post("Rehearsal: a line in the thread.", channel=thread["id"])
    await change(stage, thread["id"], archived=True)
    edited = await stage.edit(inside, {"content": "Edited."})
    stage.report.note("thread-archived-edit", edited.code == 50083, f"an edit gets {edited}")
    reopened = await change(stage, thread["id"], archived=False)
    stage.report.note("thread-reopen", reopened.ok, f"reopening gets {reopened}")
    await change(stage, thread["id"], archived=True)
    written = await stage.post("Rehearsal: a line that reopens.", channel=thread["id"])
    looked = await stage.wire.call(f"get {THREAD}", ids={"channel": thread["id"]})
    is_open = not looked.data.get("thread_metadata", {}).get("archived", True)
    seen = f"after a line the thread is {'open' if is_open else 'still archived'}"
    stage.report.note("thread-archived-post", bool(written) and is_open, seen)
    renames = [await change(stage, thread["id"], name=f"Rehearsal {n}") for n in range(3)]
    statuses = ", ".join(str(answer.status) for answer in renames)
    holds = [answer.status for answer in renames] == [200, 200, 429]
    stage.report.note("thread-rename-limit", holds, f"three renames get {statuses}")


async def alone(stage: Stage) -> None:
    """Start a thread without a message, see the announcement, and press in it once archived."""
    since = len(stage.line.events)
    thread = await start(stage)
    announced = await stage.event("MESSAGE_CREATE", since, lambda data: data["type"] == ANNOUNCED)
    if announced is not None:
        stage.clean_up_message(announced)
    stage.undo.append(lambda: remove(stage, thread["id"]))
    seen = f"{'a' if announced else 'no'} line announced the thread in the channel"
    stage.report.note("thread-announced", announced is not None, seen)
    since = len(stage.line.events)
    await stage.post(
        f"Open the thread <#{thread['id']}>. A button is waiting there, to be pressed."
    )
    text = "Press here, in the archived thread."
    await stage.request(text, "press", "Press", channel=thread["id"])
    await change(stage, thread["id"], archived=True)
    pressed = await stage.pressed(since)
    stage.report.note("press-archived-thread", True, "the press came")
    answer = await stage.answer(pressed, UPDATE, {"content": "Thank you.", "components": []})
    looked = await stage.wire.call(f"get {THREAD}", ids={"channel": thread["id"]})
    archived = looked.data.get("thread_metadata", {}).get("archived") is True
    seen = f"type 7 gets {answer}, and the thread is {'still archived' if archived else 'open'}"
    stage.report.note("answer-archived-thread", answer.ok and archived, seen)
    await mention(stage, thread["id"])


async def mention(stage: Stage, thread: str) -> None:
    """Mention the person in a thread without a sound, and see whether that adds them."""
    named = {"parse": [], "users": [stage.person]}
    text = f"<@{stage.person}>, this message is silent."
    await stage.post(text, channel=thread, allowed_mentions=named, flags=SILENT)
    ids = {"channel": thread, "user": stage.person}
    found = await stage.wire.call(f"get {THREAD}/thread-members/{{user}}", ids=ids)
    seen = f"after a silent mention the person's membership gets {found}"
    stage.report.note("thread-mention-adds", found.ok, seen)


EXPERIMENTS = (
    Experiment(
        "A thread at a board",
        (
            *(
                "thread-from-board",
                "thread-one-per-message",
                "thread-create-own",
                "thread-archived-edit",
                "thread-reopen",
            ),
            *("thread-archived-post", "thread-rename-limit"),
        ),
        0,
        at_board,
    ),
    Experiment(
        "An archived thread",
        (
            *("thread-announced", "press-archived-thread", "answer-archived-thread"),
            "thread-mention-adds",
        ),
        1,
        alone,
    ),
)
