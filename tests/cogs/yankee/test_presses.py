"""Yankee Swap: how many presses it takes, from the board, the hand and a notice."""

import itertools

from games.gifts import COAL, KEYS
from games.yankee.moves import Decline, Give, Look, Move, Regift
from games.yankee.state import Options, State
from tests.cogs.yankee.face import after, laid
from tests.contract.presses import Start, presses, table_at

ANN, BEN, CAT = 0, 1, 2
THREE = laid("mug coal pies wreath mug", "wreath candle", "pies mug")
TEN = laid(*["mug coal pies"] * 10)
GIVEN = Give(card="mug", to=BEN, declared="pies")


def counted(state: State, seat: int, move: Move) -> dict[Start, int | None]:
    seen = table_at("yankee", Options(), state, seat)
    return {start: presses(seen, move, start) for start in ("board", "hand", "notice")}


def test_lie_takes_four_presses_and_truth_three():
    for card, to in itertools.product(("mug", "pies", COAL), (BEN, CAT)):
        for declared in (*KEYS[:2], KEYS[-1], *([card] if card in KEYS else [])):
            most = 3 if declared == card else 4
            move = Give(card=card, to=to, declared=declared)
            counts = counted(THREE, ANN, move)
            assert set(counts.values()) == {most}, (move, counts)


def test_many_players_take_no_more_presses():
    assert counted(TEN, ANN, Give(card="pies", to=7, declared="mug"))["hand"] == 4
    assert counted(TEN, ANN, Give(card="pies", to=7, declared="pies"))["board"] == 3


def test_every_answer_takes_one_press():
    for move in (*(Decline(reason=why) for why in ("is", "isnt", "coal")), Look()):
        assert set(counted(after(THREE, GIVEN), BEN, move).values()) == {1}, move


def test_after_a_look_truth_takes_one_press_and_a_lie_two():
    looked = after(THREE, GIVEN, Look())
    for to in (ANN, CAT):
        assert counted(looked, BEN, Regift(to=to, declared="mug"))["hand"] == 1
        assert counted(looked, BEN, Regift(to=to, declared="wreath"))["hand"] == 2
        assert counted(looked, BEN, Regift(to=to, declared="wreath"))["board"] == 3
        assert counted(looked, BEN, Regift(to=to, declared="mug"))["board"] == 2


def test_among_many_after_a_look_truth_takes_two_presses_and_a_lie_three():
    looked = after(TEN, GIVEN, Look())
    assert counted(looked, BEN, Regift(to=7, declared="wreath"))["hand"] == 3
    assert counted(looked, BEN, Regift(to=7, declared="mug"))["hand"] == 2
    assert counted(looked, BEN, Regift(to=7, declared="wreath"))["board"] == 3
