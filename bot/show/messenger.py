"""How messages get out: what can be sent, and what to make of it when it does not get there.

`Messenger` and `Reply` are all that the rest of this room knows of Discord, so a test plays a whole
game with others. A message that is gone is posted again. A DM that is closed, a channel that is
gone or a permission that was taken away is an answer, not an accident: nobody tries again until
something has changed.
"""

from dataclasses import dataclass, replace
from typing import Protocol

from bot.ui.panel import Attached, Form, Panel, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file that is attached to a message; `alt` says what it is to who cannot see it."""

    name: str
    content: bytes
    alt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What is sent: a panel, of a table at a public step, with its stripe of colour.

    A `file` stands under the panel; a `picture` is what the panel's Attached part names, and takes
    the place of any that was attached before. Only `edit` sends one.
    """

    panel: Panel
    table: int = 0
    step: int = 0
    accent: int | None = None
    file: File | None = None
    picture: File | None = None

    def bare(self) -> "Message | None":
        """Return the same without the picture that is on it; None if there is none."""
        parts = [part for part in self.panel.parts if not isinstance(part, Attached)]
        if len(parts) == len(self.panel.parts):
            return None
        return replace(self, panel=Panel(parts), picture=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Plain text that calls one person, with buttons under it: a phone shows the text alone.

    In a channel it names them, or they would not be called, and may call others besides.
    """

    content: str
    row: Row
    table: int
    step: int
    person: int
    others: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Hold that there is something to be read on a phone."""
        assert self.content.strip(), "a notice says in plain text what is wanted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Small print of a table that is posted once and never edited; it pings nobody."""

    content: str
    table: int
    row: Row | None = None


class CannotSend(Exception):
    """A message did not get through; how it is to be taken, the kinds below say."""


class ShutOut(CannotSend):
    """We may not write in this channel (any more), or it is gone: until we are let in again.

    `said` tells people what is in the way, in a sentence; "" if that is not known.
    """

    def __init__(self, why: str, said: str = "") -> None:
        super().__init__(why)
        self.said = said


class Gone(ShutOut):
    """Whom we would write to is in no server in which we are: they left, or are no more."""


class Refused(CannotSend):
    """Discord does not take this message: not to be tried again until something has changed."""


class TryLater(CannotSend):
    """Discord is throttling, failing or out of reach: to be tried again, in `after` s if known."""

    def __init__(self, why: str, after: float = 0.0) -> None:
        super().__init__(why)
        self.after = after


class Messenger(Protocol):
    """Sends, edits and removes messages by id. Everything may raise CannotSend."""

    @property
    def closed(self) -> bool:
        """Whether the connection is being closed: nothing can be sent any more."""
        ...

    async def post(self, channel: int, message: Message, nonce: str) -> int:
        """Post a message that pings nobody; return its id."""
        ...

    async def publish(self, channel: int, record: Record, nonce: str) -> int:
        """Post plain text that pings nobody, and that nobody ever edits; return its id."""
        ...

    async def edit(self, channel: int, message_id: int, message: Message | Notice) -> bool:
        """Draw a message anew; False if it is gone."""
        ...

    async def remove(self, channel: int, message_id: int) -> None:
        """Delete a message of ours, if it is still there and we may."""
        ...

    async def notify(self, channel: int, notice: Notice, nonce: str) -> int:
        """Post a notice that pings its person; return its id."""
        ...

    async def enter(self, thread: int) -> None:
        """Make sure that we are in a private thread, where we can."""
        ...

    async def is_member(self, guild: int, person: int) -> bool:
        """Say whether somebody is in a server, as far as that can be known now."""
        ...

    async def send_dm(self, person: int, message: Message | Notice, nonce: str) -> int | None:
        """Write to somebody; None if they take no DMs, which is remembered. May raise Gone."""
        ...

    async def edit_dm(self, person: int, message_id: int, message: Message | Notice) -> bool:
        """Draw a DM anew; False if it is gone or closed."""
        ...

    async def remove_dm(self, person: int, message_id: int) -> None:
        """Delete a DM of ours, if it is still there."""
        ...


class Kept(Protocol):
    """A private answer, while it can be edited by the token of its interaction."""

    @property
    def message(self) -> int:
        """The message's id."""
        ...

    async def edit(self, message: Message) -> bool:
        """Draw it anew; False if it is gone, or the token has run out. May raise CannotSend."""
        ...


class Reply(Protocol):
    """The one answer to one press, form or command: always given, always in time."""

    @property
    def id(self) -> int:
        """The interaction's id: the receipt of what it changes."""
        ...

    @property
    def person(self) -> int:
        """Who asked."""
        ...

    @property
    def in_dm(self) -> bool:
        """Whether it came from a DM."""
        ...

    @property
    def message(self) -> int | None:
        """The message whose button, menu or form it was; None for a command."""
        ...

    @property
    def on_own_panel(self) -> bool:
        """Whether that message is one that only its owner sees."""
        ...

    @property
    def on_notice(self) -> bool:
        """Whether that message is a notice."""
        ...

    @property
    def given(self) -> bool:
        """Whether something has been answered."""
        ...

    @property
    def without_picture(self) -> bool:
        """Whether the picture on a drawing was refused, and it went out without it."""
        ...

    @property
    def kept(self) -> Kept | None:
        """The panel that was drawn last as an answer, or clicked; None if it did not get there."""
        ...

    async def say(self, message: Message) -> None:
        """Answer in private, with a message that only this person sees."""
        ...

    async def update(self, message: Message) -> bool:
        """Answer by drawing anew the message that was clicked on; False if that was lost.

        A notice becomes what is drawn, for good. If that message has gone in the meantime nothing
        is answered yet: `given` stays False.
        """
        ...

    async def post(self, message: Message) -> int | None:
        """Answer in the channel, for everybody; return the message's id if it went through."""
        ...

    async def form(self, form: Form, table: int, step: int) -> bool:
        """Answer with a form; False if it is too late for one."""
        ...

    async def acknowledge(self) -> None:
        """Answer without a word: nothing changes on the screen, and nothing fails."""
        ...


def on_board(reply: Reply) -> bool:
    """Say whether a press was on a board, and not on what its owner alone sees."""
    return reply.message is not None and not reply.on_own_panel and not reply.on_notice
