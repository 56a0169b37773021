"""Drive the face of TRUMP The Game as players do: boards, hands, buttons, forms and typed lines."""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from bot.ui.panels.panel import Form, Line, Menu, Panel, Request, Row, Text
from bot.ui.panels.words import Names
from bot.ui.ways.offers import can_be_typed, on_board, on_hand, suggestions, what_else
from bot.ui.ways.read import named_in, read_line
from bot.ui.ways.resolve import resolve
from bot.ui.ways.ways import Legal, field_of
from cogs.trump import FACE
from games.chance import Chance
from games.rules import Step
from games.trump.events import Event
from games.trump.moves import Accept, Propose
from games.trump.state import Options, Promise, State
from games.trump.views import View
from tests.games.trump.table import RULES, deal_out, table

CALLED = ["Ann", "Ben", "Cat", "Dan*"]
ANN, BEN, CAT, DAN = range(4)
WAYS = {way.verb: way for way in FACE.ways}
OPEN = Options(bidding="open")
SHOWN = Options(books="open")
VARIANTS = (Options(), OPEN, SHOWN, Options(bidding="open", books="open"))


def names(state: State) -> Names:
    return Names(CALLED[: len(state.hands)])


def legal(view: View) -> Legal:
    return Legal(tuple(RULES.legal_moves(view)), RULES.sampled)


def panel(drawing, controls) -> Panel:
    return Panel([Text(drawing.headline), *drawing.parts, Line(), *controls])


def board(state: State) -> Panel:
    view, called = RULES.view(state, None), names(state)
    return panel(FACE.draw.board(view, called), on_board(FACE.ways, view, called))


def hand(state: State, seat: int) -> Panel:
    view, called = RULES.view(state, seat), names(state)
    offered = on_hand(FACE.ways, view, called, legal(view), FACE.drafts)
    begun = [button for kind in FACE.drafts for button in kind.hand(view, called)]
    return panel(FACE.draw.hand(view, called), [*offered, *([Row(begun)] if begun else [])])


def labels(drawn: Panel) -> list[str]:
    return [
        button.label for part in drawn.parts if isinstance(part, Row) for button in part.buttons
    ]


def menus(drawn: Panel) -> list[Menu]:
    return [part for part in drawn.parts if isinstance(part, Menu)]


def choices(drawn: Panel, placeholder: str) -> list[str]:
    """List the choices of the menu with this placeholder."""
    found = [menu for menu in menus(drawn) if menu.placeholder == placeholder]
    return [choice.label for menu in found for choice in menu.choices]


def press(drawn: Panel, label: str) -> Request:
    return next(
        button.request
        for part in drawn.parts
        if isinstance(part, Row)
        for button in part.buttons
        if button.label == label
    )


def choose(drawn: Panel, label: str) -> Request:
    """Return the request of the menu choice with this label."""
    return next(
        menu.request.with_args({menu.key: choice.value})
        for menu in menus(drawn)
        for choice in menu.choices
        if choice.label == label
    )


def resolved(view: View, called: Names, wanted: Request, *, line: bool = False) -> Any:
    way = WAYS[wanted.verb]
    known = named_in(way, wanted, view, called)
    return resolve(way, known, view, called, legal(view), line=line)


def read(state: State, seat: int, wanted: Request) -> Any:
    """Return the move or the form that a request leads to."""
    return resolved(RULES.view(state, seat), names(state), wanted)


def submit(state: State, seat: int, form: Form, **given: str) -> Any:
    """Submit a form with its defaults, except for the given values."""
    return resolved(RULES.view(state, seat), names(state), filled(form, **given), line=True)


def command(state: State, seat: int, verb: str, **options: str) -> Any:
    """Run a slash command."""
    wanted = Request(verb, {f"?{name}": text for name, text in options.items()})
    return resolved(RULES.view(state, seat), names(state), wanted, line=True)


def type_in(state: State, seat: int, text: str) -> Any:
    """Type a line in the DM."""
    view, called = RULES.view(state, seat), names(state)
    found = read_line(FACE.ways, text, view, called, legal(view))
    if found is None:
        return None
    return resolve(found[0], found[1], view, called, legal(view), line=True)


def filled(form: Form, **given: str) -> Request:
    stands = {
        entry.key: next((choice.value for choice in entry.choices if choice.chosen), entry.default)
        for entry in form.entries
    }
    keys = {entry.key[1:]: entry.key for entry in form.entries}
    return form.request.with_args({**stands, **{keys[name]: given[name] for name in given}})


def entry(form: Form, name: str):
    """Return the entry of a form with this name."""
    return next(field for field in form.entries if field.key[1:] == name)


def completed(state: State, seat: int, verb: str, option: str, typed: str = "") -> list[str]:
    """Autocomplete an option for the player in this seat."""
    view, way = RULES.view(state, seat), WAYS[verb]
    field = field_of(way, option)
    assert field is not None
    found = suggestions(way, field, {}, view, names(state), legal(view), typed)
    return [text for _, text in found]


def situation(state: State, seat: int | None) -> str:
    return FACE.asked.situation(RULES.view(state, seat), names(state))


def typing(state: State, seat: int) -> str:
    """Return the hint of what a player can type."""
    view = RULES.view(state, seat)
    return can_be_typed(FACE.ways, view, names(state), legal(view))


def said(state: State, seat: int) -> str:
    """Return the answer to a request that makes no sense now."""
    view, called = RULES.view(state, seat), names(state)
    return what_else(FACE.ways, FACE.asked.situation(view, called), view, called, legal(view))


def tell(event: Event, to: int | None = None, called: list[str] = CALLED) -> str:
    return FACE.tell.sentence(event, Names(called), to)


def told(step: Step[State, Event], to: int | None = None) -> list[str]:
    """List the sentences that a seat, or everybody, reads of a step."""
    lines = [
        tell(news.event, to)
        for news in step.told
        if news.to is None or (to is not None and to in news.to)
    ]
    return [line for line in lines if line]


def taken(state: State, seat: int, line: str, *luck: Any) -> State:
    """Type a line that is a legal move, and return the next state."""
    move = type_in(state, seat, line)
    assert not isinstance(move, Form), f"{line} asks on"
    return RULES.play(state, seat, move, Chance.tape(luck)).state


def buying(*hands: list[str], **layout) -> State:
    """Set up three players in the Buying Phase: it is Ann's turn, and Ben owns the Casino."""
    held = [*hands, *[["You're Out"]] * (3 - len(hands))]
    return table(*held, **{"owners": {"Casino": BEN}, **layout})


def promise(**terms) -> Promise:
    usual = {"amount": 0, "property": None, "card": None, "turn": 31, "lapses": False}
    return Promise(**{"number": 3, "by": ANN, "to": BEN, "duty": "pay", **usual, **terms})


@lru_cache(maxsize=16)
def positions(seats: int, options: Options, seed: int, every: int = 1) -> tuple[State, ...]:
    """Play a random game, and return every nth position and the last one."""
    return tuple(_played(seats, options, seed, every))


def _played(seats: int, options: Options, seed: int, every: int) -> Iterator[State]:
    choice = random.Random(seed)
    luck, step = deal_out(seats, options, seed)
    for number in range(1500):
        public = RULES.view(step.state, None)
        asked = RULES.to_move(public)
        if number % every == 0 or not asked:
            yield step.state
        if not asked:
            return
        seat = choice.choice(sorted(asked))
        moves = list(RULES.legal_moves(RULES.view(step.state, seat)))
        if choice.random() < 0.6:  # otherwise the game would consist mostly of proposals
            moves = [move for move in moves if not isinstance(move, Propose)] or moves
        if Accept() in moves and choice.random() < 0.7:  # otherwise few proposals would be accepted
            moves = [Accept()]
        step = RULES.play(step.state, seat, choice.choice(moves), luck)
    raise AssertionError("a random game does not end")


def every_position() -> Iterator[State]:
    """Yield the positions of random games with all terms, for three and for four players."""
    for number, options in enumerate(VARIANTS):
        for seats in (3, 4):
            yield from positions(seats, options, 2 * number + seats)
