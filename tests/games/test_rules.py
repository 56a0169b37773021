"""The types of a game are found by way of any classes between it and `Rules`."""

import pytest

from games.rules import Rules, Standing, types_of
from games.table_game import State, View
from tests.small.game import SmallRules
from tests.small.game.events import Event
from tests.small.game.moves import Move
from tests.small.game.state import Options
from tests.small.game.state import State as SmallState
from tests.small.game.views import View as SmallView
from tests.starter.game import LowDie
from tests.starter.game.state import Hand, Public


def test_types_are_those_that_a_game_gives_its_base():
    types = types_of(SmallRules())
    assert (types.options, types.state, types.move) == (Options, SmallState, Move)
    assert (types.event, types.view) == (Event, SmallView)


def test_a_subclass_of_a_game_has_its_types():
    class Harder(SmallRules):
        title = "Harder"

    assert types_of(Harder()) == types_of(SmallRules())


def test_the_variables_of_a_generic_base_are_filled_in():
    types = types_of(LowDie())
    assert (types.state, types.view) == (State[Public, Hand], View[Public, Hand])

    class Lower(LowDie):
        title = "Lower"

    assert types_of(Lower()) == types


def test_a_game_without_types_is_refused():
    class Vague(Rules):  # type: ignore[type-arg]
        start = play = view = to_move = legal_moves = standing = question = None  # type: ignore[assignment]

    with pytest.raises(TypeError, match="Vague does not say its types"):
        types_of(Vague())


@pytest.mark.parametrize(
    ("points", "winners", "places"),
    [
        ((50, 90, 90, 10), {1, 2}, (3, 1, 1, 4)),
        ((2, 5, 5), {0}, (1, 2, 2)),  # whatever their points, the winners come first
        ((3, 1, 2), {0, 2}, (1, 3, 1)),
        ((0, 0, 0), {0, 1, 2}, (1, 1, 1)),
    ],
)
def test_tied_seats_share_a_place(points: tuple[int, ...], winners: set[int], places: object):
    assert Standing(points, frozenset(winners)).places == places
