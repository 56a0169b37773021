"""Tests of what a later Discord might send."""

from discord_playground.checks.strangeness import NEW, NEW_FIELD, NEW_PERMISSION, make_strange


def test_what_a_person_did_arrives_unchanged() -> None:
    data = {"custom_id": "1:2:bid", "component_type": 2}
    pressed = {"id": "5", "token": "t", "app_permissions": "8", "context": 0, "data": data}
    made = make_strange("INTERACTION_CREATE", pressed)
    assert made["data"] == data | {NEW_FIELD: {"id": str(NEW)}}
    assert made["app_permissions"] == str(8 | NEW_PERMISSION)
    assert "context" not in made, "it is optional"
    assert pressed["context"] == 0, "the playground's own copy stays"


def test_lists_of_components_have_one_of_an_unknown_type() -> None:
    made = make_strange("MESSAGE_CREATE", {"components": [{"type": 17, "components": []}]})
    known, unknown = made["components"]
    assert (known["type"], unknown["type"]) == (17, NEW)
    assert known["components"] == [], "where there is nothing to show, nothing is added"
