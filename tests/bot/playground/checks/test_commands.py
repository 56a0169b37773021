"""What can be registered as a command, and what becomes of it."""

import pytest

from tests.bot.playground.callers import Bot, Json, command, option

CHOICE: Json = {"name": "x", "value": "x"}
REFUSED: dict[str, tuple[Json, tuple[str | int, ...], str]] = {
    "capitals": (command("Hello"), (0, "name"), "APPLICATION_COMMAND_INVALID_NAME"),
    "a space": (command("hello you"), (0, "name"), "APPLICATION_COMMAND_INVALID_NAME"),
    "name over 32": (command("x" * 33), (0, "name"), "BASE_TYPE_BAD_LENGTH"),
    "no description": (
        command(description=""),
        (0, "description"),
        "BASE_TYPE_REQUIRED",
    ),
    "description over 100": (
        command(description="x" * 101),
        (0, "description"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "26 options": (
        command("x", *(option(f"o{n}") for n in range(26))),
        (0, "options"),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "26 choices": (
        command("x", option("o", choices=[{"name": str(n), "value": str(n)} for n in range(26)])),
        (0, "options", 0, "choices"),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "choice over 100": (
        command("x", option("o", choices=[{"name": "x", "value": "x" * 101}])),
        (0, "options", 0, "choices", 0, "value"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "required after optional": (
        command("x", option("a"), option("b", required=True)),
        (0, "options", 1),
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "an option twice": (
        command("x", option("a"), option("a")),
        (0, "options"),
        "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    "subcommand beside option": (
        command("x", option("a", 1), option("b")),
        (0, "options", 0),
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "a group in a group": (
        command("x", option("a", 2, options=[option("b", 2, options=[option("c", 1)])])),
        (0, "options", 0, "options", 0),
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "autocomplete with choices": (
        command("x", option("a", autocomplete=True, choices=[CHOICE])),
        (0, "options", 0, "autocomplete"),
        "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
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
        (0,),
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
    "a place that is none": (command(contexts=[3]), (0, "contexts", 0), "ENUM_TYPE_COERCE"),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_a_command_over_a_limit_is_refused_at_its_place(bot: Bot, what: str) -> None:
    body, path, code = REFUSED[what]
    answer = await bot.register(body)
    assert (answer.status, answer.code) == (400, 50035), answer.body
    assert answer.complaint(*path) == code, answer.body
    assert not bot.play.world.commands


async def test_names_are_unique_and_commands_a_hundred(bot: Bot) -> None:
    twice = await bot.register(command("x"), command("x"))
    assert twice.complaint(1) == "APPLICATION_COMMANDS_DUPLICATE_NAME"
    assert (await bot.register(*(command(f"c{n}") for n in range(101)))).code == 30032
    assert (await bot.register(*(command(f"c{n}") for n in range(100)))).status == 200


async def test_registering_again_keeps_ids_and_drops_what_is_not_there(bot: Bot) -> None:
    first = (await bot.register(command("a"), command("b"))).body
    second = (await bot.register(command("b", description="Now otherwise"))).body
    assert [one["id"] for one in second] == [first[1]["id"]]
    path = f"/applications/{bot.play.world.bot_id}/commands"
    listed = (await bot("GET", path)).body
    assert [(one["name"], one["description"]) for one in listed] == [("b", "Now otherwise")]
    assert (await bot("GET", f"{path}/{first[0]['id']}")).code == 10063


async def test_two_hundred_creations_a_day_are_the_end(bot: Bot) -> None:
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
    ],
    ids=str,
)
async def test_a_command_is_refused(bot: Bot, one: Json) -> None:
    assert (await bot.register(one)).code == 50035
