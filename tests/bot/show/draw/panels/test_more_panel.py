"""Tests of the panel behind *More…* on a hand."""

from bot.show.draw.panels import more_panel
from bot.show.draw.parts import frame
from bot.ui.face.face import Aside
from bot.ui.panels.panel import Button, Panel, Row, Text, request
from bot.ui.ways.more import Offers
from tests.bot.recording import buttons
from tests.bot.show.at_table import at, seen
from tests.small.face import FACE, SmallFace

RARE = Button("Rare", request("hide", coins=3))
NOTHING = Offers([], [])


class Bare(SmallFace):
    """Hidden Coins with nothing to look up and no standing orders."""

    orders = ()


def test_the_panel_has_the_other_moves_then_the_orders_and_the_way_back():
    panel = more_panel.draw(FACE, seen(at(), 0), Offers([], [Row([RARE])]))
    assert list(buttons(panel)) == ["Rare", "Standing orders…", "How to play", "Back to my hand"]
    assert list(panel.requests())[-1] == frame.HAND
    alone = more_panel.draw(Bare(), seen(at(), 0), Offers([], [Row([RARE])]))
    assert list(buttons(alone)) == ["Rare", "How to play", "Back to my hand"]


def test_the_button_is_there_only_if_something_is_behind_it():
    class Chatty(Bare):
        asides = (Aside(verb="odds", label="x", help="x", panel=lambda *_: Panel([Text("x")])),)

    assert more_panel.button(FACE, seen(at(), 0), NOTHING) == [more_panel.OPENS], "the help"
    table = seen(at(), 0, practice=True)
    assert more_panel.button(Bare(), table, NOTHING) == []
    assert more_panel.button(Bare(), table, Offers([], [Row([RARE])])) == [more_panel.OPENS]
    assert more_panel.button(Chatty(), table, NOTHING) == [more_panel.OPENS]


def test_a_practice_table_has_no_standing_orders():
    table = seen(at(), 0, practice=True)
    assert more_panel.button(FACE, table, NOTHING) == []
