"""Lay out tables of Dead Man's Chest and press, type and read on them, for tests."""

import re
from collections.abc import Callable
from typing import TypeAlias

from bot.ui.panels.panel import Form, Panel, Request, Row
from bot.ui.panels.words import Names
from bot.ui.ways.offers import on_board, on_hand
from bot.ui.ways.read import named_in, read_line
from bot.ui.ways.resolve import resolve
from bot.ui.ways.ways import Legal
from cogs.deadman import FACE
from games.chance import Chance
from games.deadman.dice import CHART, DEAD_MAN
from games.deadman.moves import Bid, Move, Shake, ShakeAgain
from games.deadman.state import Options, State
from games.deadman.views import View

rules = FACE.rules
NAMES = Names(["Ann", "Ben", "Cat", "Dan", "Eve", "Finn", "Gus", "Hal"])
WAYS = {way.verb: way for way in FACE.ways}
SHAKE = Shake(look=False)


def opened(*faces: int, options: Options | None = None) -> State:
    return rules.start(3, options or Options(), Chance.tape([0, *faces])).state


def after(state: State, *moves: Move, faces: tuple[int, ...] = ()) -> State:
    luck = Chance.tape(faces)
    for move in moves:
        state = rules.play(state, state.holder, move, luck).state
    return state


def bids(state: State, *values: int) -> State:
    return after(state, *(Bid(value=value) for value in values))


def view(state: State, seat: int | None = None) -> View:
    return rules.view(state, seat)


def legal(mine: View) -> Legal:
    return Legal(tuple(rules.legal_moves(mine)), rules.sampled)


def board(state: State) -> Panel:
    drawing = FACE.draw.board(view(state), NAMES)
    return Panel([*drawing.parts, *on_board(FACE.ways, view(state), NAMES)])


def hand(state: State, seat: int) -> Panel:
    mine = view(state, seat)
    drawing = FACE.draw.hand(mine, NAMES)
    return Panel([*drawing.parts, *on_hand(FACE.ways, mine, NAMES, legal(mine))])


def labels(panel: Panel) -> list[str]:
    return [b.label for part in panel.parts if isinstance(part, Row) for b in part.buttons]


def pressed(wanted: Request, state: State, seat: int) -> Move | Form:
    mine = view(state, seat)
    way = WAYS[wanted.verb]
    return resolve(way, named_in(way, wanted, mine, NAMES), mine, NAMES, legal(mine))


def typed(text: str, mine: View) -> Move | Form:
    read = read_line(FACE.ways, text, mine, NAMES, legal(mine))
    assert read is not None, text
    return resolve(read[0], read[1], mine, NAMES, legal(mine), line=True)


def meant(said: str) -> set[int]:
    """Return the values that a text like `61 to 65, any double, or Dead Man` names."""
    if said == "anything from 31 to Dead Man":
        return set(CHART)
    doubles = {value for value in CHART if value % 11 == 0}
    found: set[int] = set()
    for part in re.split(r", or |, | or ", said):
        mixed = re.fullmatch(r"(?:a mixed roll from )?([0-9]+) to ([0-9]+)", part)
        double = re.fullmatch(r"a double from ([0-9]+) to ([0-9]+)", part)
        if part in ("Dead Man", "Dead Man (21)"):
            found |= {DEAD_MAN}
        elif part == "any double":
            found |= doubles
        elif double:
            found |= {value for value in doubles if int(double[1]) <= value <= int(double[2])}
        elif mixed:
            span = range(int(mixed[1]), int(mixed[2]) + 1)
            found |= {value for value in CHART if value in span} - doubles - {DEAD_MAN}
        else:
            found |= {int(part)}
    return found


PASSED = bids(opened(4, 3), 54)
POSITIONS = {
    "opened": opened(4, 3),
    "passed": PASSED,
    "dead man": bids(opened(4, 3), DEAD_MAN),
    "shaken": after(PASSED, SHAKE, faces=(6, 6)),
    "seen": after(PASSED, Shake(look=True), faces=(6, 6)),
    "blind": after(opened(4, 3), ShakeAgain(), faces=(6, 6)),
}

Asks: TypeAlias = Callable[[str, frozenset[Move]], bool]


def can(*kinds: type) -> Asks:
    """Return a check that every one of these kinds of move is legal."""
    return lambda said, moves: all(any(type(move) is kind for move in moves) for kind in kinds)
