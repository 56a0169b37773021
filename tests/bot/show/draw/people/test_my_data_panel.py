"""The pages of a person's data fit into a message, and every button leads somewhere."""

import pytest

from bot.show.draw.parts import frame
from bot.show.draw.people import my_data_panel
from bot.ui.panels.panel import Panel
from bot.ui.panels.render import layout
from tests.contract.limits import check_message


@pytest.mark.parametrize(
    "page", [my_data_panel.choices(), my_data_panel.question(3), my_data_panel.forgotten()]
)
def test_pages_fit(page: Panel):
    check_message(layout(page, 0, 0))
    assert {wanted.verb for wanted in page.requests()} <= {frame.MY_DATA.verb, frame.SETTINGS.verb}


def test_the_question_says_which_games_are_left():
    said = [my_data_panel.question(tables).text() for tables in (0, 1, 2)]
    assert "You have no seat in a game now." in said[0]
    assert "You leave the game that you're in" in said[1]
    assert "You leave the 2 games that you're in" in said[2]
