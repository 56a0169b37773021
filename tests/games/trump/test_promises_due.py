"""When promises and debts of TRUMP The Game fall due, in which order, and what the end does."""

from games.chance import Chance
from games.trump import promises
from games.trump.events import (
    Collected,
    DebtEnded,
    DebtPaid,
    Ended,
    HandedOver,
    PromiseMade,
    PromisePaid,
)
from games.trump.events_deals import FromBox
from games.trump.moves import (
    NOTHING,
    ForceSale,
    Play,
    Release,
)
from games.trump.state import Debt, Over
from games.trump.step_builder import StepBuilder
from tests.games.trump.dealing import (
    ACCEPT,
    ANY,
    CASINO,
    CRUISE,
    DONNA,
    HOTEL,
    JEFF,
    MIKE,
    OUT,
    PASS,
    YOU,
    back,
    dealing,
    ended,
    keep,
    owed,
    passing,
    pay,
    promised,
    spare,
    standing,
    struck,
)
from tests.games.trump.table import (
    bids,
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

ALL_PASSED = 3  # passes in a row of four: one more ends the game


def settled(step):
    """Return the numbers of the promises and debts that were settled, in order."""
    kinds = (HandedOver, PromisePaid, DebtPaid)
    events = [told.event for told in step.told if isinstance(told.event, kinds)]
    return [
        (event.debt if isinstance(event, DebtPaid) else event.promise).number for event in events
    ]


def paid(step, kind: type[PromisePaid | HandedOver] = PromisePaid):
    """List what was paid and what became a debt, for each event of this kind."""
    return [(event.amount, event.owing) for event in told(step, kind)]


def test_tr_69_a_payment_falls_due_at_the_end_of_its_turn():
    state = dealing(promises=[promised(1, DONNA, pay(YOU, 50, turn=31))])
    state = play(state, YOU, PASS).state
    assert (cash(state), standing(state)) == ((400, 400, 400, 400), [1])
    step = play(state, DONNA, PASS)  # turn 31 is Donna's
    assert (cash(step.state), standing(step.state)) == ((350, 450, 400, 400), [])
    assert paid(step) == [(50, 0)]


def test_tr_69_a_property_falls_due_at_the_end_of_its_turn_and_the_receiver_pays_its_price():
    held = [promised(1, DONNA, back(YOU, HOTEL, 30, turn=30))]
    state = play(dealing(promises=held, inside={HOTEL: 90}), YOU, PASS).state
    assert (owner(state, HOTEL), inside(state, HOTEL)) == (DONNA, 90)
    assert cash(state) == (430, 370, 400, 400)


def test_tr_69_a_promise_tied_to_a_card_falls_due_when_the_promisor_plays_that_kind():
    tied = promised(1, DONNA, pay(YOU, 30, card=ANY))
    state = dealing([ANY, "Any 50", OUT], [ANY, OUT], promises=[tied])
    step = play(state, YOU, Play(card="Any 50"))
    step = play(step.state, DONNA, Play(card=ANY))  # not the promisor's
    assert (cash(step.state), standing(step.state)) == ((450, 440, 400, 400), [1])
    step = play(passing(step.state, 34), YOU, Play(card=ANY))
    assert (cash(step.state), standing(step.state)) == ((460, 470, 400, 400), [])
    kinds = [told.event.kind for told in step.told]
    assert kinds[:3] == ["played", "collected", "promise_paid"]


def test_tr_70_a_promise_tied_to_a_die_card_falls_due_when_its_profit_is_collected():
    tied = promised(1, DONNA, pay(YOU, 500, card="Hotel Roll"))
    state = dealing(["Hotel Roll", OUT], [OUT], [], [], cash=(0, 0, 0, 0), promises=[tied])
    step = play(state, YOU, Play(card="Hotel Roll"), 6, 0, 4)  # a T takes Donna's card
    assert [event.amount for event in told(step, Collected)] == [80]
    assert (paid(step), owed(step.state)) == ([(80, 420)], [(YOU, DONNA, 420)])


def test_tr_69_with_a_card_until_a_turn_a_promise_lapses_then():
    tied = promised(1, DONNA, pay(YOU, 30, card=ANY, turn=30, lapses=True))
    step = play(dealing([ANY], promises=[tied]), YOU, Play(card=ANY))
    assert cash(step.state) == (410, 430, 400, 400), "in its last turn it is still due"
    lent = promised(1, DONNA, back(YOU, HOTEL, card=ANY, turn=30, lapses=True))
    for promise in (tied, lent):
        step = play(dealing([ANY], promises=[promise]), YOU, PASS)
        assert (cash(step.state), ended(step)) == ((400, 400, 400, 400), [(1, "lapsed")])
        assert owner(step.state, HOTEL) == YOU


def test_tr_69_with_a_card_or_by_a_turn_a_promise_falls_due_then_in_any_case():
    tied = promised(1, DONNA, pay(YOU, 30, card=ANY, turn=31))
    state = play(dealing([ANY, OUT], promises=[tied]), YOU, Play(card=ANY)).state
    assert (cash(state), standing(state)) == ((410, 430, 400, 400), [])
    state = passing(dealing([ANY], promises=[tied]), 32)
    assert (cash(state), standing(state)) == ((370, 430, 400, 400), [])


def test_tr_69_keep_and_spare_hold_until_the_end_of_their_turn():
    held = [promised(1, DONNA, keep(YOU, HOTEL, 31)), promised(2, DONNA, spare(YOU, 31))]
    state = play(dealing(promises=held), YOU, PASS).state
    assert standing(state) == [1, 2]
    step = play(state, DONNA, PASS)
    assert (standing(step.state), ended(step)) == ([], [(1, "done"), (2, "done")])


def test_tr_69_a_deal_numbers_its_promises_and_tells_them_but_keeps_no_words():
    clauses = [pay(DONNA, 50, turn=34), back(YOU, HOTEL, card=ANY)]
    step = struck(dealing(), YOU, propose(DONNA, NOTHING, NOTHING, *clauses))
    made = [promised(1, YOU, clauses[0]), promised(2, DONNA, clauses[1])]
    assert [event.promise for event in told(step, PromiseMade)] == made
    assert step.state.public.promises == tuple(made)
    state = play(step.state, DONNA, propose(YOU, NOTHING, NOTHING, spare(DONNA, 40))).state
    assert standing(play(state, YOU, ACCEPT).state) == [1, 2, 3]
    offer = propose(DONNA, goods(cash=10), NOTHING, words="You owe me one.")
    assert standing(struck(dealing(), YOU, offer).state) == []


def test_tr_69_a_promise_may_fall_due_in_the_very_turn_of_the_deal():
    promises = back(YOU, CASINO, turn=30), pay(YOU, 20, turn=30)
    offer = propose(DONNA, NOTHING, goods(CASINO), *promises)
    state = struck(dealing([ANY, OUT]), YOU, offer).state
    assert (owner(state, CASINO), cash(state)) == (YOU, (400, 400, 400, 400))
    state = play(state, YOU, Play(card=ANY)).state
    assert (owner(state, CASINO), cash(state)) == (DONNA, (420, 420, 400, 400))


def test_tr_70_a_turn_ends_with_properties_then_payments_then_debts_the_oldest_first():
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
    assert settled(step) == [4, 6, 3, 5, 2, 1]
    assert ended(step) == [(7, "done"), (8, "lapsed")]
    assert standing(step.state) == owed(step.state) == []


def test_tr_70_with_a_card_payments_come_before_properties():
    held = [
        promised(1, DONNA, back(YOU, HOTEL, 10, card=ANY)),
        promised(2, DONNA, pay(YOU, 20, card=ANY)),
        promised(3, MIKE, pay(YOU, 30, card=ANY, turn=60)),
    ]
    step = play(dealing([ANY], promises=held), YOU, Play(card=ANY))
    assert settled(step) == [2, 3, 1]
    assert cash(step.state) == (400 + 40 - 20 - 30 + 10, 410, 430, 400)


def test_tr_70_what_cannot_be_paid_in_full_becomes_a_debt():
    held = [promised(1, JEFF, pay(YOU, 50, turn=30))]
    step = play(dealing(cash=(30, 0, 0, 0), promises=held), YOU, PASS)
    assert (paid(step), cash(step.state)) == ([(30, 20)], (0, 0, 0, 30))
    assert (owed(step.state), step.state.public.debts[0].number) == ([(YOU, JEFF, 20)], 1)
    assert told(step, DebtPaid) == [], "nothing is left to take"
    held = [promised(1, DONNA, back(YOU, HOTEL, 50, turn=30))]  # the price of a property, too
    step = play(dealing(cash=(0, 20, 0, 0), promises=held), YOU, PASS)
    assert (paid(step, HandedOver), cash(step.state)) == ([(20, 30)], (20, 0, 0, 0))
    assert (owed(step.state), owner(step.state, HOTEL)) == ([(DONNA, YOU, 30)], DONNA)


def test_tr_70_debts_are_paid_as_far_as_possible_at_every_turns_end_in_the_order_they_arose():
    debt = Debt(number=1, by=DONNA, to=YOU, amount=70)
    state = dealing([OUT], [ANY, OUT], cash=(0, 0, 0, 0), debts=[debt])
    state = play(state, YOU, PASS).state
    assert owed(state) == [(DONNA, YOU, 70)]
    step = play(state, DONNA, Play(card=ANY))
    assert (cash(step.state), owed(step.state)) == ((40, 0, 0, 0), [(DONNA, YOU, 30)])
    assert [(event.amount, event.boxes, event.left) for event in told(step, DebtPaid)] == [
        (40, (), 30)
    ]
    debts = [Debt(number=9, by=YOU, to=MIKE, amount=30), Debt(number=4, by=YOU, to=JEFF, amount=30)]
    state = play(dealing(cash=(40, 0, 0, 0), debts=debts), YOU, PASS).state
    assert (cash(state), owed(state)) == ((0, 0, 30, 10), [(YOU, JEFF, 20)])
    held = [promised(1, YOU, pay(DONNA, 40, turn=30))]  # what you get goes on in the same turn
    debts = [Debt(number=2, by=YOU, to=JEFF, amount=30)]
    state = play(dealing(cash=(0, 50, 0, 0), promises=held, debts=debts), YOU, PASS).state
    assert (cash(state), owed(state)) == ((10, 10, 0, 30), [])


def test_tr_70_a_turn_with_a_sale_ends_after_the_sale():
    held = [promised(1, DONNA, pay(YOU, 400, turn=30))]
    state = dealing(["Force Sale", OUT], promises=held, owners={HOTEL: DONNA, CASINO: YOU})
    state = plays(state, (YOU, ForceSale(property=HOTEL)), *bids(100, 0, 0, 0))
    assert cash(state) == (0, 400 + 100 + 300, 400, 400)
    assert owed(state) == [(YOU, DONNA, 100)]


def over(**layout):
    """Return the step in which your pass, the fourth, ends the game."""
    step = play(dealing(**{"passes": ALL_PASSED, **layout}), YOU, PASS)
    assert isinstance(step.state.public.phase, Over)
    assert step.state.public.promises == step.state.public.debts == ()
    return step


def test_tr_74_at_the_end_promises_with_a_date_fall_due_at_once():
    held = [
        promised(1, DONNA, pay(YOU, 50, turn=60)),
        promised(2, DONNA, back(YOU, HOTEL, 10, turn=60)),
        promised(3, YOU, pay(MIKE, 20, card=ANY, turn=60)),
    ]
    step = over(promises=held)
    assert settled(step) == [2, 1, 3]  # the order of TR-70
    assert cash(step.state) == (400 - 50 + 10 + 20, 400 + 50 - 10, 380, 400)
    assert owner(step.state, HOTEL) == DONNA
    assert told(step, Ended)[0].totals == (380, 440 + 50 + 50, 430, 450)


def test_tr_74_at_the_end_keep_and_spare_are_done_and_promises_tied_to_a_card_lapse():
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
    assert paid(step) == [(30, 170)]
    boxes = (FromBox(property=HOTEL, amount=60), FromBox(property=CRUISE, amount=70))
    (event,) = told(step, DebtPaid)
    assert (event.amount, event.boxes, event.left) == (0, boxes, 40)
    (lapsed,) = told(step, DebtEnded)
    assert (lapsed.debt.amount, lapsed.released) == (40, False)
    assert cash(step.state) == (0, 160, 0, 0)
    assert inside(step.state, HOTEL) == inside(step.state, CRUISE) == 0
    assert told(step, Ended)[0].totals == (0, 160 + 50, 0, 0)


def test_tr_74_no_more_is_taken_out_of_a_box_than_is_owed():
    debts = [Debt(number=1, by=YOU, to=DONNA, amount=30)]
    step = over(debts=debts, cash=(10, 0, 0, 0), inside={HOTEL: 60})
    # in cash as at the end of every turn, and then in the count
    boxes = (FromBox(property=HOTEL, amount=20),)
    payments = [(event.amount, event.boxes, event.left) for event in told(step, DebtPaid)]
    assert payments == [(10, (), 20), (0, boxes, 0)]
    assert (inside(step.state, HOTEL), cash(step.state)) == (40, (0, 30, 0, 0))


def test_tr_74_a_creditor_who_is_paid_in_the_count_pays_older_debts():
    debts = [
        Debt(number=1, by=DONNA, to=MIKE, amount=40),
        Debt(number=2, by=YOU, to=DONNA, amount=50),
    ]
    step = over(debts=debts, cash=(0, 0, 0, 0), owners={HOTEL: YOU}, inside={HOTEL: 60})
    assert [(event.debt.number, event.left) for event in told(step, DebtPaid)] == [(2, 0), (1, 0)]
    assert cash(step.state) == (0, 10, 40, 0)


def test_tr_74_a_box_that_is_handed_over_counts_for_the_promisee():
    held = [promised(1, DONNA, back(YOU, HOTEL, turn=60)), promised(2, MIKE, pay(YOU, 50, turn=60))]
    step = over(promises=held, cash=(0, 0, 0, 0), owners={HOTEL: YOU})
    assert told(step, Ended)[0].totals == (0, 50, 0, 0)
    assert [event.debt.amount for event in told(step, DebtEnded)] == [50]


def test_tr_74_nothing_is_released_after_the_end():
    state = over(promises=[promised(1, DONNA, back(YOU, HOTEL, turn=40))]).state
    with refused("The game is over"):
        play(state, DONNA, Release(number=1))
    assert legal(state, DONNA) == list(promises.releases(view(state, DONNA))) == []


def test_without_promises_nothing_is_settled_or_told():
    builder = StepBuilder(dealing(), Chance.tape())
    promises.at_turn_end(builder)
    promises.at_end(builder)
    promises.card_played(builder, YOU, ANY)
    promises.lost(builder, HOTEL, DONNA)
    assert builder.done().told == ()
    assert builder.state() == dealing()
