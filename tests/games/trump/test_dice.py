"""The die of TRUMP The Game, and the cards that a T takes."""

from games.trump.events import Collected, Moved, Rolled, Took, TookCard
from games.trump.moves import Play, Roll, Take
from games.trump.state import Taking
from tests.games.trump.table import (
    RULES,
    T,
    before,
    cash,
    landed,
    legal,
    play,
    refused,
    table,
    told,
    view,
)

ROLL_SPACE = 6


def test_tr_6_a_t_takes_a_card_from_a_chosen_opponent_and_rolls_again():
    step = play(table((), ("Tax", "Any 40"), ("Any 50",)), 0, Roll(), T)
    assert step.state.public.phase == Taking(rolling="move", card=None, left=0, number=1)
    assert step.state.public.pawns[0] == 0, "a T never moves the pawn"
    assert legal(step.state, 0) == [Take(seat=1), Take(seat=2)]
    with refused("Take a card from one of the other players"):
        play(step.state, 0, Take(seat=0))
    step = play(step.state, 0, Take(seat=1), 1, T)
    assert told(step, Took) == [Took(seat=0, victim=1, start=False)]
    assert step.state.public.phase == Taking(rolling="move", card=None, left=0, number=2)
    step = play(step.state, 0, Take(seat=2), 0, 1)
    assert told(step, Moved) == [Moved(seat=0, space=1)]
    assert step.state.hands[0] == ("Any 50", "Tax")


def test_tr_6_a_t_takes_nothing_if_nobody_else_has_a_card():
    step = play(table(("Tax",), (), ()), 0, Roll(), T, T, 3)
    assert [rolled.die for rolled in told(step, Rolled)] == [T, T, 3]
    assert not told(step, Took)
    assert step.state.public.pawns[0] == 3


def test_tr_7_tr_60_a_t_takes_from_the_only_hand_without_asking_and_never_from_the_pile():
    step = play(table((), ("Tax",), (), pile=("Any 40", "Any 50")), 0, Roll(), T, 0, 1)
    assert told(step, Took) == [Took(seat=0, victim=1, start=False)]
    assert step.state.hands == (("Tax",), ("Any 40",), ()), "Donna has drawn for her turn"
    assert step.state.pile == ("Any 50",)


def test_tr_14_the_roll_space_pays_20_times_the_die_and_a_t_takes_a_card():
    state = table((), (), ("Tax",), pawns=before(ROLL_SPACE, 3))
    step = play(state, 0, Roll(), 3, T, 0, T, 4)
    rolls = [(rolled.die, rolled.rolling) for rolled in told(step, Rolled)]
    assert rolls == [(3, "move"), (T, "space"), (T, "space"), (4, "space")]
    assert told(step, Collected) == [Collected(seat=0, amount=80, card=None)]
    assert cash(step.state) == (480, 400, 400)
    assert step.state.hands[0] == ("Tax",)
    state = landed(ROLL_SPACE, T)
    assert state.public.phase == Taking(rolling="space", card=None, left=0, number=1)
    assert cash(play(state, 0, Take(seat=2), 0, 1).state) == (420, 400, 400)


def test_tr_20_a_die_roll_card_rolls_five_times_and_each_t_takes_a_card():
    state = table(("Die Roll",), ("Tax", "Any 40"), ("Any 50",))
    step = play(state, 0, Play(card="Die Roll"), 5, T)
    assert step.state.public.phase == Taking(rolling="five", card="Die Roll", left=3, number=1)
    step = play(step.state, 0, Take(seat=2), 0, 3, T, 1, 1)  # only Donna has cards: not asked
    assert [took.victim for took in told(step, Took)] == [2, 1]
    assert cash(step.state) == (400, 400, 400), "a number does nothing"
    assert step.state.hands[0] == ("Any 50", "Tax")
    assert step.state.public.seat == 1


def test_tr_20_two_ts_in_a_row_are_two_questions():
    state = table(("Die Roll",), ("Tax", "Any 40"), ("Any 50", "Any 50"))
    state = play(state, 0, Play(card="Die Roll"), T).state
    first = RULES.question(view(state))
    state = play(state, 0, Take(seat=1), 0, T).state
    assert state.public.phase == Taking(rolling="five", card="Die Roll", left=3, number=2)
    assert RULES.question(view(state)).key != first.key
    assert RULES.question(view(state)).subject == first.subject


def test_tr_21_a_die_card_pays_20_times_the_roll_and_a_t_takes_a_card():
    state = table(("Hotel Roll",), ("Tax",), ("Any 40",), owners={"Hotel": 0})
    step = play(state, 0, Play(card="Hotel Roll"), T)
    assert step.state.public.phase == Taking(rolling="card", card="Hotel Roll", left=0, number=1)
    step = play(step.state, 0, Take(seat=1), 0, 5)
    assert told(step, Collected) == [Collected(seat=0, amount=100, card="Hotel Roll")]
    assert cash(step.state) == (500, 400, 400)


def test_tr_54_only_the_two_players_learn_which_card_was_taken():
    step = play(table((), ("Tax", "Any 40"), (), ()), 0, Roll(), T, 1, 1)
    for seat in (0, 1):
        assert told(step, TookCard, seat) == [TookCard(seat=0, victim=1, card="Tax")]
    assert told(step, TookCard) == told(step, TookCard, 2) == []
