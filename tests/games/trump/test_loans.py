"""TR-80 in TRUMP The Game: cards that are lent, lie open beside the borrower, and go back."""

from dataclasses import replace
from functools import partial

import pytest

from games.chance import Chance
from games.trump.cards import CARDS
from games.trump.events import (
    CardGivenBack,
    DebtEnded,
    HandedOver,
    PromiseEnded,
    PromiseMade,
    PromisePaid,
    Took,
    TurnBegan,
)
from games.trump.moves import (
    NOTHING,
    Accept,
    ComeBack,
    ForceSale,
    KnockOut,
    Plan,
    Play,
    Raise,
    Release,
    Roll,
    Take,
    Tax,
)
from games.trump.state import Acting, Bidding, Over, Relating, Taking
from tests.games.trump.dealing import (
    ANY,
    CASINO,
    DONNA,
    HOTEL,
    JEFF,
    MIKE,
    OUT,
    PASS,
    TEN,
    YOU,
    back,
    counter,
    dealing,
    ended,
    give_back,
    may,
    open_to_donna,
    owed,
    passing,
    pay,
    promised,
    standing,
    struck,
    will_play,
)
from tests.games.trump.table import (
    RULES,
    T,
    bids,
    cash,
    goods,
    legal,
    opening,
    owner,
    play,
    plays,
    propose,
    refused,
    table,
    told,
    view,
)

CASINO_PROFITS = "Casino Profits"
BACK_BY_34 = give_back(YOU, ANY, turn=34)
borrowing = partial(open_to_donna, clause=BACK_BY_34)


def test_tr_80_a_card_is_lent_for_a_price_at_once_and_a_price_at_its_return():
    state = dealing([OUT], [CASINO_PROFITS, OUT], owners={CASINO: YOU, HOTEL: DONNA})
    loan = give_back(YOU, CASINO_PROFITS, 20, turn=31)
    step = struck(state, YOU, propose(DONNA, TEN, goods(CASINO_PROFITS), loan))
    (made,) = told(step, PromiseMade)
    assert made.promise == promised(1, DONNA, loan)
    assert step.state.hands[:2] == ((CASINO_PROFITS, OUT), (OUT,))
    state = plays(step.state, (YOU, PASS))
    step = play(state, DONNA, PASS)
    assert step.state.hands[:2] == ((OUT,), (CASINO_PROFITS, OUT))
    assert told(step, CardGivenBack) == [CardGivenBack(promise=made.promise, amount=20, owing=0)]
    assert (cash(step.state)[:2], standing(step.state)) == ((400 - 10 + 20, 400 + 10 - 20), [])


def test_tr_80_any_kind_of_card_can_be_lent_in_either_direction_and_in_a_counter_offer():
    for card in CARDS:
        state = dealing([card], [OUT])
        lent = struck(state, YOU, propose(DONNA, goods(card), TEN, give_back(DONNA, card, turn=30)))
        assert lent.state.hands[YOU] == (card,), "it goes back at the end of this very turn"
    answer = counter(goods(ANY), TEN, BACK_BY_34)
    state = plays(dealing([OUT], [ANY]), (YOU, propose(DONNA, TEN)), (DONNA, answer))
    assert play(state, YOU, Accept()).state.public.open_cards(YOU) == (ANY,)


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        (give_back(YOU, "Tax", turn=34), "You can't give Tax back"),
        (give_back(DONNA, ANY, turn=34), "Donna can't give Any 40 back"),
        (give_back(MIKE, ANY, turn=34), "Only the two players in a deal"),
        (give_back(YOU, "Joker", turn=34), "Name the card to give back"),
        (give_back(YOU, ANY, 15, turn=34), "Name an amount in tens"),
        (give_back(YOU, ANY, turn=29), "A promise can name a turn from 30 to 62"),
        (give_back(YOU, ANY, turn=63), "A promise can name a turn from 30 to 62"),
        (replace(BACK_BY_34, turn=None), "Say at the end of which turn"),
        (replace(BACK_BY_34, lapses=True), "Say at the end of which turn"),
        (replace(BACK_BY_34, card=None), "Name the card to give back"),
        (replace(BACK_BY_34, property=HOTEL), "keep or hand over a property"),
    ],
)
def test_tr_80_only_a_card_of_this_deal_is_lent_until_a_turn_within_eight_circles(clause, sentence):
    state = dealing([OUT], [ANY, OUT])
    with refused(sentence):
        play(state, YOU, propose(DONNA, NOTHING, goods(ANY), clause))
    latest = propose(DONNA, NOTHING, goods(ANY), give_back(YOU, ANY, turn=62))
    assert struck(state, YOU, latest).state.public.open_cards(YOU) == (ANY,)


def test_tr_80_every_copy_is_lent_by_a_promise_of_its_own():
    state = dealing([OUT], [ANY, ANY])
    with refused("You can't give Any 40 back"):
        play(state, YOU, propose(DONNA, NOTHING, goods(ANY), BACK_BY_34, BACK_BY_34))
    both = propose(DONNA, NOTHING, goods(ANY, ANY), BACK_BY_34, give_back(YOU, ANY, turn=31))
    state = plays(struck(state, YOU, both).state, (YOU, PASS))
    assert state.public.open_cards(YOU) == (ANY, ANY)
    state = passing(state, 32)
    assert (state.hands[YOU], state.public.open_cards(YOU)) == ((ANY, OUT), (ANY,))


def test_tr_80_an_open_card_counts_among_the_cards_of_its_holder():
    state = borrowing()
    assert (state.public.hands[YOU], state.public.hidden(YOU)) == (1, 0)
    assert view(state).public.open_cards(YOU) == (ANY,)
    assert view(state, YOU).hand == (ANY,)
    assert view(state, YOU).hidden == ()
    alone = table([ANY], [], [], promises=[promised(1, DONNA, BACK_BY_34)], dealing=True)
    state = play(alone, YOU, PASS).state
    assert not isinstance(state.public.phase, Over), "TR-50: somebody still holds a card"


# --- never taken, never dealt on ------------------------------------------------------------------


def test_tr_80_tr_6_an_open_card_is_never_taken_at_random():
    loan = promised(1, DONNA, give_back(MIKE, ANY, turn=40))
    owners = {HOTEL: YOU, CASINO: DONNA}
    state = dealing(["Hotel Roll"], ["Tax"], [ANY, OUT], [], owners=owners, promises=[loan])
    step = play(state, YOU, Play(card="Hotel Roll"), T)
    assert isinstance(step.state.public.phase, Taking)
    step = play(step.state, YOU, Take(seat=MIKE), 0, 2)
    assert (step.state.hands[YOU], step.state.hands[MIKE]) == ((OUT,), (ANY,))


def test_tr_80_tr_60_who_has_only_open_cards_has_none_to_take():
    loan = promised(1, DONNA, give_back(MIKE, ANY, turn=40))
    state = dealing(["Hotel Roll"], ["Tax"], [ANY], [], promises=[loan])
    step = play(state, YOU, Play(card="Hotel Roll"), T, 0, 2)
    assert told(step, Took) == [Took(seat=YOU, victim=DONNA, start=False)]
    state = dealing(["Hotel Roll"], ["Tax"], [ANY], [OUT], promises=[loan])
    state = play(state, YOU, Play(card="Hotel Roll"), T).state
    assert legal(state, YOU)[:2] == [Take(seat=DONNA), Take(seat=JEFF)]
    with refused("Mike has no card to take"):
        play(state, YOU, Take(seat=MIKE))
    alone = dealing(["Hotel Roll"], [], [ANY], [], promises=[loan])
    assert not told(play(alone, YOU, Play(card="Hotel Roll"), T, 2), Took)


def test_tr_80_tr_53_the_default_victim_has_the_most_hidden_cards():
    loans = [promised(1, DONNA, give_back(MIKE, ANY, turn=40))]
    loans.append(promised(2, DONNA, give_back(MIKE, ANY, turn=40)))
    state = dealing(["Hotel Roll"], [OUT, OUT], [ANY, ANY, OUT], promises=loans)
    state = play(state, YOU, Play(card="Hotel Roll"), T).state
    assert legal(state, YOU)[0] == Take(seat=DONNA)


def test_tr_80_tr_65_start_takes_no_open_card():
    loan = promised(1, MIKE, give_back(DONNA, ANY, turn=40))  # laid out: no deals while one buys
    state = table([], [ANY], [OUT], promises=[loan], pawns=(16, 0, 0))
    step = play(state, YOU, Roll(), 2, 0)
    assert told(step, Took) == [Took(seat=YOU, victim=MIKE, start=True)]


def test_tr_80_tr_67_random_cards_of_a_deal_are_hidden_ones():
    state = borrowing(OUT, CASINO_PROFITS)
    with refused("You have 2 cards to give"):
        play(state, YOU, propose(DONNA, goods(random=3), TEN))
    step = struck(state, YOU, propose(DONNA, goods(random=2), TEN), 0, 0)
    assert step.state.hands[YOU] == (ANY,)
    state = play(borrowing(OUT, turn=31, seat=DONNA), DONNA, PASS).state
    with refused("Ann has 1 card to give"):
        play(state, MIKE, propose(YOU, TEN, goods(random=2)))


def test_tr_80_tr_71_an_open_card_is_neither_dealt_on_nor_lent_on():
    for terms in ((), (give_back(MIKE, ANY, turn=40),)):
        with refused("You've promised to give Any 40 back to Donna"):
            play(borrowing(OUT), YOU, propose(MIKE, goods(ANY), TEN, *terms))
    own = borrowing(ANY, OUT)
    state = struck(own, YOU, propose(MIKE, goods(ANY), TEN)).state
    assert state.hands[YOU] == (ANY, OUT), "the hidden one of the two goes"
    with refused("You've promised to give Any 40 back"):
        play(own, YOU, propose(MIKE, goods(ANY, ANY), TEN))


def test_tr_82_a_borrowed_card_can_be_dealt_back_to_its_lender_early():
    early = propose(DONNA, goods(ANY), TEN)
    step = struck(borrowing(OUT, clause=give_back(YOU, ANY, 30, turn=34)), YOU, early)
    assert (ended(step), step.state.hands[:2]) == ([(1, "done")], ((OUT,), (ANY, OUT)))
    assert cash(step.state)[:2] == (410, 390), "the deal's price, not the loan's"
    state = borrowing(OUT, seat=DONNA, turn=31)
    asked = struck(state, DONNA, propose(YOU, NOTHING, goods(ANY)))
    assert (ended(asked), asked.state.hands[YOU]) == ([(1, "done")], (OUT,))
    with refused("Ann has 1 card to give"):
        play(state, DONNA, propose(YOU, NOTHING, goods("Tax", random=1)))


def test_tr_82_a_hidden_copy_is_dealt_before_the_borrowed_one():
    step = struck(borrowing(ANY), YOU, propose(DONNA, goods(ANY), TEN))
    assert (ended(step), step.state.public.open_cards(YOU)) == ([], (ANY,))
    both = struck(borrowing(ANY), YOU, propose(DONNA, goods(ANY, ANY), TEN))
    assert (ended(both), both.state.hands[YOU]) == ([(1, "done")], ())
    with refused("You can't promise to play Any 40"):
        play(borrowing(ANY), YOU, propose(DONNA, goods(ANY), TEN, will_play(YOU, ANY, 34)))


def test_tr_80_tr_66_whoever_holds_only_an_open_card_cannot_accept_and_is_told_alone():
    state = borrowing(OUT, turn=32, seat=MIKE)
    state = play(state, MIKE, propose(YOU, TEN, goods(ANY))).state
    assert not may(state, YOU, Accept())
    with refused("It asks you for Any 40, but you've promised yours already"):
        play(state, YOU, Accept())
    lent = borrowing(OUT, clause=give_back(YOU, CASINO_PROFITS, turn=34), turn=32, seat=MIKE)
    with refused("Ann has promised to give Casino Profits back to Donna"):
        play(lent, MIKE, propose(YOU, TEN, goods(CASINO_PROFITS)))  # there is only one


def test_tr_80_tr_60_an_open_card_counts_as_a_hidden_one_where_it_is_asked_who_has_a_choice():
    sale = ForceSale(property=CASINO)
    for promises in ((), (promised(1, DONNA, give_back(JEFF, OUT, turn=40)),)):
        state = dealing(["Force Sale"], [], [], [OUT], promises=promises)
        state = plays(state, (YOU, sale), *bids(20, 0, 0, 10))
        phase = state.public.phase
        assert isinstance(phase, Bidding)
        assert phase.turn == JEFF, "he is asked, as with a card that nobody sees"
    loan = [promised(1, MIKE, give_back(YOU, OUT, turn=40))]
    state = struck(dealing([OUT], promises=loan), YOU, propose(DONNA, TEN, goods(CASINO))).state
    assert isinstance(state.public.phase, Relating), "TR-46: with no card left you are not asked"


# --- played by its holder -------------------------------------------------------------------------


def test_tr_80_the_holder_may_play_it_and_the_promise_lapses_for_all_to_hear():
    step = play(borrowing(OUT), YOU, Play(card=ANY))
    assert ended(step) == [(1, "played")]
    assert cash(step.state) == (440, 400, 400, 400)
    assert standing(step.state) == []


def test_tr_80_it_is_played_before_another_of_its_kind():
    state = borrowing(ANY, ANY)
    state = passing(play(state, YOU, Play(card=ANY)).state, 34)
    assert state.public.open_cards(YOU) == ()
    step = play(play(state, YOU, Play(card=ANY)).state, DONNA, PASS)
    assert step.state.hands[YOU] == (ANY,), "the last one is your own and stays"


def test_tr_80_of_two_that_are_lent_the_older_one_is_played():
    loans = [promised(1, DONNA, BACK_BY_34), promised(2, MIKE, give_back(YOU, ANY, turn=33))]
    step = play(dealing([ANY, ANY], promises=loans), YOU, Play(card=ANY))
    assert (ended(step), standing(step.state)) == ([(1, "played")], [2])


def test_tr_80_a_lent_tax_can_be_played_and_a_payment_tied_to_a_lent_card_falls_due():
    step = play(borrowing(clause=give_back(YOU, "Tax", turn=34)), YOU, Tax(seat=DONNA))
    assert ended(step) == [(1, "played")]
    held = [promised(1, DONNA, BACK_BY_34), promised(2, DONNA, pay(YOU, 20, card=ANY))]
    step = play(dealing([ANY], promises=held), YOU, Play(card=ANY))
    assert ended(step) == [(1, "played")]
    assert [event.amount for event in told(step, PromisePaid)] == [20]


def test_tr_80_a_lent_card_is_no_promise_that_waits_for_it():
    loan = [promised(1, DONNA, BACK_BY_34)]
    state = dealing([ANY, ANY], promises=loan)
    given = struck(state, YOU, propose(MIKE, goods(ANY), TEN)).state
    assert given.hands[MIKE].count(ANY) == 1, "TR-71: nothing is tied to the other one"


def in_a_sale(card: str, *more: str):
    """Return a Force Sale of Mike's with Jeff's bid of $50M leading, in which you hold a card."""
    loan = promised(1, DONNA, give_back(YOU, card, turn=40))
    hand, holding = [card, *more], ["Force Sale", OUT]
    state = dealing(hand, [], holding, [OUT], seat=MIKE, turn=32, promises=[loan])
    state = plays(state, (MIKE, ForceSale(property=CASINO)))
    return plays(state, (MIKE, opening(0)), (JEFF, opening(50)), (DONNA, opening(0)))


def test_tr_80_lent_bidding_cards_are_played_in_a_sale_by_hand():
    state = plays(in_a_sale(OUT), (YOU, opening(40)), (JEFF, PASS))
    step = play(state, YOU, KnockOut(seat=JEFF))
    assert ended(step) == [(1, "played")]
    state = plays(in_a_sale("Investor 30"), (YOU, opening(40)), (JEFF, PASS))
    step = play(state, YOU, Raise(to=70, investors=("Investor 30",)))
    assert ended(step) == [(1, "played")]
    state = plays(in_a_sale("I'm Back"), (YOU, opening(40)), (JEFF, KnockOut(seat=YOU)))
    assert ended(play(state, YOU, ComeBack())) == [(1, "played")]


def test_tr_80_lent_bidding_cards_are_played_in_a_sale_by_a_plan():
    plan = Plan(limit=200, investors="use", out="no", back="no")
    state = plays(in_a_sale("Investor 30", "Investor 30"), (YOU, opening(40)), (YOU, plan))
    step = play(state, JEFF, PASS)
    assert ended(step) == [(1, "played")], "the lent one of the two"
    assert step.state.hands[YOU] == ("Investor 30",)


def test_tr_80_of_investors_the_kind_includes_the_amount():
    state = plays(in_a_sale("Investor 30", "Investor 50"), (YOU, opening(40)), (JEFF, PASS))
    step = play(state, YOU, Raise(to=90, investors=("Investor 50",)))
    assert (ended(step), standing(step.state)) == ([], [1])
    with refused("You can't give Investor 50 back"):
        clause = give_back(YOU, "Investor 50", turn=34)
        play(dealing(), YOU, propose(DONNA, NOTHING, goods("Investor 30"), clause))


# --- going back -----------------------------------------------------------------------------------


def test_tr_80_it_goes_back_after_properties_and_before_payments():
    held = [
        promised(1, DONNA, pay(YOU, 10, turn=30)),
        promised(2, DONNA, give_back(YOU, ANY, turn=30)),
        promised(3, DONNA, back(YOU, HOTEL, turn=30)),
    ]
    step = play(dealing([ANY, OUT], promises=held), YOU, PASS)
    kinds = (HandedOver, CardGivenBack, PromisePaid)
    settled = [told_event.event for told_event in step.told if isinstance(told_event.event, kinds)]
    assert [type(event) for event in settled] == list(kinds)
    assert owner(step.state, HOTEL) == DONNA


def test_tr_80_who_cannot_pay_for_the_return_owes_the_rest():
    state = borrowing(clause=give_back(YOU, ANY, 50, turn=30), cash=(0, 20, 0, 0))
    step = play(state, YOU, PASS)
    (event,) = told(step, CardGivenBack)
    assert (event.amount, event.owing) == (20, 30)
    assert (cash(step.state), owed(step.state)) == ((20, 0, 0, 0), [(DONNA, YOU, 30)])
    assert step.state.hands[:2] == ((), (ANY, OUT)), "the card goes back all the same"


def test_tr_80_everybody_is_told_of_a_return_and_of_a_lapse():
    for move in (PASS, Play(card=ANY)):
        step = play(borrowing(clause=give_back(YOU, ANY, turn=30)), YOU, move)
        kinds = CardGivenBack | PromiseEnded
        (event,) = [told_event for told_event in step.told if isinstance(told_event.event, kinds)]
        assert event.to is None


def test_tr_80_at_the_end_of_the_game_it_lapses_without_its_price():
    step = play(borrowing(clause=give_back(YOU, ANY, 90, turn=60), passes=3), YOU, PASS)
    assert isinstance(step.state.public.phase, Over)
    assert ended(step) == [(1, "lapsed")]
    assert told(step, DebtEnded) == told(step, CardGivenBack) == []
    assert (cash(step.state), step.state.hands[YOU]) == ((400,) * 4, (ANY,))


def test_tr_80_if_the_game_ends_with_its_turn_it_goes_back_before_the_count():
    step = play(borrowing(clause=give_back(YOU, ANY, 90, turn=30), passes=3), YOU, PASS)
    assert isinstance(step.state.public.phase, Over)
    assert cash(step.state) == (490, 310, 400, 400)


def test_tr_80_tr_77_once_released_it_joins_the_hidden_hand():
    state = borrowing(OUT, clause=give_back(YOU, ANY, turn=31))
    assert not may(state, YOU, Release(number=1))
    step = play(state, DONNA, Release(number=1))
    assert ended(step) == [(1, "released")]
    assert (step.state.public.hidden(YOU), view(step.state, YOU).hidden) == (2, (ANY, OUT))
    state = passing(step.state, 32)
    assert state.hands[YOU] == (ANY, OUT), "it does not go back any more"
    assert play(step.state, YOU, propose(MIKE, goods(ANY), TEN))


def test_tr_80_a_card_that_is_lent_already_is_not_promised_a_second_time():
    again = propose(DONNA, NOTHING, TEN, give_back(YOU, ANY, turn=40))
    with refused("You can't give Any 40 back"):
        play(borrowing(OUT), YOU, again)
    with refused("You can't promise to play Any 40"):
        play(borrowing(OUT), YOU, propose(DONNA, NOTHING, TEN, will_play(YOU, ANY, 38)))
    both = propose(DONNA, NOTHING, goods(ANY), BACK_BY_34, will_play(YOU, ANY, 34))
    with refused("You can't promise to play Any 40"):
        play(dealing([OUT], [ANY]), YOU, both)


def test_tr_80_tr_46_a_borrowed_card_is_related_to_its_deal_and_may_be_played_at_once():
    offer = propose(DONNA, NOTHING, goods(ANY), BACK_BY_34, then=Play(card=ANY))
    step = struck(dealing([OUT], [ANY]), YOU, offer)
    assert ended(step) == [(1, "played")]
    assert told(step, TurnBegan)[0].number == 31
    state = struck(dealing([OUT], [ANY]), YOU, replace(offer, then=None)).state
    assert legal(state, YOU) == [PASS, Play(card=ANY)]


def test_tr_80_the_house_player_rejects_a_loan_and_plays_on_beside_open_cards():
    state = play(dealing([OUT], [ANY]), YOU, propose(DONNA, TEN, goods(ANY), BACK_BY_34)).state
    choose = RULES.player.choose  # type: ignore[union-attr]
    assert choose(view(state, DONNA), Chance.tape()).kind == "reject"
    state = borrowing(OUT)
    assert isinstance(state.public.phase, Acting)
    assert choose(view(state, YOU), Chance.tape()) == Play(card=ANY)
