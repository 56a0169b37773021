"""Tests of the redaction: whatever is about people goes, and shapes stay."""

import json

import pytest
from discord_playground.rehearsal.redaction import Redaction

PLANTED = {
    "id": "1122334455667788990",
    "username": "secretname",
    "global_name": "Secret Name",
    "avatar": "a_0123456789abcdef0123456789abcdef",
    "token": "aW50ZXJhY3Rpb246MTox",
    "content": "I typed <@1122334455667788990>",
    "email": "ann@example.org",
    "accent_color": 123456789,
    "some_new_field": "secretname",
    "some_new_number": 1122334455667788990,
    "custom_id": "x:secretname",
    "content_type": "secret@name",
    "resolved": {"users": {"1122334455667788990": {"nick": "secretname"}}},
    "secretname": {"Secret Name": 1},
    "values": ["secretname", "1122334455667788990"],
}


@pytest.mark.parametrize("error", [False, True])
def test_nothing_about_people_stays(error: bool) -> None:
    planted = {key: value for key, value in PLANTED.items() if key != "secretname"}
    text = json.dumps(Redaction().body(planted, error=error)).lower()
    for secret in ("secret", "1122334455667788990", "0123456789abcdef", "aw50", "typed", "ann@"):
        assert secret not in text
    assert "123456789" not in text


def test_an_error_keeps_discords_words_without_ids() -> None:
    error = {"code": 50035, "message": 'Value "1122334455667788990" is no user'}
    kept = Redaction().body(error, error=True)
    assert kept["code"] == 50035
    assert kept["message"].startswith("Value ")
    assert "1122334455667788990" not in kept["message"]


def test_an_id_is_replaced_the_same_everywhere() -> None:
    redaction = Redaction()
    one = redaction.body({"id": "1122334455667788990"})
    other = redaction.body({"author": {"id": "1122334455667788990"}, "x": "99887766554433221100"})
    assert one["id"] == other["author"]["id"]
    assert other["x"] != one["id"]


def test_shapes_and_codes_stay() -> None:
    body = {
        "type": 20,
        "flags": 64,
        "nick": None,
        "bot": True,
        "app_permissions": "2248473465835073",
    }
    assert Redaction().body(body) == body


def test_only_headers_of_interest_stay() -> None:
    headers = {"set-cookie": "secret", "x-ratelimit-limit": "5", "x-ratelimit-bucket": "abcdef"}
    kept = Redaction().headers(headers)
    assert kept.keys() == {"x-ratelimit-limit", "x-ratelimit-bucket"}
    assert kept["x-ratelimit-bucket"] != "abcdef"
