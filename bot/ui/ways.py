"""Ways: a face declares each kind of move once, and all forms of input are built from that.

A *way* describes one kind of move to players: its verb, its button and its fields. The ways and the
legal moves determine the buttons and menus of board and hand, the form, the slash command with
autocomplete, the typed line, the examples of lines to type, and the refusal that lists what is
possible (offers.py, lines.py).

Every press, choice, form and line is first parsed into *known* attributes of a move (`named_in`,
`read_line`). Then `resolve` fills in each missing attribute that has only one legal value, and asks
for the others in a form. The rules decide whether the move is legal when it is played.
"""

import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from operator import attrgetter
from typing import Any, Generic, Literal, TypeAlias, TypeVar, get_type_hints

from bot.ui.fields import ASK, Field, Known, known_of, usual_of, value_in
from bot.ui.forms import asked_again, carried, counted, field_counted, put_together, typed
from bot.ui.panel import CHOICE_LIMIT, FIELD_LIMIT, Choice, Entry, Form, Panel, Request, Style
from bot.ui.words import Names, begins, escape, short
from db.codec import Codec, Unreadable
from games.rules import Refusal

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


@dataclass(frozen=True, slots=True)
class TypedText:
    """A button on a hand, or an example, that holds the text to type after the verb."""

    line: str
    """Short enough for a custom_id; the way's own `read` parses it."""


@dataclass(frozen=True, kw_only=True)
class Way(Generic[M, V]):
    """One kind of move, as players see it."""

    verb: str
    """The slash command and the first word of a typed line. Also written into custom_ids."""
    move: type[M]
    help: str
    """A line for the list of commands, at most 100 characters."""
    label: Callable[[V, Known, Names], str]
    """(view, known, names): a button's label. It ends with `…` if the button opens a form."""
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

    @cached_property
    def _spoken(self) -> Mapping[str, Sequence[tuple[str, Known]]]:
        found: dict[str, list[tuple[str, Known]]] = {}
        for word in (self.verb, *self.words, *self.phrases):
            found.setdefault(_first(word), []).append((word, self.phrases.get(word, {})))
        return found

    def spoken_in(self, line: str) -> list[tuple[str, Known]]:
        """Find this way's verb, words and phrases at the start of a line, with their attributes."""
        return [spoken for spoken in self._spoken.get(_first(line), ()) if begins(line, spoken[0])]


def _first(line: str) -> str:
    return line[:1].lower()[:1]


AnyWay: TypeAlias = Way[Any, Any]

TYPED_TEXT = "said"  # the argument of a button that holds a line to type


@dataclass(frozen=True)
class Legal:
    """The legal moves of a seat, and the kinds of move that are only sampled.

    `said` are the seat's current standing orders, with which a form for a new one is filled.
    """

    moves: tuple[Any, ...]
    sampled: tuple[type, ...] = ()
    said: tuple[Any, ...] = ()

    @cached_property
    def _kinds(self) -> dict[type, list[Any]]:
        kinds: dict[type, list[Any]] = {}
        for move in self.moves:
            kinds.setdefault(move.__class__, []).append(move)
        return kinds

    def of(self, way: AnyWay) -> Sequence[Any]:
        """Return the legal moves of this way's kind."""
        return self._kinds.get(way.move, ())

    def fitting(self, way: AnyWay, known: Known) -> Sequence[Any]:
        """Return the legal moves of this way that agree with the known attributes."""
        own = self.of(way)
        for name, value in known.items():
            own = [move for move in own if getattr(move, name) == value]
        return own

    def and_also(
        self, moves: Iterable[Any], sampled: Iterable[type], said: Iterable[Any] = ()
    ) -> "Legal":
        """Return a copy with more moves, sampled kinds of move and current standing orders."""
        return Legal((*self.moves, *moves), (*self.sampled, *sampled), (*self.said, *said))

    def all_of(self, way: AnyWay) -> bool:
        """Return whether the list has all legal moves of this kind, and not only samples."""
        return way.move not in self.sampled


@cache
def _codec(move: type, name: str) -> Codec[Any]:
    return Codec(get_type_hints(move)[name])


def args_of(way: AnyWay, known: Known) -> dict[str, str]:
    """Write attributes of a move as the JSON arguments of a request."""
    return {name: _codec(way.move, name).dump(value) for name, value in known.items()}


def ask(way: AnyWay, known: Known) -> Request:
    """Build the request of a button."""
    return Request(way.verb, args_of(way, known))


def field_of(way: AnyWay, name: str) -> Field | None:
    """Find a field by its name."""
    return next((field for field in way.fields if field.name == name), None)


def named_in(way: AnyWay, wanted: Request, view: Any, names: Names) -> Known:
    """Parse a request's arguments. Raises Refusal, because they may be forged or mistyped."""
    known: dict[str, Any] = {}
    left_out: list[Field] = []
    counts: dict[str, list[tuple[str, str]]] = {}
    for key, text in wanted.args.items():
        field = field_of(way, key[1:])
        if key[0] == "?" and field is not None:
            if text.strip():
                known |= known_of(field, _read_whole(field, text, view, names))
            else:
                left_out.append(field)
        elif key[0] == "*" and field is not None:
            known |= _parse_choice(way, field, text)
        elif field_counted(key) and field_of(way, field_counted(key)) is not None:
            counts.setdefault(field_counted(key), []).append((key, text))
        elif key in _attribute_names(way.move):
            known[key] = _load_value(_codec(way.move, key), text)
        elif key == TYPED_TEXT and way.read is not None:
            known |= way.read(text, view, names)
        else:
            raise Refusal("That button is not one of mine any more.")
    for field in [field for field in way.fields if field.name in counts]:
        text = put_together(field, counts[field.name])
        known |= known_of(field, _read_whole(field, text, view, names))
    return _fill_usual(left_out, known, view)[0]


def _fill_usual(fields: Iterable[Field], known: Known, view: Any) -> tuple[Known, list[Field]]:
    """Fill in the usual values of fields that were left out; also return fields that have none."""
    now, missing = dict(known), list[Field]()
    for field in fields:
        usual = usual_of(field, view, now)
        if usual is ASK:
            missing.append(field)
        else:
            now |= known_of(field, usual)
    return now, missing


def _load_value(codec: Codec[Any], text: str) -> Any:
    try:
        return codec.load(text)
    except Unreadable:
        raise Refusal("That button is not one of mine any more.") from None


def _parse_choice(way: AnyWay, field: Field, text: str) -> Known:
    """Parse a menu's chosen value, which is JSON: one value, or a list for several attributes."""
    if len(field.fills) == 1:
        return {field.fills[0]: _load_value(_codec(way.move, field.fills[0]), text)}
    try:
        values = json.loads(text)
    except ValueError:
        values = None
    if not isinstance(values, list) or len(values) != len(field.fills):  # pyright: ignore
        raise Refusal("That button is not one of mine any more.")
    written: list[str] = [json.dumps(value) for value in values]  # pyright: ignore
    return {
        name: _load_value(_codec(way.move, name), text)
        for name, text in zip(field.fills, written, strict=True)
    }


def chosen_as(way: AnyWay, field: Field, value: Any) -> str:
    """Write a field's value in the form that a menu's choice has."""
    known = known_of(field, value)
    written = [_codec(way.move, name).dump(known[name]) for name in field.fills]
    return written[0] if len(written) == 1 else f"[{','.join(written)}]"


def _read_whole(field: Field, text: str, view: Any, names: Names) -> Any:
    value, rest = field.read(text, view, names)
    if rest.strip(" .,!"):
        raise Refusal(f"{field.label}: I cannot make anything of “{escape(rest.strip()[:20])}”.")
    return value


def values_of(way: AnyWay, field: Field, known: Known, view: Any, legal: Legal) -> list[Any]:
    """List the possible values of a field, likeliest first, or likely ones if moves are sampled."""
    own = {name: value for name, value in known.items() if name not in field.fills}
    if legal.all_of(way):
        values = dict.fromkeys(map(_value_getter(field.fills), legal.fitting(way, own)))
    else:
        values = dict.fromkeys(field.offer(view, known))
    return list(field.sort(view, own, list(values)))


@cache
def _value_getter(names: tuple[str, ...]) -> Callable[[Any], Any]:
    """Return a function that gets the value of a field (one attribute or several) from a move."""
    return attrgetter(*names)


@cache
def _attribute_names(move: type) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(move) if field.name != "kind")


def attributes_of(move: Any) -> dict[str, Any]:
    return {name: getattr(move, name) for name in _attribute_names(move.__class__)}


def open_fields(
    way: AnyWay, known: Known, view: Any, legal: Legal
) -> tuple[Known, list[tuple[Field, list[Any]]]]:
    """Fill in fields with only one legal value. Return the known attributes and the open fields."""
    now, missing = dict(known), list[tuple[Field, list[Any]]]()
    for field in way.fields:
        if all(name in now for name in field.fills):
            continue
        values = values_of(way, field, now, view, legal)
        if len(values) == 1 and (legal.all_of(way) or field.closed):
            now |= known_of(field, values[0])
        else:
            missing.append((field, values))
    return now, missing


def _orders_first(way: AnyWay, field: Field, values: list[Any], legal: Legal) -> list[Any]:
    """Put the values of current standing orders first, if they are still possible."""
    orders = [order for order in legal.said if type(order) is way.move]
    stand = [value_in(field, attributes_of(order)) for order in orders]
    if not stand or (field.closed and stand[0] not in values):
        return values
    return [*stand, *(value for value in values if value not in stand)]


def resolve(
    way: Way[M, V], known: Known, view: V, names: Names, legal: Legal, *, line: bool = False
) -> M | Form:
    """Build a move from known attributes, or a form that asks for the missing ones.

    Buttons, menus, forms, commands and lines all end here. With `line`, the input was typed in a
    line or command, where a field with a usual value may be left out. A complete move is not
    checked here; `play` decides whether it is legal. Raises NotNow if something is missing and no
    move of this kind is legal, and NoSuchMove if no legal move has the known values.
    """
    known = way.settle(view, known)
    now, missing = open_fields(way, known, view, legal)
    if line:
        now, asked = _fill_usual([field for field, _ in missing], now, view)
        missing = [pair for pair in missing if pair[0] in asked]
    if not missing:
        return way.move(**now)
    if not legal.of(way):
        raise NotNow(way)
    if not _can_fit(way, now, view, legal):
        raise NoSuchMove(way, way.move(**{**attributes_of(legal.of(way)[0]), **now}))
    asked = [(field, _orders_first(way, field, values, legal)) for field, values in missing]
    return _form(way, now, asked[:FIELD_LIMIT], view, names)


def _can_fit(way: AnyWay, known: Known, view: Any, legal: Legal) -> bool:
    """Return whether a legal move can have these values, or menus offer them if only sampled."""
    if legal.all_of(way):
        return bool(legal.fitting(way, known))
    for field in way.fields:
        if field.closed and all(name in known for name in field.fills):
            own = {name: value for name, value in known.items() if name not in field.fills}
            if value_in(field, known) not in field.offer(view, own):
                return False
    return True


class NotNow(Refusal):
    """No move of this kind is legal now. `what_else` lists what can be done instead."""

    def __init__(self, way: AnyWay) -> None:
        super().__init__("Not now.")
        self.way = way


class NoSuchMove(NotNow):
    """No legal move has the named values. The rules can explain why.

    `move` is a complete move with these values. Its other values come from a legal move.
    """

    def __init__(self, way: AnyWay, move: Any) -> None:
        super().__init__(way)
        self.move = move


def _form(
    way: AnyWay, known: Known, missing: Sequence[tuple[Field, list[Any]]], view: Any, names: Names
) -> Form:
    title = way.title or way.label
    named = [field for field in way.fields if all(name in known for name in field.fills)]
    kept, again = carried(named, known, args_of(way, known))
    entries = [asked_again(field, known, view, names) for field in again]
    for left, (field, values) in zip(range(len(missing) - 1, -1, -1), missing, strict=True):
        room = FIELD_LIMIT - len(entries) - left
        entries += _entries(way, field, values, known, view, names, room)
    return Form(
        ask(way, kept),
        short(title(view, known, names).rstrip("…"), 45),
        entries[:FIELD_LIMIT],
        way.note(view, names) if len(entries) < FIELD_LIMIT else "",  # a note counts as an entry
    )


def _entries(
    way: AnyWay, field: Field, values: list[Any], known: Known, view: Any, names: Names, room: int
) -> list[Entry]:
    """Ask for a field with a menu of its values, with counting entries, or with a line to type."""
    likely = field.likely(view, known, values) if values else ASK
    hint, required = field.hint(view, known), field.usual is ASK
    listable = field.closed or not field.offer(view, known)
    if values and len(values) <= CHOICE_LIMIT and listable:
        choices = choices_of(way, field, values, view, names, likely)
        return [Entry(f"*{field.name}", field.label, hint, choices=choices, required=required)]
    default = "" if likely is ASK else field.write(likely, names)
    return counted(field, view, known, likely, room) or [typed(field, hint, default)]


def choices_of(
    way: AnyWay, field: Field, values: Iterable[Any], view: Any, names: Names, likely: Any = ASK
) -> list[Choice]:
    return [
        Choice(
            short(field.write(value, names), 100),
            chosen_as(way, field, value),
            short(field.about(value, view, names), 100),
            chosen=value == likely,
            pic=field.pic(value),
        )
        for value in values
    ]
