"""Draws what lies behind *More…* on a hand: rarer moves, standing orders and things to look up.

The panel takes the place of the hand and leads back to it.
"""

from bot.host.reading.table_view import TableView
from bot.show.draw.panels import orders_panel
from bot.show.draw.parts import frame
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Button, Panel, Part, Request, Row, Text
from bot.ui.ways.more import Offers

OPENS = Button("More…", frame.MORE)


def draw(face: AnyFace, table: TableView, offers: Offers) -> Panel:
    """Draw the moves that the hand doesn't show, and the buttons that make no move."""
    aside = _no_moves(face, table)
    parts: list[Part] = [Text("### More"), *offers.more]
    return Panel([*parts, *([Row(aside)] if aside else []), Row([frame.WAY_BACK])])


def button(face: AnyFace, table: TableView, offers: Offers) -> list[Button]:
    """Return the button that opens this panel, or nothing if the panel would be empty."""
    return [OPENS] if offers.more or _no_moves(face, table) else []


def _no_moves(face: AnyFace, table: TableView) -> list[Button]:
    """Return the buttons that make no move.

    A practice table has no standing orders, and its panel shows the help.
    """
    asides = [Button(aside.label, Request(aside.verb)) for aside in face.asides]
    if table.practice:
        return asides
    orders = [Button(orders_panel.OPENS, frame.ORDERS)] if face.orders else []
    return [*orders, *asides, Button("How to play", frame.HOW_TO)]
