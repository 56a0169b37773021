"""Dead Man's Chest: how many presses it takes, from the board, the hand and a notice."""

from bot.show.draw.panels import board_panel, hand_panel
from bot.show.draw.people import notice_panel
from bot.ui.panels.panel import Button, Row
from db.tables.tables import Player
from games.deadman.moves import Bid, Challenge, Look, Move, Shake, ShakeAgain
from games.deadman.state import Options, State
from tests.cogs.deadman.face import after, bids, opened, rules
from tests.contract.drawing import NOW, face_of
from tests.contract.presses import Start, presses, table_at

ANN, BEN = 0, 1
OPENED = opened(5, 3)
PASSED = bids(OPENED, 54)


def counted(state: State, seat: int, move: Move) -> dict[Start, int | None]:
    seen = table_at("deadman", Options(), state, seat)
    return {start: presses(seen, move, start) for start in ("board", "hand", "notice")}


def test_challenge_and_shake_take_one_press_from_anywhere():
    for move in (Challenge(), Shake(look=True)):
        assert set(counted(PASSED, BEN, move).values()) == {1}


def test_shake_look_and_bid_take_two_presses_from_the_board():
    assert counted(PASSED, BEN, Shake(look=True))["board"] == 1
    rolled = after(PASSED, Shake(look=True), faces=(6, 4))
    assert BEN in face_of("deadman").private(rules.view(rolled, None)), "then the hand is shown"
    for likely in (64, 65, 11):
        assert counted(rolled, BEN, Bid(value=likely))["hand"] == 1
    assert counted(rolled, BEN, Bid(value=22))["hand"] == 2, "a bold lie is three in all"
    unseen = after(PASSED, Shake(look=False), faces=(6, 4))
    assert counted(unseen, BEN, Look())["hand"] == counted(unseen, BEN, ShakeAgain())["hand"] == 1


def test_raising_unseen_takes_one_to_three_presses():
    assert set(counted(PASSED, BEN, Bid(value=61)).values()) == {1}, "the least"
    assert counted(PASSED, BEN, Bid(value=62)) == {"board": 2, "hand": 1, "notice": 2}
    for far in (63, 66, 21):
        assert counted(PASSED, BEN, Bid(value=far)) == {"board": 3, "hand": 2, "notice": 3}


def test_the_opener_bids_the_truth_or_a_little_more_with_one_press():
    for value in (53, 54, 61):
        assert counted(OPENED, ANN, Bid(value=value))["hand"] == 1
    assert counted(OPENED, ANN, Bid(value=53))["notice"] == 1
    assert counted(OPENED, ANN, Bid(value=66)) == {"board": 3, "hand": 2, "notice": 3}


def test_challenge_is_the_first_button_wherever_it_is_legal():
    face, seen = face_of("deadman"), table_at("deadman", Options(), PASSED, BEN)
    told = notice_panel.draw(face, seen, Player(BEN, 101, "Ben"), sent_at=NOW, again=False)
    for parts in (
        board_panel.draw(face, seen, NOW).parts,
        hand_panel.draw(face, seen, in_dm=True).parts,
    ):
        first = next(part for part in parts if isinstance(part, Row))
        assert leads(first.buttons[0])
    assert leads(told.row.buttons[0])
    wanted = face.asked.wanted(seen.view, seen.names)
    assert wanted.index("challenge") < wanted.index("raise") < wanted.index("shake")
    assert "You can type `challenge`" in hand_panel.draw(face, seen, in_dm=True).text()


def leads(button: Button) -> bool:
    return (button.request.verb, button.style) == ("challenge", "main")
