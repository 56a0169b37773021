import pytest

from bot.playground.checks.discord_errors import (
    Form,
    Refused,
    bad_form,
    empty_message,
    fields,
    items,
    missing_access,
    objects,
)
from tests.bot.playground.checks.judging import judged, refused


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
    ("value", "least", "code"),
    [
        ("x" * 6, 0, "BASE_TYPE_MAX_LENGTH"),
        ("x" * 6, 1, "BASE_TYPE_BAD_LENGTH"),
        ("x", 2, "BASE_TYPE_BAD_LENGTH"),
        ("", 1, "BASE_TYPE_REQUIRED"),
        (7, 0, "STRING_TYPE_CONVERT"),
        (None, 0, "STRING_TYPE_CONVERT"),
    ],
)
def test_a_text_of_wrong_length_gets_discords_error_code(value: object, least: int, code: str):
    form = Form()
    assert not form.length(("x",), value, least, 5)
    assert judged(form).complaint("x") == code


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (0, "NUMBER_TYPE_MIN"),
        (11, "NUMBER_TYPE_MAX"),
        (2.0, "NUMBER_TYPE_COERCE"),
        ("2", "NUMBER_TYPE_COERCE"),
        (True, "NUMBER_TYPE_COERCE"),  # a boolean is an integer only in Python
        (None, "NUMBER_TYPE_COERCE"),
    ],
)
def test_a_number_out_of_range_gets_discords_error_code(value: object, code: str):
    form = Form()
    assert not form.number(("x",), value, 1, 10)
    assert judged(form).complaint("x") == code


@pytest.mark.parametrize(
    ("value", "least", "code"),
    [
        ([{}] * 4, 0, "BASE_TYPE_MAX_LENGTH"),
        ([{}] * 4, 1, "BASE_TYPE_BAD_LENGTH"),
        ([], 1, "BASE_TYPE_BAD_LENGTH"),
        ({"a": 1}, 0, "LIST_TYPE_CONVERT"),
        (None, 0, "LIST_TYPE_CONVERT"),
        ([{}, 7], 0, "MODEL_TYPE_CONVERT"),
    ],
)
def test_an_invalid_list_is_read_as_empty(value: object, least: int, code: str):
    form = Form()
    assert form.objects(("x",), value, least, 3) == []
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
    late = Refused(429, 0, "Slow", retry_after=1.5, everywhere=True)
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
