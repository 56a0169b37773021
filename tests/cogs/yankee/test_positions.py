"""Yankee Swap: every position can be drawn, pressed, written and read back."""

import itertools
import random

import pytest

from bot.ui.fields import value_in
from bot.ui.lines import can_be_typed, examples
from bot.ui.panel import Form, Panel, Request, Text
from bot.ui.render import layout, modal
from bot.ui.ways import field_of
from bot.ui.words import Names
from cogs.yankee import FACE
from games.chance import Chance
from games.gifts import COAL, GIFTS, LUMP
from games.yankee.moves import Give, Look
from games.yankee.state import Options, Over
from tests.cogs.yankee.face import (
    CALLED,
    LOOKED,
    NAMES,
    NO_LUCK,
    OFFERED,
    THREE,
    WAYS,
    after,
    board,
    filled,
    hand,
    labels,
    laid,
    legal,
    names,
    read,
    rules,
    type_in,
)


def positions(seats, seed, strict=None):
    """Yield every state of a random game."""
    luck = random.Random(seed)
    strict = seed % 2 == 1 if strict is None else strict
    state = rules.start(seats, Options(strict=strict), Chance.of(bytes(32), seed, 0)).state
    while True:
        yield state
        to_move = rules.to_move(rules.view(state, None))
        if not to_move:
            return
        (seat,) = to_move
        moves = list(rules.legal_moves(rules.view(state, seat)))
        looks = [move for move in moves if isinstance(move, Look)]
        move = luck.choice(looks if looks and luck.random() < 0.5 else moves)
        state = rules.play(state, seat, move, NO_LUCK).state


@pytest.mark.parametrize("seats", [2, 4, 5, 10])
def test_every_position_fits_discord_and_offers_only_legal_moves(seats):
    called = Names(["@everyone *with_a_long* [name](x) of forty or so"] * seats)
    for state in itertools.islice(positions(seats, seats), 60):
        for seat in (None, *range(seats)):
            view = rules.view(state, seat)
            if isinstance(view.phase, Over):
                drawing = FACE.ending(view, called)
                panel = Panel([Text(drawing.headline), *drawing.parts])
            else:
                panel = board(state, called) if seat is None else hand(state, seat, called)
            assert len(panel.text()) <= 3600
            assert len(list(layout(panel, 12345678, 1234).walk_children())) <= 35
            assert all(len(label) <= 80 for label in labels(panel))
            if seat in rules.to_move(rules.view(state, None)):
                for wanted in [*panel.requests(), *board(state).requests()]:
                    followed(state, seat, wanted, called)


def followed(state, seat, wanted, called):
    """Follow a request through its questions and forms to a legal move."""
    got = read(state, seat, wanted, called)
    if isinstance(got, Form):
        modal(got, 1, 1)
        assert len(got.title) <= 45
        assert all(1 <= len(entry.choices) <= 25 for entry in got.entries)
        return followed(state, seat, filled(got), called)
    return rules.play(state, seat, got, NO_LUCK)


def test_board_does_not_reveal_the_card():
    for card in ("pies", "mug", COAL):
        state = after(
            laid("pies mug coal", "wreath", "pies"), Give(card=card, to=1, declared="mug")
        )
        looked = after(state, Look())
        drawn = (board(state), board(looked), hand(state, 1), hand(looked, 2))
        if card == "pies":
            same = drawn
        assert drawn == same


LOOK_ALIKE = ("Ann", "Ann Lee", "ann", "Anna", "An", "Lee", "Mug", "Seat 12", "7", "pass")


@pytest.mark.parametrize(("seats", "strict"), [(2, False), (4, True), (5, False), (10, False)])
@pytest.mark.parametrize("people", [CALLED, LOOK_ALIKE])
def test_written_moves_are_read_back_unchanged(seats, strict, people):
    called = Names(people[:seats])
    for state in itertools.islice(positions(seats, 7, strict), 0, 90, 3):
        for seat in rules.to_move(rules.view(state, None)):
            view = rules.view(state, seat)
            can = legal(view)
            for move in can.moves:
                (way,) = [way for way in FACE.ways if way.move is type(move)]
                args = {}
                for field in way.fields:
                    value = value_in(field, {name: getattr(move, name) for name in field.fills})
                    text = field.write(value, called)
                    assert field.read(text, view, called) == (value, "")
                    args[f"?{field.name}"] = text
                wanted = Request(way.verb, args)
                assert read(state, seat, wanted, called, line=True) == move
            written = examples(FACE.ways, view, called, can)
            assert len(written) == len({type(move) for move in can.moves})
            for text in written:
                assert type_in(state, seat, text, called) in can.moves, text


def test_every_gift_is_read_by_each_of_its_names():
    view = rules.view(THREE, 0)
    card = field_of(WAYS["give"], "card")
    for gift in (*GIFTS, LUMP):
        for text in (gift.key, gift.name, gift.one, gift.name.upper(), gift.one.removeprefix("a ")):
            assert card.read(f"{text} to ben", view, NAMES) == (gift.key, "to ben"), text


def test_hints_for_typed_lines():
    for state, seat, said in [(OFFERED, 1, "You can type `it isn't` or `look`."), (LOOKED, 2, "")]:
        view = rules.view(state, seat)
        assert can_be_typed(FACE.ways, view, names(state), legal(view)) == said
