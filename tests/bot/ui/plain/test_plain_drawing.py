"""Tests that boards, hands and endings are drawn from the fields of a view."""

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

from bot.ui.panels.words import Names
from bot.ui.plain import plain_drawing
from games.chance import Chance
from games.rules import Seat, Standing
from tests.small.game import SmallRules
from tests.small.game.state import Options

RULES = SmallRules()
NAMES = Names(["Ann", "Ben", "Cat"])
STATE = RULES.start(3, Options(), Chance.tape([1])).state
READY = replace(STATE, seen=replace(STATE.seen, ready=(True, False, False), guesses=(3, 4, 5)))
HIDDEN = replace(READY, hidden=(2, None, None))


@dataclass(frozen=True, slots=True, kw_only=True)
class Die:
    die: int
    rival: Seat


def view_with(hand: Any) -> Any:
    """Build a view of the usual shape."""
    return SimpleNamespace(seat=0, public=STATE.seen, hand=hand)


def public(*unsaid: str) -> list[str]:
    """Draw what everybody sees once one player is ready and three numbers were guessed."""
    view = RULES.view(READY, None)
    players = plain_drawing.player_lines(
        NAMES, lambda seat: plain_drawing.facts_of(RULES, view, seat, NAMES, unsaid)
    )
    return [players.markdown, plain_drawing.other_lines(RULES, view, NAMES, unsaid)]


def test_each_player_has_a_line_and_so_has_each_other_fact():
    assert public() == [
        "**Ann**  ready\n**Ben**\n**Cat**",
        "**First:** Ben\n**Guesses:** 3, 4 and 5",
    ]


def test_what_is_left_unsaid_is_not_on_the_board():
    assert public("ready", "guesses") == ["**Ann**\n**Ben**\n**Cat**", "**First:** Ben"]


def test_a_row_that_happens_to_be_as_long_as_the_table_is_not_taken_for_the_players():
    """Three guesses of three players aren't a guess for each seat: nobody has guessed at first."""
    assert "guesses" not in public()[0]


def test_a_hand_has_what_only_its_owner_sees():
    assert plain_drawing.own_lines(RULES.view(HIDDEN, 0), NAMES) == "**Own:** 2"
    assert plain_drawing.own_lines(RULES.view(HIDDEN, 1), NAMES) == ""
    held = view_with(Die(die=4, rival=1))
    assert plain_drawing.own_lines(held, NAMES) == "**Die:** 4\n**Rival:** Ben"
    assert plain_drawing.own_lines(view_with((4, 2)), NAMES) == "**Your hand:** 4 and 2"
    assert plain_drawing.own_lines(view_with(None), NAMES) == ""


def test_a_view_of_its_own_part_alone_is_open():
    assert not plain_drawing.is_open(RULES)


def test_all_winners_are_named():
    both = Standing((3, 1, 2), frozenset({0, 2}))
    assert plain_drawing.winners_of(both, NAMES) == "Ann and Cat win."


def test_a_line_is_never_so_long_that_a_board_would_not_fit():
    long = replace(READY, seen=replace(READY.seen, guesses=tuple(range(500))))
    text = plain_drawing.other_lines(RULES, RULES.view(long, None), NAMES, ())
    assert max(map(len, text.split("\n"))) <= plain_drawing.LONGEST
    assert text.endswith("…")
