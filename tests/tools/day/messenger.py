"""Discord, as far as it is counted: what is sent with the bot's token, and what with a press's."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from itertools import count

from bot.host.time.clock import Clock
from bot.host.time.discord_ids import lowest_id_at
from bot.show.deliver.queues.messenger import Refused
from bot.show.draw.parts.message import LuckRecord, Message, Notice
from bot.ui.panels.panel import Attached, Form


class CountingMessenger:
    """Takes every request, counts it by kind, and says who is pinged."""

    def __init__(self, pinged: Callable[[int], None], clock: Clock) -> None:
        self.closed = False
        self._clock = clock
        self.counted: Counter[str] = Counter()
        self._pinged = pinged
        self._there: set[int] = set()
        self._ids = count(10_001)

    async def takes(self, verb: str) -> None:
        """Count a request of a kind."""
        self.counted[verb] += 1
        await asyncio.sleep(0)  # everything takes a moment

    def made(self) -> int:
        """Number a new message."""
        message = lowest_id_at(self._clock.now()) + next(self._ids)
        self._there.add(message)
        return message

    async def post(self, channel: int, message: Message, nonce: str) -> int:
        """Count a board."""
        await self.takes("post")
        return self.made()

    async def earlier(self, channel: int, nonce: str, after: int) -> int | None:
        """Find nothing, because nobody kills the bot."""
        return None

    async def start_thread(self, channel: int, message_id: int, name: str) -> int:
        """Count a thread."""
        await self.takes("thread")
        return message_id

    async def add_people(self, thread: int, people: Sequence[int], text: str, nonce: str) -> None:
        """Count the first message in a thread."""
        await self.takes("add")

    async def count_below(self, channel: int, message_id: int) -> int:
        """Count a question for the messages below a board; nobody talks there."""
        await self.takes("count")
        return 0

    async def publish(self, channel: int, record: LuckRecord, nonce: str) -> int:
        """Count a message that nobody edits."""
        await self.takes("publish")
        return self.made()

    async def edit(self, channel: int, message_id: int, message: Message | Notice) -> bool:
        """Count a board that is drawn anew."""
        await self.takes("edit")
        return message_id in self._there

    async def attach(self, channel: int, message_id: int, message: Message) -> int | None:
        """Count a board that is drawn anew, and the picture that comes with it."""
        self.counted["picture"] += 1
        return 1 if await self.edit(channel, message_id, message) else None

    async def remove(self, channel: int, message_id: int) -> None:
        """Count a message of a channel that goes."""
        await self.takes("remove")
        self._there.discard(message_id)

    async def notify(self, channel: int, notice: Notice, nonce: str) -> int:
        """Count a ping in the channel."""
        await self.takes("notify")
        self._pinged(notice.person)
        return self.made()

    async def enter(self, thread: int) -> None:
        """Count a thread that is entered."""
        await self.takes("enter")

    def end_pauses(self) -> None:
        pass

    def reaches(self, guild: int, channel: int) -> bool | None:
        return True

    async def is_member(self, guild: int, person: int) -> bool:
        """Find everybody there."""
        return True

    async def avatar(self, person: int, picture: str) -> bytes:
        """Find nobody's avatar."""
        raise Refused("nobody has an avatar")

    async def sees(self, channel: int, person: int) -> bool:
        """Let everybody see every channel."""
        return True

    async def send_dm(self, person: int, message: Message | Notice, nonce: str) -> int | None:
        """Count a ping by DM."""
        await self.takes("send_dm")
        self._pinged(person)
        return self.made()

    async def edit_dm(self, person: int, message_id: int, message: Message | Notice) -> bool:
        """Count a DM that is drawn anew."""
        await self.takes("edit_dm")
        return message_id in self._there

    async def remove_dm(self, person: int, message_id: int) -> None:
        """Count a DM that goes."""
        await self.takes("remove_dm")
        self._there.discard(message_id)


class CountingKept:
    """A private answer that is kept true by the token of the press on it."""

    def __init__(self, messenger: CountingMessenger, message: int) -> None:
        self._messenger = messenger
        self.message = message

    async def edit(self, draw: Callable[[Attached | None], Awaitable[Message]]) -> bool:
        """Count a panel that is drawn anew for what others did."""
        await self._messenger.takes("kept")
        return True


class CountingReply:
    """The answer to one press: what is drawn with it goes by the press's own token."""

    def __init__(
        self,
        messenger: CountingMessenger,
        id: int,
        person: int,
        *,
        message: int | None,
        channel: int,
        in_dm: bool = False,
        on_notice: bool = False,
    ) -> None:
        self._messenger = messenger
        self.id = id
        self.person = person
        self.message = message
        self.channel = channel
        self.in_dm = in_dm
        self.on_own_panel = in_dm
        self.on_notice = on_notice
        self.given = self.lost = False
        self.attached: Attached | None = None
        self.without_picture = False
        self.kept: CountingKept | None = None

    async def _gives(self) -> None:
        self.given = True
        self._messenger.counted["token"] += 1
        await asyncio.sleep(0)

    async def say(self, message: Message) -> None:
        """Count an answer in private."""
        await self._gives()
        self.kept = CountingKept(self._messenger, self._messenger.made())

    async def update(self, message: Message | Notice) -> bool:
        """Count a panel that is drawn anew by the press on it."""
        await self._gives()
        if self.on_own_panel and self.message is not None:
            self.kept = CountingKept(self._messenger, self.message)
        return True

    async def post(self, message: Message, nonce: str) -> int | None:
        """Count an answer in the channel."""
        await self._gives()
        return self._messenger.made()

    async def form(self, form: Form, table: int, step: int) -> bool:
        """Count a form."""
        await self._gives()
        return True

    async def acknowledge(self) -> None:
        """Count an answer without a word."""
        if not self.given:
            await self._gives()
