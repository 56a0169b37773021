"""Yankee Swap: autocomplete, terms and labels."""

import pytest

from bot.ui.panels.words import Names
from bot.ui.ways.offers import suggestions
from cogs.yankee import FACE
from games.yankee.state import Options
from tests.cogs.terms import named
from tests.cogs.yankee.face import LOOKED, NAMES, OFFERED, THREE, WAYS, legal, names, rules


@pytest.mark.parametrize(
    ("verb", "option", "state", "seat", "typed", "found"),
    [
        ("give", "card", THREE, 0, "", ["Mug", "Whoopie Pies", "Coal"]),
        ("give", "card", THREE, 0, "mu", ["Mug"]),
        ("give", "to", THREE, 0, "", ["Ben", "Cat"]),
        ("give", "to", THREE, 0, "ca", ["Cat"]),
        ("give", "as", THREE, 0, "maple", ["Maple Syrup"]),
        ("give", "card", THREE, 1, "", []),
        ("regift", "to", LOOKED, 1, "", ["Cat", "Ann"]),
        ("decline", "because", OFFERED, 1, "", ["it isn't", "it is", "it is Coal"]),
        ("decline", "because", OFFERED, 1, "no", ["it isn't"]),
        ("decline", "because", OFFERED, 2, "", []),
    ],
)
def test_autocomplete_uses_the_typers_own_view(verb, option, state, seat, typed, found):
    way, view = WAYS[verb], rules.view(state, seat)
    field = next(field for field in way.fields if field.name == option)
    offered = suggestions(way, field, {}, view, names(state), legal(view), typed)
    assert [text for _, text in offered] == found


def test_terms_are_offered_and_described():
    assert FACE.options({}) == Options()
    assert FACE.options({"first": "host", "strict": True}) == Options(first="host", strict=True)
    usual, other = named(FACE, Options()), named(FACE, Options(first="host", strict=True))
    assert "a random player gives first · you may pass a gift on to anybody" in usual
    assert (
        "the host gives first · you may pass a gift on only to players who haven't seen it" in other
    )


def test_label_ends_in_dots_if_the_button_asks_something():
    view = rules.view(OFFERED, 1)
    for verb, known, label in [
        ("give", {"card": "mug"}, "Give a Mug…"),
        (
            "give",
            {"card": "mug", "to": 3, "declared": "pies"},
            "Give Dan* a Mug as a box of Whoopie Pies",
        ),
        ("regift", {"to": 2}, "Pass it on to Cat…"),
        ("regift", {"to": 2, "declared": "mug"}, "Pass it on to Cat as a Mug"),
        ("decline", {}, "Decline…"),
        ("decline", {"reason": "isnt"}, "It isn't a Wreath"),
    ]:
        assert WAYS[verb].label(view, known, NAMES) == label
    long = Names(["x" * 40] * 10)
    most = {"card": "snowshoes", "to": 3, "declared": "pies"}
    assert len(WAYS["give"].label(view, most, long)) <= 80
    assert WAYS["give"].title is not None
    assert len(WAYS["give"].title(view, {"to": 3}, long)) <= 45
