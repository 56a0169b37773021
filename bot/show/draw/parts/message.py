"""The messages that are sent to Discord, as data."""

from dataclasses import dataclass, replace

from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Attached, Panel, Row, Text
from db.tables.tables import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file that is attached to a message. `alt` describes it for screen readers."""

    name: str
    content: bytes
    alt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message with a panel and an accent colour that shows a table at one public step.

    `file` is shown below the panel. `picture` is the image for the panel's Attached part. It
    replaces the image that was attached before. A board's is sent by `Messenger.attach` alone, a
    hand's by the answer that shows the hand.
    """

    panel: Panel
    table: int = 0
    step: int = 0
    accent: int | None = None
    file: File | None = None
    picture: File | None = None

    @property
    def attached(self) -> Attached | None:
        """The panel's part that shows the attached picture, or None if there is none."""
        return next((part for part in self.panel.parts if isinstance(part, Attached)), None)

    def bare(self) -> "Message | None":
        """Return this message without its attached picture, or None if it has no picture."""
        if self.attached is None:
            return None
        parts = [part for part in self.panel.parts if not isinstance(part, Attached)]
        return replace(self, panel=Panel(parts), picture=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A plain text with buttons that pings one person. A phone notification shows only the text.

    In a channel, the text mentions `person` and `others`, because only mentions ping people.
    """

    content: str
    row: Row
    table: int
    step: int
    person: int
    others: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Check that the text is not blank, because a phone shows nothing else."""
        assert self.content.strip(), "a notice says in plain text what is wanted"


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckRecord:
    """A public fairness record of a table. Its message is never edited and pings nobody."""

    content: str
    table: int
    row: Row | None = None


def message_of(face: AnyFace, table: Table, panel: Panel) -> Message:
    """Wrap a panel in a message that carries the id and the current step of a table."""
    return Message(panel=panel, table=table.id, step=table.step, accent=face.colour)


def sentence(text: str) -> Message:
    """Return a message that consists of one text."""
    return Message(panel=Panel([Text(text)]))
