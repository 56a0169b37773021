"""What Discord's description forbids is found, and said of the place where it is."""

from typing import Any

import pytest

from tests.e2e.schema import Checker

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
