"""Tests of the panel of standing orders: what stands, four menus a page, and the ways between."""

from dataclasses import replace
from typing import Any

from bot.show.draw.panels import orders_panel
from bot.show.draw.parts import frame
from bot.ui.panels.panel import Menu, Panel, Request
from bot.ui.panels.render import layout
from bot.ui.panels.words import Names
from bot.ui.ways.order_menus import END
from bot.ui.ways.ways import OrderMenu
from games.rules import Seat
from tests.bot.recording import buttons
from tests.bot.show.at_table import HIDDEN, at, seen
from tests.contract.limits import check_message
from tests.small.face import FACE, SmallFace
from tests.small.game.orders import GuessAhead, HideLast, Order
from tests.small.game.views import View


def drawn(*moves: tuple[Seat, Any], face: SmallFace = FACE, page: int = 0, **changes: Any) -> Panel:
    panel = orders_panel.draw(face, replace(seen(at(*moves), 0), **changes), page)
    check_message(layout(panel, 12, 6))
    return panel


def menus(panel: Panel) -> list[Menu]:
    return [part for part in panel.parts if isinstance(part, Menu)]


def test_everything_that_stands_is_described_and_can_be_ended():
    panel = drawn(orders=(HideLast(coins=2), GuessAhead(totals=(3,))))
    assert "- When all others have hidden theirs, you hide 2 coins." in panel.text()
    assert "- When it is your turn, you guess 3." in panel.text()
    found = buttons(panel)
    assert found["End: last coins"].request == Request("last", {"p": "0", END: "yes"})
    assert found["End: next guess"].request == Request("when", {"p": "0", END: "yes"})
    assert "You have none." in drawn().text()


def test_menus_show_what_stands():
    when = menus(drawn(orders=(GuessAhead(totals=(3,)),)))[0]
    [chosen] = [choice.label for choice in when.choices if choice.chosen]
    assert chosen == "When it is my turn: 3"


def test_panel_without_anything_to_set_says_so():
    assert "None can be set at this moment." in drawn(*HIDDEN).text()
    assert menus(drawn(*HIDDEN)) == []


def many(view: View, names: Names, order: Order | None) -> list[OrderMenu]:
    return [OrderMenu(field="totals", sentence=f"Guess {number}") for number in range(10)]


class Crowded(SmallFace):
    """Has more menus than fit on a page."""

    orders = (replace(FACE.orders[0], menus=many), FACE.orders[1])


def sentences(page: int) -> list[str]:
    return [menu.placeholder for menu in menus(drawn(face=Crowded(), page=page))]


def test_four_menus_are_on_a_page_and_long_lists_come_last():
    pages = [sentences(page) for page in range(3)]
    assert [len(page) for page in pages] == [4, 4, 3]
    assert pages[0][1:] == ["Guess 0", "Guess 1", "Guess 2"]
    assert pages[0][0] == "When all others have hidden theirs"
    assert sentences(99) == pages[2], "a page out of range is corrected"
    assert sentences(-5) == pages[0]


def test_pages_lead_to_each_other_and_choices_to_their_own_page():
    first, middle, last = (drawn(face=Crowded(), page=page) for page in range(3))
    assert "More" in buttons(first)
    assert "Back" not in buttons(first)
    assert buttons(middle)["Back"].request == frame.ORDERS.with_args({"p": "0"})
    assert buttons(middle)["More"].request == frame.ORDERS.with_args({"p": "2"})
    assert "More" not in buttons(last)
    assert {menu.request.args["p"] for menu in menus(middle)} == {"1"}
