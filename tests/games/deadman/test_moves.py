"""Dead Man's Chest: legal moves, refusals, and what is asked."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from db.base.codec import Codec
from games.chance import Chance
from games.deadman.dice import DEAD_MAN
from games.deadman.events import Challenged, HasBid, LostGem, Opened, Revealed, Shook
from games.deadman.moves import Bid, Challenge, Look, Shake, ShakeAgain
from games.deadman.state import State
from games.rules import IllegalMove, Step
from tests.games.deadman.table import RULES, Table


def test_forced_bid_of_dead_man_is_made_at_once():
    table = Table(43, 66)
    table.shakes(1, 32, look=True)
    assert table.offers() == [Bid(value=DEAD_MAN), ShakeAgain()]  # two ways: so it is asked
    assert table.shakes_again(1, 65) == [
        Shook(seat=1, blind=True),
        HasBid(seat=1, value=DEAD_MAN, to=2, unseen=False),
    ]
    assert (table.state.holder, table.state.chest, table.state.dice) == (2, "passed", (6, 5))
    assert table.state.seen_by == frozenset()
    assert table.offers()[0] == Challenge()


def test_last_shake_over_dead_man_plays_on_to_the_next_round():
    table = Table(43, DEAD_MAN)
    table.shakes(1, 65)
    assert table.plays(1, ShakeAgain(), 64, 53) == [
        Shook(seat=1, blind=True),
        HasBid(seat=1, value=DEAD_MAN, to=2, unseen=False),
        Challenged(seat=2, bidder=1, bid=DEAD_MAN, forced=True),
        Revealed(dice=(6, 4), bid=DEAD_MAN),
        LostGem(seat=1, left=3),
        Opened(seat=1, round=2),
    ]
    assert table.state.dice == (5, 3)


@pytest.mark.parametrize("over", [None, 31, 65, 55])
def test_last_shake_asks_if_several_bids_are_left(over: int | None):
    table = Table(43)
    seat = 0
    if over is not None:
        table.bids(0, over)
        table.shakes(1, 32)
        seat = 1
    assert table.shakes_again(seat, 65) == [Shook(seat=seat, blind=True)]
    assert RULES.to_move(table.view(None)) == {seat}
    assert len(table.offers()) > 1


@pytest.mark.parametrize("over", [66, DEAD_MAN])
def test_stored_old_table_still_accepts_the_forced_bid(over: int):
    table = Table(43, over)
    table.shakes(1, 32)
    table.step = Step(replace(table.state, chest="blind"))
    assert table.offers() == [Bid(value=DEAD_MAN)]
    luck = (31,) if over == DEAD_MAN else ()
    assert HasBid(seat=1, value=DEAD_MAN, to=2, unseen=False) in table.bids(1, DEAD_MAN, *luck)


def test_stored_state_has_the_same_json_as_ever():
    stored = (
        '{"options":{"opener_may_reshake":true},"gems":[3,4,4],"holder":1,"chest":"passed",'
        '"dice":[4,3],"seen_by":[0],"bids":[{"seat":0,"value":54,"unseen":false}],"showdowns":'
        '[{"bidder":0,"bid":66,"challenger":1,"dice":[3,1],"forced":false}]}'
    )
    codec = Codec[State](State)
    state = codec.load(stored)
    assert codec.dump(state) == stored
    assert RULES.view(state, 0).dice == (4, 3)
    assert RULES.legal_moves(RULES.view(state, 1))[0] == Challenge()


def test_only_the_holder_of_the_chest_moves_and_the_opener_cannot_challenge():
    table = Table(43)
    table.refuses(1, Bid(value=54), "^Ann has the chest. Wait until it comes to you.$")
    table.refuses(0, Challenge(), "no bid to challenge")
    table.refuses(0, Shake(look=True), "already")


NO_MOVES: list[Any] = [
    *[Bid(value=10**5000), Bid(value=-(10**5000)), Opened(seat=0, round=1)],
    *[Bid(kind=[], value=54), Bid(kind="shake", value=54), Shake(kind=[], look=True)],  # pyright: ignore[reportArgumentType]
    *[Challenge(kind="bid"), Look(kind={}), ShakeAgain(kind=None)],  # pyright: ignore[reportArgumentType]
    *[object.__new__(Bid), object.__new__(Shake)],
    *[type("Bold", (Bid,), {})(value=54), type("Odd", (), {"kind": "challenge"})()],
]


def test_anything_that_is_no_move_is_refused_in_a_sentence():
    opened, passed, shaken, blind, dead = (Table(43) for _ in range(5))
    passed.bids(0, 32)
    shaken.bids(0, 32)
    shaken.shakes(1, 65)
    blind.shakes_again(0, 65)
    dead.bids(0, DEAD_MAN)
    for table, move in product((opened, passed, shaken, blind, dead), NO_MOVES):
        with pytest.raises(
            IllegalMove, match=r"^(You can't do that|(That|[0-9]+) isn't a roll).*\.$"
        ):
            RULES.play(table.state, table.state.holder, move, Chance.tape())
        with pytest.raises(IllegalMove, match="has the chest"):
            RULES.play(table.state, 2, move, Chance.tape())


def test_seat_that_only_equals_a_number_is_refused():
    no_seats: list[Any] = [True, False, 0.0, 1.0, float("nan"), "0", None, (), [], -1, 3, 10**5000]
    passed = Table(43)
    passed.bids(0, 54)
    for table, seat in product((Table(43), passed), no_seats):
        with pytest.raises(IllegalMove, match="no seat at this table"):
            RULES.play(table.state, seat, Bid(value=66), Chance.tape())


def test_question_stays_the_same_within_a_turn():
    table = Table(43)
    opening = table.question()
    table.shakes_again(0, 32)
    assert table.question() == opening
    table.bids(0, 54)
    passed = table.question()
    assert passed.key != opening.key
    table.shakes(1, 65, look=True)
    table.shakes_again(1, 65)
    assert table.question() == passed
    assert not passed.hurried


def test_question_subject_is_the_round_and_key_the_bid():
    table = Table(43)
    asked = [table.question()]
    for seat, value in enumerate((31, 32, 41)):
        table.bids(seat, value)
        asked.append(table.question())
    table.challenges(0, 31)
    asked.append(table.question())
    assert len({question.subject for question in asked[:4]}) == 1
    assert asked[4].subject != asked[0].subject
    assert len({question.key for question in asked}) == 5
