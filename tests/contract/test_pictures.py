"""Board pictures are optional, small, and painted from their content alone.

Painting is slow, so only a few positions of each game are painted.
"""

from dataclasses import fields, is_dataclass
from typing import Any

from bot.show.deliver.board_pictures import picture_of
from bot.ui.panel import ALT_LIMIT, Panel, Picture
from tests import scope
from tests.contract.drawing import LONGEST_NAMES, NAMES, drawn
from tests.contract.playing import Case, cases_of, every_case, every_game, played

PNG = b"\x89PNG\r\n\x1a\n"
LARGEST = 500_000  # bytes; a phone downloads it at every turn


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
def test_a_picture_is_on_the_board_alone_and_says_what_it_shows(case: Case):
    game = played(case)
    for position in game.picked(12):
        board = drawn(game, position, None)
        assert len(pictures(board)) <= 1, "each would be sent with every change of another"
        for picture in pictures(board):
            assert 0 < len(picture.alt) <= ALT_LIMIT
            check_plain(picture.content)
            hash(picture.content)
        for seat in range(case.seats):
            assert not pictures(drawn(game, position, seat)), "only boards have pictures"


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


@every_game
def test_pictures_are_painted_the_same_each_time_and_small(game: str):
    for case in cases_of(game)[: 2 if scope.everything else 1]:
        one_game = played(case)
        for names in (NAMES, LONGEST_NAMES) if scope.everything else (LONGEST_NAMES,):
            for position in one_game.picked(2):
                found = picture_of(drawn(one_game, position, None, names))
                if found is not None:
                    made = found.painter.paint(found.content)
                    assert made == found.painter.paint(found.content)
                    assert made.startswith(PNG)
                    assert len(made) <= LARGEST
