"""Draws the private panel of a seat: its hand, its news and the moves it can make."""

import hashlib
from typing import Literal

from bot.host.reading.table_view import TableView
from bot.show.draw.panels import more_panel, orders_panel
from bot.show.draw.parts import frame, headers
from bot.ui.face.face import AnyFace, Drawing
from bot.ui.panels.panel import Button, Line, Panel, Part, Row, Text
from bot.ui.panels.words import listed
from bot.ui.ways.more import Offers, split
from bot.ui.ways.offers import can_be_typed, on_hand
from db.tables.tables import Phase

EVENTS_SHOWN = 4  # lines on a phone, where more would push the cards out of view
ASKS_NOTHING = "-"  # prefix of fingerprints of hands whose owner has nothing to decide


def draw(
    face: AnyFace,
    table: TableView,
    *,
    in_dm: bool,
    outlook: str = "",
    now: float | None = None,
    note: str = "",
) -> Panel:
    """Draw the hand of the seat to which the view `table` belongs. Its title shows the time `now`.

    Only a hand in a DM explains which moves can be typed, because everybody in a channel could read
    a typed move. `outlook` tells for whom the table waits (presence.py). `note` is shown only once.
    """
    parts: list[Part] = [headers.of_hand(face, table, now, note)]
    if table.view is None or table.phase == "ended":
        undealt = (
            "The cards are being dealt." if table.dealing else "The cards haven't been dealt yet."
        )
        waits = {"open": undealt, "ended": "This table is closed."}
        return Panel([*parts, Text(waits.get(table.phase) or frame.outdated(table))])
    if table.phase == "over":
        done = face.draw.ending(table.public, table.names)
        return Panel([*parts, Text(done.headline)])
    drawing, offers = _asking(face, table)
    cards = [*drawing.parts, *_standing_orders(face, table)]
    asked = Text(_asked(face, table, drawing, in_dm, outlook))
    parts += _news(face, table, frame.ROOM - frame.length([*parts, *cards, asked]))
    begun = _begun(face, table)
    rows = [*offers.at_once, *([Row(begun)] if begun else [])]
    last = [*more_panel.button(face, table, offers), Button("Refresh", frame.HAND)]
    return Panel([*parts, *cards, asked, *rows, Row(last)])


def _asked(face: AnyFace, table: TableView, drawing: Drawing, in_dm: bool, outlook: str) -> str:
    """Write what the seat must decide.

    It comes last, above the buttons, because a chat shows the end of a message that is too tall.
    """
    lines: list[str] = []
    if table.seat is not None and table.seat in table.to_move:
        lines.append(f"**It's your move**{frame.by(table, table.seat)}")
    lines.append(drawing.headline)
    typing = can_be_typed(face.ways, table.view, table.names, table.legal) if in_dm else ""
    lines += [f"-# {typing}"] if typing else []
    return "\n".join([*lines, *([outlook] if outlook else [])])


def more(face: AnyFace, table: TableView) -> Panel:
    """Draw what lies behind *More…* on this hand."""
    return more_panel.draw(face, table, offers_of(face, table))


def _news(face: AnyFace, table: TableView, room: int) -> list[Part]:
    """Tell a seat's unread news: a summary, if the game has one, and the newest events."""
    assert table.seat is not None
    summed = face.story.net([entry.event for entry in table.news], table.names, table.seat)
    told = [entry for entry in table.news if not entry.own]
    lines = frame.told(face, told, table.names, table.seat, public=table.public)
    recent = frame.newest_on_phone(lines, room - len(summed) - 1, EVENTS_SHOWN)
    if not (summed or recent):
        return []
    away = any(entry.for_me for entry in table.news)
    title = "While you were away the house played for you" if away else "Since you last looked"
    news = [f"**{title}**", *([summed] if summed else []), *recent]
    return [Text("\n".join(news)), Line()]


def hidden(face: AnyFace, obstacle: str | None) -> str:
    """Return the text on a hand that explains why the board can't be shown and how to fix that."""
    if obstacle is None:
        return ""
    why = obstacle or "I can't write in its channel."
    bring = frame.bring_command(face.rules)
    move = f"Use {bring} in another channel to move the table there."
    return f"\n-# I can't show the board. {why} {move}"


def offers_of(face: AnyFace, table: TableView) -> Offers:
    """Return the choices of a seat: those for its hand, and those for *More…*."""
    parts = on_hand(face.ways, table.view, table.names, table.legal, face.drafts)
    return split(face.ways, parts, face.hand_menus)


def _asking(face: AnyFace, table: TableView) -> tuple[Drawing, Offers]:
    """Draw the cards and the choices of a hand. Cache the result in the view."""
    if "hand" not in table.memo:
        drawing = face.draw.hand(table.view, table.names)
        table.memo["hand"] = (drawing, offers_of(face, table))
    return table.memo["hand"]


def _begun(face: AnyFace, table: TableView) -> list[Button]:
    """Return the buttons that begin a draft."""
    return [button for kind in face.drafts for button in kind.hand(table.view, table.names)]


def _standing_orders(face: AnyFace, table: TableView) -> list[Part]:
    """Say in one line which standing orders a seat has, and whether last game's can be used."""
    lines: list[str] = []
    if table.orders:
        called = {way.move: way.called for way in face.orders}
        stand = listed([called[type(order)] for order in table.orders])
        lines.append(f"Your standing orders: {stand}.")
    if table.again:
        where = f"*{more_panel.OPENS.label}*, *{orders_panel.OPENS}*"
        lines.append(f"Your last game's standing orders can be used again: {where}.")
    return [Text("\n".join(f"-# {line}" for line in lines))] if lines else []


def closed_panel(face: AnyFace, table: TableView, why: str, now: float) -> Panel:
    """Draw the panel of a player whose hand is shown no more, with the reason."""
    return headers.headed(face, table, Panel([Text(why)]), now)


def fingerprint_of(face: AnyFace, table: TableView, obstacle: str | None = None) -> str:
    """Return a fingerprint of a hand. Its panel is redrawn only if the fingerprint changes.

    It covers the owner's question, cards, choices and standing orders, but no news and nothing that
    others do in secret: an edit of the panel would reveal that they did it. What a hand without a
    question says of the situation counts as news. All news is on the board, and the hand shows it
    with the next question or press. That saves a third of the edits of open hands.
    """
    if table.view is None or table.phase != "playing":
        return resting("dealing" if table.dealing else table.phase)
    asked = table.seat is not None and table.seat in table.to_move
    drawing, offers = _asking(face, table)
    begun = _begun(face, table)
    parts: list[object] = [drawing.parts, offers, begun, table.orders, table.again, obstacle]
    if asked:  # outages postpone deadlines
        parts += [drawing.headline, frame.due_of(table, table.seat or 0)]
    if asked or offers.at_once or begun:  # a button is valid as long as its question is open
        parts.append(table.question)
    mark = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
    return mark if asked else ASKS_NOTHING + mark


def resting(phase: Phase | Literal["dealing"]) -> str:
    """Return the fingerprint of a hand without choices, before the deal or after the game."""
    return ASKS_NOTHING + phase


def asks_nothing(print: str) -> bool:
    """Return whether the owner of a hand with this fingerprint has nothing to decide."""
    return print.startswith(ASKS_NOTHING)


def asks_anew(before: str, now: str) -> bool:
    """Return whether a hand has changed whose owner has to decide, or had to."""
    return before != now and not (asks_nothing(before) and asks_nothing(now))
