"""Every position of every game can be drawn and told on Discord, within its limits."""

import re

import pytest

from bot import frame
from bot.panel import Menu, Names, Row
from games import GAMES
from tests.contract.drawing import LONGEST_NAMES, NAMES, check_drawn, drawn, face_of, sight_at
from tests.contract.playing import CASES, Case, awaited, cases_of, heard, played, variants

every_game = pytest.mark.parametrize("game", GAMES)
every_case = pytest.mark.parametrize("case", CASES, ids=str)


# --- drawn ----------------------------------------------------------------------------------------


@every_case
def test_every_position_can_be_drawn_for_every_reader(case: Case):
    game, colour = played(case), face_of(case.game).colour
    for position in game.picked(50):
        for seat in (None, *range(case.seats)):
            check_drawn(drawn(game, position, seat), colour)


@every_case
def test_the_longest_and_strangest_names_fit(case: Case):
    game, colour = played(case), face_of(case.game).colour
    for position in game.picked(8):
        for seat in (None, 0):
            check_drawn(drawn(game, position, seat, LONGEST_NAMES), colour)


@every_case
def test_labels_are_not_cut_off(case: Case):
    game = played(case)
    for position in game.picked(50):
        for seat in (None, *sorted(awaited(case.rules, position.state))):
            for part in drawn(game, position, seat).parts:
                if isinstance(part, Row):
                    assert part.buttons, "an empty row"
                    assert all(0 < len(one.label) <= 80 for one in part.buttons)
                elif isinstance(part, Menu):
                    assert part.choices, "a menu with nothing to choose"
                    assert all(0 < len(one.label) <= 100 for one in part.choices)
                    assert all(len(one.description) <= 100 for one in part.choices)
                    assert part.most == 1 or len(part.choices) <= 25


@every_case
def test_the_board_names_everybody_and_whom_it_waits_for(case: Case):
    game = played(case)
    for position in game.picked(10):
        text = drawn(game, position, None).text()
        for name in NAMES[: case.seats]:
            assert name in text, f"{name} is not on the board"
        waits_for = awaited(case.rules, position.state)
        assert ("To move:" in text) == bool(waits_for)


@every_case
def test_custom_ids_on_the_board_are_the_same_for_whoever_reads_it(case: Case):
    """Drawn twice from the same view it is the same: so it can be drawn again after a crash."""
    game = played(case)
    for position in game.picked(8):
        assert drawn(game, position, None) == drawn(game, position, None)


# --- told -----------------------------------------------------------------------------------------


@every_case
def test_every_event_is_told_in_a_sentence_to_whoever_may_know_it(case: Case):
    face, names = face_of(case.game), Names(NAMES[: case.seats])
    for position in played(case).picked(80):
        for one in position.step.told:
            # everybody reads what was told in private too, once a table is laid open
            for reader in (None, *(range(case.seats) if one.to is None else one.to)):
                line = face.tell(one.event, names, reader)
                assert len(line) <= 500
                assert "\n" not in line
                assert line == line.strip()
                if line:
                    assert re.search(r"[.!?…][*_)`”]*( \(\S+\))?$", line), line
                for trace in ("kind=", "frozenset", "()", "(seat", "None"):
                    assert trace not in line, line


@every_case
def test_every_move_is_told_of(case: Case):
    """Whoever watches reads that something happened, and whoever moved can read what."""
    face, names = face_of(case.game), Names(NAMES[: case.seats])
    for position in played(case).positions:
        events = heard(position.step, position.seat)
        assert any(face.tell(event, names, position.seat) for event in events), position.move


@every_case
def test_the_whole_truth_can_be_read_page_by_page(case: Case):
    game, face = played(case), face_of(case.game)
    sight = sight_at(game, game.positions[-1], None, news=len(game))
    for page in (0, 1, 10**3):
        check_drawn(frame.truth(face, sight, page), face.colour)


# --- terms and help -------------------------------------------------------------------------------


@every_game
def test_the_terms_are_one_line_and_each_says_its_own(game: str):
    lines = [face_of(game).terms(options) for options in variants(GAMES[game])]
    for line in lines:
        assert 0 < len(line) <= 300
        assert "\n" not in line
        assert "Options(" not in line
    assert len(set(lines)) == len(lines), "two sets of terms read the same"


@every_game
def test_the_help_has_pages_that_fit(game: str):
    face = face_of(game)
    assert face.how_to()
    for number, page in enumerate(face.how_to()):
        assert 0 < len(page.strip()) <= len(page) <= 3500
        check_drawn(frame.how_to(face, number), face.colour)


@every_game
def test_the_lobby_shows_the_terms_before_anybody_joins(game: str):
    face = face_of(game)
    for case in cases_of(game):
        sight = sight_at(played(case), played(case).positions[0], None, LONGEST_NAMES)
        panel = frame.lobby(face, sight)
        check_drawn(panel, face.colour)
        assert face.terms(case.options) in panel.text()


@every_game
def test_the_face_has_its_commands_within_discords_limits(game: str):
    face = face_of(game)
    group = face.app_command
    assert group is not None
    assert group.name == game
    names = {command.name for command in group.commands}
    assert {"start", "hand", "table", "rules"} <= names
    assert len(group.commands) <= 25
    length = len(group.name) + len(group.description)
    for command in group.commands:
        assert 1 <= len(command.name) <= 32
        assert 1 <= len(command.description) <= 100
        length += len(command.name) + len(command.description)
        for option in command.parameters:
            assert 1 <= len(option.name) <= 32
            assert 1 <= len(option.description) <= 100
            assert len(option.choices) <= 25
            length += len(option.name) + len(str(option.description))
            length += sum(len(one.name) + len(str(one.value)) for one in option.choices)
    assert length <= 8000


@every_game
def test_the_face_has_a_colour_of_its_own(game: str):
    assert 0 < face_of(game).colour <= 0xFFFFFF
    assert [face_of(one).colour for one in GAMES].count(face_of(game).colour) == 1
