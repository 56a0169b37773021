"""What Discord's description forbids is found in requests, answers and events, with its place."""

from typing import Any

import pytest
from discord_playground.world import json_shapes, people_shapes
from discord_playground.world.world import World

from playground.tests.schema import Checker, Witness

POST = ("POST", "/channels/{channel_id}/messages")
BUTTON = {"type": 2, "style": 1, "label": "Pass", "custom_id": "1:2:pass"}


def on_board(*buttons: dict[str, Any]) -> dict[str, Any]:
    row = {"type": 1, "components": list(buttons)}
    return {"flags": 1 << 15, "components": [{"type": 17, "components": [row]}]}


def test_what_discord_describes_is_taken_and_counted():
    checker = Checker()
    assert checker(*POST, on_board(BUTTON)) == []
    assert checker("PATCH", "/channels/{channel_id}/messages/{message_id}", on_board(BUTTON)) == []
    assert checker.checked == 2


def test_what_discord_does_not_describe_is_nobodys_business():
    checker = Checker()
    assert checker("POST", "/somewhere/else", {"content": 3}) == []
    assert checker("GET", POST[1], {"content": 3}) == []
    assert checker(*POST, None) == []
    assert checker.checked == 0


@pytest.mark.parametrize(
    ("body", "where", "how"),
    [
        ({"content": "x" * 4001}, "content", "longer than 4000 characters"),
        ({"content": 7}, "content", "not of types"),
        (on_board(BUTTON | {"custom_id": 7}), "components.0.components.0.components.0", "7 is not"),
        (on_board(BUTTON | {"label": "x" * 81}), "components.0.components.0.components.0", "80"),
        (on_board({"type": 3, "custom_id": "menu"}), "components.0.components.0", '"options"'),
        (on_board({"type": 99}), "components.0.components.0.components.0", "99"),
    ],
)
def test_what_is_wrong_is_said_of_its_place(body: dict[str, Any], where: str, how: str):
    [said] = Checker()(*POST, body)
    assert said.startswith(f"POST {POST[1]} {where}")
    assert how in said


def message_of(world: World, **more: Any) -> dict[str, Any]:
    """Return a message of the bot, as answers and events carry it."""
    lists = ("mentions", "mention_roles", "attachments", "embeds", "components")
    empty: dict[str, Any] = {key: [] for key in lists}
    said = {"content": "x", "type": 0, "flags": 0, "edited_timestamp": None}
    off = dict.fromkeys(("pinned", "mention_everyone", "tts"), False)
    ids = {"id": "5", "channel_id": "6", "author": people_shapes.user(world, world.bot_id)}
    return {**empty, **said, **off, **ids, "timestamp": world.stamp(), **more}


@pytest.mark.parametrize("name", ["POST /channels/{channel_id}/messages", "MESSAGE_CREATE"])
@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({}, ""),
        ({"id": 5}, "id: 5"),
        ({"content": None}, "content: null"),
        ({"author": {"id": "7"}}, "author: "),
        ({"components": [{"type": 99}]}, "components.0"),
    ],
    ids=str,
)
def test_a_wrong_message_is_found_in_answers_and_events(
    name: str, wrong: dict[str, Any], where: str
):
    witness = Witness()
    sent = message_of(World(("Ann",), lambda: None), **wrong)
    assert witness(name, sent) is sent
    assert witness.checked == {name: 1}
    assert bool(witness.errors) == bool(wrong)
    assert all(error.startswith(f"{name} {where}") for error in witness.errors)


def test_channels_and_members_are_found_inside_a_server():
    witness, world = Witness(), World(("Ann", "Ben"), lambda: None)
    guild = json_shapes.guild_create(world, members=list(world.people))
    witness("GUILD_CREATE", guild)
    assert witness.errors == []
    assert witness.checked["GUILD_CREATE"] == 5, "the server, two channels and two members"
    guild["channels"][0]["name"] = guild["members"][1]["user"]["id"] = 7
    witness("GUILD_CREATE", guild)
    assert [error.split(":")[0] for error in witness.errors] == [
        "GUILD_CREATE user.id",
        "GUILD_CREATE name",
    ]


def test_what_discord_does_not_describe_has_no_errors():
    witness = Witness()
    witness("RESUMED", {"_trace": []})
    witness("GET /somewhere/else", 7)
    assert (witness.errors, witness.checked.total()) == ([], 0)
