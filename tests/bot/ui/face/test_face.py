"""Tests of a face's terms and the options they become."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.ui.face.face import Face, Term
from games.rules import Refusal
from tests.small.face import FACE, SmallFace
from tests.small.game import SmallRules
from tests.small.game.events import Event
from tests.small.game.moves import Move
from tests.small.game.state import Options
from tests.small.game.views import View


def test_terms_fill_their_options_or_get_defaults():
    assert FACE.options({}) == Options()
    assert FACE.options({"most": 5}) == Options(most=5)

    class Renamed(SmallFace):
        terms_asked = (Term(name="coins", fills="most", help="How many"),)

    assert Renamed().options({"coins": 4}) == Options(most=4)
    assert Renamed().options({"most": 4}) == Options(), "that is no term"

    class Summed(SmallFace):
        def options(self, given: Mapping[str, Any]) -> Options:
            if given.get("left", 0) < 0:
                raise Refusal("A hand holds no fewer than none.")
            return Options(most=given.get("left", 1) + given.get("right", 1))

    assert Summed().options({"left": 2}) == Options(most=3)
    with pytest.raises(Refusal):
        Summed().options({"left": -1})


def test_incomplete_face_cannot_be_created():
    class Half(Face[Options, Move, Event, View]):
        rules = SmallRules()

    with pytest.raises(TypeError, match="abstract"):
        Half()  # type: ignore[abstract]
