"""Discord's limits on messages and forms, counted on the JSON that would be sent.

Discord checks them with an error that the player would see.
"""

from collections.abc import Iterator

from bot.ui.panels.render import Json

ROW, BUTTON, SELECT, TEXT_INPUT, TEXT, SEPARATOR, CONTAINER, LABEL = 1, 2, 3, 4, 10, 14, 17, 18
GALLERY = 12
ROLE_SELECT, CHANNEL_SELECT = 6, 8
PICKERS = (ROLE_SELECT, CHANNEL_SELECT)


def nested(components: list[Json]) -> Iterator[Json]:
    """Yield components and everything inside them."""
    for component in components:
        yield component
        yield from nested(component.get("components", []))
        if "component" in component:
            yield from nested([component["component"]])


def check_message(top: list[Json]) -> list[Json]:
    """Check a rendered panel; return all its components."""
    found = list(nested(top))
    assert top, "an empty message"
    assert len(found) <= 40, f"{len(found)} components"
    assert sum(len(result["content"]) for result in found if result["type"] == TEXT) <= 4000
    ids = [result["custom_id"] for result in found if "custom_id" in result]
    assert len(set(ids)) == len(ids), f"a custom_id twice: {ids}"
    for result in found:
        _check(result)
    return found


def _check(one: Json) -> None:
    if "custom_id" in one:
        assert 1 <= len(one["custom_id"]) <= 100
    if one["type"] == TEXT:
        assert one["content"].strip(), "an empty text"
    elif one["type"] == BUTTON:
        assert 1 <= len(one["label"].strip()) <= len(one["label"]) <= 80
    elif one["type"] == SELECT:
        _check_select(one)
    elif one["type"] in PICKERS:
        _check_picker(one)
    elif one["type"] == ROW:
        kinds = {inner["type"] for inner in one["components"]}
        assert kinds in ({BUTTON}, {SELECT}, *({kind} for kind in PICKERS)), f"a row of {kinds}"
        assert 1 <= len(one["components"]) <= (5 if kinds == {BUTTON} else 1)
    elif one["type"] == CONTAINER:
        assert one["components"], "an empty container"
    elif one["type"] == GALLERY:
        assert 1 <= len(one["items"]) <= 10
        assert all(1 <= len(item["description"]) <= 1024 for item in one["items"])
    else:
        assert one["type"] in (SEPARATOR, LABEL, TEXT_INPUT), one


def _check_select(one: Json) -> None:
    options = one["options"]
    assert 1 <= len(options) <= 25, f"{len(options)} options"
    values = [option["value"] for option in options]
    assert len(set(values)) == len(values), f"a value twice: {values}"
    for option in options:
        assert 1 <= len(option["label"].strip()) <= len(option["label"]) <= 100
        assert 1 <= len(option["value"]) <= 100
        assert len(option.get("description") or "") <= 100
    assert len(one.get("placeholder") or "") <= 150
    least, most = one.get("min_values", 1), one.get("max_values", 1)
    assert 0 <= least <= most <= len(options)
    assert most >= 1
    assert sum(bool(option.get("default")) for option in options) <= most


def _check_picker(one: Json) -> None:
    least, most = one.get("min_values", 1), one.get("max_values", 1)
    assert 0 <= least <= most <= 25
    assert most >= 1
    assert len(one.get("default_values") or ()) <= most
    assert len(one.get("placeholder") or "") <= 150


def check_modal(sent: Json) -> None:
    """Check a rendered form."""
    assert 1 <= len(sent["title"]) <= 45
    assert 1 <= len(sent["custom_id"]) <= 100
    assert 1 <= len(sent["components"]) <= 5
    inside = list(nested(sent["components"]))
    keys = [component["custom_id"] for component in inside if "custom_id" in component]
    assert len(set(keys)) == len(keys)
    for message in sent["components"]:
        assert message["type"] in (LABEL, TEXT)
        assert message["type"] == TEXT or 1 <= len(message["label"]) <= 45
        assert len(message.get("description") or "") <= 100
    for component in inside:
        if component["type"] == TEXT_INPUT:
            assert len(component.get("value") or "") <= component.get("max_length", 4000) <= 4000
            assert len(component.get("placeholder") or "") <= 100
        elif component["type"] == SELECT:
            _check_select(component)
            assert not component.get("required", True) or component.get("min_values", 1) >= 1
        elif component["type"] == TEXT:
            _check(component)
