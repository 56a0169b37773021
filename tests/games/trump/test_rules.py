"""TRUMP The Game as a whole: start, numbered turns, what is public, the absent and the score."""

import pytest

from games.chance import Chance
from games.rules import IllegalMove, Refusal
from games.trump.cards import DECK, PROPERTIES
from games.trump.events import Dealt, HandDealt, RolledToStart, Took, TurnBegan
from games.trump.moves import (
    Accept,
    Add,
    ForceSale,
    GiveUp,
    Keep,
    KnockOut,
    Pass,
    Play,
    Propose,
    PutUp,
    Roll,
    Swap,
    Take,
    Tax,
)
from games.trump.state import Options, Over
from tests.games.trump.table import (
    RULES,
    T,
    cash,
    goods,
    inside,
    landed,
    legal,
    owner,
    play,
    plays,
    propose,
    refused,
    table,
    to_move,
    told,
    view,
)

FOR_SALE, ADD_30, TRADE = 2, 9, 13


def test_tr_1_only_three_or_four_can_play():
    for seats in (-1, 0, 2, 5):
        with pytest.raises(Refusal, match="three or four"):
            RULES.start(seats, Options(), Chance.tape())


@pytest.mark.parametrize(("seats", "pile"), [(3, 57), (4, 52)])
def test_everybody_starts_with_400_and_five_cards_and_each_box_with_50(seats: int, pile: int):
    step = RULES.start(seats, Options(), Chance.tape([DECK, *range(1, seats + 1)]))
    state = step.state
    assert told(step, Dealt) == [Dealt(seats=seats, cash=400, inside=50, cards=5, pile=pile)]
    assert cash(state) == (400,) * seats
    assert {(inside(state, name), owner(state, name)) for name in PROPERTIES} == {(50, None)}
    assert state.public.pawns == (0,) * seats
    assert state.public.hands == (*[5] * (seats - 1), 6), "the first player has drawn"
    for seat in range(seats):
        (dealt,) = told(step, HandDealt, seat)
        assert (dealt.seat, len(dealt.cards)) == (seat, 5)
    assert not told(step, HandDealt)


def test_tr_2_the_highest_roll_goes_first_and_a_t_beats_a_five():
    step = RULES.start(4, Options(), Chance.tape([DECK, 5, 1, T, 4]))
    assert step.state.public.seat == 2
    assert told(step, TurnBegan) == [TurnBegan(seat=2, number=1, dealing=False)]


def test_tr_2_only_tied_players_roll_again_and_tr_65_a_t_takes_no_card_there():
    step = RULES.start(4, Options(), Chance.tape([DECK, T, 3, T, T, 2, 4, 4, 1, 5]))
    (rolled,) = told(step, RolledToStart)
    rolls = [(0, T), (1, 3), (2, T), (3, T), (0, 2), (2, 4), (3, 4), (2, 1), (3, 5)]
    assert [(roll.seat, roll.die) for roll in rolled.rolls] == rolls
    assert rolled.first == 3
    assert not told(step, Took)


def test_tr_8_hand_sizes_are_public_and_cards_are_not():
    state = table(("Tax", "Any 40"), ("Tax",), ())
    assert view(state).public.hands == (2, 1, 0)
    assert (view(state).hand, view(state, 1).hand) == ((), ("Tax",))


def test_tr_51_most_money_wins_cards_are_worth_nothing_and_ties_are_shared():
    owners = {"Hotel": 0, "Casino": 1}
    hands = ("Any 40",) * 5, (), ("Tax",)
    state = table(*hands, dealing=True, owners=owners, cash=(400, 400, 440))
    assert not RULES.standing(view(state)).winners
    standing = RULES.standing(view(plays(state, (0, Pass()), (1, Pass()), (2, Pass()))))
    assert (standing.points, standing.winners) == ((450, 450, 440), {0, 1})


def test_tr_53_the_default_move_of_each_choice_in_a_turn():
    assert legal(table(("Tax",), (), (), owners={"Hotel": 1}), 0)[0] == Roll()
    assert legal(table(("Tax",), (), (), dealing=True), 0)[0] == Pass()
    state = table((), ("Any 40",), ("Any 40", "Tax"), ("Any 40", "Tax"))
    state = play(state, 0, Roll(), T).state  # most cards first, then the first on the left
    assert legal(state, 0) == [Take(seat=2), Take(seat=3), Take(seat=1)]
    assert legal(landed(FOR_SALE, owners={"Hotel": 0}), 0)[0] == PutUp(property="Casino")
    assert legal(landed(ADD_30, owners={"Hotel": 0}), 0)[0] == Add(property="Casino")
    assert legal(landed(TRADE, owners={"Hotel": 0}), 0)[0] == Keep()


def test_tr_55_cash_and_boxes_are_public_hands_and_the_pile_are_secret():
    state = table(("Tax",), ("Any 40",), (), inside={"Hotel": 130})
    other = table(("Any 40",), ("Tax",), (), inside={"Hotel": 130}, pile=("Tax",) * 20)
    assert view(state) == view(other)
    assert view(state, 2) == view(other, 2)
    assert view(state, 1).public is view(state).public


def test_tr_56_turns_are_numbered_and_none_is_skipped():
    state = table(("Tax",), (), (), seat=2, turn=12)
    turns = {10: 0, 11: 1, 12: 2, 13: 0, 14: 1, 18: 2}
    assert {number: state.public.turn_of(number) for number in turns} == turns
    state = play(state, 2, Roll(), 1).state
    assert (state.public.turn, state.public.seat) == (13, 0)


def test_tr_57_there_are_no_deals_in_the_buying_phase_or_during_a_sale():
    owners: dict[str, int] = dict.fromkeys(PROPERTIES, 1)
    buying = table(("Tax",), (), (), owners={"Hotel": 1})
    state = table(("Force Sale",), ("Tax",), (), dealing=True, owners=owners)
    selling = play(state, 0, ForceSale(property="Hotel")).state
    for state, seat in ((buying, 0), *[(selling, seat) for seat in range(3)]):
        assert not [move for move in legal(state, seat) if isinstance(move, Propose)]
        with pytest.raises(IllegalMove):
            play(state, seat, propose((seat + 1) % 3, goods(cash=10)))


def test_tr_75_a_game_that_nobody_attends_ends():
    luck = Chance.of(b"nobody", 1, 1)
    step = RULES.start(4, Options(), luck)
    for _ in range(2000):
        if not to_move(step.state):
            break
        seat = min(to_move(step.state))
        step = RULES.play(step.state, seat, legal(step.state, seat)[0], luck)
    assert isinstance(step.state.public.phase, Over)
    assert step.state.public.pile == 0


def test_strangers_and_malformed_moves_are_refused():
    state = table(("Tax",), (), ())
    for seat in (-1, 3, 10**9, True, None, "0"):
        with refused("You don't have a seat at this table"):
            play(state, seat, Roll())  # type: ignore[arg-type]
    for move in (None, "roll", Tax, Tax(seat="1"), Tax(seat=True), Play(card=None)):  # type: ignore
        with refused("That isn't a move in this game"):
            play(state, 0, move)  # type: ignore[arg-type]


def test_a_move_of_another_phase_is_refused_with_what_the_game_waits_for():
    state = landed(FOR_SALE)
    for move in (Roll(), Keep(), Add(property="Hotel"), Take(seat=1), GiveUp(property="Hotel")):
        with refused("it's your turn to put a property up for sale"):
            play(state, 0, move)
        with refused("it's Ann's turn to put a property up for sale"):
            play(state, 1, move)
    for move in (Pass(), Tax(seat=1), KnockOut(seat=1), Accept(), Swap(give="Hotel", get="Casino")):
        with pytest.raises(IllegalMove):
            play(state, 0, move)
