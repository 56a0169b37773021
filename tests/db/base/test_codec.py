import json
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import pytest

from db.base.codec import Codec, Unreadable, codec_of
from games import GAMES
from games.chance import Chance
from games.rules import Rules, Told


@dataclass(frozen=True, slots=True, kw_only=True)
class Red:
    kind: Literal["red"] = "red"
    deep: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Blue:
    kind: Literal["blue"] = "blue"
    inside: "Red | None"
    seats: frozenset[int]
    rows: tuple[tuple[int, ...], ...]


Colour: TypeAlias = Red | Blue
COLOURS: Codec[Colour] = Codec(Colour)


@pytest.mark.parametrize(
    "value",
    [
        Red(deep=0),
        Red(deep=10**18),
        Blue(inside=None, seats=frozenset(), rows=()),
        Blue(inside=Red(deep=-1), seats=frozenset({2, 1}), rows=((1,), ())),
    ],
)
def test_values_round_trip(value: Colour):
    assert COLOURS.load(COLOURS.dump(value)) == value


def test_kind_selects_the_member_of_a_union_and_json_is_compact():
    blue, text = (
        Blue(inside=None, seats=frozenset(), rows=()),
        '{"kind":"blue","inside":null,"seats":[],"rows":[]}',
    )
    assert (COLOURS.load(text), COLOURS.dump(blue)) == (blue, text)
    assert COLOURS.load('{"deep":1,"kind":"red"}') == Red(deep=1)


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
        '{"deep":1}',  # of which kind?
        '{"kind":"red"}',  # a field that is missing has no value that we would make up
        '{"kind":"blue","seats":[],"rows":[]}',
        '{"kind":"red","deep":"7"}',  # a number written as text is no number
        '{"kind":"red","deep":7.5}',
        '{"kind":"red","deep":true}',
        '{"kind":"red","deep":null}',
        '{"kind":"red","deep":1,"wide":1}',  # a field that the type does not have
        '{"kind":"blue","inside":null,"seats":[],"rows":[[1,"2"]]}',
        '{"kind":"blue","inside":{"kind":"green","deep":1},"seats":[],"rows":[]}',
        '{"kind":"red","deep":1} and more',
    ],
)
def test_json_of_another_type_is_unreadable(text: str):
    with pytest.raises(Unreadable):
        COLOURS.load(text)


def test_an_unreadable_error_contains_no_values():
    with pytest.raises(Unreadable) as problem:
        COLOURS.load('{"kind":"red","deep":"the ace of spades"}')
    assert "ace" not in str(problem.value)
    assert "deep" in str(problem.value), "but where it does not fit is"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    most: int = 3
    loud: bool = False


class Coloured(Rules[Terms, Blue, Colour, Red, Blue]):
    """Rules that say their types, which is all that is asked of them here."""


Coloured.__abstractmethods__ = frozenset()


def test_the_types_of_a_game_are_found_on_its_rules():
    codec = codec_of(object.__new__(Coloured))
    blue = Blue(inside=None, seats=frozenset({1}), rows=((7,),))
    moves: list[Colour] = [Red(deep=1), blue]
    told = (Told(Red(deep=1)), Told(Red(deep=2), frozenset({0, 1})))
    assert codec.options.load(codec.options.dump(Terms(most=1))) == Terms(most=1)
    assert codec.state.load(codec.state.dump(blue)) == blue
    assert [codec.move.load(codec.move.dump(move)) for move in moves] == moves
    assert codec.event.load(codec.event.dump(Red(deep=1))) == Red(deep=1)
    assert codec.told.load(codec.told.dump(told)) == told
    assert codec.view.load(codec.view.dump(blue)) == blue


def test_a_missing_option_gets_its_default():
    options = codec_of(object.__new__(Coloured)).options
    assert options.load("{}") == Terms()
    assert options.load('{"most":2}') == Terms(most=2)


@pytest.mark.parametrize("name", list(GAMES))
def test_a_move_with_a_missing_field_is_unreadable(name: str):
    rules = GAMES[name]
    codec = codec_of(rules)
    step = rules.start(rules.seats[0], codec.options.load("{}"), Chance.of(bytes(32), 7, 0))
    for seat in rules.to_move(rules.view(step.state, None)):
        for move in rules.legal_moves(rules.view(step.state, seat)):
            fields = _without_each_field(codec.move.dump(move))
            for text in fields:
                with pytest.raises(Unreadable):
                    codec.move.load(text)


def _without_each_field(text: str) -> list[str]:
    written: dict[str, Any] = json.loads(text)
    return [
        json.dumps({name: value for name, value in written.items() if name != left_out})
        for left_out in written
    ]


def test_rules_without_types_raise_a_type_error():
    class Vague(Rules):  # type: ignore[type-arg]
        """Says nothing."""

    Vague.__abstractmethods__ = frozenset()
    with pytest.raises(TypeError, match="Vague"):
        codec_of(Vague())  # type: ignore[abstract]
