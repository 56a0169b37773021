"""Dead Man's Chest: random games end, and no gem comes back."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import Chance
from games.deadman.dice import RANK
from games.deadman.state import Options, State
from tests.games.deadman.table import RULES


def random_game(secret: bytes, seats: int) -> Iterator[State]:
    """Yield each state of a random game."""
    picks = Chance.of(secret, 1, 0)
    state = RULES.start(seats, Options(), Chance.of(secret, 0, 0)).state
    rev = 0
    while RULES.to_move(RULES.view(state, None)):
        yield state
        moves = list(RULES.legal_moves(RULES.view(state, state.holder)))
        # long rounds are rare, so skip challenges and high bids half of the time
        few = moves[1:3] if len(moves) > 2 and picks.below(2) else moves
        rev += 1
        move = few[picks.below(len(few))]
        state = RULES.play(state, state.holder, move, Chance.of(secret, 0, rev)).state
    yield state


@given(secret=st.binary(min_size=4, max_size=4), seats=st.integers(2, 8))
@settings(max_examples=40, deadline=None)
def test_dm_18_every_game_ends_and_no_gem_comes_back(secret: bytes, seats: int):
    first, *_, last = game = list(random_game(secret, seats))
    all_gems = sum(first.gems)
    for state in game:
        assert sum(state.gems) == all_gems - len(state.showdowns)
        assert len(state.bids) <= 21
        ranks = [RANK[made.value] for made in state.bids]
        assert ranks == sorted(set(ranks))
    assert len(last.showdowns) <= all_gems - 1
    assert sum(gems > 0 for gems in last.gems) == 1
    assert RULES.standing(RULES.view(last, None)).winners


def test_every_legal_move_is_listed():
    assert RULES.sampled == ()
