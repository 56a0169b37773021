"""Small pictures are optional: each exists, all fit, and the text is complete without them.

They are rendered with the longest ids, so the fullest position of a game decides.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.show.draw.pages import pages
from bot.show.draw.pages.welcome import welcome
from bot.show.draw.panels import board_panel
from bot.ui.panels.panel import Menu, Panel, Row, Text
from bot.ui.panels.pics import MOST, ROOT, all_pics, drawn, names_in, plain
from bot.ui.panels.render import layout
from games import GAMES
from tests.contract.drawing import LONGEST_NAMES, STEP, TABLE, face_of, seen_at
from tests.contract.drawing import drawn as panel_of
from tests.contract.limits import TEXT, check_message
from tests.contract.playing import Case, Game, cases_of, every_case, played

LONGEST_ID = 2**64 - 1
KNOWN = {pic.emoji: LONGEST_ID for pic in all_pics().values()}
MARKUP = re.compile(r"<:(\w+):\d+>")
SIGNS = re.compile("[\ue000-\uf8ff]")


def panels(game: Game, about: int, names: tuple[str, ...] = LONGEST_NAMES) -> Iterator[Panel]:
    """Draw boards, endings and hands at several positions, including the last."""
    for position in game.picked(about):
        for reader in (None, *range(game.case.seats)):
            yield panel_of(game, position, reader, names)


def pictured(panel: Panel) -> list[str]:
    """Render a panel with every emoji available; return its texts."""
    found = check_message(layout(panel, TABLE, STEP, 1, KNOWN))
    return [result["content"] for result in found if result["type"] == TEXT]


def plainly(panel: Panel) -> list[str]:
    found = check_message(layout(panel, TABLE, STEP, 1))
    return [result["content"] for result in found if result["type"] == TEXT]


@every_case
def test_a_drawing_with_pictures_fits_and_says_the_same(case: Case):
    """An unknown picture would silently remove all pictures of its text."""
    for panel in panels(played(case), 3):
        check_names(panel)
        with_them, without = pictured(panel), plainly(panel)
        assert not any(map(SIGNS.search, [*with_them, *without]))
        assert sum(len(MARKUP.findall(text)) for text in with_them) <= MOST
        written = [part.markdown for part in panel.parts if isinstance(part, Text)]
        assert without == [said for text in written if (said := plain(text))]
        for text, said, shown in zip(filter(plain, written), without, with_them, strict=True):
            assert shown in (said, drawn(text, KNOWN)), "all of its pictures, or none"


@pytest.mark.parametrize("game", GAMES)
def test_the_opening_and_each_page_of_help_have_all_of_their_pictures(game: str):
    """A newcomer sees them first."""
    face = face_of(game)
    case = cases_of(game)[0]
    seen = seen_at(played(case), played(case).positions[0], None, LONGEST_NAMES)
    opened = board_panel.draw(face, replace(seen, phase="open"), 0.0)
    written = [*face.how_to, *face.fine_print]
    helps = [pages.how_to(face, number) for number in range(len(written))]
    for panel in (opened, welcome([face]), *helps):
        check_names(panel)
        written = [part.markdown for part in panel.parts if isinstance(part, Text)]
        assert pictured(panel) == [drawn(text, KNOWN) or text for text in written]
        assert plainly(panel) == [plain(text) for text in written]
    assert sum(len(MARKUP.findall(text)) for text in pictured(opened)) == len(face.pics)


def check_names(panel: Panel) -> None:
    """Check that each picture in a text exists and can be drawn there."""
    for part in panel.parts:
        if isinstance(part, Text):
            assert set(names_in(part.markdown)) <= set(all_pics())
        elif isinstance(part, Row):
            assert {button.pic for button in part.buttons} <= {"", *all_pics()}
            assert not any(SIGNS.search(button.label) for button in part.buttons)
        elif isinstance(part, Menu):
            assert {choice.pic for choice in part.choices} <= {"", *all_pics()}
            labels = [part.placeholder, *(choice.label for choice in part.choices)]
            labels += [choice.description for choice in part.choices]
            assert not any(map(SIGNS.search, labels))


@every_case
def test_every_event_is_told_with_pictures_that_are_there(case: Case):
    game, face = played(case), face_of(case.game)
    for position in game.picked(8):
        seen = seen_at(game, position, None)
        for entry in seen.news:
            said = face.tell.sentence(entry.event, seen.names, None)
            assert set(names_in(said)) <= set(all_pics())
            assert not SIGNS.search(plain(said))


PICTURED = [name for name in GAMES if (ROOT / "cogs" / name / "emojis").is_dir()]


@pytest.mark.parametrize("name", PICTURED)
def test_every_game_that_has_pictures_shows_pictures_on_board_and_hand(name: str):
    """Ordinary positions with ordinary names leave room for them."""
    game = played(cases_of(name)[0])
    boards = [panel_of(game, item, None) for item in game.in_play(12)]
    hands = [panel_of(game, item, seat) for item in game.in_play(12) for seat in (0, 1)]
    for some in (boards, hands):
        shown = sum(any(map(MARKUP.search, pictured(panel))) for panel in some)
        assert shown * 2 >= len(some), f"{shown} of {len(some)}"
