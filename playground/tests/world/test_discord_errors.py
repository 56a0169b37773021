from typing import Any

import pytest
from discord_playground.world.discord_errors import (
    Form,
    Refused,
    bad_form,
    empty_message,
    fields,
    items,
    missing_access,
    objects,
)

from playground.tests.checks.judging import judged, refused


def test_a_form_without_complaints_lets_the_request_through():
    form = Form()
    assert form.length(("content",), "x" * 5, 0, 5)
    assert form.number(("flags",), 0, 0, 10)
    assert form.objects(("embeds",), [{}], 0, 1) == [{}]
    form.close()


def test_errors_are_collected_by_field():
    form = Form()
    form.required(("name",))
    form.add(("options", 0, "name"), "FIRST", "One")
    form.add(("options", 0, "name"), "SECOND", "Two")
    form.add(("options",), "THIRD", "Three")  # an error of the list itself
    answer = judged(form)
    assert (answer.status, answer.code) == (400, 50035)
    assert answer.body["message"] == "Invalid Form Body"
    errors = answer.body["errors"]
    assert [entry["code"] for entry in errors["options"]["0"]["name"]["_errors"]] == [
        "FIRST",
        "SECOND",
    ]
    assert errors["options"]["_errors"] == [{"code": "THIRD", "message": "Three"}]
    assert answer.complaint("name") == "BASE_TYPE_REQUIRED"


@pytest.mark.parametrize(
    ("check", "value", "least", "code"),
    [
        (Form.length, "x" * 4, 0, "BASE_TYPE_MAX_LENGTH"),
        (Form.length, "x" * 4, 1, "BASE_TYPE_BAD_LENGTH"),
        (Form.length, "x", 2, "BASE_TYPE_BAD_LENGTH"),
        (Form.length, "", 1, "BASE_TYPE_REQUIRED"),
        (Form.length, 7, 0, "STRING_TYPE_CONVERT"),
        (Form.length, None, 0, "STRING_TYPE_CONVERT"),
        (Form.number, 0, 1, "NUMBER_TYPE_MIN"),
        (Form.number, 4, 1, "NUMBER_TYPE_MAX"),
        (Form.number, 2.0, 1, "NUMBER_TYPE_COERCE"),
        (Form.number, "2", 1, "NUMBER_TYPE_COERCE"),
        (Form.number, True, 1, "NUMBER_TYPE_COERCE"),  # a boolean is an integer only in Python
        (Form.number, None, 1, "NUMBER_TYPE_COERCE"),
        (Form.objects, [{}] * 4, 0, "BASE_TYPE_MAX_LENGTH"),
        (Form.objects, [{}] * 4, 1, "BASE_TYPE_BAD_LENGTH"),
        (Form.objects, [], 1, "BASE_TYPE_BAD_LENGTH"),
        (Form.objects, {"a": 1}, 0, "LIST_TYPE_CONVERT"),
        (Form.objects, None, 0, "LIST_TYPE_CONVERT"),
        (Form.objects, [{}, 7], 0, "MODEL_TYPE_CONVERT"),
    ],
)
def test_a_wrong_value_gets_discords_error_code(check: Any, value: object, least: int, code: str):
    form = Form()
    assert not check(form, ("x",), value, least, 3)
    assert judged(form).complaint("x") == code


def test_values_of_wrong_types_read_as_empty():
    for value in (None, 7, "ab", True):
        assert items(value) == []
        assert fields(value) == {}
        assert objects(value) == []
    assert items([1, {}]) == [1, {}]
    assert objects([1, {"a": 1}, [2]]) == [{"a": 1}]
    assert fields({"a": 1}) == {"a": 1}


def test_only_a_429_has_retry_after_and_only_a_form_has_errors():
    assert missing_access().body() == {"message": "Missing Access", "code": 50001}
    late = Refused(429, 0, "Slow", retry_after=1.5, scope="global")
    assert late.body() == {"message": "Slow", "code": 0, "retry_after": 1.5, "global": True}
    wrong = bad_form(("a", 0), "CODE", "Why")
    assert wrong.body()["errors"] == {"a": {"0": {"_errors": [{"code": "CODE", "message": "Why"}]}}}


def test_a_refusal_as_text_names_status_code_and_message():
    def fail() -> None:
        raise empty_message()

    assert refused(fail).code == 50006
    assert str(empty_message()) == "400 50006 Cannot send an empty message"


def test_every_number_of_a_list_is_checked():
    form = Form()
    form.numbers(("x",), [1, 4, "2"], 1, 3)
    form.numbers(("y",), 1, 1, 3)
    form.numbers(("z",), [1, 2, 3], 1, 3)
    answer = judged(form)
    assert answer.complaint("x", 1) == "NUMBER_TYPE_MAX"
    assert answer.complaint("x", 2) == "NUMBER_TYPE_COERCE"
    assert answer.complaint("y") == "LIST_TYPE_CONVERT"
    assert set(answer.body["errors"]) == {"x", "y"}
