"""The files of messages: kept, added, and listed unless something shows them."""

import pytest
from discord_playground.checks.message_limits import Upload
from discord_playground.gateway.attached_files import AttachedFiles, embeds_with, list_unused
from discord_playground.world.world import Message, World

from playground.tests.callers import Json, text
from playground.tests.quiet import place


@pytest.fixture
def attached(world: World) -> AttachedFiles:
    made = AttachedFiles(world)
    made.base = "http://here"
    return made


def upload(name: str, key: int = 0, kind: str = "application/octet-stream") -> Upload:
    return Upload(key, name, kind, b"x")


def test_unlisted_old_files_go_and_a_list_may_describe_those_that_stay(
    world: World, attached: AttachedFiles
):
    first, second = attached.attach(place(world), None, [upload("a.png"), upload("b.png", 1)], [])
    assert attached.attach(place(world), None, [], [first, second]) == [first, second]
    listed = [{"id": second["id"], "description": "The coast"}]
    kept = attached.attach(place(world), listed, [], [first, second])
    assert kept == [second | {"description": "The coast"}]
    assert list(world.files) == [second["id"]]


@pytest.mark.parametrize(
    ("name", "kind", "stored"),
    [
        ("a.txt", "application/octet-stream", "text/plain; charset=utf-8"),
        ("a.json", "application/octet-stream", "application/json; charset=utf-8"),
        ("a.png", "application/octet-stream", "image/png"),
        ("a", "text/csv", "text/csv; charset=utf-8"),
        ("a", "application/octet-stream", "application/octet-stream"),
    ],
)
def test_texts_have_a_charset(
    world: World, attached: AttachedFiles, name: str, kind: str, stored: str
):
    [file] = attached.attach(place(world), None, [upload(name, kind=kind)], [])
    assert (file["content_type"], world.files[file["id"]][0]) == (stored, stored)


def test_embeds_get_the_address_of_their_file(world: World, attached: AttachedFiles):
    [file] = attached.attach(place(world), None, [upload("map.png")], [])
    elsewhere = {"url": "https://example.org/x.png"}
    given = {"image": {"url": "attachment://map.png"}, "thumbnail": elsewhere, "footer": None}
    [made] = embeds_with([given], [file], world.snowflake)
    assert made["image"] == {"url": file["url"], "proxy_url": file["proxy_url"]}
    assert made["thumbnail"] == elsewhere
    assert "footer" not in made


def test_embeds_get_an_id_and_complete_fields(world: World):
    given = {"title": "x", "fields": [{"name": "a", "value": "b"}]}
    one, two = embeds_with([given, given], [], world.snowflake)
    assert one["id"] != two["id"]
    assert (one["type"], one["content_scan_version"]) == ("rich", 0)
    assert one["fields"] == [{"name": "a", "value": "b", "inline": False}]


def test_a_file_is_listed_again_when_nothing_shows_it_any_more(
    world: World, attached: AttachedFiles
):
    files = attached.attach(place(world), None, [upload("map.png"), upload("a.txt", 1)], [])
    media: Json = {"type": 12, "items": [{"media": {"attachment_id": files[0]["id"]}}]}
    message = Message({"components": [media], "embeds": []}, files)
    list_unused(message)
    assert message.json["attachments"] == files[1:]
    message.json["components"] = [text("x")]
    list_unused(message)
    assert message.json["attachments"] == files
