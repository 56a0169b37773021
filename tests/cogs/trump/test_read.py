"""Money, properties and cards of TRUMP The Game, as players type them."""

import pytest

from bot.ui.panels.panel import Form
from cogs.trump import FACE
from cogs.trump.words import CARD_WORDS, PROPERTY_WORDS, money, money_in, named_in
from games.rules import Refusal
from games.trump.cards import BOARD, CARDS, PROPERTIES
from tests.cogs.trump.face import ANN, BEN, RULES, buying, type_in, typing
from tests.games.trump.table import table


def test_money_can_be_typed_in_many_ways():
    assert [money(amount) for amount in (0, 10, 1250)] == ["$0M", "$10M", "$1,250M"]
    for text in ("$1,250M", "1250", "1,250m", "$ 1250 M", "1250 million", "$1250"):
        assert money_in(text) == (1250, ""), text
    assert money_in("10, 20") == (10, "20")
    assert money_in("10 mike") == (10, "mike")
    for text in ("", "ten", "10x", "-10", "1,25"):
        assert money_in(text) is None or money_in(text) != (10, ""), text


def test_properties_and_cards_can_be_abbreviated():
    for property in PROPERTIES:
        assert named_in(f"the {property.upper()} for 10", PROPERTY_WORDS) == (property, "for 10")
        assert named_in(property.split()[0], PROPERTY_WORDS) == (property, "")
    assert named_in("c", PROPERTY_WORDS) is None
    assert named_in("conv", PROPERTY_WORDS) == ("Convention Center", "")

    for card in CARDS:
        assert named_in(card, CARD_WORDS) == (card, "")
    assert named_in("hotel+casino", CARD_WORDS) == ("Hotel and Casino", "")
    assert named_in("hotel & casino, 10", CARD_WORDS) == ("Hotel and Casino", "10")
    assert named_in("outside investor 50", CARD_WORDS) == ("Investor 50", "")
    assert named_in("hotel", CARD_WORDS) is None  # three cards begin with it


def test_an_unknown_card_is_refused_with_the_playable_ones():
    state = buying(["Casino Profits"], owners={"Casino": ANN})
    with pytest.raises(Refusal, match=r"no card “trump”\. You can play Casino Profits"):
        type_in(state, ANN, "play trump")
    with pytest.raises(Refusal, match="do that now"):
        type_in(state, BEN, "play trump")


def test_labels_and_help_fit_discords_limits():
    for way in FACE.ways:
        assert len(way.help) <= 100, way.help
        for field in way.fields:
            assert 0 < len(field.label) <= 45, field.label
    assert {space.property for space in BOARD if space.property} == set(PROPERTIES)


def test_an_unknown_line_is_answered_with_what_can_be_typed():
    state = buying(["Casino Profits"], owners={"Casino": ANN})
    assert type_in(state, ANN, "hello") is None
    assert typing(state, ANN) == "You can type `roll` or `Casino Profits`."
    assert not isinstance(type_in(state, ANN, "roll"), Form)
    assert RULES.to_move(RULES.view(table([], [], []), None)) == {0}
