"""Draws the panel of a seat's standing orders: what stands, how to end it, and menus to set more.

It is drawn on the hand and leads back to it. Every choice on it leads back to the same page.
"""

from bot.host.reading.table_view import TableView
from bot.show.draw.parts import frame
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Button, Line, Panel, Part, Request, Row, Text
from bot.ui.ways import order_menus
from bot.ui.ways.ways import AnyWay, OrderMenu

OPENS = "Standing orders…"
"""The label of the button on the hand."""
ON_A_PAGE = 4  # menus
ABOUT = (
    "-# I carry them out when their moment comes, so that nobody waits for you. Only you see them, "
    "but others may guess from the speed that there was one."
)


def draw(face: AnyFace, table: TableView, page: int = 0) -> Panel:
    """Draw a page of a seat's standing orders. A page out of range is corrected."""
    menus = _menus(face, table)
    pages = max(1, -(-len(menus) // ON_A_PAGE))
    page = min(max(page, 0), pages - 1)
    more = {frame.ORDERS_PAGE: str(page)}
    shown: list[Part] = [
        order_menus.draw(way, menu, more, table.view, table.names, table.legal_with_orders)
        for way, menu in menus[page * ON_A_PAGE : (page + 1) * ON_A_PAGE]
    ]
    if not menus:
        shown.append(Text("None can be set at this moment."))
    title = "### Standing orders" + (f" · page {page + 1} of {pages}" if pages > 1 else "")
    return Panel(
        [
            Text(f"{title}\n{ABOUT}"),
            *_standing(face, table, more),
            *_of_the_last_game(face, table),
            Line(),
            *shown,
            Row([*_turning(page, pages), frame.WAY_BACK]),
        ]
    )


def _menus(face: AnyFace, table: TableView) -> list[tuple[AnyWay, OrderMenu]]:
    """List the menus of all kinds of order. Kinds with few menus come first, before long lists."""
    by_way = [
        (way, order_menus.menus_of(way, table.view, table.names, table.legal_with_orders))
        for way in face.orders
    ]
    by_way.sort(key=lambda pair: len(pair[1]))
    return [(way, menu) for way, menus in by_way for menu in menus]


def _standing(face: AnyFace, table: TableView, more: dict[str, str]) -> list[Part]:
    """Describe each order that stands, with a button that ends it."""
    if not table.orders:
        return [Text("You have none.")]
    ways = {way.move: way for way in face.orders}
    said = [face.describe_order(order, table.view, table.names) for order in table.orders]
    ends = [
        Button(
            f"End: {ways[type(order)].called}",
            Request(ways[type(order)].verb, {**more, order_menus.END: "yes"}),
        )
        for order in table.orders
    ]
    return [Text("\n".join(f"- {line}" for line in said)), Row(ends)]


def _of_the_last_game(face: AnyFace, table: TableView) -> list[Part]:
    """Offer the orders of the last game that are still possible."""
    if not table.again:
        return []
    said = [face.describe_order(order, table.view, table.names) for order in table.again]
    either = [
        Button("Use again", frame.REPEAT_ORDERS.with_args({"say": "yes"})),
        Button("Not this time", frame.REPEAT_ORDERS.with_args({"say": "no"})),
    ]
    lines = "\n".join(f"- {line}" for line in said)
    return [Text(f"**In your last game you had**\n{lines}"), Row(either)]


def _turning(page: int, pages: int) -> list[Button]:
    """Return the buttons that lead to the pages before and after this one."""

    def button(label: str, to: int) -> Button:
        return Button(label, frame.ORDERS.with_args({frame.ORDERS_PAGE: str(to)}))

    back = [button("Back", page - 1)] if page else []
    forth = [button("More", page + 1)] if page + 1 < pages else []
    return [*back, *forth]
