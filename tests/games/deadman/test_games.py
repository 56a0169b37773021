"""Dead Man's Chest: random games keep secrets, survive JSON, and end."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db.codec import Codec
from games.chance import Chance
from games.deadman.dice import CHART, RANK
from games.deadman.events import (
    Revealed,
)
from games.deadman.moves import Bid, Challenge, Look, Move, Shake, ShakeAgain
from games.deadman.state import Options, State
from games.deadman.views import View
from games.rules import IllegalMove
from tests.games.deadman.table import NAMES, RULES

ANYTHING = st.one_of(
    st.just(Challenge()),
    st.builds(Bid, value=st.integers() | st.sampled_from(CHART)),
    st.builds(Shake, look=st.booleans()),
    st.just(Look()),
    st.just(ShakeAgain()),
)

EVERYTHING: tuple[Move, ...] = (
    *[Challenge(), Look(), ShakeAgain(), Shake(look=True), Shake(look=False)],
    *[Bid(value=value) for value in range(-1, 71)],
)


def random_game(secret: bytes, seats: int, picks: Chance) -> Iterator[tuple[State, Move | None]]:
    """Yield each state of a random game, and the move made in it."""
    state = RULES.start(seats, Options(), Chance.of(secret, 0, 0)).state
    rev = 0
    while RULES.to_move(RULES.view(state, None)):
        moves = list(RULES.legal_moves(RULES.view(state, state.holder)))
        # long rounds are rare, so skip challenges and high bids half of the time
        few = moves[1:3] if len(moves) > 2 and picks.below(2) else moves
        move = few[picks.below(len(few))]
        yield state, move
        rev += 1
        state = RULES.play(state, state.holder, move, Chance.of(secret, 0, rev)).state
    yield state, None


GAMES = given(secret=st.binary(min_size=4, max_size=4), seats=st.integers(2, 8))


@GAMES
@settings(max_examples=40, deadline=None)
def test_dm_18_every_game_ends_and_no_gem_comes_back(secret: bytes, seats: int):
    game = list(random_game(secret, seats, Chance.of(secret, 1, 0)))
    all_gems = sum(game[0][0].gems)
    for state, _ in game:
        assert sum(state.gems) == all_gems - len(state.showdowns)
        assert len(state.bids) <= 21
        assert [RANK[made.value] for made in state.bids] == sorted(
            {RANK[made.value] for made in state.bids}
        )
    last = game[-1][0]
    assert len(last.showdowns) <= all_gems - 1
    assert sum(gems > 0 for gems in last.gems) == 1
    assert RULES.standing(RULES.view(last, None)).winners


@GAMES
@settings(max_examples=30, deadline=None)
def test_hidden_dice_change_nothing_that_a_seat_sees(secret: bytes, seats: int):
    for state, move in random_game(secret, seats, Chance.of(secret, 1, 0)):
        other = replace(state, dice=(6, 5) if state.dice != (6, 5) else (3, 1))
        for seat in (None, *range(seats)):
            if seat not in state.seen_by:
                assert RULES.view(state, seat) == RULES.view(other, seat)
        assert RULES.to_move(RULES.view(state, None)) == RULES.to_move(RULES.view(other, None))
        if move is None:
            continue
        here = RULES.play(state, state.holder, move, Chance.of(secret, 2, 0))
        there = RULES.play(other, state.holder, move, Chance.of(secret, 2, 0))
        if not any(isinstance(told.event, Revealed) for told in here.told):
            assert here.told == there.told


@GAMES
@settings(max_examples=15, deadline=None)
def test_every_position_survives_json_and_so_does_every_move(secret: bytes, seats: int):
    states, moves, views = Codec[State](State), Codec[Move](Move), Codec[View](View)
    for state, _ in random_game(secret, seats, Chance.of(secret, 1, 0)):
        assert states.load(states.dump(state)) == state
        for seat in range(seats):
            view = RULES.view(state, seat)
            assert views.load(views.dump(view)) == view
            for move in RULES.legal_moves(view):
                assert moves.load(moves.dump(move)) == move


@GAMES
@settings(max_examples=10, deadline=None)
def test_legal_moves_are_exactly_the_accepted_moves(secret: bytes, seats: int):
    assert RULES.sampled == ()
    for state, _ in random_game(secret, seats, Chance.of(secret, 1, 0)):
        for seat in range(seats):
            offered = RULES.legal_moves(RULES.view(state, seat))
            assert len(set(offered)) == len(offered)
            for move in EVERYTHING:
                try:
                    step = RULES.play(state, seat, move, Chance.of(secret, 2, 0))
                except IllegalMove:
                    assert move not in offered
                else:
                    assert move in offered
                    assert step.state != state


@given(
    secret=st.binary(min_size=2, max_size=2),
    seat=st.integers(-3, 9),
    stop=st.integers(0, 12),
    move=ANYTHING,
)
@settings(max_examples=150, deadline=None)
def test_nonsense_is_refused_in_a_sentence(secret: bytes, seat: int, stop: int, move: Move):
    game = list(random_game(secret, 3, Chance.of(secret, 1, 0)))
    state = game[min(stop, len(game) - 1)][0]
    try:
        step = RULES.play(state, seat, move, Chance.of(secret, 2, 0))
    except IllegalMove as refused:
        sentence = refused.said(NAMES.__getitem__)
    else:
        sentence = "Accepted."
        assert seat == state.holder
        assert step.state != state
    assert sentence.endswith(".")
    assert sentence[0].isupper() or sentence[0] in "-0123456789"


@pytest.mark.parametrize("seats", RULES.seats)
def test_a_game_of_absent_pirates_ends(seats: int):
    state = RULES.start(seats, Options(), Chance.of(b"asleep", 0, 0)).state
    for rev in range(1, 3 * sum(state.gems)):
        if not RULES.to_move(RULES.view(state, None)):
            break
        move = next(iter(RULES.legal_moves(RULES.view(state, state.holder))))
        state = RULES.play(state, state.holder, move, Chance.of(b"asleep", 0, rev)).state
    assert RULES.standing(RULES.view(state, None)).winners
