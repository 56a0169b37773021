"""Drafts, pressed as their owner would: each kind that a hand can begin leads to a move."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from bot.host.reading.table_view import TableView
from bot.show.draw.panels import hand_panel
from bot.ui.panels.panel import Form, Menu, Panel, Request, Row
from bot.ui.ways.draft_kind import AnyDraftKind, Becomes
from games.rules import Refusal, Seat
from tests.contract.asking import allowed, as_it_opens, check_form, table_of
from tests.contract.drawing import NAMES, check_drawn, face_of
from tests.contract.playing import Game, Position, assert_sentence

NUMBER = 1  # the number of the draft in use
MANY = 300  # versions of a draft to try


def verbs_of_slips(game: str) -> frozenset[str]:
    """Return the verbs of the ways that drafts end in."""
    return frozenset(verb for kind in face_of(game).drafts for verb in kind.becomes)


@lru_cache(maxsize=2000)
def made_by_slips(game: Game, position: Position, seat: Seat) -> frozenset[str]:
    """Return the verbs of the ways that a seat can reach through a draft from its hand."""
    face, table = face_of(game.case.game), table_of(game, position, seat, NAMES)
    legal = {way.verb for way in face.ways if table.legal.of(way)} & verbs_of_slips(game.case.game)
    found: set[str] = set()
    for wanted in hand_panel.draw(face, table, in_dm=True).requests():
        for kind in face.drafts:
            if wanted.verb == f"{kind.kind}_open" and not found >= legal:
                moves = _moves_of(kind, table, wanted)
                made = (verb for verb, move in moves if allowed(game, position, seat, move))
                found |= {*islice(made, 1)}
    return frozenset(found)


def _moves_of(kind: AnyDraftKind, table: TableView, wanted: Request) -> Iterator[tuple[str, Any]]:
    """Begin a draft, choose from each of its menus, and yield what its buttons lead to."""
    waiting, seen = [_begun(kind, table, wanted)], 0
    check_drawn(kind.panel(waiting[0], NUMBER, table.view, table.names), 1)
    yield from _ready(kind, table, waiting[0])
    while waiting and seen < MANY:
        slip = waiting.pop(0)
        for choice in _choices(kind.panel(slip, NUMBER, table.view, table.names)):
            made = _asked(kind, table, slip, choice)
            if not isinstance(made, None | Becomes) and made != slip and made not in waiting:
                seen += 1
                waiting.append(made)
                yield from _ready(kind, table, made)


def _ready(kind: AnyDraftKind, table: TableView, slip: Any) -> Iterator[tuple[str, Any]]:
    """Press each button of a draft."""
    panel = kind.panel(slip, NUMBER, table.view, table.names)
    for part in panel.parts:
        for button in part.buttons if isinstance(part, Row) else ():
            made = None if button.disabled else _asked(kind, table, slip, button.request)
            if isinstance(made, Becomes):
                assert made.verb in kind.becomes, f"it does not say that it becomes {made.verb}"
                assert made.done.strip(), "its owner would not read what they have done"
                yield made.verb, made.move


def _begun(kind: AnyDraftKind, table: TableView, wanted: Request) -> Any:
    known: dict[str, Any] = {
        field.fills[0]: field.read(wanted.args[field.name], table.view, table.names)[0]
        for field in kind.fields
        if field.name in wanted.args
    }
    slip = kind.begin(known, table.view, table.names)
    assert not isinstance(slip, Form | Panel), "what is on a hand says enough to begin one"
    return slip


def _choices(panel: Panel) -> Iterator[Request]:
    """Yield the first choice of each menu, then the second of each, and so on."""
    menus = [part for part in panel.parts if isinstance(part, Menu)]
    for at in range(max([0, *[len(menu.choices) for menu in menus]])):
        for menu in menus:
            if at < len(menu.choices):
                yield menu.request.with_args({menu.key: menu.choices[at].value})


def _asked(kind: AnyDraftKind, table: TableView, slip: Any, wanted: Request) -> Any:
    """Serve a request about a draft; None if it opens a form, is refused or discards the draft."""
    if wanted.verb == f"{kind.kind}_tear":
        return None
    try:
        made = kind.work(slip, wanted, table.view, table.names)
        if isinstance(made, Form):
            check_form(made)
            made = kind.work(slip, as_it_opens(made), table.view, table.names)
    except Refusal as refusal:
        assert_sentence(str(refusal))
        return None
    if isinstance(made, Panel):
        check_drawn(made, 1)
        return None
    return made
