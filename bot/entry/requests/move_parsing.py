"""Parses requests into moves. Buttons, forms, commands and lines all take this path.

    Request or line -> the face's way with that verb -> known attributes -> a move, or a form

This module is pure: it gets one reader's TableView and uses the face and the legal moves.
"""

from dataclasses import dataclass, replace
from typing import Any

from bot.host.reading.table_view import TableView, finished
from bot.show.draw.panels import hand_panel, orders_panel
from bot.show.draw.parts import frame
from bot.ui.face.face import AnyFace, Aside
from bot.ui.panels.panel import Form, Panel, Request
from bot.ui.ways import order_menus
from bot.ui.ways.fields import Known
from bot.ui.ways.offers import named_or_suggested, what_else
from bot.ui.ways.read import read_line
from bot.ui.ways.resolve import NoSuchMove, NotNow, resolve
from bot.ui.ways.steps import first_step
from bot.ui.ways.ways import AnyWay
from games.rules import Refusal

NOT_MINE = "That button doesn't work any more."


@dataclass(frozen=True, slots=True)
class ParsedRequest:
    """The result of parsing a request: a move and its way, a form, or a panel."""

    way: AnyWay | None
    made: Any
    """A move, a standing order, EndOrder, a Form or a Panel."""
    orders_page: int | None = None
    """The page of the panel of standing orders to which the request leads back, if to any."""
    covers_hand: bool = False
    """Whether a panel takes the place of the hand in a DM too, because it's only to look at."""

    @property
    def is_move(self) -> bool:
        """Whether this is a move or a standing order, and not a form or panel to show."""
        return not isinstance(self.made, Form | Panel)


class Impossible(Refusal):
    """No legal move has the named values. `move` has them, so the rules can explain why."""

    def __init__(self, sentence: str, move: Any) -> None:
        super().__init__(sentence)
        self.move = move


def read_request(face: AnyFace, table: TableView, wanted: Request, *, line: bool) -> ParsedRequest:
    """Parse a press, choice, form or (with `line`) command. Raises Refusal."""
    check_dealt(table)
    if wanted.verb == frame.MORE.verb:
        return ParsedRequest(None, hand_panel.more(face, table), covers_hand=True)
    if wanted.verb == frame.ORDERS.verb or frame.ORDERS_PAGE in wanted.args:
        return _on_orders_panel(face, table, wanted, line=line)
    aside = next((aside for aside in face.asides if aside.verb == wanted.verb), None)
    if aside is not None:
        return ParsedRequest(None, _panel_of(aside, table), covers_hand=True)
    ways = (*face.ways, *face.orders)
    way = next((way for way in ways if way.verb == wanted.verb), None)
    if way is None:
        raise Refusal(NOT_MINE)
    legal = table.legal_with_orders
    try:
        known = named_or_suggested(way, wanted, table.view, table.names, legal)
    except Refusal:
        if legal.of(way):
            raise
        raise _refusal_of(face, table, NotNow(way)) from None
    return _parsed(face, table, way, known, line=line)


def _on_orders_panel(
    face: AnyFace, table: TableView, wanted: Request, *, line: bool
) -> ParsedRequest:
    """Parse a press, choice or form of the panel of standing orders, or the press that opens it."""
    args = dict(wanted.args)
    text = args.pop(frame.ORDERS_PAGE, None)
    page = None if text is None else int(text) if text.isascii() and text.isdigit() else 0
    if wanted.verb == frame.ORDERS.verb:
        return ParsedRequest(None, orders_panel.draw(face, table, page or 0), page)
    way = next((way for way in face.orders if way.verb == wanted.verb), None)
    if way is None:
        raise Refusal(NOT_MINE)
    choice, legal = Request(way.verb, args), table.legal_with_orders
    try:
        made = order_menus.chosen(way, choice, table.view, table.names, legal, line=line)
    except NotNow as not_now:
        raise _refusal_of(face, table, not_now) from None
    if isinstance(made, order_menus.Unchanged):
        made = orders_panel.draw(face, table, page or 0)
    elif isinstance(made, Form):
        made = replace(made, request=made.request.with_args({frame.ORDERS_PAGE: str(page or 0)}))
    return ParsedRequest(way, made, page)


def read_typed(face: AnyFace, table: TableView, text: str) -> ParsedRequest:
    """Parse a line typed in a DM. Raises Refusal, with what can be done instead."""
    check_dealt(table)
    for aside in face.asides:
        if text.strip(" `.!?").casefold() in (aside.verb, aside.label.strip("?").casefold()):
            return ParsedRequest(None, _panel_of(aside, table))
    try:
        ways = (*face.ways, *face.orders)
        found = read_line(ways, text, table.view, table.names, table.legal_with_orders)
    except NotNow as not_now:
        raise _refusal_of(face, table, not_now) from None
    if found is None:
        rules = f"/{face.rules.command} rules" if face.rules.command else "/help"
        raise Refusal(f"That isn't a move. {_what_else(face, table)} The rules are in `{rules}`.")
    return _parsed(face, table, *found, line=True)


def _parsed(
    face: AnyFace, table: TableView, way: AnyWay, known: Known, *, line: bool
) -> ParsedRequest:
    question = way.instead(table.view, known, table.names)
    if question is not None:
        return ParsedRequest(way, question)
    legal = table.legal_with_orders
    step = first_step(way, known, table.view, table.names, legal, line=line)
    if step is not None:
        return ParsedRequest(way, step)
    try:
        result = resolve(way, known, table.view, table.names, legal, line=line)
    except NotNow as not_now:
        raise _refusal_of(face, table, not_now) from None
    return ParsedRequest(way, result)


def _refusal_of(face: AnyFace, table: TableView, not_now: NotNow) -> Refusal:
    """Build the refusal of an impossible move: the situation, and what can be done instead."""
    can = _what_else(face, table)
    if isinstance(not_now, NoSuchMove):
        return Impossible(f"{not_now} {can}", not_now.move)
    return Refusal(f"{not_now} {can}")


def _what_else(face: AnyFace, table: TableView) -> str:
    situation = face.asked.situation(table.view, table.names)
    return what_else(face.ways, situation, table.view, table.names, table.legal)


def _panel_of(aside: Aside, table: TableView) -> Panel:
    return aside.panel(table.view, table.names)


def check_dealt(table: TableView) -> None:
    """Raise Refusal unless the reader plays at this table and its game is running."""
    if table.seat is None:
        raise Refusal(f"You aren't at table {table.id}, but you're welcome to watch.")
    if table.phase == "open":
        raise Refusal(f"Table {table.id} hasn't been dealt yet.")
    if table.phase == "playing" and table.view is None:
        raise Refusal(frame.outdated(table))
    if table.phase != "playing":
        raise Refusal(finished(table.id, table.phase))
