"""People's interactions: slash commands, component presses, autocomplete requests and modals.

Each interaction is checked as Discord would check it before it goes to the bot.
"""

from collections.abc import Callable
from typing import Any

from discord_playground.checks.commands import FilledCommand, usable
from discord_playground.checks.component_kinds import (
    BUTTON,
    CHANNEL_SELECT,
    CHECKBOX,
    CHECKBOXES,
    LINK,
    MENTIONABLE_SELECT,
    PREMIUM,
    RADIO,
    ROLE_SELECT,
    SELECTS,
    STRING_SELECT,
    TEXT_INPUT,
    USER_SELECT,
    walk,
)
from discord_playground.gateway.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL
from discord_playground.rest.middleware import Call
from discord_playground.world import permissions
from discord_playground.world.discord_errors import (
    Form,
    Json,
    Path,
    Refused,
    archived_thread,
    bad_form,
    fields,
    items,
    missing_access,
    objects,
    unknown_command,
    unknown_message,
)
from discord_playground.world.world import Channel, Message


def interact(call: Call) -> None:
    """Open a person's interaction (`POST /interactions`)."""
    world, body = call.app.world, call.json
    if str(body.get("application_id")) != world.bot_id:
        raise bad_form(("application_id",), "APPLICATION_INVALID", "Unknown application")
    channel = world.channel(str(body.get("channel_id")))
    if not world.sees(call.person.id, channel):
        raise missing_access()
    if channel.in_guild and not world.serves_bot:
        raise missing_access()
    if not channel.in_guild and world.bot_id not in channel.members:
        raise missing_access()
    kinds: dict[Any, Callable[[Call, Channel, Json], None]] = {
        COMMAND: _command,
        COMPONENT: _component,
        AUTOCOMPLETE: _autocomplete,
        MODAL: _modal,
    }
    kind = body.get("type")
    if not isinstance(kind, int) or kind not in kinds:
        raise bad_form(("type",), "BASE_TYPE_CHOICES", "Value must be one of {2, 3, 4, 5}.")
    kinds[kind](call, channel, fields(body.get("data")))


def _nonce(call: Call) -> str | None:
    nonce = call.json.get("nonce")
    return None if nonce is None else str(nonce)


def _page(call: Call) -> str:
    """Return the session of the page on which a person acted. Only this page gets the result."""
    return str(call.json.get("session_id"))


def _open(call: Call, kind: int, channel: Channel, data: Json, **more: Any) -> None:
    call.app.interactions.open(
        kind, call.person, channel, data, nonce=_nonce(call), session_id=_page(call), **more
    )


def _fill(call: Call, channel: Channel, data: Json, *, suggesting: bool) -> FilledCommand:
    world = call.app.world
    command = next(
        (
            command
            for command in usable(world, in_guild=channel.in_guild)
            if command["id"] == str(data.get("id")) and command["type"] == data.get("type", 1)
        ),
        None,
    )
    if command is None or command["name"] != data.get("name", command["name"]):
        raise unknown_command()
    needed = command.get("default_member_permissions")
    if needed is not None and channel.in_guild:
        held = permissions.of_person(world, call.person.id)
        if (int(needed) == 0 and held != permissions.ALL) or int(needed) & ~held:
            raise missing_access()
    if channel.is_thread and channel.archived:
        raise archived_thread()
    form = Form()
    filling = FilledCommand(world, form, call.person, suggesting=suggesting)
    options = filling.options(
        ("data", "options"), command.get("options") or [], objects(data.get("options"))
    )
    form.close()
    filling.data = {"id": command["id"], "name": command["name"], "type": command["type"]}
    if options:
        filling.data["options"] = options
    if filling.resolved:
        filling.data["resolved"] = filling.resolved
    if "guild_id" in command:
        filling.data["guild_id"] = command["guild_id"]
    return filling


def _command(call: Call, channel: Channel, data: Json) -> None:
    filling = _fill(call, channel, data, suggesting=False)
    _open(call, COMMAND, channel, filling.data)


def _autocomplete(call: Call, channel: Channel, data: Json) -> None:
    filling = _fill(call, channel, data, suggesting=True)
    if filling.focused is None:
        raise bad_form(("data", "options"), "BASE_TYPE_REQUIRED", "One option has to be focused")
    _open(call, AUTOCOMPLETE, channel, filling.data)


def _refuse(call: Call, message: str = "Component validation failed") -> Refused:
    """Return a 400 for a press on an outdated component, and show the person that it failed."""
    call.app.interactions.refuse(call.person, _nonce(call), _page(call))
    return bad_form(("data",), "COMPONENT_VALIDATION_FAILED", message)


def _component(call: Call, channel: Channel, data: Json) -> None:
    world = call.app.world
    message = world.message(channel.id, str(call.json.get("message_id")))
    if not visible(message, call.person.id):
        raise unknown_message()
    kind, custom_id = data.get("component_type"), data.get("custom_id")
    component = next(
        (
            part
            for part in walk(message.json["components"])
            if part.get("custom_id") == custom_id and part["type"] == kind and custom_id
        ),
        None,
    )
    if component is None or component.get("disabled") or message.author_id != world.bot_id:
        raise _refuse(call)
    press: Json = {"component_type": kind, "custom_id": custom_id, "id": component["id"]}
    if kind == BUTTON:
        if component.get("style") in (LINK, PREMIUM):
            raise _refuse(call)
    else:
        form, filling = Form(), FilledCommand(world, Form(), call.person)
        values = _chosen(form, ("data", "values"), component, data.get("values"), filling)
        if form.errors:
            raise _refuse(call)
        press["values"] = values
        if filling.resolved:
            press["resolved"] = filling.resolved
    _open(call, COMPONENT, channel, press, message=message)


def visible(message: Message, person_id: str) -> bool:
    """Return whether a person who sees the channel also sees this message."""
    return message.only_for in (None, person_id) and not message.hidden


def _chosen(form: Form, path: Path, menu: Json, given: Any, filling: FilledCommand) -> list[str]:
    """Return the values chosen in a menu. Add a complaint for each value that it does not offer."""
    values = [str(value) for value in items(given)]
    least, most = menu.get("min_values", 1), menu.get("max_values", 1)
    if menu.get("required") is False and not values:
        return []
    if not least <= len(values) <= most:
        form.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    if len(set(values)) < len(values):
        form.add(path, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
    for number, value in enumerate(values):
        if not _offered(menu, value, filling):
            form.add((*path, number), "SELECT_COMPONENT_INVALID_VALUE", "This is not on offer")
    return values


def _offered(menu: Json, value: str, filling: FilledCommand) -> bool:
    kind = menu["type"]
    if kind in (STRING_SELECT, RADIO, CHECKBOXES):
        return any(option["value"] == value for option in menu["options"])
    kinds = {USER_SELECT: "u", ROLE_SELECT: "r", MENTIONABLE_SELECT: "ur", CHANNEL_SELECT: "c"}
    return filling.name(kinds.get(kind, ""), value, menu.get("channel_types"))


def _modal(call: Call, channel: Channel, data: Json) -> None:
    app = call.app
    opener = app.interactions.all.get(str(data.get("id")))
    if (
        opener is None
        or opener.modal is None
        or not opener.shown
        or opener.person is not call.person
        or opener.modal["custom_id"] != data.get("custom_id")
    ):
        raise bad_form(("data", "id"), "MODAL_INVALID", "This form is not open")
    form, filling = Form(), FilledCommand(app.world, Form(), call.person)
    given = _given(objects(data.get("components")))
    components = [
        _submitted(form, ("data", "components", number), part, given, filling)
        for number, part in enumerate(opener.modal["components"])
    ]
    form.close()
    opener.shown = False
    submission: Json = {"custom_id": opener.modal["custom_id"], "components": components}
    if filling.resolved:
        submission["resolved"] = filling.resolved
    message = opener.message
    if message is not None and message.id not in app.world.messages.get(channel.id, {}):
        message = None
    _open(call, MODAL, channel, submission, message=message, opener=opener)


def _given(components: list[Json]) -> dict[str, Json]:
    """Return the submitted fields by custom_id, at any nesting level."""
    return {str(part["custom_id"]): part for part in walk(components) if part.get("custom_id")}


def _submitted(
    form: Form, path: Path, field: Json, given: dict[str, Json], filling: FilledCommand
) -> Json:
    """Check one submitted component, and return it in the form that the bot receives."""
    checked: Json = {"type": field["type"], "id": field["id"]}
    if field.get("component"):
        place = (*path, "component")
        checked["component"] = _submitted(form, place, field["component"], given, filling)
    if field.get("components"):
        checked["components"] = [
            _submitted(form, (*path, "components", number), child, given, filling)
            for number, child in enumerate(field["components"])
        ]
    custom_id = field.get("custom_id")
    if custom_id is None:
        return checked
    checked["custom_id"] = custom_id
    answer, kind = given.get(custom_id, {}), field["type"]
    required = field.get("required", True)
    if kind == TEXT_INPUT:
        checked["value"] = _typed(form, (*path, "value"), field, answer.get("value"), required)
    elif kind in (*SELECTS, CHECKBOXES):
        least = field.get("min_values", 1)
        menu = field | {"min_values": max(least, 1) if required else least, "required": required}
        if kind == CHECKBOXES:
            menu["max_values"] = field.get("max_values") or len(field["options"])
        checked["values"] = _chosen(form, (*path, "values"), menu, answer.get("values"), filling)
    elif kind == RADIO:
        value = answer.get("value")
        if value is None and required:
            form.required((*path, "value"))
        elif value is not None and not _offered(field, str(value), filling):
            form.add((*path, "value"), "SELECT_COMPONENT_INVALID_VALUE", "This is not on offer")
        checked["value"] = value
    elif kind == CHECKBOX:
        checked["value"] = bool(answer.get("value"))
    else:
        checked["values"] = []  # the playground does not support file uploads in modals
    return checked


def _typed(form: Form, path: Path, field: Json, value: Any, required: bool) -> str:
    text = "" if value is None else str(value)
    least = field.get("min_length") or 0
    if not text and not required:
        return ""
    if not text:
        form.required(path)
    else:
        form.length(path, text, least, field.get("max_length") or 4000)
    return text
