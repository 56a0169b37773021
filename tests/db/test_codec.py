"""What is stored comes back as it was, or not at all."""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import pytest

from db.codec import Codec, Unreadable, codec_of
from games.rules import Told
from tests.bot.toy import Guess, Hid, Hide, Hurry, Move, Options, State, Toy


@dataclass(frozen=True, slots=True)
class Red:
    """One of two."""

    kind: Literal["red"] = "red"
    deep: int = 0


@dataclass(frozen=True, slots=True)
class Blue:
    """The other, with one inside it."""

    kind: Literal["blue"] = "blue"
    inside: "Red | None" = None
    seats: frozenset[int] = frozenset()
    rows: tuple[tuple[int, ...], ...] = ()


Colour: TypeAlias = Red | Blue
COLOURS: Codec[Colour] = Codec(Colour)


@pytest.mark.parametrize(
    "value",
    [Red(), Red(deep=7), Blue(), Blue(inside=Red(), seats=frozenset({2, 1}), rows=((1,), ()))],
)
def test_a_value_comes_back_as_it_was(value: Colour):
    assert COLOURS.load(COLOURS.dump(value)) == value


def test_which_of_a_union_it_is_is_said_by_its_kind():
    assert COLOURS.load('{"kind":"blue"}') == Blue()
    assert COLOURS.load('{"kind":"red","deep":1}') == Red(deep=1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "7",
        "{",
        '{"kind":"green"}',
        "{}",
        '{"kind":"red","deep":"7"}',  # a number written as text is no number
        '{"kind":"red","deep":7.5}',
        '{"kind":"red","deep":true}',
        '{"kind":"red","deep":null}',
        '{"kind":"red","wide":1}',  # a field that the type does not have
        '{"kind":"blue","rows":[[1,"2"]]}',
        '{"kind":"blue","inside":{"kind":"blue"}}',
        '{"kind":"red"} and more',
    ],
)
def test_what_does_not_fit_is_unreadable(text: str):
    with pytest.raises(Unreadable):
        COLOURS.load(text)


def test_what_is_unreadable_is_not_written_into_the_log():
    """It may be somebody's hand."""
    with pytest.raises(Unreadable) as problem:
        COLOURS.load('{"kind":"red","deep":"the ace of spades"}')
    assert "ace" not in str(problem.value)
    assert "deep" in str(problem.value), "but where it does not fit is"


def test_json_is_compact():
    assert COLOURS.dump(Blue(rows=((1, 2),))) == (
        '{"kind":"blue","inside":null,"seats":[],"rows":[[1,2]]}'
    )


def test_a_games_five_types_are_found_on_its_rules():
    codec = codec_of(Toy())
    state = State(hidden=(1, None), guesses=(), first=0)
    moves: list[Move] = [Hide(coins=2), Guess(total=3, after=0), Hurry()]
    told = (Told(Hid(seat=1)), Told(Hid(seat=0), frozenset({0, 1})))
    assert codec.options.load(codec.options.dump(Options())) == Options()
    assert codec.state.load(codec.state.dump(state)) == state
    assert [codec.move.load(codec.move.dump(move)) for move in moves] == moves
    assert codec.told.load(codec.told.dump(told)) == told
    assert codec.view.load(codec.view.dump(Toy().view(state, 0))) == Toy().view(state, 0)


def test_a_field_that_is_not_stored_gets_its_default():
    assert codec_of(Toy()).options.load("{}") == Options()
    assert codec_of(Toy()).options.load('{"most":2}') == replace(Options(), most=2)


def test_rules_that_do_not_say_their_types_are_our_mistake():
    class Vague(Toy.__mro__[1]):  # type: ignore[misc]
        """Says nothing."""

    Vague.__abstractmethods__ = frozenset()
    with pytest.raises(TypeError, match="Vague"):
        codec_of(Vague())
