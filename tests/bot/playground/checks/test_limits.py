"""What Discord refuses in a message: each limit with its own complaint, at its own place."""

from typing import Any

import pytest

from tests.bot.playground.callers import (
    V2,
    Bot,
    Json,
    menu,
    panel,
    row,
    text,
)

IN_BOX = ("components", 0, "components")


def rows(*components: Json) -> Json:
    return {"content": "x", "components": [row(*components)]}


def select(**more: Any) -> Json:
    return rows(menu("a", "b", **more))


def section(*texts: Json, accessory: Json | None = None) -> Json:
    made: Json = {"type": 9, "components": list(texts)}
    return made | ({"accessory": accessory} if accessory else {})


def embed(**more: Any) -> Json:
    return {"embeds": [more]}


REFUSED: dict[str, tuple[Json, tuple[str | int, ...], str]] = {
    "content over 2000": ({"content": "x" * 2001}, ("content",), "BASE_TYPE_MAX_LENGTH"),
    "nonce over 25": ({"content": "x", "nonce": "n" * 26}, ("nonce",), "BASE_TYPE_MAX_LENGTH"),
    "11 embeds": ({"embeds": [{"title": "x"}] * 11}, ("embeds",), "BASE_TYPE_MAX_LENGTH"),
    "embed title": (embed(title="x" * 257), ("embeds", 0, "title"), "BASE_TYPE_MAX_LENGTH"),
    "embeds over 6000": (
        {"embeds": [{"description": "x" * 3001}] * 2},
        ("embeds",),
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "content beside components v2": (
        panel(text("x"), content="y"),
        ("content",),
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "embeds beside components v2": (
        panel(text("x"), embeds=[{"title": "y"}]),
        ("embeds",),
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "v2 components without the flag": (
        {"content": "x", "components": [text("y")]},
        ("components", 0),
        "UNION_TYPE_CHOICES",
    ),
    "a box in a box": (
        panel({"type": 17, "components": [text("x")]}),
        (*IN_BOX, 0),
        "UNION_TYPE_CHOICES",
    ),
    "101 people pinged": (
        {"content": "x", "allowed_mentions": {"users": [str(n) for n in range(101)]}},
        ("allowed_mentions", "users"),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "parse and users at once": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        ("allowed_mentions",),
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "an attachment that was not sent": (
        {"content": "x", "attachments": [{"id": 0, "filename": "x"}]},
        ("attachments", 0, "id"),
        "ATTACHMENT_NOT_FOUND",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_a_message_over_a_limit_is_refused_at_its_place(
    bot: Bot, games: str, what: str
) -> None:
    body, path, code = REFUSED[what]
    answer = await bot("POST", f"/channels/{games}/messages", body)
    assert (answer.status, answer.code) == (400, 50035), answer.body
    assert answer.complaint(*path) == code, answer.body
    assert answer.body["message"] == "Invalid Form Body"
    assert not bot.play.world.messages[games]


JUST_FITS: dict[str, Json] = {
    "content of 2000": {"content": "x" * 2000},
    "text of 4000 in all": panel(text("x" * 2000), text("x" * 2000)),
    "embeds of 6000": {"embeds": [{"description": "x" * 3000}] * 2},
}


@pytest.mark.parametrize("what", JUST_FITS)
async def test_a_message_at_the_limit_is_taken(bot: Bot, games: str, what: str) -> None:
    answer = await bot("POST", f"/channels/{games}/messages", JUST_FITS[what])
    assert answer.status == 200, answer.body


@pytest.mark.parametrize("body", [{}, {"content": "  \n"}, {"flags": V2, "components": []}])
async def test_an_empty_message_is_50006(bot: Bot, games: str, body: Json) -> None:
    answer = await bot("POST", f"/channels/{games}/messages", body)
    assert (answer.status, answer.code) == (400, 50006)


async def test_files_are_limited_in_number_and_size(bot: Bot, games: str) -> None:
    path = f"/channels/{games}/messages"
    many = {f"{n}.txt": b"x" for n in range(11)}
    assert (await bot("POST", path, {}, files=many)).code == 50035
    large = {"large.bin": b"\0" * (10 * 1024 * 1024 + 1)}
    answer = await bot("POST", path, {}, files=large)
    assert (answer.status, answer.code) == (413, 40005)
    largest = {"large.bin": b"\0" * (10 * 1024 * 1024)}
    assert (await bot("POST", path, {}, files=largest)).status == 200


async def test_the_components_flag_can_be_set_by_an_edit_and_never_removed(
    bot: Bot, games: str
) -> None:
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "old"})).body
    path = f"/channels/{games}/messages/{made['id']}"
    keeps_content = await bot("PATCH", path, panel(text("new")))
    assert keeps_content.complaint("content") is not None  # the old content has to be cleared
    turned = await bot("PATCH", path, panel(text("new"), content=None, embeds=[], attachments=[]))
    assert turned.status == 200
    assert turned.body["flags"] == V2
    back = await bot("PATCH", path, {"flags": 0, "content": "old again", "components": []})
    assert back.complaint("content") is not None
    kept = await bot("PATCH", path, {"flags": 0, "components": [text("still")]})
    assert kept.status == 200
    assert kept.body["flags"] == V2
