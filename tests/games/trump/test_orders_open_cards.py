"""Standing orders of TRUMP The Game (TR-79) beside lent cards and promised plays."""

import pytest

from games.trump.ahead.ordered import TurnsAhead
from games.trump.moves import Play, Take
from games.trump.state import State, Taking
from tests.games.trump.dealing import (
    ACCEPT,
    ANY,
    DONNA,
    HOTEL,
    JEFF,
    MIKE,
    OUT,
    PASS,
    YOU,
    dealing,
    give_back,
    promised,
    will_play,
)
from tests.games.trump.table import goods, propose
from tests.games.trump.test_orders import ORDERS, Ahead, choices, offered_to, refused, turns

ANY_50 = "Any 50"


def before_yours(*hand: str, promises=(), **layout) -> State:
    """Return a table at which Jeff is on turn 33, and you are next."""
    owners = {HOTEL: YOU}
    shown = {"turn": 33, "seat": JEFF, "owners": owners, "promises": promises, **layout}
    return dealing(hand, **shown)


def test_tr_81_a_promised_card_cannot_be_queued_and_another_of_its_kind_can():
    held = [promised(1, DONNA, will_play(YOU, ANY, 50))]
    state = before_yours(ANY, ANY_50, promises=held)
    assert "You've promised to play Any 40 on a later turn" in refused(
        state, YOU, turns(ANY, then="pass")
    )
    queued = {card for order in offered_to(state, YOU) for card in getattr(order, "cards", ())}
    assert queued == {Play(card=ANY_50)}
    table = Ahead(before_yours(ANY, ANY, promises=held)).say(YOU, turns(ANY, then="pass"))
    assert table.do(JEFF, PASS).move(YOU) == Play(card=ANY)
    assert table.obey(YOU).state.public.open_cards(YOU) == (ANY,)


def test_tr_81_an_order_never_reaches_a_turn_with_a_promised_play():
    held = [promised(1, DONNA, will_play(YOU, ANY, 38))]
    state = before_yours(ANY, ANY, ANY_50, OUT, promises=held)
    two = turns(ANY, ANY_50, then="pass")
    assert "You've promised a play on one of those turns" in refused(state, YOU, two)
    table = Ahead(state).say(YOU, turns(ANY, then="pass")).do(JEFF, PASS)
    assert table.move(YOU) == Play(card=ANY), "on the last turn before it the order still acts"


def test_tr_80_a_lent_card_can_be_queued_and_is_passed_over_once_it_has_gone_back():
    for turn, move in ((40, Play(card=ANY)), (33, PASS)):
        held = [promised(1, DONNA, give_back(YOU, ANY, turn=turn))]
        table = Ahead(before_yours(ANY, OUT, promises=held)).say(YOU, turns(ANY, then="pass"))
        assert table.do(JEFF, PASS).move(YOU) == move


@pytest.mark.parametrize("by", [YOU, DONNA])
def test_tr_80_no_order_counts_on_cards_while_one_is_on_loan(by: int):
    other = DONNA if by == YOU else YOU
    held = [promised(1, other, give_back(by, OUT, turn=40))]
    state = before_yours(ANY, OUT, promises=held)
    assert "A card is on loan to you or from you" in refused(state, YOU, turns(ANY, then="ask"))
    thens = {order.then for order in offered_to(state, YOU) if isinstance(order, TurnsAhead)}
    assert thens == {"pass", "keep_passing"}


def test_tr_81_an_order_ends_when_a_play_is_promised_on_one_of_its_turns():
    for turn, stays in ((38, False), (42, True)):
        table = Ahead(before_yours(ANY, ANY_50, "3 Properties", OUT))
        table.say(YOU, turns(ANY, ANY_50, then="pass"))
        offer = propose(YOU, goods(cash=10), goods(), will_play(YOU, "3 Properties", turn))
        table.do(JEFF, offer).do(YOU, ACCEPT)
        assert bool(table.said[YOU]) == stays
    assert table.move(YOU) == Play(card=ANY)


def test_tr_81_whoever_keeps_passing_is_asked_again_after_a_promised_play():
    held = [promised(1, DONNA, will_play(YOU, ANY, 38))]
    table = Ahead(before_yours(ANY, OUT, promises=held)).say(YOU, turns(then="keep_passing"))
    table.do(JEFF, PASS).obey(YOU)
    table.do(DONNA, propose(MIKE, goods(cash=10))).do(MIKE, ACCEPT).do(MIKE, PASS)
    assert table.said[YOU]
    table.do(JEFF, PASS)
    assert (table.state.public.turn, table.said[YOU]) == (39, ())


def test_tr_80_whoever_chooses_victims_ahead_never_takes_from_open_cards():
    held = [promised(1, DONNA, give_back(MIKE, ANY, turn=60))]
    taking = Taking(rolling="card", card="Hotel Roll", left=0, number=1)
    state = dealing([OUT], [OUT], [ANY], [OUT], promises=held, turn=33, seat=JEFF)
    table = Ahead(state).say(YOU, choices(take=(MIKE, DONNA)))
    table.is_now(turn=34, seat=YOU, phase=taking)
    assert table.move(YOU) == Take(seat=DONNA)
    assert ORDERS.answers(table.view(None), YOU, table.said[YOU])
