"""A game that lacks a piece is told which one, and where to write it."""

from copy import copy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from games import GAMES
from tests.contract.pieces import assert_face, assert_rules, load_face
from tests.contract.playing import altered
from tests.small.face import FACE
from tests.small.game import SmallRules

GAMES_HERE = Path(__file__).parents[2] / "games"


def test_every_game_that_is_written_is_on_offer():
    written = {path.parent.name for path in GAMES_HERE.glob("*/rules.py")}
    assert written == set(GAMES), "add the rules of each game to GAMES in games/__init__.py"


def test_a_whole_game_lacks_nothing():
    assert_rules(SmallRules())
    assert_face(FACE)


@pytest.mark.parametrize(
    ("changes", "advice"),
    [
        ({"player": None}, "SmallRules has no house player: write one in player.py"),
        ({"player": SimpleNamespace()}, "has no `version`: set it as `Player` in games/rules.py"),
        ({"orders": SimpleNamespace()}, "has no `kinds`: set it as `Orders` in games/rules.py"),
        ({"start": lambda *_: None}, "SmallRules.start returned None: return a Step"),
        ({"view": lambda *_: None}, "SmallRules.view returns None"),
        ({"to_move": lambda *_: frozenset()}, "to_move names no seat after the deal"),
        ({"legal_moves": lambda *_: None}, "legal_moves gives seat 0 no move"),
        ({"standing": lambda *_: None}, "SmallRules.standing returned None: return a Standing"),
        ({"question": lambda *_: None}, "SmallRules.question returned None: return a Question"),
        ({"play": lambda *_: None}, "SmallRules.play returned None: return a Step"),
    ],
)
def test_rules_without_a_piece_are_told_which(changes: dict[str, Any], advice: str):
    with pytest.raises(AssertionError) as failed:
        assert_rules(altered(SmallRules(), **changes))
    assert advice in str(failed.value)


@pytest.mark.parametrize("module", ["draw", "asked", "tell", "story"])
def test_a_face_without_a_function_is_told_which_and_what_it_does(module: str):
    face = copy(FACE)
    vars(face)[module] = SimpleNamespace(__name__="cogs.small.empty")
    with pytest.raises(AssertionError, match=r"has no function `.*`: write it as .* says\. [A-Z]"):
        assert_face(face)


def test_a_function_that_draws_nothing_is_named():
    face = copy(FACE)
    vars(face)["private"] = lambda public: None
    with pytest.raises(AssertionError, match="private returned None: return a frozenset"):
        assert_face(face)


def test_a_game_without_a_face_is_told_where_to_write_it():
    with pytest.raises(AssertionError, match=r"`nosuch` has no face: write cogs/nosuch/__init__"):
        load_face("nosuch")
