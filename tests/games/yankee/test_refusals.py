"""Yankee Swap: every illegal move is refused with a sentence."""

import re
from dataclasses import replace

import pytest

from games.gifts import COAL
from games.yankee.moves import Give, Regift
from games.yankee.state import EmptyHand, Over
from tests.games.yankee.table import RULES, after, decline, give, laid, look, refused, regift


@pytest.mark.parametrize(
    ("seat", "move", "said"),
    [
        (0, decline("isnt"), "No gift is on its way: you give the next."),
        (1, decline("isnt"), "No gift is on its way: Ann gives the next."),
        (2, look(), "No gift is on its way: Ann gives the next."),
        (1, give("pies", 0, "pies"), "It is Ann's turn to give, not yours."),
        (3, look(), "You have no seat at this table."),
    ],
)
def test_out_of_turn_moves_are_refused_with_who_gives(seat, move, said):
    refused(laid("coal pies", "pies", "flannel"), seat, move, f"^{re.escape(said)}$")


@pytest.mark.parametrize(
    ("seat", "move", "said"),
    [
        (
            0,
            give("pies", 1, "mug"),
            "A gift is before Ben: the next can be given when somebody has",
        ),
        (1, give("pies", 0, "mug"), "Answer Ann's gift first: whoever takes it gives next."),
        (2, decline("isnt"), "The gift is before Ben: only Ben can answer it."),
        (0, look(), "The gift is before Ben: only Ben can answer it."),
        (1, decline("why"), "Decline because it is, because it isn't, or because it is Coal."),
        (1, regift(2, "mug"), "You have not looked at this gift. Look at it, then pass it on."),
    ],
)
def test_moves_during_an_offer_are_refused_with_who_answers(seat, move, said):
    offered = after(laid("coal pies", "pies", "flannel"), (0, give(COAL, 1, "mug"))).state
    refused(offered, seat, move, f"^{re.escape(said)}")


def test_moves_after_a_look_or_the_end_are_refused():
    state = laid("coal pies", "pies", "flannel")
    looked = after(state, (0, give(COAL, 1, "mug")), (1, look())).state
    refused(looked, 2, decline("isnt"), "^The gift is before Ben: only Ben can pass it on.$")
    refused(looked, 1, give("pies", 0, "mug"), "^You have looked, so you pass it on")
    over = replace(looked, phase=Over(loser=0, losses=(EmptyHand(),)))
    refused(over, 1, decline("isnt"), "^This game is over: Ann has lost.$")
    refused(over, 0, decline("isnt"), "^This game is over: you have lost.$")


def test_seat_that_only_equals_a_number_is_refused():
    state = laid("coal pies", "pies", "flannel")
    for to in (True, 1.0):
        refused(state, 0, give("pies", to, "pies"), "Nobody sits there")
    refused(state, 0, "give", "no move of this game")
    for seat in (False, 0.0, None, "0"):
        refused(state, seat, give("pies", 1, "pies"), "no seat at this table")
    for kind in ([], {}, None, "look", 0):
        refused(state, 0, Give(kind=kind, card="pies", to=1, declared="pies"), "no move of this")  # pyright: ignore[reportArgumentType]
    refused(state, 0, object.__new__(Give), "no move of this game")
    looked = after(state, (0, give("pies", 1, "pies")), (1, look())).state
    refused(looked, 1, regift(False, "pies"), "Nobody sits there")


def test_only_claims_are_sampled():
    assert RULES.sampled == (Give, Regift)
