"""Ways: a face declares each kind of move once, and all forms of input are built from that.

A *way* describes one kind of move to players: its verb, its button and its fields (fields.py). The
ways and the legal moves determine the buttons and menus of board and hand, the slash command with
autocomplete, the examples of lines to type, and the refusal that lists what is possible
(offers.py).

Every press, choice, form and line is first read into *known* attributes of a move (read.py). Then
each missing attribute that has only one legal value is filled in, and a form asks for the others
(resolve.py). The rules decide whether the move is legal when it is played.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Literal, TypeAlias, TypeVar, get_origin, get_type_hints

from bot.ui.panels.panel import Panel, Style
from bot.ui.panels.words import Names, begins
from bot.ui.ways.fields import ASK, Field, Known
from games.rules import Seat

M = TypeVar("M")
V = TypeVar("V")
Holds: TypeAlias = Literal["key", "subject", "game"]
"""What must not have changed since a button was drawn: everything in the question (`key`), what the
question is about (`subject`), or nothing (`game`: the move names its object, so it is never stale).
"""


@dataclass(frozen=True, kw_only=True)
class MenuOf:
    """A menu on a hand with the legal values of one field, except the values in `but_for`."""

    field: str
    placeholder: str
    known: Known = dataclasses.field(default_factory=dict[str, Any])
    but_for: Sequence[Any] = ()


@dataclass(frozen=True, kw_only=True)
class OrderMenu:
    """A menu on the panel of standing orders: one sentence, and what its order can be set to."""

    field: str
    """The field that a choice fills."""
    sentence: str
    """What is set, in a player's words: `My limit for a Canoe`. The value follows after a colon."""
    known: Known = dataclasses.field(default_factory=dict[str, Any])
    """The other attributes of the order."""
    values: Sequence[tuple[Any, str]] = ()
    """The values with their labels, the likeliest first. If empty, the field offers and writes
    them."""
    stands: Any = None
    """The value that stands now, ASK if the owner is asked now; None: the field's value in the
    order that stands."""
    asked: Any = ASK
    """The value with which the owner is asked; ASK if they are asked without an order."""


@dataclass(frozen=True, slots=True)
class TypedText:
    """A button on a hand, or an example, that holds the text to type after the verb."""

    line: str
    """Short enough for a custom_id; the way's own `read` parses it."""


@dataclass(frozen=True, kw_only=True)
class Way(Generic[M, V]):
    """One kind of move, as players see it.

    >>> from bot.ui.ways.fields import number
    >>> from games.deadman.moves import Bid
    >>> bid = Way(
    ...     verb="bid",
    ...     move=Bid,
    ...     help="Claim a value for the dice.",
    ...     label=lambda view, known, names: f"Bid {known['value']}",
    ...     fields=(number("value", "value", "Your bid"),),
    ... )
    >>> bid.label(None, {"value": 54}, Names(["Ann", "Ben"]))
    'Bid 54'
    """

    verb: str
    """The slash command and the first word of a typed line. Also written into custom_ids."""
    move: type[M]
    help: str
    """A line for the list of commands, at most 100 characters."""
    label: Callable[[V, Known, Names], str]
    """(view, known, names): a button's label. The house adds `…` if something is asked first.

    Standing orders have no button: there it is the title of their form.
    """
    fields: tuple[Field, ...] = ()
    """The fields in the order in which they are typed."""
    group: str = ""
    """The subgroup of the slash command, for games with many kinds of move: `/trump sale bid`."""
    words: tuple[str, ...] = ()
    """Synonyms of the verb."""
    phrases: Mapping[str, Known] = dataclasses.field(default_factory=dict[str, Known])
    """Words that stand for the verb and some of its fields: `isn't` -> {"reason": "isnt"}."""
    bare: bool = False
    """Whether a line without a verb can mean this move: `50 10 10`, `54`."""
    holds: Holds = "key"
    style: Style = "plain"
    board: Callable[[V], Iterable[Known]] = lambda public: ()
    """(PUBLIC view): the attributes of each button on the board; a form asks for missing ones."""
    presser: Callable[[V], Seat | None] | None = None
    """(PUBLIC view): the only seat that may press the buttons on the board, or None if several may.
    If not given, that is the seat to move, if there is only one.
    """
    hand: Callable[[V], Iterable[Known | MenuOf | TypedText]] | None = None
    """(view): the offers on a hand where this is legal; None: derived from the legal moves."""
    read: Callable[[str, V, Names], Known] | None = None
    """(text after the verb, view, names): parses a special line; None: read the fields in order."""
    settle: Callable[[V, Known], Known] = lambda view, known: known
    """(view, known): works out one field from another (`they` means the player named beside it), or
    adds values that follow from the others.
    """
    example: Callable[[V], "M | TypedText | None"] = lambda view: None
    """(view): a legal move, or the text after the verb, to show how a line is typed; None: the
    first legal move.
    """
    instead: Callable[[V, Known, Names], Panel | None] = lambda view, known, names: None
    """(view, known, names): a panel to show instead of making this move, such as a warning."""
    pic: Callable[[V, Known], str] = lambda view, known: ""
    """(view, known): the name of the small picture before a button's label, or ""."""
    title: Callable[[V, Known, Names], str] | None = None
    """The title of the form, at most 45 characters. If None, the button's label is the title."""
    note: Callable[[V, Names], str] = lambda view, names: ""
    """A line above the form: `You hold $80`."""
    called: str = ""
    """A standing order of this kind on a button: `price list`."""
    menus: Callable[[V, Names, M | None], Sequence[OrderMenu]] | None = None
    """(view, names, the order of this kind that stands): the menus that set a standing order; None:
    derived from the fields (bot/ui/ways/order_menus.py).
    """

    def settled(self, view: V, known: Known) -> Known:
        """Return known attributes with those that follow from them, and the dates of an order.

        An attribute that no field fills is the date of a standing order, such as a count of turns.
        Here it is empty (0, "", () or None), and the game's `Orders.accept` writes the present one.
        """
        return {**self._undated, **self.settle(view, known)}

    @cached_property
    def _undated(self) -> Known:
        filled = {name for field in self.fields for name in field.fills} | {"kind"}
        hints = get_type_hints(self.move)
        return {name: _empty(hint) for name, hint in hints.items() if name not in filled}

    @cached_property
    def _spoken(self) -> Mapping[str, Sequence[tuple[str, Known]]]:
        found: dict[str, list[tuple[str, Known]]] = {}
        for word in (self.verb, *self.words, *self.phrases):
            found.setdefault(_first(word), []).append((word, self.phrases.get(word, {})))
        return found

    def spoken_in(self, line: str) -> list[tuple[str, Known]]:
        """Find this way's verb, words and phrases at the start of a line, with their attributes.

        >>> from games.deadman.moves import Bid
        >>> phrases = {"dead man": {"value": 21}}
        >>> bid = Way(verb="bid", move=Bid, help="", label=str, phrases=phrases)
        >>> bid.spoken_in("bid 54"), bid.spoken_in("Dead Man")
        ([('bid', {})], [('dead man', {'value': 21})])
        """
        return [spoken for spoken in self._spoken.get(_first(line), ()) if begins(line, spoken[0])]


def _empty(hint: Any) -> Any:
    """Return the empty value of a type; None if it has another one."""
    empties: dict[Any, Any] = {int: 0, str: "", tuple: ()}
    return empties.get(get_origin(hint) or hint)


def _first(line: str) -> str:
    return line[:1].lower()[:1]


def several(public: Any) -> Seat | None:
    """Say that several seats may press the buttons of a way on the board (`Way.presser`)."""
    return None


AnyWay: TypeAlias = Way[Any, Any]
TYPED_TEXT = "said"  # the argument of a button that holds a line to type


@dataclass(frozen=True)
class Legal:
    """The legal moves of a seat, and the kinds of move that are only sampled.

    `given_orders` are the standing orders of the seat, with which a form for a new one is filled.

    >>> from games.deadman.moves import Bid, Challenge
    >>> way = Way(verb="bid", move=Bid, help="", label=str)
    >>> legal = Legal((Challenge(), Bid(value=54), Bid(value=61)))
    >>> [bid.value for bid in legal.of(way)], legal.all_of(way)
    ([54, 61], True)
    """

    moves: tuple[Any, ...]
    sampled: tuple[type, ...] = ()
    given_orders: tuple[Any, ...] = ()

    @cached_property
    def _kinds(self) -> dict[type, list[Any]]:
        kinds: dict[type, list[Any]] = {}
        for move in self.moves:
            kinds.setdefault(move.__class__, []).append(move)
        return kinds

    def of(self, way: AnyWay) -> Sequence[Any]:
        """Return the legal moves of this way's kind."""
        return self._kinds.get(way.move, ())

    def and_also(
        self, moves: Iterable[Any], sampled: Iterable[type], given: Iterable[Any] = ()
    ) -> "Legal":
        """Return a copy with more moves, sampled kinds of move and current standing orders."""
        return Legal((*self.moves, *moves), (*self.sampled, *sampled), (*self.given_orders, *given))

    def all_of(self, way: AnyWay) -> bool:
        """Return whether the list has all legal moves of this kind, and not only samples."""
        return way.move not in self.sampled


def field_of(way: AnyWay, name: str) -> Field | None:
    """Find a field by its name."""
    return next((field for field in way.fields if field.name == name), None)
