"""The private panel of a seat: what it holds, what was told, what it may do. Pure."""

import hashlib
from collections.abc import Sequence
from typing import Literal

from bot.host.table_view import TableView
from bot.show import frame, headers
from bot.ui.face import AnyFace, Drawing
from bot.ui.lines import can_be_typed
from bot.ui.offers import on_hand
from bot.ui.panel import Button, Line, Panel, Part, Request, Row, Text
from db.tables import Phase

EVENTS_SHOWN = 6
AT_REST = "-"  # before the fingerprint of what asks for nothing
NEWS = ":"  # and behind it, before the step


def draw(
    face: AnyFace,
    table: TableView,
    *,
    in_dm: bool,
    outlook: str = "",
    now: float | None = None,
    note: str = "",
) -> Panel:
    """Draw the hand of the seat whose view this is; it says of itself that it is from `now`.

    Only in a DM is its owner told what may be typed: in the channel everybody would read it.
    `outlook` says what comes next, and whether to stay for it (presence.py); `note` is said once.
    """
    parts: list[Part] = [headers.of_hand(face, table, now, note)]
    if table.view is None or table.phase == "ended":
        undealt = "The cards are being dealt." if table.dealing else "The cards are not dealt yet."
        waits = {"open": undealt, "ended": "This table is closed."}
        return Panel([*parts, Text(waits.get(table.phase) or frame.outdated(table))])
    if table.phase == "over":
        done = face.ending(table.public, table.names)
        return Panel([*parts, Text(done.headline)])
    drawing, offered = _asking(face, table)
    if table.seat is not None and table.seat in table.to_move:
        parts.append(Text(f"**It is your move**{frame.until(table, table.seat)}"))
    parts += [Text(drawing.headline), *drawing.parts]
    below: list[Part] = []
    typing = can_be_typed(face.ways, table.view, table.names, table.legal) if in_dm else ""
    if typing:
        below.append(Text(f"-# {typing}"))
    if outlook:
        below.append(Text(outlook))
    ahead = _said_ahead(face, table)
    room = frame.ROOM - sum(map(frame.length, (parts, below, ahead)))
    recent = _since(face, table, room)
    if recent:
        parts += [Line(), Text("**Since you last looked**\n" + "\n".join(recent))]
    begun = [one for kind in face.slips for one in kind.hand(table.view, table.names)]
    rows = [*offered, *([Row(begun)] if begun else []), *ahead]
    return Panel([*parts, *below, *rows, Row(_last_row(face))])


def _since(face: AnyFace, table: TableView, room: int) -> list[str]:
    """Tell what its owner has not read yet: the sum of it, then the newest of what others did."""
    assert table.seat is not None
    summed = face.net([one.event for one in table.news], table.names, table.seat)
    told = [one for one in table.news if not one.own]
    lines = frame.told(face, told, table.names, table.seat)
    recent = frame.newest(lines, room - len(summed) - 1, EVENTS_SHOWN)
    return [summed, *recent] if summed else recent


def hidden(face: AnyFace, in_the_way: str | None) -> str:
    """Say what keeps the board from being shown, and what can be done, on a line of its own."""
    if in_the_way is None:
        return ""
    why = in_the_way or "I cannot write in its channel."
    return (
        f"\n-# The board cannot be shown. {why} `/{face.rules.name} table` in another channel "
        "brings the table there."
    )


def _asking(face: AnyFace, table: TableView) -> tuple[Drawing, Sequence[Part]]:
    """Draw what a hand holds and what its owner may do, once for each view."""
    if "hand" not in table.memo:
        offered = on_hand(face.ways, table.view, table.names, table.legal, face.slips)
        table.memo["hand"] = (face.hand(table.view, table.names), offered)
    return table.memo["hand"]


def _said_ahead(face: AnyFace, table: TableView) -> list[Part]:
    """List what its owner has said ahead, with a way to take each back, and what else can be."""
    parts: list[Part] = []
    if table.orders:
        said = [face.ahead(one, table.view, table.names) for one in table.orders]
        verbs = {way.move: way.verb for way in face.orders}
        back = [
            Button(f"Take back: {verbs[type(one)]}", frame.UNSAY.with_args({"kind": one.kind}))
            for one in table.orders
        ]
        parts += [Line(), Text("**Said ahead**\n" + "\n".join(said)), Row(back)]
    if table.again:
        said = [face.ahead(one, table.view, table.names) for one in table.again]
        last = "**Last time you said ahead**\n" + "\n".join(said)
        either = [
            Button("Say it again", frame.AGAIN.with_args({"say": "yes"})),
            Button("Not this time", frame.AGAIN.with_args({"say": "no"})),
        ]
        parts += [Line(), Text(last), Row(either)]
    return [*parts, *on_hand(face.orders, table.view, table.names, table.sayable)]


def _last_row(face: AnyFace) -> list[Button]:
    asides = [Button(one.label, Request(one.verb)) for one in face.asides]
    return [*asides, Button("Refresh", frame.HAND)]


def left(face: AnyFace, table: TableView, now: float) -> Panel:
    """Draw what is left of the hand of somebody who has given up their seat before the deal."""
    said = f"You do not sit at table {table.id} any more."
    return headers.headed(face, table, Panel([Text(said)]), now)


def print_of(face: AnyFace, table: TableView, in_the_way: str | None = None) -> str:
    """Fingerprint what a hand has to show; it is drawn anew only when this changes.

    What was told is in it as the public step: were it told apart, or by the rev, a panel would
    change with the secret moves of others, and its owner would see that there was one.
    """
    if table.view is None or table.phase != "playing":
        return resting("dealing" if table.dealing else table.phase)
    asked = table.seat is not None and table.seat in table.to_move
    due = frame.due_of(table, table.seat or 0) if asked else None  # time may be given back
    shown = repr((_asking(face, table), table.orders, table.again, due, in_the_way))
    mark = hashlib.sha256(shown.encode()).hexdigest()[:16]
    return f"{'' if asked else AT_REST}{mark}{NEWS}{table.step}"


def resting(phase: Phase | Literal["dealing"]) -> str:
    """Fingerprint a hand in which there is nothing to do, not yet or not any more."""
    return AT_REST + phase


def at_rest(print: str) -> bool:
    """Say whether a hand with this fingerprint asks its owner for nothing."""
    return print.startswith(AT_REST)


def asks_anew(before: str, now: str) -> bool:
    """Say whether more than what was told has changed, and where it rested, that it does not."""
    return not (at_rest(before) and at_rest(now)) and holds_else(before, now)


def holds_else(before: str, now: str) -> bool:
    """Say whether more than what was told has changed: what is held, said or asked."""
    return before.partition(NEWS)[0] != now.partition(NEWS)[0]
