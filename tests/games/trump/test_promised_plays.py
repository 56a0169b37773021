"""TR-81 in TRUMP The Game: a card that is promised to be played on a turn."""

from dataclasses import replace
from functools import partial

import pytest

from games.trump.cards import CARDS
from games.trump.events import (
    Collected,
    HandedOver,
    Played,
    PromiseEnded,
    PromisePaid,
    Took,
    TurnBegan,
)
from games.trump.moves import NOTHING, Accept, ForceSale, Play, Release, Take, Then
from games.trump.state import Acting, Opening, Over, Relating, State, Taking
from tests.games.trump.dealing import (
    ACCEPT,
    ANY,
    CASINO,
    DONNA,
    HOTEL,
    JEFF,
    MIKE,
    OUT,
    PASS,
    REJECT,
    TEN,
    YOU,
    back,
    counter,
    dealing,
    ended,
    give_back,
    may,
    open_to_donna,
    passing,
    pay,
    promised,
    standing,
    struck,
    will_play,
)
from tests.games.trump.table import (
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
    to_move,
    told,
    view,
)

PROFITS, SPORTS = "Hotel Profits", "Sports Complex"
AT_34 = will_play(YOU, ANY, 34)
promising = partial(open_to_donna, clause=AT_34)

# --- the printed example --------------------------------------------------------------------------


def deal_5(*, at_once: Then | None) -> State:
    """Return the state after deal #5, in which you promise the play of 3 PROPERTIES, too."""
    single, three = f"{SPORTS} Profits", "3 Properties"
    owners = {HOTEL: YOU, CASINO: YOU, SPORTS: DONNA}
    state = dealing([single, three], [OUT], ["Force Sale", OUT], owners=owners)
    offer = propose(
        DONNA,
        NOTHING,
        goods(SPORTS),
        pay(YOU, 70, card=three),
        back(YOU, SPORTS, card=three),
        pay(YOU, 20, card=single),
        will_play(YOU, three, 34),
        then=at_once,
    )
    return struck(state, YOU, offer).state


def test_tr_81_the_printed_deal_5_with_the_promised_plays():
    state = deal_5(at_once=Play(card=f"{SPORTS} Profits"))
    assert (cash(state), state.public.turn) == ((410, 420, 400, 400), 31)
    state = plays(state, (DONNA, PASS), (MIKE, PASS))
    step = play(state, JEFF, PASS)
    assert [event.number for event in told(step, TurnBegan)] == [34, 35]
    assert [event.amount for event in told(step, Collected)] == [160]
    assert [event.amount for event in told(step, PromisePaid)] == [70]
    assert len(told(step, HandedOver)) == 1
    assert cash(step.state) == (400 + 100, 400 + 90, 400, 400)
    assert (owner(step.state, SPORTS), standing(step.state)) == (DONNA, [])


def test_tr_81_the_printed_deal_5_after_a_force_sale_the_play_is_off_and_the_payment_waits():
    state = deal_5(at_once=Play(card=f"{SPORTS} Profits"))
    state = plays(state, (DONNA, PASS), (MIKE, ForceSale(property=SPORTS)))
    state = plays(state, *bids(0, 0, 90, 0), (JEFF, PASS))
    assert (state.public.turn, to_move(state)) == (34, {YOU}), "your turn goes on"
    assert [promise.duty for promise in state.public.promises] == ["pay"]
    assert state.public.hidden(YOU) == 1


# --- what can be promised -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        (will_play(YOU, "Tax", 34), "You can only promise to play a profit card"),
        (will_play(YOU, "Force Sale", 34), "You can only promise to play a profit card"),
        (will_play(YOU, "Die Roll", 34), "You can only promise to play a profit card"),
        (will_play(YOU, OUT, 34), "You can only promise to play a profit card"),
        (will_play(YOU, "Joker", 34), "You can only promise to play a profit card"),
        (will_play(YOU, ANY, 30), "Name a later turn of your own"),
        (will_play(YOU, ANY, 26), "Name a later turn of your own"),
        (will_play(YOU, ANY, 33), "Name a later turn of your own"),
        (will_play(DONNA, ANY, 34), "Name a later turn of Donna's"),
        (will_play(YOU, ANY, 66), "A promise can name a turn from 30 to 62"),
        (will_play(MIKE, ANY, 32), "Only the two players in a deal"),
        (replace(AT_34, turn=None), "Say on which turn"),
        (replace(AT_34, lapses=True), "Say on which turn"),
        (replace(AT_34, amount=10), "Say on which turn"),
        (replace(AT_34, property=HOTEL), "keep or hand over a property"),
    ],
)
def test_tr_81_a_profit_card_is_promised_for_a_later_turn_of_ones_own(clause, sentence):
    state = dealing([ANY, "Tax", "Force Sale", "Die Roll", OUT])
    with refused(sentence):
        play(state, YOU, propose(DONNA, NOTHING, TEN, clause))
    assert play(state, YOU, propose(DONNA, NOTHING, TEN, will_play(YOU, ANY, 62)))


def test_tr_81_every_profit_card_can_be_promised_and_no_other():
    for name, card in CARDS.items():
        state, offer = dealing([name]), propose(DONNA, NOTHING, TEN, will_play(YOU, name, 34))
        if card.profit:
            assert struck(state, YOU, offer).state.public.open_cards(YOU) == (name,)
        else:
            with refused("You can only promise to play a profit card"):
                play(state, YOU, offer)


def test_tr_81_only_who_holds_the_card_can_promise_its_play():
    with refused("You can't promise to play Any 40"):
        play(dealing([OUT]), YOU, propose(DONNA, NOTHING, TEN, AT_34))
    with refused("You can't promise to play Any 40"):
        play(dealing([ANY]), YOU, propose(DONNA, goods(ANY), TEN, AT_34))
    two = propose(DONNA, NOTHING, TEN, AT_34, will_play(YOU, ANY, 38))
    with refused("You can't promise to play Any 40"):
        play(dealing([ANY]), YOU, two)
    assert struck(dealing([ANY, ANY]), YOU, two).state.public.open_cards(YOU) == (ANY, ANY)


def test_tr_81_tr_66_the_other_party_cannot_accept_without_the_card_and_is_told_alone():
    offer = propose(DONNA, TEN, NOTHING, will_play(DONNA, ANY, 31))
    state = play(dealing([OUT], [OUT]), YOU, offer).state
    assert legal(state, DONNA)[0] == REJECT
    assert not may(state, DONNA, ACCEPT)
    with refused("You can't promise to play Any 40"):
        play(state, DONNA, ACCEPT)
    state = play(dealing([OUT], [ANY]), YOU, offer).state
    assert may(state, DONNA, ACCEPT)


def test_tr_81_a_card_that_comes_with_the_deal_can_be_promised():
    offer = propose(DONNA, goods(ANY), TEN, will_play(DONNA, ANY, 35))
    state = struck(dealing([ANY, OUT], [OUT]), YOU, offer).state
    assert (state.public.open_cards(DONNA), state.public.hidden(DONNA)) == ((ANY,), 1)
    answer = counter(goods(ANY), TEN, AT_34)
    state = plays(dealing([OUT], [ANY]), (YOU, propose(DONNA, TEN)), (DONNA, answer))
    assert play(state, YOU, Accept()).state.public.open_cards(YOU) == (ANY,)


def test_tr_81_one_play_is_promised_for_a_turn():
    both = AT_34, will_play(YOU, PROFITS, 34)
    with refused("A card is already promised for turn 34"):
        play(dealing([ANY, PROFITS]), YOU, propose(DONNA, NOTHING, TEN, *both))
    with refused("A card is already promised for turn 34"):
        play(promising(PROFITS), YOU, propose(MIKE, NOTHING, TEN, both[1]))
    later = propose(MIKE, NOTHING, TEN, will_play(YOU, PROFITS, 38))
    assert standing(struck(promising(PROFITS), YOU, later).state) == [1, 2]


def test_tr_81_a_promised_card_is_not_promised_a_second_time():
    for to in (DONNA, MIKE):
        with refused("You can't promise to play Any 40"):
            play(promising(OUT), YOU, propose(to, NOTHING, TEN, will_play(YOU, ANY, 38)))
        with refused("You've promised to play Any 40"):
            offer = propose(to, goods(ANY), TEN, give_back(to, ANY, turn=40))
            play(promising(OUT), YOU, offer)


# --- until its turn -------------------------------------------------------------------------------


def test_tr_81_it_lies_open_and_is_not_played_before_its_turn():
    state = promising(OUT)
    assert view(state).public.open_cards(YOU) == (ANY,)
    assert not may(state, YOU, Play(card=ANY))
    with refused("You've promised to play Any 40 on a later turn"):
        play(state, YOU, Play(card=ANY))
    step = play(promising(ANY, OUT), YOU, Play(card=ANY))
    assert ended(step) == [], "the other one was played"
    assert step.state.public.open_cards(YOU) == (ANY,)


def test_tr_81_it_is_neither_dealt_away_nor_taken():
    with refused("You've promised to play Any 40, so you have to keep it"):
        play(promising(OUT), YOU, propose(DONNA, goods(ANY), TEN))
    other = dealing([OUT], [PROFITS], promises=[promised(1, MIKE, will_play(DONNA, PROFITS, 35))])
    with refused("Donna has promised to play Hotel Profits"):
        play(other, YOU, propose(DONNA, TEN, goods(PROFITS)))
    state = dealing(["Hotel Roll"], [PROFITS], [OUT], [], promises=other.public.promises)
    assert told(play(state, YOU, Play(card="Hotel Roll"), T, 0, 1), Took)[0].victim == MIKE


def test_tr_81_tr_67_a_card_promised_in_a_deal_is_not_drawn_in_it():
    offer = propose(DONNA, goods(random=1), TEN, AT_34)
    step = struck(dealing([ANY, OUT], [OUT]), YOU, offer, 0)
    assert step.state.hands[YOU] == (ANY,)
    with refused("You have 0 cards to give"):
        play(dealing([ANY], [OUT]), YOU, offer)
    with refused("Donna has 0 cards to give"):
        asked = propose(DONNA, TEN, goods(random=1), will_play(DONNA, ANY, 35))
        play(dealing([OUT], [ANY]), YOU, asked)


def test_tr_81_tr_67_a_card_that_comes_leaves_ones_own_to_be_drawn():
    offer = propose(DONNA, goods(random=1), goods(ANY), AT_34)
    state = struck(dealing([ANY], [ANY]), YOU, offer, 0).state
    assert (state.hands[:2], state.public.open_cards(YOU)) == (((ANY,), (ANY,)), (ANY,))


def test_tr_81_tr_46_a_card_that_is_promised_is_not_related_to_its_deal():
    state = struck(dealing([ANY], [ANY]), YOU, propose(DONNA, TEN, goods(ANY), AT_34)).state
    assert state.public.turn == 31, "the card that came waits, and everybody can see that"
    with_more = propose(DONNA, TEN, goods(ANY, random=1), AT_34)
    state = struck(dealing([ANY], [ANY, PROFITS]), YOU, with_more, 0).state
    assert isinstance(state.public.phase, Relating)
    assert legal(state, YOU) == [PASS, Play(card=PROFITS)]


def test_tr_81_tr_46_a_card_promised_before_is_not_related_to_a_property():
    state = promising("Any 50")
    state = struck(state, YOU, propose(DONNA, TEN, goods(CASINO))).state
    assert legal(state, YOU) == [PASS, Play(card="Any 50")]


# --- on its turn ----------------------------------------------------------------------------------


def test_tr_81_the_rules_play_it_at_the_start_of_its_turn_and_that_is_the_turn():
    clause = will_play(YOU, PROFITS, 34)
    step = play(promising(OUT, clause=clause, turn=33, seat=JEFF), JEFF, PASS)
    kinds = (TurnBegan, Played, PromiseEnded, Collected)
    found = [told_event for told_event in step.told if isinstance(told_event.event, kinds)]
    assert [type(told_event.event) for told_event in found] == [*kinds, TurnBegan]
    assert all(told_event.to is None for told_event in found)
    assert ended(step) == [(1, "done")]
    assert (cash(step.state)[YOU], step.state.hands[YOU]) == (460, (OUT,))
    assert (step.state.public.turn, to_move(step.state)) == (35, {DONNA})


def test_tr_81_tr_49_a_promised_play_ends_a_row_of_passes_and_of_quiet_turns():
    state = promising(OUT, turn=33, seat=JEFF, passes=2, lively=24)
    public = play(state, JEFF, PASS).state.public
    assert (public.turn, public.passes, public.lively) == (35, 0, 34)
    assert isinstance(public.phase, Acting)


def test_tr_81_a_t_of_a_promised_die_card_asks_as_always():
    clause = will_play(DONNA, "Casino Roll", 31)
    held = [promised(1, YOU, clause), promised(2, YOU, pay(DONNA, 30, card="Casino Roll"))]
    state = dealing([OUT], ["Casino Roll"], [OUT], [OUT], promises=held)
    step = play(state, YOU, PASS, T)
    assert isinstance(step.state.public.phase, Taking)
    assert to_move(step.state) == {DONNA}
    assert ended(step) == [(1, "done")]
    step = play(step.state, DONNA, Take(seat=MIKE), 0, 3)
    assert [event.amount for event in told(step, Collected)] == [60]
    assert [event.amount for event in told(step, PromisePaid)] == [30]
    assert step.state.public.turn == 32


def test_tr_81_if_it_cannot_be_played_then_the_promise_lapses_and_the_turn_goes_on():
    clause = will_play(DONNA, PROFITS, 31)
    state = dealing([OUT], [PROFITS], promises=[promised(1, YOU, clause)])
    step = play(state, YOU, PASS)
    assert ended(step) == [(1, "unplayable")]
    assert (step.state.public.turn, to_move(step.state)) == (31, {DONNA})
    assert (step.state.public.hidden(DONNA), step.state.hands[DONNA]) == (1, (PROFITS,))
    state = play(step.state, DONNA, propose(YOU, goods(PROFITS), TEN)).state
    assert may(state, YOU, ACCEPT), "it can be dealt again"


def test_tr_81_what_else_is_tied_to_the_card_settles_as_always():
    held = [
        promised(1, YOU, will_play(DONNA, "Casino Profits", 31)),
        promised(2, MIKE, pay(DONNA, 20, card="Casino Profits")),
        promised(3, MIKE, back(DONNA, CASINO, 10, card="Casino Profits")),
    ]
    step = play(dealing([OUT], ["Casino Profits"], promises=held), YOU, PASS)
    assert cash(step.state) == (400, 400 + 60 - 20 + 10, 400 + 20 - 10, 400)
    assert (owner(step.state, CASINO), standing(step.state)) == (MIKE, [])


def test_tr_81_tr_80_the_promised_card_is_played_and_not_a_lent_one_of_its_kind():
    held = [
        promised(1, MIKE, give_back(DONNA, ANY, turn=40)),
        promised(2, YOU, will_play(DONNA, ANY, 31)),
    ]
    step = play(dealing([OUT], [ANY, ANY], promises=held), YOU, PASS)
    assert ended(step) == [(2, "done")]
    assert step.state.public.open_cards(DONNA) == (ANY,)


def test_tr_81_plays_promised_for_turns_in_a_row_are_all_made_in_one_step():
    held = [promised(1, YOU, will_play(DONNA, ANY, 31)), promised(2, YOU, will_play(MIKE, ANY, 32))]
    step = play(dealing([OUT], [ANY, OUT], [ANY, OUT], promises=held), YOU, PASS)
    assert ended(step) == [(1, "done"), (2, "done")]
    assert (step.state.public.turn, cash(step.state)) == (33, (400, 440, 440, 400))


def test_tr_81_tr_50_the_game_ends_if_it_was_the_last_card_of_all():
    held = [promised(1, YOU, will_play(DONNA, ANY, 31))]
    step = play(dealing([], [ANY], [], [], promises=held), YOU, PASS)
    assert isinstance(step.state.public.phase, Over)
    assert cash(step.state) == (400, 440, 400, 400)


def test_tr_81_at_the_end_of_the_game_it_lapses():
    step = play(promising(OUT, passes=3), YOU, PASS)
    assert isinstance(step.state.public.phase, Over)
    assert (ended(step), cash(step.state)) == ([(1, "lapsed")], (400,) * 4)


def test_tr_81_tr_77_once_released_it_is_an_ordinary_card():
    state = promising(OUT)
    assert not may(state, YOU, Release(number=1))
    step = play(state, DONNA, Release(number=1))
    assert (ended(step), step.state.public.hidden(YOU)) == ([(1, "released")], 2)
    assert may(step.state, YOU, Play(card=ANY))
    state = passing(step.state, 31)
    assert state.hands[YOU] == (ANY, OUT)


def test_tr_81_tr_71_nothing_else_is_an_obligation_to_play():
    state = dealing([ANY], promises=[promised(1, DONNA, pay(YOU, 20, card=ANY, turn=34))])
    state = passing(plays(state, (YOU, PASS)), 33)
    step = play(state, JEFF, propose(YOU, TEN))
    step = play(step.state, YOU, REJECT)
    assert (step.state.public.turn, to_move(step.state)) == (34, {YOU})
    assert not told(step, Played)


def test_tr_81_a_promised_play_during_a_sale_stays_where_it_is():
    state = promising("Force Sale", clause=AT_34)
    state = plays(state, (YOU, ForceSale(property=CASINO)))
    assert isinstance(state.public.phase, Opening)
    state = plays(state, (DONNA, opening(0)), (MIKE, opening(0)), (JEFF, opening(0)))
    state = play(state, YOU, opening(20)).state
    assert (owner(state, CASINO), state.public.open_cards(YOU)) == (YOU, (ANY,))
