"""Keeps a playground small in a long run: what nobody would look at any more is forgotten."""

from collections.abc import Iterable

from bot.playground import Playground
from tests.e2e.user import User

KEPT = 200  # private messages of each channel, and messages of each DM


def tidy(playground: Playground, users: Iterable[User]) -> None:
    """Forget old private messages and DMs, on both sides, and requests that are done."""
    world = playground.world
    for channel, messages in world.messages.items():
        dm = not world.channels[channel].in_guild
        old = [key for key, one in messages.items() if dm or one.only_for is not None]
        for key in old[:-KEPT]:
            del messages[key]
    for user in users:
        old = [key for key, one in user.messages.items() if one["channel_id"] == user.dm_id]
        for key in old[:-KEPT]:
            del user.messages[key]
    lines = playground.stage.log.lines
    while lines and lines[0].status:
        lines.popleft()
