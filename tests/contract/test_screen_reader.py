"""What a screen reader gets from boards and hands: words for everything, in reading order."""

import re
from collections.abc import Iterator

from bot.show.draw.panels import board_panel
from bot.ui.panels.panel import Menu, Panel, Part, Picture, Row, Text
from bot.ui.panels.pics import plain
from tests.contract.drawing import drawn, face_of, seen_at
from tests.contract.playing import Case, Game, every_case, played

WORD = re.compile(r"[^\W_]")  # a letter or a digit; an emoji is neither
SMALL = re.compile(r"^(-#|#+) |[*_`]", re.MULTILINE)


def panels(game: Game) -> Iterator[Panel]:
    """Draw the board and every hand at several positions, including the last."""
    for position in game.picked(8):
        for reader in (None, *range(game.case.seats)):
            yield drawn(game, position, reader)


def labels(part: Part) -> Iterator[str]:
    """Yield the words on everything that can be pressed or chosen."""
    if isinstance(part, Row):
        yield from (button.label for button in part.buttons)
    elif isinstance(part, Menu):
        yield part.placeholder
        yield from (choice.label for choice in part.choices)


@every_case
def test_every_button_and_choice_has_a_label_in_words(case: Case):
    """A label of emojis alone is read out as nothing, or as a riddle."""
    for panel in panels(played(case)):
        for part in panel.parts:
            for label in labels(part):
                assert WORD.search(plain(label)), f"no words: {label!r}"


@every_case
def test_every_text_says_something_without_its_pictures(case: Case):
    for panel in panels(played(case)):
        for part in panel.parts:
            if isinstance(part, Text):
                for line in filter(None, SMALL.sub("", part.markdown).splitlines()):
                    said = plain(line)
                    assert not said.strip() or WORD.search(said), f"no words: {line!r}"


@every_case
def test_every_picture_names_the_players_or_what_it_shows(case: Case):
    for panel in panels(played(case)):
        for part in panel.parts:
            if isinstance(part, Picture):
                words = WORD.findall(part.alt)
                assert len(words) >= 5, f"this says too little: {part.alt!r}"


@every_case
def test_the_board_is_read_in_order_headline_details_buttons(case: Case):
    game, face = played(case), face_of(case.game)
    for position in game.in_play(6):
        panel = board_panel.draw(face, seen_at(game, position, None), 0.0)
        kinds = [type(part) for part in panel.parts]
        title, headline = panel.parts[:2]
        assert isinstance(title, Text)
        assert isinstance(headline, Text)
        assert "To move:" in plain(headline.markdown)
        first = kinds.index(Row)
        assert Picture not in kinds[first:]
        for at in range(first, len(kinds)):  # there, a text heads the buttons of one player
            assert kinds[at] is Row or (kinds[at] is Text and kinds[at + 1] is Row)
