import pytest
from discord_playground.checks.commands import (
    FilledCommand,
    check_choices,
    check_commands,
    register,
    usable,
)
from discord_playground.world.discord_errors import Form
from discord_playground.world.world import World

from playground.tests.callers import Answer, Bot, Json, command, option
from playground.tests.checks.judging import judged, refused

CHOICE: Json = {"name": "x", "value": "x"}
REFUSED: dict[str, tuple[Json, str]] = {
    "capitals": (command("Hello"), "0.name STRING_TYPE_REGEX"),
    "a space": (command("hello you"), "0.name STRING_TYPE_REGEX"),
    "name over 32": (command("x" * 33), "0.name BASE_TYPE_BAD_LENGTH"),
    "no description": (command(description=""), "0.description BASE_TYPE_REQUIRED"),
    "description over 100": (command(description="x" * 101), "0.description BASE_TYPE_BAD_LENGTH"),
    "26 options": (
        command("x", *(option(f"o{n}") for n in range(26))),
        "0.options BASE_TYPE_MAX_LENGTH",
    ),
    "26 choices": (
        command("x", option("o", choices=[{"name": str(n), "value": str(n)} for n in range(26)])),
        "0.options.0.choices BASE_TYPE_MAX_LENGTH",
    ),
    "choice over 100": (
        command("x", option("o", choices=[{"name": "x", "value": "x" * 101}])),
        "0.options.0.choices.0.value BASE_TYPE_BAD_LENGTH",
    ),
    "required after optional": (
        command("x", option("a"), option("b", required=True)),
        "0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "an option twice": (
        command("x", option("a"), option("a")),
        "0.options APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    "subcommand beside option": (
        command("x", option("a", 1), option("b")),
        "0.options.0 APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "a group in a group": (
        command("x", option("a", 2, options=[option("b", 2, options=[option("c", 1)])])),
        "0.options.0.options.0 APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "autocomplete with choices": (
        command("x", option("a", autocomplete=True, choices=[CHOICE])),
        "0.options.0.autocomplete APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
    ),
    "over 8000 letters": (
        command(
            "x",
            *(
                option(
                    f"o{n}",
                    choices=[{"name": "x" * 90 + str(m), "value": "y" * 90} for m in range(10)],
                )
                for n in range(5)
            ),
        ),
        "0 APPLICATION_COMMAND_TOO_LARGE",
    ),
    "a place that is none": (command(contexts=[3]), "0.contexts.0 ENUM_TYPE_COERCE"),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_a_command_over_a_limit_is_refused_at_its_place(bot: Bot, what: str):
    body, error = REFUSED[what]
    path, code = error.split()
    answer = await bot.register(body)
    assert (answer.status, answer.code) == (400, 50035), answer.body
    assert answer.complaint(path) == code, answer.body
    assert not bot.play.world.commands


async def test_command_names_are_unique_and_at_most_a_hundred(bot: Bot):
    twice = await bot.register(command("x"), command("x"))
    assert twice.complaint(1) == "APPLICATION_COMMANDS_DUPLICATE_NAME"
    assert (await bot.register(*(command(f"c{n}") for n in range(101)))).code == 30032
    assert (await bot.register(*(command(f"c{n}") for n in range(100)))).status == 200


async def test_registering_again_keeps_ids_and_deletes_missing_commands(bot: Bot):
    first = (await bot.register(command("a"), command("b"))).body
    second = (await bot.register(command("b", description="Now otherwise"))).body
    assert [item["id"] for item in second] == [first[1]["id"]]
    path = f"/applications/{bot.play.world.bot_id}/commands"
    listed = (await bot("GET", path)).body
    assert [(item["name"], item["description"]) for item in listed] == [("b", "Now otherwise")]
    assert (await bot("GET", f"{path}/{first[0]['id']}")).code == 10063


async def test_two_hundred_commands_can_be_created_a_day(bot: Bot):
    for batch in range(2):
        names = [command(f"c{batch}-{n}") for n in range(100)]
        assert (await bot.register(*names)).status == 200
    refused = await bot.register(*names[1:], command("new"))
    assert refused.code == 30034
    assert (await bot.register(*names)).status == 200  # updates are free
    bot.play.world.offset += 86401
    assert (await bot.register(command("new"))).status == 200


@pytest.mark.parametrize(
    "one",
    [
        command("hello", option("a") | {"name": [1]}),
        command("hello") | {"type": [1]},
        command("hello") | {"type": {"a": 1}},
        command("hello") | {"options": 7},
        command("hello") | {"contexts": 7},
        command("hello") | {"contexts": {"0": 1}},
        command("hello") | {"integration_types": 7},
        command("hello") | {"default_member_permissions": "everything"},
        command("hello") | {"default_member_permissions": -1},
        command("hello") | {"default_member_permissions": [1]},
        command("hello", option("o", 4, min_value="x")),
        command("hello", option("o", 10, max_value=[1])),
        command("hello", option("o", 7, channel_types=5)),
        command("hello", option("o", 7, channel_types=["text"])),
    ],
    ids=str,
)
async def test_values_of_wrong_types_are_refused(bot: Bot, one: Json):
    assert (await bot.register(one)).code == 50035


def listed(*commands: Json) -> Answer:
    return refused(lambda: check_commands(list(commands)))


def test_the_longest_localization_counts_towards_the_size():
    long = {"fr": "x" * 100}

    def made(number: int) -> Json:
        choices = [
            {"name": "n", "value": "v" * 100, "name_localizations": long} for _ in range(number)
        ]
        choices = [choice | {"name": f"n{at}"} for at, choice in enumerate(choices)]
        options = [option(f"o{at}", choices=choices) for at in range(2)]
        return command("x", *options)

    check_commands([made(19)])
    assert listed(made(20)).complaint(0) == "APPLICATION_COMMAND_TOO_LARGE"


def test_an_invalid_name_gets_two_complaints():
    """A bot that shows only the first one must still make sense of it."""
    errors = listed(command("Hello")).body["errors"]["0"]["name"]["_errors"]
    codes = [error["code"] for error in errors]
    assert codes == ["STRING_TYPE_REGEX", "APPLICATION_COMMAND_INVALID_NAME"]


def test_localizations_have_the_limits_of_the_original():
    wrong = command(name_localizations={"de": "Hallo"}, description_localizations={"de": "x" * 101})
    answer = listed(wrong)
    place = (0, "name_localizations", "de")
    assert answer.complaint(*place) == "STRING_TYPE_REGEX"
    assert answer.complaint(0, "description_localizations", "de") == "BASE_TYPE_BAD_LENGTH"
    check_commands([command(name_localizations={"de": "grüß-dich_1"})])


def test_a_context_menu_command_has_any_name_and_no_description():
    check_commands([{"name": "Show Hand", "type": 2}, {"name": "Show Hand", "type": 3}])
    assert listed({"name": "Show Hand", "type": 2, "description": "x"}).complaint(0, "description")
    assert listed(*({"name": f"m {n}", "type": 2} for n in range(16))).code == 30032


@pytest.mark.parametrize(
    ("kind", "value", "code"),
    [
        (3, 5, "STRING_TYPE_CONVERT"),
        (4, True, "NUMBER_TYPE_COERCE"),
        (4, None, "NUMBER_TYPE_COERCE"),
        (4, "5", "NUMBER_TYPE_COERCE"),
    ],
)
def test_a_choice_value_must_match_the_option_type(kind: int, value: object, code: str):
    wrong = command("x", option("o", kind, choices=[{"name": "a", "value": value}]))
    answer = listed(wrong)
    assert answer.complaint(0, "options", 0, "choices", 0, "value") == code


def test_choice_names_are_unique_but_autocomplete_suggestions_may_repeat():
    twice: list[Json] = [CHOICE, CHOICE | {"value": "y"}]
    answer = listed(command("x", option("o", choices=twice)))
    place = (0, "options", 0, "choices")
    assert answer.complaint(*place) == "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"
    form = Form()
    check_choices(form, ("choices",), [*twice, {"name": "z", "value": 1.5}])
    assert judged(form).status == 200


@pytest.fixture
def world() -> World:
    return World(("Ann", "Ben"), lambda: None)


def filled(
    world: World, wanted: list[Json], *given: Json, **how: bool
) -> tuple[Answer, FilledCommand]:
    """Return the FilledCommand of these options, filled in by Ann."""
    form = Form()
    filling = FilledCommand(world, form, world.people[world.owner_id], **how)
    filling.data["options"] = filling.options(("options",), wanted, list(given))
    return judged(form), filling


def test_a_number_typed_as_text_becomes_a_number(world: World):
    wanted = [option("whole", 4, min_value=-2), option("part", 10, max_value=1.5)]
    given: list[Json] = [{"name": "whole", "value": "-2"}, {"name": "part", "value": "1.5"}]
    answer, filling = filled(world, wanted, *given)
    assert answer.status == 200
    assert [option["value"] for option in filling.data["options"]] == [-2, 1.5]
    for name, value in (("whole", "1.5"), ("whole", True), ("whole", 2**53), ("part", "x")):
        answer, _ = filled(world, wanted, {"name": name, "value": value})
        assert answer.complaint("options", 0, "value"), (name, value)


def test_autocomplete_requires_no_options_and_sends_text(world: World):
    wanted = [option("amount", 4, required=True, autocomplete=True), option("b", required=True)]
    half: Json = {"name": "amount", "value": 1, "focused": True}
    answer, filling = filled(world, wanted, half, suggesting=True)
    assert answer.status == 200
    assert filling.focused == wanted[0]
    assert filling.data["options"] == [{"name": "amount", "type": 4, "value": "1", "focused": True}]
    answer, _ = filled(world, wanted, {"name": "amount", "value": 1})
    assert answer.complaint("options", "b") == "BASE_TYPE_REQUIRED"


def test_named_users_roles_and_channels_are_resolved(world: World):
    ben = world.people[list(world.people)[1]]
    games = next(iter(world.channels))
    dm = world.dm(world.owner_id, ben.id)[0].id
    _, filling = filled(world, [])
    assert filling.name("u", ben.id)
    assert filling.name("ur", world.role_id)
    assert filling.name("c", games, [0])
    assert filling.name("u", world.bot_id)
    assert (
        set(filling.resolved["users"]) == set(filling.resolved["members"]) == {ben.id, world.bot_id}
    )
    assert set(filling.resolved["roles"]) == {world.role_id}
    assert set(filling.resolved["channels"]) == {games}
    for kinds, value, types in (
        ("r", ben.id, None),
        ("u", world.role_id, None),
        ("u", games, None),
        ("c", games, [2]),
        ("c", dm, None),
        ("", ben.id, None),
    ):
        assert not filling.name(kinds, value, types), (kinds, value, types)


def test_a_person_who_left_is_resolved_as_user_but_not_as_member(world: World):
    ben = world.people[list(world.people)[1]]
    ben.gone = "left"
    _, filling = filled(world, [])
    assert filling.name("u", ben.id)
    assert ben.id in filling.resolved["users"]
    assert "members" not in filling.resolved


def test_a_server_command_is_not_offered_in_dms(world: World):
    register(world, world.commands, command("anywhere"), guild=False)
    register(world, world.guild_commands, command("local"), guild=True)
    assert [item["name"] for item in usable(world, in_guild=True)] == ["anywhere", "local"]
    assert [item["name"] for item in usable(world, in_guild=False)] == ["anywhere"]


def test_a_command_replaces_only_one_of_the_same_name_and_type(world: World):
    first, new = register(world, world.commands, command("x"), guild=False)
    again, anew = register(world, world.commands, command("x", description="y"), guild=False)
    menu, beside = register(world, world.commands, {"name": "x", "type": 2}, guild=False)
    assert (new, anew, beside) == (True, False, True)
    assert first["id"] == again["id"] != menu["id"]
    assert first["version"] != again["version"], "clients know by it that it changed"
    assert len(world.commands) == 2


def test_default_member_permissions_are_a_number_or_its_digits():
    for needed in ("0", "32", 32, None, str(2**54 - 1)):
        check_commands([command(default_member_permissions=needed)])
