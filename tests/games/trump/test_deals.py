"""Deals of TRUMP The Game: the printed examples, answers to offers and the card after a deal."""

from dataclasses import replace

from games.trump.cards import CARDS, PROPERTIES
from games.trump.deals.legal_deals import related
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
    PromisePaid,
)
from games.trump.moves import NOTHING, Counter, ForceSale, Pass, Play, Roll, Tax
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
    TEN,
    WITHDRAW,
    YOU,
    back,
    counter,
    dealing,
    passing,
    pay,
    spare,
    struck,
)
from tests.games.trump.table import (
    cash,
    goods,
    inside,
    legal,
    opening,
    owner,
    play,
    plays,
    propose,
    refused,
    to_move,
    told,
    view,
)


def test_the_printed_deal_1_sells_a_card_for_40():
    state = dealing(["Hotel Profits", OUT], [OUT], owners={HOTEL: DONNA})
    state = struck(state, YOU, propose(DONNA, goods("Hotel Profits"), goods(cash=40))).state
    assert cash(state) == (440, 360, 400, 400)
    assert state.hands[:2] == ((OUT,), ("Hotel Profits", OUT))
    assert (state.public.turn, to_move(state)) == (31, {DONNA}), "your turn is over"


def test_the_printed_deal_2_borrows_the_casino_for_10_and_50():
    both = "Hotel and Casino"
    state = dealing([both, OUT], owners={HOTEL: YOU, CASINO: JEFF}, inside={CASINO: 80})
    step = play(play(state, YOU, propose(JEFF, goods(cash=110), goods(CASINO))).state, JEFF, REJECT)
    assert told(step, DealRejected) == [DealRejected(seat=JEFF, by=YOU, countered=False)]
    state = plays(step.state, (DONNA, PASS), (MIKE, PASS))
    assert (state.public.turn, state.public.seat) == (33, JEFF)
    promises = pay(YOU, 50, card=both), back(YOU, CASINO, 10, turn=34)
    state = struck(state, JEFF, propose(YOU, goods(CASINO), goods(cash=10), *promises)).state
    assert (state.public.turn, to_move(state)) == (34, {YOU}), "Jeff got only cash: no card to ask"
    assert (cash(state), owner(state, CASINO)) == ((390, 400, 400, 410), YOU)
    step = play(state, YOU, Play(card=both))
    assert [event.amount for event in told(step, Collected)] == [120]
    assert [(event.amount, event.owing) for event in told(step, PromisePaid)] == [(50, 0)]
    assert [(event.amount, event.owing) for event in told(step, HandedOver)] == [(10, 0)]
    assert cash(step.state) == (400 + 70, 400, 400, 400 + 50)
    assert (owner(step.state, CASINO), inside(step.state, CASINO)) == (JEFF, 80)
    assert step.state.public.promises == ()


def test_the_printed_deal_3_draws_two_random_cards_for_30():
    owners = {"Convention Center": YOU, HOTEL: MIKE, CASINO: MIKE, "Airline": MIKE, CRUISE: JEFF}
    hand = ("Convention Center Profits", ANY, "Tax", OUT)
    state = dealing([OUT], [OUT], [OUT], hand, seat=JEFF, owners=owners)
    offer = propose(YOU, goods("Convention Center Profits"), goods(cash=30))
    state = passing(plays(state, (JEFF, offer), (YOU, REJECT)), 34)
    state = play(state, JEFF, propose(YOU, goods(random=2), goods(cash=40))).state
    state = play(state, YOU, counter(goods(cash=30), goods(random=2))).state
    assert (to_move(state), state.hands[JEFF]) == ({JEFF}, hand)
    step = play(state, JEFF, ACCEPT, 0, 1)
    assert cash(step.state) == (370, 400, 400, 430)
    assert step.state.hands[YOU] == ("Convention Center Profits", "Tax", OUT)
    drawn = DrawnAtRandom(seat=YOU, giver=JEFF, cards=("Convention Center Profits", "Tax"))
    assert told(step, DrawnAtRandom, YOU) == told(step, DrawnAtRandom, JEFF) == [drawn]
    assert told(step, DrawnAtRandom, DONNA) == told(step, DrawnAtRandom) == []
    assert (step.state.public.turn, to_move(step.state)) == (35, {YOU}), "Jeff's turn is over"
    state = play(step.state, YOU, Tax(seat=MIKE)).state
    assert cash(state) == (430, 400, 340, 430)
    assert state.hands[YOU] == ("Convention Center Profits", OUT)


ISLAND_AND_CRUISE = "Tropical Island and Cruise Line"


def deal_4():
    """Return the state after deal #4 with Jeff's counter-offer accepted; you may play a card."""
    state = dealing([ISLAND_AND_CRUISE, OUT], owners={ISLAND: YOU, CRUISE: JEFF})
    paid = pay(YOU, 60, card=ISLAND_AND_CRUISE)
    returned = back(YOU, CRUISE, 10, card=ISLAND_AND_CRUISE)
    answer = counter(goods(CRUISE), TEN, paid, back(YOU, CRUISE, 10, turn=34))
    offer = propose(JEFF, TEN, goods(CRUISE), paid, returned)
    state = plays(state, (YOU, offer), (JEFF, answer), (YOU, ACCEPT))
    assert isinstance(state.public.phase, Relating)
    assert cash(state) == (390, 400, 400, 410)
    return state


def test_the_printed_deal_4_if_the_card_is_played():
    state = passing(plays(deal_4(), (YOU, PASS)), 34)
    assert owner(state, CRUISE) == YOU
    state = play(state, YOU, Play(card=ISLAND_AND_CRUISE)).state
    assert (cash(state), owner(state, CRUISE)) == ((400 + 40, 400, 400, 400 + 60), JEFF)


def test_the_printed_deal_4_if_the_card_is_not_played():
    state = passing(plays(deal_4(), (YOU, PASS)), 34)
    step = play(play(state, YOU, propose(DONNA, TEN, NOTHING)).state, DONNA, REJECT)
    assert [event.amount for event in told(step, HandedOver)] == [10]
    assert (cash(step.state), owner(step.state, CRUISE)) == ((400, 400, 400, 400), JEFF)
    # TR-48: a promise tied to a card alone may wait for ever
    assert [promise.duty for promise in step.state.public.promises] == ["pay"]


def test_the_printed_deal_4_if_the_card_is_played_at_once():
    state = play(deal_4(), YOU, Play(card=ISLAND_AND_CRUISE)).state
    assert cash(state) == (400 - 10 + 100 - 60, 400, 400, 400 + 10 + 60)
    state = passing(state, 34)
    assert owner(state, CRUISE) == YOU
    state = plays(state, (YOU, propose(DONNA, TEN, NOTHING)), (DONNA, REJECT))
    assert cash(state) == (440, 400, 400, 460)


def deal_5():
    """Return the state after deal #5 and your SPORTS COMPLEX PROFITS, of which Donna gets 20."""
    single, three = "Sports Complex Profits", "3 Properties"
    owners = {HOTEL: YOU, CASINO: YOU, "Sports Complex": DONNA}
    state = dealing([single, three], [OUT], ["Force Sale", OUT], owners=owners)
    promises = pay(YOU, 20, card=single), pay(YOU, 70, card=three)
    returned = back(YOU, "Sports Complex", card=three)
    offer = propose(DONNA, NOTHING, goods("Sports Complex"), *promises, returned)
    state = plays(state, (YOU, offer), (DONNA, ACCEPT), (YOU, Play(card=single)))
    assert cash(state) == (410, 420, 400, 400)
    return state


def test_the_printed_deal_5_a_force_sale_ends_the_return_but_not_the_payment():
    state = plays(deal_5(), (DONNA, PASS), (MIKE, ForceSale(property="Sports Complex")))
    state = plays(state, (MIKE, opening(90)), (JEFF, opening(0)), (YOU, opening(0)))
    step = play(state, DONNA, opening(0))
    (ended,) = told(step, PromiseEnded)
    promise = ended.promise
    assert (promise.duty, promise.property, ended.why) == ("return", "Sports Complex", "lost")
    assert cash(step.state) == (500, 420, 310, 400), "the price of the sale is yours"
    kept = [(promise.duty, promise.amount) for promise in step.state.public.promises]
    assert kept == [("pay", 70)], "it stands, and is not due"
    assert owner(step.state, "Sports Complex") == MIKE


def test_the_printed_deal_5_without_a_force_sale():
    state = play(passing(deal_5(), 34), YOU, Play(card="3 Properties")).state
    assert cash(state) == (400 + 100, 400 + 90, 400, 400)
    assert (owner(state, "Sports Complex"), state.public.promises) == (DONNA, ())


def test_tr_45_the_other_accepts_rejects_or_makes_one_counter_offer():
    state = play(dealing(), YOU, propose(DONNA, TEN, goods(CASINO))).state
    assert to_move(state) == {DONNA}
    moves = legal(state, DONNA)
    assert moves[:2] == [REJECT, ACCEPT]
    assert {type(move) for move in moves[2:]} == {Counter}
    assert legal(state, MIKE) == []
    state = play(state, DONNA, counter(goods(CASINO), goods(cash=90))).state
    assert to_move(state) == {YOU}
    assert legal(state, YOU) == [REJECT, ACCEPT]
    assert legal(state, DONNA) == []
    again = counter(goods(cash=50), goods(CASINO))
    with refused("Donna has made a counter-offer, and a deal gets only one"):
        play(state, YOU, again)
    with refused("You can't make a counter-offer now: Ann hasn't answered your offer yet"):
        play(state, DONNA, again)


def test_tr_45_a_rejection_or_a_withdrawal_ends_the_turn():
    offered = play(dealing(), YOU, propose(DONNA, TEN, NOTHING)).state
    countered = play(offered, DONNA, counter(TEN, NOTHING)).state
    for state, seat, move, event in (
        (offered, DONNA, REJECT, DealRejected(seat=DONNA, by=YOU, countered=False)),
        (countered, YOU, REJECT, DealRejected(seat=YOU, by=DONNA, countered=True)),
        (offered, YOU, WITHDRAW, DealWithdrawn(seat=YOU, to=DONNA)),
    ):
        step = play(state, seat, move)
        assert told(step, type(event)) == [event]
        assert (step.state.public.turn, step.state.public.seat) == (31, DONNA)
        assert cash(step.state) == (400, 400, 400, 400)


def test_tr_45_only_the_proposer_withdraws_and_only_before_an_answer():
    offered = play(dealing(), YOU, propose(DONNA, TEN, NOTHING)).state
    assert legal(offered, YOU) == [WITHDRAW]
    countered = play(offered, DONNA, counter(TEN, NOTHING)).state
    for seat in (DONNA, MIKE):
        with refused("That's Ann's offer, so only Ann can withdraw it"):
            play(offered, seat, WITHDRAW)
    for seat in range(4):
        with refused("You can't withdraw an offer now"):
            play(countered, seat, WITHDRAW)


def test_tr_68_player_who_is_not_on_turn_is_not_told_to_wait_for_an_answer():
    offered = play(dealing(), YOU, propose(DONNA, TEN, NOTHING)).state
    for move in (Roll(), Pass(), Play(card=ANY), propose(YOU, TEN, NOTHING)):
        with refused("It's Ann's turn, not yours"):
            play(offered, MIKE, move)
        with refused("You can't .* now: you haven't answered Ann's offer yet"):
            play(offered, DONNA, move)


def test_tr_45_properties_move_with_their_boxes_and_all_at_once():
    state = dealing([ANY, OUT], ["Tax", OUT], inside={HOTEL: 70, CASINO: 120})
    step = struck(state, YOU, propose(DONNA, goods(HOTEL, ANY, cash=20), goods(CASINO, "Tax")))
    state = step.state
    assert (owner(state, HOTEL), owner(state, CASINO)) == (DONNA, YOU)
    assert (inside(state, HOTEL), inside(state, CASINO)) == (70, 120)
    assert cash(state) == (380, 420, 400, 400)
    assert state.hands[:2] == (("Tax", OUT), (ANY, OUT))
    assert len(told(step, DealStruck)) == 1


def after(hand, get, *, other=(OUT,), luck=(), **layout):
    """Return the state after Donna gives you these goods for nothing."""
    return struck(dealing(hand, other, **layout), YOU, propose(DONNA, NOTHING, get), *luck).state


def cards_to_play(state):
    """List the cards that you may play after a deal."""
    moves = legal(state, YOU)
    assert moves[0] == PASS
    return {getattr(move, "card", type(move).__name__) for move in moves[1:]}


def test_tr_46_a_card_that_came_in_the_deal_may_be_played_and_others_may_not():
    state = after([ANY, "Tax"], goods("Hotel Profits"), other=["Hotel Profits", OUT])
    assert cards_to_play(state) == {"Hotel Profits"}
    for move in (Play(card=ANY), Tax(seat=DONNA)):
        with refused("(Any 40|Tax) has nothing to do with the deal"):
            play(state, YOU, move)
    state = play(state, YOU, Play(card="Hotel Profits")).state
    assert (cash(state)[YOU], state.public.turn) == (460, 31)


def test_tr_46_a_card_drawn_at_random_may_be_played_and_only_its_owner_sees_it():
    state = after([OUT], goods(random=1), other=[ANY, OUT], luck=(0,))
    drawn = {seat: view(state, seat).drawn for seat in (None, *range(4))}
    assert drawn == {None: (), YOU: (ANY,), DONNA: (), MIKE: (), JEFF: ()}
    assert cards_to_play(state) == {ANY}
    assert state.public.phase == Relating(other=DONNA, properties=(), cards=(), random=1)
    assert play(state, YOU, Play(card=ANY)).state.drawn == ()


def test_tr_46_cards_that_the_other_player_drew_are_not_shown():
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
    assert isinstance(play(state, YOU, ForceSale(property=CRUISE)).state.public.phase, Opening)


def test_tr_46_profit_cards_that_name_or_count_a_new_property_may_be_played():
    good = {"Casino Profits", "Casino Roll", "Hotel and Casino", ANY, "Any 50", "3 Properties"}
    bad = {"Hotel Profits", "Casino and Tropical Island", "4 Properties", "Tax", OUT}
    owners = {HOTEL: YOU, "Airline": YOU, CASINO: DONNA, ISLAND: MIKE}
    state = after([*good, *bad], goods(CASINO), owners=owners)
    assert cards_to_play(state) == good
    with refused("Hotel Profits has nothing to do with the deal"):
        play(state, YOU, Play(card="Hotel Profits"))
    with refused("4 Properties"):
        play(state, YOU, Play(card="4 Properties"))
    assert cash(play(state, YOU, Play(card="3 Properties")).state)[YOU] == 560


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
    with refused(
        "You can't play that card now: it's Ann's turn to play a card after the deal, or none"
    ):
        play(state, DONNA, Play(card=ANY))
    assert legal(state, DONNA) == []


def test_tr_46_the_proposer_is_asked_for_a_card_whatever_the_hand():
    for hand in ([OUT], ["I'm Back"], [ANY], ["Tax"], ["Hotel Profits"]):
        state = after(hand, goods(CASINO))
        assert isinstance(state.public.phase, Relating)
        assert to_move(state) == {YOU}
        step = play(state, YOU, PASS)
        assert told(step, NoCardPlayed) == [NoCardPlayed(seat=YOU)]
        assert step.state.public.turn == 31


def test_tr_46_tr_60_the_proposer_is_not_asked_if_all_can_see_that_no_card_can_be_played():
    for state, offer in (
        (dealing([]), propose(DONNA, NOTHING, goods(CASINO))),  # no card left
        (dealing([ANY]), propose(DONNA, goods(ANY), goods(CASINO))),
        (dealing([ANY]), propose(DONNA, NOTHING, TEN, spare(DONNA, 34))),  # nothing to play on
        (dealing(["Tax"], [OUT]), propose(DONNA, NOTHING, goods(OUT))),
        (
            dealing(["Tax"], ["Airline and Sports Complex"]),
            propose(DONNA, NOTHING, goods("Airline and Sports Complex")),
        ),
    ):
        step = struck(state, YOU, offer)
        assert (step.state.public.turn, told(step, NoCardPlayed)) == (31, [])


def test_tr_5_tr_46_bidding_cards_and_cards_not_held_are_not_played_after_a_deal():
    state = after(["Investor 30"], goods(OUT, CASINO), other=[OUT])
    assert legal(state, YOU) == [PASS]
    assert related(view(state, YOU)) == ()
    with refused("sale|bidding"):
        play(state, YOU, Play(card=OUT))
    with refused("You have no Casino Profits card"):
        play(state, YOU, Play(card="Casino Profits"))
    with refused("."):
        play(state, YOU, Play(card="Aces"))


def test_tr_78_a_card_chosen_with_the_proposal_is_played_at_once_and_is_secret():
    offer = propose(DONNA, TEN, goods(CASINO), then=Play(card=ANY))
    state = play(dealing([ANY, OUT]), YOU, offer).state
    assert view(state, YOU).then == offer.then
    assert {view(state, seat).then for seat in (None, DONNA, MIKE, JEFF)} == {None}
    step = play(state, DONNA, ACCEPT)
    assert [event.card for event in told(step, Played)] == [ANY]
    assert (step.state.public.turn, cash(step.state)[YOU]) == (31, 430)
    assert step.state.then is None
    steps = [play(dealing([ANY]), YOU, replace(offer, then=then)) for then in (None, PASS)]
    for seat in (None, DONNA, MIKE, JEFF):
        assert view(steps[0].state, seat) == view(steps[1].state, seat)
    assert [told.event for told in steps[0].told] == [told.event for told in steps[1].told]


def test_tr_78_no_card_is_played_if_none_was_chosen_or_the_choice_is_not_possible():
    state = dealing(["Hotel Profits", "Tax", OUT])
    for then in (
        PASS,
        Play(card="Casino Profits"),  # not held
        Play(card="Hotel Profits"),  # not related
        Play(card=OUT),
        Play(card="Aces"),
        Tax(seat=JEFF),
        Tax(seat=-5),
        ForceSale(property="Nowhere"),
    ):
        step = struck(state, YOU, propose(DONNA, TEN, goods(CASINO), then=then))
        assert told(step, NoCardPlayed) == [NoCardPlayed(seat=YOU)], then
        assert (told(step, Played), step.state.public.turn) == ([], 31), then


def test_tr_78_a_tax_or_a_force_sale_may_be_chosen_before_the_card_comes():
    state = dealing([OUT], ["Tax", "Force Sale"])
    for get, luck in ((goods("Tax"), ()), (goods(random=1), (0,))):
        offer = propose(DONNA, NOTHING, get, then=Tax(seat=MIKE))
        assert cash(struck(state, YOU, offer, *luck).state) == (420, 400, 380, 400)
    sale = ForceSale(property=CRUISE)
    step = struck(state, YOU, propose(DONNA, NOTHING, goods("Force Sale"), then=sale))
    assert isinstance(step.state.public.phase, Opening)


def test_tr_78_the_chosen_card_is_forgotten_with_the_offer():
    offer = propose(DONNA, TEN, goods(CASINO), then=Play(card=ANY))
    state = play(dealing([ANY]), YOU, offer).state
    assert play(state, DONNA, REJECT).state.then is None
    state = play(state, DONNA, counter(goods(CASINO), goods(cash=20))).state
    assert view(state, YOU).then is None
    assert isinstance(play(state, YOU, ACCEPT).state.public.phase, Relating)


def test_tr_49_an_offer_is_not_a_pass_and_a_deal_restarts_the_count_of_quiet_turns():
    state = dealing(passes=3, lively=20)
    state = play(state, YOU, propose(DONNA, TEN, NOTHING)).state
    assert (state.public.passes, state.public.lively) == (0, 20)
    rejected = play(state, DONNA, REJECT).state.public
    assert (rejected.turn, rejected.passes, rejected.lively) == (31, 0, 20)
    assert play(state, DONNA, ACCEPT).state.public.lively == 30


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


def test_tr_67_random_cards_are_drawn_from_the_hand_without_named_or_new_cards():
    state = dealing([ANY, "Tax", OUT], ["Investor 20"])
    step = struck(state, YOU, propose(DONNA, goods("Tax", random=2), NOTHING), 1, 0)
    assert step.state.hands[:2] == ((), (ANY, "Tax", "Investor 20", OUT))
    assert told(step, DrawnAtRandom, DONNA)[0].cards == (ANY, OUT)
    state = dealing([ANY], ["Tax"])
    state_after = struck(state, YOU, propose(DONNA, goods(random=1), goods(random=1)), 0, 0).state
    assert (state_after.hands[:2], state_after.drawn) == ((("Tax",), (ANY,)), ("Tax",))
    step = struck(state, YOU, propose(DONNA, goods(ANY), goods(random=1)), 0)
    assert step.state.hands[:2] == (("Tax",), (ANY,))


def test_every_property_and_every_card_can_be_dealt():
    for name in PROPERTIES:
        state = dealing(owners={name: YOU})
        assert owner(struck(state, YOU, propose(DONNA, goods(name), TEN)).state, name) == DONNA
    for card in CARDS:
        state = struck(dealing([card], []), YOU, propose(DONNA, goods(card), NOTHING)).state
        assert state.hands[:2] == ((), (card,))
