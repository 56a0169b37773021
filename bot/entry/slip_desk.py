"""Serves the requests of slips: what is put together in private before it is a move.

deal_open -> a new slip, or the one that is meant -> its panel
deal_…;slip=2 -> the face's `work` -> the slip as it is then, a form, or the move it becomes
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.entry.way_in import Made, check_dealt
from bot.host.slips import Slips
from bot.host.table_view import TableView
from bot.ui.face import AnyFace
from bot.ui.panel import Form, Panel, Request, Text
from bot.ui.slip import AnySlipKind, Becomes
from bot.ui.words import escape
from db.codec import Codec, Unreadable
from db.slips import Slip
from games.rules import Refusal

GONE = "That draft is no longer there."


@dataclass(frozen=True, slots=True)
class Desk:
    """What a request about a slip comes to: what is shown, and the slip if it became a move."""

    made: Made
    slip: Slip | None = None
    done: str = ""
    """What its owner reads once the move has been made."""


def kind_of(face: AnyFace, verb: str) -> AnySlipKind | None:
    """Find the kind of slip that a verb is about."""
    return next((one for one in face.slips if verb.startswith(f"{one.kind}_")), None)


class SlipDesk:
    """Begins, changes and tears up the slips of whoever asks."""

    def __init__(self, slips: Slips) -> None:
        self._slips = slips

    async def serve(
        self, face: AnyFace, table: TableView, kind: AnySlipKind, wanted: Request, person: int
    ) -> Desk:
        """Do what is asked of a slip. Raises Refusal."""
        check_dealt(table)
        kept = [one for one in await self._slips.of(table.id, person) if one.kind == kind.kind]
        if wanted.verb == f"{kind.kind}_open":
            return Desk(Made(None, await self._opened(table, kind, wanted, person, kept)))
        slip = next((one for one in kept if str(one.number) == wanted.args.get("slip")), None)
        if slip is None:
            raise Refusal(GONE)
        if wanted.verb == f"{kind.kind}_tear":
            await self._slips.tear_up(table.id, person, slip.number)
            return Desk(Made(None, Panel([Text("Torn up.")])))
        made = kind.work(_read(kind, slip), wanted, table.view, table.names)
        if isinstance(made, Becomes):
            way = next(one for one in face.ways if one.verb == made.verb)
            return Desk(Made(way, made.move), slip, made.done)
        if not isinstance(made, Form | Panel):
            slip = await self._slips.change(table.id, person, slip, _codec(kind).dump(made))
            made = kind.panel(made, slip.number, table.view, table.names)
        return Desk(Made(None, made))

    async def _opened(
        self,
        table: TableView,
        kind: AnySlipKind,
        wanted: Request,
        person: int,
        kept: list[Slip],
    ) -> Form | Panel:
        known = _named(kind, wanted.args, table)
        for slip in kept:
            content = _read(kind, slip)
            if kind.meant(content, known, table.view):
                return kind.panel(content, slip.number, table.view, table.names)
        content = kind.begin(known, table.view, table.names)
        if isinstance(content, Form | Panel):
            return content
        slip = await self._slips.begin(table.id, person, kind.kind, _codec(kind).dump(content))
        return kind.panel(content, slip.number, table.view, table.names)

    def panel(self, table: TableView, kind: AnySlipKind, slip: Slip) -> Panel:
        """Draw a slip as it is, for a table as it is."""
        return kind.panel(_read(kind, slip), slip.number, table.view, table.names)

    async def became_a_move(self, table: TableView, person: int, slip: Slip) -> None:
        """Tear a slip up whose move has been made."""
        await self._slips.tear_up(table.id, person, slip.number)


@cache
def _codec(kind: AnySlipKind) -> Codec[Any]:
    return Codec(kind.holds)


def _read(kind: AnySlipKind, slip: Slip) -> Any:
    try:
        return _codec(kind).load(slip.json)
    except Unreadable:  # another release wrote it
        raise Refusal(f"{GONE} It was made by an older release.") from None


def _named(kind: AnySlipKind, args: Mapping[str, str], table: TableView) -> dict[str, Any]:
    known: dict[str, Any] = {}
    for field in kind.fields:
        text = args.get(field.name, args.get(f"?{field.name}", ""))  # of a button, or of a form
        if text.strip():
            value, rest = field.read(text, table.view, table.names)
            if rest.strip(" .,!"):
                raise Refusal(f"I cannot make anything of “{escape(rest.strip()[:20])}” there.")
            known[field.fills[0]] = value
    return known
