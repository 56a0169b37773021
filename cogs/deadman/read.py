"""Write, read and offer the bids of Dead Man's Chest."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.ui.panels.words import Names, escape, short
from bot.ui.ways.fields import Field, Known, yes_no
from games.deadman.dice import DEAD_MAN, at_least, higher, value_of
from games.deadman.moves import Bid, Move, legal
from games.deadman.state import survivors
from games.deadman.views import View
from games.rules import Refusal

LIKELY = 3  # number of bids that get a button

_DEAD_MAN = re.compile(r"(?:the\s+)?dead\s*man(?:\s*\((?:21|12)\))?(?!\w)", re.IGNORECASE)
_ROLL = re.compile(r"([1-6])[\s,]*([1-6])(?!\w)", re.ASCII)


def possible(view: View) -> tuple[Move, ...]:
    """List the moves that the chest's holder seems to have, judged by public facts."""
    if survivors(view.gems) == 1:
        return ()
    return legal(view.chest, view.over, view.options.opener_may_reshake)


def only_dead_man(view: View) -> bool:
    """Return whether Dead Man is the only possible bid."""
    return higher(view.over) == (DEAD_MAN,)


def limits(over: int | None) -> str:
    """Describe the possible bids: `a mixed roll from 61 to 65, a double from 11 to 66, or …`."""
    values = higher(over)
    if values == (DEAD_MAN,):
        return "only Dead Man (21)"
    mixed = [value for value in values if value % 11 and value != DEAD_MAN]
    doubles = [value for value in values if value % 11 == 0]
    spans = [f"a mixed roll from {mixed[0]} to {mixed[-1]}"] if len(mixed) > 2 else mixed
    spans += [f"a double from {doubles[0]} to 66"] if len(doubles) > 2 else doubles
    return f"{', '.join(map(str, spans))}, or 21 for Dead Man"


def truth(view: View) -> int | None:
    """Return the value of the dice if the view's owner knows them."""
    return value_of(view.dice) if view.dice else None


def likely(view: View, known: Known, values: Sequence[int]) -> int:
    """Return the likeliest bid: the true value if it is known and possible, else the lowest bid."""
    seen = truth(view)
    return seen if seen is not None and seen in values else values[0]


def likely_bids(view: View) -> Sequence[int]:
    """List the likeliest bids: the likeliest one and the next higher ones."""
    values = higher(view.over)
    at = values.index(likely(view, {}, values))
    return values[at : at + LIKELY]


def _write(value: int, names: Names) -> str:
    return f"Dead Man ({DEAD_MAN})" if value == DEAD_MAN else str(value)


def _read(text: str, view: Any, names: Names) -> tuple[int, str]:
    """Read `52`, `25`, `5 2` or `dead man` at the beginning of a text."""
    line = text.strip()
    if found := _DEAD_MAN.match(line):
        return DEAD_MAN, line[found.end() :]
    if found := _ROLL.match(line):  # DM-6: 25 is 52, 12 is the Dead Man
        return value_of((int(found[1]), int(found[2]))), line[found.end() :]
    said = f"“{escape(short(line, 20))}” isn't a roll of two dice." if line else "What do you bid?"
    raise Refusal(f"{said}{_legal_bids_hint(view)}")


def _legal_bids_hint(view: View) -> str:
    """Tell a player who may bid now which bids are possible. Return "" for other players."""
    if view.seat == view.holder and any(type(move) is Bid for move in possible(view)):
        return f" You can bid {limits(view.over)}."
    return ""


def _about(value: int, view: View, names: Names) -> str:
    true = "Your roll. " if value == truth(view) else ""
    return f"{true}{at_least(value)} of 36 rolls are at least this high."


ROLL = Field(
    name="value",
    fills=("value",),
    label="Your bid: two dice, or dead man",
    write=_write,
    read=_read,
    likely=likely,
    hint=lambda view, known: f"You can bid {limits(view.over)}.",
    about=_about,
)


def _read_look(text: str, view: Any, names: Names) -> tuple[bool, str]:
    """Read whether to look immediately. The refusal names no words that can't be typed alone."""
    try:
        return _LOOK.read(text, view, names)
    except Refusal:
        raise Refusal("Do you want to look right away? Say yes or no.") from None


_LOOK = yes_no("look", "look", "Look right away? (usual: yes)", usual=True)
LOOK_AT_ONCE = replace(_LOOK, read=_read_look)
