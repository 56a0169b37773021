"""Whatever is pressed, chosen, filled in or typed becomes the move that was meant."""

import re
from collections import defaultdict
from dataclasses import fields

from bot.ui.panel import Form, Panel, Request
from games.rules import Seat
from tests.contract.asking import allowed, asked_by, can_be_pressed, ends_of, some_of, way_of
from tests.contract.drawing import NAMES, drawn, face_of, requests_of
from tests.contract.playing import (
    Case,
    Game,
    Position,
    cases_of,
    every_case,
    every_game,
    kinds_of_move,
    played,
)


def offered_to(game: Game, position: Position, seat: Seat) -> list[Request]:
    """List what a seat can press: on its hand, and on the board."""
    found = [*requests_of(drawn(game, position, seat)), *requests_of(drawn(game, position, None))]
    return list({repr(one): one for one in found}.values())


# --- what is declared -----------------------------------------------------------------------------


@every_game
def test_every_kind_of_move_has_its_one_way(game: str):
    face = face_of(game)
    kinds = [way.move for way in face.ways]
    assert set(kinds) == set(kinds_of_move(face.rules))
    assert len(set(kinds)) == len(kinds), "two ways to the same kind of move"


@every_game
def test_a_way_fills_every_field_of_its_move_once(game: str):
    for way in face_of(game).ways:
        filled = [name for field in way.fields for name in field.fills]
        wanted = [one.name for one in fields(way.move) if one.name != "kind"]
        assert sorted(filled) == sorted(wanted), f"{way.verb} does not say all of its move"
        assert len({field.name for field in way.fields}) == len(way.fields)
        for known in way.phrases.values():
            assert set(known) <= set(wanted), f"a phrase of {way.verb} says what is no field"


@every_game
def test_a_way_that_holds_longer_says_more_than_its_kind(game: str):
    """A pass, a challenge, a call: what they are about stands in the question alone."""
    for way in face_of(game).ways:
        assert way.holds == "key" or way.fields, f"{way.verb} may come late, and says nothing"


@every_game
def test_verbs_and_fields_can_be_commands_and_their_options(game: str):
    face = face_of(game)
    verbs = [way.verb for way in face.ways] + [one.verb for one in face.asides]
    assert len(set(verbs)) == len(verbs), "a verb twice"
    assert not set(verbs) & {"start", "hand", "table", "rules"}, "the house has these itself"
    words = {word for way in face.ways for word in (way.verb, *way.words, *way.phrases)}
    looks = {word for one in face.asides for word in (one.verb, one.label.strip("?").casefold())}
    assert not words & looks, "a word for a move opens something to look at"
    for way in face.ways:
        assert re.fullmatch(r"[a-z_]{1,30}", way.verb)
        assert not way.verb.startswith("table_")
        assert 1 <= len(way.help) <= 100
        for field in way.fields:
            assert re.fullmatch(r"[a-z_]{1,30}", field.name)
            assert field.name not in ("table", "kind")
            assert 1 <= len(field.label) <= 45
            assert field.option in (str, int, bool)


@every_game
def test_words_are_written_as_they_are_read(game: str):
    """Small letters, one space between: a typed line is put into that form first."""
    for way in face_of(game).ways:
        for word in (*way.words, *way.phrases):
            assert word == " ".join(word.split()).casefold() == word.strip("`“”\"' .!")
            assert word, f"{way.verb} has an empty word"
        said = [way.verb, *way.words, *way.phrases]
        assert len(set(said)) == len(said), f"{way.verb} says a word twice"


@every_case
def test_no_word_means_two_things_that_can_be_done_at_once(case: Case):
    game, face = played(case), face_of(case.game)
    for position in game.in_play(40):
        for seat in range(case.seats):
            legal, meant = game.legal(position, seat), defaultdict[str, set[str]](set)
            for way in face.ways:
                for word in (way.verb, *way.words, *way.phrases) if legal.of(way) else ():
                    meant[word].add(way.verb)
            twice = {word: verbs for word, verbs in meant.items() if len(verbs) > 1}
            assert not twice, f"after move {position.number} a word means two things: {twice}"


# --- what is drawn can be pressed -----------------------------------------------------------------


@every_case
def test_every_legal_move_can_be_made_by_what_is_drawn(case: Case):
    """By buttons, menus and forms, of the hand and the board: whoever is to move, or just may."""
    game = played(case)
    for position in game.in_play(15):
        for seat in range(case.seats):
            legal = game.legal(position, seat)
            offered = offered_to(game, position, seat) if legal.moves else []
            for kind in kinds_of_move(case.rules):
                for move in some_of(legal, kind):
                    assert can_be_pressed(game, position, seat, offered, move), (
                        f"after move {position.number} no button leads {NAMES[seat]} to {move}"
                    )


@every_game
def test_a_move_that_is_drawn_nowhere_would_be_caught(game: str):
    found = played(cases_of(game)[0])
    for position in found.in_play(5):
        for seat in found.to_move(position):
            offered, move = offered_to(found, position, seat), found.legal(position, seat).moves[0]
            verb = way_of(game, move).verb
            others = [one for one in offered if one.verb != verb]
            assert can_be_pressed(found, position, seat, offered, move)
            assert not can_be_pressed(found, position, seat, others, move)


@every_case
def test_what_is_owed_in_private_can_be_made_by_the_hand_alone(case: Case):
    game, face = played(case), face_of(case.game)
    for position in game.in_play(15):
        for seat in face.private(game.view(position, None)):
            offered = list(requests_of(drawn(game, position, seat)))
            assert any(
                allowed(game, position, seat, end)
                for one in offered
                for end in ends_of(game, position, seat, one)
            ), f"after move {position.number} no button on the hand leads {NAMES[seat]} to a move"


def is_of_use(game: Game, position: Position, seat: Seat, wanted: Request) -> bool:
    """Say whether a request leads to a legal move, or to a panel that just tells something."""
    made = asked_by(game, position, seat, wanted)
    if isinstance(made, Panel) and not list(requests_of(made)):
        return True
    return any(allowed(game, position, seat, end) for end in ends_of(game, position, seat, wanted))


@every_case
def test_everything_on_a_hand_is_of_use_to_its_owner(case: Case):
    game = played(case)
    for position in game.picked(10):
        for seat in range(case.seats):
            for wanted in requests_of(drawn(game, position, seat)):
                assert is_of_use(game, position, seat, wanted), (
                    f"after move {position.number} {NAMES[seat]} cannot {wanted}"
                )


@every_game
def test_everything_on_the_board_is_of_use_to_somebody_at_some_time(game: str):
    """At some time: what nobody can pay for must stand there all the same, or it would tell."""
    useful: dict[tuple[str, tuple[str, ...]], bool] = {}
    for case in cases_of(game):
        for position in played(case).in_play(12):
            for wanted in requests_of(drawn(played(case), position, None)):
                what = (wanted.verb, tuple(wanted.args))
                useful[what] = useful.get(what, False) or any(
                    is_of_use(played(case), position, seat, wanted) for seat in range(case.seats)
                )
    assert not [what for what, of_use in useful.items() if not of_use]


@every_case
def test_whatever_is_pressed_on_the_board_is_answered_for_whoever_presses_it(case: Case):
    game = played(case)
    for position in game.in_play(8):
        for wanted in requests_of(drawn(game, position, None)):
            for seat in range(case.seats):
                for end in ends_of(game, position, seat, wanted):
                    allowed(game, position, seat, end)


# --- labels and hints -----------------------------------------------------------------------------


@every_case
def test_a_label_says_what_will_happen_and_whether_something_is_asked_first(case: Case):
    """It ends in `…` where a form opens, and only there."""
    game, face = played(case), face_of(case.game)
    for position in game.in_play(15):
        for seat in range(case.seats):
            for part in drawn(game, position, seat).parts:
                for button in getattr(part, "buttons", ()):
                    if button.request.verb not in {way.verb for way in face.ways}:
                        continue
                    made = asked_by(game, position, seat, button.request)
                    if not isinstance(made, str | Panel):
                        asks = isinstance(made, Form)
                        assert button.label.endswith("…") == asks, (button.label, made)


@every_case
def test_what_is_filled_in_on_the_board_are_fields_of_the_move(case: Case):
    game, face = played(case), face_of(case.game)
    for position in game.in_play(20):
        public = game.view(position, None)
        for way in face.ways:
            for known in way.board(public):
                assert set(known) <= {one.name for one in fields(way.move)} - {"kind"}
