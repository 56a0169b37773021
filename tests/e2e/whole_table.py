"""Play one table from its opening to its end, whatever the game."""

import asyncio
from collections.abc import Sequence
from random import Random

from playground.tests.user import User, text_of
from tests.actors.harbor import board_of, deal, join, open_table
from tests.actors.player import Manners, Player, Tally


async def play_table(users: Sequence[User], game: str) -> str:
    """Open, fill, deal and play a table; return the text of its board at the end."""
    table = await open_table(users[0], f"{game} start")
    for user in users[1:]:
        await join(user, table)
    await deal(users[0], table, [user.name for user in users])
    manners = Manners(think=0.0)
    players = [
        Player(user, game, table, Random(user.name), Tally(), manners).play() for user in users
    ]
    await asyncio.gather(*players)
    return text_of(board_of(users[0], table) or {})
