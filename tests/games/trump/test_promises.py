"""Promises of TRUMP The Game: what they forbid, how they lapse, and how they are let go."""

import pytest

from games.trump.cards import in_order
from games.trump.events import (
    DebtEnded,
    PromiseEnded,
    Sold,
    Surrendered,
)
from games.trump.moves import (
    NOTHING,
    ForceSale,
    GiveUp,
    Play,
    Release,
    Tax,
)
from games.trump.state import Debt, Proposed, Relating
from tests.games.trump.dealing import (
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
    ended,
    keep,
    may,
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
    opening,
    owner,
    play,
    plays,
    propose,
    refused,
    told,
)

LENT, KEPT = back(YOU, HOTEL, turn=40), keep(YOU, HOTEL, 40)


@pytest.mark.parametrize(
    ("clause", "mine", "theirs"),
    [
        (
            LENT,
            "You've promised the Hotel to Donna",
            "Ann has promised the Hotel to Donna",
        ),
        (
            KEPT,
            "You've promised Donna to keep the Hotel until the end of turn 40",
            "Ann has promised Donna to keep",
        ),
    ],
)
def test_tr_71_a_promised_property_is_not_dealt_to_others_or_force_sold(clause, mine, theirs):
    held = [promised(1, DONNA, clause)]
    state = dealing(["Force Sale"], ["Force Sale"], promises=held)
    with refused(mine):
        play(state, YOU, propose(MIKE, goods(HOTEL), NOTHING))
    with refused(theirs):  # all can see that it cannot be had: nobody can ask for it
        play(dealing(promises=held, seat=JEFF), JEFF, propose(YOU, NOTHING, goods(HOTEL)))
    with refused(theirs):
        offered = play(state, YOU, propose(MIKE, goods(cash=10), NOTHING)).state
        play(offered, MIKE, counter(NOTHING, goods(HOTEL)))
    with refused(mine):
        play(state, YOU, ForceSale(property=HOTEL))
    assert not may(state, YOU, ForceSale(property=HOTEL))
    assert may(state, YOU, ForceSale(property=CASINO))
    state = play(state, YOU, PASS).state
    assert may(state, DONNA, ForceSale(property=HOTEL)), "others may, the promisee too"


def test_tr_71_a_promised_property_may_be_dealt_to_the_promisee_which_keeps_the_promise():
    for clause in (LENT, KEPT, back(YOU, HOTEL, 30, card=ANY)):
        state = dealing(promises=[promised(1, DONNA, clause)])
        step = struck(state, YOU, propose(DONNA, goods(HOTEL), goods(cash=20)))
        assert ended(step) == [(1, "done")]
        assert (owner(step.state, HOTEL), standing(step.state)) == (DONNA, [])
        assert cash(step.state) == (420, 380, 400, 400), "its price is that of this deal"


def test_tr_71_the_card_of_a_promise_is_given_by_name_only_to_the_promisee():
    held = [promised(1, DONNA, pay(YOU, 50, card=ANY))]
    state = dealing([ANY, ANY], promises=held)
    with refused("Your promise to Donna depends on Any 40"):
        play(state, YOU, propose(MIKE, goods(ANY), NOTHING))
    with refused("Ann needs Any 40 for a promise to Donna"):
        asked = dealing([ANY], promises=held, seat=JEFF)
        play(asked, JEFF, propose(YOU, NOTHING, goods(ANY)))
    step = struck(state, YOU, propose(DONNA, goods(ANY), NOTHING))
    assert standing(step.state) == [1], "it is due with the next card of that kind"
    held = [promised(n, to, pay(YOU, 50, card=ANY)) for n, to in ((1, DONNA), (2, MIKE))]
    for to in (DONNA, MIKE, JEFF):  # each of several promises counts
        with refused("depends on Any 40"):
            play(dealing([ANY], promises=held), YOU, propose(to, goods(ANY), NOTHING))
    state = dealing([ANY], [ANY, OUT], promises=[promised(1, YOU, pay(DONNA, 50, card=ANY))])
    after = struck(state, YOU, propose(MIKE, goods(ANY), NOTHING)).state
    assert after.hands[MIKE][0] == ANY, "the promise is Donna's, so others may give the card"


def test_tr_71_a_spared_player_is_neither_taxed_nor_force_sold():
    held = [promised(1, DONNA, spare(YOU, 34)), promised(2, DONNA, spare(YOU, 40))]
    hand = ["Tax", "Force Sale"]
    state = dealing(hand, ["Tax"], owners={HOTEL: YOU, CASINO: DONNA, CRUISE: JEFF}, promises=held)
    for move in (Tax(seat=DONNA), ForceSale(property=CASINO)):
        with refused("You've promised to spare Donna until the end of turn 40"):
            play(state, YOU, move)
        assert not may(state, YOU, move)
    for move in (Tax(seat=JEFF), ForceSale(property=CRUISE), ForceSale(property=HOTEL)):
        assert may(state, YOU, move)
    state = play(state, YOU, PASS).state
    assert may(state, DONNA, Tax(seat=YOU)), "the promise binds only its maker"


def test_tr_71_a_spared_player_is_not_taxed_after_a_deal_either():
    held = [promised(1, DONNA, spare(YOU, 34))]
    for then in (None, Tax(seat=DONNA)):
        state = dealing([OUT], [OUT], ["Tax", OUT], promises=held)
        state = struck(state, YOU, propose(MIKE, NOTHING, goods("Tax"), then=then)).state
        assert cash(state) == (400, 400, 400, 400)
        if then is None:
            assert isinstance(state.public.phase, Relating)
            with refused("You've promised to spare Donna"):
                play(state, YOU, Tax(seat=DONNA))
            assert set(legal(state, YOU)) == {PASS, Tax(seat=MIKE), Tax(seat=JEFF)}


def test_tr_71_nobody_is_obliged_to_play_a_card_to_bid_or_to_keep_cash():
    held = [promised(1, DONNA, pay(YOU, 50, card=ANY)), promised(2, DONNA, pay(YOU, 90, turn=31))]
    state = dealing([ANY, "Any 50"], promises=held)
    assert may(state, YOU, PASS)
    assert may(state, YOU, Play(card="Any 50"))
    step = struck(state, YOU, propose(MIKE, goods(cash=400), NOTHING))
    assert owed(play(step.state, DONNA, PASS).state) == [(YOU, DONNA, 90)]


def sold(state, buyer, amount):
    """Let Mike force the sale of your Hotel, which `buyer` buys."""
    state = play(state, MIKE, ForceSale(property=HOTEL)).state
    amounts = {buyer: amount}
    for seat in (MIKE, JEFF, YOU):
        state = play(state, seat, opening(amounts.get(seat, 0))).state
    return play(state, DONNA, opening(amounts.get(DONNA, 0)))


@pytest.mark.parametrize("clause", [LENT, KEPT, back(YOU, HOTEL, 30, card=ANY)])
@pytest.mark.parametrize(
    ("buyer", "why"), [(JEFF, "lost"), (MIKE, "lost"), (DONNA, "done"), (YOU, None)]
)
def test_tr_72_a_force_sale_ends_the_promise_unless_its_owner_wins(clause, buyer, why):
    held = [promised(1, DONNA, clause), promised(2, DONNA, pay(YOU, 70, turn=40))]
    step = sold(dealing([OUT], [OUT], ["Force Sale", OUT], seat=MIKE, promises=held), buyer, 90)
    assert owner(step.state, HOTEL) == buyer
    assert ended(step) == ([(1, why)] if why else [])
    assert standing(step.state) == ([2] if why else [1, 2]), "PAY never lapses with it"
    assert inside(step.state, HOTEL) == (50 if why else 140)
    assert cash(step.state)[YOU] == (490 if why else 310), "there is no penalty"
    kinds = [type(told.event) for told in step.told]
    if why:
        assert kinds.index(Sold) < kinds.index(PromiseEnded)


def test_tr_72_a_tax_ends_the_promise_too_but_a_promised_property_goes_last():
    def taxed(promise, **layout):
        layout |= {"seat": MIKE, "cash": (10, 0, 0, 0), "promises": [promise]}
        return play(dealing([OUT], [OUT], ["Tax"], **layout), MIKE, Tax(seat=YOU))

    step = taxed(promised(1, DONNA, LENT))
    assert [event.property for event in told(step, Surrendered)] == [HOTEL]
    assert ended(step) == [(1, "lost")]
    state = taxed(
        promised(1, DONNA, LENT), owners=dict.fromkeys((HOTEL, CASINO, ISLAND), YOU)
    ).state
    assert legal(state, YOU) == [GiveUp(property=CASINO), GiveUp(property=ISLAND)]
    with refused("The Hotel is promised"):
        play(state, YOU, GiveUp(property=HOTEL))
    step = taxed(promised(1, MIKE, back(YOU, HOTEL, 30, turn=40)))
    assert ended(step) == [(1, "done")], "the promisee got it"
    assert cash(step.state) == (0, 0, 10, 0), "and pays nothing for it"


def test_tr_73_a_property_takes_no_second_promise_and_is_not_lent_on():
    held = [promised(1, DONNA, LENT)]
    nothing = NOTHING, NOTHING
    already, twice = "The Hotel is already promised to Donna", "The Hotel can be promised only once"
    for state, seat, offer, sentence in (
        (dealing(promises=held), YOU, propose(MIKE, *nothing, keep(YOU, HOTEL, 32)), already),
        (dealing(promises=held), YOU, propose(MIKE, *nothing, back(YOU, HOTEL, turn=60)), already),
        (
            dealing(promises=held, seat=JEFF),
            JEFF,
            propose(YOU, *nothing, keep(YOU, HOTEL, 32)),
            already,
        ),
        (
            dealing(),
            YOU,
            propose(DONNA, *nothing, keep(YOU, HOTEL, 32), back(YOU, HOTEL, turn=33)),
            twice,
        ),
        (
            dealing(promises=held),
            YOU,
            propose(MIKE, goods(HOTEL), NOTHING, back(MIKE, HOTEL, turn=35)),
            "You've promised the Hotel to Donna",
        ),
    ):
        with refused(sentence):
            play(state, seat, offer)


def test_tr_77_a_new_deal_between_the_same_two_may_replace_a_promise():
    state = dealing(promises=[promised(1, DONNA, LENT)])
    for clause in (keep(YOU, HOTEL, 50), back(YOU, HOTEL, 30, turn=50)):
        step = struck(state, YOU, propose(DONNA, goods(cash=20), NOTHING, clause))
        assert ended(step) == [(1, "replaced")]
        assert step.state.public.promises == (promised(2, DONNA, clause),)
    # given back, the property may be lent again the other way
    step = struck(state, YOU, propose(DONNA, goods(HOTEL), NOTHING, back(DONNA, HOTEL, turn=36)))
    assert ended(step) == [(1, "done")]
    assert step.state.public.promises == (promised(2, YOU, back(DONNA, HOTEL, turn=36)),)


def test_tr_77_the_promisee_may_release_a_promise_or_a_debt_at_any_time():
    clauses = LENT, pay(YOU, 20, card=ANY)
    held = [promised(number, DONNA, clause) for number, clause in enumerate(clauses, 1)]
    debts = [
        Debt(number=3, by=YOU, to=DONNA, amount=20),
        Debt(number=4, by=DONNA, to=YOU, amount=10),
    ]
    acting = dealing(["Force Sale"], [OUT], promises=held, debts=debts)
    proposed = play(acting, YOU, propose(MIKE, goods(cash=10), NOTHING)).state
    selling = play(acting, YOU, ForceSale(property=CRUISE)).state
    bidding = plays(selling, *bids(10, 20, 30, 40))
    relating = struck(acting, YOU, propose(MIKE, NOTHING, goods(ISLAND))).state
    for state in (acting, proposed, selling, bidding, relating):
        releases = [move for move in legal(state, DONNA) if isinstance(move, Release)]
        assert releases == [Release(number=number) for number in (1, 2, 3)]
        step = play(state, DONNA, Release(number=1))
        assert ended(step) == [(1, "released")]
        assert (standing(step.state), step.state.public.phase) == ([2], state.public.phase)
        step = play(state, DONNA, Release(number=3))
        assert told(step, DebtEnded) == [DebtEnded(debt=debts[0], released=True)]
        assert (standing(step.state), owed(step.state)) == ([1, 2], [(DONNA, YOU, 10)])


def test_tr_77_only_the_promisee_releases_and_only_what_exists():
    debts = [Debt(number=3, by=YOU, to=DONNA, amount=20)]
    state = dealing(promises=[promised(1, DONNA, LENT)], debts=debts)
    cases = [(YOU, number, "Only Donna can let go of that") for number in (1, 3)]
    cases += [(MIKE, number, "promised to Donna") for number in (1, 3)]
    cases += [(DONNA, number, "no such promise") for number in (-1, 0, 2, 4, 10**9)]
    for seat, number, sentence in cases:
        with refused(sentence):
            play(state, seat, Release(number=number))


def test_tr_77_a_released_promise_binds_nobody():
    held = [promised(1, DONNA, LENT), promised(2, DONNA, spare(YOU, 40))]
    state = dealing(["Tax", ANY], promises=held)
    state = plays(state, (DONNA, Release(number=1)), (DONNA, Release(number=2)))
    assert may(state, YOU, Tax(seat=DONNA))
    assert owner(struck(state, YOU, propose(MIKE, goods(HOTEL), NOTHING)).state, HOTEL) == MIKE


def test_tr_76_a_promise_tied_to_a_card_stays_listed_wherever_the_card_is():
    tied = promised(1, DONNA, pay(YOU, 50, card=ANY))
    state = dealing([ANY, OUT], [OUT], promises=[tied])
    step = struck(state, YOU, propose(MIKE, goods(random=1), NOTHING), 0)
    assert ANY in step.state.hands[MIKE]
    assert step.state.public.promises == (tied,)
    other = struck(state, YOU, propose(MIKE, goods(random=1), NOTHING), 1)
    assert other.state.public == step.state.public
    step = play(passing(step.state, 32), MIKE, Play(card=ANY))  # Mike is bound by nothing
    assert (cash(step.state), standing(step.state)) == ((400, 400, 440, 400), [1])
    # it falls due with the next card of that kind
    state = dealing([OUT], [OUT], [ANY, OUT], promises=[tied])
    state = struck(state, YOU, propose(MIKE, NOTHING, goods(ANY))).state
    assert cash(play(state, YOU, Play(card=ANY)).state) == (390, 450, 400, 400)


def test_a_rejected_deal_promises_nothing():
    state = play(dealing(), YOU, propose(DONNA, goods(cash=10), NOTHING, LENT)).state
    assert isinstance(state.public.phase, Proposed)
    state = play(state, DONNA, REJECT).state
    assert (standing(state), state.public.promised) == ([], 0)


def test_hands_stay_in_order_whatever_comes():
    state = dealing([OUT, ANY], ["Tax", "Hotel Roll"])
    state = struck(state, YOU, propose(DONNA, goods(ANY), goods("Tax", "Hotel Roll"))).state
    assert all(hand == in_order(hand) for hand in state.hands)
