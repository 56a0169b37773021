"""Count the presses that a move takes by pressing everything that is drawn, the cheapest first.

A button costs one press, even if it opens a form, and sending a form costs one. A menu costs two
(open it, choose); a menu in a form that already shows the right choice costs nothing. A line that
has to be typed in a form costs one.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal, TypeAlias

from bot.entry.requests import move_parsing
from bot.host.reading.table_view import TableView
from bot.show.draw.panels import board_panel, hand_panel
from bot.show.draw.parts import frame
from bot.show.draw.people import notice_panel
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Entry, Form, Menu, Panel, Request, Row
from bot.ui.panels.words import Names
from bot.ui.ways.draft_kind import AnyDraftKind, Becomes
from bot.ui.ways.read import field_counted, named_in
from bot.ui.ways.resolve import attributes_of, chosen_as, value_in
from bot.ui.ways.ways import AnyWay, field_of
from db.tables.tables import Player
from games.chance import seal
from games.rules import Refusal, Seat
from tests.contract.counts import counted_as, counts_in
from tests.contract.drawing import NAMES, NOW, STEP, TABLE, face_of, seen_at
from tests.contract.playing import SECRET, Game, Position

BUTTON, MENU, SEND, TYPED = 1, 2, 1, 1
MOST = 8  # presses after which the search ends
SLIP = 1  # the number of the draft in use

Start: TypeAlias = Literal["board", "hand", "notice"]


@dataclass(frozen=True)
class _At:
    """A stage of the search: the panel in view, and the draft that belongs to it."""

    shown: Panel | Form
    slip: Any = None


def table_at(game: str, options: Any, state: Any, seat: Seat) -> TableView:
    """Build the table that one seat sees from a state."""
    face = face_of(game)
    rules, seats = face.rules, range(len(NAMES))
    public = rules.view(state, None)
    standing, to_move = rules.standing(public), rules.to_move(public)
    names = Names(NAMES[: len(standing.points)])
    return TableView(
        rules=rules,
        id=TABLE,
        game=game,
        guild=10**18,
        channel=10**18 + 1,
        opener=100,
        phase="playing" if to_move else "over",
        options=options,
        pace="day",
        laid_open=True,
        seal=seal(SECRET),
        rev=STEP,
        step=STEP,
        names=names,
        people=tuple(100 + seat for seat in seats[: len(names)]),
        seat=seat,
        view=rules.view(state, seat),
        public=public,
        to_move=to_move,
        question=rules.question(public).key,
        until=None,
        standing=standing,
        news=(),
        secret=None,
    )


def presses_in(
    game: Game,
    position: Position,
    seat: Seat,
    move: Any,
    start: Start = "hand",
    most: int = MOST,
) -> int | None:
    """Count the presses to a move at a position of a played game."""
    return presses(seen_at(game, position, seat, NAMES, news=0), move, start, most)


def presses(table: TableView, move: Any, start: Start = "hand", most: int = MOST) -> int | None:
    """Return the fewest presses that make exactly this move; None if not even `most` do.

    The search starts from the board, an open hand or a notice in a DM; from board and notice
    the hand is one press away. A draft is begun fresh, and its forms are sent as they open.
    """
    face = face_of(table.game)
    number = count()
    first = _At(_first(face, table, start))
    waiting: list[tuple[int, int, _At]] = [(0, next(number), first)]
    seen: set[str] = set()
    while waiting:
        cost, _, at = heapq.heappop(waiting)
        if at.shown is DONE:
            return cost
        if cost > most or (key := repr(at)) in seen:
            continue
        seen.add(key)
        for more, wanted in _pressable(at.shown, face, table, move):
            led = _led(face, table, at, wanted, move, sent=isinstance(at.shown, Form))
            if led is not None:
                heapq.heappush(waiting, (cost + more, next(number), led))
    return None


DONE = Panel([])  # the move is made


def _first(face: AnyFace, table: TableView, start: Start) -> Panel:
    if start == "board":
        return board_panel.draw(face, table, NOW)
    if start == "hand":
        return hand_panel.draw(face, table, in_dm=True)
    assert table.seat is not None
    player = Player(table.seat, 100 + table.seat, table.names[table.seat])
    return Panel([notice_panel.draw(face, table, player, sent_at=NOW, again=False).row])


def _pressable(
    shown: Panel | Form, face: AnyFace, table: TableView, move: Any
) -> Iterator[tuple[int, Request]]:
    """Yield each request that can be made there, with its cost in presses."""
    if isinstance(shown, Form):
        yield from _sendings(shown, face, table, move)
        return
    for part in shown.parts:
        if isinstance(part, Row):
            yield from ((BUTTON, button.request) for button in part.buttons if not button.disabled)
        elif isinstance(part, Menu):
            for choice in part.choices:
                yield MENU, part.request.with_args({part.key: choice.value})


def _led(
    face: AnyFace, table: TableView, at: _At, wanted: Request, move: Any, *, sent: bool
) -> _At | None:
    """Return the stage that a request leads to, as the router does; None if it leads nowhere."""
    if wanted == frame.HAND:
        return _At(hand_panel.draw(face, table, in_dm=True))
    if wanted.verb.startswith(frame.HOUSE) and wanted not in (frame.ORDERS, frame.MORE):
        return None
    kind = next((slip for slip in face.drafts if wanted.verb.startswith(f"{slip.kind}_")), None)
    try:
        if kind is not None:
            return _slipped(kind, table, at, wanted, move)
        made = move_parsing.read_request(face, table, wanted, line=sent).made
    except Refusal:
        return None
    if made == move:
        return _At(DONE)
    if isinstance(made, Panel) or (isinstance(made, Form) and not sent):
        return _At(made)
    return None


def _slipped(
    kind: AnyDraftKind, table: TableView, at: _At, wanted: Request, move: Any
) -> _At | None:
    """Serve a request about a draft."""
    if wanted.verb == f"{kind.kind}_open":
        made = kind.begin(_begun_with(kind, table, wanted), table.view, table.names)
    elif at.slip is None or wanted.verb == f"{kind.kind}_tear":
        return None
    else:
        made = kind.work(at.slip, wanted, table.view, table.names)
    if isinstance(made, Becomes):
        return _At(DONE) if made.move == move else None
    if isinstance(made, Form):
        return None if isinstance(at.shown, Form) else _At(made, at.slip)
    if isinstance(made, Panel):
        return _At(made, at.slip)
    return _At(kind.panel(made, SLIP, table.view, table.names), made)


def _begun_with(kind: AnyDraftKind, table: TableView, wanted: Request) -> dict[str, Any]:
    known: dict[str, Any] = {}
    for field in kind.fields:
        text = wanted.args.get(field.name, wanted.args.get(f"?{field.name}", ""))
        if text.strip():
            known[field.fills[0]] = field.read(text, table.view, table.names)[0]
    return known


# --- forms ----------------------------------------------------------------------------------------


def _sendings(
    form: Form, face: AnyFace, table: TableView, move: Any
) -> Iterator[tuple[int, Request]]:
    """Yield the ways to send a form: filled in for the move, or as it opens."""
    ways = (*face.ways, *face.orders)
    way = next((way for way in ways if way.verb == form.request.verb), None)
    if way is None:
        yield from _of_a_slip(form)
    elif way.move is type(move):
        counts = _counted(form, way, table, move)
        filled = [
            counts.get(entry.key) if field_counted(entry.key) else _filled(entry, way, table, move)
            for entry in form.entries
        ]
        known = [item for item in filled if item is not None]
        if len(known) == len(filled):
            keys = (entry.key for entry in form.entries)
            sent = form.request.with_args(dict(zip(keys, (text for _, text in known), strict=True)))
            yield SEND + sum(cost for cost, _ in known), sent


def _counted(form: Form, way: AnyWay, table: TableView, move: Any) -> dict[str, tuple[int, str]]:
    """Fill in the counters of a form as the move needs; skip what can't be chosen there."""
    found: dict[str, tuple[int, str]] = {}
    for name, entries in counts_in(form).items():
        field = field_of(way, name)
        assert field is not None, f"{way.verb}: a form counts {name}, which is no field"
        value = value_in(field, attributes_of(move))
        for key, text in (counted_as(entries, field, value, table.view, table.names) or {}).items():
            (entry,) = (entry for entry in entries if entry.key == key)
            opens = _as_it_opens(entry) if entry.choices else entry.default
            found[key] = 0 if text == opens else MENU if entry.choices else TYPED, text
    return found


def _filled(one: Entry, way: AnyWay, table: TableView, move: Any) -> tuple[int, str] | None:
    """Fill in one entry as the move needs; None if it can't be chosen there."""
    field = field_of(way, one.key[1:])
    assert field is not None, f"{way.verb}: a form asks for {one.key}, which is no field"
    value = value_in(field, attributes_of(move))
    if one.choices:
        meant = chosen_as(way, field, value)
        if meant not in [choice.value for choice in one.choices]:
            return None
        return (0 if meant == _as_it_opens(one) else MENU), meant
    try:
        stands = named_in(way, Request(way.verb, {one.key: one.default}), table.view, table.names)
    except Refusal:
        return TYPED, field.write(value, table.names)
    if all(name in stands for name in field.fills) and value_in(field, stands) == value:
        return 0, one.default
    return TYPED, field.write(value, table.names)


def _as_it_opens(one: Entry) -> str | None:
    """Return what an untouched menu of a form says; None for nothing."""
    return next((choice.value for choice in one.choices if choice.chosen), None)


def _of_a_slip(form: Form) -> Iterator[tuple[int, Request]]:
    """Yield the form as it opens, and with each other choice in one of its menus."""
    opens = {
        entry.key: _as_it_opens(entry) if entry.choices else entry.default for entry in form.entries
    }
    for changed in (None, *(entry for entry in form.entries if entry.choices)):
        for value in [None] if changed is None else [choice.value for choice in changed.choices]:
            filled = {**opens, **({} if changed is None else {changed.key: value})}
            if None not in filled.values():
                cost = SEND + (0 if changed is None else MENU)
                yield cost, form.request.with_args({k: str(v) for k, v in filled.items()})
