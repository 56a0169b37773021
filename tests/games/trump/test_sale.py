"""TRUMP The Game: sales, ruling by ruling, and both printed bidding examples."""

import pytest

from games.chance import Chance
from games.trump import sale as engine
from games.trump.cards import STEP
from games.trump.events import (
    BidPassed,
    BidsOpened,
    KnockedOut,
    NotSold,
    PromiseEnded,
    Raised,
    SaleBegan,
    Sold,
)
from games.trump.events_sales import Opened, Returned
from games.trump.moves import ComeBack, ForceSale, KnockOut, Pass, Raise, Roll
from games.trump.state import Promise
from games.trump.step_builder import StepBuilder
from tests.games.trump.selling import (
    ANY,
    BACK,
    I20,
    I30,
    I40,
    I50,
    I60,
    OUT,
    Sale,
    a_plan,
    opening,
)
from tests.games.trump.table import play, plays, refused, table, view

YOU, DONNA, MIKE, JEFF = range(4)
NONE: tuple[str, ...] = ()


def four(**layout) -> Sale:
    """A sale of yours among four with any cards, $400M each."""
    return Sale([ANY], [ANY], [ANY], [ANY], **layout)


# --- the printed examples -------------------------------------------------------------------------


def test_the_printed_sale_of_the_hotel():
    sale = Sale([OUT, "Hotel Profits"], [ANY], [I20], [ANY], broker=YOU)
    sale.open(100, 70, 120, 10)
    assert sale.bids() == [(YOU, 100), (DONNA, 70), (MIKE, 120), (JEFF, 10)]
    assert sale.cash == (300, 330, 280, 390)
    assert (sale.leader, sale.turn) == ((MIKE, 120), YOU)
    sale.outs(YOU, MIKE)
    assert (sale.leader, sale.turn) == ((YOU, 100), DONNA)
    with refused("and you hold none: you can still pass"):
        sale.raises(DONNA, 110)
    sale.passes(DONNA)
    assert (sale.leader, sale.turn) == ((YOU, 100), MIKE)
    with refused("You hold no I'm Back: you stay out"):
        sale.returns(MIKE)
    sale.passes(MIKE)
    assert (sale.leader, sale.turn) == ((YOU, 100), JEFF)
    sale.passes(JEFF)  # all who can bid have passed: it is over, and you are not asked again
    assert sale.sold == Sold(
        property="Hotel",
        seat=YOU,
        owner=None,
        price=100,
        inside=50,
        returned=(
            Returned(seat=DONNA, amount=70),
            Returned(seat=MIKE, amount=120),
            Returned(seat=JEFF, amount=10),
        ),
        discarded=(OUT,),
    )
    assert sale.cash == (300, 400, 400, 400)
    assert (sale.owner, sale.inside) == (YOU, 50)
    assert sale.state.public.discards == (OUT,)
    assert sale.hand(YOU) == ("Hotel Profits",)


def test_the_printed_sale_of_the_convention_center():
    sale = Sale(
        ["Tax"],
        ["Tax"],
        [OUT, I50],
        [OUT, "Tax"],
        property="Convention Center",
        broker=DONNA,
        inside=130,
    )
    sale.open(10, 60, 50, 60)
    assert sale.bids() == [(DONNA, 60), (MIKE, 50), (JEFF, 60), (YOU, 10)]
    assert (sale.leader, sale.turn) == ((DONNA, 60), DONNA)  # the first of two with $60M
    sale.passes(DONNA)
    sale.raises(MIKE, 100, I50)
    assert (sale.leader, sale.turn) == ((MIKE, 100), JEFF)
    assert sale.cash[MIKE] == 350  # the $50M are the bank's
    sale.raises(JEFF, 110)
    assert (sale.leader, sale.cash[JEFF]) == ((JEFF, 110), 290)
    sale.passes(YOU)
    sale.raises(DONNA, 120)
    assert (sale.leader, sale.cash[DONNA]) == ((DONNA, 120), 280)
    sale.passes(MIKE)
    sale.outs(JEFF, DONNA)
    assert sale.leader == (JEFF, 110)
    sale.passes(YOU)
    assert (sale.turn, sale.bid(DONNA).out) == (DONNA, True)
    sale.passes(DONNA)
    sale.outs(MIKE, JEFF)
    assert sale.leader == (MIKE, 100)
    sale.passes(JEFF)
    assert sale.turn == YOU
    sale.passes(YOU)  # and Donna is not asked a second time
    assert sale.bought() == (MIKE, 100)
    assert sale.sold.inside == 130
    assert sale.cash == (400, 400, 350, 400)
    assert (sale.owner, sale.inside) == (MIKE, 130)
    assert sale.sold.discarded == (OUT, I50, OUT)
    assert sale.turns() == [
        "1 bid_passed",
        "2 raised",
        "3 raised",
        "0 bid_passed",
        "1 raised",
        "2 bid_passed",
        "3 knocked_out",
        "0 bid_passed",
        "1 bid_passed",
        "2 knocked_out",
        "3 bid_passed",
        "0 bid_passed",
    ]


# --- opening bids ---------------------------------------------------------------------------------


def test_tr_24_an_opening_bid_is_nothing_or_from_10_up_to_all_one_has_in_tens():
    sale = four(cash=[30, 400, 400, 400])
    for amount in (-10, 5, 15, 40, 10**9):
        with refused(r"Bid \$10M to \$30M, in tens, or nothing"):
            sale.play(YOU, opening(amount))
    for amount in (0, 10, 30):
        sale.play(YOU, opening(amount))
    assert sale.open(30, 0, 0, 0).bought() == (YOU, 30)


def test_tr_24_who_has_only_10_can_bid_just_that():
    with refused(r"Bid \$10M, or nothing"):
        four(cash=[10, 400, 400, 400]).play(YOU, opening(20))


def test_tr_24_it_may_be_changed_until_the_last_is_in_and_nobody_sees_it():
    sale = four().play(YOU, opening(50))
    before = view(sale.state)
    sale.play(YOU, opening(70, 100)).play(YOU, opening(200))
    assert view(sale.state) == before
    assert sale.to_move() == {DONNA, MIKE, JEFF}
    assert view(sale.state, YOU).sealed == 200
    assert view(sale.state, DONNA).sealed is None
    assert [event.kind for event in sale.heard(DONNA)] == ["sale_began", "bid_sealed"]
    noted = [event.amount for event in sale.heard(YOU) if event.kind == "bid_noted"]
    assert noted == [50, 70, 200]
    sale.play(DONNA, opening(10)).play(MIKE, opening(10)).play(JEFF, opening(10))
    assert sale.bids()[0] == (YOU, 200)
    with refused("the bidding is with you"):
        sale.play(YOU, opening(10))


def test_tr_24_that_a_seat_has_answered_is_public_and_nothing_else():
    one, other = four().play(MIKE, opening(0)), four().play(MIKE, opening(400, 900, "use"))
    assert view(one.state) == view(other.state)
    assert view(one.state, JEFF) == view(other.state, JEFF)
    assert one.heard() == other.heard()
    assert one.state.public.phase.answered == {MIKE}
    assert one.cash == (400,) * 4  # TR-55: what lies under a sealed bid is in the purse


def test_tr_24_who_has_less_than_10_is_not_asked():
    sale = four(cash=[400, 0, 400, 0], broker=MIKE)
    assert sale.heard()[0] == SaleBegan(
        property="Hotel", broker=MIKE, owner=None, by="space", asked=(MIKE, YOU)
    )
    assert sale.to_move() == {YOU, MIKE}
    assert sale.legal(DONNA) == []
    with refused("less than .10M, the least bid: you are out of this sale"):
        sale.play(DONNA, opening(0))
    with refused("less than .10M"):
        sale.plans(JEFF, 100)
    sale.play(MIKE, opening(10)).play(YOU, opening(20))
    opened = next(event for event in sale.heard() if isinstance(event, BidsOpened))
    assert [(one.seat, one.amount) for one in opened.bids] == [(2, 10), (3, 0), (0, 20), (1, 0)]


def test_tr_24_nobody_has_10_and_nothing_is_asked():
    sale = four(cash=[0, 0, 0, 0])
    assert sale.heard()[1] == NotSold(property="Hotel", owner=None)
    assert sale.phase == "acting"
    assert sale.state.public.seat == DONNA


def test_tr_24_who_makes_no_bid_is_out_for_this_sale():
    sale = Sale([OUT, I50], [OUT, I50, BACK], [ANY]).open(50, 0, 60)
    assert sale.legal(DONNA) == []
    out_of_it = "You made no opening bid: you are out of this sale"
    for move in (Raise(to=100, investors=(I50,)), KnockOut(seat=0), ComeBack(), Pass()):
        with refused(out_of_it):
            sale.play(DONNA, move)
    with refused(out_of_it):
        sale.plans(DONNA, 100)
    with refused("Donna made no opening bid"):
        sale.outs(YOU, DONNA)
    sale.raises(YOU, 100, I50)
    assert sale.turn == MIKE  # nor does she get a turn


def test_tr_25_bids_are_announced_from_the_broker_clockwise_and_the_first_of_a_tie_leads():
    sale = four(broker=JEFF).open(70, 80, 80, 20)
    opened = next(event for event in sale.heard() if isinstance(event, BidsOpened))
    bids = ((JEFF, 20), (YOU, 70), (DONNA, 80), (MIKE, 80))
    assert opened == BidsOpened(
        property="Hotel",
        bids=tuple(Opened(seat=seat, amount=amount) for seat, amount in bids),
        leader=DONNA,
    )
    assert sale.leader == (DONNA, 80)


@pytest.mark.parametrize("owner", [None, MIKE])
def test_tr_26_without_a_bid_a_property_stays_where_it_was(owner):
    sale = four(owner=owner).open(0, 0, 0, 0)
    assert NotSold(property="Hotel", owner=owner) in sale.heard()
    assert (sale.owner, sale.inside) == (owner, 50)
    assert sale.cash == (400,) * 4
    assert (sale.phase, sale.state.public.seat) == ("acting", DONNA)
    assert sale.state.sealed == sale.state.plans == (None,) * 4


def test_tr_27_the_only_opener_wins_at_once_at_their_opening_bid():
    sale = Sale([OUT], [OUT, I50], [OUT]).open(0, opening(90, 500, "use"), 0)
    assert sale.bought() == (DONNA, 90)
    assert sale.turns() == []
    assert sale.cash == (400, 310, 400)


# --- the rotation ---------------------------------------------------------------------------------


def test_tr_28_the_broker_goes_first_and_then_all_who_opened_clockwise():
    sale = four(broker=MIKE).open(10, 20, 30, 40)
    for seat in (MIKE, JEFF, YOU):
        assert sale.turn == seat
        sale.passes(seat)
    assert sale.turns() == ["2 bid_passed", "3 bid_passed", "0 bid_passed"]


def test_tr_28_if_the_broker_did_not_open_the_first_opener_on_the_left_goes_first():
    sale = four(broker=MIKE).open(10, 20, 0, 0)
    assert sale.turn == YOU


def test_tr_28_one_action_a_turn():
    sale = Sale([OUT, OUT, I50, I50], [ANY], [ANY]).open(50, 40, 60)
    sale.outs(YOU, MIKE)
    for again in (KnockOut(seat=DONNA), Raise(to=100, investors=(I50,))):
        with refused("The bidding is with Donna; you can lay down a plan"):
            sale.play(YOU, again)


def test_tr_28_the_leader_gets_a_turn_like_all_others():
    sale = four().open(10, 50, 20, 30).passes(YOU)
    assert (sale.leader, sale.turn) == ((DONNA, 50), DONNA)


# --- raises ---------------------------------------------------------------------------------------


def test_tr_29_cash_is_unlocked_by_an_investor_that_anybody_has_played():
    sale = Sale([ANY], [I30], [ANY]).open(50, 40, 30)
    with refused("only once an Outside Investor has been played"):
        sale.raises(YOU, 60)
    assert "raise" not in sale.kinds(YOU)
    sale.passes(YOU)
    sale.raises(DONNA, 70, I30)
    sale.raises(MIKE, 80)
    assert sale.cash == (350, 360, 320)
    assert sale.leader == (MIKE, 80)
    sale.raises(YOU, 150)
    assert (sale.leader, sale.cash[YOU]) == ((YOU, 150), 250)


def test_tr_29_the_raise_that_plays_an_investor_may_add_cash():
    sale = Sale([I20], [ANY], [ANY]).open(50, 100, 30).raises(YOU, 120, I20)
    assert sale.cash[YOU] == 300
    assert sale.heard()[-1] == Raised(seat=YOU, to=120, cash=50, investors=(I20,), leader=YOU)
    assert sale.hand(YOU) == ()
    assert view(sale.state).public.hands[YOU] == 0  # TR-63


def test_tr_29_the_unlock_holds_when_the_investors_player_has_been_knocked_out():
    sale = Sale([I40], [OUT], [ANY]).open(50, 40, 30).raises(YOU, 90, I40).outs(DONNA, YOU)
    assert sale.bidding.unlocked
    sale.raises(MIKE, 50)
    assert sale.leader == (MIKE, 50)


def test_tr_29_the_next_sale_begins_locked():
    sale = Sale([I20], [ANY], [ANY], broker=YOU).open(10, 20, 0)
    sale.raises(YOU, 30, I20).passes(DONNA)
    again = Sale([ANY], [ANY], [ANY]).open(10, 20, 0)
    assert sale.bought() == (YOU, 30)
    assert not again.bidding.unlocked


def test_tr_30_a_raise_is_at_least_10_over_the_highest_bid_still_in():
    sale = Sale([I30], [ANY], [ANY]).open(60, 70, 100)
    for to in (60, 70, 90, 100, 105, 111, -10, 0):
        with refused(r"Mike leads with \$100M: raise your bid to \$110M or more, in tens"):
            sale.raises(YOU, to, I30)
    assert sale.raises(YOU, 110, I30).leader == (YOU, 110)


def test_tr_30_who_cannot_reach_it_is_told_so():
    sale = Sale([I30], [ANY], cash=[50, 400]).open(20, 100)
    with refused(r"The least raise is to \$110M, and all you have makes \$80M"):
        sale.raises(YOU, 110, I30)


def test_tr_29_who_holds_an_investor_is_told_to_add_it():
    with refused("has been played in this sale: add one of yours"):
        Sale([I30], [ANY]).open(20, 30).raises(YOU, 40)


def test_tr_30_after_a_knock_out_it_falls_to_the_best_bid_left():
    sale = Sale([I20], [ANY], [ANY], [OUT], broker=JEFF).open(60, 70, 200, 10)
    sale.outs(JEFF, MIKE)
    assert sale.leader == (DONNA, 70)
    assert sale.raises(YOU, 80, I20).leader == (YOU, 80)


def test_tr_30_several_investors_may_be_combined_also_more_than_needed():
    sale = Sale([I20, I60, I20, I40], [ANY]).open(10, 50).raises(YOU, 150, I20, I20, I40, I60)
    assert sale.leader == (YOU, 150)
    assert sale.cash[YOU] == 390  # all of it the bank's


def test_tr_30_investors_that_do_not_reach_it_may_not_be_played():
    sale = Sale([I20, I50], [ANY], cash=[40, 400]).open(40, 100)
    with refused(r"You have \$0M in hand, and that raise takes \$50M in cash"):
        sale.raises(YOU, 110, I20)
    assert sale.raises(YOU, 110, I20, I50).leader == (YOU, 110)


def test_tr_30_what_investors_bring_is_bid_whole():
    sale = Sale([I20, I60], [ANY]).open(50, 60)
    with refused(r"alone bring your bid to \$110M: raise it to that"):
        sale.raises(YOU, 100, I60)
    assert sale.raises(YOU, 110, I60).leader == (YOU, 110)


@pytest.mark.parametrize(
    ("investors", "why"),
    [
        ((I60, I20), "in the order of your hand"),
        ((I20, I20), "You hold only 1 Investor 20"),
        ((I50,), "You hold no Investor 50"),
        ((OUT,), "with cash and with Outside Investors only"),
        (("Investor 70",), "with cash and with Outside Investors only"),
    ],
)
def test_tr_30_investors_are_those_in_hand_named_in_its_order(investors, why):
    with refused(why):
        Sale([I20, I60, OUT], [ANY]).open(50, 60).raises(YOU, 200, *investors)


def test_tr_31_the_leader_may_raise_or_play_out_but_need_not():
    sale = Sale([I20, OUT], [ANY], [ANY]).open(60, 50, 40)
    assert {"raise", "knock_out", "pass"} <= sale.kinds(YOU)
    with refused(r"You lead with \$60M: raise your bid to \$70M or more"):
        sale.raises(YOU, 60, I20)
    raised = Sale([I20, OUT], [ANY], [ANY]).open(60, 50, 40).raises(YOU, 80, I20)
    assert raised.leader == (YOU, 80)
    assert sale.outs(YOU, DONNA).leader == (YOU, 60)


# --- knocked out, and back ------------------------------------------------------------------------


def test_tr_32_an_out_hits_any_opponent_who_is_in_and_the_bid_stays_on_the_table():
    sale = Sale([OUT], [ANY], [ANY], [ANY]).open(100, 70, 120, 0)
    assert [move for move in sale.legal(YOU) if isinstance(move, KnockOut)] == [
        KnockOut(seat=DONNA),
        KnockOut(seat=MIKE),
    ]
    for seat, why in (
        (YOU, "played on one of the other bidders"),
        (JEFF, "Jeff made no opening bid"),
        (-1, "played on one of the other bidders"),
        (4, "played on one of the other bidders"),
        (10**9, "played on one of the other bidders"),
    ):
        with refused(why):
            sale.outs(YOU, seat)
    sale.outs(YOU, DONNA)
    assert (sale.leader, sale.bid(DONNA).amount, sale.bid(DONNA).out) == ((MIKE, 120), 70, True)
    assert sale.cash[DONNA] == 330
    assert sale.bid(DONNA).cards == (OUT,)  # TR-39: it lies before her
    assert sale.heard()[-1] == KnockedOut(seat=YOU, target=DONNA, leader=MIKE)


def test_tr_32_who_is_knocked_out_can_only_come_back():
    sale = Sale([OUT], [OUT, I50, BACK], [OUT]).open(100, 120, 50).outs(YOU, DONNA)
    assert sale.kinds(DONNA) == {"plan", "pass", "come_back"}
    with refused("only I'm Back lets you act again"):
        sale.outs(DONNA, YOU)
    with refused("only I'm Back lets you bid again"):
        sale.raises(DONNA, 170, I50)
    with refused("Donna has been knocked out already"):
        sale.passes(DONNA).outs(MIKE, DONNA)


def test_tr_32_without_the_card_nobody_is_knocked_out():
    with refused("You hold no You're Out: you can still pass"):
        four().open(10, 20, 30, 40).outs(YOU, JEFF)


def test_tr_33_im_back_takes_the_turn_and_the_old_bid_counts_in_full():
    sale = Sale([OUT], [BACK], [ANY]).open(100, 120, 50).outs(YOU, DONNA).returns(DONNA)
    assert (sale.leader, sale.turn) == ((DONNA, 120), MIKE)
    assert sale.bid(DONNA).cards == (OUT, BACK)
    assert sale.hand(DONNA) == ()


def test_tr_33_without_leading_one_is_in_again():
    sale = Sale([OUT], [BACK], [ANY]).open(100, 90, 50).outs(YOU, DONNA).returns(DONNA)
    assert sale.leader == (YOU, 100)
    sale.passes(MIKE)  # and the end waits for her, who has not passed; you have no choice
    assert (sale.phase, sale.bought()) == ("acting", (YOU, 100))
    assert sale.turns()[-3:] == ["2 bid_passed", "0 bid_passed", "1 bid_passed"]


def test_tr_33_who_has_returned_can_be_knocked_out_again():
    sale = Sale([OUT], [BACK, BACK], [OUT]).open(100, 120, 50).outs(YOU, DONNA).returns(DONNA)
    sale.outs(MIKE, DONNA)
    assert sale.bid(DONNA).cards == (OUT, BACK, OUT)
    sale.returns(DONNA)  # nobody has a card left
    assert sale.turns()[-3:] == ["1 came_back", "2 bid_passed", "0 bid_passed"]
    assert sale.bought() == (DONNA, 120)
    assert sale.sold.discarded == (OUT, BACK, OUT, BACK)


def test_tr_33_who_is_in_cannot_come_back():
    with refused("still in the bidding"):
        Sale([BACK], [ANY]).open(100, 120).returns(YOU)


def test_tr_34_passing_is_not_leaving():
    sale = Sale([I50], [I20], [ANY]).open(50, 60, 40).passes(YOU)
    sale.raises(DONNA, 80, I20).passes(MIKE)
    assert sale.turn == YOU
    assert sale.raises(YOU, 100, I50).leader == (YOU, 100)


# --- the end --------------------------------------------------------------------------------------


def test_tr_35_the_end_does_not_wait_for_the_leader():
    sale = four().open(10, 20, 30, 40).passes(YOU, DONNA, MIKE)
    assert sale.bought() == (JEFF, 40)


def test_tr_35_an_action_asks_all_others_again():
    sale = Sale([ANY], [ANY], [OUT, ANY], [ANY]).open(40, 30, 20, 10).passes(YOU, DONNA)
    sale.outs(MIKE, JEFF).passes(JEFF)
    assert (sale.turn, sale.leader) == (YOU, (YOU, 40))
    sale.passes(YOU, DONNA)
    assert sale.turn == MIKE  # who acted without taking the lead has not passed
    assert sale.passes(MIKE).bought() == (YOU, 40)


def test_tr_35_who_is_knocked_out_has_a_turn_first():
    sale = Sale([OUT], [BACK], [ANY]).open(50, 60, 40).outs(YOU, DONNA)
    sale.passes(DONNA).passes(MIKE)
    assert sale.bought() == (YOU, 50)
    late = Sale([ANY], [ANY, OUT], [BACK, ANY]).open(60, 50, 40)
    late.passes(YOU).outs(DONNA, MIKE)
    assert late.turn == MIKE
    late.passes(MIKE).passes(YOU)
    assert late.passes(DONNA).bought() == (YOU, 60)


def stayed_out() -> Sale:
    """Donna with $60M was knocked out by you, and has stayed out; it is Mike's turn."""
    sale = Sale([OUT], [BACK], [I50, ANY], [ANY]).open(50, 60, 40, 30)
    return sale.outs(YOU, DONNA).passes(DONNA)


def test_tr_35_who_stayed_out_may_return_on_a_later_turn_if_one_comes():
    sale = stayed_out().raises(MIKE, 90, I50).raises(JEFF, 100).passes(YOU)
    assert sale.turn == DONNA
    sale.returns(DONNA)
    assert sale.leader == (JEFF, 100)
    sale.passes(MIKE, JEFF, YOU, DONNA)  # she has to pass on her own return, too
    assert sale.bought() == (JEFF, 100)


def test_tr_35_the_end_does_not_wait_for_who_stayed_out():
    sale = stayed_out().raises(MIKE, 90, I50).passes(JEFF, YOU)
    assert sale.bought() == (MIKE, 90)
    assert sale.hand(DONNA) == (ANY, BACK)  # she kept it, and has drawn for her turn


def test_tr_36_the_last_one_in_wins_when_all_others_have_had_a_turn():
    sale = Sale([OUT, OUT], [OUT], [BACK]).open(50, 60, 70)
    sale.outs(YOU, DONNA).passes(DONNA, MIKE).outs(YOU, MIKE)
    assert [bid.out for bid in sale.bidding.bids] == [False, True, True]
    assert sale.turn == DONNA  # on the way to Mike, who has had no turn since
    sale.passes(DONNA)
    assert sale.turn == MIKE
    assert sale.passes(MIKE).bought() == (YOU, 50)


# --- the settlement -------------------------------------------------------------------------------


def test_tr_37_an_unowned_property_is_paid_to_the_bank_and_losers_get_their_whole_bids_back():
    sale = Sale([I60], [I40], [ANY]).open(20, 50, 10)
    sale.raises(YOU, 80, I60).raises(DONNA, 100, I40).passes(MIKE).passes(YOU)
    assert sale.bought() == (DONNA, 100)
    # your investor's $60M were never yours to lose: they are yours now
    assert sale.sold.returned == (Returned(seat=YOU, amount=80), Returned(seat=MIKE, amount=10))
    assert sale.cash == (460, 340, 400)


def test_tr_37_an_owned_property_is_paid_to_its_former_owner():
    sale = Sale([ANY], [ANY], [ANY], owner=MIKE).open(120, 50, 0)
    sale.passes(YOU, DONNA)
    assert sale.bought() == (YOU, 120)
    assert (sale.sold.owner, sale.sold.inside) == (MIKE, 50)
    assert sale.cash == (280, 400, 520)
    assert (sale.owner, sale.inside) == (YOU, 50)


def test_tr_38_an_owner_who_wins_puts_the_whole_bid_inside():
    sale = Sale([I60], [ANY], [ANY], owner=YOU, inside=70).open(50, 80, 0)
    sale.raises(YOU, 110, I60).passes(DONNA)
    assert sale.bought() == (YOU, 110)
    assert (sale.owner, sale.inside) == (YOU, 180)
    assert sale.cash == (350, 400, 400)
    assert sale.sold.inside is None  # TR-17: nothing is announced when the owner keeps it


def test_tr_38_an_owner_who_loses_gets_the_bid_and_the_price():
    sale = Sale([ANY], [ANY], [ANY], owner=YOU).open(50, 80, 0).passes(YOU)
    assert sale.bought() == (DONNA, 80)
    assert sale.cash == (480, 320, 400)
    assert sale.owner == DONNA


def test_tr_38_an_owner_without_an_opening_bid_cannot_defend():
    sale = Sale([OUT, I60, BACK], [ANY], [ANY], owner=YOU).open(0, 10, 0)
    assert sale.bought() == (DONNA, 10)
    assert sale.cash == (410, 390, 400)


def test_tr_17_the_sum_is_told_when_a_sale_brings_a_new_owner():
    for owner, inside in ((None, 90), (MIKE, 90), (YOU, None)):
        sale = four(owner=owner, inside=90).open(10, 0, 0, 0)
        assert sale.sold.inside == inside


def test_tr_39_bidding_cards_are_discarded_at_the_end_and_not_before():
    sale = Sale([OUT], [I20], [BACK], [OUT]).open(50, 40, 60, 30)
    sale.outs(YOU, MIKE).raises(DONNA, 60, I20).returns(MIKE)
    assert sale.state.public.discards == ()
    sale.outs(JEFF, DONNA)
    # TR-63: public, before their players; neither in a hand nor in the pile
    assert [bid.cards for bid in sale.bidding.bids] == [NONE, (I20, OUT), (OUT, BACK), NONE]
    assert sale.state.public.hands == (0, 0, 0, 0)
    sale.passes(YOU)
    assert sale.turns()[-2:] == ["0 bid_passed", "1 bid_passed"]  # Donna has nothing to come with
    sale.passes(MIKE, JEFF)
    assert sale.state.public.discards == sale.sold.discarded == (I20, OUT, OUT, BACK)


def test_tr_44_bidding_cards_work_in_a_force_sale_of_the_dealing_phase():
    state = table(
        ["Force Sale", OUT], [BACK], [I30], dealing=True, owners={"Casino": DONNA, "Hotel": YOU}
    )
    state = plays(state, (YOU, ForceSale(property="Casino")))
    assert state.public.phase.by == "card"
    state = plays(
        state,
        (YOU, opening(50)),
        (DONNA, opening(60)),
        (MIKE, opening(40)),
        (YOU, KnockOut(seat=DONNA)),
        (DONNA, ComeBack()),
        (MIKE, Raise(to=70, investors=(I30,))),
        (YOU, Pass()),
        (DONNA, Pass()),
    )
    assert state.public.box("Casino").owner == MIKE
    assert state.public.cash == (400, 470, 360)
    assert state.public.discards == ("Force Sale", OUT, BACK, I30)


def test_tr_58_a_force_sale_without_a_bid_is_spent():
    state = table(["Force Sale", OUT], [BACK], [I30])
    state = plays(state, (YOU, ForceSale(property="Casino")))
    state = plays(state, *[(seat, opening(0)) for seat in range(3)])
    assert (state.public.seat, state.public.discards) == (DONNA, ("Force Sale",))


# --- rank -----------------------------------------------------------------------------------------


def test_tr_59_of_equal_bids_the_one_that_was_reached_first_leads():
    sale = Sale([ANY], [BACK], [OUT, I20], [I20]).open(60, 120, 100, 50).passes(YOU, DONNA)
    sale.outs(MIKE, DONNA)
    assert sale.leader == (MIKE, 100)
    sale.raises(JEFF, 120, I20)
    assert sale.leader == (JEFF, 120)
    sale.passes(YOU).returns(DONNA)  # her $120M are the older ones
    assert sale.leader == (DONNA, 120)


def test_tr_59_a_raise_reached_first_keeps_its_place_through_a_knock_out():
    sale = Sale([ANY], [I50, BACK], [OUT], [I30]).open(10, 50, 20, 60)
    sale.passes(YOU).raises(DONNA, 100, I50).outs(MIKE, DONNA).raises(JEFF, 100, I30)
    assert sale.leader == (JEFF, 100)
    sale.passes(YOU).returns(DONNA)
    assert sale.leader == (DONNA, 100)


# --- what is not asked ----------------------------------------------------------------------------


def test_tr_60_who_holds_no_card_and_cannot_raise_with_cash_is_not_asked():
    sale = Sale([], [ANY], [], [I20]).open(10, 20, 30, 40)
    assert sale.turn == DONNA
    assert sale.heard()[-1] == BidPassed(seat=YOU, out=False, asked=False)
    sale.passes(DONNA)
    assert BidPassed(seat=MIKE, out=False, asked=False) in sale.heard()
    assert sale.bought() == (JEFF, 40)


def test_tr_60_with_cash_unlocked_and_enough_of_it_one_has_a_choice():
    sale = Sale([I20], [], [], cash=[400, 50, 80]).open(50, 50, 30).raises(YOU, 70, I20)
    assert sale.turn == MIKE  # Donna cannot reach $80M, as all can see; Mike can, to the dollar
    assert sale.turns()[-1] == "1 bid_passed"
    assert sale.raises(MIKE, 80).leader == (MIKE, 80)


def test_tr_60_who_is_knocked_out_without_a_card_is_not_asked():
    sale = Sale([OUT], [], [I20]).open(50, 60, 40).outs(YOU, DONNA)
    assert sale.heard()[-1] == BidPassed(seat=DONNA, out=True, asked=False)
    assert sale.turn == MIKE
    assert sale.bid(DONNA).stayed  # a turn in which she stayed out


def test_tr_60_a_choice_that_only_a_hidden_hand_forbids_is_asked():
    sale = Sale([OUT], [ANY], [ANY]).open(50, 60, 40).outs(YOU, DONNA)
    assert (sale.turn, sale.kinds(DONNA)) == (DONNA, {"plan", "pass"})


def test_tr_60_the_only_one_who_can_bid_is_asked_for_an_opening_bid():
    sale = four(cash=[0, 0, 40, 0])
    assert sale.to_move() == {MIKE}
    assert sale.play(MIKE, opening(10)).bought() == (MIKE, 10)


# --- the absent, questions, promises --------------------------------------------------------------


def test_tr_53_who_is_absent_makes_no_bid():
    sale = four()
    for seat in range(4):
        default = sale.legal(seat)[0]
        assert default == opening(0)
        sale.play(seat, default)
    assert NotSold(property="Hotel", owner=None) in sale.heard()


def test_tr_53_who_is_absent_passes_for_the_rest_of_the_sale_until_they_act():
    sale = Sale([I20, BACK], [OUT, I50, I60], [ANY]).open(50, 40, 30)
    default = sale.legal(YOU)[0]
    assert default == a_plan(0)
    sale.play(YOU, default).outs(DONNA, YOU)
    assert sale.turn == MIKE
    sale.passes(MIKE)
    # knocked out they stay out, and are not asked again; Donna leads and all have passed
    assert sale.turns() == ["0 bid_passed", "1 knocked_out", "2 bid_passed", "0 bid_passed"]
    assert sale.bought() == (DONNA, 40)
    back = Sale([I20, BACK], [OUT, I50, I60], [ANY]).open(50, 40, 30)
    back.play(YOU, default).drops(YOU).outs(DONNA, YOU).passes(MIKE)
    assert back.turn == YOU


def test_each_turn_of_the_bidding_is_a_new_question_and_a_secret_is_none():
    sale = Sale([ANY], [], [ANY], [ANY])
    keys = [sale.key()]
    sale.play(YOU, opening(10))
    assert sale.key() == keys[0]
    sale.open(10, 20, 30, 40)
    keys.append(sale.key())
    sale.plans(JEFF, 100)
    assert sale.key() == keys[1]
    sale.passes(YOU)
    keys.append(sale.key())
    sale.passes(MIKE)
    assert len({*keys, sale.key()}) == len(keys) + 1
    assert keys == ["sale 1:opening", "sale 1:0", "sale 1:2"]


def lent(**how) -> Promise:
    """Your promise to hand the Hotel over to Donna."""
    how = {"duty": "return", "property": "Hotel", "amount": 0, "turn": 20, **how}
    return Promise(number=1, by=YOU, to=DONNA, card=None, lapses=False, **how)


def test_tr_72_a_property_that_is_lost_ends_its_promise_and_the_price_is_the_owners():
    sale = Sale([ANY], [ANY], [ANY], owner=YOU, dealing=True, promises=[lent()])
    sale.open(10, 0, 90).passes(YOU)
    assert sale.state.public.promises == ()
    assert sale.cash == (490, 400, 310)
    kinds = [event.kind for event in sale.heard()]
    assert kinds.index("sold") < kinds.index("promise_ended")


def test_tr_72_if_its_owner_wins_the_sale_the_promise_stands():
    sale = Sale([ANY], [ANY], [ANY], owner=YOU, dealing=True, promises=[lent()])
    sale.open(100, 0, 90).passes(YOU).passes(MIKE)
    assert sale.state.public.promises == (lent(),)
    assert (sale.owner, sale.inside) == (YOU, 150)


def test_tr_72_bought_by_the_promisee_it_is_done_without_a_price():
    sale = Sale([ANY], [ANY], [ANY], owner=YOU, dealing=True, promises=[lent(amount=30)])
    sale.open(10, 50, 0).passes(YOU)
    (ended,) = [event for event in sale.heard() if isinstance(event, PromiseEnded)]
    assert ended.why == "done"
    assert sale.cash == (450, 350, 400)


# --- how it has ended -----------------------------------------------------------------------------


def test_how_a_sale_has_ended_can_be_seen_until_the_next_public_move():
    sale = Sale([OUT], [ANY], [I20], [ANY]).open(100, 70, 120, 0)
    assert sale.state.public.settled == ()
    sale.outs(YOU, MIKE).passes(DONNA, MIKE)
    (settled,) = sale.state.public.settled
    assert (settled.property, settled.owner, settled.seat) == ("Hotel", None, YOU)
    assert (settled.price, settled.inside) == (100, 50)
    assert [(bid.seat, bid.amount, bid.out) for bid in settled.bids] == [
        (YOU, 100, False),
        (DONNA, 70, False),
        (MIKE, 120, True),
    ]
    assert view(sale.state).public.settled == (settled,)
    sale.state = play(sale.state, DONNA, Roll(), 1).state
    assert sale.state.public.settled == ()


def test_tr_17_what_is_inside_is_not_told_where_its_owner_keeps_it():
    sale = Sale([ANY], [ANY], [ANY], owner=YOU, dealing=True).open(100, 0, 90)
    sale.passes(YOU, MIKE)
    (settled,) = sale.state.public.settled
    assert (settled.owner, settled.seat, settled.inside) == (YOU, YOU, None)


def test_a_sale_without_a_bid_has_ended_as_well():
    (settled,) = Sale([ANY], [ANY], [ANY]).open(0, 0, 0).state.public.settled
    assert (settled.seat, settled.price, settled.bids) == (None, 0, ())


# --- whose turn it is -----------------------------------------------------------------------------


def test_before_the_bids_are_opened_nobody_acts():
    sale = Sale([OUT, I20, BACK], [ANY], [ANY]).play(DONNA, opening(10))
    for move in (Raise(to=20, investors=(I20,)), KnockOut(seat=1), ComeBack(), Pass()):
        with refused("the Hotel is for sale, and you are to seal your bid"):
            sale.play(YOU, move)


def test_outside_a_sale_there_is_nothing_to_bid_on():
    state = table([OUT, I20, BACK], [ANY], [ANY])
    for move in (
        Raise(to=20, investors=(I20,)),
        KnockOut(seat=1),
        ComeBack(),
        opening(10),
        a_plan(10),
    ):
        with refused("You cannot .* now: you are to roll or play a card"):
            plays(state, (YOU, move))


def test_put_up_by_a_card_a_space_or_the_clearing_a_sale_is_the_same():
    for by in ("space", "card", "clearing"):
        builder = StepBuilder(table([ANY], [ANY], [ANY], cash=[9 * STEP, 0, 0]), Chance.tape())
        engine.put_up(builder, "Airline", 2, by)
        engine.open_bid(builder, 0, opening(10))
        assert builder.phase is None
        assert builder.box("Airline").owner == 0
        assert builder.sales == 1
