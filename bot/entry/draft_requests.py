"""Serves the requests of slips: what is put together in private before it is a move.

deal_open -> a new slip, or the one that is meant -> its panel
deal_…;slip=2 -> the face's `work` -> the slip as it is then, a form, or the move it becomes
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.entry.move_parsing import Made, check_dealt
from bot.host.drafts import Slips
from bot.host.table_view import TableView
from bot.ui.draft_kind import AnySlipKind, Becomes
from bot.ui.face import AnyFace
from bot.ui.panel import Form, Panel, Request, Text
from bot.ui.words import escape
from db.codec import Codec, Unreadable
from db.drafts import Slip
from games.rules import Refusal

REMEMBERED = 1000  # messages of which it is known what they show
GONE = "That draft is no longer there."


@dataclass(frozen=True, slots=True)
class Desk:
    """What a request about a slip comes to: what is shown, and the slip if it became a move."""

    made: Made
    slip: Slip | None = None
    done: str = ""
    """What its owner reads once the move has been made."""
    shows: Slip | None = None
    """The slip that the panel shows, if it does."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a message shows of a slip, from when, and the press by which it had to be renewed."""

    slip: Slip
    at: float
    by: int


def kind_of(face: AnyFace, verb: str) -> AnySlipKind | None:
    """Find the kind of slip that a verb is about."""
    return next((one for one in face.slips if verb.startswith(f"{one.kind}_")), None)


class SlipDesk:
    """Begins, changes and tears up the slips of whoever asks."""

    def __init__(self, slips: Slips) -> None:
        self._slips = slips
        self._shown: OrderedDict[int, Shown] = OrderedDict()  # by message

    def shown(self, message: int | None, slip: Slip, at: float, by: int = 0) -> None:
        """Note what a message shows of a slip; `by`: it was renewed in answer to that press."""
        if message is None:
            return
        self._shown[message] = Shown(slip, at, by)
        self._shown.move_to_end(message)
        while len(self._shown) > REMEMBERED:
            self._shown.popitem(last=False)

    def outdated(self, message: int | None, slip: Slip, press: int, reading: int) -> float | None:
        """Say from when a message is that shows a slip as it is no longer; None if it does not.

        Of one that was renewed nobody has read what it became until `reading` later, in ids.
        """
        found = None if message is None else self._shown.get(message)
        if found is None:  # of before a restart: its step says enough
            return None
        unread = found.by and press <= found.by + reading
        return found.at if unread or found.slip != slip else None

    async def serve(
        self, face: AnyFace, table: TableView, kind: AnySlipKind, wanted: Request, person: int
    ) -> Desk:
        """Do what is asked of a slip. Raises Refusal."""
        check_dealt(table)
        kept = [one for one in await self._slips.of(table.id, person) if one.kind == kind.kind]
        if wanted.verb == f"{kind.kind}_open":
            made, slip = await self._opened(table, kind, wanted, person, kept)
            return Desk(Made(None, made), shows=slip)
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
        if isinstance(made, Form | Panel):
            return Desk(Made(None, made))
        slip = await self._slips.change(table.id, person, slip, _codec(kind).dump(made))
        panel = kind.panel(made, slip.number, table.view, table.names)
        return Desk(Made(None, panel), shows=slip)

    async def _opened(
        self,
        table: TableView,
        kind: AnySlipKind,
        wanted: Request,
        person: int,
        kept: list[Slip],
    ) -> tuple[Form | Panel, Slip | None]:
        known = _named(kind, wanted.args, table)
        for slip in kept:
            content = _read(kind, slip)
            if kind.meant(content, known, table.view):
                return kind.panel(content, slip.number, table.view, table.names), slip
        content = kind.begin(known, table.view, table.names)
        if isinstance(content, Form | Panel):
            return content, None
        slip = await self._slips.begin(table.id, person, kind.kind, _codec(kind).dump(content))
        return kind.panel(content, slip.number, table.view, table.names), slip

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
