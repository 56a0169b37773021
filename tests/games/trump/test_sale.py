"""The course of a sale in TRUMP The Game: printed examples, the rotation, the end, the payment."""

import pytest

from games.chance import Chance
from games.trump.cards import STEP
from games.trump.events import (
    BidPassed,
    BidsOpened,
    NotSold,
    PromiseEnded,
    SaleBegan,
    Sold,
)
from games.trump.events_sales import Opened, Returned
from games.trump.moves import ComeBack, ForceSale, KnockOut, Pass, Raise, Roll
from games.trump.sales import sale as engine
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
    """Start your sale at a table of four players with one card and $400M each."""
    return Sale([ANY], [ANY], [ANY], [ANY], **layout)


def test_the_printed_sale_of_the_hotel():
    sale = Sale([OUT, "Hotel Profits"], [ANY], [I20], [ANY], broker=YOU).open(100, 70, 120, 10)
    assert sale.bids() == [(YOU, 100), (DONNA, 70), (MIKE, 120), (JEFF, 10)]
    assert sale.cash == (300, 330, 280, 390)
    assert (sale.leader, sale.turn) == ((MIKE, 120), YOU)
    sale.outs(YOU, MIKE)
    assert (sale.leader, sale.turn) == ((YOU, 100), DONNA)
    with refused("and you have none. You can still pass"):
        sale.raises(DONNA, 110)
    sale.passes(DONNA)
    assert (sale.leader, sale.turn) == ((YOU, 100), MIKE)
    with refused("You have no I'm Back card, so you stay out"):
        sale.returns(MIKE)
    sale.passes(MIKE)
    assert (sale.leader, sale.turn) == ((YOU, 100), JEFF)
    sale.passes(JEFF)  # all others have passed: the sale is over, and you are not asked again
    returned = {DONNA: 70, MIKE: 120, JEFF: 10}
    assert sale.sold == Sold(
        property="Hotel",
        seat=YOU,
        owner=None,
        price=100,
        inside=50,
        returned=tuple(Returned(seat=seat, amount=returned[seat]) for seat in returned),
        discarded=(OUT,),
    )
    assert sale.cash == (300, 400, 400, 400)
    assert (sale.owner, sale.inside) == (YOU, 50)
    assert sale.state.public.discards == (OUT,)
    assert sale.hand(YOU) == ("Hotel Profits",)


def test_the_printed_sale_of_the_convention_center():
    hands = ["Tax"], ["Tax"], [OUT, I50], [OUT, "Tax"]
    sale = Sale(*hands, property="Convention Center", broker=DONNA, inside=130).open(10, 60, 50, 60)
    assert sale.bids() == [(DONNA, 60), (MIKE, 50), (JEFF, 60), (YOU, 10)]
    assert (sale.leader, sale.turn) == ((DONNA, 60), DONNA), "the first of two with $60M"
    sale.passes(DONNA).raises(MIKE, 100, I50)
    assert (sale.leader, sale.turn) == ((MIKE, 100), JEFF)
    assert sale.cash[MIKE] == 350, "the $50M are the bank's"
    sale.raises(JEFF, 110)
    assert (sale.leader, sale.cash[JEFF]) == ((JEFF, 110), 290)
    sale.passes(YOU).raises(DONNA, 120)
    assert (sale.leader, sale.cash[DONNA]) == ((DONNA, 120), 280)
    sale.passes(MIKE).outs(JEFF, DONNA)
    assert sale.leader == (JEFF, 110)
    sale.passes(YOU)
    assert (sale.turn, sale.bid(DONNA).out) == (DONNA, True)
    sale.passes(DONNA).outs(MIKE, JEFF)
    assert sale.leader == (MIKE, 100)
    sale.passes(JEFF)
    assert sale.turn == YOU
    sale.passes(YOU)  # the sale is over, and Donna is not asked a second time
    assert sale.bought() == (MIKE, 100)
    assert sale.sold.inside == 130
    assert sale.cash == (400, 400, 350, 400)
    assert (sale.owner, sale.inside) == (MIKE, 130)
    assert sale.sold.discarded == (OUT, I50, OUT)
    passed, raised, knocked_out = "bid_passed", "raised", "knocked_out"
    turns = [(1, passed), (2, raised), (3, raised), (0, passed), (1, raised), (2, passed)]
    turns += [(3, knocked_out), (0, passed), (1, passed), (2, knocked_out), (3, passed)]
    assert sale.turns() == [f"{seat} {kind}" for seat, kind in [*turns, (0, passed)]]


def test_tr_24_an_opening_bid_may_be_changed_until_the_last_is_in_and_nobody_sees_the_change():
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
    for seat in (DONNA, MIKE, JEFF):
        sale.play(seat, opening(10))
    assert sale.bids()[0] == (YOU, 200)
    with refused("it's your turn in the sale"):
        sale.play(YOU, opening(10))


def test_tr_24_tr_55_that_a_seat_has_sealed_a_bid_is_public_and_nothing_else():
    one, other = four().play(MIKE, opening(0)), four().play(MIKE, opening(400, 900, "use"))
    assert view(one.state) == view(other.state)
    assert view(one.state, JEFF) == view(other.state, JEFF)
    assert one.heard() == other.heard()
    assert one.state.public.phase.answered == {MIKE}
    assert one.cash == (400,) * 4  # TR-55: what lies under a sealed bid is in the purse


def test_tr_24_a_seat_with_less_than_10_is_not_asked():
    sale = four(cash=[400, 0, 400, 0], broker=MIKE)
    began = SaleBegan(property="Hotel", broker=MIKE, owner=None, by="space", asked=(MIKE, YOU))
    assert sale.heard()[0] == began
    assert sale.to_move() == {YOU, MIKE}
    assert sale.legal(DONNA) == []
    with refused("less than .10M, the lowest bid, so you're out of this sale"):
        sale.play(DONNA, opening(0))
    with refused("less than .10M"):
        sale.plans(JEFF, 100)
    sale.play(MIKE, opening(10)).play(YOU, opening(20))
    opened = next(event for event in sale.heard() if isinstance(event, BidsOpened))
    assert [(bid.seat, bid.amount) for bid in opened.bids] == [(2, 10), (3, 0), (0, 20), (1, 0)]
    sale = four(cash=[0, 0, 0, 0])  # nobody is asked at all
    assert sale.heard()[1] == NotSold(property="Hotel", owner=None)
    assert (sale.phase, sale.state.public.seat) == ("acting", DONNA)
    sale = four(cash=[0, 0, 40, 0])  # TR-60: even the only one with money is asked
    assert sale.to_move() == {MIKE}
    assert sale.play(MIKE, opening(10)).bought() == (MIKE, 10)


def test_tr_24_a_seat_without_an_opening_bid_is_out_of_the_sale():
    sale = Sale([OUT, I50], [OUT, I50, BACK], [ANY]).open(50, 0, 60)
    assert sale.legal(DONNA) == []
    out_of_it = "You made no opening bid, so you're out of this sale"
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
def test_tr_26_without_a_bid_a_property_stays_with_its_owner(owner):
    sale = four(owner=owner).open(0, 0, 0, 0)
    assert NotSold(property="Hotel", owner=owner) in sale.heard()
    assert (sale.owner, sale.inside) == (owner, 50)
    assert sale.cash == (400,) * 4
    assert (sale.phase, sale.state.public.seat) == ("acting", DONNA)
    assert sale.state.sealed == sale.state.plans == (None,) * 4
    (settled,) = sale.state.public.settled
    assert (settled.seat, settled.price, settled.bids) == (None, 0, ())


def test_tr_27_the_only_opener_wins_at_once_at_their_opening_bid():
    sale = Sale([OUT], [OUT, I50], [OUT]).open(0, opening(90, 500, "use"), 0)
    assert sale.bought() == (DONNA, 90)
    assert sale.turns() == []
    assert sale.cash == (400, 310, 400)


def test_tr_28_openers_act_clockwise_from_the_broker_one_action_a_turn_the_leader_too():
    sale = four(broker=MIKE).open(10, 20, 30, 40)
    for seat in (MIKE, JEFF, YOU):
        assert sale.turn == seat
        sale.passes(seat)
    assert sale.turns() == ["2 bid_passed", "3 bid_passed", "0 bid_passed"]
    assert four(broker=MIKE).open(10, 20, 0, 0).turn == YOU, "the Broker did not open"
    sale = four().open(10, 50, 20, 30).passes(YOU)
    assert (sale.leader, sale.turn) == ((DONNA, 50), DONNA), "the leader gets a turn"
    sale = Sale([OUT, OUT, I50, I50], [ANY], [ANY]).open(50, 40, 60).outs(YOU, MIKE)
    for again in (KnockOut(seat=DONNA), Raise(to=100, investors=(I50,))):
        with refused("It's Donna's turn in this sale. You can make a plan"):
            sale.play(YOU, again)


def test_tr_33_im_back_takes_the_turn_and_the_old_bid_counts_in_full():
    sale = Sale([OUT], [BACK], [ANY]).open(100, 120, 50).outs(YOU, DONNA).returns(DONNA)
    assert (sale.leader, sale.turn) == ((DONNA, 120), MIKE)
    assert sale.bid(DONNA).cards == (OUT, BACK)
    assert sale.hand(DONNA) == ()
    sale = Sale([OUT], [BACK], [ANY]).open(100, 90, 50).outs(YOU, DONNA).returns(DONNA)
    assert sale.leader == (YOU, 100), "she is in again, but does not lead"
    sale.passes(MIKE)  # the end waits for her, who has not passed; you have no choice
    assert (sale.phase, sale.bought()) == ("acting", (YOU, 100))
    assert sale.turns()[-3:] == ["2 bid_passed", "0 bid_passed", "1 bid_passed"]


def test_tr_33_a_returned_bidder_can_be_knocked_out_again():
    sale = Sale([OUT], [BACK, BACK], [OUT]).open(100, 120, 50).outs(YOU, DONNA).returns(DONNA)
    sale.outs(MIKE, DONNA)
    assert sale.bid(DONNA).cards == (OUT, BACK, OUT)
    sale.returns(DONNA)  # nobody has a card left
    assert sale.turns()[-3:] == ["1 came_back", "2 bid_passed", "0 bid_passed"]
    assert sale.bought() == (DONNA, 120)
    assert sale.sold.discarded == (OUT, BACK, OUT, BACK)


def test_tr_34_passing_is_not_leaving():
    sale = Sale([I50], [I20], [ANY]).open(50, 60, 40).passes(YOU)
    sale.raises(DONNA, 80, I20).passes(MIKE)
    assert sale.turn == YOU
    assert sale.raises(YOU, 100, I50).leader == (YOU, 100)


def test_tr_35_the_bidding_ends_when_all_but_the_leader_have_passed_since_the_last_action():
    assert four().open(10, 20, 30, 40).passes(YOU, DONNA, MIKE).bought() == (JEFF, 40)
    sale = Sale([ANY], [ANY], [OUT, ANY], [ANY]).open(40, 30, 20, 10).passes(YOU, DONNA)
    sale.outs(MIKE, JEFF).passes(JEFF)
    assert (sale.turn, sale.leader) == (YOU, (YOU, 40))
    sale.passes(YOU, DONNA)
    assert sale.turn == MIKE, "Mike acted without taking the lead, so he has not passed"
    assert sale.passes(MIKE).bought() == (YOU, 40)


def test_tr_35_a_knocked_out_bidder_gets_a_turn_before_the_end():
    sale = Sale([OUT], [BACK], [ANY]).open(50, 60, 40).outs(YOU, DONNA)
    assert sale.passes(DONNA, MIKE).bought() == (YOU, 50)
    late = Sale([ANY], [ANY, OUT], [BACK, ANY]).open(60, 50, 40).passes(YOU).outs(DONNA, MIKE)
    assert late.turn == MIKE
    assert late.passes(MIKE, YOU, DONNA).bought() == (YOU, 60)


def test_tr_35_a_bidder_who_stayed_out_may_return_later_but_the_end_does_not_wait():
    def stayed_out() -> Sale:
        sale = Sale([OUT], [BACK], [I50, ANY], [ANY]).open(50, 60, 40, 30)
        return sale.outs(YOU, DONNA).passes(DONNA).raises(MIKE, 90, I50)

    sale = stayed_out().raises(JEFF, 100).passes(YOU)
    assert sale.turn == DONNA
    sale.returns(DONNA)
    assert sale.leader == (JEFF, 100)
    sale.passes(MIKE, JEFF, YOU, DONNA)  # she has to pass on her own return, too
    assert sale.bought() == (JEFF, 100)
    sale = stayed_out().passes(JEFF, YOU)
    assert sale.bought() == (MIKE, 90)
    assert sale.hand(DONNA) == (ANY, BACK), "she kept it, and has drawn for her turn"


def test_tr_36_the_last_one_in_wins_when_all_others_have_had_a_turn():
    sale = Sale([OUT, OUT], [OUT], [BACK]).open(50, 60, 70)
    sale.outs(YOU, DONNA).passes(DONNA, MIKE).outs(YOU, MIKE)
    assert [bid.out for bid in sale.bidding.bids] == [False, True, True]
    assert sale.turn == DONNA  # on the way to Mike, who has had no turn since
    sale.passes(DONNA)
    assert sale.turn == MIKE
    assert sale.passes(MIKE).bought() == (YOU, 50)


def test_tr_37_an_unowned_property_is_paid_to_the_bank_and_losers_get_whole_bids_back():
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
    assert (sale.bought(), sale.owner) == ((DONNA, 80), DONNA)
    assert sale.cash == (480, 320, 400)
    sale = Sale([OUT, I60, BACK], [ANY], [ANY], owner=YOU).open(0, 10, 0)
    assert sale.bought() == (DONNA, 10), "without an opening bid an owner cannot defend"
    assert sale.cash == (410, 390, 400)


def test_tr_17_the_sum_inside_is_told_only_when_a_sale_brings_a_new_owner():
    for owner, inside in ((None, 90), (MIKE, 90), (YOU, None)):
        sale = four(owner=owner, inside=90).open(10, 0, 0, 0)
        (settled,) = sale.state.public.settled
        assert sale.sold.inside == settled.inside == inside
        assert (settled.owner, settled.seat) == (owner, YOU)


def test_tr_39_tr_63_bidding_cards_lie_before_their_players_until_the_end():
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


def test_tr_59_of_equal_bids_the_one_reached_first_leads():
    sale = Sale([ANY], [BACK], [OUT, I20], [I20]).open(60, 120, 100, 50).passes(YOU, DONNA)
    sale.outs(MIKE, DONNA)
    assert sale.leader == (MIKE, 100)
    assert sale.raises(JEFF, 120, I20).leader == (JEFF, 120)
    assert sale.passes(YOU).returns(DONNA).leader == (DONNA, 120), "her $120M are older"
    # a raise keeps its place through a knock-out
    sale = Sale([ANY], [I50, BACK], [OUT], [I30]).open(10, 50, 20, 60).passes(YOU)
    sale.raises(DONNA, 100, I50).outs(MIKE, DONNA).raises(JEFF, 100, I30)
    assert sale.leader == (JEFF, 100)
    assert sale.passes(YOU).returns(DONNA).leader == (DONNA, 100)


def test_tr_60_a_bidder_without_cards_or_a_cash_raise_is_not_asked():
    sale = Sale([], [ANY], [], [I20]).open(10, 20, 30, 40)
    assert sale.turn == DONNA
    assert sale.heard()[-1] == BidPassed(seat=YOU, out=False, asked=False)
    sale.passes(DONNA)
    assert BidPassed(seat=MIKE, out=False, asked=False) in sale.heard()
    assert sale.bought() == (JEFF, 40)
    sale = Sale([I20], [], [], cash=[400, 50, 80]).open(50, 50, 30).raises(YOU, 70, I20)
    assert sale.turn == MIKE, "all can see that Mike can reach $80M and Donna cannot"
    assert sale.turns()[-1] == "1 bid_passed"
    assert sale.raises(MIKE, 80).leader == (MIKE, 80)


def test_tr_60_a_knocked_out_bidder_is_asked_if_any_card_is_in_hand():
    sale = Sale([OUT], [], [I20]).open(50, 60, 40).outs(YOU, DONNA)
    assert sale.heard()[-1] == BidPassed(seat=DONNA, out=True, asked=False)
    assert (sale.turn, sale.bid(DONNA).stayed) == (MIKE, True)
    sale = Sale([OUT], [ANY], [ANY]).open(50, 60, 40).outs(YOU, DONNA)
    assert (sale.turn, sale.kinds(DONNA)) == (DONNA, {"plan", "pass"})


def test_tr_53_an_absent_player_makes_no_bid_and_passes_for_the_rest_of_the_sale():
    sale = four()
    for seat in range(4):
        default = sale.legal(seat)[0]
        assert default == opening(0)
        sale.play(seat, default)
    assert NotSold(property="Hotel", owner=None) in sale.heard()
    sale = Sale([I20, BACK], [OUT, I50, I60], [ANY]).open(50, 40, 30)
    default = sale.legal(YOU)[0]
    assert default == a_plan(0)
    sale.play(YOU, default).outs(DONNA, YOU)
    assert sale.turn == MIKE
    sale.passes(MIKE)  # you stay out without being asked again
    assert sale.turns() == ["0 bid_passed", "1 knocked_out", "2 bid_passed", "0 bid_passed"]
    assert sale.bought() == (DONNA, 40)
    back = Sale([I20, BACK], [OUT, I50, I60], [ANY]).open(50, 40, 30)
    back.play(YOU, default).drops(YOU).outs(DONNA, YOU).passes(MIKE)
    assert back.turn == YOU, "until the player acts"


def test_each_public_turn_of_the_bidding_is_a_new_question_for_staleness():
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


def test_tr_72_a_sale_ends_the_promise_on_the_property_unless_its_owner_wins():
    terms = {"number": 1, "by": YOU, "to": DONNA, "duty": "return", "amount": 30}
    lent = Promise(**terms, property="Hotel", card=None, turn=20, lapses=False)
    for amounts, passing, why, cash in (
        ((10, 0, 90), [YOU], "lost", (490, 400, 310)),  # the price is the owner's
        ((10, 50, 0), [YOU], "done", (450, 350, 400)),  # without the price of the promise
        ((100, 0, 90), [YOU, MIKE], None, (300, 400, 400)),
    ):
        sale = Sale([ANY], [ANY], [ANY], owner=YOU, dealing=True, promises=[lent])
        sale.open(*amounts).passes(*passing)
        ends = [event.why for event in sale.heard() if isinstance(event, PromiseEnded)]
        assert ends == ([why] if why else [])
        assert sale.cash == cash
        kinds = [event.kind for event in sale.heard()]
        if why:
            assert kinds.index("sold") < kinds.index("promise_ended")
        else:
            assert sale.state.public.promises == (lent,)
            assert (sale.owner, sale.inside) == (YOU, 150)


def test_the_result_of_a_sale_is_public_until_the_next_public_move():
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


def test_a_sale_by_a_space_a_card_or_the_end_of_the_pile_is_the_same():
    for by in ("space", "card", "clearing"):
        builder = StepBuilder(table([ANY], [ANY], [ANY], cash=[9 * STEP, 0, 0]), Chance.tape())
        engine.put_up(builder, "Airline", 2, by)
        engine.open_bid(builder, 0, opening(10))
        assert (builder.phase, builder.box("Airline").owner, builder.sales) == (None, 0, 1)
