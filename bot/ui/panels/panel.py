"""The building blocks of panels: texts, buttons, menus and forms, and their requests.

Only bot/ui/panels/render.py turns them into the JSON that Discord takes.
"""

import hashlib
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from bot.ui.panels.pics import plain

TEXT_LIMIT = 4000  # Discord's limit of characters in all components of one message together
LABEL_LIMIT = 80
CHOICE_LIMIT = 25
FIELD_LIMIT = 5
ROW_LIMIT = 5  # buttons side by side
ALT_LIMIT = 1024

KEY = re.compile(r"[*?#]?[a-z_]{1,30}")


@dataclass(frozen=True, slots=True)
class Request:
    """A player's request: a verb, and named arguments as plain text.

    Buttons, menus, forms, slash commands and typed lines all become a Request. If the verb makes a
    move (bot/ui/ways/ways.py), a plain key is an attribute of the move, written as JSON; `*name` is
    a value chosen in the menu of that field, as JSON; `?name` is text typed for that field. Values
    are copied into custom_ids unchanged, so there they contain no `:`, `=` or `;`.
    """

    verb: str
    args: Mapping[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        for key in self.args:
            if not KEY.fullmatch(key):
                raise ValueError(f"not an argument's name: {key!r}")

    def with_args(self, more: Mapping[str, str]) -> "Request":
        """Return the same request with additional arguments."""
        return Request(self.verb, {**self.args, **more})


def request(verb: str, **args: object) -> Request:
    """Build a Request from keyword arguments: `request("table_truth", page=2)`."""
    return Request(verb, {key: str(value) for key, value in args.items()})


Style: TypeAlias = Literal["plain", "main", "yes", "danger", "quiet"]
"""The style of a button. `main` marks the heart of a game, such as playing cards or rolling, and
never an amount. `quiet` is for what always works and rarely matters: a hand has it behind *More…*.
"""


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph of Discord markdown. Names in it have been escaped already (see Names).

    Small pictures in it are markers (bot/ui/panels/pics.py). Either all are rendered or none.
    """

    markdown: str


@dataclass(frozen=True, slots=True)
class Line:
    """A thin line between two parts of a panel."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button. Its label says what it does, ideally in at most 34 characters.

    `table` is set only if the button acts on a different table from the one on its panel.
    """

    label: str
    request: Request
    style: Style = "plain"
    disabled: bool = False
    table: int | None = None
    pic: str = ""
    """The name of a small picture before the label (bot/ui/panels/pics.py)."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of buttons. More than five continue on further rows."""

    buttons: Sequence[Button]


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of a menu."""

    label: str
    value: str
    description: str = ""
    chosen: bool = False
    pic: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu. The chosen value becomes the argument `key` of the request.

    More than 25 choices continue in further menus with the same request. With `several`, any number
    of at most 25 choices may be chosen, also none; their values are separated by commas.
    """

    request: Request
    key: str
    placeholder: str
    choices: Sequence[Choice]
    several: bool = False


@dataclass(frozen=True, slots=True)
class Picker:
    """A menu that Discord fills by itself, with the channels or the roles of the server.

    The ids that were picked, separated by commas, become the argument `key` of the request. None
    may be picked, and at most `most`. Those in `picked` are picked already.
    """

    request: Request
    key: str
    placeholder: str
    what: Literal["channels", "roles"]
    picked: Sequence[int] = ()
    most: int = 1


@dataclass(frozen=True, slots=True)
class Painter:
    """A painter for one kind of picture: `paint` turns a picture's content into a PNG.

    Picture names begin with `kind`. Increase `version` whenever the same content looks different.
    If its pictures are `lasting`, one that is attached to a message stays as it is.
    """

    kind: str
    version: int
    paint: Callable[[Any], bytes]
    lasting: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Picture:
    """A decorative picture. The panel's text also contains everything that matters.

    `content` is everything that the picture shows, in plain values with a complete repr. `alt` says
    the same in a sentence or two. Pictures are painted in the background, perhaps after the next
    move, so both the content and `alt` must name the moment that they show.
    """

    content: Hashable
    alt: str
    painter: Painter

    @property
    def name(self) -> str:
        """Return the file name. The same content has the same name on every machine."""
        said = f"{self.painter.version} {self.content!r}"
        return f"{self.painter.kind}-{hashlib.sha256(said.encode()).hexdigest()[:16]}.png"

    def __repr__(self) -> str:
        return f"Picture({self.name!r}, alt={self.alt!r})"


@dataclass(frozen=True, slots=True)
class Attached:
    """The file name of a picture that is attached to the message. Replaces a Picture when sent.

    `file` is the id of the attached file, or 0 while it is being uploaded.
    """

    name: str
    alt: str
    file: int = 0


Part: TypeAlias = Text | Line | Row | Menu | Picker | Picture | Attached


@dataclass(frozen=True, slots=True)
class Panel:
    """A message, as a list of parts from top to bottom."""

    parts: Sequence[Part]

    def text(self) -> str:
        """Return all text of the panel, for a screen reader, a log or a test.

        Board pictures contribute their alt text. Small pictures add nothing to the words beside
        them.
        """
        return "\n".join(
            plain(part.markdown) if isinstance(part, Text) else f"[{part.alt}]"
            for part in self.parts
            if isinstance(part, Text | Picture | Attached)
        )

    def requests(self) -> Iterator[Request]:
        """Yield the requests of all enabled buttons and all menu choices."""
        for part in self.parts:
            if isinstance(part, Row):
                yield from (button.request for button in part.buttons if not button.disabled)
            elif isinstance(part, Menu):
                for choice in part.choices:
                    yield part.request.with_args({part.key: choice.value})


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a form: a line to type, several lines (`long`), or a menu if it has choices.

    `default` is the likeliest answer. In a menu, the Choice marked `chosen` is the likeliest.
    """

    key: str
    label: str
    hint: str = ""
    default: str = ""
    choices: Sequence[Choice] = ()
    required: bool = True
    long: bool = False
    part_of: str = ""
    """The common label of several entries that together ask for one thing."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form with up to five entries, which fill in the arguments of a request."""

    request: Request
    title: str
    entries: Sequence[Entry]
    note: str = ""

    def asks(self) -> list[str]:
        """List what the form asks for, without repetitions."""
        return list(dict.fromkeys(entry.part_of or entry.label for entry in self.entries))
