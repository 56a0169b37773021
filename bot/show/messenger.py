"""Defines what can be sent to Discord, and what can go wrong.

The rest of `bot/show` knows Discord only through `Messenger` and `Reply`, so tests can play a whole
game with stand-ins. A message that was deleted is posted again. A closed DM, a deleted channel or a
missing permission is a lasting problem: nothing is retried until something changes.
"""

from dataclasses import dataclass, replace
from typing import Protocol

from bot.ui.panel import Attached, Form, Panel, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file attached to a message; `alt` is its alt text."""

    name: str
    content: bytes
    alt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message with a panel and an accent colour, for a table at a public step.

    `file` is shown below the panel. `picture` is the image that the panel's Attached part names. It
    replaces the image that was attached before, and only `edit` sends it.
    """

    panel: Panel
    table: int = 0
    step: int = 0
    accent: int | None = None
    file: File | None = None
    picture: File | None = None

    def bare(self) -> "Message | None":
        """Return this message without its attached picture, or None if it has no picture."""
        parts = [part for part in self.panel.parts if not isinstance(part, Attached)]
        if len(parts) == len(self.panel.parts):
            return None
        return replace(self, panel=Panel(parts), picture=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Plain text that pings one person, with buttons below. A phone shows only the text.

    In a channel the text mentions that person, because only a mention pings, and also `others`.
    """

    content: str
    row: Row
    table: int
    step: int
    person: int
    others: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Check that there is a text for the phone to show."""
        assert self.content.strip(), "a notice says in plain text what is wanted"


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckRecord:
    """The small print of a table: a message that is never edited and pings nobody."""

    content: str
    table: int
    row: Row | None = None


class CannotSend(Exception):
    """A message was not sent; the subclasses say why."""


class ShutOut(CannotSend):
    """The bot can't write in a channel, or it is gone. Don't retry without new access.

    `said` explains the problem to players in a sentence, or is "" if the reason is not known.
    """

    def __init__(self, why: str, said: str = "") -> None:
        super().__init__(why)
        self.said = said


class Gone(ShutOut):
    """The person is in none of the bot's servers: they left, or their account is deleted."""


class Refused(CannotSend):
    """Discord refuses this message. Don't retry until something changes."""


class TryLater(CannotSend):
    """Discord is throttling, failing or out of reach. Retry `after` seconds if that is known."""

    def __init__(self, why: str, after: float = 0.0) -> None:
        super().__init__(why)
        self.after = after


class Messenger(Protocol):
    """Sends, edits and removes messages by id. Every method may raise CannotSend."""

    @property
    def closed(self) -> bool:
        """Whether the connection is being closed, so that nothing can be sent any more."""
        ...

    async def post(self, channel: int, message: Message, nonce: str) -> int:
        """Post a message that pings nobody and return its id."""
        ...

    async def publish(self, channel: int, record: LuckRecord, nonce: str) -> int:
        """Post plain text that pings nobody and is never edited and return its id."""
        ...

    async def edit(self, channel: int, message_id: int, message: Message | Notice) -> bool:
        """Edit a message. Return False if it is gone."""
        ...

    async def remove(self, channel: int, message_id: int) -> None:
        """Delete a message of ours if it still exists and we are allowed to."""
        ...

    async def notify(self, channel: int, notice: Notice, nonce: str) -> int:
        """Post a notice that pings the people it names and return its id."""
        ...

    async def enter(self, thread: int) -> None:
        """Join a private thread if we can."""
        ...

    async def is_member(self, guild: int, person: int) -> bool:
        """Return whether a person is in a server, or True if that can't be found out now."""
        ...

    async def send_dm(self, person: int, message: Message | Notice, nonce: str) -> int | None:
        """Send a DM and return its id, or None if the person takes no DMs. May raise Gone."""
        ...

    async def edit_dm(self, person: int, message_id: int, message: Message | Notice) -> bool:
        """Edit a DM. Return False if it is gone or closed."""
        ...

    async def remove_dm(self, person: int, message_id: int) -> None:
        """Delete a DM of ours if it still exists."""
        ...


class Kept(Protocol):
    """A private panel that can be edited with its interaction's token."""

    @property
    def message(self) -> int:
        """The message's id."""
        ...

    async def edit(self, message: Message) -> bool:
        """Edit the panel; False if it is gone or its token has expired. May raise CannotSend."""
        ...


class Reply(Protocol):
    """The answer to a press, form or command. It is always given, and always in time."""

    @property
    def id(self) -> int:
        """The interaction's id, which is the idempotency key of the change it makes."""
        ...

    @property
    def person(self) -> int:
        """The id of the person who pressed or typed."""
        ...

    @property
    def in_dm(self) -> bool:
        """Whether the interaction came from a DM."""
        ...

    @property
    def message(self) -> int | None:
        """The message whose button, menu or form was used, or None for a command."""
        ...

    @property
    def on_own_panel(self) -> bool:
        """Whether the pressed message is visible only to its owner."""
        ...

    @property
    def on_notice(self) -> bool:
        """Whether the pressed message is a notice."""
        ...

    @property
    def given(self) -> bool:
        """Whether an answer has been given."""
        ...

    @property
    def without_picture(self) -> bool:
        """Whether Discord refused the picture, so that the message was sent without it."""
        ...

    @property
    def kept(self) -> Kept | None:
        """The panel that was pressed or sent as the answer, or None if sending failed."""
        ...

    async def say(self, message: Message) -> None:
        """Answer with an ephemeral message."""
        ...

    async def update(self, message: Message) -> bool:
        """Answer by editing the pressed message. Return False if the edit failed.

        A notice turns into the new message permanently. If the pressed message is gone, no answer
        has been given and `given` stays False.
        """
        ...

    async def post(self, message: Message) -> int | None:
        """Answer publicly in the channel and return the message's id, or None if that failed."""
        ...

    async def form(self, form: Form, table: int, step: int) -> bool:
        """Answer with a form. Return False if it is too late for one."""
        ...

    async def acknowledge(self) -> None:
        """Acknowledge the interaction without a visible change. This never fails."""
        ...


def on_board(reply: Reply) -> bool:
    """Return whether a press was on a board, not on a private panel or a notice."""
    return reply.message is not None and not reply.on_own_panel and not reply.on_notice
