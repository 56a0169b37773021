"""Which bids, raises and bidding cards are legal in a sale of TRUMP The Game."""

from games.trump.events import (
    KnockedOut,
)
from games.trump.moves import ComeBack, KnockOut, Pass, Raise
from tests.games.trump.selling import (
    ANY,
    BACK,
    I20,
    I30,
    I50,
    I60,
    OUT,
    Sale,
    a_plan,
    opening,
)
from tests.games.trump.table import plays, refused, table

YOU, DONNA, MIKE, JEFF = range(4)


def test_tr_24_an_opening_bid_is_nothing_or_a_multiple_of_10_up_to_all_cash():
    hands = [ANY], [ANY], [ANY], [ANY]
    sale = Sale(*hands, cash=[30, 400, 400, 400])
    for amount in (-10, 5, 15, 40, 10**9):
        with refused(r"Bid \$10M to \$30M, in tens, or nothing"):
            sale.play(YOU, opening(amount))
    for amount in (0, 10, 30):
        sale.play(YOU, opening(amount))
    assert sale.open(30, 0, 0, 0).bought() == (YOU, 30)
    with refused(r"Bid \$10M, or nothing"):
        Sale(*hands, cash=[10, 400, 400, 400]).play(YOU, opening(20))


def test_tr_29_tr_30_a_raise_beats_the_leader_by_10_or_says_what_is_missing():
    sale = Sale([I30], [ANY], [ANY]).open(60, 70, 100)
    for to in (60, 70, 90, 100, 105, 111, -10, 0):
        with refused(r"Mike leads with \$100M. Raise your bid to \$110M or more, in tens"):
            sale.raises(YOU, to, I30)
    assert sale.raises(YOU, 110, I30).leader == (YOU, 110)
    with refused(r"The lowest raise is to \$110M, and you can only reach \$80M"):
        Sale([I30], [ANY], cash=[50, 400]).open(20, 100).raises(YOU, 110, I30)
    with refused("plays an Outside Investor in this sale. Play one of your own with this raise"):
        Sale([I30], [ANY]).open(20, 30).raises(YOU, 40)


def test_tr_30_investors_must_reach_the_raise_and_are_bid_whole():
    sale = Sale([I20, I50], [ANY], cash=[40, 400]).open(40, 100)
    with refused(r"That raise takes \$50M in cash, and you have \$0M in hand"):
        sale.raises(YOU, 110, I20)
    assert sale.raises(YOU, 110, I20, I50).leader == (YOU, 110)
    sale = Sale([I20, I60], [ANY]).open(50, 60)
    with refused(r"alone bring your bid to \$110M, so raise it to that"):
        sale.raises(YOU, 100, I60)
    assert sale.raises(YOU, 110, I60).leader == (YOU, 110)


def test_tr_30_investors_are_held_and_named_in_the_order_of_the_hand():
    for investors, why in (
        ((I60, I20), "in the order of your hand"),
        ((I20, I20), "You have only 1 Investor 20"),
        ((I50,), "You have no Investor 50"),
        ((OUT,), "only raise with cash and Outside Investors"),
        (("Investor 70",), "only raise with cash and Outside Investors"),
    ):
        with refused(why):
            Sale([I20, I60, OUT], [ANY]).open(50, 60).raises(YOU, 200, *investors)


def test_tr_31_the_leader_may_raise_or_play_out_but_need_not():
    sale = Sale([I20, OUT], [ANY], [ANY]).open(60, 50, 40)
    assert {"raise", "knock_out", "pass"} <= sale.kinds(YOU)
    with refused(r"You lead with \$60M. Raise your bid to \$70M or more"):
        sale.raises(YOU, 60, I20)
    raised = Sale([I20, OUT], [ANY], [ANY]).open(60, 50, 40).raises(YOU, 80, I20)
    assert raised.leader == (YOU, 80)
    assert sale.outs(YOU, DONNA).leader == (YOU, 60)


def test_tr_32_an_out_hits_any_opponent_still_in_and_the_bid_stays_on_the_table():
    sale = Sale([OUT], [ANY], [ANY], [ANY]).open(100, 70, 120, 0)
    targets = [move.seat for move in sale.legal(YOU) if isinstance(move, KnockOut)]
    assert targets == [DONNA, MIKE]
    with refused("Jeff made no opening bid"):
        sale.outs(YOU, JEFF)
    for seat in (YOU, -1, 4, 10**9):
        with refused("on another bidder who's still in"):
            sale.outs(YOU, seat)
    sale.outs(YOU, DONNA)
    assert (sale.leader, sale.bid(DONNA).amount, sale.bid(DONNA).out) == ((MIKE, 120), 70, True)
    assert sale.cash[DONNA] == 330
    assert sale.bid(DONNA).cards == (OUT,)  # TR-39: it lies before her
    assert sale.heard()[-1] == KnockedOut(seat=YOU, target=DONNA, leader=MIKE)
    with refused("You have no You're Out card. You can still pass"):
        Sale([ANY], [ANY]).open(10, 20).outs(YOU, DONNA)


def test_tr_32_tr_33_a_knocked_out_bidder_can_only_come_back_and_nobody_else_can():
    sale = Sale([OUT], [OUT, I50, BACK], [OUT]).open(100, 120, 50).outs(YOU, DONNA)
    assert sale.kinds(DONNA) == {"plan", "pass", "come_back"}
    with refused("Only I'm Back lets you act again"):
        sale.outs(DONNA, YOU)
    with refused("Only I'm Back lets you bid again"):
        sale.raises(DONNA, 170, I50)
    with refused("Donna is already knocked out"):
        sale.passes(DONNA).outs(MIKE, DONNA)
    with refused("still in the bidding"):
        Sale([BACK], [ANY]).open(100, 120).returns(YOU)


def test_nobody_acts_before_the_bids_are_opened():
    sale = Sale([OUT, I20, BACK], [ANY], [ANY]).play(DONNA, opening(10))
    for move in (Raise(to=20, investors=(I20,)), KnockOut(seat=1), ComeBack(), Pass()):
        with refused("the sale of the Hotel is waiting for your bid"):
            sale.play(YOU, move)


def test_there_is_nothing_to_bid_on_outside_a_sale():
    state = table([OUT, I20, BACK], [ANY], [ANY])
    moves = Raise(to=20, investors=(I20,)), KnockOut(seat=1), ComeBack(), opening(10), a_plan(10)
    for move in moves:
        with refused("You can't .* now: it's your turn to roll or play a card"):
            plays(state, (YOU, move))
