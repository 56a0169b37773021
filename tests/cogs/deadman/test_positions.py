"""Dead Man's Chest: every position of whole games can be drawn, pressed and typed."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.ui.fields import value_in
from bot.ui.lines import examples, read_line
from bot.ui.offers import on_board, on_hand
from bot.ui.panel import Form, Panel, Part
from bot.ui.ways import AnyWay, resolve
from bot.ui.words import Names
from cogs.deadman import FACE
from games.chance import Chance
from games.deadman.moves import Move
from games.deadman.state import Options, State
from games.deadman.views import View
from tests.cogs.deadman.face import WAYS, legal, pressed, rules, view


def whole_game(seats: int, options: Options) -> Iterator[State]:
    picks = Chance.of(b"drawn", 0, seats)
    state = rules.start(seats, options, picks).state
    yield state
    while moves := [*rules.legal_moves(view(state, state.holder))]:
        few = moves[1:3] if len(moves) > 2 and picks.below(3) else moves
        state = rules.play(state, state.holder, few[picks.below(len(few))], picks).state
        yield state


every_size = pytest.mark.parametrize("seats", [2, 5, 8])
both_terms = pytest.mark.parametrize("reshake", [True, False])


def ends_in(asked: Move | Form, state: State) -> Move:
    """Submit a form with its prefilled values."""
    if not isinstance(asked, Form):
        return asked
    assert len(asked.title) <= 45
    (entry,) = asked.entries
    assert len(entry.choices) <= 25
    (chosen,) = [choice for choice in entry.choices if choice.chosen]
    filled = pressed(asked.request.with_args({entry.key: chosen.value}), state, state.holder)
    assert not isinstance(filled, Form)
    return filled


@every_size
@both_terms
def test_every_button_leads_to_a_legal_move_and_every_panel_fits(seats: int, reshake: bool):
    names = Names(["_*" * 20] * seats)
    for state in whole_game(seats, Options(opener_may_reshake=reshake)):
        public = view(state)
        if not rules.to_move(public):
            drawing = FACE.ending(public, names)
            assert len(Panel(drawing.parts).text() + drawing.headline) < 3500
            continue
        mine = view(state, state.holder)
        drawn: list[Part] = []
        for drawing in (FACE.board(public, names), FACE.hand(mine, names)):
            assert len(Panel(drawing.parts).text() + drawing.headline) < 3500
            drawn += drawing.parts
        drawn += on_board(FACE.ways, public, names)
        drawn += on_hand(FACE.ways, mine, names, legal(mine))
        reached: set[Move] = set()
        for wanted in Panel(drawn).requests():
            move = ends_in(pressed(wanted, state, state.holder), state)
            rules.play(state, state.holder, move, Chance.of(b"any", 0, 0))
            reached.add(move)
        assert reached == set(rules.legal_moves(mine))  # by buttons and menus alone
        for seat in set(range(seats)) - {state.holder}:
            other = view(state, seat)
            assert on_hand(FACE.ways, other, names, legal(other)) == []


@every_size
def test_board_offers_exactly_the_holders_legal_moves(seats: int):
    names = Names([f"P{seat}" for seat in range(seats)])
    for state in whole_game(seats, Options()):
        offered = {type(move) for move in rules.legal_moves(view(state, state.holder))}
        shown = {
            WAYS[wanted.verb].move
            for wanted in Panel(on_board(FACE.ways, view(state), names)).requests()
        }
        assert shown == offered


@every_size
@both_terms
def test_every_example_is_legal_when_it_is_typed(seats: int, reshake: bool):
    names = Names([f"P{seat}" for seat in range(seats)])
    for state in whole_game(seats, Options(opener_may_reshake=reshake)):
        mine = view(state, state.holder)
        can = legal(mine)
        said = examples(FACE.ways, mine, names, can)
        assert bool(said) == bool(can.moves)
        for line in said:
            way, known = read_line(FACE.ways, line, mine, names, can) or pytest.fail(line)
            assert resolve(way, known, mine, names, can, line=True) in can.moves


@every_size
def test_written_moves_are_read_back_unchanged(seats: int):
    names = Names([f"P{seat}" for seat in range(seats)])
    for state in whole_game(seats, Options()):
        mine = view(state, state.holder)
        for way in FACE.ways:
            for move in legal(mine).of(way):
                assert_read_back(way, move, mine, names)


def assert_read_back(way: AnyWay, move: Any, mine: View, names: Names) -> None:
    for field in way.fields:
        value = value_in(field, {name: getattr(move, name) for name in field.fills})
        assert field.read(field.write(value, names), mine, names) == (value, "")
