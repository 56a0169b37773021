"""Ways in, declared once: from a face's list of its kinds of move the house makes all the rest.

A *way* is one kind of move as a player meets it: its verb, its button, the fields that are named
with it. From that and from the legal moves are made: the buttons and menus of board and hand, the
form, the slash command with its autocompletes, the typed line, the sentence that says what can be
typed now, and the refusal that says what can be done (offers.py, lines.py).

Whatever a player presses, chooses, fills in or types is first read into *known* attributes of the
move (`named_in`, `read_line`), and then ends in one place, `resolve`: what is missing is filled in
where there is only one legal value, or asked for in a form. Whether the move is legal is for the
rules to say, when it is played.
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
from bot.ui.panel import (
    CHOICE_LIMIT,
    FIELD_LIMIT,
    Choice,
    Entry,
    Form,
    Panel,
    Request,
    Style,
)
from bot.ui.words import Names, begins, escape, short
from db.codec import Codec, Unreadable
from games.rules import Refusal

M = TypeVar("M")
V = TypeVar("V")

Holds: TypeAlias = Literal["key", "subject", "game"]
"""What must not have changed since a button was drawn: all that was said on the question, what it
is about, or nothing (the move names its object, and is the same whenever it comes)."""


@dataclass(frozen=True, kw_only=True)
class MenuOf:
    """On a hand: a menu of the legal values of one field, but for those that stand elsewhere."""

    field: str
    placeholder: str
    known: Known = dataclasses.field(default_factory=dict[str, Any])
    but_for: Sequence[Any] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """On a hand, a button that stands for a line, what would be typed behind the verb; an example
    that leaves out what goes without saying."""

    line: str
    """Short, for it stands in a custom_id; the way's own `read` reads it."""


@dataclass(frozen=True, kw_only=True)
class Way(Generic[M, V]):
    """One kind of move, as a player meets it."""

    verb: str
    """The slash command and the first word of a typed line; also stands in custom_ids."""
    move: type[M]
    help: str
    """One line for the list of commands, at most 100 characters."""
    label: Callable[[V, Known, Names], str]
    """(view, known, names): a button's label. It ends in `…` where something is still asked."""
    fields: tuple[Field, ...] = ()
    """What is named, in the order in which it is typed."""
    group: str = ""
    """Where a game has many kinds of move: the subgroup its command is in, `/trump sale bid`."""
    words: tuple[str, ...] = ()
    """Other words for the verb."""
    phrases: Mapping[str, Known] = dataclasses.field(default_factory=dict[str, Known])
    """Words for the verb with some of its fields: `isn't` -> {"reason": "isnt"}."""
    bare: bool = False
    """Whether a line without a verb is read as this, where it is legal: `50 10 10`, `54`."""
    holds: Holds = "key"
    style: Style = "plain"
    board: Callable[[V], Iterable[Known]] = lambda public: ()
    """From the PUBLIC view alone: what may be pressed on the board, whole or partly filled."""
    hand: Callable[[V], Iterable[Known | MenuOf | Said]] | None = None
    """What is offered on a hand on which this is legal; None: made from the legal moves."""
    read: Callable[[str, V, Names], Known] | None = None
    """(what follows the verb, view, names): reads a peculiar line; else the fields in order."""
    settle: Callable[[V, Known], Known] = lambda view, known: known
    """(view, what was named): works out what one field means by another (`they` is who is named
    beside it), or what goes without saying once something else is said."""
    example: Callable[[V], "M | Said | None"] = lambda view: None
    """(view): a legal move to show how one is typed, or what would be typed behind the verb for
    one; None: the first of the legal ones."""
    instead: Callable[[V, Known, Names], Panel | None] = lambda view, known, names: None
    """A question back, in place of this move: a warning with better buttons, say."""
    pic: Callable[[V, Known], str] = lambda view, known: ""
    """(view, known): names the small picture before a button's label; "" of none."""
    title: Callable[[V, Known, Names], str] | None = None
    """Of its form, at most 45 characters; None: the button's label."""
    note: Callable[[V, Names], str] = lambda view, names: ""
    """A line above its form: `You hold $80`."""

    @cached_property
    def _spoken(self) -> Mapping[str, Sequence[tuple[str, Known]]]:
        found: dict[str, list[tuple[str, Known]]] = {}
        for word in (self.verb, *self.words, *self.phrases):
            found.setdefault(_first(word), []).append((word, self.phrases.get(word, {})))
        return found

    def spoken_in(self, line: str) -> list[tuple[str, Known]]:
        """Find the words for it that a line begins with, and what each says besides the kind."""
        return [one for one in self._spoken.get(_first(line), ()) if begins(line, one[0])]


def _first(line: str) -> str:
    return line[:1].lower()[:1]


AnyWay: TypeAlias = Way[Any, Any]

SAID = "said"  # the argument of a button that stands for a line


@dataclass(frozen=True)
class Legal:
    """What a seat may do: its legal moves, and which kinds are only sampled.

    Of what can be said ahead, `said` is what stands already: a form begins with it.
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
        """Return those that agree with what is known."""
        own = self.of(way)
        for name, value in known.items():
            own = [move for move in own if getattr(move, name) == value]
        return own

    def and_also(
        self, moves: Iterable[Any], sampled: Iterable[type], said: Iterable[Any] = ()
    ) -> "Legal":
        """Return these and others, of kinds that are only sampled; `said` are those that stand."""
        return Legal((*self.moves, *moves), (*self.sampled, *sampled), (*self.said, *said))

    def all_of(self, way: AnyWay) -> bool:
        """Say whether the legal moves of this kind are all there are."""
        return way.move not in self.sampled


# --- what was named -------------------------------------------------------------------------------


@cache
def _codec(move: type, name: str) -> Codec[Any]:
    return Codec(get_type_hints(move)[name])


def args_of(way: AnyWay, known: Known) -> dict[str, str]:
    """Write attributes of a move as the arguments of a request: as JSON."""
    return {name: _codec(way.move, name).dump(value) for name, value in known.items()}


def ask(way: AnyWay, known: Known) -> Request:
    """Write a button's request."""
    return Request(way.verb, args_of(way, known))


def field_of(way: AnyWay, name: str) -> Field | None:
    """Find a field by its name."""
    return next((field for field in way.fields if field.name == name), None)


def named_in(way: AnyWay, wanted: Request, view: Any, names: Names) -> Known:
    """Read a request's arguments. Raises Refusal: they may be forged, or typed by anybody."""
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
            known |= _chosen(way, field, text)
        elif field_counted(key) and field_of(way, field_counted(key)) is not None:
            counts.setdefault(field_counted(key), []).append((key, text))
        elif key in _attribute_names(way.move):
            known[key] = _loaded(_codec(way.move, key), text)
        elif key == SAID and way.read is not None:
            known |= way.read(text, view, names)
        else:
            raise Refusal("That button is not one of mine any more.")
    for field in [one for one in way.fields if one.name in counts]:
        text = put_together(field, counts[field.name])
        known |= known_of(field, _read_whole(field, text, view, names))
    return _as_usual(left_out, known, view)[0]


def _as_usual(fields: Iterable[Field], known: Known, view: Any) -> tuple[Known, list[Field]]:
    """Fill in what is usual where a field is left out; return what is known then, and the rest."""
    now, rest = dict(known), list[Field]()
    for field in fields:
        usual = usual_of(field, view, now)
        if usual is ASK:
            rest.append(field)
        else:
            now |= known_of(field, usual)
    return now, rest


def _loaded(codec: Codec[Any], text: str) -> Any:
    try:
        return codec.load(text)
    except Unreadable:
        raise Refusal("That button is not one of mine any more.") from None


def _chosen(way: AnyWay, field: Field, text: str) -> Known:
    """Read a value chosen from a menu: one JSON value, or a list of several attributes."""
    if len(field.fills) == 1:
        return {field.fills[0]: _loaded(_codec(way.move, field.fills[0]), text)}
    try:
        values = json.loads(text)
    except ValueError:
        values = None
    if not isinstance(values, list) or len(values) != len(field.fills):  # pyright: ignore
        raise Refusal("That button is not one of mine any more.")
    written: list[str] = [json.dumps(one) for one in values]  # pyright: ignore
    return {
        name: _loaded(_codec(way.move, name), one)
        for name, one in zip(field.fills, written, strict=True)
    }


def chosen_as(way: AnyWay, field: Field, value: Any) -> str:
    """Write a field's value as the value of a menu's choice."""
    known = known_of(field, value)
    written = [_codec(way.move, name).dump(known[name]) for name in field.fills]
    return written[0] if len(written) == 1 else f"[{','.join(written)}]"


def _read_whole(field: Field, text: str, view: Any, names: Names) -> Any:
    value, rest = field.read(text, view, names)
    if rest.strip(" .,!"):
        raise Refusal(f"{field.label}: I cannot make anything of “{escape(rest.strip()[:20])}”.")
    return value


# --- the one way from what was named to a move ----------------------------------------------------


def values_of(way: AnyWay, field: Field, known: Known, view: Any, legal: Legal) -> list[Any]:
    """List what can be named for a field, the likeliest first; where sampled, what is offered."""
    own = {name: value for name, value in known.items() if name not in field.fills}
    if legal.all_of(way):
        values = dict.fromkeys(map(_getter(field.fills), legal.fitting(way, own)))
    else:
        values = dict.fromkeys(field.offer(view, known))
    return list(field.sort(view, own, list(values)))


@cache
def _getter(names: tuple[str, ...]) -> Callable[[Any], Any]:
    """Take a field's value out of a move: one attribute, or a tuple of several."""
    return attrgetter(*names)


@cache
def _attribute_names(move: type) -> tuple[str, ...]:
    return tuple(one.name for one in dataclasses.fields(move) if one.name != "kind")


def attributes_of(move: Any) -> dict[str, Any]:
    return {name: getattr(move, name) for name in _attribute_names(move.__class__)}


def open_fields(
    way: AnyWay, known: Known, view: Any, legal: Legal
) -> tuple[Known, list[tuple[Field, list[Any]]]]:
    """Fill in what has one legal value only; return what is known then, and what is open."""
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


def _what_stands_first(way: AnyWay, field: Field, values: list[Any], legal: Legal) -> list[Any]:
    """Begin with what was said ahead already, where it can be said again."""
    stand = [value_in(field, attributes_of(one)) for one in legal.said if type(one) is way.move]
    if not stand or (field.closed and stand[0] not in values):
        return values
    return [*stand, *(one for one in values if one not in stand)]


def resolve(
    way: Way[M, V],
    known: Known,
    view: V,
    names: Names,
    legal: Legal,
    *,
    line: bool = False,
) -> M | Form:
    """Make a move of what was named, or a form that asks for what is missing.

    Button, menu, form, command and line all end here. `line`: it was typed, in a line or command:
    what has a usual value may be left out. Of a whole move `play` alone says whether it is legal.
    Raises NotNow where something is missing and nothing of this kind is legal; NoSuchMove where
    what was named fits nothing that is, before a label or a form is made of it.
    """
    known = way.settle(view, known)
    now, missing = open_fields(way, known, view, legal)
    if line:
        now, asked = _as_usual([field for field, _ in missing], now, view)
        missing = [one for one in missing if one[0] in asked]
    if not missing:
        return way.move(**now)
    if not legal.of(way):
        raise NotNow(way)
    if not _fits(way, now, view, legal):
        raise NoSuchMove(way, way.move(**{**attributes_of(legal.of(way)[0]), **now}))
    asked = [(one, _what_stands_first(way, one, values, legal)) for one, values in missing]
    return _form(way, now, asked[:FIELD_LIMIT], view, names)


def _fits(way: AnyWay, known: Known, view: Any, legal: Legal) -> bool:
    """Say whether a legal move can have these values; where sampled, whether a menu had them."""
    if legal.all_of(way):
        return bool(legal.fitting(way, known))
    for field in way.fields:
        if field.closed and all(name in known for name in field.fills):
            own = {name: value for name, value in known.items() if name not in field.fills}
            if value_in(field, known) not in field.offer(view, own):
                return False
    return True


class NotNow(Refusal):
    """Nothing of this kind can be done now; `what_else` says what can."""

    def __init__(self, way: AnyWay) -> None:
        super().__init__("Not now.")
        self.way = way


class NoSuchMove(NotNow):
    """No move can have these values, whatever else it says: the rules know why.

    `move` is one that has them, whole: what was not named is as in a move that is legal.
    """

    def __init__(self, way: AnyWay, move: Any) -> None:
        super().__init__(way)
        self.move = move


def _form(
    way: AnyWay,
    known: Known,
    missing: Sequence[tuple[Field, list[Any]]],
    view: Any,
    names: Names,
) -> Form:
    title = way.title or way.label
    named = [one for one in way.fields if all(name in known for name in one.fills)]
    kept, again = carried(named, known, args_of(way, known))
    entries = [asked_again(field, known, view, names) for field in again]
    for left, (field, values) in zip(range(len(missing) - 1, -1, -1), missing, strict=True):
        room = FIELD_LIMIT - len(entries) - left
        entries += _entries(way, field, values, known, view, names, room)
    return Form(
        ask(way, kept),
        short(title(view, known, names).rstrip("…"), 45),
        entries[:FIELD_LIMIT],
        way.note(view, names) if len(entries) < FIELD_LIMIT else "",  # it takes a place as well
    )


def _entries(
    way: AnyWay,
    field: Field,
    values: list[Any],
    known: Known,
    view: Any,
    names: Names,
    room: int,
) -> list[Entry]:
    """Ask for a field: in a menu of its values, in counts, or in a line to type."""
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
