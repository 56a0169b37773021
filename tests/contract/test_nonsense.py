"""Nonsense in a custom_id, a form, a command or a typed line gets a sentence."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.panels import custom_id
from bot.ui.panels.panel import Form, Panel, Request, request
from bot.ui.ways.offers import can_be_typed
from bot.ui.ways.read import plain_line
from games.rules import Seat
from tests.contract.asking import (
    allowed,
    as_it_opens,
    asked_by,
    by_command,
    ends_of,
    names_at,
    typed_by,
    way_of,
)
from tests.contract.drawing import NAMES, STEP, TABLE, drawn, face_of, requests_of
from tests.contract.playing import (
    Case,
    Game,
    Position,
    assert_sentence,
    cases_of,
    every_case,
    every_game,
    played,
    steady,
)
from tests.scope import examples

ODD = ["", " ", "0", "1", "2", "-1", "7", "21", "60", "$60", "1e9", "٣", "½", "²", "*", "no", "yes"]
ODD += ["none", "None", "seat 1", "seat 99", "Ann", "all", "50 10 10", "X", "1,1,1", "🎲", "null"]
ODD += ["9" * 400, "a:b;c=d", "'", "\\", "\n", "x" * 4000, "0x10", "1_000", "10.5", "--", "+5"]
ODD += ["[]", "{}", "[1,2]", '"x"', "true", "[[[[", '{"kind":"x"}', "[null]", "NaN", "1e999"]
ODD += ["\0", "\ud800", "\u202e21", "١", "1\u200b2", "Z\u0353\u0300\u0334\u0300", "9" * 4000]
SMALL_WORDS = ["to", "as", "and", "is", "not", "it", "a", "I", "take", "hand", "?", "all in", "…"]

values = st.one_of(
    st.sampled_from(ODD), st.text(max_size=12), st.integers(-(10**20), 10**20).map(str)
)


def asked_anywhere(game: str) -> Iterator[Request]:
    """Collect the requests on a game's boards and hands, and those of its forms and commands."""
    for case in cases_of(game)[:6]:
        found = played(case)
        for position in found.in_play(6):
            for seat in found.to_move(position):
                for wanted in requests_of(drawn(found, position, seat)):
                    yield wanted
                    made = asked_by(found, position, seat, wanted)
                    if isinstance(made, Form):
                        yield as_it_opens(made)
                move = found.legal(position, seat).moves[-1]
                yield by_command(way_of(game, move), move, names_at(found))
            yield from requests_of(drawn(found, position, None))


@st.composite
def positions(draw: st.DrawFn, game: str) -> tuple[Game, Position, Seat]:
    """Draw a position and a seat, mostly one that must move."""
    found = played(draw(st.sampled_from(cases_of(game))))
    position = found.positions[draw(st.integers(0, len(found) - 1))]
    waits_for = sorted(found.to_move(position))
    return found, position, draw(st.sampled_from([*waits_for, *waits_for, 0, 1]))


@every_game
def test_nonsense_in_a_custom_id_a_form_or_a_command_is_answered(game: str):
    real = list({repr(request): request for request in asked_anywhere(game)}.values())
    verbs = sorted({request.verb for request in real} | {"x", "hand"})
    ways = face_of(game).ways
    keys = sorted({key for request in real for key in request.args} | {"x", "kind", "*x", "?x"})
    keys += [f"{mark}{field.name}" for way in ways for field in way.fields for mark in "?*"]
    keys += [name for way in ways for field in way.fields for name in field.fills]

    @st.composite
    def requests(draw: st.DrawFn) -> Request:
        one = draw(st.sampled_from(real))
        if draw(st.booleans()):
            one = Request(draw(st.sampled_from(verbs)), one.args)
        for key in draw(st.lists(st.sampled_from([*one.args, *keys]), max_size=2)):
            one = one.with_args({key: draw(values)})
        gone = draw(st.sampled_from([*one.args, "nothing", "nothing"]))
        return Request(one.verb, {key: value for key, value in one.args.items() if key != gone})

    @settings(steady, max_examples=examples(300))
    @given(positions(game), requests())
    def check(where: tuple[Game, Position, Seat], wanted: Request):
        found, position, seat = where
        for end in ends_of(found, position, seat, wanted, depth=2):
            allowed(found, position, seat, end)

    check()


@every_game
def test_nonsense_that_is_typed_is_answered_or_no_move_at_all(game: str):
    words = [word for way in face_of(game).ways for word in (way.verb, *way.words, *way.phrases)]
    said = st.one_of(
        st.sampled_from(words), st.sampled_from(SMALL_WORDS), values, st.sampled_from(NAMES)
    )
    lines = st.one_of(st.lists(said, max_size=5).map(" ".join), st.text(max_size=30))

    @settings(steady, max_examples=examples(400))
    @given(positions(game), lines)
    def check(where: tuple[Game, Position, Seat], text: str):
        found, position, seat = where
        made = typed_by(found, position, seat, text)
        if isinstance(made, Form):
            made = asked_by(found, position, seat, as_it_opens(made))
        if not isinstance(made, str | Form | Panel):
            allowed(found, position, seat, made)

    check()


@every_game
def test_a_line_that_has_nothing_to_do_with_the_game_is_no_move(game: str):
    found = played(cases_of(game)[0])
    for position in found.in_play(8):
        for seat in found.to_move(position):
            for text in ("", "   ", "dance with me", "hello", "what a nice evening", "?", "…"):
                made = typed_by(found, position, seat, text)
                assert isinstance(made, str), f"{text!r} is read as {made}"
            assert isinstance(asked_by(found, position, seat, request("dance")), str)


@every_case
def test_the_answer_to_what_cannot_be_says_what_can(case: Case):
    game, face = played(case), face_of(case.game)
    for position in game.in_play(10):
        for seat in range(case.seats):
            view, legal, names = game.view(position, seat), game.legal(position, seat), None
            names = names_at(game)
            assert_sentence(face.asked.situation(view, names))
            typing = can_be_typed(face.ways, view, names, legal)
            loud = [move for move in legal.moves if way_of(case.game, move).style != "quiet"]
            assert bool(typing) == bool(loud)
            assert len(typing) <= 700
            if typing:
                assert typing.endswith("`.")
                assert all(plain_line(line) for line in typing.split("`")[1::2])


@every_game
def test_a_custom_id_says_no_more_than_what_was_offered(game: str):
    """Everybody reads it, and it is parsed back as it was written."""
    for wanted in asked_anywhere(game):
        if not any(key[0] in "?*#" for key in wanted.args):
            text = custom_id.write(TABLE, STEP, wanted)
            assert custom_id.read(text) == custom_id.CustomId(TABLE, STEP, wanted)


def test_a_forged_custom_id_is_none_of_ours():
    for text in ("", "x", "1:2", "1:2:", "1:2:bid;value", "-1:2:bid", "1:2:BID", "1:2:bid;=3"):
        assert custom_id.read(text) is None
    with pytest.raises(ValueError):
        custom_id.write(TABLE, STEP, request("bid", value="x" * 100))
