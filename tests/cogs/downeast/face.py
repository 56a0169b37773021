"""Helpers to draw boards and hands of Downeast Dealer, and to press, fill in and type."""

from typing import Any

from bot.ui.panels.panel import Form, Line, Menu, Panel, Request, Row, Text
from bot.ui.panels.words import Names
from bot.ui.ways.offers import on_board, on_hand, suggestions, what_else
from bot.ui.ways.read import named_in, read_line
from bot.ui.ways.resolve import resolve
from bot.ui.ways.ways import Legal, field_of
from cogs.downeast import FACE
from cogs.downeast.cash import CASH
from games.chance import Chance
from games.downeast.state import State
from games.downeast.views import View
from tests.contract.counts import counted_as, counts_in
from tests.games.downeast.table import ANN, BEN, RULES, Table

CALLED = ["Ann", "Ben", "Cat", "Dan*", "Eve"]
CALLED_PLAINLY = ["Ann", "Ben", "Cat", "Dan", "Eve"]
NOBODY = Names(())
START = "/ 50 10 10 10 10 0 0"
WAYS = {way.verb: way for way in FACE.ways}


def names(state: State) -> Names:
    return Names(CALLED[: len(state.holdings)])


def legal(view: View) -> Legal:
    return Legal(tuple(RULES.legal_moves(view)), RULES.sampled)


def panel(drawing, controls) -> Panel:
    return Panel([Text(drawing.headline), *drawing.parts, Line(), *controls])


def board_of(view: View, called: Names) -> Panel:
    return panel(FACE.draw.board(view, called), on_board(FACE.ways, view, called))


def hand_of(view: View, called: Names) -> Panel:
    return panel(FACE.draw.hand(view, called), on_hand(FACE.ways, view, called, legal(view)))


def board(table: Table) -> Panel:
    return board_of(table.view(), names(table.state))


def hand(table: Table, seat: int) -> Panel:
    return hand_of(table.view(seat), names(table.state))


def labels(drawn: Panel) -> list[str]:
    """Return the labels of all buttons that are not quiet."""
    return [
        button.label
        for part in drawn.parts
        if isinstance(part, Row)
        for button in part.buttons
        if button.style != "quiet"
    ]


def menus(drawn: Panel) -> list[Menu]:
    return [part for part in drawn.parts if isinstance(part, Menu)]


def press(drawn: Panel, label: str) -> Request:
    return next(
        button.request
        for part in drawn.parts
        if isinstance(part, Row)
        for button in part.buttons
        if button.label == label
    )


def resolved(view: View, called: Names, wanted: Request, *, line: bool = False) -> Any:
    way = WAYS[wanted.verb]
    known = named_in(way, wanted, view, called)
    return resolve(way, known, view, called, legal(view), line=line)


def read(table: Table, seat: int, wanted: Request):
    """Return the move or form that a request leads to."""
    return resolved(table.view(seat), names(table.state), wanted)


def command(table: Table, seat: int, verb: str, **options: str):
    """Return the move or form that a slash command leads to."""
    wanted = Request(verb, {f"?{name}": text for name, text in options.items()})
    return resolved(table.view(seat), names(table.state), wanted, line=True)


def type_in(table: Table, seat: int, text: str):
    view, called = table.view(seat), names(table.state)
    found = read_line(FACE.ways, text, view, called, legal(view))
    if found is None:
        return None
    return resolve(found[0], found[1], view, called, legal(view), line=True)


def filled(form: Form, **given: str) -> Request:
    """Submit a form with its defaults, except for the given values."""
    stands = {
        entry.key: next((choice.value for choice in entry.choices if choice.chosen), entry.default)
        for entry in form.entries
    }
    keys = {entry.key[1:]: entry.key for entry in form.entries}
    submitted = {keys[name]: text for name, text in given.items() if name in keys}
    for name, entries in counts_in(form).items():
        if name in given:  # cash is chosen in menus
            cards, rest = CASH.read(given[name], None, NOBODY)
            counts = counted_as(entries, CASH, cards, None, NOBODY)
            assert counts is not None, f"{given[name]} cannot be chosen"
            assert not rest
            submitted |= counts
    assert len(submitted) >= len(given)
    return form.request.with_args({**stands, **submitted})


def bidding(**options) -> Table:
    return Table(START, START, START, START, deck="Canoe Trap", **options).turn_over(ANN)


def dealing(cards: str = "50", fanned: bool = False) -> Table:
    table = Table("Canoe Canoe / 50 10", "Canoe Canoe / 100 10 0", "/", deck="Trap Buoy")
    return table.deal(ANN, "Canoe", BEN, cards, fanned=fanned)


def sealing() -> Table:
    table = Table(START, START, START, deck="Thief Canoe", thief=True)
    return table.turn_over(ANN)


def completed(option: str, verb: str, table: Table, seat: int, typed: str = "", **given):
    """Return the autocomplete choices of an option for this seat."""
    view, way = table.view(seat), WAYS[verb]
    field = field_of(way, option)
    assert field is not None
    called = names(table.state)
    return suggestions(way, field, given, view, called, legal(view), typed)


def values(found: list[tuple[str, str]]) -> list[str]:
    return [text for _, text in found]


def followed(state: State, seat: int, wanted: Request, called: Names):
    """Submit the forms that a request opens, and play the resulting move."""
    got = resolved(RULES.view(state, seat), called, wanted)
    if isinstance(got, Form):
        assert len(got.title) <= 45
        assert all(len(entry.label) <= 45 and len(entry.hint) <= 100 for entry in got.entries)
        assert all(len(entry.choices) <= 25 for entry in got.entries)
        return followed(state, seat, filled(got), called)
    return RULES.play(state, seat, got, Chance.tape())


def said(table: Table, seat: int) -> str:
    """Return the answer to a request that is impossible now."""
    view, called = table.view(seat), names(table.state)
    return what_else(FACE.ways, FACE.asked.situation(view, called), view, called, legal(view))
