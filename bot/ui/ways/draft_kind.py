"""Drafts: moves that a player prepares in private, over several minutes, before they are made.

A draft is stored for its seat, separately from the game. Its requests have their own verbs:
`deal_open` opens the current draft or begins a new one, and `deal_tear` discards it. The face
defines all other `deal_…` verbs. The argument `slip` of these requests is the draft's number.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from bot.ui.panels.panel import Button, Form, Panel, Request
from bot.ui.panels.words import Names
from bot.ui.ways.fields import Field, Known
from games.rules import Seat

T = TypeVar("T")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Becomes:
    """A finished draft. It becomes a move and is then discarded."""

    verb: str
    move: Any
    done: str = "Done."
    """The text that replaces the draft for its owner: what was done, and what comes next."""


@dataclass(frozen=True, kw_only=True)
class DraftKind(Generic[T, V]):
    """A kind of draft: how it is created, shown and changed, and how it becomes a move."""

    kind: str
    """The name of its command and the prefix of its request verbs, in lowercase letters."""
    help: str
    """A line for the list of commands, at most 100 characters."""
    holds: Any
    """The type of a draft's content: a frozen dataclass."""
    fields: tuple[Field, ...] = ()
    """The options of the command that begins a draft."""
    begin: Callable[[Known, V, Names], "T | Form | Panel"]
    """(named values, view, names): returns a new draft, or a form or panel that asks for more.
    Raises Refusal.
    """
    meant: Callable[[T, Known, V], bool] = lambda slip, known, view: False
    """(draft, named values, view): whether to open this existing draft instead of a new one."""
    panel: Callable[[T, int, V, Names], Panel]
    """(draft, its number, view, names): draws the draft for its owner."""
    work: Callable[[T, Request, V, Names], "T | Form | Panel | Becomes"]
    """(draft, request, view, names): returns the changed draft, the move that the draft becomes, or
    a form or panel that asks for more. Raises Refusal.
    """
    hand: Callable[[V, Names], Sequence[Button]] = lambda view, names: ()
    """(view, names): the buttons on a hand that begin or reopen a draft."""
    becomes: tuple[str, ...] = ()
    """The verbs of the moves that a draft can become. A hand that offers the draft has no other
    button that asks for such a whole move, because two ways to do the same thing would be
    confusing.
    """
    board: Callable[[V, Names], Sequence[Button]] = lambda public, names: ()
    """(PUBLIC view, names): the buttons on the board that begin or reopen a draft."""

    presser: Callable[[V], Seat | None] = lambda public: None
    """(PUBLIC view): the only seat for which the board's buttons are, or None if for several."""


AnyDraftKind: TypeAlias = DraftKind[Any, Any]


def opened(kind: str, **named: str) -> Request:
    """Build the request that reopens a draft or begins one; `named` are its fields, as typed."""
    return Request(f"{kind}_open", named)


def about(kind: str, word: str, number: int, **args: str) -> Request:
    """Build the request `{kind}_{word}` for the draft with this number."""
    return Request(f"{kind}_{word}", {"slip": str(number), **args})


def torn(kind: str, number: int) -> Request:
    """Build the request that discards a draft."""
    return about(kind, "tear", number)
