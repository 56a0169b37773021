"""The private panel of a seat: what it holds, what was told, what it may do. Pure."""

import hashlib
from collections.abc import Sequence

from bot.host.table_view import TableView
from bot.show import frame
from bot.ui.face import AnyFace, Drawing
from bot.ui.lines import can_be_typed
from bot.ui.offers import on_hand
from bot.ui.panel import Button, Line, Panel, Part, Request, Row, Text
from db.tables import Phase
from games.rules import Seat

EVENTS_SHOWN = 12
AT_REST = "at rest"


def draw(face: AnyFace, table: TableView, *, in_dm: bool, outlook: str = "") -> Panel:
    """Draw the hand of the seat whose view this is.

    Only in a DM is its owner told what may be typed: in the channel everybody would read it.
    `outlook` says what comes next, and whether to stay for it (presence.py).
    """
    title = f"### Your hand at table {table.id}, <#{table.channel}>\n-# step {table.step}"
    parts: list[Part] = [Text(title)]
    if table.view is None or table.phase == "ended":
        waits = {"open": "The cards are not dealt yet.", "ended": "This table is closed."}
        return Panel([*parts, Text(waits.get(table.phase) or frame.outdated(table))])
    if table.phase == "over":
        done = face.ending(table.public, table.names)
        return Panel([*parts, Text(done.headline)])
    drawing, offered = _asking(face, table)
    if table.seat in table.to_move:
        parts.append(Text(f"**It is your move**{frame.until(table)}"))
    parts += [Text(drawing.headline), *drawing.parts]
    lines = frame.told(face, table.news, table.names, table.seat)
    recent = frame.newest(lines, frame.ROOM - frame.length(parts), EVENTS_SHOWN)
    if recent:
        parts += [Line(), Text("**Since you last looked**\n" + "\n".join(recent))]
    typing = can_be_typed(face.ways, table.view, table.names, table.legal) if in_dm else ""
    if typing:
        parts.append(Text(f"-# {typing}"))
    ahead = _said_ahead(face, table)
    if outlook:
        parts.append(Text(outlook))
    begun = [one for kind in face.slips for one in kind.hand(table.view, table.names)]
    rows = [*offered, *([Row(begun)] if begun else []), *ahead]
    return Panel([*parts, *rows, Row(_last_row(face))])


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
    return [*parts, *on_hand(face.orders, table.view, table.names, table.sayable)]


def _last_row(face: AnyFace) -> list[Button]:
    asides = [Button(one.label, Request(one.verb)) for one in face.asides]
    return [*asides, Button("Refresh", frame.HAND)]


def asked(face: AnyFace, table: TableView) -> frozenset[Seat]:
    """Say who owes something private, as everybody could tell."""
    if table.phase != "playing" or table.public is None:
        return frozenset()
    return face.private(table.public) & table.to_move


def print_of(face: AnyFace, table: TableView) -> str:
    """Fingerprint what a hand in a DM has to show; it is drawn anew only when this changes.

    While it asks for something it is kept up to date. Then it rests: it says at which step it was
    drawn, and has a button to refresh it. To edit it for every move of the others would cost more
    requests than all the rest.
    """
    if table.seat not in asked(face, table):
        return resting(table.phase)
    return hashlib.sha256(repr(_asking(face, table)).encode()).hexdigest()[:16]


def resting(phase: Phase) -> str:
    """Fingerprint a hand in a DM that asks for nothing."""
    return AT_REST if phase == "playing" else phase
