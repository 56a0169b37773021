"""Pictures of boards and hands are small, legible, and painted from their content alone.

Painting is slow, so only a few positions of each game are painted.
"""

from dataclasses import fields, is_dataclass
from importlib.util import find_spec
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.show.deliver.public.board_pictures import picture_of
from bot.ui.panels.panel import ALT_LIMIT, Panel, Picture
from bot.ui.panels.words import Names
from games import GAMES
from tests import scope
from tests.contract.drawing import LONGEST_NAMES, NAMES, drawn, face_of
from tests.contract.lettering import LEAST_CONTRAST, LEAST_SIZE, contrast_on, recorded
from tests.contract.playing import (
    Case,
    Position,
    cases_of,
    every_case,
    played,
    with_twins,
)
from tests.contract.telling import twins_of

PNG = b"\x89PNG\r\n\x1a\n"
LARGEST = 60_000  # bytes; a phone downloads it at every turn


def pictures(panel: Panel) -> list[Picture]:
    return [part for part in panel.parts if isinstance(part, Picture)]


def check_plain(value: Any) -> None:
    """Check that a value's repr is complete and the same in every process."""
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            check_plain(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            check_plain(item)
    else:
        assert value is None or isinstance(value, str | int | float), f"{value!r} in a content"


@every_case
def test_a_board_or_hand_has_one_picture_at_most_that_says_what_it_shows(case: Case):
    game = played(case)
    for position in game.picked(12):
        for reader in case.readers:
            found = pictures(drawn(game, position, reader))
            assert len(found) <= 1, "each would be sent with every change of another"
            for picture in found:
                assert 0 < len(picture.alt) <= ALT_LIMIT
                check_plain(picture.content)
                hash(picture.content)


@every_case
def test_the_alt_text_has_room_for_the_longest_names(case: Case):
    game = played(case)
    for position in game.picked(6):
        for picture in pictures(drawn(game, position, None, LONGEST_NAMES)):
            assert 0 < len(picture.alt) <= ALT_LIMIT


@every_case
def test_the_words_are_complete_without_the_picture(case: Case):
    """A screen reader reads only the words."""
    game = played(case)
    for position in game.picked(6):
        board = drawn(game, position, None)
        if pictures(board):
            words = Panel([part for part in board.parts if not isinstance(part, Picture)]).text()
            assert all(name in words for name in NAMES[: case.seats])


PICTURED = [game for game in GAMES if find_spec(f"cogs.{game}.pictures")]


@pytest.mark.parametrize("game", PICTURED)
def test_a_game_with_pictures_has_one_of_every_position_and_of_the_end(game: str):
    for position in played(cases_of(game)[0]).picked(4):
        assert picture_of(drawn(played(cases_of(game)[0]), position, None)) is not None


@pytest.mark.parametrize("game", PICTURED)
def test_pictures_are_painted_the_same_each_time_small_and_legible(game: str):
    cases = cases_of(game) if scope.everything else largest_and_smallest(game)
    for case in cases:
        for position in some_positions(case):
            for names in (NAMES, LONGEST_NAMES) if scope.everything else (LONGEST_NAMES,):
                check_painted(case, position, names)


def largest_and_smallest(game: str) -> list[Case]:
    cases = sorted(cases_of(game), key=lambda case: case.seats)
    return [cases[0], cases[-1]]


def some_positions(case: Case) -> list[Position]:
    """Choose positions from the beginning, the middle and the end."""
    positions = played(case).positions
    return [positions[len(positions) * part // 8 - bool(part)] for part in (0, 3, 6, 8)]


def check_painted(case: Case, position: Position, names: tuple[str, ...]) -> None:
    """Check the bytes and the lettering of a position's pictures."""
    assert picture_of(drawn(played(case), position, None, names)) is not None
    for reader in (None, 0):
        found = picture_of(drawn(played(case), position, reader, names))
        if found is not None:
            check_picture(found)


def check_picture(found: Picture) -> None:
    with recorded() as written:
        made = found.painter.paint(found.content)
    assert made == found.painter.paint(found.content)
    assert made.startswith(PNG)
    assert len(made) <= LARGEST
    width = Image.open(BytesIO(made)).width
    assert written
    for line in written:
        assert line.shown(width) >= LEAST_SIZE, f"too small on a phone: {line}"
        assert line.contrast >= LEAST_CONTRAST, f"too faint: {line}"


@pytest.mark.parametrize(
    ("ink", "ground", "contrast"),
    [("#ffffff", "#000000", 21.0), ("#777777", "#ffffff", 4.48), ("#123456", "#123456", 1.0)],
)
def test_contrast_is_measured_as_wcag_does(ink: str, ground: str, contrast: float):
    assert abs(contrast_on(Image.new("RGBA", (9, 9), ground), ink) - contrast) < 0.01


@with_twins
def test_twins_have_the_same_picture_to_the_byte(case: Case):
    if case.game not in PICTURED:
        pytest.skip("this game has no pictures")
    face, different = face_of(case.game), 0
    for position in played(case).picked(4)[:6]:
        for twin in twins_of(case, position, None, count=1):
            different += twin != position.state
            here, there = (painted(face, case, state) for state in (position.state, twin))
            assert here == there
    assert different, "no twin was another position: nothing was tested"


def painted(face: Any, case: Case, state: Any) -> tuple[str, str, bytes]:
    """Return the name, the alt text and the bytes of the picture of a state."""
    public = case.rules.view(state, None)
    over = not case.rules.to_move(public)
    drawing = (face.draw.ending if over else face.draw.board)(public, Names(NAMES[: case.seats]))
    found = picture_of(Panel(drawing.parts))
    assert found is not None
    return found.name, found.alt, found.painter.paint(found.content)
