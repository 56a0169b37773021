"""Draw views from their types: what is public, player by player, and what a seat has of its own."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import is_dataclass
from functools import cache
from types import NoneType
from typing import Any, cast, get_args

from bot.ui.panels.panel import Text
from bot.ui.panels.words import Names, capital, short
from bot.ui.plain.plain_text import (
    UNSAID,
    element_of,
    hints_of,
    parts,
    says_something,
    words,
    written,
)
from games.chance import Chance
from games.rules import AnyRules, Seat, Standing, types_of

LONGEST = 300  # characters of a line, because a board holds 4000


def public_part(view: Any) -> Any:
    """Return what all readers of a view share: `public`, or the part with the options, or all."""
    if hasattr(view, "public"):
        return view.public
    parts_of_view = (getattr(view, name) for name in hints_of(view.__class__))
    return next((part for part in parts_of_view if hasattr(part, "options")), view)


def player_lines(names: Names, facts: Callable[[Seat], str]) -> Text:
    """Draw a line for each player, with what everybody knows of them."""
    return Text(
        _joined([f"**{names[seat]}**  {facts(seat)}".strip() for seat in range(len(names))])
    )


def facts_of(rules: AnyRules, view: Any, seat: Seat, names: Names, unsaid: Collection[str]) -> str:
    """Write the fields that hold a value for each seat: `lives 3 · ready`."""
    public, facts = public_part(view), list[str]()
    hints = hints_of(public.__class__)
    for name in [name for name in hints if name in _by_seat(rules) and name not in unsaid]:
        value = getattr(public, name)[seat]
        if value is True:
            facts.append(words(name))
        elif value is not None and value is not False:
            facts.append(f"{words(name)} {written(value, element_of(hints[name]), names)}")
    return " · ".join(facts)


def other_lines(rules: AnyRules, view: Any, names: Names, unsaid: Collection[str]) -> str:
    """Write a line for each other public field that says something."""
    public = public_part(view)
    lines = [
        _line(words(name), written(getattr(public, name), hint, names))
        for name, hint in hints_of(public.__class__).items()
        if name not in {*UNSAID, *unsaid, *_by_seat(rules)}
        if says_something(getattr(public, name))
    ]
    return _joined(lines)


def own_lines(view: Any, names: Names) -> str:
    """Write what a seat has of its own: its hand, or the fields of a view of another shape."""
    if not hasattr(view, "hand"):
        shared = public_part(view)
        own = {name for name in hints_of(view.__class__) if getattr(view, name) is not shared}
        lines = [_line(*part) for part in parts(view, names, view.seat, own)]
    elif is_dataclass(view.hand):
        lines = [_line(*part) for part in parts(view.hand, names, view.seat)]
    else:
        hand = view.hand if says_something(view.hand) else None
        lines = [] if hand is None else [_line("your hand", written(hand, Any, names))]
    return _joined(lines)


def winners_of(standing: Standing, names: Names) -> str:
    """Say who won a finished game."""
    wins = "wins" if len(standing.winners) == 1 else "win"
    return f"{names.all(standing.winners)} {wins}."


def is_open(rules: AnyRules) -> bool:
    """Return whether nobody sees more than the public, judged by the type of the view."""
    view = types_of(rules).view
    arguments = get_args(view)
    if arguments:
        return arguments[-1] is NoneType
    return len(hints_of(view).keys() - UNSAID) == 1


@cache
def _by_seat(rules: AnyRules) -> frozenset[str]:
    """Name the public fields that hold a value for each seat.

    These are the tuples that are as long as the table is large, whatever its size.
    """
    options = types_of(rules).options()
    found: list[set[str]] = []
    for seats in {rules.seats[0], rules.seats[-1]}:
        state = rules.start(seats, options, Chance.of(bytes(32), 0, 0)).state
        view = rules.view(state, None)
        public = public_part(view)
        found.append({name for name in hints_of(public.__class__) if _is_long(public, name, seats)})
    return frozenset(found[0].intersection(*found))


def _is_long(public: Any, name: str, seats: int) -> bool:
    value: Any = getattr(public, name)
    return isinstance(value, tuple) and len(cast(tuple[Any, ...], value)) == seats


def _line(label: str, text: str) -> str:
    return f"**{capital(label)}:** {text}"


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(short(line, LONGEST) for line in lines)
