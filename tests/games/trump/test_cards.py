"""The data table of TRUMP The Game: the deck, the printed figures and the board."""

from collections import Counter

from games.trump.cards import BOARD, CARDS, DECK, PROPERTIES


def test_the_deck_has_72_cards_of_38_kinds():
    assert (len(DECK), len(CARDS)) == (72, 38)
    counts = Counter(CARDS[name].sort for name in DECK)
    profits = {"single": 8, "die": 8, "pair": 8, "any": 8, "multi": 3}
    bidding = {"investor": 8, "out": 13, "back": 5}
    assert counts == {**profits, **bidding, "tax": 5, "force_sale": 4, "die_roll": 2}


def test_the_printed_figures():
    pays = {name: card.pays for name, card in CARDS.items()}
    printed = {
        "Hotel Profits": 60,
        "Convention Center Profits": 40,
        "Sports Complex Profits": 30,
        "Hotel and Casino": 120,
        "Tropical Island and Cruise Line": 100,
        "3 Properties": 160,
    }
    assert printed.items() <= pays.items()
    assert [pays[name] for name in CARDS if CARDS[name].sort == "investor"] == [20, 30, 40, 50, 60]


def test_each_property_is_on_a_single_a_die_card_two_pairs_and_one_space():
    for name in PROPERTIES:
        sorts = sorted(card.sort for card in CARDS.values() if name in card.named)
        assert sorts == ["die", "pair", "pair", "single"]
    assert [space.property for space in BOARD if space.property] == list(PROPERTIES)
    assert BOARD[0].sort == "start"
