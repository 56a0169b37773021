"""Dealt!: every position can be drawn, pressed, written and told."""

import random
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.fields import value_in
from bot.ui.lines import examples, read_line
from bot.ui.panel import Form, Row
from bot.ui.ways import resolve
from cogs.dealt import FACE
from games.chance import Chance
from games.dealt.moves import Move
from games.dealt.state import Options, State
from games.dealt.views import View
from tests.cogs.dealt.face import NAMES, asked, face, legal, offered, words
from tests.games.dealt.table import RULES


def position(seats: int, seed: int, moves: int) -> tuple[State, list[object]]:
    """Return a state of a random game, and all events before it."""
    picks = random.Random(seed)
    step = RULES.start(seats, Options(), Chance.of(b"deal", seed, 0))
    told = list(step.told)
    for rev in range(1, moves + 1):
        to_move = RULES.to_move(RULES.view(step.state, None))
        if not to_move:
            break
        seat = next(iter(to_move))
        move = picks.choice(list(RULES.legal_moves(RULES.view(step.state, seat))))
        step = RULES.play(step.state, seat, move, Chance.of(b"deal", seed, rev))
        told += step.told
    return step.state, told  # type: ignore


positions = st.builds(
    position, st.sampled_from([3, 4, 5]), st.integers(0, 10**6), st.integers(0, 150)
)


def reachable(view: View) -> set[Move]:
    """Return every move that the hand's buttons, menus and forms lead to."""
    found: set[Move] = set()
    for part in offered(view):
        requests = (
            [button.request for button in part.buttons]
            if isinstance(part, Row)
            else [part.request.with_args({part.key: choice.value}) for choice in part.choices]  # type: ignore
        )
        for wanted in requests:
            made = asked(view, wanted)
            if isinstance(made, Form):
                (entry,) = made.entries
                for choice in entry.choices:
                    found.add(asked(view, made.request.with_args({entry.key: choice.value})))  # type: ignore
            else:
                found.add(made)
    return found


@settings(max_examples=40, deadline=None)
@given(positions)
def test_every_legal_move_can_be_pressed_in_every_position(
    found: tuple[State, list[object]],
):
    state, _ = found
    public = RULES.view(state, None)
    if state.up.losers:
        assert "Who owed a chip" in words(face.ending(public, NAMES))
        return
    to_move = RULES.to_move(public)
    assert face.private(public) == to_move
    for drawing in [face.board(public, NAMES)] + [
        face.hand(RULES.view(state, seat), NAMES) for seat in range(len(state.hands))
    ]:
        assert len(words(drawing)) < 3000
    for seat in range(len(state.hands)):
        own = RULES.view(state, seat)
        assert reachable(own) == set(RULES.legal_moves(own))


@settings(max_examples=30, deadline=None)
@given(positions)
def test_written_moves_are_read_back_and_examples_can_be_typed(
    found: tuple[State, list[object]],
):
    state, _ = found
    for seat in RULES.to_move(RULES.view(state, None)):
        view = RULES.view(state, seat)
        can = legal(view)
        for way in FACE.ways:
            for move in can.of(way):
                known = {name: getattr(move, name) for name in move.__slots__ if name != "kind"}
                for field in way.fields:
                    value = value_in(field, known)
                    assert field.read(field.write(value, NAMES), view, NAMES) == (value, "")
        lines = examples(FACE.ways, view, NAMES, can)
        assert lines
        for line in lines:
            read = read_line(FACE.ways, line, view, NAMES, can)
            assert read is not None, line
            move = resolve(*read, view, NAMES, can, line=True)
            assert move in can.moves, line


@settings(max_examples=30, deadline=None)
@given(positions)
def test_every_event_has_a_sentence_unless_it_is_obvious(found: tuple[State, list[object]]):
    for told in found[1]:
        for to in (None, 0, 1, 2) if told.to is None else (None, *told.to):  # type: ignore
            line = face.tell(told.event, NAMES, to)  # type: ignore
            kind = told.event.kind  # type: ignore
            if kind == "hand_dealt" and to is not None:
                assert line == ""
            elif kind != "lead_taken":
                assert line.endswith(".")
                assert not line[0].islower()
                assert "\n" not in line
                assert len(line) < 300


@settings(max_examples=30, deadline=None)
@given(positions)
def test_no_custom_id_reveals_a_hand(found: tuple[State, list[object]]):
    state, _ = found
    for seat in range(len(state.hands)):
        for part in offered(RULES.view(state, seat)):
            some = [b.request for b in part.buttons] if isinstance(part, Row) else [part.request]  # type: ignore
            for wanted in some:
                assert set(wanted.args) <= {"card", "gap", "said"}
                assert re.fullmatch("[A-W](-[A-W])?", wanted.args.get("said", "A")), "no card"
                if "card" in wanted.args:
                    assert wanted.args["card"].strip('"') in map(str, state.up.reserves[seat])
