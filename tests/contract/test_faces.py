"""Every position of every game can be drawn and told within Discord's limits.

test_ways.py tests buttons, forms and typed lines.
"""

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from bot.show.draw.pages import pages
from bot.show.draw.panels import board_panel, hand_panel, practice_panel
from bot.show.draw.parts import frame
from bot.show.draw.people import notice_panel
from bot.ui.panels.panel import Button, Choice, Menu, Panel, Part, Row, Text, request
from bot.ui.panels.pics import all_pics, names_in, plain
from bot.ui.panels.render import button_rows
from bot.ui.panels.words import Names, capital
from bot.ui.ways.offers import on_board
from db.tables.tables import Player
from games import GAMES
from games.rules import Refusal
from tests.contract.asking import asked_by, names_at
from tests.contract.drawing import (
    LONGEST_NAMES,
    NAMES,
    NOW,
    STEP,
    TABLE,
    check_drawn,
    drawn,
    face_of,
    seen_at,
)
from tests.contract.limits import check_message
from tests.contract.pieces import listed
from tests.contract.playing import (
    TRACES,
    Case,
    assert_sentence,
    cases_of,
    every_case,
    every_game,
    heard,
    played,
    types_of,
    variants,
)

# --- drawn ----------------------------------------------------------------------------------------


@every_case
def test_every_position_can_be_drawn_for_every_reader(case: Case):
    game, colour = played(case), face_of(case.game).colour
    for position in game.picked(25):
        for seat in case.readers:
            check_drawn(drawn(game, position, seat), colour)


@every_case
def test_the_longest_and_strangest_names_fit(case: Case):
    game, colour = played(case), face_of(case.game).colour
    for position in game.picked(6):
        for seat in (None, 0, *sorted(game.to_move(position))[:1]):
            check_drawn(drawn(game, position, seat, LONGEST_NAMES), colour)


@every_case
def test_the_board_names_everybody_and_whom_it_waits_for(case: Case):
    game = played(case)
    for position in game.picked(10):
        text = drawn(game, position, None).text()
        for name in NAMES[: case.seats]:
            assert name in text, f"{name} is not on the board"
        assert ("To move:" in text) == bool(game.to_move(position))


@every_case
def test_a_board_drawn_twice_is_the_same(case: Case):
    """A crash then leads to the same drawing."""
    game, face = played(case), face_of(case.game)
    for position in game.picked(6):
        again = board_panel.draw(face, seen_at(game, position, None), NOW)
        assert again == board_panel.draw(face, seen_at(game, position, None), NOW)


@every_case
def test_a_hand_in_the_channel_does_not_ask_to_be_typed_to(case: Case):
    """A name on the public board is read by everybody."""
    game, face = played(case), face_of(case.game)
    for position in game.in_play(4):
        seat = min(game.to_move(position))
        panel = hand_panel.draw(face, seen_at(game, position, seat), in_dm=False)
        check_drawn(panel, face.colour)
        assert "You can type" not in panel.text()
        assert "You can type" in drawn(game, position, seat).text()


@every_case
def test_a_practice_panel_can_be_sent_with_everything_on_it(case: Case):
    """One message holds the board, the hand and the moves."""
    game, face = played(case), face_of(case.game)
    for position in game.picked(12):
        for names in (NAMES, LONGEST_NAMES):
            seen = replace(seen_at(game, position, 0, names, news=60), practice=True)
            seen = replace(seen, people=(seen.people[0], *(None for _ in seen.people[1:])))
            check_drawn(practice_panel.draw(face, seen), face.colour)


@every_case
def test_a_notice_says_what_is_wanted_and_can_be_sent(case: Case):
    """In a channel it comes from the public view; a phone shows nothing but this text."""
    game, face = played(case), face_of(case.game)
    for position in game.in_play(20):
        for seat in sorted(game.to_move(position)):
            player = Player(seat, 101, "Ann", due=NOW + 60, asked_at=NOW)
            own, public = (
                notice_panel.draw(
                    face, seen_at(game, position, item), player, sent_at=NOW, again=False
                )
                for item in (seat, None)
            )
            for item in (own, public):
                check_message(button_rows(item.row, TABLE, STEP))
                assert 60 < len(item.content) < 600, item.content
                assert f"{face.rules.title}, table {TABLE}: " in item.content
                assert item.content.endswith(" You have about a minute from this message.")
                assert "<t:" not in item.content, "a phone shows it as it is written"
                assert 1 <= len(item.row.buttons) <= 5
            assert public.content.startswith("<@101>, ")
            assert own.row.buttons[:-1], "it cannot be answered where it is read"
            for button in own.row.buttons[:-1]:
                made = asked_by(game, position, seat, button.request)
                assert not isinstance(made, str), f"[{button.label}] is refused: {made}"


@every_case
def test_what_is_wanted_is_said_in_a_few_plain_words(case: Case):
    """A phone shows no more than a line of it; in a channel it is read by all."""
    game, face, names = played(case), face_of(case.game), NAMES[: case.seats]
    for position in game.in_play(60):
        for reader in (*sorted(game.to_move(position)), None):
            said = face.asked.wanted(game.view(position, reader), Names(names))
            words = set(re.findall(r"[A-Za-z]+", said))
            assert 5 < len(said) <= 120, said
            assert not re.search(r"[\n*_`~|<>{}#\\]", said), f"not plain: {said!r}"
            assert re.search(r"[^.!…\s]$", said), f"the house ends the sentence: {said!r}"
            assert not re.match(r"[A-Z]", said) or said.startswith(names), said
            assert words.isdisjoint(NAMES[case.seats :]), f"who is that? {said}"
            if reader is None:
                assert words.isdisjoint({"you", "your", "You", "Your"}), f"who is meant? {said}"
            else:
                assert names[reader] not in words, f"they are spoken to: {said}"


@every_case
def test_in_a_channel_a_notice_has_only_what_is_on_the_board(case: Case):
    """When several seats are asked, each gets its own answers, from the public view."""
    game, face = played(case), face_of(case.game)
    for position in game.in_play(40):
        seen = seen_at(game, position, None)
        there = [row.request for row in rows(on_board(face.ways, seen.public, seen.names))]
        for seat in sorted(seen.to_move):
            by = face.answered_by(seen.public, seat)
            found = notice_panel.draw(
                face, seen, Player(seat, 101, "Ann"), sent_at=NOW, again=False
            ).row.buttons
            assert all(result.request in there for result in found[:-1])
            assert by is None or all(result.request.verb in by for result in found[:-1])
            assert by is None or by <= {way.verb for way in face.ways}
            assert by is not None or len(seen.to_move) == 1 or not found[:-1]


def rows(parts: Sequence[Part]) -> list[Button]:
    return [button for part in parts if isinstance(part, Row) for button in part.buttons]


@every_case
def test_the_situation_is_a_sentence_for_every_seat(case: Case):
    """Players who aren't asked anything read it too, when they try an impossible move."""
    game, face = played(case), face_of(case.game)
    for position in game.in_play(20):
        for seat in range(case.seats):
            said = face.asked.situation(game.view(position, seat), names_at(game))
            assert_sentence(said)
            assert "\n" not in said


@every_case
def test_who_owes_something_in_private_is_to_move(case: Case):
    game, face = played(case), face_of(case.game)
    for position in game.in_play(20):
        assert face.private(game.view(position, None)) <= game.to_move(position)


# --- told -----------------------------------------------------------------------------------------


@every_case
def test_every_event_is_told_in_a_sentence_to_whoever_may_know_it(case: Case):
    face, names = face_of(case.game), Names(NAMES[: case.seats])
    for position in played(case).picked(80):
        for told_event in position.step.told:
            # a finished game that reveals everything tells private events to everybody
            for reader in (None, *(range(case.seats) if told_event.to is None else told_event.to)):
                line: Any = face.tell.sentence(told_event.event, names, reader)
                assert isinstance(line, str), (
                    f"`sentence` returns {line!r} for {type(told_event.event).__name__}: write one "
                    'for it, or return "" if it isn\'t worth one'
                )
                check_told(line)


@every_case
def test_events_that_are_told_together_are_sentences_too(case: Case):
    """A face may summarize a run of events, but never drop an event that it tells alone."""
    game, face = played(case), face_of(case.game)
    for position in game.picked(40):
        for reader in case.readers:
            events = heard(position.step, reader)
            together = face.tell.sentences(events, names_at(game), reader)
            apart = [
                line
                for event in events
                if (line := face.tell.sentence(event, names_at(game), reader))
            ]
            assert bool(together) == bool(apart)
            assert len(together) <= len(apart)
            for line in together:
                check_told(line)


def check_told(line: str) -> None:
    assert len(line) <= 500
    assert "\n" not in line
    assert line == line.strip()
    if line:
        assert re.search(r"[.!?…][*_)`”]*( \(\S+\))?$", line), line
        for trace in (*TRACES, "(seat"):
            assert trace not in line, line


@every_case
def test_every_move_is_told_of(case: Case):
    """Spectators read that something happened, and the mover reads what."""
    face, names = face_of(case.game), Names(NAMES[: case.seats])
    for position in played(case).positions:
        events = heard(position.step, position.seat)
        told = [face.tell.sentence(event, names, position.seat) for event in events]
        assert any(told), f"`sentence` says nothing about {position.move or 'the deal'}: {events}"


@every_case
def test_the_whole_truth_can_be_read_page_by_page(case: Case):
    game, face = played(case), face_of(case.game)
    seen = seen_at(game, game.positions[-1], None, news=len(game))
    for page in (0, 1, 10**3):
        check_drawn(pages.truth(face, seen, page), face.colour)


# --- terms and help -------------------------------------------------------------------------------


@every_game
def test_the_terms_each_say_their_own_and_what_it_means_in_a_line(game: str):
    terms = [tuple(face_of(game).terms(options)) for options in variants(GAMES[game])]
    for part in (part for each in terms for part in each):
        assert 0 < len(part.name) <= 80
        assert 0 < len(part.means) <= 110
        assert part.means.endswith((".", "?"))
        assert "\n" not in part.name + part.means
        assert "Options(" not in part.name + part.means
    assert len(set(terms)) == len(terms), "two sets of terms read the same"


@every_game
def test_every_option_can_be_agreed_on_and_is_usual_where_it_is_not_given(game: str):
    face, kind = face_of(game), types_of(GAMES[game])["options"]
    hints = get_type_hints(kind)
    asked = {path.fills: path for path in face.terms_asked}
    never = {field.name for field in dataclasses.fields(kind)} - set(asked)
    assert not never, f"`terms_asked` in cogs/{game}/__init__.py has no Term for {listed(never)}"
    assert set(asked) <= set(hints), "a Term fills no field of the options"
    assert len({path.name for path in face.terms_asked}) == len(face.terms_asked)
    assert face.options({}) == kind()
    for term in face.terms_asked:
        assert re.fullmatch(r"[a-z_]{1,32}", term.name)
        assert term.name not in ("pace", "reveal", "table"), "that is the house's own"
        assert 1 <= len(term.help) <= 100
        hint = hints[term.fills]
        values: tuple[Any, ...] = tuple((term.choices or {}).values())
        if get_origin(hint) is Literal and not values:
            values = get_args(hint)
        assert len(values) <= 25
        assert all(1 <= len(label) <= 100 for label in term.choices or {})
        if get_origin(hint) is Literal:
            assert set(values) == set(get_args(hint)), f"{term.name} cannot be all that it may be"
        assert hint in (bool, int) or values or term.read, f"how is {term.name} said?"
        for value in [True, False] if hint is bool else values:
            assert getattr(face.options({term.name: value}), term.fills) == value


@every_game
def test_nonsense_for_a_term_is_refused_in_a_sentence(game: str):
    terms = face_of(game).terms_asked
    texts = ("", "nosuch", "🎲", "1,2,3", "x" * 500, "-1")
    for read, text in product([term.read for term in terms if term.read], texts):
        try:
            read(text)
        except Refusal as refusal:
            assert_sentence(str(refusal))
    for term, typed in product(terms, ("", "c", "x, y")):
        found = term.suggest(typed, {}) if term.suggest else ()
        assert len(found) <= 25
        assert all(1 <= len(result) <= 100 for result in found)
        for result in found:
            (term.read or pytest.fail)(result)


@every_game
def test_the_help_has_pages_that_fit_and_are_short_enough_to_be_read(game: str):
    face = face_of(game)
    shown = [*face.how_to, *face.fine_print]
    titles = [page.title for page in shown]
    assert len(set(titles)) == len(titles)
    assert 2 < len(face.how_to) <= 6
    for number, page in enumerate(shown):
        words = [word for word in plain(page.text).split() if re.search(r"\w", word)]
        assert 10 <= len(words) <= 120, f"{page.title}: {len(words)} words"
        assert 0 < len(page.title) <= 60
        assert not set(names_in(page.text)) - set(all_pics())
        check_drawn(pages.how_to(face, number), face.colour)


@every_game
def test_the_help_begins_with_an_example_and_its_pictures_and_its_rulings_come_last(game: str):
    """A newcomer wants to read how it is played before any ruling."""
    face = face_of(game)
    if face.pics:
        for page in face.how_to[:2]:
            led, rest = page.text.split("\n", 1)
            assert list(names_in(led)), page.title
            assert plain(page.text) == plain(rest), "without them, it begins with words"
    rulings = [page.title.startswith("Decided here") for page in face.fine_print]
    assert rulings[-1:] != [False]
    assert rulings == sorted(rulings), "a rule stands behind a ruling"
    assert not any(page.title.startswith("Decided here") for page in face.how_to)


@every_game
def test_the_lobby_shows_the_terms_before_anybody_joins(game: str):
    face = face_of(game)
    for case in cases_of(game):
        seen = seen_at(played(case), played(case).positions[0], None, LONGEST_NAMES)
        panel = board_panel.draw(face, dataclasses.replace(seen, phase="open"), NOW)
        check_drawn(panel, face.colour)
        assert face.pitch in panel.text()
        for term in face.terms(case.options):
            assert f"**{capital(term.name)}**: {term.means}" in panel.text()


@every_game
def test_what_a_game_is_takes_two_sentences_and_a_few_pictures(game: str):
    """Most people see the opening first."""
    face = face_of(game)
    assert 60 <= len(face.pitch) <= 200
    assert len(re.findall(r"[.!?](?: |$)", face.pitch)) == 2
    assert "\n" not in face.pitch
    assert not face.pics or 3 <= len(face.pics) <= 5
    assert not set(face.pics) - set(all_pics())
    titled = f"{face.rules.title}{frame.pictured(face)}"
    assert plain(titled) == face.rules.title, "nothing is left behind without emojis"


@every_case
def test_what_can_be_looked_at_in_private_can_be_drawn(case: Case):
    game, face = played(case), face_of(case.game)
    for aside in face.asides:
        assert re.fullmatch(r"[a-z_]{1,30}", aside.verb)
        assert 1 <= len(aside.help) <= 100
        for position in game.picked(10):
            for seat in range(case.seats):
                panel = aside.panel(game.view(position, seat), names_at(game))
                assert isinstance(panel, Panel)
                check_drawn(panel, face.colour)


@every_game
def test_the_face_has_a_colour_and_a_line_of_its_own(game: str):
    face = face_of(game)
    assert face.rules.name == game
    assert type(face.rules) is type(GAMES[game])
    assert 0 < face.colour <= 0xFFFFFF, f"`colour` is {face.colour}: set it as 0xRRGGBB"
    assert [face_of(game).colour for game in GAMES].count(face.colour) == 1
    assert 1 <= len(face.about) <= 100


# --- these checks can fail ------------------------------------------------------------------------


def test_a_drawing_that_does_not_fit_would_be_caught():
    wanted = request("bid", value=3)
    for part in (
        Text("x" * 4001),
        Row([]),
        Row([Button("x" * 81, wanted)]),
        Row([Button(" ", wanted)]),
        Menu(wanted, "*value", "Which?", []),
        Menu(wanted, "*value", "Which?", [Choice("x" * 101, "1")]),
        Menu(wanted, "*value", "Which?", [Choice("one", "1"), Choice("two", "1")]),
        Row([Button(str(n), request("bid", n=n)) for n in range(60)]),
    ):
        with pytest.raises(AssertionError):
            check_drawn(Panel([Text("A board."), part]), 1)
