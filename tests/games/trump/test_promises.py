"""TRUMP The Game: promises and debts, ruling by ruling."""

from dataclasses import replace

import pytest

from games.chance import Chance
from games.trump import promises
from games.trump.cards import in_order
from games.trump.events import (
    Collected,
    DebtEnded,
    DebtPaid,
    Ended,
    HandedOver,
    PromiseEnded,
    PromiseMade,
    PromisePaid,
    Sold,
    Surrendered,
)
from games.trump.events_deals import FromBox
from games.trump.moves import (
    NOTHING,
    ForceSale,
    GiveUp,
    OpenBid,
    Play,
    Release,
    Tax,
)
from games.trump.state import Debt, Over, Proposed, Relating
from games.trump.step_builder import StepBuilder
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
    told,
    view,
)

NO_BID = OpenBid(amount=0, limit=None, investors="keep", out="no", back="no")
ALL_PASSED = 3  # passes in a row of four: one more ends the game


def standing(state):
    """Number the promises that hold."""
    return [one.number for one in state.public.promises]


def owed(state):
    """List the debts: who owes whom how much."""
    return [(one.by, one.to, one.amount) for one in state.public.debts]


def ended(step):
    """List the promises that ended unsettled, and why."""
    return [(one.promise.number, one.why) for one in told(step, PromiseEnded)]


def settled(step):
    """List what was settled, in order."""
    kinds = (HandedOver, PromisePaid, DebtPaid)
    return [one.event for one in step.told if isinstance(one.event, kinds)]


def numbers(step):
    """Number what was settled, in order."""
    return [
        one.debt.number if isinstance(one, DebtPaid) else one.promise.number
        for one in settled(step)
    ]


# --- TR-69, 70: what falls due, and in which order ------------------------------------------------


def test_tr_69_a_payment_falls_due_at_the_end_of_its_turn():
    state = dealing(promises=[promised(1, DONNA, pay(YOU, 50, turn=31))])
    step = play(state, YOU, PASS)
    assert (cash(step.state), standing(step.state)) == ((400, 400, 400, 400), [1])
    step = play(step.state, DONNA, PASS)  # whoever's turn it is
    assert (cash(step.state), standing(step.state)) == ((350, 450, 400, 400), [])
    assert [(one.amount, one.owing) for one in told(step, PromisePaid)] == [(50, 0)]


def test_tr_69_so_does_a_property():
    state = dealing(
        promises=[promised(1, DONNA, back(YOU, HOTEL, 30, turn=30))], inside={HOTEL: 90}
    )
    step = play(state, YOU, PASS)
    assert (owner(step.state, HOTEL), inside(step.state, HOTEL)) == (DONNA, 90)
    assert cash(step.state) == (430, 370, 400, 400)  # the price is the receiver's to pay


def test_tr_69_with_a_card_it_falls_due_when_the_promisor_plays_that_kind():
    tied = promised(1, DONNA, pay(YOU, 30, card=ANY))
    state = dealing([ANY, "Any 50", OUT], [ANY, OUT], promises=[tied])
    step = play(state, YOU, Play(card="Any 50"))
    step = play(step.state, DONNA, Play(card=ANY))  # not the promisor's
    assert (cash(step.state), standing(step.state)) == ((450, 440, 400, 400), [1])
    step = play(passing(step.state, 34), YOU, Play(card=ANY))
    assert (cash(step.state), standing(step.state)) == ((460, 470, 400, 400), [])
    kinds = [one.event.kind for one in step.told]
    assert kinds[:3] == ["played", "collected", "promise_paid"]


def test_tr_70_with_a_die_card_when_its_profit_has_been_collected():
    tied = promised(1, DONNA, pay(YOU, 500, card="Hotel Roll"))
    state = dealing(["Hotel Roll", OUT], [OUT], [], [], cash=(0, 0, 0, 0), promises=[tied])
    step = play(state, YOU, Play(card="Hotel Roll"), 6, 0, 4)  # a T takes Donna's card
    assert [one.amount for one in told(step, Collected)] == [80]
    assert [(one.amount, one.owing) for one in told(step, PromisePaid)] == [(80, 420)]
    assert owed(step.state) == [(YOU, DONNA, 420)]


def test_tr_69_with_a_card_until_a_turn_it_lapses_then():
    tied = promised(1, DONNA, pay(YOU, 30, card=ANY, turn=30, lapses=True))
    step = play(dealing([ANY], promises=[tied]), YOU, Play(card=ANY))
    assert cash(step.state) == (410, 430, 400, 400)  # in its last turn it is due still
    step = play(dealing([ANY], promises=[tied]), YOU, PASS)
    assert (cash(step.state), ended(step)) == ((400, 400, 400, 400), [(1, "lapsed")])
    lent = promised(1, DONNA, back(YOU, HOTEL, card=ANY, turn=30, lapses=True))
    step = play(dealing([ANY], promises=[lent]), YOU, PASS)
    assert (owner(step.state, HOTEL), ended(step)) == (YOU, [(1, "lapsed")])


def test_tr_69_with_a_card_at_the_latest_at_a_turn_it_is_due_then_in_any_case():
    tied = promised(1, DONNA, pay(YOU, 30, card=ANY, turn=31))
    step = play(dealing([ANY, OUT], promises=[tied]), YOU, Play(card=ANY))
    assert (cash(step.state), standing(step.state)) == ((410, 430, 400, 400), [])
    state = passing(dealing([ANY], promises=[tied]), 32)
    assert (cash(state), standing(state)) == ((370, 430, 400, 400), [])


def test_tr_69_keep_and_spare_hold_until_the_end_of_their_turn():
    held = [promised(1, DONNA, keep(YOU, HOTEL, 31)), promised(2, DONNA, spare(YOU, 31))]
    state = play(dealing(promises=held), YOU, PASS).state
    assert standing(state) == [1, 2]
    step = play(state, DONNA, PASS)
    assert (standing(step.state), ended(step)) == ([], [(1, "done"), (2, "done")])


def test_tr_69_a_deal_numbers_its_promises_and_tells_them():
    clauses = [pay(DONNA, 50, turn=34), back(YOU, HOTEL, card=ANY)]
    step = struck(dealing(), YOU, propose(DONNA, NOTHING, NOTHING, *clauses))
    made = [promised(1, YOU, clauses[0]), promised(2, DONNA, clauses[1])]
    assert [one.promise for one in told(step, PromiseMade)] == made
    assert step.state.public.promises == tuple(made)
    step = play(step.state, DONNA, propose(YOU, NOTHING, NOTHING, spare(DONNA, 40)))
    assert standing(play(step.state, YOU, ACCEPT).state) == [1, 2, 3]


def test_tr_69_a_promise_may_be_for_this_very_turn():
    offer = propose(
        DONNA, NOTHING, goods(CASINO), back(YOU, CASINO, turn=30), pay(YOU, 20, turn=30)
    )
    state = struck(dealing([ANY, OUT]), YOU, offer).state
    assert (owner(state, CASINO), cash(state)) == (YOU, (400, 400, 400, 400))
    step = play(state, YOU, Play(card=ANY))
    assert (owner(step.state, CASINO), cash(step.state)) == (DONNA, (420, 420, 400, 400))


def test_tr_69_words_are_kept_by_nobody():
    step = struck(dealing(), YOU, propose(DONNA, goods(cash=10), NOTHING, words="You owe me one."))
    assert standing(step.state) == []


def test_tr_70_at_the_end_of_a_turn_one_hands_over_then_pays_then_pays_debts_the_oldest_first():
    held = [
        promised(3, DONNA, pay(YOU, 10, turn=30)),
        promised(4, MIKE, back(YOU, HOTEL, 10, turn=30)),
        promised(5, DONNA, pay(YOU, 20, card=ANY, turn=30)),
        promised(6, YOU, back(DONNA, CASINO, turn=30)),
        promised(7, YOU, spare(DONNA, 30)),
        promised(8, YOU, pay(DONNA, 30, card=ANY, turn=30, lapses=True)),
    ]
    debts = [Debt(number=2, by=YOU, to=JEFF, amount=10), Debt(number=1, by=MIKE, to=YOU, amount=20)]
    step = play(dealing(promises=held, debts=debts), YOU, PASS)
    assert numbers(step) == [4, 6, 3, 5, 2, 1]
    assert ended(step) == [(7, "done"), (8, "lapsed")]
    assert standing(step.state) == owed(step.state) == []


def test_tr_70_with_a_card_one_pays_first_and_then_hands_over():
    held = [
        promised(1, DONNA, back(YOU, HOTEL, 10, card=ANY)),
        promised(2, DONNA, pay(YOU, 20, card=ANY)),
        promised(3, MIKE, pay(YOU, 30, card=ANY, turn=60)),
    ]
    step = play(dealing([ANY], promises=held), YOU, Play(card=ANY))
    assert numbers(step) == [2, 3, 1]
    assert cash(step.state) == (400 + 40 - 20 - 30 + 10, 410, 430, 400)


def test_tr_70_who_cannot_pay_in_full_pays_what_they_have_and_owes_the_rest():
    held = [promised(1, JEFF, pay(YOU, 50, turn=30))]
    step = play(dealing(cash=(30, 0, 0, 0), promises=held), YOU, PASS)
    assert [(one.amount, one.owing) for one in told(step, PromisePaid)] == [(30, 20)]
    assert (cash(step.state), owed(step.state)) == ((0, 0, 0, 30), [(YOU, JEFF, 20)])
    assert step.state.public.debts[0].number == 1
    assert told(step, DebtPaid) == []  # nothing is left to take


def test_tr_70_the_price_of_a_property_can_be_owed_too_and_it_is_handed_over_all_the_same():
    held = [promised(1, DONNA, back(YOU, HOTEL, 50, turn=30))]
    step = play(dealing(cash=(0, 20, 0, 0), promises=held), YOU, PASS)
    assert [(one.amount, one.owing) for one in told(step, HandedOver)] == [(20, 30)]
    assert (cash(step.state), owed(step.state)) == ((20, 0, 0, 0), [(DONNA, YOU, 30)])
    assert owner(step.state, HOTEL) == DONNA


def test_tr_70_a_debt_is_taken_as_it_can_be_at_the_end_of_every_turn():
    debt = Debt(number=1, by=DONNA, to=YOU, amount=70)
    state = dealing([OUT], [ANY, OUT], cash=(0, 0, 0, 0), debts=[debt])
    state = play(state, YOU, PASS).state
    assert owed(state) == [(DONNA, YOU, 70)]
    step = play(state, DONNA, Play(card=ANY))
    assert (cash(step.state), owed(step.state)) == ((40, 0, 0, 0), [(DONNA, YOU, 30)])
    assert [(one.amount, one.boxes, one.left) for one in told(step, DebtPaid)] == [(40, (), 30)]


def test_tr_70_debts_are_paid_in_the_order_in_which_they_arose():
    debts = [Debt(number=9, by=YOU, to=MIKE, amount=30), Debt(number=4, by=YOU, to=JEFF, amount=30)]
    step = play(dealing(cash=(40, 0, 0, 0), debts=debts), YOU, PASS)
    assert (cash(step.state), owed(step.state)) == ((0, 0, 30, 10), [(YOU, JEFF, 20)])


def test_tr_70_what_comes_due_goes_on_to_who_is_owed_in_the_same_turn():
    held = [promised(1, YOU, pay(DONNA, 40, turn=30))]
    debts = [Debt(number=2, by=YOU, to=JEFF, amount=30)]
    step = play(dealing(cash=(0, 50, 0, 0), promises=held, debts=debts), YOU, PASS)
    assert cash(step.state) == (10, 10, 0, 30)
    assert owed(step.state) == []


def test_tr_70_a_turn_that_a_sale_takes_ends_after_it():
    held = [promised(1, DONNA, pay(YOU, 400, turn=30))]
    state = dealing(["Force Sale", OUT], promises=held, owners={HOTEL: DONNA, CASINO: YOU})
    state = play(state, YOU, ForceSale(property=HOTEL)).state
    bid = replace(NO_BID, amount=100)
    state = plays(state, (YOU, bid), (DONNA, NO_BID), (MIKE, NO_BID))
    step = play(state, JEFF, NO_BID)
    assert cash(step.state) == (0, 400 + 100 + 300, 400, 400)
    assert owed(step.state) == [(YOU, DONNA, 100)]


# --- TR-71: nobody breaks a promise on purpose ----------------------------------------------------

LENT, KEPT = back(YOU, HOTEL, turn=40), keep(YOU, HOTEL, 40)


@pytest.mark.parametrize(
    ("clause", "mine", "theirs"),
    [
        (LENT, "promised the Hotel to Donna", "Ann has promised the Hotel to Donna"),
        (
            KEPT,
            "Donna to keep the Hotel until the end of turn 40",
            "Ann has promised Donna to keep",
        ),
    ],
)
def test_tr_71_a_promised_property_is_dealt_to_nobody_else(clause, mine, theirs):
    state = dealing(promises=[promised(1, DONNA, clause)])
    with refused(f"You have promised .*{mine.removeprefix('promised ')}"):
        play(state, YOU, propose(MIKE, goods(HOTEL), NOTHING))
    # all can see that it cannot be had: it is not asked for either
    asked = dealing(promises=[promised(1, DONNA, clause)], seat=JEFF)
    with refused(theirs):
        play(asked, JEFF, propose(YOU, NOTHING, goods(HOTEL)))
    state = play(state, YOU, propose(MIKE, goods(cash=10), NOTHING)).state
    with refused(theirs):
        play(state, MIKE, counter(NOTHING, goods(HOTEL)))


@pytest.mark.parametrize("clause", [LENT, KEPT, back(YOU, HOTEL, 30, card=ANY)])
def test_tr_71_save_to_the_promisee_and_then_it_is_done(clause):
    state = dealing(promises=[promised(1, DONNA, clause)])
    step = struck(state, YOU, propose(DONNA, goods(HOTEL), goods(cash=20)))
    assert ended(step) == [(1, "done")]
    assert (owner(step.state, HOTEL), standing(step.state)) == (DONNA, [])
    assert cash(step.state) == (420, 380, 400, 400)  # its price is that of this deal


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        (LENT, "You have promised the Hotel to Donna"),
        (KEPT, "You have promised Donna to keep the Hotel until the end of turn 40"),
    ],
)
def test_tr_71_nor_named_for_ones_own_force_sale(clause, sentence):
    state = dealing(["Force Sale"], ["Force Sale"], promises=[promised(1, DONNA, clause)])
    with refused(sentence):
        play(state, YOU, ForceSale(property=HOTEL))
    assert not may(state, YOU, ForceSale(property=HOTEL))
    assert may(state, YOU, ForceSale(property=CASINO))
    state = play(state, YOU, PASS).state
    assert may(state, DONNA, ForceSale(property=HOTEL))  # others may, the promisee too


def test_tr_71_the_card_of_ones_promise_is_given_by_name_to_the_promisee_alone():
    state = dealing([ANY, ANY], promises=[promised(1, DONNA, pay(YOU, 50, card=ANY))])
    with refused("Your promise to Donna waits for Any 40"):
        play(state, YOU, propose(MIKE, goods(ANY), NOTHING))
    asked = dealing([ANY], promises=[promised(1, DONNA, pay(YOU, 50, card=ANY))], seat=JEFF)
    with refused("Ann's promise to Donna waits for Any 40"):
        play(asked, JEFF, propose(YOU, NOTHING, goods(ANY)))
    step = struck(state, YOU, propose(DONNA, goods(ANY), NOTHING))
    assert standing(step.state) == [1]  # it is due with the next of that kind


def test_tr_71_of_several_promises_tied_to_one_card_each_counts():
    held = [promised(n, to, pay(YOU, 50, card=ANY)) for n, to in ((1, DONNA), (2, MIKE))]
    state = dealing([ANY], promises=held)
    for to in (DONNA, MIKE, JEFF):
        with refused("waits for Any 40"):
            play(state, YOU, propose(to, goods(ANY), NOTHING))


def test_tr_71_anybody_else_may_give_a_card_of_that_kind():
    state = dealing([ANY], [ANY, OUT], promises=[promised(1, YOU, pay(DONNA, 50, card=ANY))])
    assert struck(state, YOU, propose(MIKE, goods(ANY), NOTHING)).state.hands[MIKE][0] == ANY


def test_tr_71_who_spares_somebody_neither_taxes_nor_force_sells_them():
    held = [promised(1, DONNA, spare(YOU, 34)), promised(2, DONNA, spare(YOU, 40))]
    hand = ["Tax", "Force Sale"]
    state = dealing(hand, ["Tax"], owners={HOTEL: YOU, CASINO: DONNA, CRUISE: JEFF}, promises=held)
    for move in (Tax(seat=DONNA), ForceSale(property=CASINO)):
        with refused("You have promised to spare Donna until the end of turn 40"):
            play(state, YOU, move)
        assert not may(state, YOU, move)
    for move in (Tax(seat=JEFF), ForceSale(property=CRUISE), ForceSale(property=HOTEL)):
        assert may(state, YOU, move)
    state = play(state, YOU, PASS).state
    assert may(state, DONNA, Tax(seat=YOU))  # it is one's own promise, not the other's


def test_tr_71_also_as_the_card_after_a_deal_said_before_or_not():
    held = [promised(1, DONNA, spare(YOU, 34))]
    for then in (None, Tax(seat=DONNA)):
        state = dealing([OUT], [OUT], ["Tax", OUT], promises=held)
        state = struck(state, YOU, propose(MIKE, NOTHING, goods("Tax"), then=then)).state
        assert cash(state) == (400, 400, 400, 400)
        if then is None:
            assert isinstance(state.public.phase, Relating)
            with refused("You have promised to spare Donna"):
                play(state, YOU, Tax(seat=DONNA))
            assert set(legal(state, YOU)) == {PASS, Tax(seat=MIKE), Tax(seat=JEFF)}


def test_tr_71_nobody_is_obliged_to_play_a_card_to_bid_or_to_keep_cash():
    held = [promised(1, DONNA, pay(YOU, 50, card=ANY)), promised(2, DONNA, pay(YOU, 90, turn=31))]
    state = dealing([ANY, "Any 50"], promises=held)
    assert may(state, YOU, PASS)
    assert may(state, YOU, Play(card="Any 50"))
    step = struck(state, YOU, propose(MIKE, goods(cash=400), NOTHING))
    assert owed(play(step.state, DONNA, PASS).state) == [(YOU, DONNA, 90)]


# --- TR-72: lapse ---------------------------------------------------------------------------------


def sold(state, buyer, amount):
    """Force a sale of your Hotel, which somebody buys."""
    state = play(state, MIKE, ForceSale(property=HOTEL)).state
    bids = {buyer: replace(NO_BID, amount=amount)}
    for seat in (MIKE, JEFF, YOU):
        state = play(state, seat, bids.get(seat, NO_BID)).state
    return play(state, DONNA, bids.get(DONNA, NO_BID))


@pytest.mark.parametrize("clause", [LENT, KEPT, back(YOU, HOTEL, 30, card=ANY)])
@pytest.mark.parametrize(
    ("buyer", "why"), [(JEFF, "lost"), (MIKE, "lost"), (DONNA, "done"), (YOU, None)]
)
def test_tr_72_a_force_sale_ends_the_promise_unless_its_owner_wins(clause, buyer, why):
    held = [promised(1, DONNA, clause), promised(2, DONNA, pay(YOU, 70, turn=40))]
    step = sold(dealing([OUT], [OUT], ["Force Sale", OUT], seat=MIKE, promises=held), buyer, 90)
    assert owner(step.state, HOTEL) == buyer
    assert ended(step) == ([(1, why)] if why else [])
    assert standing(step.state) == ([2] if why else [1, 2])  # PAY never lapses with it
    assert inside(step.state, HOTEL) == (50 if why else 140)
    assert cash(step.state)[YOU] == (490 if why else 310)  # without a penalty
    kinds = [type(one.event) for one in step.told]
    if why:
        assert kinds.index(Sold) < kinds.index(PromiseEnded)


def test_tr_72_a_tax_ends_it_too_but_what_is_promised_goes_last():
    held = [promised(1, DONNA, LENT)]
    state = dealing(["Tax"], [OUT], ["Tax"], seat=MIKE, cash=(10, 0, 0, 0), promises=held)
    step = play(state, MIKE, Tax(seat=YOU))
    assert [one.property for one in told(step, Surrendered)] == [HOTEL]  # there is no other
    assert ended(step) == [(1, "lost")]
    owners = {HOTEL: YOU, CASINO: YOU, ISLAND: YOU}
    state = dealing([OUT], [OUT], ["Tax"], seat=MIKE, cash=(10, 0, 0, 0), owners=owners)
    state = replace(state, public=replace(state.public, promises=tuple(held)))
    step = play(state, MIKE, Tax(seat=YOU))
    assert legal(step.state, YOU) == [GiveUp(property=CASINO), GiveUp(property=ISLAND)]
    with refused("The Hotel is promised"):
        play(step.state, YOU, GiveUp(property=HOTEL))


def test_tr_72_surrendered_to_the_promisee_it_is_done():
    held = [promised(1, MIKE, back(YOU, HOTEL, 30, turn=40))]
    step = play(
        dealing([OUT], [OUT], ["Tax"], seat=MIKE, cash=(10, 0, 0, 0), promises=held),
        MIKE,
        Tax(seat=YOU),
    )
    assert ended(step) == [(1, "done")]
    assert cash(step.state) == (0, 0, 10, 0)  # and nothing is paid for it


# --- TR-73, 77: one promise for one property; letting go ------------------------------------------


def test_tr_73_a_property_takes_no_second_promise():
    state = dealing(promises=[promised(1, DONNA, LENT)])
    for clause in (keep(YOU, HOTEL, 32), back(YOU, HOTEL, turn=60)):
        with refused("The Hotel is promised to Donna already"):
            play(state, YOU, propose(MIKE, NOTHING, NOTHING, clause))
    asked = dealing(promises=[promised(1, DONNA, LENT)], seat=JEFF)
    with refused("The Hotel is promised to Donna already"):
        play(asked, JEFF, propose(YOU, NOTHING, NOTHING, keep(YOU, HOTEL, 32)))


def test_tr_73_nor_two_in_one_deal():
    clauses = [keep(YOU, HOTEL, 32), back(YOU, HOTEL, turn=33)]
    with refused("The Hotel can be promised only once"):
        play(dealing(), YOU, propose(DONNA, NOTHING, NOTHING, *clauses))


def test_tr_73_it_is_not_lent_on():
    state = dealing(promises=[promised(1, DONNA, LENT)])
    with refused("You have promised the Hotel to Donna"):
        play(state, YOU, propose(MIKE, goods(HOTEL), NOTHING, back(MIKE, HOTEL, turn=35)))


@pytest.mark.parametrize("clause", [keep(YOU, HOTEL, 50), back(YOU, HOTEL, 30, turn=50)])
def test_tr_77_a_new_deal_between_the_two_may_replace_it(clause):
    state = dealing(promises=[promised(1, DONNA, LENT)])
    step = struck(state, YOU, propose(DONNA, goods(cash=20), NOTHING, clause))
    assert ended(step) == [(1, "replaced")]
    assert step.state.public.promises == (promised(2, DONNA, clause),)


def test_tr_77_given_back_it_may_be_lent_again_the_other_way():
    state = dealing(promises=[promised(1, DONNA, LENT)])
    step = struck(state, YOU, propose(DONNA, goods(HOTEL), NOTHING, back(DONNA, HOTEL, turn=36)))
    assert ended(step) == [(1, "done")]
    assert step.state.public.promises == (promised(2, YOU, back(DONNA, HOTEL, turn=36)),)


def test_tr_77_the_promisee_may_let_a_promise_or_a_debt_go_at_any_time():
    held = [promised(n, DONNA, one) for n, one in enumerate((LENT, pay(YOU, 20, card=ANY)), 1)]
    debts = [
        Debt(number=3, by=YOU, to=DONNA, amount=20),
        Debt(number=4, by=DONNA, to=YOU, amount=10),
    ]
    hands = (["Force Sale"], [OUT])
    acting = dealing(*hands, promises=held, debts=debts)
    proposed = play(acting, YOU, propose(MIKE, goods(cash=10), NOTHING)).state
    selling = play(acting, YOU, ForceSale(property=CRUISE)).state
    bid = [(seat, replace(NO_BID, amount=10 * (seat + 1))) for seat in range(4)]
    bidding = plays(selling, *bid)
    relating = struck(acting, YOU, propose(MIKE, NOTHING, goods(ISLAND))).state
    for state in (acting, proposed, selling, bidding, relating):
        assert [one for one in legal(state, DONNA) if isinstance(one, Release)] == [
            Release(number=n) for n in (1, 2, 3)
        ]
        step = play(state, DONNA, Release(number=1))
        assert ended(step) == [(1, "released")]
        assert (standing(step.state), step.state.public.phase) == ([2], state.public.phase)
        step = play(state, DONNA, Release(number=3))
        assert told(step, DebtEnded) == [DebtEnded(debt=debts[0], released=True)]
        assert (standing(step.state), owed(step.state)) == ([1, 2], [(DONNA, YOU, 10)])


def test_tr_77_nobody_else_lets_it_go():
    held = [promised(1, DONNA, LENT)]
    debts = [Debt(number=3, by=YOU, to=DONNA, amount=20)]
    state = dealing(promises=held, debts=debts)
    for number in (1, 3):
        with refused("That is Donna's to let go"):
            play(state, YOU, Release(number=number))
        with refused("promised to Donna"):
            play(state, MIKE, Release(number=number))
    for number in (-1, 0, 2, 4, 10**9):
        with refused("no such promise"):
            play(state, DONNA, Release(number=number))


def test_tr_77_what_has_been_let_go_binds_nobody():
    state = dealing(
        ["Tax", ANY], promises=[promised(1, DONNA, LENT), promised(2, DONNA, spare(YOU, 40))]
    )
    state = plays(state, (DONNA, Release(number=1)), (DONNA, Release(number=2)))
    assert may(state, YOU, Tax(seat=DONNA))
    assert owner(struck(state, YOU, propose(MIKE, goods(HOTEL), NOTHING)).state, HOTEL) == MIKE


# --- TR-76: a promise tied to a card stays listed -------------------------------------------------


def test_tr_76_though_the_card_has_been_taken_by_chance_or_was_never_there():
    tied = promised(1, DONNA, pay(YOU, 50, card=ANY))
    state = dealing([ANY, OUT], [OUT], promises=[tied])
    step = struck(state, YOU, propose(MIKE, goods(random=1), NOTHING), 0)
    assert ANY in step.state.hands[MIKE]
    assert step.state.public.promises == (tied,)
    other = struck(state, YOU, propose(MIKE, goods(random=1), NOTHING), 1)
    assert other.state.public == step.state.public
    # who has it now is bound by nothing
    state = passing(step.state, 32)
    step = play(state, MIKE, Play(card=ANY))
    assert (cash(step.state), standing(step.state)) == ((400, 400, 440, 400), [1])


def test_tr_76_it_falls_due_with_the_next_of_that_kind():
    tied = promised(1, DONNA, pay(YOU, 50, card=ANY))
    state = dealing([OUT], [OUT], [ANY, OUT], promises=[tied])
    state = struck(state, YOU, propose(MIKE, NOTHING, goods(ANY))).state
    assert cash(play(state, YOU, Play(card=ANY)).state) == (390, 450, 400, 400)


# --- TR-74: the end -------------------------------------------------------------------------------


def over(**layout):
    """The last of four passes ends the game."""
    step = play(dealing(**{"passes": ALL_PASSED, **layout}), YOU, PASS)
    assert isinstance(step.state.public.phase, Over)
    assert step.state.public.promises == step.state.public.debts == ()
    return step


def test_tr_74_what_has_a_date_falls_due_at_once():
    held = [
        promised(1, DONNA, pay(YOU, 50, turn=60)),
        promised(2, DONNA, back(YOU, HOTEL, 10, turn=60)),
        promised(3, YOU, pay(MIKE, 20, card=ANY, turn=60)),
    ]
    step = over(promises=held)
    assert numbers(step) == [2, 1, 3]  # the order of TR-70
    assert cash(step.state) == (400 - 50 + 10 + 20, 400 + 50 - 10, 380, 400)
    assert owner(step.state, HOTEL) == DONNA
    (end,) = told(step, Ended)
    assert end.totals == (380, 440 + 50 + 50, 430, 450)


def test_tr_74_keep_and_spare_end_and_what_waits_for_a_card_lapses():
    held = [
        promised(1, DONNA, keep(YOU, HOTEL, 60)),
        promised(2, DONNA, spare(YOU, 60)),
        promised(3, DONNA, pay(YOU, 50, card=ANY)),
        promised(4, DONNA, pay(YOU, 50, card=ANY, turn=60, lapses=True)),
        promised(5, YOU, back(DONNA, CASINO, card=ANY)),
    ]
    step = over(promises=held)
    assert dict(ended(step)) == {1: "done", 2: "done", 3: "lapsed", 4: "lapsed", 5: "lapsed"}
    assert (cash(step.state), owner(step.state, CASINO)) == ((400, 400, 400, 400), DONNA)


def test_tr_74_debts_are_paid_out_of_cash_then_out_of_boxes_and_the_rest_lapses():
    held = [promised(1, DONNA, pay(YOU, 200, turn=60))]
    owners = {HOTEL: YOU, CRUISE: YOU, CASINO: DONNA}
    step = over(promises=held, cash=(30, 0, 0, 0), owners=owners, inside={HOTEL: 60, CRUISE: 70})
    assert [(one.amount, one.owing) for one in told(step, PromisePaid)] == [(30, 170)]
    (paid,) = told(step, DebtPaid)
    boxes = (FromBox(property=HOTEL, amount=60), FromBox(property=CRUISE, amount=70))
    assert (paid.amount, paid.boxes, paid.left) == (0, boxes, 40)
    (lapsed,) = told(step, DebtEnded)
    assert (lapsed.debt.amount, lapsed.released) == (40, False)
    assert cash(step.state) == (0, 160, 0, 0)
    assert inside(step.state, HOTEL) == inside(step.state, CRUISE) == 0
    (end,) = told(step, Ended)
    assert end.totals == (0, 160 + 50, 0, 0)


def test_tr_74_no_more_is_taken_out_of_a_box_than_is_owed():
    debts = [Debt(number=1, by=YOU, to=DONNA, amount=30)]
    step = over(debts=debts, cash=(10, 0, 0, 0), inside={HOTEL: 60})
    # in cash as at the end of every turn, and then in the count
    one, two = told(step, DebtPaid)
    assert (one.amount, one.boxes, one.left) == (10, (), 20)
    assert (two.amount, two.boxes, two.left) == (0, (FromBox(property=HOTEL, amount=20),), 0)
    assert inside(step.state, HOTEL) == 40
    assert cash(step.state) == (0, 30, 0, 0)


def test_tr_74_who_is_paid_in_the_count_pays_on():
    debts = [
        Debt(number=1, by=DONNA, to=MIKE, amount=40),
        Debt(number=2, by=YOU, to=DONNA, amount=50),
    ]
    owners = {HOTEL: YOU}
    step = over(debts=debts, cash=(0, 0, 0, 0), owners=owners, inside={HOTEL: 60})
    assert [(one.debt.number, one.left) for one in told(step, DebtPaid)] == [(2, 0), (1, 0)]
    assert cash(step.state) == (0, 10, 40, 0)


def test_tr_74_a_box_that_is_handed_over_is_the_promisees_to_count():
    held = [promised(1, DONNA, back(YOU, HOTEL, turn=60)), promised(2, MIKE, pay(YOU, 50, turn=60))]
    step = over(promises=held, cash=(0, 0, 0, 0), owners={HOTEL: YOU})
    (end,) = told(step, Ended)
    assert end.totals == (0, 50, 0, 0)
    assert [one.debt.amount for one in told(step, DebtEnded)] == [50]


def test_tr_74_when_it_is_over_nothing_is_let_go():
    state = over(promises=[promised(1, DONNA, LENT)]).state
    with refused("The game is over"):
        play(state, DONNA, Release(number=1))
    assert legal(state, DONNA) == []
    assert list(promises.releases(view(state, DONNA))) == []


# --- each is asked of what it needs alone ---------------------------------------------------------


def test_without_promises_nothing_happens_and_nothing_is_told():
    builder = StepBuilder(dealing(), Chance.tape())
    promises.at_turn_end(builder)
    promises.at_end(builder)
    promises.card_played(builder, YOU, ANY)
    promises.lost(builder, HOTEL, DONNA)
    assert builder.done().told == ()
    assert builder.state() == dealing()


def test_a_rejected_deal_promises_nothing():
    state = play(dealing(), YOU, propose(DONNA, goods(cash=10), NOTHING, LENT)).state
    assert isinstance(state.public.phase, Proposed)
    state = play(state, DONNA, REJECT).state
    assert (standing(state), state.public.promised) == ([], 0)


def test_hands_stay_in_order_whatever_comes():
    state = dealing([OUT, ANY], ["Tax", "Hotel Roll"])
    state = struck(state, YOU, propose(DONNA, goods(ANY), goods("Tax", "Hotel Roll"))).state
    assert all(hand == in_order(hand) for hand in state.hands)
