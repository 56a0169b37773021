"""Defines the connection to Discord that delivery needs, and what can go wrong.

The rest of `bot/show/deliver` uses Discord only through `Messenger` and `Reply`, so tests can
replace both and play a whole game. A deleted message is posted again. A closed DM, a deleted
channel or a missing permission is a lasting problem, so the bot doesn't retry until something
changes.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from bot.show.draw.parts.message import LuckRecord, Message, Notice
from bot.ui.panels.panel import Attached, Form
from db.base.problems import ConnectionLost, NotSaved, Unsure

FEW = 5  # number of messages below another at which it counts as out of view


class CannotSend(Exception):
    """A message couldn't be sent. Each subclass stands for one kind of reason."""


class ShutOut(CannotSend):
    """The channel is gone or the bot may not write there. Don't retry before access changes.

    `hint` explains the problem to players in a sentence, or is "" if the reason is not known.
    """

    def __init__(self, why: str, hint: str = "") -> None:
        super().__init__(why)
        self.hint = hint


class Gone(ShutOut):
    """The person is in none of the bot's servers, because they left or deleted their account."""


class Refused(CannotSend):
    """Discord refuses this message. Don't retry until something changes."""


class NoRoom(Refused):
    """The server has as many active threads as Discord allows."""


class TryLater(CannotSend):
    """Discord is throttling, failing or out of reach. Retry in `after` seconds if it isn't 0."""

    def __init__(self, why: str, after: float = 0.0) -> None:
        super().__init__(why)
        self.after = after


DATABASE_AWAY = 2.0  # seconds until something is shown again that the database has prevented


def until_saved(problem: NotSaved | Unsure) -> TryLater:
    """Retry later: soon if only the connection to the database was lost."""
    is_away = isinstance(problem, ConnectionLost | Unsure)
    return TryLater(str(problem), after=DATABASE_AWAY if is_away else 0.0)


class Messenger(Protocol):
    """Sends, edits and removes messages by id. Every method may raise CannotSend."""

    @property
    def closed(self) -> bool:
        """Whether the connection is being closed, so that nothing can be sent any more."""
        ...

    def end_pauses(self) -> None:
        """Start to count the pauses between requests anew."""
        ...

    async def post(self, channel: int, message: Message, nonce: str) -> int:
        """Post a message without a ping and return its id.

        Like all that is sent with a nonce: if a process that was killed has posted it, find it.
        """
        ...

    async def earlier(self, channel: int, nonce: str, after: int) -> int | None:
        """Return a message above another that was posted before this process started, or None.

        What follows a `#` in a nonce only tells several messages of one purpose apart.
        """
        ...

    async def publish(self, channel: int, record: LuckRecord, nonce: str) -> int:
        """Post a fairness record without a ping and return its message id."""
        ...

    async def edit(self, channel: int, message_id: int, message: Message | Notice) -> bool:
        """Edit a message. Return False if it no longer exists."""
        ...

    async def attach(self, channel: int, message_id: int, message: Message) -> int | None:
        """Edit a message to show its new picture.

        Return the id of the picture's file, or None if the message no longer exists.
        """
        ...

    async def remove(self, channel: int, message_id: int) -> None:
        """Delete a message of the bot if it still exists and the bot is allowed to delete it."""
        ...

    async def count_below(self, channel: int, message_id: int) -> int:
        """Return how many messages stand below one, at most FEW.

        Where the bot may not read the history, only its own posts count.
        """
        ...

    async def notify(self, channel: int, notice: Notice, nonce: str) -> int:
        """Post a notice, ping the people that it names, and return the message id."""
        ...

    async def enter(self, thread: int) -> None:
        """Join a private thread. Raises ShutOut if the bot has no access to it."""
        ...

    async def start_thread(self, channel: int, message_id: int, name: str) -> int:
        """Make a thread from a message and return its id. If there is one already, return its id.

        Raises NoRoom if the server has too many threads, and ShutOut if the bot may not make one.
        """
        ...

    async def add_people(self, thread: int, people: Sequence[int], text: str, nonce: str) -> None:
        """Post a text that mentions people, which adds them to a thread without a sound."""
        ...

    def reaches(self, guild: int, channel: int) -> bool | None:
        """Return whether people can reach a channel of a server and the bot there.

        Return None if that isn't known, because Discord hasn't listed the bot's servers yet.
        """
        ...

    async def is_member(self, guild: int, person: int) -> bool:
        """Return whether a person is in a server. Return True if that can't be determined."""
        ...

    async def sees(self, channel: int, person: int) -> bool:
        """Return whether a person sees a channel. Raises TryLater while it is hidden."""
        ...

    async def avatar(self, person: int, picture: str) -> bytes:
        """Download the avatar of a person as a PNG of bounded size. `picture` is its hash."""
        ...

    async def send_dm(self, person: int, message: Message | Notice, nonce: str) -> int | None:
        """Send a DM and return its id, or None if the person accepts no DMs. May raise Gone."""
        ...

    async def edit_dm(self, person: int, message_id: int, message: Message | Notice) -> bool:
        """Edit a message in a DM. Return False if the message is gone or the DM is closed."""
        ...

    async def remove_dm(self, person: int, message_id: int) -> None:
        """Delete a message of the bot in a DM if it still exists."""
        ...


class Kept(Protocol):
    """A private panel that can be edited with the token of an interaction."""

    @property
    def message(self) -> int:
        """The id of the panel's message."""
        ...

    async def edit(self, draw: Callable[[Attached | None], Awaitable[Message]]) -> bool:
        """Edit the panel. Return False if it is gone or the token expired. May raise CannotSend.

        `draw` is told the attached picture after any edit before this one. If Discord doesn't have
        it any more, draw the panel anew. If Discord refuses a picture, show the panel without it.
        """
        ...


class Reply(Protocol):
    """Answers a press, a form or a command. Every interaction gets an answer in time."""

    @property
    def id(self) -> int:
        """The id of the interaction. It is also the idempotency key of the resulting change."""
        ...

    @property
    def person(self) -> int:
        """The id of the person who caused the interaction."""
        ...

    @property
    def in_dm(self) -> bool:
        """Whether the interaction came from a DM."""
        ...

    @property
    def message(self) -> int | None:
        """The id of the message whose button, menu or form was used, or None for a command."""
        ...

    @property
    def attached(self) -> Attached | None:
        """The picture that is attached to the pressed panel now, if that is known."""
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
    def lost(self) -> bool:
        """Whether the last request of the answer failed, so that the person saw none of it."""
        ...

    @property
    def without_picture(self) -> bool:
        """Whether Discord refused the picture and the message was sent without it."""
        ...

    @property
    def kept(self) -> Kept | None:
        """The private panel with the answer, or None if there is none or it couldn't be sent."""
        ...

    async def say(self, message: Message) -> None:
        """Answer with an ephemeral message."""
        ...

    async def update(self, message: Message | Notice) -> bool:
        """Answer by editing the pressed message. Return False if the edit failed.

        A pressed notice permanently turns into the new message in a DM. Elsewhere it turns only
        into another notice. If nothing could be edited, `given` stays False because no answer has
        been given.
        """
        ...

    async def post(self, message: Message, nonce: str) -> int | None:
        """Answer with a public message in the channel. Return its id, or None if that failed.

        Discord takes no nonce there, but `earlier` finds the message by it.
        """
        ...

    async def form(self, form: Form, table: int, step: int) -> bool:
        """Answer by opening a form. Return False if another answer was given already."""
        ...

    async def acknowledge(self) -> None:
        """Acknowledge the interaction without a visible change. This never fails."""
        ...


def on_board(reply: Reply) -> bool:
    """Return whether a press was on a board, not on a private panel or a notice."""
    return reply.message is not None and not reply.on_own_panel and not reply.on_notice
