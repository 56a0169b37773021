import itertools
from copy import deepcopy

from discord_playground.checks.component_kinds import (
    clean_name,
    file_named,
    normalize,
    used_files,
    walk,
)

from playground.tests.callers import Json, button, field, menu, panel, row, text

MAP: Json = {
    "id": "77",
    "filename": "map.png",
    "size": 9,
    "url": "http://here/map.png",
    "proxy_url": "http://here/media/map.png",
    "content_type": "image/png",
    "width": 640,
    "height": 480,
}


def settled(*components: Json) -> list[Json]:
    numbers = itertools.count(900)
    return normalize(list(components), {"map.png": MAP}, lambda: str(next(numbers)))


def test_walk_yields_nested_components_in_reading_order():
    section = {"type": 9, "components": [text("a"), text("b")], "accessory": button("c")}
    asked = {"type": 18, "label": "d", "component": field("e")}
    [box] = panel(section, row(button("f")))["components"]
    said = [part.get("content") or part.get("custom_id") for part in walk([box, asked])]
    assert said == [None, None, "a", "b", "c", None, "f", None, "e"]


def test_walk_ignores_children_of_non_layout_components():
    odd: list[Json] = [button(components=[text("x")]), {"type": [1], "components": [text("y")]}]
    assert list(walk(odd)) == odd
    assert list(walk(None)) == list(walk([7, "x"])) == []


def test_new_component_ids_avoid_existing_ones():
    body = panel(text("x"), {**text("y"), "id": 3}, row(button(), button("b")), row(menu("a")))
    [box] = settled(*body["components"])
    first, second, buttons, choice = box["components"]
    assert [box["id"], first["id"], second["id"], buttons["id"]] == [1, 2, 3, 4]
    assert [component["id"] for component in buttons["components"]] == [5, 6]
    assert [choice["id"], choice["components"][0]["id"]] == [7, 8]


def test_id_zero_counts_as_missing_and_taken_ids_are_skipped():
    made = settled({**text("a"), "id": 0}, text("b"), {**text("c"), "id": 1})
    assert [item["id"] for item in made] == [2, 3, 1]


def test_defaults_are_filled_in_and_nulls_dropped():
    [box] = settled(*panel(row(menu("a", placeholder=None)), {"type": 14})["components"])
    [choice] = box["components"][0]["components"]
    assert choice["min_values"] == choice["max_values"] == 1
    assert "placeholder" not in choice
    assert box["accent_color"] is None, "of a box alone Discord writes that there is none"
    assert (box["components"][1]["divider"], box["components"][1]["spacing"]) == (True, 1)
    [some] = settled(menu("a", min_values=0, max_values=5))
    assert (some["min_values"], some["max_values"]) == (0, 5)


def test_an_uploaded_picture_gets_its_url_and_size():
    shown = {"media": {"url": "attachment://map.png"}, "description": "The coast"}
    elsewhere = {"media": {"url": "https://example.org/x.png"}, "spoiler": True}
    [gallery] = settled({"type": 12, "items": [shown, elsewhere]})
    ours, theirs = gallery["items"]
    assert (ours["media"]["url"], ours["media"]["attachment_id"]) == (MAP["url"], "77")
    assert (ours["media"]["width"], ours["media"]["height"]) == (640, 480)
    assert (ours["description"], ours["spoiler"]) == ("The coast", False)
    assert ours["media"]["proxy_url"] == MAP["proxy_url"]
    assert not {"placeholder", "loading_state"} & ours["media"].keys(), "uploads have none"
    assert [item["media"]["id"] for item in (ours, theirs)] == ["900", "901"], "not the file's"
    assert (theirs["media"]["url"], theirs["media"]["width"]) == ("https://example.org/x.png", None)
    assert "attachment_id" not in theirs["media"]
    assert (theirs["description"], theirs["spoiler"]) == (None, True)
    [file] = settled({"type": 13, "file": {"url": "attachment://map.png"}})
    assert (file["name"], file["size"], file["file"]["url"]) == ("map.png", 9, MAP["url"])


def test_the_files_that_components_show_are_found_wherever_they_are():
    url = {"url": "attachment://map.png"}
    thumbnail = {"type": 9, "components": [text("x")], "accessory": {"type": 11, "media": url}}
    gallery, file = {"type": 12, "items": [{"media": url}]}, {"type": 13, "file": url}
    for shown in (thumbnail, gallery, file):
        assert used_files(settled(*panel(shown)["components"])) == {"77"}, shown
    elsewhere = {"type": 12, "items": [{"media": {"url": "https://example.org/map.png"}}]}
    assert used_files(settled(text("x"), row(button()), elsewhere)) == set()


def test_a_reference_to_a_file_is_cleaned_like_its_name():
    media = {"a_map.png": MAP}
    assert file_named("attachment://a map.png", media) == MAP
    assert file_named("https://a map.png", media) == {}
    assert clean_name("../a map?.png") == ".._a_map_.png"
    assert clean_name("") == "unknown"


def test_defaults_of_a_menu_are_stored_with_ids_as_text():
    picker = {"type": 8, "custom_id": "where", "default_values": [{"id": 2**60, "type": "channel"}]}
    [parts] = settled({"type": 1, "components": [picker]})
    assert parts["components"][0]["default_values"] == [{"id": str(2**60), "type": "channel"}]


def test_normalize_does_not_change_its_input():
    body = panel(text("x"), row(menu("a")), {"type": 12, "items": [{"media": {"url": "http://x"}}]})
    before = deepcopy(body)
    settled(*body["components"])
    assert body == before
