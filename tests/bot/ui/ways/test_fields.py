"""Tests of fields: each reads what it writes, and refuses mistakes."""

from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.ui.panels.words import Names
from bot.ui.ways.fields import ASK, Field, number, one_of, player, read_player, yes_no
from bot.ui.ways.read import plain_line
from bot.ui.ways.resolve import known_of, value_in
from games.rules import Refusal

steady = settings(derandomize=True, deadline=None, database=None)


@dataclass(frozen=True)
class View:
    """The part of a view that the shared fields use."""

    seat: int | None = 0


NAMES = Names(["Ann", "Ben", "Cat"])
VIEW = View()

AMOUNT = number("amount", "amount", "How much?")
CASH = number("cash", "cash", "How much?", money=True)
WHO = player("who", "who", "Whom?")
LOOK = yes_no("look", "look", "Look at once")
REASON = one_of(
    "because",
    "reason",
    "Why",
    {"is": "it is", "isnt": "it isn't", "coal": "it is coal"},
    also={"yes": "is", "not": "isnt"},
)


def read(field: Field, text: str, names: Names = NAMES, view: View = VIEW) -> tuple[Any, str]:
    return field.read(text, view, names)


def refused(field: Field, text: str, names: Names = NAMES, view: View = VIEW) -> str:
    with pytest.raises(Refusal) as refusal:
        field.read(text, view, names)
    return str(refusal.value)


def test_field_value_has_one_or_several_attributes():
    assert known_of(AMOUNT, 80) == {"amount": 80}
    assert value_in(AMOUNT, {"amount": 80, "limit": None}) == 80
    several = replace(AMOUNT, name="deal", fills=("item", "target"))
    assert known_of(several, ("lamp", 2)) == {"item": "lamp", "target": 2}
    assert value_in(several, {"target": 2, "item": "lamp"}) == ("lamp", 2)
    with pytest.raises(ValueError):
        known_of(several, ("lamp",))


def test_field_settings_and_option_types():
    made = number("amount", "sum", "How much?", usual=5, before="for")
    assert (made.name, made.fills, made.usual, made.before) == ("amount", ("sum",), 5, "for")
    assert yes_no("look", "look", "Look", closed=False).closed is False
    assert AMOUNT.usual is ASK
    assert repr(ASK) == "ASK"
    assert [field.option for field in (AMOUNT, WHO, LOOK, REASON)] == [int, str, bool, str]


@steady
@given(st.integers(0, 999_999_999_999), st.sampled_from([AMOUNT, CASH]))
def test_number_round_trip(value: int, field: Field):
    assert read(field, field.write(value, NAMES)) == (value, "")


def test_number_at_the_start_of_a_line():
    for text, found in [
        ("80", (80, "")),
        ("  $80", (80, "")),
        ("0", (0, "")),
        ("007", (7, "")),
        ("1,200", (1200, "")),
        ("$1,200,000 up", (1_200_000, " up")),
        ("80 to 120", (80, " to 120")),
        ("80, 120", (80, ", 120")),
        ("1,2", (1, ",2")),
        ("50,10,10", (50, ",10,10")),
        ("80%", (80, "%")),
    ]:
        assert read(AMOUNT, text) == found
    assert CASH.write(1200, NAMES) == "$1,200"
    assert AMOUNT.write(1200, NAMES) == "1200"


def test_bad_number_is_refused_with_limits_and_quoted_harmlessly():
    for text in ["", " ", "eighty", "-5", ".5", "$", ",5", "$ 5", "to 80"]:
        assert refused(AMOUNT, text).endswith("Please give a number.")
        limited = number("amount", "amount", "Yours", hint=lambda view, known: "$60 to $80")
        assert refused(limited, text).endswith("Please give a number ($60 to $80).")
    for text in ["٣", "８０", "४२", "²", "١", "①", "½", "Ⅷ", "８", "\u202e8", "٨ 8"]:
        assert "Please give a number" in refused(AMOUNT, text)
    refused(AMOUNT, "1" * 13)
    refused(AMOUNT, "9" * 5000)
    said = refused(AMOUNT, "[@everyone](https://example.org) " * 20)
    assert len(said) < 200
    assert "@everyone" not in said
    assert "](" not in said


@steady
@given(st.lists(st.text(max_size=12), min_size=2, max_size=6))
@example(["Ann", "ann "])
@example(["Ann", "D’Arcy"])
@example(["Ann", "Ann Lee", "Lee"])
@example(["İ", "i̇", "ß", "ss"])
def test_player_round_trip(raw: list[str]):
    names = Names(raw)
    for own in range(len(names)):
        for seat in set(range(len(names))) - {own}:
            text = names.to_type(seat)
            assert read(WHO, text, names, View(own)) == (seat, "")
            assert read(WHO, f"{text}, 50", names, View(own)) == (seat, "50")


@steady
@given(st.lists(st.text(max_size=12), min_size=2, max_size=4))
@example(["Ann", "Ann!"])
@example(["Ann", "“Ann”"])
@example(["Darcy", "D’Arcy"])
def test_player_round_trip_in_a_typed_line(raw: list[str]):
    names = Names(raw)
    for seat in range(1, len(names)):
        line = plain_line(f"`swap {names.to_type(seat)}`")
        assert read(WHO, line.removeprefix("swap ").strip(" ,:"), names) == (seat, "")


def test_longest_or_uniquely_begun_name_wins():
    names = Names(["Ann", "Ben", "Ben Cole", "Benedict"])
    assert read(WHO, "ben cole 50", names) == (2, "50")
    assert read(WHO, "BEN", names) == (1, "")
    assert read(WHO, "ben, 50", names) == (1, "50")
    assert read(WHO, "benedict", names) == (3, "")
    names = Names(["Ann", "Ben", "Bea", "Christopher"])
    assert read(WHO, "chris 50", names) == (3, "50")
    assert refused(WHO, "be", names) == "Who do you mean: Ben or Bea?"
    for name in ["of Ben", "with Ben", "from Ben", "to Ben", "of", "With", "From Cat", "tomato"]:
        names = Names(["Ann", "Ben", "Cat", name])
        assert read(WHO, names.to_type(3), names) == (3, "")
        assert read(WHO, name.upper(), names) == (3, "")


def test_equal_names_are_told_apart_by_seat():
    names = Names(["Ann", "Ben", "ben", "Cat"])
    said = refused(WHO, "Ben", names)
    assert "`seat 2` or `seat 3`" in said
    assert read(WHO, "seat 2", names) == (1, "")
    assert read(WHO, "Seat 3, 50", names) == (2, "50")
    names = Names(["Ann", "Ben", "ben", "Cat"])
    assert (names[1], names[2]) == ("Ben (seat 2)", "ben (seat 3)")
    assert read(WHO, "Ben (seat 3)", names) == (2, "")
    assert read(WHO, "ben (seat 2), 50", names) == (1, "50")
    assert (
        refused(WHO, "ben", names)
        == "Several players here are called Ben: say `seat 2` or `seat 3`."
    )


def test_player_named_like_a_seat_hides_nobody():
    names = Names(["Ann", "Ben", "seat 2"])
    assert read(WHO, "seat 2", names) == (1, "")
    assert read(WHO, names.to_type(2), names) == (2, "")
    assert read(WHO, "seat 3", names) == (2, "")
    names = Names(["Ann", "Ben", "seat 2"])
    assert "Ann and seat 2" in refused(WHO, "seat 2", names, View(1))
    assert read(WHO, "seat 3", names, View(1)) == (2, "")
    names = Names(["Ann", "Ben", "seat 2", "Seat 1, really"])
    assert read(WHO, "seat 2", names) == (1, "")
    assert read(WHO, "seat 4, 50", names) == (3, "50")
    assert [names.to_type(seat) for seat in (2, 3)] == ["seat 3", "seat 4"]


def test_own_name_and_own_or_empty_seat_are_refused():
    for text in ["seat 1", "seat 9", "seat 0", "seat 99"]:
        refused(WHO, text, Names(["Ann", "Ben", "Seathwaite"]))
    assert "Ben and Cat" in refused(WHO, "Ann")
    assert read(WHO, "Ann", NAMES, View(1)) == (0, "")
    assert [read_player(name, View(None), NAMES)[0] for name in NAMES] == [0, 1, 2]


def test_unknown_player_is_asked_again():
    for text in ["", " ", ",", "zoe", "bennet", "٣", "seat ٣", "seat"]:
        assert "Ben and Cat" in refused(WHO, text)
    assert refused(WHO, "zoe", Names(["Ann", "Ben"])) == "The only other player here is Ben."
    assert "@everyone" not in refused(WHO, "zoe", Names(["Ann", "@everyone"]))


def test_yes_no_at_the_start_of_a_line():
    for value in [True, False]:
        assert read(LOOK, LOOK.write(value, NAMES)) == (value, "")
    for text, found in [
        ("YES", (True, "")),
        (" y ", (True, "")),
        ("true 52", (True, "52")),
        ("no, 52", (False, "52")),
        ("n", (False, "")),
        ("False", (False, "")),
        ("yes!", (True, "!")),
        ("yes please", (True, "please")),
    ]:
        value, rest = read(LOOK, text)
        assert (value, rest.strip(" ,")) == found
    for text in ["", "maybe", "nope", "yesterday", "1", "no_one"]:
        assert refused(LOOK, text) == "Look at once: `yes` or `no`?"
    assert LOOK.closed
    assert list(LOOK.offer(VIEW, {})) == [True, False]


def test_longest_list_words_win_and_others_are_refused():
    for value in ["is", "isnt", "coal"]:
        assert read(REASON, REASON.write(value, NAMES)) == (value, "")
    for text, found in [
        ("IT  IS", ("is", "")),
        ("it is coal", ("coal", "")),
        ("it is a wreath", ("is", "a wreath")),
        ("it isn't, 50", ("isnt", "50")),
        ("it isn’t", ("isnt", "")),
        ("Yes", ("is", "")),
        ("not", ("isnt", "")),
    ]:
        assert read(REASON, text) == found
    for text in ["", "it", "nothing", "it island"]:
        assert refused(REASON, text) == "Why: `it is`, `it isn't` or `it is coal`?"


@steady
@given(st.sampled_from([AMOUNT, CASH, WHO, LOOK, REASON]), st.text(max_size=30))
def test_any_text_is_read_or_refused(field: Field, text: str):
    try:
        read(field, text)
    except Refusal as refusal:
        said = str(refusal)
    else:
        said = "It is read."
    assert said.strip()[-1] in ".?", said
