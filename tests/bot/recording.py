"""In-memory stand-ins for time and Discord.

Only a test moves the clock. The messenger and the reply behave as Discord does, record all
requests, and fail, refuse or wait on demand.
"""

import asyncio
import heapq
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from bot.host.time.discord_ids import lowest_id_at
from bot.show.deliver.queues.messenger import FEW, CannotSend, Gone, Refused, ShutOut
from bot.show.discord_py.reply import InteractionReply
from bot.show.draw.parts.message import LuckRecord, Message, Notice
from bot.ui.panels.panel import Attached, Button, Form, Panel, Row

START = 1_700_000_000.0


class HandClock:
    """A clock set by hand; `advance` wakes all sleepers that are due."""

    def __init__(self, time: float = START) -> None:
        self._time = time
        self.leap = 0.0
        self._sleeping: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()

    def now(self) -> float:
        return self._time

    def accept_leap(self, seconds: float) -> None:
        """Go on with another time. All who sleep go on sleeping for as long as before."""
        self._sleeping = [(at + seconds, *rest) for at, *rest in self._sleeping]
        self._time, self.leap = self._time + seconds, self.leap - seconds

    async def sleep_until(self, instant: float) -> None:
        if instant <= self._time:
            await asyncio.sleep(0)
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleeping, (instant, next(self._numbers), woken))
        await woken

    def next_waking(self) -> float | None:
        """Return the time at which the first sleeper is due."""
        self._sleeping = [sleeper for sleeper in self._sleeping if not sleeper[2].done()]
        heapq.heapify(self._sleeping)
        return self._sleeping[0][0] if self._sleeping else None

    def advance(self, seconds: float) -> None:
        self.set(self._time + seconds)

    def set(self, instant: float) -> None:
        self._time = instant
        while self._sleeping and self._sleeping[0][0] <= instant:
            woken = heapq.heappop(self._sleeping)[2]
            if not woken.done():
                woken.set_result(None)


@dataclass
class Sent:
    """A present or deleted message: its place, and everything that it ever showed."""

    id: int
    channel: int | None
    person: int | None
    shown: list[Message | Notice]
    nonce: str = ""
    removed: bool = False
    attached: str = ""
    file: int = 0

    def show(self, message: Message | Notice) -> None:
        """Replace the content. Raises Refused if it shows a picture without its id and name."""
        if isinstance(message, Notice):
            assert all(isinstance(message, Notice) for message in self.shown), (
                "there is no way back"
            )
            self.shown.append(message)
            return
        kept = message.attached
        if message.picture is not None:
            self.attached, self.file = message.picture.name, self.file + 1
        elif kept is not None and (kept.name, kept.file) != (self.attached, self.file):
            raise Refused(f"there is no {kept} here, but {self.attached or 'nothing'}")
        self.shown.append(message)

    @property
    def attachment(self) -> Attached | None:
        """The picture that it shows, with the id of its file."""
        if isinstance(self.shown[-1], Notice) or self.picture is None:
            return None
        return replace(self.picture, file=self.file)

    @property
    def picture(self) -> Attached | None:
        found = [part for part in self.panel.parts if isinstance(part, Attached)]
        return found[0] if found else None

    @property
    def text(self) -> str:
        newest = self.shown[-1]
        return newest.content if isinstance(newest, Notice) else newest.panel.text()

    @property
    def panel(self) -> Panel:
        newest = self.shown[-1]
        assert isinstance(newest, Message)
        return newest.panel

    @property
    def steps(self) -> list[int]:
        return [step.step for step in self.shown]


@dataclass(frozen=True)
class Published:
    """A present or deleted message: its place, and everything that it ever showed.
    An answer that nobody can edit; it is not in `sent`.
    """

    id: int
    channel: int
    record: LuckRecord
    nonce: str

    @property
    def text(self) -> str:
        return self.record.content


@dataclass
class Held:
    """Requests that wait until `release()`."""

    verb: str
    where: int | None
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        self.go.set()


@dataclass(frozen=True)
class Call:
    """A request: its verb, its channel or person, and its message if it has one."""

    verb: str
    where: int
    message: int | None = None


class RecordingMessenger:
    """An in-memory Discord (see bot.show.deliver.queues.messenger.Messenger)."""

    def __init__(self, clock: HandClock | None = None) -> None:
        self.clock = clock or HandClock()
        self.closed = False
        self.sent: dict[int, Sent] = {}
        self.calls: list[Call] = []
        self.published: list[Published] = []
        self.closed_dms: set[int] = set()
        self.shut_channels: set[int] = set()
        self.gone: set[int] = set()
        self.knows_places = True
        self.out_of_reach: set[int] = set()  # servers and channels that nobody reaches
        self.hidden: set[tuple[int, int]] = set()  # channels that people don't see
        self._failures: list[tuple[str, int | None, Exception]] = []
        self._held: list[Held] = []
        self._writing: set[int] = set()
        self._last_id = 10_000
        self.threads: dict[int, int] = {}  # the channel of each thread
        self.added: dict[int, list[int]] = {}  # the people who were added to each thread
        self.avatars: dict[tuple[int, str], bytes] = {}  # files by person and hash
        self.talk = 0  # number of messages of other people below everything

    def fail(
        self, verb: str, problem: Exception, *, where: int | None = None, times: int = 1
    ) -> None:
        """Make the next requests of a kind (to a channel or person) fail."""
        self._failures += [(verb, where, problem)] * times

    def hold(self, verb: str, *, where: int | None = None) -> Held:
        """Make requests of a kind (to a channel or person) wait until they are released."""
        held = Held(verb, where)
        self._held.append(held)
        return held

    def drop(self, held: Held) -> None:
        """Let new requests through; the waiting ones never arrive."""
        self._held.remove(held)

    def delete(self, message: int) -> None:
        """Delete a message, as another user would."""
        self.sent[message].removed = True

    def there(self, *, channel: int | None = None, person: int | None = None) -> list[Sent]:
        return [
            message
            for message in self.sent.values()
            if not message.removed and (message.channel, message.person) == (channel, person)
        ]

    def private(self) -> list[Sent]:
        return self.there()

    def notices(self, person: int | None = None) -> list[Sent]:
        return [
            message
            for message in self.sent.values()
            if not message.removed
            and isinstance(message.shown[-1], Notice)
            and person in (None, message.shown[-1].person)
        ]

    def count(self, verb: str) -> int:
        return sum(call.verb == verb for call in self.calls)

    async def _arrives(self, verb: str, where: int, message: int | None = None) -> None:
        self.calls.append(Call(verb, where, message))
        for held in self._held:
            if held.verb == verb and held.where in (None, where):
                held.arrived.set()
                await held.go.wait()
        await asyncio.sleep(0)  # yields, as every real request does
        for number, (its_verb, its_where, problem) in enumerate(self._failures):
            if its_verb == verb and its_where in (None, where):
                del self._failures[number]
                raise problem

    def make(
        self, shown: Message | Notice, *, channel: int | None, person: int | None, nonce: str
    ) -> int:
        """Post a message; an equal nonce in the same place posts no second one."""
        for message in self.sent.values():
            place = (message.channel, message.person, message.nonce)
            if nonce and not message.removed and place == (channel, person, nonce):
                return message.id
        made = Sent(self.new_id(), channel, person, [], nonce)
        made.show(shown)
        self.sent[made.id] = made
        return made.id

    async def start_thread(self, channel: int, message_id: int, name: str) -> int:
        await self._arrives("thread", channel, message_id)
        self._may_write(channel)
        self.threads[message_id] = channel
        return message_id

    async def add_people(self, thread: int, people: Sequence[int], text: str, nonce: str) -> None:
        await self._arrives("add", thread)
        self._may_write(thread)
        self.added[thread] = list(people)

    def _may_write(self, channel: int) -> None:
        if channel in self.shut_channels:
            raise ShutOut(f"not let in to {channel}", f"I am kept out of <#{channel}>.")

    def next_id(self) -> int:
        return lowest_id_at(self.clock.now()) + self._last_id + 1

    def new_id(self) -> int:
        made = self.next_id()
        self._last_id += 1
        return made

    async def _drawn_anew(
        self, verb: str, where: int, message_id: int, message: Message | Notice
    ) -> bool:
        assert message_id not in self._writing, "two write to one message at once"
        self._writing.add(message_id)
        try:
            await self._arrives(verb, where, message_id)
        finally:
            self._writing.discard(message_id)
        found = self.sent.get(message_id)
        if found is None or found.removed:
            return False
        found.show(message)
        return True

    async def post(self, channel: int, message: Message, nonce: str) -> int:
        await self._arrives("post", channel)
        self._may_write(channel)
        return self.make(message, channel=channel, person=None, nonce=nonce)

    async def earlier(self, channel: int, nonce: str, after: int) -> int | None:
        marked = (
            message.id
            for message in self.there(channel=channel)
            if message.nonce.partition("#")[0] == nonce and message.id > after
        )
        return max(marked, default=None)

    async def publish(self, channel: int, record: LuckRecord, nonce: str) -> int:
        await self._arrives("publish", channel)
        self._may_write(channel)
        for message in self.published:
            if (message.channel, message.nonce) == (channel, nonce):
                return message.id
        made = Published(self.new_id(), channel, record, nonce)
        self.published.append(made)
        return made.id

    async def edit(self, channel: int, message_id: int, message: Message | Notice) -> bool:
        self._may_write(channel)
        found = self.sent.get(message_id)
        assert found is None or found.channel == channel, "a message is edited where it is not"
        return await self._drawn_anew("edit", channel, message_id, message)

    async def attach(self, channel: int, message_id: int, message: Message) -> int | None:
        assert message.picture is not None, "there is nothing to attach"
        exists = await self.edit(channel, message_id, message)
        return self.sent[message_id].file if exists else None

    async def remove(self, channel: int, message_id: int) -> None:
        await self._arrives("remove", channel, message_id)
        if message_id in self.sent and channel not in self.shut_channels:
            self.sent[message_id].removed = True

    async def count_below(self, channel: int, message_id: int) -> int:
        await self._arrives("count", channel)
        posts = (sent for sent in self.sent.values() if sent.channel == channel)
        below = self.talk + sum(post.id > message_id and not post.removed for post in posts)
        return min(FEW, below)

    async def notify(self, channel: int, notice: Notice, nonce: str) -> int:
        await self._arrives("notify", channel)
        self._may_write(channel)
        return self.make(notice, channel=channel, person=None, nonce=nonce)

    async def enter(self, thread: int) -> None:
        await self._arrives("enter", thread)
        self._may_write(thread)

    def end_pauses(self) -> None:
        pass

    def reaches(self, guild: int, channel: int) -> bool | None:
        return not {guild, channel} & self.out_of_reach if self.knows_places else None

    async def is_member(self, guild: int, person: int) -> bool:
        await self._arrives("is_member", person)
        return person not in self.gone

    async def sees(self, channel: int, person: int) -> bool:
        await self._arrives("sees", person)
        return (channel, person) not in self.hidden

    async def avatar(self, person: int, picture: str) -> bytes:
        await self._arrives("avatar", person)
        return self.avatars[person, picture]

    async def send_dm(self, person: int, message: Message | Notice, nonce: str) -> int | None:
        await self._arrives("send_dm", person)
        if person in self.gone:
            raise Gone(f"{person} has left")
        if person in self.closed_dms:
            return None
        return self.make(message, channel=None, person=person, nonce=nonce)

    async def edit_dm(self, person: int, message_id: int, message: Message | Notice) -> bool:
        if person in self.closed_dms:
            return False
        return await self._drawn_anew("edit_dm", person, message_id, message)

    async def remove_dm(self, person: int, message_id: int) -> None:
        await self._arrives("remove_dm", person, message_id)
        if message_id in self.sent:
            self.sent[message_id].removed = True


class RecordingKept:
    """An ephemeral answer that can still be edited (see bot.show.deliver.queues.messenger.Kept)."""

    def __init__(self, messenger: RecordingMessenger, person: int, message: int) -> None:
        self._messenger = messenger
        self._person = person
        self.message = message

    async def edit(self, draw: Callable[[Attached | None], Awaitable[Message]]) -> bool:
        sent = self._messenger.sent.get(self.message)
        message = await draw(None if sent is None else sent.attachment)
        return await self._messenger._drawn_anew("token", self._person, self.message, message)


class RecordingReply(InteractionReply):
    """The answer to a press, form or command (see bot.show.deliver.queues.messenger.Reply).

    `late`: the token has expired for an answer in the channel. `lost`: drawings on the clicked
    message do not arrive.
    """

    def __init__(
        self,
        messenger: RecordingMessenger,
        id: int,
        person: int,
        *,
        message: int | None = None,
        channel: int | None = None,
        in_dm: bool = False,
        on_own_panel: bool = False,
        late: bool = False,
        lost: bool = False,
    ) -> None:
        self._messenger = messenger
        self.id = id
        self.person = person
        self.message = message
        self.channel = channel
        self.in_dm = in_dm
        self.on_own_panel = on_own_panel or in_dm
        there = None if message is None else messenger.sent.get(message)
        self.on_notice = there is not None and isinstance(there.shown[-1], Notice)
        self.given = False
        self.without_picture = False
        self.kept: RecordingKept | None = None
        self.private: list[Any] = []
        self.late = late
        self.no_drawing, self.lost = lost, False
        self.said: list[Message] = []
        self.drawn: list[Message | Notice] = []
        self.forms: list[Form] = []
        self.forms_at: list[int] = []
        self.acknowledged = False

    @property
    def text(self) -> str:
        return "\n".join(message.panel.text() for message in self.said)

    @property
    def attached(self) -> Attached | None:
        there = self._messenger.sent.get(self.message or 0)
        return None if there is None else there.attachment

    async def say(self, message: Message) -> None:
        self.given = True
        self.said.append(message)
        there = self._messenger.make(message, channel=None, person=None, nonce="")
        self._keep(there)

    def _keep(self, message: int) -> None:
        self.kept = RecordingKept(self._messenger, self.person, message)

    async def update(self, message: Message | Notice) -> bool:
        assert self.message is not None, "a command has no message to draw on"
        if self.on_notice and not self.on_own_panel and isinstance(message, Message):
            return False
        await self._messenger._arrives("update", self.person, self.message)
        found = self._messenger.sent.get(self.message)
        if found is not None and found.removed:
            return False
        self.given = True
        if self.no_drawing:
            return False
        try:
            if found is not None:
                found.show(message)
        except Refused:
            assert isinstance(message, Message)
            bare = message.bare()
            assert found is not None
            assert bare is not None
            message, self.without_picture = bare, True
            found.show(message)
        self.drawn.append(message)
        if self.on_own_panel:
            self._keep(self.message)
        return True

    async def post(self, message: Message, nonce: str) -> int | None:
        if self.given or self.late:
            return None
        self.given = True
        await self._messenger._arrives("reply", self.channel or 0)
        return self._messenger.make(
            message, channel=self.channel, person=None, nonce=f"{nonce}#r{self.id}"
        )

    async def form(self, form: Form, table: int, step: int) -> bool:
        if self.given or self.late:
            return False
        self.given = True
        self.forms.append(form)
        self.forms_at.append(step)
        return True

    async def acknowledge(self) -> None:
        if not self.given:
            self.given = self.acknowledged = True
            if self.on_own_panel and self.message is not None:
                self._keep(self.message)


def buttons(panel: Panel) -> dict[str, Button]:
    return {button.label: button for button in _buttons(panel)}


def _buttons(panel: Panel) -> Iterator[Button]:
    for part in panel.parts:
        if isinstance(part, Row):
            yield from part.buttons


def problem(kind: type[CannotSend], *about: Any) -> CannotSend:
    return kind("it does not get through", *about)
