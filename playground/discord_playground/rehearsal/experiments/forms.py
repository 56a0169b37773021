"""Commands, suggestions and forms: what arrives, and which answers Discord takes."""

from discord_playground.rehearsal.experiments.experiment import Experiment
from discord_playground.rehearsal.redaction import Json
from discord_playground.rehearsal.stage import (
    AUTOCOMPLETE,
    COMMAND,
    FORM,
    MESSAGE,
    OPEN_FORM,
    SILENTLY,
    SUGGEST,
    UPDATE,
    Impossible,
    NotDone,
    Stage,
)

NAME = "rehearsal"
COMMANDS = "/applications/{application}/guilds/{guild}/commands"


def form(custom_id: str) -> Json:
    """Make a form with one text that may stay empty."""
    field = {"type": 4, "custom_id": "word", "style": 1, "required": False}
    label = {"type": 18, "label": "Leave this empty and submit", "component": field}
    return {"custom_id": custom_id, "title": "Rehearsal", "components": [label]}


async def submitted(stage: Stage, opener: Json, custom_id: str) -> Json:
    """Open a form and wait until it is submitted. Raises NotDone, Impossible."""
    since = len(stage.line.events)
    opened = await stage.answer(opener, OPEN_FORM, form(custom_id))
    if not opened.ok:
        raise Impossible(f"Discord didn't open a form: {opened}")

    def ours(name: str, data: Json) -> bool:
        return (
            name == "INTERACTION_CREATE"
            and data["type"] == FORM
            and data["data"]["custom_id"] == custom_id
        )

    found = await stage.line.wait(ours, stage.patience, since)
    if found is None:
        raise NotDone("nobody submitted the form in time")
    return found


async def from_button(stage: Stage) -> None:
    """Open a form from a button, and answer it with a form, which Discord should refuse."""
    pressed = await stage.ask("Press the button, leave the form empty and submit it.", act="form")
    sent = await submitted(stage, pressed, "rehearsal:form:button")
    has = sent.get("message") is not None
    seen = f"a button's form arrives with{'' if has else 'out'} its message"
    stage.report.note("modal-submit-message", has, seen)
    value = sent["data"]["components"][0]["component"]["value"]
    stage.report.note("modal-empty-values", value == "", f"an empty text arrives as {value!r}")
    wrong = await stage.answer(sent, OPEN_FORM, form("rehearsal:form:again"))
    words = str(wrong.data.get("errors", wrong.data))
    holds = "{4, 5, 6, 7, 10, 12}" in words
    stage.report.note("callback-type-text", holds, f"a form for a form gets {wrong}: {words}")
    stage.report.note("modal-answers", not wrong.ok, f"a form for a form gets {wrong}")
    await stage.answer(sent, SILENTLY)


async def from_command(stage: Stage) -> None:
    """Register a command of the rehearsal's own; open forms from it and answer with 6 and 7."""
    option = {"type": 3, "name": "word", "description": "Any word", "autocomplete": True}
    command: Json = {"name": NAME, "description": "A rehearsal", "type": 1}
    command["options"] = [option | {"required": True}]
    where = {"application": stage.where.application, "guild": stage.where.guild}
    made = await stage.wire.call(f"post {COMMANDS}", command, ids=where)
    if not made.ok:
        raise Impossible(f"Discord didn't take the command: {made}")
    ids = where | {"command": made.data["id"]}
    stage.undo.append(lambda: stage.wire.call(f"delete {COMMANDS}/{{command}}", ids=ids))
    await suggestions(stage)
    await answered_with(stage, SILENTLY)
    await answered_with(stage, UPDATE)


async def suggestions(stage: Stage) -> None:
    """Have the person type into the command's option, and suggest a word."""
    typing = await stage.typed(
        f"Type `/{NAME}` and a letter, but don't send it yet. (Can't see the command? Reload.)",
        lambda name, data: name == "INTERACTION_CREATE" and data["type"] == AUTOCOMPLETE,
        act="suggest",
    )
    option = typing["data"]["options"][0]
    holds = option.get("focused") is True and isinstance(option["value"], str)
    stage.report.note("autocomplete-focused", holds, f"the option has {', '.join(sorted(option))}")
    choices = [{"name": "Harbor", "value": "harbor"}]
    await stage.answer(typing, SUGGEST, {"choices": choices})


async def answered_with(stage: Stage, kind: int) -> None:
    """Have a form opened from the command, and answer it with this type."""
    sent_command = await stage.typed(
        f"Send `/{NAME} word:harbor`, and submit the form empty.",
        lambda name, data: name == "INTERACTION_CREATE" and data["type"] == COMMAND,
    )
    sent = await submitted(stage, sent_command, f"rehearsal:form:{kind}")
    without = sent.get("message") is None
    seen = f"a command's form arrives with{'out' if without else ''} a message"
    stage.report.note("modal-submit-message", without, seen)
    data = {"content": "Updated."} if kind == UPDATE else None
    answer = await stage.answer(sent, kind, data)
    holds = answer.code == 10008 if kind == UPDATE else answer.ok
    stage.report.note("modal-from-command-update", holds, f"type {kind} gets {answer}")
    if answer.ok and kind == UPDATE:
        return
    if not answer.ok:  # so that the person's form closes
        await stage.answer(sent, MESSAGE, {"content": "Thank you.", "flags": 64})


EXPERIMENTS = (
    Experiment(
        "A form from a button",
        ("modal-submit-message", "modal-empty-values", "callback-type-text", "modal-answers"),
        1,
        from_button,
    ),
    Experiment(
        "A command and its forms",
        ("autocomplete-focused", "modal-submit-message", "modal-from-command-update"),
        3,
        from_command,
    ),
)
