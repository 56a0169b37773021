"""Which offers and answers to offers are legal in TRUMP The Game."""

import pytest

from games.trump.events import (
    DealRejected,
)
from games.trump.moves import NOTHING, ForceSale
from tests.games.trump.dealing import (
    ACCEPT,
    ANY,
    DONNA,
    HOTEL,
    JEFF,
    MIKE,
    OUT,
    REJECT,
    TEN,
    YOU,
    counter,
    dealing,
    may,
)
from tests.games.trump.table import (
    goods,
    legal,
    play,
    propose,
    refused,
    table,
    to_move,
)


def test_tr_57_tr_68_only_the_player_on_turn_proposes_in_the_dealing_phase_outside_a_sale():
    offer = propose(DONNA, TEN, NOTHING)
    buying = table([ANY], [ANY], [ANY], owners={HOTEL: YOU})
    selling = play(dealing(["Force Sale"]), YOU, ForceSale(property=HOTEL)).state
    for state, seat, move, sentence in (
        (buying, YOU, offer, "Dealing Phase"),
        (selling, YOU, offer, "You can't offer a deal now"),
        (dealing(), DONNA, propose(YOU, TEN, NOTHING), "It's Ann's turn"),
    ):
        with refused(sentence):
            play(state, seat, move)
    for to in (YOU, -1, 4, 10**9):  # TR-45
        with refused("one of the other players"):
            play(dealing(), YOU, propose(to, TEN, NOTHING))


def test_tr_45_only_the_player_who_got_the_offer_answers():
    state = play(dealing(), YOU, propose(DONNA, TEN, NOTHING)).state
    for move in (ACCEPT, REJECT, counter(TEN, NOTHING)):
        for seat in (YOU, MIKE, JEFF):
            with refused("now: .*Donna hasn't answered"):
                play(state, seat, move)
        with refused("now: it's your turn to play a card, offer a deal or pass"):
            play(dealing(), YOU, move)


@pytest.mark.parametrize(
    ("get", "sentence"),
    [
        (goods("Hotel Profits"), "It asks you for a card that you don't have: Hotel Profits"),
        (goods(ANY, ANY), "It asks you for 2 Any 40 cards"),
        (goods(cash=300), r"It asks you for \$300M, and you have \$200M in hand"),
    ],
)
def test_tr_66_a_player_without_the_goods_cannot_accept_and_nobody_else_learns_why(get, sentence):
    state = dealing([OUT], [ANY, OUT], cash=(400, 200, 400, 400))
    state = play(state, YOU, propose(DONNA, NOTHING, get)).state
    assert ACCEPT not in legal(state, DONNA)
    with refused(sentence):
        play(state, DONNA, ACCEPT)
    (rejected, _) = (told.event for told in play(state, DONNA, REJECT).told)
    assert rejected == DealRejected(seat=DONNA, by=YOU, countered=False)


def test_tr_66_a_proposal_may_ask_for_a_card_that_the_other_does_not_hold():
    for hand in (["Hotel Profits"], [OUT]):
        state = play(dealing([OUT], hand), YOU, propose(DONNA, TEN, goods("Hotel Profits"))).state
        assert to_move(state) == {DONNA}
        assert may(state, DONNA, ACCEPT) == (hand == ["Hotel Profits"])
