"""A game under another command and title is called only by these, wherever people read of it.

A game that is switched off is drawn as before, and nothing suggests a command of it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.entry.access.which_table import no_table
from bot.entry.game_cog import make
from bot.entry.requests.move_parsing import read_request
from bot.host.reading.table_view import TableView
from bot.show.draw.pages import pages
from bot.show.draw.pages.welcome import welcome
from bot.show.draw.panels import board_panel, hand_panel, practice_panel
from bot.show.draw.parts import frame, headers
from bot.show.draw.people import notice_panel, todo
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Panel, Request
from db.tables.tables import Player
from games import GAMES
from games.rules import Refusal
from tests.contract.drawing import NOW, check_drawn, face_of, seen_at
from tests.contract.playing import Case, every_case, every_game, played

COMMAND, TITLE = "zebra", "Zebra Crossing"
STARTING = {frame.START.verb, frame.PRACTICE.verb, frame.REMATCH.verb}


def called(game: str, command: str = COMMAND, title: str = TITLE) -> AnyFace:
    """Return a game's face under another command and title."""
    return face_of(game).called_as(GAMES[game].offered_as(command, title))


def strings(shown: Any) -> Iterator[str]:
    """Yield every text that somebody reads; custom_ids know a game by its own name."""
    if isinstance(shown, str):
        yield shown
    elif isinstance(shown, Request):
        return
    elif is_dataclass(shown):
        for field in fields(shown):
            yield from strings(getattr(shown, field.name))
    elif isinstance(shown, Mapping):
        yield from strings(list(shown.values()))
    elif isinstance(shown, Sequence):
        for item in shown:
            yield from strings(item)


def old_names(game: str) -> re.Pattern[str]:
    """Return a pattern of a game's own command and title."""
    return re.compile(rf"/{game}\b|{re.escape(GAMES[game].title)}", re.IGNORECASE)


def at_table(case: Case, face: AnyFace) -> Iterator[Any]:
    """Draw all that a table shows: boards, hands, notices, forms and practice."""
    game = played(case)
    for position in game.picked(6):
        for seat in case.readers:
            seen = replace(seen_at(game, position, seat), rules=face.rules)
            if seat is None:
                yield from boards(face, seen)
            else:
                yield from of_seat(face, seen)


def boards(face: AnyFace, seen: TableView) -> Iterator[Any]:
    yield board_panel.draw(face, seen, NOW)
    for phase in ("open", "ended"):
        yield board_panel.draw(face, replace(seen, phase=phase), NOW)
    yield board_panel.draw(face, replace(seen, phase="ended", closed_unread=True), NOW)
    yield pages.fairness(seen)


def of_seat(face: AnyFace, seen: TableView) -> Iterator[Any]:
    yield hand_panel.draw(face, seen, in_dm=True, now=NOW)
    yield hand_panel.hidden(face, "")
    yield practice_panel.draw(face, replace(seen, practice=True))
    yield practice_panel.draw(face, replace(seen, practice=True, phase="ended"))
    yield headers.headed(face, seen, Panel([]), NOW)
    yield todo.draw([todo.Entry(seen, "board")], {seen.game: face}, now=NOW)
    yield face.asked.situation(seen.view, seen.names)
    for aside in face.asides:
        yield aside.panel(seen.view, seen.names)
    assert seen.seat is not None
    if seen.seat in seen.to_move:
        player = Player(seen.seat, 101, "Ann", due=NOW + 60, asked_at=NOW)
        yield notice_panel.draw(face, seen, player, sent_at=NOW, again=False)
        yield notice_panel.draw(face, seen, player, sent_at=NOW, again=True)
    for way in (*face.ways, *face.orders):
        try:
            yield read_request(face, seen, Request(way.verb), line=True).made
        except Refusal as refusal:
            yield str(refusal)


@every_case
def test_a_renamed_game_is_called_by_its_new_names_at_its_tables(case: Case):
    face, old = called(case.game), old_names(case.game)
    for shown in at_table(case, face):
        for text in strings(shown):
            assert not old.search(text), text
        if isinstance(shown, Panel):
            check_drawn(shown, face.colour)


async def nowhere(_: int) -> tuple[int, ...]:
    """Return the servers that block a person."""
    return ()


@every_game
async def test_a_renamed_game_is_called_by_its_new_names_before_a_table_opens(game: str):
    nobody_blocked: Any = SimpleNamespace(kept_from=nowhere)
    face, old = called(game), old_names(game)
    written = [*face.how_to, *face.fine_print]
    pages_shown = [pages.how_to(face, number) for number in range(len(written))]
    for shown in (
        *pages_shown,
        welcome([face]),
        await no_table(nobody_blocked, {game: face}, 1),
        await no_table(nobody_blocked, {game: face}, 1, game),
    ):
        for text in strings(shown):
            assert not old.search(text), text
    assert f"**{TITLE}** · " in welcome([face]).text()
    assert f"`/{COMMAND} start`" in welcome([face]).text()
    assert all(TITLE in page.text() for page in pages_shown)
    told = "".join(page.text for page in written)
    assert "".join(page.text() for page in pages_shown).count(f"`/{COMMAND} ") == (
        told.count("`/GAME ")
    )


@every_game
def test_a_renamed_game_has_its_commands_under_its_new_name(game: str):
    nothing: Any = None  # no command is called
    group = make(called(game), nothing).app_command
    assert group is not None
    assert group.name == COMMAND
    assert group.description.startswith(f"{TITLE}: ")
    old = old_names(game)
    for command in group.walk_commands():
        assert command.qualified_name.split()[0] == COMMAND
        assert not old.search(command.description), command.qualified_name
        for option in getattr(command, "parameters", ()):
            named = [option.description, *(choice.name for choice in option.choices)]
            assert not any(old.search(str(text)) for text in named), command.qualified_name


@every_game
def test_too_few_players_are_told_the_new_title(game: str):
    rules = called(game).rules
    with pytest.raises(Refusal, match=f"^{TITLE} is for"):
        rules.start(1, face_of(game).options({}), None)  # type: ignore[arg-type]


@every_case
def test_a_game_that_is_off_suggests_nothing_that_is_gone(case: Case):
    face = called(case.game, "", TITLE)
    for shown in at_table(case, face):
        for text in strings(shown):
            assert not re.search(rf"/{case.game}\b|`/ |/GAME", text), text
        if isinstance(shown, Panel):
            check_drawn(shown, face.colour)
            assert not STARTING & {wanted.verb for wanted in shown.requests()}


@every_game
def test_the_help_of_a_game_that_is_off_leaves_its_commands_out(game: str):
    face = called(game, "")
    for number in range(len(face.how_to) + len(face.fine_print)):
        text = pages.how_to(face, number).text()
        assert "GAME" not in text
        assert "`/ " not in text
        assert " ," not in text


# --- these checks can fail ------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_an_old_name_would_be_found(game: str):
    assert face_of(game).how_to, f"`HOW_TO` in cogs/{game}/help.py has no page"
    old, shown = old_names(game), [welcome([face_of(game)]), pages.how_to(face_of(game), 0)]
    assert all(any(old.search(text) for text in strings(panel)) for panel in shown)
    if game != GAMES[game].title.casefold():
        assert not old.search(f"{game} as a word, and not as a command")
