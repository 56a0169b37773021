"""Draws the menus of a game's standing orders, and reads what is chosen in them."""

from typing import Any

from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Menu, Request
from bot.ui.panels.words import Names
from bot.ui.ways import order_menus
from bot.ui.ways.ways import Legal


def menus(face: AnyFace, view: Any, names: Names, legal: Legal) -> dict[str, Menu]:
    """Draw the menus of all kinds of order, by their sentences."""
    return {
        menu.sentence: order_menus.draw(way, menu, {}, view, names, legal)
        for way in face.orders
        for menu in order_menus.menus_of(way, view, names, legal)
    }


def labels(menu: Menu) -> list[str]:
    """List the labels of a menu's choices."""
    return [choice.label for choice in menu.choices]


def chosen(face: AnyFace, menu: Menu, label: str, view: Any, names: Names, legal: Legal) -> Any:
    """Choose a value in a menu; return the order or the form that it leads to."""
    [value] = [choice.value for choice in menu.choices if choice.label == label]
    [way] = [way for way in face.orders if way.verb == menu.request.verb]
    wanted: Request = menu.request.with_args({menu.key: value})
    return order_menus.chosen(way, wanted, view, names, legal, line=False)
