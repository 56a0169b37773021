"""Tests that a way made from a type has its verb, label, help and fields."""

from dataclasses import dataclass
from typing import Any, Literal

import pytest

from bot.ui.panels.words import Names
from bot.ui.plain.plain_ways import Label, Undeclared, always, completed, order_way, way
from bot.ui.ways.fields import number
from tests.bot.ui.plain.dice import Bid, Keep, KeepAhead, RollAgain

NAMES = Names(["Ann", "Ben", "Cat"])
VIEW: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    kind: Literal["discard"] = "discard"
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    kind: Literal["hand"] = "hand"


def test_verb_help_and_label_come_from_the_type():
    keep, again = way(Keep), way(RollAgain)
    assert (keep.verb, keep.help, keep.words) == ("keep", "Keep your die.", ())
    assert (again.verb, again.help, again.words) == ("roll_again", "Roll again", ("roll again",))
    assert again.label(VIEW, {}, NAMES) == "Roll again"
    assert again.board(VIEW) == ()
    assert way(Keep, board=always).board(VIEW) == ({},)


def test_each_attribute_gets_the_field_of_its_type():
    fields = way(Bid).fields
    assert [(field.name, field.option) for field in fields] == [
        ("count", int),
        ("face", str),
        ("wild", bool),
        ("rival", str),
    ]
    assert fields[1].write("ones", NAMES) == "ones"
    assert fields[3].label == "Rival"
    own = number("number", "count", "How many?")
    assert [field.name for field in way(Bid, fields=(own,)).fields] == [
        *("number", "face", "wild", "rival")
    ]


def test_a_label_is_cut_where_a_field_is_asked():
    made = way(Bid, "Bid {count} × {face} against {rival}")
    assert made.label(VIEW, {}, NAMES) == "Bid"
    assert made.label(VIEW, {"count": 3}, NAMES) == "Bid 3"
    known = {"count": 3, "face": "ones", "rival": 1, "wild": True}
    assert made.label(VIEW, known, NAMES) == "Bid 3 × ones against Ben"
    assert way(Bid, "Challenge {rival}").label(VIEW, {}, NAMES) == "Challenge"


def test_a_word_of_a_label_goes_with_its_number():
    made = way(Bid, "bid {count:die|dice} of {face}")
    assert made.label(VIEW, {}, NAMES) == "Bid"
    assert made.label(VIEW, {"count": 3}, NAMES) == "Bid 3 dice"
    assert made.label(VIEW, {"count": 1, "face": "ones"}, NAMES) == "Bid 1 die of ones"
    assert way(Bid, "{rival:is|are} out").label(VIEW, {"rival": 1}, NAMES) == "Ben is out"


def test_inside_a_sentence_a_player_who_is_not_chosen_yet_is_a_player():
    label = way(Bid, "Challenge {rival}").label
    assert isinstance(label, Label)
    assert label.phrase() == "challenge a player"
    assert way(Keep, lambda view, known, names: "Keep it").label(VIEW, {}, NAMES) == "Keep it"


def test_an_order_is_planned_and_its_date_is_not_asked():
    made = order_way(KeepAhead)
    assert (made.verb, made.called, made.group) == ("plan_keep", "plan keep", "ahead")
    assert made.fields == ()
    assert made.settled(VIEW, {}) == {"round": 0}
    assert order_way(KeepAhead, verb="later").verb == "later"


def test_declared_ways_take_the_place_of_made_ones_in_the_order_of_the_moves():
    own = way(RollAgain, "Once more")
    assert completed((Keep, RollAgain), (own,), way)[1] is own
    assert [made.verb for made in completed((Keep, RollAgain), (own,), way)] == [
        "keep",
        "roll_again",
    ]


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: way(Discard), r"can't ask for Discard.cards.*ways = \(way\(Discard, fields="),
        (lambda: way(Hand), r'`hand` is a command of the house.*way\(Hand, verb="..."\)'),
        (lambda: way(Bid, "Bid {amount}"), r"names {amount}.*has count, face, wild, rival"),
        (lambda: completed((Keep,), (way(Bid),), way), "Bid, which is no move"),
    ],
)
def test_what_the_types_do_not_say_is_refused_with_what_to_write(make: Any, says: str):
    with pytest.raises(Undeclared, match=says):
        make()
