from typing import Any

import pytest
from discord_playground.checks.message_limits import Upload, check_message
from discord_playground.world.world import Message

from playground.tests.callers import (
    EPHEMERAL,
    V2,
    Bot,
    Json,
    Person,
    button,
    command,
    panel,
    row,
    text,
)
from playground.tests.checks.judging import refused

IN_BOX = ("components", 0, "components")


def embed(**more: Any) -> Json:
    return {"embeds": [more]}


REFUSED: dict[str, tuple[Json, str]] = {
    "content over 2000": ({"content": "x" * 2001}, "content BASE_TYPE_MAX_LENGTH"),
    "nonce over 25": ({"content": "x", "nonce": "n" * 26}, "nonce BASE_TYPE_MAX_LENGTH"),
    "11 embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds BASE_TYPE_MAX_LENGTH"),
    "embed title": (embed(title="x" * 257), "embeds.0.title BASE_TYPE_MAX_LENGTH"),
    "embeds over 6000": (
        {"embeds": [{"description": "x" * 3001}] * 2},
        "embeds MAX_EMBED_SIZE_EXCEEDED",
    ),
    "content beside components v2": (
        panel(text("x"), content="y"),
        "content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "embeds beside components v2": (
        panel(text("x"), embeds=[{"title": "y"}]),
        "embeds MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "v2 components without the flag": (
        {"content": "x", "components": [text("y")]},
        "components.0 UNION_TYPE_CHOICES",
    ),
    "a box in a box": (panel({"type": 17, "components": [text("x")]}), "BOX.0 UNION_TYPE_CHOICES"),
    "101 people pinged": (
        {"content": "x", "allowed_mentions": {"users": [str(n) for n in range(101)]}},
        "allowed_mentions.users BASE_TYPE_MAX_LENGTH",
    ),
    "parse and users at once": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "an attachment that was not sent": (
        {"content": "x", "attachments": [{"id": 0, "filename": "x"}]},
        "attachments.0.id ATTACHMENT_NOT_FOUND",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_a_message_over_a_limit_is_refused_at_its_place(bot: Bot, games: str, what: str):
    body, error = REFUSED[what]
    path, code = error.split()
    answer = await bot("POST", f"/channels/{games}/messages", body)
    assert (answer.status, answer.code) == (400, 50035), answer.body
    assert answer.complaint(path) == code, answer.body
    assert answer.body["message"] == "Invalid Form Body"
    assert not bot.play.world.messages[games]


JUST_FITS: dict[str, Json] = {
    "content of 2000": {"content": "x" * 2000},
    "text of 4000 in all": panel(text("x" * 2000), text("x" * 2000)),
    "embeds of 6000": {"embeds": [{"description": "x" * 3000}] * 2},
}


@pytest.mark.parametrize("what", JUST_FITS)
async def test_a_message_at_the_limit_is_accepted(bot: Bot, games: str, what: str):
    answer = await bot("POST", f"/channels/{games}/messages", JUST_FITS[what])
    assert answer.status == 200, answer.body


@pytest.mark.parametrize("body", [{}, {"content": "  \n"}, {"flags": V2, "components": []}])
async def test_an_empty_message_is_50006(bot: Bot, games: str, body: Json):
    answer = await bot("POST", f"/channels/{games}/messages", body)
    assert (answer.status, answer.code) == (400, 50006)


async def test_files_are_limited_in_number_and_size(bot: Bot, games: str):
    path = f"/channels/{games}/messages"
    many = {f"{n}.txt": b"x" for n in range(11)}
    assert (await bot("POST", path, {}, files=many)).code == 50035
    large = {"large.bin": b"\0" * (10 * 1024 * 1024 + 1)}
    answer = await bot("POST", path, {}, files=large)
    assert (answer.status, answer.code) == (413, 40005)
    largest = {"large.bin": b"\0" * (10 * 1024 * 1024)}
    assert (await bot("POST", path, {}, files=largest)).status == 200


async def test_the_components_flag_can_be_set_by_an_edit_and_never_removed(bot: Bot, games: str):
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "old"})).body
    path = f"/channels/{games}/messages/{made['id']}"
    keeps_content = await bot("PATCH", path, panel(text("new")))
    assert keeps_content.complaint("content") is not None  # an edit must clear the old content
    turned = await bot("PATCH", path, panel(text("new"), content=None, embeds=[], attachments=[]))
    assert turned.status == 200
    assert turned.body["flags"] == V2
    back = await bot("PATCH", path, {"flags": 0, "content": "old again", "components": []})
    assert back.complaint("content") is not None
    kept = await bot("PATCH", path, {"flags": 0, "components": [text("still")]})
    assert kept.status == 200
    assert kept.body["flags"] == V2


async def test_parts_of_an_embed_are_objects(bot: Bot, games: str):
    for part in ("author", "footer", "image", "thumbnail"):
        sent = {"embeds": [{"title": "x", part: "Ann"}]}
        refused = await bot("POST", f"/channels/{games}/messages", sent)
        assert refused.complaint("embeds", 0, part) == "MODEL_TYPE_CONVERT"
        sent = {"embeds": [{"title": "x", part: None}]}
        assert (await bot("POST", f"/channels/{games}/messages", sent)).status == 200


BOXED = [row(button(components=2**31)), row(button(accessory=[1], component="x"))]


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x", "message_reference": "64"},
        {"content": "x", "message_reference": [1]},
        {"components": BOXED},
        {"components": [row(button(components=[{"id": [1]}, 7]))]},
        {"content": "x", "components": [{"type": [1]}]},
        {"content": "x", "embeds": [{"footer": [[]], "author": 1, "fields": {}}]},
        {"content": "x", "allowed_mentions": [1]},
    ],
    ids=str,
)
async def test_wrong_types_never_cause_a_500(bot: Bot, games: str, body: Json):
    answer = await bot("POST", f"/channels/{games}/messages", body)
    assert answer.status in (200, 400), answer.body


POLL: Json = {"question": {"text": "?"}, "answers": [{"poll_media": {"text": "yes"}}]}


FORWARD: Json = {"type": 1, "message_id": "1", "channel_id": "1"}


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"poll": POLL}, ["poll"]),
        ({"sticker_ids": ["1"]}, ["sticker_ids"]),
        ({"message_reference": FORWARD}, ["message_reference", "type"]),
        ({"flags": 1 << 13}, ["flags"]),  # a voice message
        ({"flags": EPHEMERAL}, ["flags"]),  # only interaction answers can be ephemeral
        ({"flags": 1 << 30}, ["flags"]),
    ],
    ids=str,
)
async def test_unsupported_features_are_refused_and_nothing_is_written(
    bot: Bot, ann: Person, games: str, more: Json, place: list[str]
):
    path = f"/channels/{games}/messages"
    refused = await bot("POST", path, {"content": "x", **more})
    assert (refused.status, refused.code) == (400, 50035)
    assert refused.complaint(*place)
    if "flags" not in more:
        await bot.register(command())
        await ann.slash("hello", games)
        one = await bot.line.until("INTERACTION_CREATE")
        refused = await bot.answer(one, 4, {"content": "x", **more})
        assert refused.complaint("data", *place)
        assert (await bot.answer(one, 4, {"content": "x"})).status == 200
        assert (await bot.say(one, {"content": "x", **more})).complaint(*place)


async def test_an_edit_sets_only_the_flags_that_edits_can_change(bot: Bot, games: str):
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    path = f"/channels/{games}/messages/{made['id']}"
    assert (await bot("PATCH", path, {"flags": 1 << 12})).complaint("flags")
    assert (await bot("PATCH", path, {"poll": POLL})).complaint("poll")
    assert (await bot("PATCH", path, {"flags": 1 << 2})).body["flags"] == 1 << 2
    assert (await bot("PATCH", path, {"content": "y"})).body["flags"] == 1 << 2
    assert (await bot("PATCH", path, {"flags": 0})).body["flags"] == 0


def kept(**more: Any) -> Message:
    """Return a message to edit."""
    made: Json = {"content": "", "flags": 0, "attachments": [], "embeds": [], **more}
    return Message(made, made["attachments"])


def file(name: str, key: int = 0, size: int = 1) -> Upload:
    return Upload(key, name, "text/plain", b"x" * size)


def test_errors_in_an_interaction_answer_are_reported_under_data():
    body = {"content": "x" * 2001, "components": [button()]}
    answer = refused(lambda: check_message(body, within=("data",)))
    assert answer.complaint("data", "content") == "BASE_TYPE_MAX_LENGTH"
    assert answer.complaint("data", "components", 0) == "UNION_TYPE_CHOICES"


def test_only_interaction_answers_can_be_ephemeral():
    body: Json = {"content": "x", "flags": EPHEMERAL}
    check_message(body, ephemeral=True)
    assert refused(lambda: check_message(body)).complaint("flags") == "BASE_TYPE_CHOICES"


def test_an_edit_is_checked_by_the_resulting_message():
    words, picture = kept(content="x"), kept(attachments=[{"id": "5", "filename": "map.png"}])
    check_message({}, old=words)
    assert refused(lambda: check_message({"content": ""}, old=words)).code == 50006
    check_message({"content": ""}, old=words, files=[file("a.txt")])
    check_message({"content": ""}, old=picture)
    assert refused(lambda: check_message({"attachments": []}, old=picture)).code == 50006


def test_the_components_of_an_edit_refer_only_to_files_that_it_lists_by_id_and_name():
    """A bot that keeps a picture without naming it would lose its whole edit on Discord."""
    old = kept(flags=V2, attachments=[{"id": "5", "filename": "map.png"}])
    shown = [{"type": 12, "items": [{"media": {"url": "attachment://map.png"}}]}]
    listed: Json = {"id": "5", "filename": "map.png"}
    check_message({"components": shown, "attachments": [listed]}, old=old)
    place = ("components", 0, "items", 0, "media", "url")
    for unnamed in (None, [], [{"id": "5"}], [{"id": "5", "filename": "other.png"}]):
        edit = {"components": shown, "attachments": unnamed}
        answer = refused(lambda: check_message(edit, old=old))  # noqa: B023
        assert answer.complaint(*place), unnamed
    upload = [file("map.png")]
    check_message({"components": shown, "attachments": [{"id": 0}]}, old=old, files=upload)
    assert refused(lambda: check_message({"components": shown}, old=old, files=upload))
    check_message({"components": shown, "flags": V2}, files=upload)
    strange: Json = {"content": "x", "attachments": [{"id": "6"}]}
    answer = refused(lambda: check_message(strange, old=kept(content="x")))
    assert answer.complaint("attachments", 0, "id") == "ATTACHMENT_NOT_FOUND"


def test_the_texts_of_all_embeds_count_together():
    lines = [{"name": "n" * 100, "value": "v" * 900}] * 5
    full: Json = {"fields": lines, "title": "t" * 200, "footer": {"text": "f" * 500}}
    check_message({"embeds": [full, {"author": {"name": "a" * 200}, "description": "d" * 100}]})
    over: Json = {"embeds": [full, {"author": {"name": "a" * 200}, "description": "d" * 101}]}
    assert refused(lambda: check_message(over)).complaint("embeds") == "MAX_EMBED_SIZE_EXCEEDED"


def test_a_field_of_an_embed_has_a_name_and_a_value():
    for wrong, where in (({"name": "n"}, "value"), ({"value": "v", "name": ""}, "name")):
        body: Json = {"embeds": [{"fields": [wrong]}]}
        answer = refused(lambda: check_message(body))  # noqa: B023
        assert answer.complaint("embeds", 0, "fields", 0, where) == "BASE_TYPE_REQUIRED"
    many: Json = {"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}
    assert refused(lambda: check_message(many)).complaint("embeds", 0, "fields")


def test_allowed_mentions_parse_has_three_values():
    wrong: Json = {"content": "x", "allowed_mentions": {"parse": ["users", "here"]}}
    answer = refused(lambda: check_message(wrong))
    assert answer.complaint("allowed_mentions", "parse", 1) == "BASE_TYPE_CHOICES"
    check_message({"content": "x", "allowed_mentions": {"parse": ["users"], "roles": ["1"]}})


def test_a_message_may_have_only_files_and_at_most_ten():
    check_message({}, files=[file(str(number), number) for number in range(10)])
    many = [file(str(number), number) for number in range(11)]
    assert refused(lambda: check_message({}, files=many)).complaint("attachments")
