"""Draws the private panel of a seat: its hand, its news and the moves it can make."""

import hashlib
from typing import Literal

from bot.host.reading.table_view import TableView
from bot.show.draw import frame, headers, more_panel, orders_panel
from bot.ui.face import AnyFace, Drawing
from bot.ui.more import Offers, split
from bot.ui.offers import can_be_typed, on_hand
from bot.ui.panel import Button, Line, Panel, Part, Row, Text
from bot.ui.words import listed
from db.tables import Phase

EVENTS_SHOWN = 6
ASKS_NOTHING = "-"  # prefix of fingerprints of hands whose owner has nothing to decide
STEP_MARK = ":"  # separates the first part of a fingerprint from the public step


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
    if table.seat is not None and table.seat in table.to_move:
        parts.append(Text(f"**It's your move**{frame.by(table, table.seat)}"))
    parts += [Text(drawing.headline), *drawing.parts]
    below: list[Part] = []
    typing = can_be_typed(face.ways, table.view, table.names, table.legal) if in_dm else ""
    if typing:
        below.append(Text(f"-# {typing}"))
    if outlook:
        below.append(Text(outlook))
    below += _standing_orders(face, table)
    room = frame.ROOM - sum(map(frame.length, (parts, below)))
    recent = _news(face, table, room)
    if recent:
        away = any(entry.for_me for entry in table.news)
        title = "While you were away the house played for you" if away else "Since you last looked"
        parts += [Line(), Text(f"**{title}**\n" + "\n".join(recent))]
    begun = [button for kind in face.drafts for button in kind.hand(table.view, table.names)]
    rows = [*offers.at_once, *([Row(begun)] if begun else [])]
    last = [*more_panel.button(face, table, offers), Button("Refresh", frame.HAND)]
    return Panel([*parts, *below, *rows, Row(last)])


def more(face: AnyFace, table: TableView) -> Panel:
    """Draw what lies behind *More…* on this hand."""
    return more_panel.draw(face, table, offers_of(face, table))


def _news(face: AnyFace, table: TableView, room: int) -> list[str]:
    """List a seat's unread news: a summary, if the game has one, and the newest events."""
    assert table.seat is not None
    summed = face.story.net([entry.event for entry in table.news], table.names, table.seat)
    told = [entry for entry in table.news if not entry.own]
    lines = frame.told(face, told, table.names, table.seat)
    recent = frame.newest(lines, room - len(summed) - 1, EVENTS_SHOWN)
    return [summed, *recent] if summed else recent


def hidden(face: AnyFace, in_the_way: str | None) -> str:
    """Return the text on a hand that explains why the board can't be shown and how to fix that."""
    if in_the_way is None:
        return ""
    why = in_the_way or "I can't write in its channel."
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


def left(face: AnyFace, table: TableView, why: str, now: float) -> Panel:
    """Draw the panel of a player whose hand is shown no more, with the reason."""
    return headers.headed(face, table, Panel([Text(why)]), now)


def fingerprint_of(face: AnyFace, table: TableView, in_the_way: str | None = None) -> str:
    """Return a fingerprint of a hand. Its panel is redrawn only if the fingerprint changes.

    News is represented by the public step only. The events and the rev also change with secret
    moves of other players, and an edit of the panel would reveal that there was such a move.
    """
    if table.view is None or table.phase != "playing":
        return resting("dealing" if table.dealing else table.phase)
    asked = table.seat is not None and table.seat in table.to_move
    due = frame.due_of(table, table.seat or 0) if asked else None  # outages postpone deadlines
    shown = repr((_asking(face, table), table.orders, table.again, due, in_the_way))
    mark = hashlib.sha256(shown.encode()).hexdigest()[:16]
    return f"{'' if asked else ASKS_NOTHING}{mark}{STEP_MARK}{table.step}"


def resting(phase: Phase | Literal["dealing"]) -> str:
    """Return the fingerprint of a hand without choices, before the deal or after the game."""
    return ASKS_NOTHING + phase


def asks_nothing(print: str) -> bool:
    """Return whether the owner of a hand with this fingerprint has nothing to decide."""
    return print.startswith(ASKS_NOTHING)


def asks_anew(before: str, now: str) -> bool:
    """Return whether a hand's owner has or had to decide, and more than its news changed."""
    return not (asks_nothing(before) and asks_nothing(now)) and differs_beyond_news(before, now)


def differs_beyond_news(before: str, now: str) -> bool:
    """Return whether two fingerprints of a hand differ in more than their news."""
    return before.partition(STEP_MARK)[0] != now.partition(STEP_MARK)[0]
