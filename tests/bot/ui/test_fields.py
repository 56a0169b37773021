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


def test_field_of_one_attribute():
    assert known_of(AMOUNT, 80) == {"amount": 80}
    assert value_in(AMOUNT, {"amount": 80, "limit": None}) == 80


def test_field_of_several_attributes():
    several = Field(name="deal", fills=("item", "target"), label="", write=str, read=AMOUNT.read)
    assert known_of(several, ("lamp", 2)) == {"item": "lamp", "target": 2}
    assert value_in(several, {"target": 2, "item": "lamp"}) == ("lamp", 2)
    with pytest.raises(ValueError):
        known_of(several, ("lamp",))


def test_field_settings_can_be_overridden():
    made = number("amount", "sum", "How much?", usual=5, before="for")
    assert (made.name, made.fills, made.usual, made.before) == ("amount", ("sum",), 5, "for")
    assert yes_no("look", "look", "Look", closed=False).closed is False
    assert AMOUNT.usual is ASK
    assert repr(ASK) == "ASK"


def test_field_has_discords_option_type():
    assert [field.option for field in (AMOUNT, WHO, LOOK, REASON)] == [int, str, bool, str]


@steady
@given(st.integers(0, 999_999_999_999), st.sampled_from([AMOUNT, CASH]))
def test_number_round_trip(value: int, field: Field):
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
def test_number_at_the_start_of_a_line(text: str, found: tuple[int, str]):
    assert read(AMOUNT, text) == found


@pytest.mark.parametrize("text", ["", " ", "eighty", "-5", ".5", "$", ",5", "$ 5", "to 80"])
def test_bad_number_is_refused_with_limits(text: str):
    assert refused(AMOUNT, text).startswith("I need a number there.")
    limited = number("amount", "amount", "Yours", hint=lambda view, known: "$60 to $80")
    assert refused(limited, text).startswith("I need a number there ($60 to $80).")


@pytest.mark.parametrize("text", ["٣", "８０", "²", "४२", "Ⅷ"])
def test_digits_of_other_scripts_are_refused(text: str):
    refused(AMOUNT, text)


def test_huge_number_is_refused():
    refused(AMOUNT, "1" * 13)
    refused(AMOUNT, "9" * 5000)


def test_typed_text_is_quoted_harmlessly():
    said = refused(AMOUNT, "[@everyone](https://example.org) " * 20)
    assert len(said) < 200
    assert "@everyone" not in said
    assert "](" not in said


def test_cash_is_written_with_a_dollar_sign():
    assert CASH.write(1200, NAMES) == "$1,200"
    assert AMOUNT.write(1200, NAMES) == "1200"


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


@pytest.mark.parametrize(
    "name", ["of Ben", "with Ben", "from Ben", "to Ben", "of", "With", "From Cat", "tomato"]
)
def test_name_that_begins_with_a_little_word(name: str):
    names = Names(["Ann", "Ben", "Cat", name])
    assert read(WHO, names.to_type(3), names) == (3, "")
    assert read(WHO, name.upper(), names) == (3, "")


def test_longest_matching_name_wins():
    names = Names(["Ann", "Ben", "Ben Cole", "Benedict"])
    assert read(WHO, "ben cole 50", names) == (2, "50")
    assert read(WHO, "BEN", names) == (1, "")
    assert read(WHO, "ben, 50", names) == (1, "50")
    assert read(WHO, "benedict", names) == (3, "")


def test_beginning_of_a_unique_name_suffices():
    names = Names(["Ann", "Ben", "Bea", "Christopher"])
    assert read(WHO, "chris 50", names) == (3, "50")
    assert refused(WHO, "be", names) == "Who is meant: Ben or Bea?"


def test_equal_names_are_told_apart_by_seat():
    names = Names(["Ann", "Ben", "ben", "Cat"])
    said = refused(WHO, "Ben", names)
    assert "`seat 2` or `seat 3`" in said
    assert read(WHO, "seat 2", names) == (1, "")
    assert read(WHO, "Seat 3, 50", names) == (2, "50")


def test_player_named_seat_2_hides_nobody():
    names = Names(["Ann", "Ben", "seat 2"])
    assert read(WHO, "seat 2", names) == (1, "")
    assert read(WHO, names.to_type(2), names) == (2, "")
    assert read(WHO, "seat 3", names) == (2, "")


def test_player_named_like_the_typists_seat_is_not_meant():
    names = Names(["Ann", "Ben", "seat 2"])
    assert "Ann and seat 2" in refused(WHO, "seat 2", names, View(1))
    assert read(WHO, "seat 3", names, View(1)) == (2, "")


@pytest.mark.parametrize("text", ["seat 1", "seat 9", "seat 0", "seat 99"])
def test_own_or_empty_seat_is_refused(text: str):
    refused(WHO, text, Names(["Ann", "Ben", "Seathwaite"]))


def test_own_name_is_refused():
    assert "Ben and Cat" in refused(WHO, "Ann")
    assert read(WHO, "Ann", NAMES, View(1)) == (0, "")


def test_watcher_can_name_everybody():
    assert [read_player(name, View(None), NAMES)[0] for name in NAMES] == [0, 1, 2]


@pytest.mark.parametrize("text", ["", " ", ",", "zoe", "bennet", "٣", "seat ٣", "seat"])
def test_unknown_player_is_asked_again(text: str):
    assert "Ben and Cat" in refused(WHO, text)


def test_single_other_player_is_named():
    assert refused(WHO, "zoe", Names(["Ann", "Ben"])).startswith("Nobody but Ben sits")


def test_refusal_escapes_names():
    assert "@everyone" not in refused(WHO, "zoe", Names(["Ann", "@everyone"]))


@pytest.mark.parametrize("value", [True, False])
def test_yes_no_round_trip(value: bool):
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
def test_yes_no_at_the_start_of_a_line(text: str, found: tuple[bool, str]):
    value, rest = read(LOOK, text)
    assert (value, rest.strip(" ,")) == found


@pytest.mark.parametrize("text", ["", "maybe", "nope", "yesterday", "1", "no_one"])
def test_neither_yes_nor_no_is_asked_again(text: str):
    assert refused(LOOK, text) == "Look at once: `yes` or `no`?"


def test_yes_no_offers_both_values():
    assert LOOK.closed
    assert list(LOOK.offer(VIEW, {})) == [True, False]


@pytest.mark.parametrize("value", ["is", "isnt", "coal"])
def test_list_value_round_trip(value: str):
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
def test_longest_list_words_win(text: str, found: tuple[str, str]):
    assert read(REASON, text) == found


@pytest.mark.parametrize("text", ["", "it", "nothing", "it island"])
def test_unknown_list_value_is_refused_with_the_list(text: str):
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


def test_seat_number_beats_a_name():
    names = Names(["Ann", "Ben", "seat 2", "Seat 1, really"])
    assert read(WHO, "seat 2", names) == (1, "")
    assert read(WHO, "seat 4, 50", names) == (3, "50")
    assert [names.to_type(seat) for seat in (2, 3)] == ["seat 3", "seat 4"]


def test_displayed_name_with_its_seat_can_be_typed():
    names = Names(["Ann", "Ben", "ben", "Cat"])
    assert (names[1], names[2]) == ("Ben (seat 2)", "ben (seat 3)")
    assert read(WHO, "Ben (seat 3)", names) == (2, "")
    assert read(WHO, "ben (seat 2), 50", names) == (1, "50")
    assert refused(WHO, "ben", names) == "Several here are called Ben: say `seat 2` or `seat 3`."


@pytest.mark.parametrize("text", ["²", "١", "①", "½", "Ⅷ", "８", "\u202e8", "٨ 8"])
def test_lookalike_digits_are_refused(text: str):
    assert "I need a number there" in refused(AMOUNT, text)
