"""Keep a playground small in a long run by forgetting old messages."""

from collections.abc import Collection, Iterable, Mapping

from discord_playground import Playground

from playground.tests.user import EPHEMERAL, Json, User
from tests.actors.tables import step_of

KEPT = 60  # messages kept per channel: ephemeral, DM and other ones
INTERACTIONS = 500


def tidy(playground: Playground, users: Iterable[User], closed: Collection[int] = ()) -> None:
    """Forget old messages in playground and users, except public boards, and finished requests.

    `closed`: tables whose boards nobody needs any more.
    """
    world = playground.world
    for channel, messages in world.messages.items():
        dm = not world.channels[channel].in_guild
        for key in _old({key: message.json for key, message in messages.items()}, closed, dm=dm):
            del messages[key]
    for user in users:
        for channel in {message["channel_id"] for message in user.messages.values()}:
            here = {
                key: message
                for key, message in user.messages.items()
                if message["channel_id"] == channel
            }
            for key in _old(here, closed, dm=channel == user.dm_id):
                del user.messages[key]
    playground.stage.interactions.keep(INTERACTIONS)
    lines = playground.stage.log.lines
    while lines and lines[0].status:
        lines.popleft()


def _old(messages: Mapping[str, Json], closed: Collection[int], *, dm: bool) -> list[str]:
    """List the messages of a channel that can go, oldest first."""
    passing: list[str] = []  # ephemeral or no board, such as the seal of each table
    boards: list[str] = []
    for key, message in messages.items():
        found = None if dm or message["flags"] & EPHEMERAL else step_of(message)
        if found is None:
            passing.append(key)
        elif found[0] in closed:
            boards.append(key)
    return [*passing[:-KEPT], *boards]
