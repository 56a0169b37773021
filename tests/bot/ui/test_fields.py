"""What a player names in a move is read as it is written, and a mistake never means another."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.ui.fields import (
    ASK,
    Field,
    known_of,
    number,
    one_of,
    player,
    read_player,
    value_in,
    yes_no,
)
from bot.ui.lines import plain_line
from bot.ui.words import Names
from games.rules import Refusal

steady = settings(derandomize=True, deadline=None, database=None)


@dataclass(frozen=True)
class View:
    """All that the house's own kinds of field ask of a view."""

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


def test_a_field_of_one_attribute_has_its_bare_value():
    assert known_of(AMOUNT, 80) == {"amount": 80}
    assert value_in(AMOUNT, {"amount": 80, "limit": None}) == 80


def test_a_field_of_several_attributes_has_them_in_order():
    several = Field(name="deal", fills=("item", "target"), label="", write=str, read=AMOUNT.read)
    assert known_of(several, ("lamp", 2)) == {"item": "lamp", "target": 2}
    assert value_in(several, {"target": 2, "item": "lamp"}) == ("lamp", 2)
    with pytest.raises(ValueError):
        known_of(several, ("lamp",))


def test_what_a_face_says_of_a_field_goes_before_what_is_usual():
    made = number("amount", "sum", "How much?", usual=5, before="for")
    assert (made.name, made.fills, made.usual, made.before) == ("amount", ("sum",), 5, "for")
    assert yes_no("look", "look", "Look", closed=False).closed is False
    assert AMOUNT.usual is ASK
    assert repr(ASK) == "ASK"


def test_a_command_asks_for_each_kind_in_discords_own_type():
    assert [field.option for field in (AMOUNT, WHO, LOOK, REASON)] == [int, str, bool, str]


@steady
@given(st.integers(0, 999_999_999_999), st.sampled_from([AMOUNT, CASH]))
def test_a_number_is_read_as_it_is_written(value: int, field: Field):
    assert read(field, field.write(value, NAMES)) == (value, "")


@pytest.mark.parametrize(
    ("text", "found"),
    [
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
    ],
)
def test_a_number_is_read_at_the_beginning_of_a_line(text: str, found: tuple[int, str]):
    assert read(AMOUNT, text) == found


@pytest.mark.parametrize("text", ["", " ", "eighty", "-5", ".5", "$", ",5", "$ 5", "to 80"])
def test_what_is_no_number_is_refused_with_the_limits(text: str):
    assert refused(AMOUNT, text).startswith("I need a number there.")
    limited = number("amount", "amount", "Yours", hint=lambda view, known: "$60 to $80")
    assert refused(limited, text).startswith("I need a number there ($60 to $80).")


@pytest.mark.parametrize("text", ["٣", "８０", "²", "४२", "Ⅷ"])
def test_digits_of_other_scripts_are_no_numbers_here(text: str):
    refused(AMOUNT, text)


def test_a_number_beyond_reason_is_refused_whole_and_not_cut():
    refused(AMOUNT, "1" * 13)
    refused(AMOUNT, "9" * 5000)


def test_what_was_typed_is_quoted_harmlessly_and_briefly():
    said = refused(AMOUNT, "[@everyone](https://example.org) " * 20)
    assert len(said) < 200
    assert "@everyone" not in said
    assert "](" not in said


def test_cash_is_written_as_cash():
    assert CASH.write(1200, NAMES) == "$1,200"
    assert AMOUNT.write(1200, NAMES) == "1200"


@steady
@given(st.lists(st.text(max_size=12), min_size=2, max_size=6))
@example(["Ann", "ann "])
@example(["Ann", "D’Arcy"])
@example(["Ann", "Ann Lee", "Lee"])
@example(["İ", "i̇", "ß", "ss"])
def test_whatever_players_are_called_each_is_read_as_written(raw: list[str]):
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
def test_whatever_players_are_called_each_is_meant_in_a_typed_line(raw: list[str]):
    names = Names(raw)
    for seat in range(1, len(names)):
        line = plain_line(f"`swap {names.to_type(seat)}`")
        assert read(WHO, line.removeprefix("swap ").strip(" ,:"), names) == (seat, "")


@pytest.mark.parametrize(
    "name", ["of Ben", "with Ben", "from Ben", "to Ben", "of", "With", "From Cat", "tomato"]
)
def test_a_name_that_begins_with_a_little_word_is_that_players(name: str):
    names = Names(["Ann", "Ben", "Cat", name])
    assert read(WHO, names.to_type(3), names) == (3, "")
    assert read(WHO, name.upper(), names) == (3, "")


def test_the_longest_name_is_meant():
    names = Names(["Ann", "Ben", "Ben Cole", "Benedict"])
    assert read(WHO, "ben cole 50", names) == (2, "50")
    assert read(WHO, "BEN", names) == (1, "")
    assert read(WHO, "ben, 50", names) == (1, "50")
    assert read(WHO, "benedict", names) == (3, "")


def test_the_beginning_of_a_name_is_enough_where_only_one_begins_so():
    names = Names(["Ann", "Ben", "Bea", "Christopher"])
    assert read(WHO, "chris 50", names) == (3, "50")
    assert refused(WHO, "be", names) == "Who is meant: Ben or Bea?"


def test_two_of_one_name_are_told_apart_by_their_seats():
    names = Names(["Ann", "Ben", "ben", "Cat"])
    said = refused(WHO, "Ben", names)
    assert "`seat 2` or `seat 3`" in said
    assert read(WHO, "seat 2", names) == (1, "")
    assert read(WHO, "Seat 3, 50", names) == (2, "50")


def test_a_player_called_seat_2_hides_nobody():
    names = Names(["Ann", "Ben", "seat 2"])
    assert read(WHO, "seat 2", names) == (1, "")
    assert read(WHO, names.to_type(2), names) == (2, "")
    assert read(WHO, "seat 3", names) == (2, "")


def test_a_player_called_by_the_seat_of_the_one_who_types_is_not_meant_by_it():
    names = Names(["Ann", "Ben", "seat 2"])
    assert "Ann and seat 2" in refused(WHO, "seat 2", names, View(1))
    assert read(WHO, "seat 3", names, View(1)) == (2, "")


@pytest.mark.parametrize("text", ["seat 1", "seat 9", "seat 0", "seat 99"])
def test_a_seat_that_is_ones_own_or_empty_is_nobody_elses(text: str):
    refused(WHO, text, Names(["Ann", "Ben", "Seathwaite"]))


def test_nobody_means_themselves():
    assert "Ben and Cat" in refused(WHO, "Ann")
    assert read(WHO, "Ann", NAMES, View(1)) == (0, "")


def test_who_only_watches_can_mean_everybody():
    assert [read_player(name, View(None), NAMES)[0] for name in NAMES] == [0, 1, 2]


@pytest.mark.parametrize("text", ["", " ", ",", "zoe", "bennet", "٣", "seat ٣", "seat"])
def test_who_is_not_here_is_asked_after(text: str):
    assert "Ben and Cat" in refused(WHO, text)


def test_where_only_one_can_be_meant_that_is_said():
    assert refused(WHO, "zoe", Names(["Ann", "Ben"])).startswith("Nobody but Ben sits")


def test_a_refusal_names_players_harmlessly():
    assert "@everyone" not in refused(WHO, "zoe", Names(["Ann", "@everyone"]))


@pytest.mark.parametrize("value", [True, False])
def test_yes_and_no_are_read_as_they_are_written(value: bool):
    assert read(LOOK, LOOK.write(value, NAMES)) == (value, "")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("YES", (True, "")),
        (" y ", (True, "")),
        ("true 52", (True, "52")),
        ("no, 52", (False, "52")),
        ("n", (False, "")),
        ("False", (False, "")),
        ("yes!", (True, "!")),
        ("yes please", (True, "please")),
    ],
)
def test_yes_and_no_are_read_at_the_beginning_of_a_line(text: str, found: tuple[bool, str]):
    value, rest = read(LOOK, text)
    assert (value, rest.strip(" ,")) == found


@pytest.mark.parametrize("text", ["", "maybe", "nope", "yesterday", "1", "no_one"])
def test_what_is_neither_is_asked_again(text: str):
    assert refused(LOOK, text) == "Look at once: `yes` or `no`?"


def test_yes_and_no_are_all_there_is():
    assert LOOK.closed
    assert list(LOOK.offer(VIEW, {})) == [True, False]


@pytest.mark.parametrize("value", ["is", "isnt", "coal"])
def test_one_of_a_list_is_read_as_it_is_written(value: str):
    assert read(REASON, REASON.write(value, NAMES)) == (value, "")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("IT  IS", ("is", "")),
        ("it is coal", ("coal", "")),
        ("it is a wreath", ("is", "a wreath")),
        ("it isn't, 50", ("isnt", "50")),
        ("it isn’t", ("isnt", "")),
        ("Yes", ("is", "")),
        ("not", ("isnt", "")),
    ],
)
def test_of_a_list_the_longest_words_are_meant(text: str, found: tuple[str, str]):
    assert read(REASON, text) == found


@pytest.mark.parametrize("text", ["", "it", "nothing", "it island"])
def test_what_is_not_on_the_list_is_refused_with_all_that_is(text: str):
    assert refused(REASON, text) == "Why: `it is`, `it isn't` or `it is coal`?"


@steady
@given(st.sampled_from([AMOUNT, CASH, WHO, LOOK, REASON]), st.text(max_size=30))
def test_whatever_is_typed_is_read_or_refused_in_a_sentence(field: Field, text: str):
    try:
        read(field, text)
    except Refusal as refusal:
        said = str(refusal)
    else:
        said = "It is read."
    assert said.strip()[-1] in ".?", said


def test_a_seat_goes_before_whoever_is_called_so():
    names = Names(["Ann", "Ben", "seat 2", "Seat 1, really"])
    assert read(WHO, "seat 2", names) == (1, "")
    assert read(WHO, "seat 4, 50", names) == (3, "50")
    assert [names.to_type(seat) for seat in (2, 3)] == ["seat 3", "seat 4"]


def test_who_is_told_apart_on_the_board_can_be_named_as_it_stands_there():
    names = Names(["Ann", "Ben", "ben", "Cat"])
    assert (names[1], names[2]) == ("Ben (seat 2)", "ben (seat 3)")
    assert read(WHO, "Ben (seat 3)", names) == (2, "")
    assert read(WHO, "ben (seat 2), 50", names) == (1, "50")
    assert refused(WHO, "ben", names) == "Several here are called Ben: say `seat 2` or `seat 3`."


@pytest.mark.parametrize("text", ["²", "١", "①", "½", "Ⅷ", "８", "\u202e8", "٨ 8"])
def test_what_only_looks_like_a_digit_is_no_number(text: str):
    assert "I need a number there" in refused(AMOUNT, text)
