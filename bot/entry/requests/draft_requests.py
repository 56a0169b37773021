"""Serves requests about drafts, which players prepare in private before they become moves.

deal_open -> a new draft or an existing one -> its panel
deal_…;slip=2 -> the face's `work` -> the changed draft, a form, or the move it becomes
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.entry.requests.move_parsing import ParsedRequest, check_dealt
from bot.host.drafts import DraftStore
from bot.host.reading.table_view import TableView
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Form, Panel, Request, Text
from bot.ui.panels.words import escape, short
from bot.ui.ways.draft_kind import AnyDraftKind, Becomes
from db.base.codec import Codec, Unreadable
from db.tables.drafts import Draft
from games.rules import Refusal

REMEMBERED = 1000  # number of messages whose draft is remembered
GONE = "That draft is gone."


@dataclass(frozen=True, slots=True)
class Desk:
    """The result of a request about a draft: what to show, and the draft if it became a move."""

    made: ParsedRequest
    draft: Draft | None = None
    done: str = ""
    """The text for the owner once the move has been made."""
    shows: Draft | None = None
    """The draft that the panel shows, if any."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The draft that a message shows, when it was drawn, and the press that caused that (or 0)."""

    draft: Draft
    at: float
    by: int


def kind_of(face: AnyFace, verb: str) -> AnyDraftKind | None:
    """Find the kind of draft that a verb belongs to."""
    return next((kind for kind in face.drafts if verb.startswith(f"{kind.kind}_")), None)


class DraftRequests:
    """Begins, changes and discards people's drafts."""

    def __init__(self, drafts: DraftStore) -> None:
        self._drafts = drafts
        self._shown: OrderedDict[int, Shown] = OrderedDict()  # by message id

    def shown(self, message: int | None, draft: Draft, at: float, by: int = 0) -> None:
        """Record which draft a message shows. `by` is the press that caused the drawing."""
        if message is None:
            return
        self._shown[message] = Shown(draft, at, by)
        self._shown.move_to_end(message)
        while len(self._shown) > REMEMBERED:
            self._shown.popitem(last=False)

    def outdated(self, message: int | None, draft: Draft, press: int, reading: int) -> float | None:
        """Return when a message was drawn if it shows an older version of a draft, else None.

        A redrawn message counts as outdated until `reading` later (in interaction ids), because
        nobody has read its new text yet.
        """
        seen = None if message is None else self._shown.get(message)
        if seen is None:  # drawn before a restart, so only its step can be checked
            return None
        unread = seen.by and press <= seen.by + reading
        return seen.at if unread or seen.draft != draft else None

    async def serve(
        self, face: AnyFace, table: TableView, kind: AnyDraftKind, wanted: Request, person: int
    ) -> Desk:
        """Carry out a request about a draft. Raises Refusal."""
        check_dealt(table)
        drafts = await self._drafts.of(table.id, person)
        kept = [draft for draft in drafts if draft.kind == kind.kind]
        if wanted.verb == f"{kind.kind}_open":
            panel, draft = await self._opened_draft(table, kind, wanted, person, kept)
            return Desk(ParsedRequest(None, panel), shows=draft)
        number = wanted.args.get("slip")
        draft = next((draft for draft in kept if str(draft.number) == number), None)
        if draft is None:
            raise Refusal(GONE)
        if wanted.verb == f"{kind.kind}_tear":
            await self._drafts.delete(table.id, person, draft.number)
            return Desk(ParsedRequest(None, Panel([Text("Discarded.")])))
        result = kind.work(_read(kind, draft), wanted, table.view, table.names)
        if isinstance(result, Becomes):
            way = next(way for way in face.ways if way.verb == result.verb)
            return Desk(ParsedRequest(way, result.move), draft, result.done)
        if isinstance(result, Form | Panel):
            return Desk(ParsedRequest(None, result))
        draft = await self._drafts.change(table.id, person, draft, _codec(kind).dump(result))
        panel = kind.panel(result, draft.number, table.view, table.names)
        return Desk(ParsedRequest(None, panel), shows=draft)

    async def _opened_draft(
        self, table: TableView, kind: AnyDraftKind, wanted: Request, person: int, kept: list[Draft]
    ) -> tuple[Form | Panel, Draft | None]:
        known = _named(kind, wanted.args, table)
        for draft in kept:
            content = _read(kind, draft)
            if kind.meant(content, known, table.view):
                return kind.panel(content, draft.number, table.view, table.names), draft
        content = kind.begin(known, table.view, table.names)
        if isinstance(content, Form | Panel):
            return content, None
        draft = await self._drafts.begin(table.id, person, kind.kind, _codec(kind).dump(content))
        return kind.panel(content, draft.number, table.view, table.names), draft

    def panel(self, table: TableView, kind: AnyDraftKind, draft: Draft) -> Panel:
        """Draw a draft for the present state of its table."""
        return kind.panel(_read(kind, draft), draft.number, table.view, table.names)

    async def became_a_move(self, table: TableView, person: int, draft: Draft) -> None:
        """Discard a draft after its move has been made."""
        await self._drafts.delete(table.id, person, draft.number)


@cache
def _codec(kind: AnyDraftKind) -> Codec[Any]:
    return Codec(kind.holds)


def _read(kind: AnyDraftKind, draft: Draft) -> Any:
    try:
        return _codec(kind).load(draft.json)
    except Unreadable:  # another release stored this draft
        raise Refusal(f"{GONE} An update made it unreadable, so please begin a new one.") from None


def _named(kind: AnyDraftKind, args: Mapping[str, str], table: TableView) -> dict[str, Any]:
    known: dict[str, Any] = {}
    for field in kind.fields:
        text = args.get(field.name, args.get(f"?{field.name}", ""))  # sent by a button or by a form
        if text.strip():
            value, rest = field.read(text, table.view, table.names)
            if rest.strip(" .,!"):
                raise Refusal(f"I don't understand “{escape(short(rest.strip(), 20))}” there.")
            known[field.fills[0]] = value
    return known
