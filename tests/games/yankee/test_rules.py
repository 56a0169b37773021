"""Yankee Swap: the printed example, and one test for each ruling (YS-…)."""

from dataclasses import replace
from itertools import product

import pytest

from games.chance import Chance
from games.gifts import COAL, COALS, COPIES, GIFTS, KEYS, points
from games.rules import Refusal
from games.yankee.events import Declined, Given, Looked, Lost, Saw, Unwrapped
from games.yankee.moves import Decline
from games.yankee.record import Claim, remembered
from games.yankee.state import (
    EmptyHand,
    Giving,
    Offer,
    Options,
    Over,
    ThreeAlike,
    TooMany,
    coal_each,
)
from tests.games.yankee.table import (
    DECK,
    RULES,
    after,
    deal,
    decline,
    give,
    laid,
    look,
    played,
    refused,
    regift,
)


def events(step):
    return [told.event for told in step.told]


def settled(card, declared, reason, seats=3):
    """Let seat 0 give `card` to seat 1, who declines; return the taker."""
    state = laid(f"{card} pies", *["pies flannel"] * (seats - 1))
    end = after(state, (0, give(card, 1, declared)), (1, decline(reason)))
    return next(event.taker for event in events(end) if isinstance(event, Declined))


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


def test_ys_3_under_the_tree_are_as_many_gifts_as_coal_in_play_and_no_coal():
    trees = [len(deal(seats).state.tree) for seats in range(2, 11)]
    assert trees == [4, 6, 8, 5, 6, 7, 8, 9, 10]
    for seats, tree in enumerate(trees, start=2):
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
    refused(state, 0, give(COAL, 1, COAL), "call any card Coal")
    why = "^You don't have a Wreath in your hand. You can give: Whoopie Pies, Coal.$"
    refused(state, 0, give("wreath", 1, "wreath"), why)
    refused(state, 0, give("wraith", 1, "wreath"), "^You don't have that card in your hand")
    refused(state, 0, give("pies", 0, "pies"), "yourself")
    refused(state, 0, give("pies", 1, "pie"), "no such gift")


def test_ys_6_a_regift_passes_the_same_card_with_a_new_claim_and_frees_the_giver():
    state = laid("coal pies", "pies mug", "flannel pies", tree=("mug",))
    passed = after(state, (0, give(COAL, 1, "wreath")), (1, look()), (1, regift(2, "mug")))
    assert passed.state.gift == COAL
    assert events(passed) == [Given(giver=1, to=2, declared="mug", again=True)]
    end = after(passed.state, (2, decline("coal")))
    assert end.state.displays == ((), (COAL, "mug"), ())


def test_ys_6_look_is_private_and_must_be_passed_on():
    state = after(laid("coal pies", "pies", "flannel"), (0, give(COAL, 1, "mug"))).state
    looked = after(state, (1, look()))
    assert [(told.event, told.to) for told in looked.told] == [
        (Looked(seat=1), None),
        (Saw(seat=1, card=COAL), frozenset({1})),
    ]
    refused(looked.state, 1, decline("coal"), "you must pass it on")
    refused(looked.state, 1, look(), "you must pass it on")
    refused(looked.state, 1, regift(2, COAL), "call any card Coal")
    refused(looked.state, 1, regift(1, "mug"), "yourself")


def test_ys_7_a_gift_may_be_passed_back_to_its_giver():
    state = laid("coal pies", "pies mug", "flannel")
    back = after(state, (0, give(COAL, 1, "wreath")), (1, look()), (1, regift(0, "mug")))
    assert RULES.to_move(RULES.view(back.state, None)) == {0}


def test_ys_8_player_who_knows_the_gift_must_decline():
    state = laid("coal pies", "pies mug", "flannel pies")
    turns = [(0, give(COAL, 1, "wreath")), (1, look())]
    opener = after(state, *turns, (1, regift(0, "mug"))).state
    refused(opener, 0, look(), "You know this gift, so you must decline")
    twice = after(state, *turns, (1, regift(2, "mug")), (2, look()), (2, regift(1, "mug"))).state
    refused(twice, 1, look(), "You know this gift, so you must decline")
    assert {type(move) for move in RULES.legal_moves(RULES.view(twice, 1))} == {Decline}


def test_ys_8_the_next_round_everybody_may_look_again():
    state = laid("coal pies", "pies mug", "flannel pies")
    first = [
        (0, give("pies", 1, "pies")),
        (1, look()),
        (1, regift(2, "pies")),
        (2, decline("isnt")),
    ]
    end = after(state, *first, (2, give("flannel", 1, "mug")), (1, look()))
    assert Saw(seat=1, card="flannel") in events(end)


def test_ys_8_strict_refusal_names_the_possible_recipients():
    state = laid(*["coal pies"] * 5, strict=True)
    looked = after(state, (0, give(COAL, 3, "wreath")), (3, look())).state
    refused(looked, 3, regift(0, "mug"), "^Ann already knows this gift. Pass it on to Eve, Ben or")
    refused(looked, 3, regift(3, "mug"), "yourself")


def test_ys_8_strict_gift_never_returns_and_the_last_recipient_declines():
    state = laid("coal pies", "pies mug", "flannel pies", strict=True)
    looked = after(state, (0, give(COAL, 1, "wreath")), (1, look())).state
    refused(looked, 1, regift(0, "mug"), "^Ann already knows this gift. Pass it on to Cat.$")
    last = after(looked, (1, regift(2, "mug"))).state
    refused(last, 2, look(), "^There's nobody to pass this gift on to, so you must decline it.")
    assert not RULES.view(last, 2).may_look


@pytest.mark.parametrize(
    ("card", "reason", "right"),
    [
        *[("wreath", "is", True), ("wreath", "isnt", False), ("wreath", "coal", False)],
        *[("mug", "is", False), ("mug", "isnt", True), ("mug", "coal", False)],
        *[(COAL, "is", False), (COAL, "isnt", False), (COAL, "coal", True)],  # "isnt": printed
    ],
)
def test_ys_9_right_guess_leaves_the_gift_with_the_giver(card, reason, right):
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


def test_ys_11_coal_can_be_named_even_with_all_coal_face_up():
    state = laid("mug pies", "pies", face_up={0: "coal coal", 1: "coal coal"})
    offered = after(state, (0, give("mug", 1, "mug"))).state
    assert decline("coal") in list(RULES.legal_moves(RULES.view(offered, 1)))
    end = after(offered, (1, decline("coal")))
    assert end.state.displays[1] == (COAL, COAL, "mug")


@pytest.mark.parametrize("seats", [2, 4, 5, 10])
def test_ys_12_three_of_a_kind_lose_at_every_number_of_players(seats):
    state = laid("mug pies", *["pies flannel"] * (seats - 1), face_up={1: "mug candle mug"})
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
def test_ys_13_207_points_lose(up, card, total):
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


def test_ys_18_with_two_a_regift_returns_to_the_giver_who_must_decline():
    state = laid("coal pies", "mug pies")
    back = after(state, (0, give(COAL, 1, "mug")), (1, look()), (1, regift(0, "pies"))).state
    refused(back, 0, look(), "You know this gift")
    end = after(back, (0, decline("coal")))
    assert end.state.displays[1][0] == COAL
    strict = after(laid("coal pies", "mug pies", strict=True), (0, give(COAL, 1, "mug"))).state
    refused(strict, 1, look(), "There's nobody to pass this gift on to")


def test_ys_19_hands_and_gift_are_seen_only_by_their_holders():
    state = laid("coal pies mug", "pies", "flannel pies", tree=("candle",))
    looked = after(state, (0, give(COAL, 1, "wreath")), (1, look())).state
    public = RULES.view(looked, None)
    assert (public.held, public.known) == ((), None)
    assert (public.hands, public.tree, public.coal_left) == ((2, 1, 2), 1, (2, 2, 2))
    assert public.phase == Offer(claims=(Claim(giver=0, to=1, declared="wreath"),), looked=True)
    assert [RULES.view(looked, seat).known for seat in range(3)] == [COAL, COAL, None]
    assert RULES.view(looked, 1).held == ("pies",)
    passed = after(looked, (1, regift(2, "mug"))).state
    # a player who passed it on remembers it for the rest of the round
    assert [RULES.view(passed, seat).known for seat in range(3)] == [COAL, COAL, None]


def test_ys_19_coal_is_counted_for_the_hand_it_came_from_when_it_is_turned_over():
    state = laid("coal coal pies", "mug coal coal pies", "flannel pies coal coal")
    passed = after(state, (0, give(COAL, 1, "mug")), (1, look()), (1, regift(2, "mug"))).state
    assert RULES.view(passed, None).coal_left == (2, 2, 2)
    end = after(passed, (2, decline("coal"))).state
    assert RULES.view(end, None).coal_left == (1, 2, 2)


def timid(state, seat):
    """Return the default move of a seat."""
    return next(iter(RULES.legal_moves(RULES.view(state, seat))))


def test_ys_20_the_absent_say_that_it_isnt():
    state = laid("mug", "coal candle pies", "pies", giving=2)
    offered = after(state, (2, give("pies", 1, "mug"))).state
    assert timid(offered, 1) == decline("isnt")
    back = after(offered, (1, look()), (1, regift(2, "mug"))).state
    assert timid(back, 2) == decline("isnt")  # also of what they know: it is no question then


def test_ys_20_default_gives_the_oldest_gift_honestly_to_the_next_seat():
    assert timid(laid("coal mug coal pies", "pies", "pies"), 0) == give("mug", 1, "mug")
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


def test_ys_20_oldest_card_is_the_first_dealt_and_never_coal():
    for seats, turn in product(range(2, 11), range(0, 40, 7)):
        deck = DECK[turn:] + DECK[:turn]
        dealt = RULES.start(seats, Options(), Chance.tape([deck, 0])).state
        tree = coal_each(seats) * seats
        for seat in range(seats):
            oldest = deck[tree + seat]
            giving = replace(dealt, phase=Giving(seat=seat))
            assert timid(giving, seat) == give(oldest, (seat + 1) % seats, oldest)


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
def test_ys_20_default_declares_coal_as_the_most_common_face_up_gift(face_up, name):
    state = laid("coal coal", "pies", "pies", face_up=face_up)
    assert timid(state, 0) == give(COAL, 1, name)


def test_ys_20_default_after_a_look_passes_the_gift_on_honestly():
    state = laid("mug", "coal pies", "pies", giving=1, face_up={0: "pies", 2: "pies mug"})
    looked = after(state, (1, give("pies", 2, "mug")), (2, look())).state
    assert timid(looked, 2) == regift(0, "pies")
    looked = after(state, (1, give(COAL, 2, "mug")), (2, look())).state
    assert timid(looked, 2) == regift(0, "pies")  # it is Coal; of pies most lie face up
    strict = laid("pies", "pies", "coal pies", "pies", giving=2, strict=True)
    looked = after(strict, (2, give(COAL, 1, "mug")), (1, look())).state
    assert timid(looked, 1) == regift(3, "fruitcake")  # Cat gave it: the next who doesn't know it


def test_ys_21_four_play_with_two_coal_and_no_limit_five_with_one_and_the_limit():
    assert RULES.view(deal(4).state, None).coal_left == (2,) * 4
    assert RULES.view(deal(5).state, None).coal_left == (1,) * 5
    for seats, over in ((4, False), (5, True)):
        state = laid("wreath pies", *["pies mug"] * (seats - 1), face_up={1: "snowshoes pies"})
        end = after(state, (0, give("wreath", 1, "mug")), (1, decline("is")))
        assert isinstance(end.state.phase, Over) is over
