"""The simulated TRUMP players find the cards that they can lend, promise and play."""

from random import Random

from tests.actors.trump.card_deals import borrowed_now, held_in, players_on, presses, terms

HAND = """### Your hand · TRUMP The Game, table 7, <#2>
You have **$80M** in hand and $50M inside your properties: Hotel ($50M).
**Now**: Any 40 ($40M), Any 50 ×2 ($50M, one lent by Ann until Ann's turn 31), Tax
**In a sale**: Investor 30 (lent by Cat until Dan's turn 35), You're Out
-# **Not yet**: Hotel + Casino ($120M, needs the Casino), \
3 Properties (you play it on your turn 34)"""


def test_borrowed_cards_are_found_only_where_they_can_be_played() -> None:
    """Otherwise the drivers would never play a borrowed card, and nobody would notice."""
    assert borrowed_now(HAND) == ["Any 50"]
    assert borrowed_now(HAND.replace("Now", "On your turn")) == []


def test_cards_that_lie_open_are_not_offered() -> None:
    """Such an offer is always refused (TR-80, TR-81)."""
    hidden = [held.card for held in held_in(HAND) if not held.open]
    assert hidden == ["Any 40", "Tax", "You're Out", "Hotel + Casino"]


def test_a_card_is_lent_or_its_play_is_promised_on_a_turn_of_ones_own() -> None:
    made = [terms(Random(seed), 30, 3, "**Now**: Any 40 ($40M), Tax") for seed in range(60)]
    lent = [deal for deal in made if deal["give"] == "Any 40"]
    played = [deal for deal in made if deal["give"] == "nothing"]
    assert len(lent) + len(played) == len(made)
    assert all("they return Any 40 by 3" in deal["promises"] for deal in lent)
    assert {deal["promises"] for deal in played} == {
        "I play Any 40 by 33",
        "I play Any 40 by 36",
    }
    assert terms(Random(1), 30, 3, "") == {}
    assert terms(Random(1), 30, 3, "**Now**: Tax")["give"] == "Tax", "only profits are promised"


def test_the_players_are_counted_on_the_board() -> None:
    board = (
        "### Ann's turn\n**Ann** · 5 cards\n**Ben** · 1 card · open: Tax (promise 1)\n**Promised**"
    )
    assert players_on(board) == 2


def test_the_same_is_done_by_pressing_on_a_draft() -> None:
    made = [presses(Random(seed), HAND) for seed in range(20)]
    assert {made_of[0] for made_of in made} == {("Cards…", ""), ("A promise", "^You play ")}
    assert {choice for made_of in made for label, choice in made_of if "card…" in label} == {
        "Any\\ 40"
    }
