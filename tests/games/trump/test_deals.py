"""TRUMP The Game: deals, ruling by ruling, and the printed examples to the dollar."""

from dataclasses import replace

import pytest

from games.trump.cards import CARDS, PROPERTIES
from games.trump.events import (
    Collected,
    DealCountered,
    DealProposed,
    DealRejected,
    DealStruck,
    DealWithdrawn,
    DrawnAtRandom,
    HandedOver,
    NoCardPlayed,
    Played,
    PromiseEnded,
    PromiseMade,
    PromisePaid,
)
from games.trump.legal_deals import related
from games.trump.moves import NOTHING, Counter, ForceSale, Goods, OpenBid, Pass, Play, Propose, Tax
from games.trump.state import Acting, Opening, Proposed, Relating
from tests.games.trump.dealing import (
    ACCEPT,
    ANY,
    CASINO,
    CRUISE,
    DONNA,
    HOTEL,
    ISLAND,
    JEFF,
    MIKE,
    OUT,
    PASS,
    REJECT,
    WITHDRAW,
    YOU,
    back,
    counter,
    dealing,
    keep,
    may,
    passing,
    pay,
    promised,
    spare,
    struck,
)
from tests.games.trump.table import (
    cash,
    goods,
    inside,
    legal,
    owner,
    play,
    plays,
    propose,
    refused,
    table,
    to_move,
    told,
    view,
)

TEN = goods(cash=10)
NO_BID = OpenBid(amount=0, limit=None, investors="keep", out="no", back="no")


# --- the printed examples -------------------------------------------------------------------------


def test_deal_1_a_card_is_sold_for_40():
    table = dealing(["Hotel Profits", OUT], [OUT], owners={HOTEL: DONNA})
    step = struck(table, YOU, propose(DONNA, goods("Hotel Profits"), goods(cash=40)))
    assert cash(step.state) == (440, 360, 400, 400)
    assert step.state.hands[:2] == ((OUT,), ("Hotel Profits", OUT))
    assert (step.state.public.turn, to_move(step.state)) == (31, {DONNA})  # your turn is over


def test_deal_2_the_casino_is_borrowed_for_10_and_50():
    both = "Hotel and Casino"
    state = dealing([both, OUT], owners={HOTEL: YOU, CASINO: JEFF}, inside={CASINO: 80})
    state = play(state, YOU, propose(JEFF, goods(cash=110), goods(CASINO))).state
    step = play(state, JEFF, REJECT)
    assert told(step, DealRejected) == [DealRejected(seat=JEFF, by=YOU, countered=False)]
    state = plays(step.state, (DONNA, PASS), (MIKE, PASS))
    assert (state.public.turn, state.public.seat) == (33, JEFF)

    offer = propose(
        YOU,
        goods(CASINO),
        goods(cash=10),
        pay(YOU, 50, card=both),
        back(YOU, CASINO, 10, turn=34),
    )
    step = struck(state, JEFF, offer)
    # what came to Jeff is cash: he is not asked for a card
    assert (step.state.public.turn, to_move(step.state)) == (34, {YOU})
    assert cash(step.state) == (390, 400, 400, 410)
    assert owner(step.state, CASINO) == YOU

    step = play(step.state, YOU, Play(card=both))
    assert [one.amount for one in told(step, Collected)] == [120]
    assert [(one.amount, one.owing) for one in told(step, PromisePaid)] == [(50, 0)]
    assert [(one.amount, one.owing) for one in told(step, HandedOver)] == [(10, 0)]
    assert cash(step.state) == (400 + 70, 400, 400, 400 + 50)
    assert (owner(step.state, CASINO), inside(step.state, CASINO)) == (JEFF, 80)
    assert step.state.public.promises == ()


def test_deal_3_two_cards_are_drawn_for_30():
    state = dealing(
        [OUT],
        [OUT],
        [OUT],
        ["Convention Center Profits", ANY, "Tax", OUT],
        seat=JEFF,
        owners={
            "Convention Center": YOU,
            HOTEL: MIKE,
            CASINO: MIKE,
            "Airline": MIKE,
            CRUISE: JEFF,
        },
    )
    offer = propose(YOU, goods("Convention Center Profits"), goods(cash=30))
    state = passing(play(play(state, JEFF, offer).state, YOU, REJECT).state, 34)

    state = play(state, JEFF, propose(YOU, goods(random=2), goods(cash=40))).state
    state = play(state, YOU, counter(goods(cash=30), goods(random=2))).state
    assert to_move(state) == {JEFF}
    # of Any 40, Convention Center Profits, Tax, You're Out, in the order of a hand
    assert state.hands[JEFF] == ("Convention Center Profits", ANY, "Tax", OUT)
    step = play(state, JEFF, ACCEPT, 0, 1)
    assert cash(step.state) == (370, 400, 400, 430)
    assert step.state.hands[YOU] == ("Convention Center Profits", "Tax", OUT)
    drawn = DrawnAtRandom(seat=YOU, giver=JEFF, cards=("Convention Center Profits", "Tax"))
    assert told(step, DrawnAtRandom, YOU) == told(step, DrawnAtRandom, JEFF) == [drawn]
    assert told(step, DrawnAtRandom, DONNA) == told(step, DrawnAtRandom) == []
    # Jeff's turn is over
    assert (step.state.public.turn, to_move(step.state)) == (35, {YOU})

    state = play(step.state, YOU, Tax(seat=MIKE)).state
    assert cash(state) == (430, 400, 340, 430)
    assert state.hands[YOU] == ("Convention Center Profits", OUT)


def deal_4(*then):
    """Deal #4, with Jeff's counter-offer accepted: your next turn is 34."""
    both, date = "Tropical Island and Cruise Line", {"card": "Tropical Island and Cruise Line"}
    state = dealing([both, OUT], owners={ISLAND: YOU, CRUISE: JEFF})
    state = play(
        state,
        YOU,
        propose(
            JEFF,
            goods(cash=10),
            goods(CRUISE),
            pay(YOU, 60, **date),
            back(YOU, CRUISE, 10, **date),
        ),
    ).state
    answer = counter(
        goods(CRUISE),
        goods(cash=10),
        pay(YOU, 60, **date),
        back(YOU, CRUISE, 10, turn=34),
    )
    state = plays(state, (JEFF, answer), (YOU, ACCEPT))
    assert isinstance(state.public.phase, Relating)
    assert cash(state) == (390, 400, 400, 410)
    return state


def test_deal_4_as_countered_if_the_card_is_played():
    state = passing(plays(deal_4(), (YOU, PASS)), 34)
    assert owner(state, CRUISE) == YOU
    state = play(state, YOU, Play(card="Tropical Island and Cruise Line")).state
    assert cash(state) == (400 + 40, 400, 400, 400 + 60)
    assert owner(state, CRUISE) == JEFF


def test_deal_4_as_countered_if_it_is_not():
    state = passing(plays(deal_4(), (YOU, PASS)), 34)
    # that turn is passed too: the property goes back, and nothing else is due
    step = play(state, YOU, propose(DONNA, TEN, NOTHING))
    step = play(step.state, DONNA, REJECT)
    assert [one.amount for one in told(step, HandedOver)] == [10]
    assert cash(step.state) == (400, 400, 400, 400)
    assert owner(step.state, CRUISE) == JEFF
    # TR-48: what waits for the card alone may wait for ever
    assert [one.duty for one in step.state.public.promises] == ["pay"]


def test_deal_4_the_card_may_be_played_at_once():
    state = play(deal_4(), YOU, Play(card="Tropical Island and Cruise Line")).state
    assert cash(state) == (400 - 10 + 100 - 60, 400, 400, 400 + 10 + 60)
    state = passing(state, 34)
    assert owner(state, CRUISE) == YOU
    state = play(play(state, YOU, propose(DONNA, TEN, NOTHING)).state, DONNA, REJECT).state
    assert cash(state) == (440, 400, 400, 460)


def deal_5():
    """Deal #5, as far as your SPORTS COMPLEX PROFITS: 20 of its 30 are Donna's."""
    one, three = "Sports Complex Profits", "3 Properties"
    state = dealing(
        [one, three],
        [OUT],
        ["Force Sale", OUT],
        owners={HOTEL: YOU, CASINO: YOU, "Sports Complex": DONNA},
    )
    offer = propose(
        DONNA,
        NOTHING,
        goods("Sports Complex"),
        pay(YOU, 20, card=one),
        pay(YOU, 70, card=three),
        back(YOU, "Sports Complex", card=three),
    )
    state = struck(state, YOU, offer).state
    assert may(state, YOU, Play(card=one))
    state = play(state, YOU, Play(card=one)).state
    assert cash(state) == (410, 420, 400, 400)
    return state


def test_deal_5_a_force_sale_voids_the_return_and_what_is_to_be_paid_stands():
    state = plays(deal_5(), (DONNA, PASS))
    step = play(state, MIKE, ForceSale(property="Sports Complex"))
    bid = replace(NO_BID, amount=90)
    state = plays(step.state, (MIKE, bid), (JEFF, NO_BID), (YOU, NO_BID))
    step = play(state, DONNA, NO_BID)
    (ended,) = told(step, PromiseEnded)
    assert (ended.promise.duty, ended.promise.property, ended.why) == (
        "return",
        "Sports Complex",
        "lost",
    )
    # the price of the sale is yours; the PAY of 70 stands, and is not due
    assert cash(step.state) == (500, 420, 310, 400)
    assert [(one.duty, one.amount) for one in step.state.public.promises] == [("pay", 70)]
    assert owner(step.state, "Sports Complex") == MIKE


def test_deal_5_without_a_force_sale():
    state = passing(deal_5(), 34)
    step = play(state, YOU, Play(card="3 Properties"))
    assert cash(step.state) == (400 + 100, 400 + 90, 400, 400)
    assert owner(step.state, "Sports Complex") == DONNA
    assert step.state.public.promises == ()


# --- TR-44, 45, 57, 68: offering and answering ----------------------------------------------------


def test_tr_57_in_the_buying_phase_there_are_no_deals():
    state = table([ANY], [ANY], [ANY], owners={HOTEL: YOU})
    with refused("Dealing Phase"):
        play(state, YOU, propose(DONNA, TEN, NOTHING))


def test_tr_57_nor_during_a_sale():
    state = play(dealing(["Force Sale"]), YOU, ForceSale(property=HOTEL)).state
    assert isinstance(state.public.phase, Opening)
    with refused("You cannot offer a deal now"):
        play(state, YOU, propose(DONNA, TEN, NOTHING))


def test_tr_68_only_the_player_whose_turn_it_is_proposes():
    with refused("It is Ann's turn"):
        play(dealing(), DONNA, propose(YOU, TEN, NOTHING))


@pytest.mark.parametrize("to", [YOU, -1, 4, 10**9])
def test_tr_45_a_deal_is_offered_to_one_of_the_others(to):
    with refused("one of the other players"):
        play(dealing(), YOU, propose(to, TEN, NOTHING))


def test_tr_45_the_other_accepts_rejects_or_makes_one_counter_offer():
    state = play(dealing(), YOU, propose(DONNA, TEN, goods(CASINO))).state
    assert to_move(state) == {DONNA}
    offered = legal(state, DONNA)
    assert offered[:2] == [REJECT, ACCEPT]
    assert {type(one) for one in offered[2:]} == {Counter}
    assert legal(state, MIKE) == []
    state = play(state, DONNA, counter(goods(CASINO), goods(cash=90))).state
    assert to_move(state) == {YOU}
    assert legal(state, YOU) == [REJECT, ACCEPT]
    assert legal(state, DONNA) == []
    with refused("Donna has made the one counter-offer"):
        play(state, YOU, counter(goods(cash=50), goods(CASINO)))
    with refused("You cannot make a counter-offer now: Ann is to answer your offer"):
        play(state, DONNA, counter(goods(cash=50), goods(CASINO)))


@pytest.mark.parametrize("move", [ACCEPT, REJECT, counter(TEN, NOTHING)])
def test_tr_45_nobody_else_answers(move):
    state = play(dealing(), YOU, propose(DONNA, TEN, NOTHING)).state
    for seat in (YOU, MIKE, JEFF):
        with refused("now: .*Donna is to answer"):
            play(state, seat, move)
    with refused("now: you are to play a card, offer a deal or pass"):
        play(dealing(), YOU, move)


def test_tr_45_a_rejection_ends_the_turn():
    state = play(dealing(), YOU, propose(DONNA, TEN, NOTHING)).state
    step = play(state, DONNA, REJECT)
    assert (step.state.public.turn, step.state.public.seat) == (31, DONNA)
    assert cash(step.state) == (400, 400, 400, 400)


def test_tr_45_so_does_the_rejection_of_a_counter_offer():
    state = plays(dealing(), (YOU, propose(DONNA, TEN, NOTHING)), (DONNA, counter(TEN, NOTHING)))
    step = play(state, YOU, REJECT)
    assert told(step, DealRejected) == [DealRejected(seat=YOU, by=DONNA, countered=True)]
    assert step.state.public.turn == 31


def test_tr_45_so_does_a_withdrawal_which_nobody_else_can_make():
    state = play(dealing(), YOU, propose(DONNA, TEN, NOTHING)).state
    assert legal(state, YOU) == [WITHDRAW]
    for seat in (DONNA, MIKE):
        with refused("You cannot withdraw an offer now"):
            play(state, seat, WITHDRAW)
    step = play(state, YOU, WITHDRAW)
    assert told(step, DealWithdrawn) == [DealWithdrawn(seat=YOU, to=DONNA)]
    assert step.state.public.turn == 31


def test_tr_45_what_has_been_answered_is_not_withdrawn():
    state = plays(dealing(), (YOU, propose(DONNA, TEN, NOTHING)), (DONNA, counter(TEN, NOTHING)))
    for seat in range(4):
        with refused("You cannot withdraw an offer now"):
            play(state, seat, WITHDRAW)


def test_tr_45_properties_move_with_their_boxes_and_all_at_once():
    state = dealing([ANY, OUT], ["Tax", OUT], inside={HOTEL: 70, CASINO: 120})
    step = struck(state, YOU, propose(DONNA, goods(HOTEL, ANY, cash=20), goods(CASINO, "Tax")))
    state = step.state
    assert (owner(state, HOTEL), owner(state, CASINO)) == (DONNA, YOU)
    assert (inside(state, HOTEL), inside(state, CASINO)) == (70, 120)
    assert cash(state) == (380, 420, 400, 400)
    assert state.hands[:2] == (("Tax", OUT), (ANY, OUT))
    assert len(told(step, DealStruck)) == 1


def test_tr_45_cash_of_now_must_be_in_hand():
    state = dealing(cash=(30, 20, 400, 400))
    with refused(r"You have \$30M in hand"):
        play(state, YOU, propose(DONNA, goods(cash=40), NOTHING))
    state = play(state, YOU, propose(DONNA, goods(cash=30), NOTHING)).state
    with refused(r"You have \$20M in hand"):
        play(state, DONNA, counter(goods(cash=30), NOTHING))


def test_tr_45_promises_of_later_payment_are_not_so_bounded():
    state = dealing(cash=(0, 0, 400, 400))
    offer = propose(DONNA, NOTHING, NOTHING, pay(YOU, 500, turn=34), pay(DONNA, 300, turn=33))
    step = struck(state, YOU, offer)
    assert [one.promise.amount for one in told(step, PromiseMade)] == [500, 300]


def test_tr_45_cash_goes_one_way():
    with refused("one way"):
        play(dealing(), YOU, propose(DONNA, goods(cash=20), goods(CASINO, cash=10)))
    with refused("one way"):
        play(dealing(), YOU, propose(DONNA, goods(cash=20), goods(cash=10)))


# --- TR-46, 78: a card after a deal ---------------------------------------------------------------


def after(hand, get, *, other=(OUT,), luck=(), **layout):
    """A deal that brings you this out of Donna's hand and property, for nothing."""
    return struck(dealing(hand, other, **layout), YOU, propose(DONNA, NOTHING, get), *luck).state


def cards_to_play(state):
    """List the cards that you are offered to play after a deal."""
    offered = legal(state, YOU)
    assert offered[0] == PASS
    return {getattr(one, "card", type(one).__name__) for one in offered[1:]}


def test_tr_46_a_card_that_came_may_be_played():
    state = after([ANY], goods("Hotel Profits"), other=["Hotel Profits", OUT])
    assert cards_to_play(state) == {"Hotel Profits"}  # the other is not of this deal
    with refused("Any 40 has nothing to do with the deal"):
        play(state, YOU, Play(card=ANY))
    state = play(state, YOU, Play(card="Hotel Profits")).state
    assert cash(state)[YOU] == 460
    assert state.public.turn == 31


def test_tr_46_also_one_that_was_drawn_at_random():
    state = after([OUT], goods(random=1), other=[ANY, OUT], luck=(0,))
    assert view(state, YOU).drawn == (ANY,)
    assert cards_to_play(state) == {ANY}
    # nobody else is shown it
    assert all(view(state, seat).drawn == () for seat in (None, DONNA, MIKE, JEFF))
    assert state.public.phase == Relating(other=DONNA, properties=(), cards=(), random=1)
    assert play(state, YOU, Play(card=ANY)).state.drawn == ()


def test_tr_46_what_the_other_has_drawn_is_not_seen():
    step = struck(dealing([ANY, OUT]), YOU, propose(DONNA, goods(random=1), goods(CASINO)), 0)
    assert isinstance(step.state.public.phase, Relating)
    assert view(step.state, YOU).drawn == ()
    state = play(dealing([OUT], [ANY]), YOU, propose(DONNA, goods(cash=10), NOTHING)).state
    state = play(state, DONNA, counter(goods(CASINO), goods(random=1))).state
    state = play(state, YOU, ACCEPT, 0).state  # the last card: there is none to play
    assert (state.public.turn, state.drawn) == (31, ())


def test_tr_46_a_tax_or_a_force_sale_that_came_may_be_played():
    state = after([OUT], goods("Tax", "Force Sale"), other=["Tax", "Force Sale", OUT])
    assert cards_to_play(state) == {"Tax", "ForceSale"}
    assert Tax(seat=DONNA) in legal(state, YOU)
    after_sale = play(state, YOU, ForceSale(property=CRUISE)).state
    assert isinstance(after_sale.public.phase, Opening)


def test_tr_46_a_card_that_only_lay_in_hand_is_not_related_though_another_came():
    state = after(["Tax"], goods(ANY), other=[ANY, OUT])
    assert cards_to_play(state) == {ANY}
    with refused("Tax has nothing to do with the deal"):
        play(state, YOU, Tax(seat=DONNA))


def test_tr_46_profit_cards_that_name_or_count_a_property_that_came():
    hand = [
        "Hotel Profits",
        "Casino Profits",
        "Casino Roll",
        "Hotel and Casino",
        "Casino and Tropical Island",
        ANY,
        "Any 50",
        "3 Properties",
        "4 Properties",
        "Tax",
        OUT,
    ]
    owners = {HOTEL: YOU, "Airline": YOU, CASINO: DONNA, ISLAND: MIKE}
    state = after(hand, goods(CASINO), owners=owners)
    # the Tropical Island is another's; with three one does not play 4 Properties
    assert cards_to_play(state) == {
        "Casino Profits",
        "Casino Roll",
        "Hotel and Casino",
        ANY,
        "Any 50",
        "3 Properties",
    }
    with refused("Hotel Profits has nothing to do with the deal"):
        play(state, YOU, Play(card="Hotel Profits"))
    with refused("4 Properties"):
        play(state, YOU, Play(card="4 Properties"))
    state = play(state, YOU, Play(card="3 Properties")).state
    assert cash(state)[YOU] == 560


def test_tr_46_a_counter_offer_may_bring_the_proposer_something_too():
    state = dealing([ANY], [OUT])
    answer = counter(goods(CASINO), TEN)
    state = plays(state, (YOU, propose(DONNA, TEN, NOTHING)), (DONNA, answer), (YOU, ACCEPT))
    assert state.public.phase == Relating(other=DONNA, properties=(CASINO,), cards=(), random=0)
    assert cards_to_play(state) == {ANY}


def test_tr_46_the_other_party_plays_nothing():
    state = dealing(["Hotel Profits", OUT], [ANY], owners={HOTEL: YOU, CASINO: DONNA})
    step = struck(state, YOU, propose(DONNA, goods(HOTEL, "Hotel Profits"), goods(cash=90)))
    assert (step.state.public.turn, step.state.public.phase) == (31, Acting())
    assert told(step, NoCardPlayed) == []
    state = after([ANY], goods(CASINO))
    with refused("You cannot play a card now: Ann is to say whether to play a card"):
        play(state, DONNA, Play(card=ANY))
    assert legal(state, DONNA) == []


@pytest.mark.parametrize("hand", [[OUT], ["I'm Back"], [ANY], ["Tax"], ["Hotel Profits"]])
def test_tr_46_one_is_asked_whatever_one_holds(hand):
    state = after(hand, goods(CASINO))
    assert isinstance(state.public.phase, Relating)
    assert to_move(state) == {YOU}
    step = play(state, YOU, PASS)
    assert told(step, NoCardPlayed) == [NoCardPlayed(seat=YOU)]
    assert step.state.public.turn == 31


def test_tr_46_with_no_card_left_one_is_not_asked():
    step = struck(dealing([]), YOU, propose(DONNA, NOTHING, goods(CASINO)))
    assert (step.state.public.turn, told(step, NoCardPlayed)) == (31, [])
    step = struck(dealing([ANY]), YOU, propose(DONNA, goods(ANY), goods(CASINO)))
    assert step.state.public.turn == 31


def test_tr_46_cash_and_promises_alone_bring_nothing_to_play_on():
    state = dealing([ANY])
    step = struck(state, YOU, propose(DONNA, NOTHING, goods(cash=10), spare(DONNA, 34)))
    assert step.state.public.turn == 31


def test_tr_5_bidding_cards_are_not_played_after_a_deal():
    state = after(["Investor 30"], goods(OUT, CASINO))
    assert legal(state, YOU) == [PASS]
    assert related(view(state, YOU)) == ()
    with refused("sale|bidding"):
        play(state, YOU, Play(card=OUT))


def test_tr_46_tr_60_if_all_can_see_that_no_named_card_can_be_played_nothing_is_asked():
    for named in (goods(OUT), goods("Airline and Sports Complex")):
        step = struck(
            dealing(["Tax"], [OUT, "Airline and Sports Complex"]),
            YOU,
            propose(DONNA, NOTHING, named),
        )
        assert step.state.public.turn == 31
        assert not told(step, NoCardPlayed)


def test_tr_46_what_one_does_not_hold_is_not_played():
    state = after([ANY], goods(CASINO))
    with refused("You do not hold Casino Profits"):
        play(state, YOU, Play(card="Casino Profits"))
    with refused("."):
        play(state, YOU, Play(card="Aces"))


def test_tr_78_a_card_that_was_said_with_the_proposal_is_played_at_once():
    offer = propose(DONNA, TEN, goods(CASINO), then=Play(card=ANY))
    state = play(dealing([ANY, OUT]), YOU, offer).state
    assert [view(state, seat).then for seat in (None, *range(4))] == [
        None,
        Play(card=ANY),
        None,
        None,
        None,
    ]
    step = play(state, DONNA, ACCEPT)
    assert [one.card for one in told(step, Played)] == [ANY]
    assert (step.state.public.turn, cash(step.state)[YOU]) == (31, 430)
    assert step.state.then is None


def test_tr_78_or_none():
    offer = propose(DONNA, TEN, goods(CASINO), then=Pass())
    step = struck(dealing([ANY, OUT]), YOU, offer)
    assert told(step, NoCardPlayed) == [NoCardPlayed(seat=YOU)]
    assert step.state.public.turn == 31


@pytest.mark.parametrize(
    "then",
    [
        Play(card="Casino Profits"),  # not held
        Play(card="Hotel Profits"),  # has nothing to do with it
        Play(card=OUT),
        Play(card="Aces"),
        Tax(seat=JEFF),
        Tax(seat=-5),
        ForceSale(property="Nowhere"),
    ],
)
def test_tr_78_if_it_is_not_possible_none_is_played(then):
    state = dealing(["Hotel Profits", "Tax", OUT])
    step = struck(state, YOU, propose(DONNA, TEN, goods(CASINO), then=then))
    assert told(step, NoCardPlayed) == [NoCardPlayed(seat=YOU)]
    assert told(step, Played) == []
    assert step.state.public.turn == 31


def test_tr_78_a_tax_or_a_force_sale_may_be_said_of_a_card_that_comes():
    state = dealing([OUT], ["Tax", "Force Sale"])
    step = struck(state, YOU, propose(DONNA, NOTHING, goods("Tax"), then=Tax(seat=MIKE)))
    assert cash(step.state) == (420, 400, 380, 400)
    step = struck(state, YOU, propose(DONNA, NOTHING, goods(random=1), then=Tax(seat=MIKE)), 0)
    assert cash(step.state) == (420, 400, 380, 400)
    sold = ForceSale(property=CRUISE)
    step = struck(state, YOU, propose(DONNA, NOTHING, goods("Force Sale"), then=sold))
    assert isinstance(step.state.public.phase, Opening)


def test_tr_78_it_is_said_of_the_offer_and_not_of_a_counter_offer():
    offer = propose(DONNA, TEN, goods(CASINO), then=Play(card=ANY))
    state = plays(dealing([ANY]), (YOU, offer), (DONNA, counter(goods(CASINO), goods(cash=20))))
    assert view(state, YOU).then is None
    state = play(state, YOU, ACCEPT).state
    assert isinstance(state.public.phase, Relating)


def test_tr_78_it_is_forgotten_with_the_offer():
    offer = propose(DONNA, TEN, goods(CASINO), then=Play(card=ANY))
    state = play(play(dealing([ANY]), YOU, offer).state, DONNA, REJECT).state
    assert state.then is None


def test_tr_78_said_or_not_it_is_the_same_to_all_others():
    offer = propose(DONNA, TEN, goods(CASINO))
    said = [play(dealing([ANY]), YOU, replace(offer, then=then)) for then in (None, PASS)]
    for seat in (None, DONNA, MIKE, JEFF):
        assert view(said[0].state, seat) == view(said[1].state, seat)
        assert [one.event for one in said[0].told] == [one.event for one in said[1].told]


# --- TR-49: the end of the phase ------------------------------------------------------------------


def test_tr_49_an_offer_is_not_a_pass_and_a_deal_is_something_done():
    state = dealing(passes=3, lively=20)
    state = play(state, YOU, propose(DONNA, TEN, NOTHING)).state
    assert (state.public.passes, state.public.lively) == (0, 20)
    rejected = play(state, DONNA, REJECT).state
    assert (rejected.public.turn, rejected.public.passes, rejected.public.lively) == (31, 0, 20)
    assert play(state, DONNA, ACCEPT).state.public.lively == 30


# --- TR-66: deals are made aloud ------------------------------------------------------------------


def test_tr_66_offers_and_answers_are_public_in_full():
    offer = propose(DONNA, goods(ANY), goods("Tax", cash=20), spare(YOU, 40), words="Come on.")
    step = play(dealing([ANY], ["Tax"]), YOU, offer)
    (proposed,) = told(step, DealProposed)
    assert proposed.offer.words == "Come on."
    assert proposed.offer.promises == (spare(YOU, 40),)
    assert view(step.state).public.phase == Proposed(offer=proposed.offer, counter=None)
    step = play(step.state, DONNA, counter(goods("Tax"), goods(ANY, cash=10)))
    (countered,) = told(step, DealCountered)
    assert (countered.offer.by, countered.offer.to) == (DONNA, YOU)
    step = play(step.state, YOU, ACCEPT)
    assert told(step, DealStruck) == [DealStruck(seat=YOU, offer=countered.offer)]


@pytest.mark.parametrize(
    ("get", "sentence"),
    [
        (goods("Hotel Profits"), "It asks Hotel Profits of you, and you do not hold it"),
        (goods(ANY, ANY), "It asks Any 40 of you 2 times"),
        (goods(cash=300), r"It asks \$300M of you, and you have \$200M in hand"),
    ],
)
def test_tr_66_who_lacks_something_cannot_accept_and_only_they_are_told(get, sentence):
    state = dealing([OUT], [ANY, OUT], cash=(400, 200, 400, 400))
    state = play(state, YOU, propose(DONNA, NOTHING, get)).state
    assert ACCEPT not in legal(state, DONNA)
    with refused(sentence):
        play(state, DONNA, ACCEPT)
    step = play(state, DONNA, REJECT)
    (rejected, _) = (one.event for one in step.told)
    assert rejected == DealRejected(seat=DONNA, by=YOU, countered=False)


def test_tr_66_whether_another_holds_it_is_not_checked_when_it_is_proposed():
    for hand in (["Hotel Profits"], [OUT]):
        state = play(dealing([OUT], hand), YOU, propose(DONNA, TEN, goods("Hotel Profits"))).state
        assert to_move(state) == {DONNA}
        assert may(state, DONNA, ACCEPT) == (hand == ["Hotel Profits"])


def test_tr_66_one_offers_by_name_what_one_holds():
    with refused("You do not hold Hotel Profits"):
        play(dealing([ANY]), YOU, propose(DONNA, goods("Hotel Profits"), TEN))
    with refused("You do not hold Any 40 2 times"):
        play(dealing([ANY, OUT]), YOU, propose(DONNA, goods(ANY, ANY), TEN))
    state = play(dealing([ANY]), YOU, propose(DONNA, goods(ANY), NOTHING)).state
    with refused("You do not hold Tax"):
        play(state, DONNA, counter(goods("Tax"), NOTHING))


# --- TR-67: what a deal may hold ------------------------------------------------------------------


def test_tr_67_a_gift_is_a_deal():
    assert cash(struck(dealing(), YOU, propose(DONNA, TEN, NOTHING)).state) == (390, 410, 400, 400)


def test_tr_67_a_deal_in_which_nothing_moves_and_nothing_is_promised_is_none():
    with refused("Nothing changes hands"):
        play(dealing(), YOU, propose(DONNA, NOTHING, NOTHING, words="Be my friend."))


@pytest.mark.parametrize(
    ("give", "get", "sentence"),
    [
        (goods(CASINO), NOTHING, "The Casino is not yours to give"),
        (NOTHING, goods(ISLAND), "The Tropical Island is not Donna's to give"),
        (NOTHING, goods(HOTEL), "The Hotel is not Donna's to give"),
        (goods("Airline"), NOTHING, "not yours"),
        (NOTHING, goods("Airline"), "not Donna's"),
        (Goods(properties=("Nowhere",), cards=(), random=0, cash=0), NOTHING, "no such property"),
        (NOTHING, Goods(properties=(), cards=("Aces",), random=0, cash=0), "no such card"),
        (Goods(properties=(HOTEL, HOTEL), cards=(), random=0, cash=0), NOTHING, "once"),
        (goods(random=-1), NOTHING, "how many"),
        (goods(random=3), NOTHING, "You have 2 cards"),
        (goods(ANY, random=2), NOTHING, "You have 2 cards"),
        (NOTHING, goods(random=2), "Donna has 1 card"),
        (NOTHING, goods("Hotel Profits", random=1), "Donna has 1 card"),
        (NOTHING, goods("Hotel Profits", "Tax"), "Donna has 1 card"),
        (goods(cash=5), NOTHING, "in tens"),
        (goods(cash=-10), NOTHING, "in tens"),
        (NOTHING, goods(cash=10**9), "in tens"),
    ],
)
def test_tr_67_goods_are_there_and_are_ones_own(give, get, sentence):
    with refused(sentence):
        play(dealing([ANY, OUT], [OUT]), YOU, propose(DONNA, give, get))


def test_tr_67_there_is_one_way_to_name_goods():
    backwards = Goods(properties=(), cards=(OUT, ANY), random=0, cash=0)
    with refused("order of a hand"):
        play(dealing([ANY, OUT]), YOU, propose(DONNA, backwards, NOTHING))
    mine = Goods(properties=(CASINO, HOTEL), cards=(), random=0, cash=0)
    state = dealing(owners={HOTEL: YOU, CASINO: YOU})
    with refused("in the order of the board"):
        play(state, YOU, propose(DONNA, mine, NOTHING))


def test_tr_64_what_has_left_the_game_is_not_dealt():
    state = dealing(owners={HOTEL: YOU, CASINO: DONNA}, gone=["Airline"])
    for give, get in ((goods("Airline"), NOTHING), (NOTHING, goods("Airline"))):
        with refused("The Airline is not"):
            play(state, YOU, propose(DONNA, give, get))
    with refused("the Airline is not yours to promise"):
        play(state, YOU, propose(DONNA, NOTHING, NOTHING, keep(YOU, "Airline", 32)))


def test_tr_67_random_cards_are_drawn_from_what_the_named_ones_leave():
    state = dealing([ANY, "Tax", OUT], ["Investor 20"])
    step = struck(state, YOU, propose(DONNA, goods("Tax", random=2), NOTHING), 1, 0)
    assert step.state.hands[:2] == ((), (ANY, "Tax", "Investor 20", OUT))
    (drawn,) = told(step, DrawnAtRandom, DONNA)
    assert drawn.cards == (ANY, OUT)


def test_tr_67_and_not_from_what_has_come_in_the_same_deal():
    state = dealing([ANY], ["Tax"])
    # one from each hand: there is but one way to draw, the two change places
    step = struck(state, YOU, propose(DONNA, goods(random=1), goods(random=1)), 0, 0)
    assert step.state.hands[:2] == (("Tax",), (ANY,))
    assert step.state.drawn == ("Tax",)
    step = struck(state, YOU, propose(DONNA, goods(ANY), goods(random=1)), 0)
    assert step.state.hands[:2] == (("Tax",), (ANY,))


@pytest.mark.parametrize("words", ["two\nlines", "x" * 201, "\ud800", "tab\t"])
def test_tr_67_words_are_one_line(words):
    with refused("one line"):
        play(dealing(), YOU, propose(DONNA, TEN, NOTHING, words=words))


@pytest.mark.parametrize("words", ["", "x" * 200, "Wirklich: 100 % sicher!", "👨‍👩‍👧 {0} ☕️"])
def test_tr_67_of_whatever_people_write(words):
    step = play(dealing(), YOU, propose(DONNA, TEN, NOTHING, words=words))
    assert [one.offer.words for one in told(step, DealProposed)] == [words]


def test_tr_67_at_most_four_promises():
    four = [pay(YOU, 10, turn=turn) for turn in (31, 32, 33, 34)]
    assert len(told(struck(dealing(), YOU, propose(DONNA, TEN, NOTHING, *four)), PromiseMade)) == 4
    with refused("at most 4 promises"):
        play(dealing(), YOU, propose(DONNA, TEN, NOTHING, *four, spare(YOU, 31)))


# --- TR-69: promises in an offer ------------------------------------------------------------------


@pytest.mark.parametrize(
    "clause",
    [
        pay(YOU, 10, turn=30),
        pay(DONNA, 10, turn=62),
        pay(YOU, 10, card=ANY),
        pay(YOU, 10, card=ANY, turn=40),
        pay(YOU, 10, card=ANY, turn=40, lapses=True),
        back(YOU, HOTEL, turn=30),
        back(DONNA, CASINO, 50, turn=40),
        back(YOU, HOTEL, 50, card="Hotel Roll"),
        back(YOU, HOTEL, card=ANY, turn=40, lapses=True),
        keep(YOU, HOTEL, 30),
        keep(DONNA, CASINO, 62),
        spare(YOU, 30),
        spare(DONNA, 62),
    ],
)
def test_tr_69_a_promise_is_one_of_four_with_a_date_of_its_own(clause):
    state = play(dealing(), YOU, propose(DONNA, NOTHING, NOTHING, clause)).state
    assert ACCEPT in legal(state, DONNA)


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        (pay(MIKE, 10, turn=31), "one of the two"),
        (pay(-1, 10, turn=31), "one of the two"),
        (pay(YOU, 0, turn=31), "in tens"),
        (pay(YOU, 15, turn=31), "in tens"),
        (pay(YOU, 10**9, turn=31), "in tens"),
        (back(YOU, HOTEL, -10, turn=31), "in tens"),
        (pay(YOU, 10), "Say when"),
        (back(YOU, HOTEL), "Say when"),
        (pay(YOU, 10, turn=31, lapses=True), "lapses"),
        (pay(YOU, 10, card=ANY, lapses=True), "lapses"),
        (pay(YOU, 10, card="Tax"), "profit card"),
        (pay(YOU, 10, card="Aces", turn=31), "profit card"),
        (pay(YOU, 10, turn=29), "from 30 to 62"),
        (spare(YOU, 63), "from 30 to 62"),
        (keep(YOU, HOTEL, 10**9), "from 30 to 62"),
        (replace(spare(YOU, 31), turn=None), "until the end of a turn"),
        (replace(spare(YOU, 31), lapses=False), "until the end of a turn"),
        (replace(keep(YOU, HOTEL, 31), card=ANY), "until the end of a turn"),
        (replace(keep(YOU, HOTEL, 31), amount=10), "not for money"),
        (replace(keep(YOU, HOTEL, 31), property=None), "keeps or hands over a property"),
        (replace(spare(YOU, 31), property=HOTEL), "keeps or hands over a property"),
        (replace(pay(YOU, 10, turn=31), property=HOTEL), "keeps or hands over a property"),
        (keep(YOU, "Nowhere", 31), "no such property"),
        (keep(YOU, CASINO, 31), "the Casino is not yours to promise"),
        (back(DONNA, HOTEL, turn=31), "the Hotel is not Donna's to promise"),
        (back(YOU, "Airline", turn=31), "not yours to promise"),
    ],
)
def test_tr_69_and_nothing_else(clause, sentence):
    with refused(sentence):
        play(dealing(), YOU, propose(DONNA, TEN, NOTHING, clause))


def test_tr_69_who_promises_a_property_owns_it_after_the_deal():
    lends = propose(DONNA, goods(HOTEL), TEN, back(DONNA, HOTEL, turn=34))
    assert cash(struck(dealing(), YOU, lends).state)[YOU] == 410
    with refused("After this deal the Hotel is not yours"):
        play(dealing(), YOU, propose(DONNA, goods(HOTEL), TEN, back(YOU, HOTEL, turn=34)))
    with refused("After this deal the Casino is not Donna's"):
        play(dealing(), YOU, propose(DONNA, TEN, goods(CASINO), keep(DONNA, CASINO, 34)))


def test_tr_69_in_a_counter_offer_too():
    state = play(dealing(), YOU, propose(DONNA, TEN, goods(CASINO))).state
    with refused("the Casino is not yours to promise"):
        play(state, DONNA, counter(goods(CASINO), TEN, keep(DONNA, CASINO, 31)))
    step = play(state, DONNA, counter(goods(CASINO), TEN, back(YOU, CASINO, turn=34)))
    (made,) = told(play(step.state, YOU, ACCEPT), PromiseMade)
    assert made.promise == promised(1, DONNA, back(YOU, CASINO, turn=34))


# --- TR-48: the trap ------------------------------------------------------------------------------


def test_tr_48_a_promise_tied_to_a_card_alone_may_be_proposed_whoever_holds_it():
    for hand in ([ANY], [OUT]):
        offer = propose(DONNA, NOTHING, goods(CASINO), pay(YOU, 50, card="Hotel Profits"))
        state = play(dealing(hand), YOU, offer).state
        assert may(state, DONNA, ACCEPT)


# --- what is offered ------------------------------------------------------------------------------


def test_somebody_who_can_deal_is_always_offered_a_deal():
    empty = dealing([], [], [], [], owners={}, cash=(0, 0, 0, 0))
    for turn in range(30, 50):
        state = replace(empty, public=replace(empty.public, turn=turn))
        offers = [one for one in legal(state, YOU) if isinstance(one, Propose)]
        assert offers
        state = play(state, YOU, offers[0]).state
        assert any(isinstance(one, Counter) for one in legal(state, offers[0].to))


def test_what_is_offered_shows_all_that_a_deal_may_hold():
    found, dates = set(), set()
    state = dealing(["Hotel Profits", "Tax", "Force Sale", ANY], [ANY, ANY], [ANY], ["Tax", OUT])
    for turn in range(30, 130):
        at = replace(state, public=replace(state.public, turn=turn))
        for one in legal(at, YOU):
            if not isinstance(one, Propose):
                continue
            for side, name in ((one.give, "give"), (one.get, "get")):
                kinds = ("properties", "cards", "random", "cash")
                found |= {f"{name} {kind}" for kind in kinds if getattr(side, kind)}
            found.add(f"then {one.then and one.then.kind}")
            found.add(f"to {one.to}")
            for clause in one.promises:
                if clause.duty in ("pay", "return"):
                    date = (clause.card is not None, clause.turn is not None, clause.lapses)
                    dates.add((clause.duty, *date))
                found.add(f"{clause.duty} {'mine' if clause.by == YOU else 'theirs'}")
                if clause.turn is not None:
                    found.add("now" if clause.turn == turn else "later")
    goods_of = {
        f"{side} {kind}" for side in ("give", "get") for kind in ("properties", "cards", "random")
    }
    assert goods_of | {"give cash", "get cash"} <= found
    assert {f"then {then}" for then in ("None", "pass", "play", "tax", "force_sale")} <= found
    duties = ("pay", "return", "keep", "spare")
    assert {f"{duty} {whose}" for duty in duties for whose in ("mine", "theirs")} <= found
    assert {"to 1", "to 2", "to 3", "now", "later"} <= found
    when = ((False, True, False), (True, False, False), (True, True, True), (True, True, False))
    assert dates == {(duty, *date) for duty in ("pay", "return") for date in when}


def test_every_property_and_every_card_can_be_dealt():
    for property in PROPERTIES:
        state = dealing(owners={property: YOU})
        assert owner(struck(state, YOU, propose(DONNA, goods(property), TEN)).state, property) == 1
    for card in CARDS:
        state = struck(dealing([card], []), YOU, propose(DONNA, goods(card), NOTHING)).state
        assert state.hands[:2] == ((), (card,))
