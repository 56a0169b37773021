"""Keeps a playground small in a long run: what nobody would look at any more is forgotten."""

from collections.abc import Collection, Iterable

from bot.playground import Playground
from tests.e2e.harbor import step_of
from tests.e2e.user import Json, User, text_of

KEPT = 60  # private messages of each channel, and messages of each DM


def tidy(playground: Playground, users: Iterable[User], closed: Collection[int] = ()) -> None:
    """Forget old private messages and DMs, on both sides, and requests that are done.

    `closed`: tables whose boards nobody will look at again.
    """
    world = playground.world
    for channel, messages in world.messages.items():
        dm = not world.channels[channel].in_guild
        old = [key for key, one in messages.items() if dm or one.only_for is not None]
        for key in old[:-KEPT]:
            del messages[key]
    for user in users:
        old = [key for key, one in user.messages.items() if one["channel_id"] == user.dm_id]
        boards = [key for key, one in user.messages.items() if _table(one) in closed]
        for key in (*old[:-KEPT], *boards):
            del user.messages[key]
    lines = playground.stage.log.lines
    while lines and lines[0].status:
        lines.popleft()


def _table(message: Json) -> int | None:
    found = step_of(text_of(message))
    return None if found is None else found[0]
