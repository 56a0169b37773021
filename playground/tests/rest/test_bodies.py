import json
from urllib.parse import urlencode

import pytest
from discord_playground.checks.message_limits import REQUEST_BYTES
from discord_playground.rest.bodies import read_json

from playground.tests.asking import FORM, parts, raw
from playground.tests.callers import Bot
from playground.tests.checks.judging import refused


async def test_payload_json_may_have_its_own_content_type(bot: Bot, games: str):
    content = json.dumps({"content": "x", "attachments": [{"id": 0}]}).encode()
    body = parts(
        ('name="payload_json"', "Content-Type: application/json\r\n", content),
        ('name="files[0]"; filename="a.txt"', "Content-Type: text/plain\r\n", b"hello"),
    )
    made = await raw(bot, f"/channels/{games}/messages", body, FORM)
    assert (made.status, made.body["content"]) == (200, "x")
    assert [attachment["filename"] for attachment in made.body["attachments"]] == ["a.txt"]
    named = parts(
        ('name="payload_json"; filename="blob"', "Content-Type: application/json\r\n", content)
    )
    assert (await raw(bot, f"/channels/{games}/messages", named, FORM)).complaint(
        "attachments", 0, "id"
    )


async def test_plain_form_fields_are_a_body(bot: Bot, games: str):
    fields = urlencode({"content": "plain & simple", "tts": "false", "flags": "4"}).encode()
    made = await raw(
        bot, f"/channels/{games}/messages", fields, "application/x-www-form-urlencoded"
    )
    assert (made.status, made.body["content"], made.body["tts"]) == (200, "plain & simple", False)
    assert made.body["flags"] == 4
    wrapped = urlencode({"payload_json": '{"content": "wrapped"}'}).encode()
    made = await raw(
        bot, f"/channels/{games}/messages", wrapped, "application/x-www-form-urlencoded"
    )
    assert made.body["content"] == "wrapped"
    form = parts(('name="content"', "", b"in a part"))
    made = await raw(bot, f"/channels/{games}/messages", form, FORM)
    assert made.body["content"] == "in a part"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (FORM, parts(('name="files[0]"; filename="a"', "X-Odd: a\x01b\r\n", b"x"))),
        (FORM, parts(('name="a\x00b"', "", b"x"))),
        (FORM, b"--XX\r\nno head at all"),
        (FORM, b"nothing of the sort"),
        (FORM, parts(('name="payload_json"', "", b"{nonsense"))),
        (FORM, parts(('name="payload_json"', "Content-Type: application/json\r\n", b"\xff"))),
        ("multipart/form-data", b"--XX--"),
        ("application/json", b"\xff\xfe"),
        ("application/json; charset=nonsense", b"{}"),
        ("application/json", b"[" * 100_000),
        ("application/json", b'{"content": ' + b"[" * 300 + b"]" * 300 + b"}"),
        ("application/json", b'{"flags": NaN}'),
        ("application/json", b'{"flags": 1e999}'),
        ("application/json", b'{"flags": ' + b"9" * 5000 + b"}"),
        ("application/json", b'"content"'),
        ("application/x-www-form-urlencoded", b"payload_json=%ff"),
    ],
    ids=str,
)
async def test_an_unreadable_body_is_a_client_error(bot: Bot, games: str, kind: str, body: bytes):
    made = await raw(bot, f"/channels/{games}/messages", body, kind)
    assert made.status == 400, made.body
    assert isinstance(made.body["code"], int)


async def test_a_body_that_is_not_json_is_50109(bot: Bot, games: str):
    url = f"{bot.play.base}/api/v10/channels/{games}/messages"
    headers = {"Authorization": bot.token, "Content-Type": "application/json"}
    async with bot.session.post(url, data="{nonsense", headers=headers) as response:
        assert response.status == 400
        assert (await response.json())["code"] == 50109


def test_valid_json_is_read():
    text = '{"a": [1, 2.5, null, true, "\u00e9"], "b": {"c": -1e3}}'
    assert read_json(text) == {"a": [1, 2.5, None, True, "\u00e9"], "b": {"c": -1000.0}}
    assert read_json("[" * 200 + "]" * 200)


@pytest.mark.parametrize(
    "text",
    ["", "{", "NaN", "[Infinity]", '{"a": -Infinity}', "1e400", "[" * 201 + "]" * 201, "{'a': 1}"],
)
def test_json_that_only_python_accepts_is_refused(text: str):
    answer = refused(lambda: read_json(text))
    assert (answer.status, answer.code) == (400, 50109)


async def test_a_request_that_is_too_large_is_40005(bot: Bot, games: str):
    path = f"/channels/{games}/messages"
    declared = await raw(bot, path, b"x" * (REQUEST_BYTES + 1), "application/json")
    assert (declared.status, declared.code) == (413, 40005)


async def test_a_file_is_identified_by_the_number_of_its_field(bot: Bot, games: str):
    said = {"attachments": [{"id": 7, "description": "b"}, {"id": 2, "description": "a"}]}
    body = parts(
        ('name="payload_json"', "", json.dumps(said).encode()),
        ('name="files[2]"; filename="a.txt"', "Content-Type: text/plain\r\n", b"a"),
        ('name="files[7]"; filename="b.txt"', "Content-Type: TEXT/Plain; x=y\r\n", b"b"),
    )
    made = (await raw(bot, f"/channels/{games}/messages", body, FORM)).body["attachments"]
    assert [(item["filename"], item["description"]) for item in made] == [
        ("a.txt", "a"),
        ("b.txt", "b"),
    ]
    assert {item["content_type"] for item in made} == {"text/plain; charset=utf-8"}
