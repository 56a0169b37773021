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
        (0, decline("isnt"), "There's no gift to answer. It's your turn to give one."),
        (1, decline("isnt"), "There's no gift to answer yet. Ann gives next."),
        (2, look(), "There's no gift to answer yet. Ann gives next."),
        (1, give("pies", 0, "pies"), "It's Ann's turn to give. Wait until a gift comes to you."),
        (3, look(), "You have no seat at this table."),
    ],
)
def test_out_of_turn_moves_are_refused_with_who_gives(seat, move, said):
    refused(laid("coal pies", "pies", "flannel"), seat, move, f"^{re.escape(said)}$")


@pytest.mark.parametrize(
    ("seat", "move", "said"),
    [
        (0, give("pies", 1, "mug"), "A gift is in front of Ben. Whoever takes it gives next."),
        (1, give("pies", 0, "mug"), "Answer Ann's gift first. Whoever takes it gives next."),
        (2, decline("isnt"), "The gift is in front of Ben, so only Ben can answer it."),
        (0, look(), "The gift is in front of Ben, so only Ben can answer it."),
        (1, decline("why"), "Say why you decline: it is, it isn't, or it is Coal."),
        (1, regift(2, "mug"), "You haven't looked at this gift yet. Look first, then pass it on."),
    ],
)
def test_moves_during_an_offer_are_refused_with_who_answers(seat, move, said):
    offered = after(laid("coal pies", "pies", "flannel"), (0, give(COAL, 1, "mug"))).state
    refused(offered, seat, move, f"^{re.escape(said)}")


def test_moves_after_a_look_or_the_end_are_refused():
    state = laid("coal pies", "pies", "flannel")
    looked = after(state, (0, give(COAL, 1, "mug")), (1, look())).state
    refused(
        looked, 2, decline("isnt"), "^The gift is in front of Ben, so only Ben can pass it on.$"
    )
    refused(looked, 1, give("pies", 0, "mug"), "^You've looked, so you must pass it on")
    over = replace(looked, phase=Over(loser=0, losses=(EmptyHand(),)))
    refused(over, 1, decline("isnt"), "^This game is over. Ann lost.$")
    refused(over, 0, decline("isnt"), "^This game is over. You lost.$")


def test_seat_that_only_equals_a_number_is_refused():
    state = laid("coal pies", "pies", "flannel")
    for to in (True, 1.0):
        refused(state, 0, give("pies", to, "pies"), "Nobody sits there")
    refused(state, 0, "give", "isn't a move in this game")
    for seat in (False, 0.0, None, "0"):
        refused(state, seat, give("pies", 1, "pies"), "no seat at this table")
    for kind in ([], {}, None, "look", 0):
        refused(state, 0, Give(kind=kind, card="pies", to=1, declared="pies"), "isn't a move")  # pyright: ignore[reportArgumentType]
    refused(state, 0, object.__new__(Give), "isn't a move in this game")
    looked = after(state, (0, give("pies", 1, "pies")), (1, look())).state
    refused(looked, 1, regift(False, "pies"), "Nobody sits there")


def test_only_claims_are_sampled():
    assert RULES.sampled == (Give, Regift)
