"""Yankee Swap: one test per ruling (YS-…), the printed example, and what must hold in any game."""

import json
import random
import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db.codec import Unreadable, codec_of
from games.chance import Chance
from games.gifts import COAL, COALS, COPIES, GIFTS, KEYS, points
from games.rules import IllegalMove, Refusal
from games.yankee import YankeeSwap
from games.yankee.events import Dealt, Declined, Given, Looked, Lost, Received, Saw, Unwrapped
from games.yankee.moves import Decline, Give, Look, Regift
from games.yankee.record import Claim, Round, remembered
from games.yankee.state import (
    EmptyHand,
    Giving,
    Offer,
    Options,
    Over,
    State,
    ThreeAlike,
    TooMany,
    coal_each,
    migrated,
)

RULES = YankeeSwap()
DECK = tuple(card for card in KEYS for _ in range(COPIES))
NO_LUCK = Chance.tape()
CODEC = codec_of(RULES)


def laid(*hands, giving=0, face_up=(), tree=("mug", "candle", "syrup"), **options):
    """Lay a table: each hand as words, what lies face up by seat, the tree's top card first."""
    up = dict(face_up)
    return State(
        options=Options(**options),
        hands=tuple(tuple(hand.split()) for hand in hands),
        displays=tuple(tuple(up.get(seat, "").split()) for seat in range(len(hands))),
        tree=tuple(tree),
        coal_left=(coal_each(len(hands)),) * len(hands),
        record="",
        phase=Giving(seat=giving),
        gift=None,
    )


def after(state, *turns):
    """Play turns, (seat, move) each, and return the last step."""
    step = None
    for seat, move in turns:
        step = RULES.play(state, seat, move, NO_LUCK)
        state = step.state
    assert step is not None
    return step


def give(card, to, declared):
    return Give(card=card, to=to, declared=declared)


def decline(reason):
    return Decline(reason=reason)


def look():
    return Look()


def regift(to, declared):
    return Regift(to=to, declared=declared)


def events(step):
    return [told.event for told in step.told]


def settled(card, declared, reason, seats=3):
    """Seat 0 gives `card` to seat 1, who declines: return who took it."""
    state = laid(f"{card} pies", *["pies flannel"] * (seats - 1))
    end = after(state, (0, give(card, 1, declared)), (1, decline(reason)))
    return next(event.taker for event in events(end) if isinstance(event, Declined))


NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo")


def refused(state, seat, move, match):
    """Refuse a move, with the names of the players in the sentence."""
    with pytest.raises(IllegalMove) as refusal:
        RULES.play(state, seat, move, NO_LUCK)
    assert re.search(match, refusal.value.said(NAMES.__getitem__)), str(refusal.value)


def deal(seats, first=0, **options):
    return RULES.start(seats, Options(**options), Chance.tape([DECK, first]))


# --- the printed example --------------------------------------------------------------------------


def test_printed_example_jude_is_right_that_it_is_no_wreath_and_takes_the_coal():
    lucy, jude = 0, 1
    state = laid("coal pies", "flannel pies", "mug mug", tree=("snowshoes", "mug"))
    end = after(state, (lucy, give(COAL, jude, "wreath")), (jude, decline("isnt")))
    assert end.state.displays == ((), (COAL, "snowshoes"), ())
    assert events(end) == [
        Declined(seat=jude, reason="isnt", giver=lucy, declared="wreath", card=COAL, taker=jude),
        Unwrapped(seat=jude, card="snowshoes"),
    ]
    assert end.state.phase == Giving(seat=jude)


# --- rulings --------------------------------------------------------------------------------------


def test_ys_1_forty_gifts_and_ten_coal_for_two_to_ten_players():
    assert (len(GIFTS), COPIES, COALS) == (10, 4, 10)
    for seats in range(2, 11):
        assert RULES.start(seats, Options(), Chance.tape([DECK, 0]))
    for seats in (-1, 0, 1, 11, 10**9):
        with pytest.raises(Refusal, match="2 to 10"):
            RULES.start(seats, Options(), Chance.tape([DECK, 0]))


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [
        (2, [20, 20]),
        (3, [14, 13, 13]),
        (4, [10] * 4),
        (5, [8] * 5),
        (6, [7] * 4 + [6] * 2),
        (7, [6] * 5 + [5] * 2),
        (8, [5] * 8),
        (9, [5] * 4 + [4] * 5),
        (10, [4] * 10),
    ],
)
def test_ys_2_dealt_round_the_table_so_the_first_seats_have_a_card_more(seats, sizes):
    start = deal(seats)
    assert [len(hand) for hand in start.state.hands] == sizes
    tree = len(start.state.tree)
    # the first gift after the tree's goes to the first seat, the next to the second
    assert [hand[0] for hand in start.state.hands] == list(DECK[tree : tree + seats])
    coal = [hand.count(COAL) for hand in start.state.hands]
    assert coal == [2 if seats <= 4 else 1] * seats
    assert RULES.view(start.state, None).coal_left == tuple(coal)


@pytest.mark.parametrize(
    ("seats", "tree"), [(2, 4), (3, 6), (4, 8), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9), (10, 10)]
)
def test_ys_3_under_the_tree_are_as_many_gifts_as_coal_in_play_and_no_coal(seats, tree):
    assert deal(seats).state.tree == DECK[:tree]


def test_ys_3_the_top_of_the_tree_is_taken():
    state = laid("coal pies", "pies", tree=("mug", "syrup"))
    end = after(state, (0, give(COAL, 1, "pies")), (1, decline("is")))
    assert end.state.tree == ("syrup",)
    assert end.state.displays[1] == (COAL, "mug")


def test_ys_4_the_first_giver_is_drawn_by_lot_or_sits_first():
    assert deal(5, first=3).state.phase == Giving(seat=3)
    no_lot = RULES.start(5, Options(first="host"), Chance.tape([DECK]))
    assert no_lot.state.phase == Giving(seat=0)


def test_ys_5_any_held_card_to_anybody_else_as_any_gift_even_falsely():
    state = laid("coal pies", "pies mug", "flannel", giving=0, face_up={0: "wreath"})
    for declared in KEYS:
        offer = after(state, (0, give(COAL, 2, declared))).state.phase
        assert offer == Offer(claims=(Claim(giver=0, to=2, declared=declared),), looked=False)


def test_ys_5_never_called_coal_never_face_up_cards_never_to_oneself():
    state = laid("coal pies", "pies mug", "flannel", face_up={0: "wreath"})
    refused(state, 0, give(COAL, 1, COAL), "called Coal")
    refused(
        state,
        0,
        give("wreath", 1, "wreath"),
        "^You hold no Wreath. You can give: Whoopie Pies, Coal.$",
    )
    refused(state, 0, give("wraith", 1, "wreath"), "^You hold no such card. You can give: Whoopie")
    refused(state, 0, give("pies", 0, "pies"), "yourself")
    refused(state, 0, give("pies", 1, "pie"), "no such gift")
    refused(state, 1, give("pies", 0, "pies"), "^It is Ann's turn to give, not yours.$")


def test_ys_6_a_regift_passes_the_same_card_with_a_new_claim_and_frees_the_giver():
    state = laid("coal pies", "pies mug", "flannel pies", tree=("mug",))
    passed = after(state, (0, give(COAL, 1, "wreath")), (1, look()), (1, regift(2, "mug")))
    assert passed.state.gift == COAL
    assert events(passed) == [Given(giver=1, to=2, declared="mug", again=True)]
    end = after(passed.state, (2, decline("coal")))
    assert end.state.displays == ((), (COAL, "mug"), ())


def test_ys_6_who_looks_is_told_alone_and_must_pass_it_on():
    state = after(laid("coal pies", "pies", "flannel"), (0, give(COAL, 1, "mug"))).state
    looked = after(state, (1, look()))
    assert [(told.event, told.to) for told in looked.told] == [
        (Looked(seat=1), None),
        (Saw(seat=1, card=COAL), frozenset({1})),
    ]
    refused(looked.state, 1, decline("coal"), "you pass it on")
    refused(looked.state, 1, look(), "you pass it on")
    refused(looked.state, 1, regift(2, COAL), "called Coal")
    refused(looked.state, 1, regift(1, "mug"), "yourself")


def test_ys_6_nobody_passes_on_what_they_have_not_looked_at():
    state = after(laid("coal pies", "pies", "flannel"), (0, give(COAL, 1, "mug"))).state
    refused(state, 1, regift(2, "mug"), "not looked at this gift. Look at it, then")


def test_ys_7_a_gift_may_be_passed_back_to_its_giver():
    state = laid("coal pies", "pies mug", "flannel")
    back = after(state, (0, give(COAL, 1, "wreath")), (1, look()), (1, regift(0, "mug")))
    assert RULES.to_move(RULES.view(back.state, None)) == {0}


def test_ys_8_who_knows_the_gift_declines_it():
    state = laid("coal pies", "pies mug", "flannel pies")
    turns = [(0, give(COAL, 1, "wreath")), (1, look())]
    opener = after(state, *turns, (1, regift(0, "mug"))).state
    refused(opener, 0, look(), "You know this gift, so you decline")
    twice = after(state, *turns, (1, regift(2, "mug")), (2, look()), (2, regift(1, "mug"))).state
    refused(twice, 1, look(), "You know this gift, so you decline")
    assert {type(move) for move in RULES.legal_moves(RULES.view(twice, 1))} == {Decline}


def test_ys_8_the_next_round_everybody_may_look_again():
    state = laid("coal pies", "pies mug", "flannel pies")
    end = after(
        state,
        (0, give("pies", 1, "pies")),
        (1, look()),
        (1, regift(2, "pies")),
        (2, decline("isnt")),
        (2, give("flannel", 1, "mug")),
        (1, look()),
    )
    assert Saw(seat=1, card="flannel") in events(end)


def test_ys_8_strictly_those_are_named_who_have_not_seen_it():
    state = laid(*["coal pies"] * 5, strict=True)
    looked = after(state, (0, give(COAL, 3, "wreath")), (3, look())).state
    refused(looked, 3, regift(0, "mug"), "^Ann knows this gift already. Pass it on to Eve, Ben or")
    refused(looked, 3, regift(3, "mug"), "yourself")


def test_ys_8_strictly_no_gift_goes_to_who_has_seen_it_and_the_last_one_declines():
    state = laid("coal pies", "pies mug", "flannel pies", strict=True)
    looked = after(state, (0, give(COAL, 1, "wreath")), (1, look())).state
    refused(looked, 1, regift(0, "mug"), "^Ann knows this gift already. Pass it on to Cat.$")
    last = after(looked, (1, regift(2, "mug"))).state
    refused(last, 2, look(), "^There is nobody to pass this gift on to, so you decline it: it is,")
    assert not RULES.view(last, 2).may_look


@pytest.mark.parametrize(
    ("card", "reason", "right"),
    [
        ("wreath", "is", True),
        ("wreath", "isnt", False),
        ("wreath", "coal", False),
        ("mug", "is", False),
        ("mug", "isnt", True),
        ("mug", "coal", False),
        (COAL, "is", False),
        (COAL, "isnt", False),  # printed
        (COAL, "coal", True),
    ],
)
def test_ys_9_who_guesses_right_leaves_it_with_the_giver(card, reason, right):
    assert settled(card, "wreath", reason) == (0 if right else 1)


def test_ys_10_the_giver_of_a_guessed_coal_takes_a_gift_from_the_tree_too():
    state = laid("coal pies", "pies", tree=("mug", "syrup"))
    end = after(state, (0, give(COAL, 1, "pies")), (1, decline("coal")))
    assert end.state.displays == ((COAL, "mug"), ())
    assert Unwrapped(seat=0, card="mug") in events(end)


def test_ys_10_no_other_card_brings_a_gift_from_the_tree():
    state = laid("mug pies", "pies", tree=("mug", "syrup"))
    end = after(state, (0, give("mug", 1, "mug")), (1, decline("is")))
    assert end.state.tree == ("mug", "syrup")


def test_ys_11_it_is_coal_can_be_said_though_all_coal_lies_face_up():
    state = laid("mug pies", "pies", face_up={0: "coal coal", 1: "coal coal"})
    offered = after(state, (0, give("mug", 1, "mug"))).state
    assert decline("coal") in list(RULES.legal_moves(RULES.view(offered, 1)))
    end = after(offered, (1, decline("coal")))
    assert end.state.displays[1] == (COAL, COAL, "mug")


@pytest.mark.parametrize("seats", [2, 4, 5, 10])
def test_ys_12_three_of_a_kind_lose_at_every_number_of_players(seats):
    hands = ["mug pies"] + ["pies flannel"] * (seats - 1)
    state = laid(*hands, face_up={1: "mug candle mug"})
    end = after(state, (0, give("mug", 1, "pies")), (1, decline("is")))
    assert end.state.phase == Over(loser=1, losses=(ThreeAlike(card="mug"),))
    assert events(end)[-1] == Lost(seat=1, losses=(ThreeAlike(card="mug"),))


def test_ys_12_three_coal_lose_and_the_gift_from_the_tree_is_placed_first():
    state = laid("coal pies", "pies", face_up={1: "coal mug coal mug"}, tree=("mug",))
    end = after(state, (0, give(COAL, 1, "pies")), (1, decline("isnt")))
    losses = (ThreeAlike(card="mug"), ThreeAlike(card=COAL))
    assert end.state.phase == Over(loser=1, losses=losses)


def test_ys_12_two_of_a_kind_are_not_three():
    state = laid("mug pies", "pies", "pies", face_up={1: "mug", 2: "mug"})
    end = after(state, (0, give("mug", 1, "pies")), (1, decline("is")))
    assert end.state.phase == Giving(seat=1)


@pytest.mark.parametrize(
    ("up", "card", "total"),
    [
        # 207 to the point: 100 + 80 + 25 + 1 + 1, and a point less
        ("snowshoes pies syrup fruitcake", "fruitcake", 207),
        ("snowshoes pies syrup", "fruitcake", None),
        ("snowshoes pies", "wreath", 215),
    ],
)
def test_ys_13_with_207_points_or_more_one_loses(up, card, total):
    state = laid(f"{card} pies", *["pies flannel"] * 4, face_up={1: up})
    end = after(state, (0, give(card, 1, "mittens")), (1, decline("is")))
    lost = Over(loser=1, losses=(TooMany(total=total),)) if total else Giving(seat=1)
    assert end.state.phase == lost


def test_ys_13_a_gift_from_the_tree_counts_and_coal_does_not():
    up = {1: "snowshoes pies"}
    for tree, over in (("wreath", True), ("syrup", False)):
        state = laid("coal pies", *["pies flannel"] * 4, face_up=up, tree=(tree,))
        end = after(state, (0, give(COAL, 1, "mug")), (1, decline("is")))
        assert isinstance(end.state.phase, Over) is over
    assert points([COAL, "wreath"]) == 35


def test_ys_14_an_empty_hand_loses_only_when_it_must_open_a_round():
    state = laid("mug pies candle", "", "pies")
    passed = after(state, (0, give("mug", 1, "mug")), (1, look()), (1, regift(2, "mug")))
    assert passed.state.phase.to == 2  # a player without cards may be given gifts, and pass them on
    safe = after(passed.state, (2, decline("isnt")))
    assert safe.state.phase == Giving(seat=2)
    lost = after(passed.state, (2, decline("is")))
    assert lost.state.phase == Over(loser=1, losses=(EmptyHand(),))


def test_ys_14_giving_the_last_card_away_does_not_lose_by_itself():
    state = laid("mug", "pies", "flannel")
    end = after(state, (0, give("mug", 1, "mug")), (1, decline("isnt")))
    assert end.state.phase == Giving(seat=1)


def test_ys_15_what_is_face_up_is_checked_before_the_empty_hand():
    state = laid("mug pies", *[""] * 4, face_up={1: "mug mug snowshoes pies"})
    end = after(state, (0, give("mug", 1, "pies")), (1, decline("is")))
    losses = (ThreeAlike(card="mug"), TooMany(total=228), EmptyHand())
    assert end.state.phase == Over(loser=1, losses=losses)


def test_ys_16_one_loses_and_all_others_win():
    state = laid("mug pies", "pies", "pies", face_up={1: "mug mug", 0: "mug snowshoes"})
    end = after(state, (0, give("mug", 1, "pies")), (1, decline("is")))
    standing = RULES.standing(RULES.view(end.state, None))
    assert standing.winners == {0, 2}
    assert standing.points == (116, 48, 0)
    assert not RULES.standing(RULES.view(state, None)).winners


def test_ys_17_every_round_puts_a_card_face_up_and_so_the_game_ends():
    for seats in RULES.seats:
        end, rounds = played(seats, seed=seats)
        assert isinstance(end.phase, Over)
        taken = sum(len(display) for display in end.displays)
        coal = sum(display.count(COAL) for display in end.displays)
        assert taken - coal == rounds == len(remembered(end.record)) <= 50


def test_rounds_are_read_once_however_the_record_grows():
    """A busy host would else keep each round once for every move that came after it."""
    record = "mug 0 isnt 0 1 mug 1 0 pies;"
    before, after = remembered(record), remembered(f"{record}mug 1 is 0 1 mug;")
    assert (len(before), len(after)) == (1, 2)
    assert before[0] is after[0]


def test_ys_18_with_two_a_regift_returns_to_the_giver_who_must_decline():
    state = laid("coal pies", "mug pies")
    back = after(state, (0, give(COAL, 1, "mug")), (1, look()), (1, regift(0, "pies"))).state
    refused(back, 0, look(), "You know this gift")
    end = after(back, (0, decline("coal")))
    assert end.state.displays[1][0] == COAL
    strict = after(laid("coal pies", "mug pies", strict=True), (0, give(COAL, 1, "mug"))).state
    refused(strict, 1, look(), "There is nobody to pass this gift on to")


def test_ys_19_hands_and_the_gift_are_seen_only_by_who_holds_or_has_handled_them():
    state = laid("coal pies mug", "pies", "flannel pies", tree=("candle",))
    looked = after(state, (0, give(COAL, 1, "wreath")), (1, look())).state
    public = RULES.view(looked, None)
    assert (public.held, public.known) == ((), None)
    assert (public.hands, public.tree, public.coal_left) == ((2, 1, 2), 1, (2, 2, 2))
    assert public.phase == Offer(claims=(Claim(giver=0, to=1, declared="wreath"),), looked=True)
    assert [RULES.view(looked, seat).known for seat in range(3)] == [COAL, COAL, None]
    assert RULES.view(looked, 1).held == ("pies",)
    passed = after(looked, (1, regift(2, "mug"))).state
    # who has passed it on remembers it for the rest of the round
    assert [RULES.view(passed, seat).known for seat in range(3)] == [COAL, COAL, None]


def test_ys_19_coal_is_counted_for_the_hand_it_came_from_when_it_is_turned_over():
    state = laid("coal coal pies", "mug coal coal pies", "flannel pies coal coal")
    passed = after(state, (0, give(COAL, 1, "mug")), (1, look()), (1, regift(2, "mug"))).state
    assert RULES.view(passed, None).coal_left == (2, 2, 2)
    end = after(passed, (2, decline("coal"))).state
    assert RULES.view(end, None).coal_left == (1, 2, 2)


def timid(state, seat):
    """Return what the clock plays for a seat."""
    return next(iter(RULES.legal_moves(RULES.view(state, seat))))


def test_ys_20_the_absent_say_that_it_isnt():
    state = laid("mug", "coal candle pies", "pies", giving=2)
    offered = after(state, (2, give("pies", 1, "mug"))).state
    assert timid(offered, 1) == decline("isnt")
    back = after(offered, (1, look()), (1, regift(2, "mug"))).state
    assert timid(back, 2) == decline("isnt")  # also of what they know: it is no question then


def test_ys_20_the_absent_give_what_they_held_longest_truthfully_to_the_next_seat():
    state = laid("mug", "snowshoes candle fruitcake", "pies", giving=2)
    assert timid(state, 2) == give("pies", 0, "pies")
    other = replace(state, phase=Giving(seat=1))
    assert timid(other, 1) == give("snowshoes", 2, "snowshoes")
    # however often they are absent: the order in which they came stays
    for card, turn in (("snowshoes", 0), ("candle", 1), ("fruitcake", 2)):
        assert timid(other, 1) == give(card, 2, card), turn
        other = after(other, (1, timid(other, 1)), (2, decline("is"))).state


def test_ys_20_a_card_given_away_in_between_leaves_the_order_of_the_others():
    state = laid("mug pies mug candle coal", "pies pies pies", "pies")
    gone = after(state, (0, give("pies", 1, "pies")), (1, decline("isnt"))).state
    again = replace(gone, phase=Giving(seat=0))
    assert timid(again, 0) == give("mug", 1, "mug")
    first = after(again, (0, give("mug", 1, "mug")), (1, decline("isnt"))).state
    assert timid(replace(first, phase=Giving(seat=0)), 0) == give("mug", 1, "mug")
    second = after(replace(first, phase=Giving(seat=0)), (0, give("mug", 1, "mug"))).state
    assert second.hands[0] == ("candle", COAL)


@pytest.mark.parametrize("seats", range(2, 11))
def test_ys_20_what_was_held_longest_is_what_was_dealt_first_and_is_no_coal(seats):
    """Never a Fruitcake by habit: the deck is dealt round the table from any card."""
    for turn in range(0, 40, 7):
        deck = DECK[turn:] + DECK[:turn]
        dealt = RULES.start(seats, Options(), Chance.tape([deck, 0])).state
        tree = coal_each(seats) * seats
        for seat in range(seats):
            oldest = deck[tree + seat]
            giving = replace(dealt, phase=Giving(seat=seat))
            assert timid(giving, seat) == give(oldest, (seat + 1) % seats, oldest)


def test_ys_20_coal_is_passed_by_wherever_it_is_in_the_hand():
    state = laid("coal mug coal pies", "pies", "pies")
    assert timid(state, 0) == give("mug", 1, "mug")


@pytest.mark.parametrize(
    ("face_up", "name"),
    [
        ({}, "fruitcake"),  # nothing lies anywhere: the first in the deck's table
        ({1: "pies"}, "pies"),
        ({1: "pies mug", 2: "mug"}, "mug"),
        ({0: "snowshoes pies", 2: "pies snowshoes"}, "pies"),  # two of each: the first in the table
        ({1: "coal coal", 2: "flannel coal"}, "flannel"),  # never Coal
        ({0: "mug mug", 1: "candle", 2: "candle candle"}, "candle"),  # on all displays together
    ],
)
def test_ys_20_with_nothing_but_coal_they_call_it_what_most_of_lies_face_up(face_up, name):
    state = laid("coal coal", "pies", "pies", face_up=face_up)
    assert timid(state, 0) == give(COAL, 1, name)


def test_ys_20_who_has_looked_and_is_absent_passes_it_on_in_the_same_way():
    state = laid("mug", "coal pies", "pies", giving=1, face_up={0: "pies", 2: "pies mug"})
    looked = after(state, (1, give("pies", 2, "mug")), (2, look())).state
    assert timid(looked, 2) == regift(0, "pies")
    looked = after(state, (1, give(COAL, 2, "mug")), (2, look())).state
    assert timid(looked, 2) == regift(0, "pies")  # it is Coal; of pies most lie face up
    strict = laid("pies", "pies", "coal pies", "pies", giving=2, strict=True)
    looked = after(strict, (2, give(COAL, 1, "mug")), (1, look())).state
    assert timid(looked, 1) == regift(3, "fruitcake")  # Cat gave it: the next who doesn't know it


def test_ys_20_the_default_is_made_of_what_its_seat_sees():
    state = laid("coal coal", "pies mug", "candle pies", face_up={2: "mug"})
    other = replace(state, hands=(state.hands[0], ("mug", "pies"), ("wreath", "pies")))
    assert timid(state, 0) == timid(other, 0) == give(COAL, 1, "mug")


def test_ys_19_the_order_of_a_hand_is_met_by_nobody_else():
    """It says what was dealt when, and what an absent player will give."""
    for giving in (0, 1):
        state = laid("mug coal pies mug", "pies wreath", "candle pies", giving=giving)
        other = replace(state, hands=(("pies", "mug", "mug", COAL), *state.hands[1:]))
        assert RULES.view(state, 0) != RULES.view(other, 0)
        for seat in (None, 1, 2):
            assert RULES.view(state, seat) == RULES.view(other, seat)
            for move in (give("mug", 1, "mug"), give(COAL, 2, "pies")) if giving == 0 else ():
                assert heard(state, 0, move, seat) == heard(other, 0, move, seat)
                gone = [RULES.play(state_, 0, move, NO_LUCK).state for state_ in (state, other)]
                assert RULES.view(gone[0], seat) == RULES.view(gone[1], seat)


def test_ys_21_four_play_with_two_coal_and_no_limit_five_with_one_and_the_limit():
    assert RULES.view(deal(4).state, None).coal_left == (2,) * 4
    assert RULES.view(deal(5).state, None).coal_left == (1,) * 5
    for seats, over in ((4, False), (5, True)):
        state = laid("wreath pies", *["pies mug"] * (seats - 1), face_up={1: "snowshoes pies"})
        end = after(state, (0, give("wreath", 1, "mug")), (1, decline("is")))
        assert isinstance(end.state.phase, Over) is over


# --- whatever is asked ----------------------------------------------------------------------------


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
def test_moves_past_a_gift_are_refused_with_who_answers(seat, move, said):
    offered = after(laid("coal pies", "pies", "flannel"), (0, give(COAL, 1, "mug"))).state
    refused(offered, seat, move, f"^{re.escape(said)}")


def test_moves_past_who_has_looked_and_after_the_end_are_refused():
    state = laid("coal pies", "pies", "flannel")
    looked = after(state, (0, give(COAL, 1, "mug")), (1, look())).state
    refused(looked, 2, decline("isnt"), "^The gift is before Ben: only Ben can pass it on.$")
    refused(looked, 1, give("pies", 0, "mug"), "^You have looked, so you pass it on")
    over = replace(looked, phase=Over(loser=0, losses=(EmptyHand(),)))
    refused(over, 1, decline("isnt"), "^This game is over: Ann has lost.$")
    refused(over, 0, decline("isnt"), "^This game is over: you have lost.$")


NUMBERS = st.integers(-(10**12), 10**12) | st.integers(-3, 4)
WORDS = st.sampled_from([*KEYS, COAL, "", "thief", "Mug"])
THINGS = st.sampled_from([None, True, False, 1.0, "1", b"mug", (), ("mug",), [], {}, object()])
ANY_MOVE = st.one_of(
    st.builds(Give, card=WORDS | THINGS, to=NUMBERS | THINGS, declared=WORDS | THINGS),
    st.just(Look()),
    st.builds(Regift, to=NUMBERS | THINGS, declared=WORDS | THINGS),
    st.builds(Decline, reason=st.sampled_from(["is", "isnt", "coal", "IS", ""]) | THINGS),
    THINGS,
)


@settings(max_examples=300, deadline=None)
@given(NUMBERS, ANY_MOVE, st.integers(0, 12))
def test_any_input_is_played_or_refused_in_a_sentence(seat, move, steps):
    state, _ = played(3, seed=steps, steps=steps)
    try:
        after = RULES.play(state, seat, move, NO_LUCK).state
    except IllegalMove as refusal:
        assert str(refusal).endswith(".")  # noqa: PT017
    else:
        assert CODEC.state.load(CODEC.state.dump(after)) == after, "an absurd move was taken"


def test_a_seat_is_a_number_and_nothing_that_equals_one():
    state = laid("coal pies", "pies", "flannel")
    for to in (True, 1.0):
        refused(state, 0, give("pies", to, "pies"), "Nobody sits there")
    refused(state, 0, "give", "no move of this game")
    for seat in (False, 0.0, None, "0"):
        refused(state, seat, give("pies", 1, "pies"), "no seat at this table")
    for kind in ([], {}, None, "look", 0):
        refused(state, 0, Give(kind=kind, card="pies", to=1, declared="pies"), "no move of this")
    refused(state, 0, object.__new__(Give), "no move of this game")
    looked = after(state, (0, give("pies", 1, "pies")), (1, look())).state
    refused(looked, 1, regift(False, "pies"), "Nobody sits there")


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 10), st.integers(0, 10**6), st.integers(0, 60), st.booleans())
def test_what_is_legal_is_what_is_accepted_both_ways(seats, seed, steps, strict):
    """Of answers all are given; of claims a sample, that holds the truth to everybody."""
    state, _ = played(seats, seed, steps, strict=strict)
    for seat in range(seats):
        legal = list(RULES.legal_moves(RULES.view(state, seat)))
        assert len(set(legal)) == len(legal)
        for move in (look(), decline("is"), decline("isnt"), decline("coal")):
            assert (move in legal) == accepted(state, seat, move)
        claims = [(to, declared) for to in range(seats) for declared in KEYS]
        gives = [give(card, *claim) for card in dict.fromkeys((*KEYS, COAL)) for claim in claims]
        for kind, tried in (Give, gives), (Regift, [regift(*claim) for claim in claims]):
            taken = {move for move in tried if accepted(state, seat, move)}
            offered = {move for move in legal if isinstance(move, kind)}
            assert offered <= taken
            assert {move.to for move in offered} == {move.to for move in taken}
            if kind is Give:
                assert {move.card for move in offered} == {move.card for move in taken}
    assert not list(RULES.legal_moves(RULES.view(state, None)))


def accepted(state, seat, move):
    try:
        RULES.play(state, seat, move, NO_LUCK)
    except IllegalMove:
        return False
    return True


def test_claims_alone_are_sampled():
    assert RULES.sampled == (Give, Regift)


# --- whatever is played ---------------------------------------------------------------------------


def played(seats, seed, steps=10_000, **options):
    """Play at random for so many steps, or to the end: return the state and the rounds played."""
    luck = random.Random(seed)
    secret = luck.randbytes(32)
    state = RULES.start(seats, Options(**options), Chance.of(secret, 0, 0)).state
    rounds = 0
    for _ in range(steps):
        to_move = RULES.to_move(RULES.view(state, None))
        if not to_move:
            break
        (seat,) = to_move
        moves = list(RULES.legal_moves(RULES.view(state, seat)))
        looks = [move for move in moves if isinstance(move, Look)]
        move = luck.choice(looks if looks and luck.random() < 0.5 else moves)
        state = RULES.play(state, seat, move, NO_LUCK).state
        rounds += isinstance(move, Decline)
    return state, rounds


def all_cards(state):
    cards = Counter(card for row in (*state.hands, *state.displays, state.tree) for card in row)
    cards[COAL] += COALS - len(state.hands) * (2 if len(state.hands) <= 4 else 1)
    if state.gift is not None:
        cards[state.gift] += 1
    return cards


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 10), st.integers(0, 10**6), st.integers(0, 120), st.booleans())
def test_no_card_is_ever_lost_or_made(seats, seed, steps, strict):
    state, _ = played(seats, seed, steps, strict=strict)
    assert all_cards(state) == Counter({**dict.fromkeys(KEYS, COPIES), COAL: COALS})


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 10), st.integers(0, 10**6), st.booleans())
def test_random_games_end_and_everything_survives_json(seats, seed, strict):
    end, _ = played(seats, seed, strict=strict)
    assert isinstance(end.phase, Over)
    assert not list(RULES.legal_moves(RULES.view(end, end.phase.loser)))
    for codec, value in [(CODEC.state, end), (CODEC.view, RULES.view(end, 0))]:
        assert codec.load(codec.dump(value)) == value


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 10), st.integers(0, 10**6), st.integers(0, 60))
def test_every_move_on_offer_is_accepted(seats, seed, steps):
    state, _ = played(seats, seed, steps)
    for seat in RULES.to_move(RULES.view(state, None)):
        moves = list(RULES.legal_moves(RULES.view(state, seat)))
        assert moves
        for move in moves:
            step = RULES.play(state, seat, move, NO_LUCK)
            assert CODEC.move.load(CODEC.move.dump(move)) == move
            assert CODEC.told.load(CODEC.told.dump(step.told)) == step.told


def disguised(state, seat, luck):
    """Swap about, at random, the gifts that a seat (or the public, None) cannot tell apart."""
    hidden = [i for i in range(len(state.hands)) if i != seat]
    phase = state.phase
    knows = isinstance(phase, Offer) and seat in phase.handled
    loose = [card for i in hidden for card in state.hands[i] if card != COAL] + [*state.tree]
    swap_gift = state.gift not in (None, COAL) and not knows
    if swap_gift:
        loose.append(state.gift)
    luck.shuffle(loose)

    def draw(card):
        return card if card == COAL else loose.pop()

    other = replace(
        state,
        hands=tuple(
            hand if i == seat else tuple(draw(card) for card in hand)
            for i, hand in enumerate(state.hands)
        ),
        tree=tuple(draw(card) for card in state.tree),
        gift=draw(state.gift) if swap_gift else state.gift,
    )
    # whoever opened the round may also have given the Coal that they seem to hold, or kept it
    if isinstance(phase, Offer) and not knows and phase.claims[0].giver != seat:
        opener = phase.claims[0].giver
        hand = list(other.hands[opener])
        if hand and luck.random() < 0.5:
            at = luck.randrange(len(hand))
            hand[at], gift = other.gift, hand[at]
            hands = (*other.hands[:opener], tuple(hand), *other.hands[opener + 1 :])
            other = replace(other, hands=hands, gift=gift)
    return other


def heard(state, mover, move, seat):
    step = RULES.play(state, mover, move, NO_LUCK)
    return [told.event for told in step.told if told.to is None or seat in told.to]


@settings(max_examples=120, deadline=None)
@given(
    st.integers(2, 10), st.integers(0, 10**6), st.integers(0, 60), st.randoms(use_true_random=False)
)
def test_nobody_sees_or_is_told_what_they_may_not_know(seats, seed, steps, luck):
    state, _ = played(seats, seed, steps)
    for seat in (None, *range(seats)):
        other = disguised(state, seat, luck)
        assert all_cards(other) == all_cards(state)
        assert RULES.view(other, seat) == RULES.view(state, seat)
        for mover in RULES.to_move(RULES.view(state, None)):
            for move in list(RULES.legal_moves(RULES.view(state, mover)))[-8:]:
                if isinstance(move, Decline) or (isinstance(move, Look) and mover == seat):
                    continue  # the card is shown, to all or to this seat
                same = move
                if isinstance(move, Give) and mover != seat:
                    same = replace(move, card=luck.choice(other.hands[mover]))
                assert heard(state, mover, move, seat) == heard(other, mover, same, seat)


def test_hands_are_told_to_their_owners_alone():
    told = deal(3).told
    assert isinstance(told[0].event, Dealt)
    assert told[0].to is None
    assert [(told_event.event.seat, told_event.to) for told_event in told[1:]] == [
        (seat, frozenset({seat})) for seat in range(3)
    ]
    assert all(isinstance(told_event.event, Received) for told_event in told[1:])


def test_a_question_is_about_a_round_and_new_with_every_hand_over_and_look():
    state = laid("coal pies", "pies mug", "flannel pies")
    asked = [RULES.question(RULES.view(state, None))]
    for seat, move in [
        (0, give("pies", 1, "pies")),
        (1, look()),
        (1, regift(0, "pies")),
        (0, decline("isnt")),
    ]:
        state = RULES.play(state, seat, move, NO_LUCK).state
        asked.append(RULES.question(RULES.view(state, None)))
    assert [question.subject for question in asked] == ["0", "0", "0", "0", "1"]
    # as they were stored by the first version: its deadlines go on
    assert [question.key for question in asked] == ["0", "0:1:0", "0:1:1", "0:2:0", "1"]
    assert not any(question.hurried for question in asked)


# --- what is stored -------------------------------------------------------------------------------

OF_VERSION_1 = """{
    "options": {"first": "lot", "strict": false},
    "hands": [["pies"], ["mug", "coal"], ["candle"]],
    "displays": [["mug"], [], ["coal", "syrup"]],
    "tree": ["flannel"],
    "past": [{
        "claims": [
            {"giver": 0, "to": 1, "declared": "mug"}, {"giver": 1, "to": 0, "declared": "pies"}
        ],
        "reason": "isnt", "card": "mug", "taker": 0
    }, {
        "claims": [{"giver": 0, "to": 2, "declared": "mug"}],
        "reason": "is", "card": "coal", "taker": 2
    }],
    "phase": {
        "kind": "offer", "claims": [{"giver": 0, "to": 1, "declared": "wreath"}], "looked": false
    },
    "gift": "coal"
}"""


def test_a_table_of_the_first_version_goes_on():
    state = CODEC.state.load(json.dumps(migrated(json.loads(OF_VERSION_1))))
    assert RULES.view(state, None).coal_left == (1, 2, 2)
    claims = (Claim(giver=0, to=1, declared="mug"), Claim(giver=1, to=0, declared="pies"))
    coal = Claim(giver=0, to=2, declared="mug")
    assert RULES.view(state, 2).past == (
        Round(claims=claims, reason="isnt", card="mug", taker=0),
        Round(claims=(coal,), reason="is", card="coal", taker=2),
    )
    end = after(state, (1, decline("coal"))).state
    assert end.displays[0] == ("mug", COAL, "flannel")
    assert end.phase == Giving(seat=0)


@pytest.mark.parametrize(
    "text",
    [
        '{"kind": "give"}',
        '{"kind": "regift"}',
        '{"kind": "decline"}',
        '{"kind": "look", "giver": 0, "declared": "mug"}',  # what version 1 said besides
        '{"kind": "decline", "reason": "is", "giver": 0, "declared": "mug"}',
    ],
)
def test_a_move_says_what_is_meant_and_nothing_is_made_up(text):
    with pytest.raises(Unreadable):
        CODEC.move.load(text)
