"""Yankee Swap: how many presses it takes, from the board, the hand and a notice."""

import itertools

from games.chance import Chance
from games.gifts import COAL, KEYS
from games.yankee.moves import Decline, Give, Look, Move, Regift
from games.yankee.rules import YankeeSwap
from games.yankee.state import Giving, Options, State, coal_each
from tests.contract.presses import Start, presses, table_at

RULES, NO_LUCK = YankeeSwap(), Chance.tape()
ANN, BEN, CAT = 0, 1, 2


def laid(*hands: str) -> State:
    """Lay out hands; Ann gives."""
    held = tuple(tuple(hand.split()) for hand in hands)
    return State(
        options=Options(),
        hands=held,  # type: ignore[arg-type]
        displays=((),) * len(hands),
        tree=("syrup", "candle"),
        coal_left=(coal_each(len(hands)),) * len(hands),
        record="",
        phase=Giving(seat=ANN),
        gift=None,
    )


def counted(state: State, seat: int, move: Move) -> dict[Start, int | None]:
    seen = table_at("yankee", Options(), state, seat)
    return {start: presses(seen, move, start) for start in ("board", "hand", "notice")}


def three() -> State:
    return laid("mug coal pies wreath mug", "wreath candle", "pies mug")


def test_lie_takes_four_presses_and_truth_three():
    for card, to in itertools.product(("mug", "pies", COAL), (BEN, CAT)):
        for declared in (*KEYS[:2], KEYS[-1], *([card] if card in KEYS else [])):
            most = 3 if declared == card else 4
            move = Give(card=card, to=to, declared=declared)
            counts = counted(three(), ANN, move)
            assert set(counts.values()) == {most}, (move, counts)


def test_many_players_take_no_more_presses():
    ten = laid(*["mug coal pies"] * 10)
    assert counted(ten, ANN, Give(card="pies", to=7, declared="mug"))["hand"] == 4
    assert counted(ten, ANN, Give(card="pies", to=7, declared="pies"))["board"] == 3


def offered(state: State | None = None) -> State:
    """Ann has offered Ben a mug, as pies."""
    return RULES.play(
        state or three(), ANN, Give(card="mug", to=BEN, declared="pies"), NO_LUCK
    ).state


def test_every_answer_takes_one_press():
    for move in (*(Decline(reason=why) for why in ("is", "isnt", "coal")), Look()):
        assert set(counted(offered(), BEN, move).values()) == {1}, move


def test_after_a_look_truth_takes_one_press_and_a_lie_two():
    looked = RULES.play(offered(), BEN, Look(), NO_LUCK).state
    for to in (ANN, CAT):
        assert counted(looked, BEN, Regift(to=to, declared="mug"))["hand"] == 1
        assert counted(looked, BEN, Regift(to=to, declared="wreath"))["hand"] == 2
        assert counted(looked, BEN, Regift(to=to, declared="wreath"))["board"] == 3
        assert counted(looked, BEN, Regift(to=to, declared="mug"))["board"] == 2


def test_among_many_after_a_look_truth_takes_two_presses_and_a_lie_three():
    looked = RULES.play(offered(laid(*["mug coal pies"] * 10)), BEN, Look(), NO_LUCK).state
    assert counted(looked, BEN, Regift(to=7, declared="wreath"))["hand"] == 3
    assert counted(looked, BEN, Regift(to=7, declared="mug"))["hand"] == 2
    assert counted(looked, BEN, Regift(to=7, declared="wreath"))["board"] == 3
