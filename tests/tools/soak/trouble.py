"""What can go wrong between Discord, a server's people and the bot: one thing at a time, at random.

Each trouble begins, lasts a while and ends; `Trouble.cuts` says when the bot was cut off, so that
what was not answered then is nobody's fault.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

from discord_playground import Playground
from discord_playground.gateway.gateway import Wire
from discord_playground.gateway.interactions import Interaction
from discord_playground.world.world import Message

from db.base.place import Place
from playground.tests.user import Json, User
from tests.actors.tables import step_of
from tests.crews.crew import Crew
from tests.places import read
from tests.tools.databases import let_go

AFTER = 2.0  # seconds after a cut in which what was missed is still being told and answered
# seconds: two attempts in a row may fail, and the bot waits up to 32 s before each
BACK_WITHIN = 150.0
KILLED = 0.2  # of all troubles, while the bot may be killed
ANSWERS = "/(interactions|webhooks)/"


class Trouble:
    """Makes trouble, and remembers it."""

    def __init__(
        self, playground: Playground, crew: Crew, place: Place, people: list[str], dice: Random
    ) -> None:
        self.counted: Counter[str] = Counter()
        self.cuts: list[list[float]] = []  # from when to when the bot was cut off
        self.away: set[str] = set()  # who has left for a while
        self.users: dict[str, User] = {}  # who sees what was said while they were away
        self.before_start: Callable[[], None] = lambda: None  # called while the bot is dead
        self.at_start: Callable[[], None] = lambda: None
        self.kills = True  # whether the bot may be killed at present
        self._playground = playground
        self._crew = crew
        self._place = place
        self._people = people
        self._dice = dice
        self._channels = [
            channel.id for channel in playground.world.channels.values() if channel.in_guild
        ]
        self._clock = asyncio.get_running_loop().time

    async def happen(self) -> None:
        """Let one thing go wrong, and be over."""
        kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "requests throttled": self._throttle,
            "requests failed": self._fail,
            "requests slow": self._slow,
            "answers lost": self._lose,
            "replies refused": self._refuse_replies,
            "sockets cut": self._cut_socket,
            "gateway down": self._gateway_down,
            "permissions revoked": self._shut_out,
            "messages deleted": self._delete,
            "DMs closed": self._close_dms,
            "people left": self._leave,
        }
        kind = self._dice.choice(list(kinds))
        if self.kills and self._dice.random() < KILLED:
            await self.kill()
            return
        self.counted[kind] += 1
        await kinds[kind]()

    def end(self) -> None:
        """Let nothing more go wrong."""
        self._playground.stage.faults.clear()

    def excuses(self, one: Interaction) -> bool:
        """Say whether an interaction could not be answered: the bot was cut off, or refused."""
        until = one.began + self._playground.stage.interactions.answer_within
        if any(start <= until and one.began <= end + AFTER for start, end in self.cuts):
            return True
        lines = self._playground.stage.log.lines
        return any(
            line.interaction_id == one.id and (line.status >= 429 or not line.status)
            for line in lines
        )

    # --- requests ---

    def _fault(self, **fault: Any) -> None:
        self._playground.stage.faults.add({"times": self._dice.randint(1, 3), **fault})

    async def _throttle(self) -> None:
        method = self._dice.choice(("POST", "PATCH", "DELETE"))
        wait = self._dice.uniform(0.3, 2.0)
        self._fault(kind="rate_limit", method=method, route="messages", retry_after=wait)

    async def _fail(self) -> None:
        status = self._dice.choice((500, 502, 503, 504))
        self._fault(kind="status", method="", route="channels", status=status)

    async def _slow(self) -> None:
        self._fault(kind="delay", route="channels", seconds=self._dice.uniform(0.5, 4.0))

    async def _lose(self) -> None:
        self._fault(kind="lose_answer", method="PATCH", route="messages")

    async def _refuse_replies(self) -> None:
        self._fault(kind="status", route=ANSWERS, status=self._dice.choice((500, 503)), times=1)

    # --- the line ---

    @contextmanager
    def _cut(self) -> Generator[None]:
        """Note when the bot is cut off; it is until it has connected again."""
        cut = [self._clock(), float("inf")]
        self.cuts.append(cut)
        try:
            yield
        finally:
            cut[1] = self._clock()

    def _wires(self) -> set[Wire]:
        sessions = self._playground.stage.gateway.bots()
        return {session.wire for session in sessions if session.wire is not None}

    async def _connected_anew(self, before: set[Wire]) -> None:
        async with asyncio.timeout(BACK_WITHIN):
            while not self._wires() - before:  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    async def _cut_socket(self) -> None:
        gateway, before = self._playground.stage.gateway, self._wires()
        with self._cut():
            self._dice.choice((gateway.drop, gateway.ask_to_reconnect, gateway.invalidate))()
            await self._connected_anew(before)

    async def _gateway_down(self) -> None:
        before = self._wires()
        with self._cut():
            await self._playground.stage.gateway.go_down(self._dice.uniform(0.5, 3.0))
            await self._connected_anew(before)

    def held_up(self, seconds: float) -> None:
        """Note that this machine has let nobody get on for so long, until now."""
        self.counted["machine held up"] += 1
        self.cuts.append([self._clock() - seconds, self._clock()])

    async def kill(self) -> None:
        """Kill the bot as a power cut does, and start it again."""
        self.counted["bot killed"] += 1
        with self._cut():
            await self._crew.kill()
            await let_go(self._place)
            self.before_start()
            await self._crew.start()
            self.at_start()

    # --- a server's people ---

    async def _pull(self, path: str, method: str = "POST", /, **body: Any) -> None:
        """Pull a lever of the playground; whatever it says, the world may have changed under it."""
        with suppress(AssertionError):
            await next(iter(self.users.values())).lever(path, method, **body)

    async def _shut_out(self) -> None:
        lost = self._dice.sample(("send_messages", "view_channel", "embed_links"), 2)
        channel = self._dice.choice(self._channels)
        for given in (False, True):
            await self._pull(f"/channels/{channel}", bot_permissions=dict.fromkeys(lost, given))
            await asyncio.sleep(0 if given else self._dice.uniform(0.5, 4.0))

    async def _delete(self) -> None:
        found = self._deletable()
        if found:
            await self._pull(f"/messages/{self._dice.choice(found).id}", "DELETE")

    def _deletable(self) -> list[Message]:
        """List what moderators delete: boards of tables in play, hands and notices."""
        playing = {row["id"] for row in read(self._place, "SELECT * FROM tables") if _plays(row)}
        world, found = self._playground.world, list[Message]()
        for messages in world.messages.values():
            for message in list(messages.values())[-20:]:
                board = step_of(message.json)
                if message.author_id == world.bot_id and (board is None or board[0] in playing):
                    found.append(message)
        return found

    async def _close_dms(self) -> None:
        name = self._dice.choice(self._people).lower()
        await self._pull(f"/people/{name}", dms_open=False)
        await asyncio.sleep(self._dice.uniform(1.0, 6.0))
        await self._pull(f"/people/{name}", dms_open=True)

    async def _leave(self) -> None:
        """Have somebody go, and come back: nobody else can make their moves."""
        name = self._dice.choice([person for person in self._people if person not in self.away])
        self.away.add(name)
        await self._pull(f"/people/{name.lower()}", gone="left")
        await asyncio.sleep(self._dice.uniform(1.0, 6.0))
        await self._pull(f"/people/{name.lower()}", gone="")
        try:
            if name in self.users:
                await self.catch_up(self.users[name])
        finally:
            self.away.discard(name)

    async def catch_up(self, user: User) -> None:
        """Read what stands in the channels now, as the app does for who has come back."""
        for channel in self._channels:
            newest = await user.ask("GET", f"/channels/{channel}/messages?limit=100")
            for message in reversed(newest):
                if _edited(user.messages.get(message["id"])) > _edited(message):
                    continue  # they were told of a later drawing while this was on its way
                user.messages[message["id"]] = message
                for hear in list(user.heard):
                    hear("MESSAGE_UPDATE", message)


def _edited(message: Json | None) -> str:
    """Say when a message was last drawn anew, as Discord writes it: later is greater."""
    return "" if message is None else message["edited_timestamp"] or ""


def _plays(row: Any) -> bool:
    return row["phase"] == "playing"
