"""The push notifications on everyone's phones: author, channel and plain content.

A notification shows nothing else. A message that has only components pushes an empty text. Edits,
ephemeral messages and silent messages push nothing (docs: "Message Flags"; discord-api-docs issue
7854). Mentions are replaced by names; markdown and timestamps are not rendered.
"""

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from discord_playground.world.discord_errors import Json
from discord_playground.world.world import DM, Channel, Message, World

SILENT = 1 << 12
NOTIFYING = (0, 19, 20)  # message types that notify: plain, reply, command response
KEPT = 5000
_MARK = re.compile(r"<(@!?|@&|#|/[^:<>]{1,100}:|a?:\w{2,32}:)([0-9]{1,20})>")


@dataclass(frozen=True, slots=True)
class Push:
    """One notification on one phone."""

    n: int
    to: str
    at: float
    author: str
    where: str  # `#games`, or empty in a DM
    text: str
    channel_id: str
    message_id: str


class PushNotifications:
    """All push notifications, numbered from 1."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.number = 0
        self.pushes: deque[Push] = deque(maxlen=KEPT)

    def notify(self, channel: Channel, message: Message) -> None:
        """Notify everyone whom a new message pings."""
        data = message.json
        if message.only_for is not None or message.flags & SILENT or data["type"] not in NOTIFYING:
            return
        called = {user["id"] for user in data["mentions"]}
        for person in self.world.people.values():
            meant = channel.kind == DM or person.id in called or data["mention_everyone"]
            mine = person.id == message.author_id
            if meant and not mine and self.world.sees(person.id, channel):
                self.number += 1
                self.pushes.append(
                    Push(
                        n=self.number,
                        to=person.name,
                        at=self.world.now(),
                        author=data["author"]["global_name"] or data["author"]["username"],
                        where="" if channel.kind == DM else f"#{channel.name}",
                        text=self.read(data),
                        channel_id=channel.id,
                        message_id=message.id,
                    )
                )

    def read(self, data: Json) -> str:
        """Return a message's content as a phone shows it."""
        world = self.world

        def person(key: str) -> str:
            member = world.people.get(key)
            if key == world.bot_id:
                return f"@{world.bot_name}"
            return f"@{member.called}" if member else "@?"

        def channel(key: str) -> str:
            return f"#{world.channels[key].name}" if key in world.channels else "#unknown"

        def role(key: str) -> str:
            return f"@{world.roles[key].name}" if key in world.roles else "@role"

        kinds: dict[str, Callable[[str], str]] = {"@": person, "@!": person, "#": channel}
        kinds["@&"] = role

        def named(found: re.Match[str]) -> str:
            kind, key = found[1], found[2]
            if kind in kinds:
                return kinds[kind](key)
            return kind[:-1] if kind.startswith("/") else f":{kind.strip('a').strip(':')}:"

        return _MARK.sub(named, data["content"])
