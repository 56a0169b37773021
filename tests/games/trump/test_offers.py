"""What an offer in TRUMP The Game may contain: goods, promises and words."""

from dataclasses import replace

import pytest

from games.trump.events import (
    DealProposed,
    PromiseMade,
)
from games.trump.moves import NOTHING, Goods
from tests.games.trump.dealing import (
    ACCEPT,
    ANY,
    CASINO,
    DONNA,
    HOTEL,
    ISLAND,
    MIKE,
    OUT,
    TEN,
    YOU,
    back,
    counter,
    dealing,
    keep,
    may,
    pay,
    promised,
    spare,
    struck,
)
from tests.games.trump.table import (
    cash,
    goods,
    legal,
    play,
    propose,
    refused,
    told,
)


def test_tr_45_cash_of_a_deal_must_be_in_hand_and_goes_one_way():
    state = dealing(cash=(30, 20, 400, 400))
    with refused(r"You have \$30M in hand"):
        play(state, YOU, propose(DONNA, goods(cash=40), NOTHING))
    state = play(state, YOU, propose(DONNA, goods(cash=30), NOTHING)).state
    with refused(r"You have \$20M in hand"):
        play(state, DONNA, counter(goods(cash=30), NOTHING))
    for get in (goods(CASINO, cash=10), TEN):
        with refused("one way"):
            play(dealing(), YOU, propose(DONNA, goods(cash=20), get))


def test_tr_45_a_promise_of_later_payment_is_not_limited_by_cash_in_hand():
    state = dealing(cash=(0, 0, 400, 400))
    offer = propose(DONNA, NOTHING, NOTHING, pay(YOU, 500, turn=34), pay(DONNA, 300, turn=33))
    step = struck(state, YOU, offer)
    assert [made.promise.amount for made in told(step, PromiseMade)] == [500, 300]


def test_tr_66_a_player_can_name_only_cards_in_the_own_hand():
    with refused("You have no Hotel Profits card"):
        play(dealing([ANY]), YOU, propose(DONNA, goods("Hotel Profits"), TEN))
    with refused("You don't have 2 Any 40 cards"):
        play(dealing([ANY, OUT]), YOU, propose(DONNA, goods(ANY, ANY), TEN))
    state = play(dealing([ANY]), YOU, propose(DONNA, goods(ANY), NOTHING)).state
    with refused("You have no Tax card"):
        play(state, DONNA, counter(goods("Tax"), NOTHING))


def test_tr_67_a_gift_is_a_deal_and_an_empty_offer_is_not():
    assert cash(struck(dealing(), YOU, propose(DONNA, TEN, NOTHING)).state) == (390, 410, 400, 400)
    with refused("There's nothing in this deal"):
        play(dealing(), YOU, propose(DONNA, NOTHING, NOTHING, words="Be my friend."))


def exactly(properties=(), cards=()) -> Goods:
    """Return goods named in exactly this order."""
    return Goods(properties=properties, cards=cards, random=0, cash=0)


def test_tr_67_goods_must_exist_belong_to_the_giver_and_be_named_in_order():
    for give, get, sentence in (
        (goods(CASINO), NOTHING, "The Casino isn't yours to give"),
        (NOTHING, goods(ISLAND), "The Tropical Island isn't Donna's to give"),
        (NOTHING, goods(HOTEL), "The Hotel isn't Donna's to give"),
        (goods("Airline"), NOTHING, "isn't yours"),
        (NOTHING, goods("Airline"), "isn't Donna's"),
        (exactly(("Nowhere",)), NOTHING, "no such property"),
        (NOTHING, exactly(cards=("Aces",)), "no such card"),
        (exactly((HOTEL, HOTEL)), NOTHING, "once"),
        (exactly(cards=(OUT, ANY)), NOTHING, "order of a hand"),
        (goods(random=-1), NOTHING, "how many"),
        (goods(random=3), NOTHING, "You have 2 cards"),
        (goods(ANY, random=2), NOTHING, "You have 2 cards"),
        (NOTHING, goods(random=2), "Donna has 1 card"),
        (NOTHING, goods("Hotel Profits", random=1), "Donna has 1 card"),
        (NOTHING, goods("Hotel Profits", "Tax"), "Donna has 1 card"),
        (goods(cash=5), NOTHING, "in tens"),
        (goods(cash=-10), NOTHING, "in tens"),
        (NOTHING, goods(cash=10**9), "in tens"),
    ):
        with refused(sentence):
            play(dealing([ANY, OUT], [OUT]), YOU, propose(DONNA, give, get))
    state = dealing(owners={HOTEL: YOU, CASINO: YOU})
    with refused("in the order of the board"):
        play(state, YOU, propose(DONNA, exactly((CASINO, HOTEL)), NOTHING))


def test_tr_64_a_property_that_left_the_game_is_not_dealt_or_promised():
    state = dealing(owners={HOTEL: YOU, CASINO: DONNA}, gone=["Airline"])
    for give, get in ((goods("Airline"), NOTHING), (NOTHING, goods("Airline"))):
        with refused("The Airline isn't"):
            play(state, YOU, propose(DONNA, give, get))
    with refused("the Airline isn't yours to promise"):
        play(state, YOU, propose(DONNA, NOTHING, NOTHING, keep(YOU, "Airline", 32)))


def test_tr_67_words_are_any_text_on_one_line():
    for words in ("two\nlines", "x" * 201, "\ud800", "tab\t"):
        with refused("one line"):
            play(dealing(), YOU, propose(DONNA, TEN, NOTHING, words=words))
    for words in ("", "x" * 200, "Wirklich: 100 % sicher!", "👨‍👩‍👧 {0} ☕️"):
        step = play(dealing(), YOU, propose(DONNA, TEN, NOTHING, words=words))
        assert [event.offer.words for event in told(step, DealProposed)] == [words]


def test_tr_67_at_most_four_promises():
    four = [pay(YOU, 10, turn=turn) for turn in (31, 32, 33, 34)]
    assert len(told(struck(dealing(), YOU, propose(DONNA, TEN, NOTHING, *four)), PromiseMade)) == 4
    with refused("at most 4 promises"):
        play(dealing(), YOU, propose(DONNA, TEN, NOTHING, *four, spare(YOU, 31)))


def test_tr_69_a_promise_is_one_of_four_duties_with_dates_of_its_own():
    for clause in (
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
    ):
        state = play(dealing(), YOU, propose(DONNA, NOTHING, NOTHING, clause)).state
        assert ACCEPT in legal(state, DONNA), clause


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        (pay(MIKE, 10, turn=31), "Only the two players"),
        (pay(-1, 10, turn=31), "Only the two players"),
        (pay(YOU, 0, turn=31), "in tens"),
        (pay(YOU, 15, turn=31), "in tens"),
        (pay(YOU, 10**9, turn=31), "in tens"),
        (back(YOU, HOTEL, -10, turn=31), "in tens"),
        (pay(YOU, 10), "Say when"),
        (back(YOU, HOTEL), "Say when"),
        (pay(YOU, 10, turn=31, lapses=True), "only lapse"),
        (pay(YOU, 10, card=ANY, lapses=True), "only lapse"),
        (pay(YOU, 10, card="Tax"), "profit card"),
        (pay(YOU, 10, card="Aces", turn=31), "profit card"),
        (pay(YOU, 10, turn=29), "from 30 to 62"),
        (spare(YOU, 63), "from 30 to 62"),
        (keep(YOU, HOTEL, 10**9), "from 30 to 62"),
        (replace(spare(YOU, 31), turn=None), "until the end of a turn"),
        (replace(spare(YOU, 31), lapses=False), "until the end of a turn"),
        (replace(keep(YOU, HOTEL, 31), card=ANY), "until the end of a turn"),
        (replace(keep(YOU, HOTEL, 31), amount=10), "no price"),
        (replace(keep(YOU, HOTEL, 31), property=None), "keep or hand over a property"),
        (replace(spare(YOU, 31), property=HOTEL), "keep or hand over a property"),
        (replace(pay(YOU, 10, turn=31), property=HOTEL), "keep or hand over a property"),
        (keep(YOU, "Nowhere", 31), "no such property"),
        (keep(YOU, CASINO, 31), "the Casino isn't yours to promise"),
        (back(DONNA, HOTEL, turn=31), "the Hotel isn't Donna's to promise"),
        (back(YOU, "Airline", turn=31), "isn't yours to promise"),
    ],
)
def test_tr_69_any_other_promise_is_refused(clause, sentence):
    with refused(sentence):
        play(dealing(), YOU, propose(DONNA, TEN, NOTHING, clause))


def test_tr_69_a_player_can_promise_only_a_property_owned_after_the_deal():
    lends = propose(DONNA, goods(HOTEL), TEN, back(DONNA, HOTEL, turn=34))
    assert cash(struck(dealing(), YOU, lends).state)[YOU] == 410
    with refused("After this deal the Hotel isn't yours"):
        play(dealing(), YOU, propose(DONNA, goods(HOTEL), TEN, back(YOU, HOTEL, turn=34)))
    with refused("After this deal the Casino isn't Donna's"):
        play(dealing(), YOU, propose(DONNA, TEN, goods(CASINO), keep(DONNA, CASINO, 34)))


def test_tr_69_a_counter_offer_follows_the_same_rules():
    state = play(dealing(), YOU, propose(DONNA, TEN, goods(CASINO))).state
    with refused("the Casino isn't yours to promise"):
        play(state, DONNA, counter(goods(CASINO), TEN, keep(DONNA, CASINO, 31)))
    step = play(state, DONNA, counter(goods(CASINO), TEN, back(YOU, CASINO, turn=34)))
    (made,) = told(play(step.state, YOU, ACCEPT), PromiseMade)
    assert made.promise == promised(1, DONNA, back(YOU, CASINO, turn=34))


def test_tr_48_a_promise_tied_to_a_card_alone_may_be_proposed_whoever_holds_it():
    for hand in ([ANY], [OUT]):
        offer = propose(DONNA, NOTHING, goods(CASINO), pay(YOU, 50, card="Hotel Profits"))
        state = play(dealing(hand), YOU, offer).state
        assert may(state, DONNA, ACCEPT)
