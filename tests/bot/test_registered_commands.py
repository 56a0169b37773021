"""The comparison of commands ignores what Discord adds, and nothing that the bot sets."""

from copy import deepcopy
from typing import Any

import pytest

from bot.registered_commands import differences

OWN: list[dict[str, Any]] = [
    {
        "name": "table",
        "description": "What a table can do",
        "type": 1,
        "nsfw": False,
        "dm_permission": True,
        "default_member_permissions": 32,
        "contexts": [0, 1],
        "integration_types": [0],
        "options": [
            {
                "name": "end",
                "description": "End a table",
                "type": 1,
                "options": [
                    {
                        "name": "table",
                        "description": "Which table",
                        "type": 4,
                        "required": False,
                        "min_value": 1,
                        "autocomplete": True,
                    },
                    {
                        "name": "why",
                        "description": "Why",
                        "type": 3,
                        "required": True,
                        "choices": [{"name": "Late", "value": "late"}],
                    },
                ],
            }
        ],
    },
    {
        "name": "help",
        "description": "Explains the games",
        "type": 1,
        "nsfw": False,
        "dm_permission": True,
        "default_member_permissions": None,
        "contexts": [0, 1],
        "integration_types": [0],
        "options": [],
    },
]


def as_answered() -> list[dict[str, Any]]:
    """Return the commands as Discord answers them."""
    table, help = deepcopy(OWN)
    for command, number in ((help, "901"), (table, "902")):
        command |= {"id": number, "application_id": "5", "version": number}
        command |= {"name_localizations": None, "description_localizations": None}
        command |= {"contexts": [1, 0], "default_permission": True, "handler": None}
    table["default_member_permissions"] = "32"
    del help["options"], help["nsfw"], help["dm_permission"]
    which, why = table["options"][0]["options"]
    del which["required"]
    which |= {"name_localizations": None, "min_value": 1.0, "choices": None}
    why["choices"][0]["name_localizations"] = None
    why["autocomplete"] = False
    return [help, table]


def test_what_discord_adds_is_no_difference():
    assert differences(OWN, as_answered()) == []


def test_missing_and_unknown_commands_are_named():
    there = as_answered()
    assert differences(OWN, []) == ["without /help and /table"]
    there[0]["name"] = "hilfe"
    wrong = ["without /help", "with /hilfe, which this Downeast doesn't have"]
    assert differences(OWN, there) == wrong


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ((), {"description": "Anything else"}),
        ((), {"contexts": [0]}),
        ((), {"integration_types": [0, 1]}),
        ((), {"default_member_permissions": None}),
        ((), {"default_member_permissions": "0"}),
        ((), {"nsfw": True}),
        ((), {"options": []}),
        ((0,), {"description": "Anything else"}),
        ((0,), {"type": 2}),
        ((0, 0), {"name": "which"}),
        ((0, 0), {"required": True}),
        ((0, 0), {"type": 3}),
        ((0, 0), {"min_value": 0}),
        ((0, 0), {"max_value": 9}),
        ((0, 0), {"autocomplete": False}),
        ((0, 1), {"choices": [{"name": "Late", "value": "too late"}]}),
        ((0, 1), {"choices": [{"name": "Slow", "value": "late"}]}),
    ],
)
def test_each_part_of_a_command_is_compared(path: tuple[int, ...], change: dict[str, Any]):
    there = as_answered()
    item = there[1]
    for number in path:
        item = item["options"][number]
    item.update(change)
    assert differences(OWN, there) == ["with another /table"]


def test_the_order_of_options_is_compared_and_that_of_commands_is_not():
    there = as_answered()
    assert differences(OWN, there[::-1]) == []
    there[1]["options"][0]["options"].reverse()
    assert differences(OWN, there) == ["with another /table"]
