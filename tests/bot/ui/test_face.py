"""What a face says of its terms becomes the options of its game."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.ui.face import Face, Term, options_type
from games import GAMES
from games.rules import Refusal, Rules
from tests.small.face import FACE, SmallFace
from tests.small.game import SmallRules
from tests.small.game.events import Event
from tests.small.game.moves import Move
from tests.small.game.state import Options
from tests.small.game.views import View


def test_the_options_are_found_in_what_the_rules_say_of_themselves():
    assert options_type(SmallRules()) is Options
    assert all(options_type(rules)() is not None for rules in GAMES.values())


def test_rules_that_are_made_from_others_have_their_options():
    class Harder(SmallRules):
        title = "Harder"

    assert options_type(Harder()) is Options


def test_rules_that_do_not_say_their_types_are_our_mistake():
    class Vague(Rules):  # type: ignore[type-arg]
        start = play = view = to_move = legal_moves = standing = question = None  # type: ignore[assignment]

    with pytest.raises(TypeError, match="Vague does not say its types"):
        options_type(Vague())


def test_what_is_not_given_is_as_usual():
    assert FACE.options({}) == Options()
    assert FACE.options({"most": 5}) == Options(most=5)


def test_a_term_fills_the_option_it_says_and_not_the_one_it_is_called_like():
    class Renamed(SmallFace):
        terms_asked = (Term(name="coins", fills="most", help="How many"),)

    assert Renamed().options({"coins": 4}) == Options(most=4)
    assert Renamed().options({"most": 4}) == Options(), "that is no term"


def test_a_face_can_put_its_options_together_itself():
    class Summed(SmallFace):
        def options(self, given: Mapping[str, Any]) -> Options:
            if given.get("left", 0) < 0:
                raise Refusal("A hand holds no fewer than none.")
            return Options(most=given.get("left", 1) + given.get("right", 1))

    assert Summed().options({"left": 2}) == Options(most=3)
    with pytest.raises(Refusal):
        Summed().options({"left": -1})


def test_a_face_that_leaves_something_out_is_no_face():
    class Half(Face[Options, Move, Event, View]):
        rules = SmallRules()

    with pytest.raises(TypeError, match="abstract"):
        Half()  # type: ignore[abstract]
