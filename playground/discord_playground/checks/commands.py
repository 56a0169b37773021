"""Check slash commands: the bot's registrations, and the values that people fill in.

The limits come from Discord's interactions/application-commands page. Option types: 1 subcommand,
2 group, 3 text, 4 integer, 5 boolean, 6 user, 7 channel, 8 role, 9 mentionable, 10 number,
11 attachment.
"""

import re
from typing import Any

from discord_playground.checks.component_kinds import LAST_CHANNEL_TYPE
from discord_playground.world import json_shapes, people_shapes, permissions
from discord_playground.world.discord_errors import Form, Json, Path, Refused, fields, objects
from discord_playground.world.world import Person, World

SUB, GROUP, TEXT, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = range(1, 11)
SLASH = 1
MOST = {1: 100, 2: 15, 3: 15}
TOTAL, CREATIONS_A_DAY = 8000, 200
_NAME = re.compile(r"[-_'\w]{1,32}")
BIGGEST, PERMISSIONS = 2**53 - 1, 2**54 - 1


def check_commands(commands: Any) -> None:
    """Raise Refused if Discord would refuse this list of commands."""
    form = Form()
    counts: dict[int, int] = {}
    names: set[tuple[int, str]] = set()
    for number, command in enumerate(form.objects((), commands, 0, sum(MOST.values()))):
        check_command(form, (number,), command)
        kind = command.get("type") or SLASH
        if not form.number((number, "type"), kind, 1, 3):
            continue
        counts[kind] = counts.get(kind, 0) + 1
        key = (kind, str(command.get("name")))
        if key in names:
            form.add(
                (number,),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        names.add(key)
    form.close()
    for kind, count in counts.items():
        if count > MOST.get(kind, 0):
            raise Refused(
                400, 30032, f"Maximum number of application commands reached ({MOST.get(kind, 0)})"
            )


def check_command(form: Form, path: Path, command: Json) -> None:
    """Add a complaint to the form for each error in one command."""
    kind = command.get("type") or SLASH
    _check_name(form, path, command, slash=kind == SLASH)
    if kind == SLASH:
        form.length((*path, "description"), command.get("description") or "", 1, 100)
        _check_options(form, path, command.get("options"), 0)
        if _size(command) > TOTAL:
            form.add(
                path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({TOTAL})"
            )
    elif command.get("description"):
        form.add(
            (*path, "description"),
            "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
            "Context menu commands cannot have description",
        )
    needed = command.get("default_member_permissions")
    if needed is not None:
        whole = int(needed) if re.fullmatch(r"[0-9]{1,19}", str(needed)) else needed
        form.number((*path, "default_member_permissions"), whole, 0, PERMISSIONS)
    _check_list(form, (*path, "contexts"), command.get("contexts"), (0, 1, 2))
    _check_list(form, (*path, "integration_types"), command.get("integration_types"), (0, 1))


def _check_list(form: Form, path: Path, value: Any, allowed: tuple[int, ...]) -> None:
    if value is None or not form.count(path, value, 0, len(allowed)):
        return
    for number, item in enumerate(value):
        if item not in allowed:
            form.add((*path, number), "ENUM_TYPE_COERCE", f"Value must be one of {allowed}.")


def _check_name(form: Form, path: Path, item: Json, *, slash: bool) -> None:
    names: list[tuple[Path, Any]] = [(("name",), item.get("name"))]
    for where, name in fields(item.get("name_localizations")).items():
        names.append((("name_localizations", where), name))
    for place, name in names:
        if form.length((*path, *place), name or "", 1, 32) and slash:
            name = str(name)
            if not _NAME.fullmatch(name) or name != name.lower():
                at, why = (*path, *place), "String value did not match validation regex."
                form.add(at, "STRING_TYPE_REGEX", why)
                form.add(at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    for where, text in fields(item.get("description_localizations")).items():
        form.length((*path, "description_localizations", where), text or "", 1, 100)


def _check_options(form: Form, path: Path, options: Any, depth: int) -> None:
    given = form.objects((*path, "options"), options or [], 0, 25)
    names: set[str] = set()
    kinds: list[Any] = [option.get("type") for option in given]
    may_skip = False
    for number, option in enumerate(given):
        place = (*path, "options", number)
        kind: Any = option.get("type")
        if not form.number((*place, "type"), kind, 1, 11):
            continue
        _check_name(form, place, option, slash=True)
        form.length((*place, "description"), option.get("description") or "", 1, 100)
        if str(option.get("name")) in names:
            form.add(
                (*path, "options"),
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                "Option name already exists",
            )
        names.add(str(option.get("name")))
        if kind in (SUB, GROUP):
            if depth > (1 if kind == SUB else 0) or any(k not in (SUB, GROUP) for k in kinds):
                form.add(
                    place,
                    "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                    "Sub-command and sub-command group option types are mutually exclusive "
                    "to all other types",
                )
            _check_options(form, place, option.get("options"), depth + 1)
            continue
        if option.get("required") and may_skip:
            form.add(
                place,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        may_skip = may_skip or not option.get("required")
        _check_option(form, place, option, kind)


def _check_option(form: Form, place: Path, option: Json, kind: int) -> None:
    choices = form.objects((*place, "choices"), option.get("choices") or [], 0, 25)
    check_choices(form, (*place, "choices"), choices, kind)
    if option.get("autocomplete") and (choices or kind not in (TEXT, INTEGER, NUMBER)):
        form.add(
            (*place, "autocomplete"),
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
            "Autocomplete is only for texts and numbers without choices",
        )
    for key in ("min_value", "max_value"):
        value = option.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float | None):
            form.add((*place, key), "NUMBER_TYPE_COERCE", f'Value "{value}" is not valid.')
    if option.get("channel_types") is not None:
        form.numbers((*place, "channel_types"), option["channel_types"], 0, LAST_CHANNEL_TYPE)
    if option.get("min_length") is not None:
        form.number((*place, "min_length"), option["min_length"], 0, 6000)
    if option.get("max_length") is not None:
        form.number((*place, "max_length"), option["max_length"], 1, 6000)


def check_choices(form: Form, path: Path, choices: list[Json], kind: int | None = None) -> None:
    """Check an option's choices, or the bot's autocomplete suggestions if `kind` is None."""
    seen: set[str] = set()
    for number, choice in enumerate(choices):
        place = (*path, number)
        form.length((*place, "name"), choice.get("name") or "", 1, 100)
        value = choice.get("value")
        if isinstance(value, str) and kind in (None, TEXT):
            form.length((*place, "value"), value, 1, 100)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            form.add((*place, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not valid.')
        elif kind == TEXT:
            form.add((*place, "value"), "STRING_TYPE_CONVERT", "Could not interpret as string.")
        if kind is not None and str(choice.get("name")) in seen:
            form.add(
                path,
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
                "Option choice name already exists",
            )
        seen.add(str(choice.get("name")))


def _size(item: Json) -> int:
    """Count a command's characters. Discord counts each text by its longest localization."""

    def longest(key: str) -> int:
        texts: list[Any] = [item.get(key) or "", *fields(item.get(f"{key}_localizations")).values()]
        return max(len(str(text)) for text in texts)

    size = longest("name") + longest("description")
    size += len(str(item["value"])) if "value" in item else 0
    parts = objects(item.get("choices")) + objects(item.get("options"))
    return size + sum(_size(part) for part in parts)


def register(world: World, kept: dict[str, Json], body: Json, guild: bool) -> tuple[Json, bool]:
    """Store a checked command in `kept`. Return the stored command and whether it is new.

    A command of the same name and type is replaced and keeps its id. Raise error 30034 if the bot
    has created 200 commands in the last 24 hours.
    """
    kind = body.get("type") or SLASH
    old = next(
        (
            command
            for command in kept.values()
            if (command["type"], command["name"]) == (kind, body["name"])
        ),
        None,
    )
    if old is None:
        today = [when for when in world.creations if when > world.now() - 86400]
        if len(today) >= CREATIONS_A_DAY:
            raise Refused(
                400,
                30034,
                "Max number of daily application command creates has been reached "
                f"({CREATIONS_A_DAY})",
            )
        world.creations = [*today, world.now()]
    needed = body.get("default_member_permissions")
    stored: Json = {
        "id": old["id"] if old else world.snowflake(),
        "application_id": world.bot_id,
        "version": world.snowflake(),
        "default_member_permissions": None if needed is None else str(needed),
        "type": kind,
        "name": body["name"],
        "name_localizations": body.get("name_localizations"),
        "description": body.get("description") or "",
        "description_localizations": body.get("description_localizations"),
        "contexts": body.get("contexts"),
        "integration_types": body.get("integration_types") or [0],
        "nsfw": bool(body.get("nsfw")),
    }
    if guild:
        stored["guild_id"] = world.guild_id
    else:
        contexts = body.get("contexts")
        stored["dm_permission"] = contexts is None or 1 in contexts
    if body.get("options"):
        stored["options"] = body["options"]
    kept[stored["id"]] = stored
    world.on_change()
    return stored, old is None


def usable(world: World, *, in_guild: bool) -> list[Json]:
    """List the commands that can be used in the server, or in a DM with the bot."""
    context = 0 if in_guild else 1
    found = [
        command
        for command in world.commands.values()
        if command["contexts"] is None or context in command["contexts"]
    ]
    return found + (list(world.guild_commands.values()) if in_guild else [])


class FilledCommand:
    """Checks a filled-in command and collects the users, roles and channels it names."""

    def __init__(
        self, world: World, form: Form, person: Person, *, suggesting: bool = False
    ) -> None:
        self.world = world
        self.person = person
        self.form = form
        self.suggesting = suggesting  # an autocomplete request may lack required options
        self.focused: Json | None = None
        self.resolved: Json = {}
        self.data: Json = {}

    def options(self, path: Path, wanted: list[Json], given: list[Json]) -> list[Json]:
        """Check the given options; return them in the bot's payload format."""
        by_name = {option["name"]: option for option in wanted}
        checked: list[Json] = []
        seen: set[str] = set()
        for number, value in enumerate(given):
            place = (*path, number)
            option = by_name.get(str(value.get("name")))
            if option is None or option["name"] in seen:
                self._say(place, "This option is not known")
                continue
            seen.add(option["name"])
            if option["type"] in (SUB, GROUP):
                inner = self.options(
                    (*place, "options"), option.get("options") or [], objects(value.get("options"))
                )
                checked.append({"name": option["name"], "type": option["type"], "options": inner})
            else:
                checked.append(self._value(place, option, value))
        nested = [option for option in wanted if option["type"] in (SUB, GROUP)]
        if nested and len(seen) != 1:
            self._say(path, "Exactly one subcommand has to be chosen")
        missing = [
            option for option in wanted if option.get("required") and option["name"] not in seen
        ]
        if missing and not self.suggesting:
            for option in missing:
                self.form.required((*path, option["name"]))
        return checked

    def _say(self, path: Path, message: str) -> None:
        self.form.add(path, "APPLICATION_COMMAND_INVALID_OPTION", message)

    def _value(self, place: Path, option: Json, given: Json) -> Json:
        kind, value = option["type"], given.get("value")
        filled: Json = {"name": option["name"], "type": kind, "value": value}
        if given.get("focused"):
            self.focused = option
            filled["focused"] = True
            filled["value"] = str(value)  # unfinished text, even if it is a number
            if not option.get("autocomplete"):
                self._say(place, "This option has no suggestions")
            return filled
        checks = {
            TEXT: self._text,
            BOOLEAN: self._boolean,
            INTEGER: self._number,
            NUMBER: self._number,
        }
        if kind in checks:
            filled["value"] = checks[kind](place, option, value)
        else:
            filled["value"] = self._named(place, option, str(value))
        choices = option.get("choices")
        if choices and not any(choice["value"] == filled["value"] for choice in choices):
            self._say((*place, "value"), "Value must be one of the choices")
        return filled

    def _text(self, place: Path, option: Json, value: Any) -> Any:
        self.form.length(
            (*place, "value"),
            value,
            option.get("min_length") or 0,
            option.get("max_length") or 6000,
        )
        return value

    def _boolean(self, place: Path, option: Json, value: Any) -> Any:
        if not isinstance(value, bool):
            self._say((*place, "value"), "Value must be true or false")
        return value

    def _number(self, place: Path, option: Json, value: Any) -> Any:
        whole = option["type"] == INTEGER
        if isinstance(value, str):
            try:
                value = int(value) if whole else float(value)
            except ValueError:
                value = None
        if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
            self._say((*place, "value"), "Value must be a number")
            return None
        least, most = option.get("min_value", -BIGGEST), option.get("max_value", BIGGEST)
        if (
            not (-BIGGEST if least is None else least)
            <= value
            <= (BIGGEST if most is None else most)
        ):
            self._say((*place, "value"), f"Value must be from {least} to {most}")
        return value

    def _named(self, place: Path, option: Json, value: str) -> str:
        kind = option["type"]
        kinds = {USER: "u", ROLE: "r", CHANNEL: "c", MENTIONABLE: "ur"}.get(kind, "")
        if not self.name(kinds, value, option.get("channel_types")):
            self._say((*place, "value"), "Nobody and nothing here has this id")
        return value

    def name(self, kinds: str, value: str, channel_types: Any = None) -> bool:
        """Add the named object to `resolved`. Return False if it does not exist.

        `kinds` lists the allowed kinds: "u" for users, "r" for roles, "c" for channels. Command
        options and select menus share this check.
        """
        world = self.world
        if "u" in kinds and (value in world.people or value == world.bot_id):
            self._name_user(value)
            return True
        if "r" in kinds:
            for role in json_shapes.roles(world):
                if role["id"] == value:
                    self.resolved.setdefault("roles", {})[value] = role
                    return True
        channel = world.channels.get(value) if "c" in kinds else None
        if channel is None or not channel.in_guild:
            return False
        if channel_types and channel.kind not in channel_types:
            return False
        self.resolved.setdefault("channels", {})[value] = json_shapes.partial_channel(
            world, channel, self.person
        )
        return True

    def _name_user(self, user_id: str) -> None:
        world = self.world
        self.resolved.setdefault("users", {})[user_id] = people_shapes.user(world, user_id)
        if user_id != world.bot_id and user_id not in world.members():
            return
        held = permissions.of_person(world, user_id)
        member = people_shapes.resolved_member(world, user_id, held)
        self.resolved.setdefault("members", {})[user_id] = member
