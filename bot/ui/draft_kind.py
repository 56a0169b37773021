"""Slips: what a player puts together over minutes, in private, before any of it is a move. Pure.

A slip is kept for its seat beside the game, and its requests have verbs of its own: `deal_open`
begins one or finds it again, `deal_tear` tears it up, and every other `deal_…` is the face's, with
`slip` among its arguments, which says the number of the slip that it is about.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from bot.ui.fields import Field, Known
from bot.ui.panel import Button, Form, Panel, Request
from bot.ui.words import Names

T = TypeVar("T")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Becomes:
    """A slip becomes a move of the way with this verb, and is torn up when it is made."""

    verb: str
    move: Any
    done: str = "That is done."
    """What its owner then reads in its place: what has been done, and what comes next."""


@dataclass(frozen=True, kw_only=True)
class SlipKind(Generic[T, V]):
    """One kind of slip: how it is begun, drawn, changed, and what it becomes."""

    kind: str
    """Small letters: its command, and how the verbs of its requests begin."""
    help: str
    """One line for the list of commands, at most 100 characters."""
    holds: Any
    """The type of what stands on it: a frozen dataclass."""
    fields: tuple[Field, ...] = ()
    """What can be named to begin one: the options of its command."""
    begin: Callable[[Known, V, Names], "T | Form | Panel"]
    """(what was named, view, names): a new one, or a form or panel that asks for more. Raises
    Refusal."""
    meant: Callable[[T, Known, V], bool] = lambda slip, known, view: False
    """(a slip, what was named, view): whether this one is meant, and none is to be begun."""
    panel: Callable[[T, int, V, Names], Panel]
    """(slip, its number, view, names): how its owner sees it."""
    work: Callable[[T, Request, V, Names], "T | Form | Panel | Becomes"]
    """(slip, what is asked for, view, names): as it is then, or a form or panel that asks on, or
    the move that it becomes. Raises Refusal."""
    hand: Callable[[V, Names], Sequence[Button]] = lambda view, names: ()
    """(view, names): the buttons on a hand by which it is begun or found again."""
    becomes: tuple[str, ...] = ()
    """The verbs of the ways that it becomes a move of. A hand on which it can be begun has no other
    button that would ask for all of such a move: two ways to the same thing only puzzle."""
    board: Callable[[V, Names], Sequence[Button]] = lambda public, names: ()
    """(the PUBLIC view, names): those on the board."""


AnySlipKind: TypeAlias = SlipKind[Any, Any]


def opened(kind: str, **named: str) -> Request:
    """Ask for a slip: begin one, or find it again; `named` are its fields, as typed."""
    return Request(f"{kind}_open", named)


def about(kind: str, word: str, number: int, **args: str) -> Request:
    """Ask for something that is done to the slip of a number."""
    return Request(f"{kind}_{word}", {"slip": str(number), **args})


def torn(kind: str, number: int) -> Request:
    """Ask for a slip to be torn up."""
    return about(kind, "tear", number)
