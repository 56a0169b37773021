"""What a face draws with: text, buttons, menus and forms, and what is requested with them.

A face says what is on a panel; bot/ui/render.py alone turns it into Discord's own components.
"""

import hashlib
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from bot.ui.pics import plain

TEXT_LIMIT = 4000  # characters of text in one message, all components together
LABEL_LIMIT = 80
CHOICE_LIMIT = 25
FIELD_LIMIT = 5
ALT_LIMIT = 1024

KEY = re.compile(r"[*?#]?[a-z_]{1,30}")


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asks for, by whatever way in: a verb, and named arguments as plain text.

    A button, a menu, a form, a slash command and a typed line all become one of these. Of a way in
    (bot/ui/ways.py), an argument under a plain name is an attribute of the move, written as JSON;
    under `*name` it is a value chosen for the field of that name, as JSON; under `?name` it is what
    was typed there. Values go into custom_ids as they are, and hold none of `:`, `=` and `;` there.
    """

    verb: str
    args: Mapping[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        for key in self.args:
            if not KEY.fullmatch(key):
                raise ValueError(f"not an argument's name: {key!r}")

    def with_args(self, more: Mapping[str, str]) -> "Request":
        """Return the same request with these arguments put in."""
        return Request(self.verb, {**self.args, **more})


def request(verb: str, **args: object) -> Request:
    """Write a Request shortly: `request("table_truth", page=2)`."""
    return Request(verb, {key: str(value) for key, value in args.items()})


Style: TypeAlias = Literal["plain", "main", "yes", "danger", "quiet"]
"""What is `quiet` looks plain, but never leads: it can be done at any time, and rarely matters."""


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph of Discord markdown. Names in it are escaped already (see Names).

    Small pictures in it are markers (bot/ui/pics.py); they are there all together, or not at all.
    """

    markdown: str


@dataclass(frozen=True, slots=True)
class Line:
    """A thin line between two parts."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button; its label says what will happen, in a few words (34 characters read well).

    `table` is there where another one than the panel's is meant.
    """

    label: str
    request: Request
    style: Style = "plain"
    disabled: bool = False
    table: int | None = None
    pic: str = ""
    """A small picture before the label, by its name (bot/ui/pics.py)."""


@dataclass(frozen=True, slots=True)
class Row:
    """Buttons side by side; more than five flow onto further rows."""

    buttons: Sequence[Button]


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu."""

    label: str
    value: str
    description: str = ""
    chosen: bool = False
    pic: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu; what is chosen is put into the request as argument `key`.

    More than 25 choices flow into further menus with the same request.
    """

    request: Request
    key: str
    placeholder: str
    choices: Sequence[Choice]


@dataclass(frozen=True, slots=True)
class Painter:
    """How one kind of picture is painted: `paint` makes a PNG of a content, and nothing else.

    The names of its pictures begin with `kind`. `version` goes up when it paints otherwise.
    """

    kind: str
    version: int
    paint: Callable[[Any], bytes]


@dataclass(frozen=True, slots=True, repr=False)
class Picture:
    """A picture beside the words: an extra, for everything that matters is in the text.

    `content` is all that is drawn on it, in plain values whose repr says them whole; `alt` says the
    same in a sentence or two. It is painted off the way of a move, so it may be seen a while after
    it was true: what it shows, and `alt`, say of themselves from when they are.
    """

    content: Hashable
    alt: str
    painter: Painter

    @property
    def name(self) -> str:
        """Name its file: the same content has the same name, on every machine."""
        said = f"{self.painter.version} {self.content!r}"
        return f"{self.painter.kind}-{hashlib.sha256(said.encode()).hexdigest()[:16]}.png"

    def __repr__(self) -> str:
        return f"Picture({self.name!r}, alt={self.alt!r})"


@dataclass(frozen=True, slots=True)
class Attached:
    """The picture that is attached to a message, by its name. The house puts it for a Picture."""

    name: str
    alt: str


Part: TypeAlias = Text | Line | Row | Menu | Picture | Attached


@dataclass(frozen=True, slots=True)
class Panel:
    """A message: parts from top to bottom."""

    parts: Sequence[Part]

    def text(self) -> str:
        """Everything that is written on it, for a screen reader, a log or a test.

        Of a picture of the board that is its alt text; small ones stand beside words that say it.
        """
        return "\n".join(
            plain(part.markdown) if isinstance(part, Text) else f"[{part.alt}]"
            for part in self.parts
            if isinstance(part, Text | Picture | Attached)
        )

    def requests(self) -> Iterator[Request]:
        """Everything that can be asked for with its enabled buttons and its menus."""
        for part in self.parts:
            if isinstance(part, Row):
                yield from (button.request for button in part.buttons if not button.disabled)
            elif isinstance(part, Menu):
                for choice in part.choices:
                    yield part.request.with_args({part.key: choice.value})


@dataclass(frozen=True, slots=True)
class Entry:
    """One field of a form: a line to type (`long`: lines), or (with choices) a menu.

    Filled with the likeliest; a menu's likeliest answer is the Choice that is `chosen`.
    """

    key: str
    label: str
    hint: str = ""
    default: str = ""
    choices: Sequence[Choice] = ()
    required: bool = True
    long: bool = False
    part_of: str = ""
    """Of several that ask for one thing together: what that is called."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form that opens over the channel: up to five entries, and the request that they fill."""

    request: Request
    title: str
    entries: Sequence[Entry]
    note: str = ""

    def asks(self) -> list[str]:
        """List what it asks for, each thing once."""
        return list(dict.fromkeys(one.part_of or one.label for one in self.entries))
