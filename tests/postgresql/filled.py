"""A database of a server with tables in it, on which the operator's commands are tried."""

from random import Random

from db.base.place import PostgresUrl
from db.database import Database
from tests.hosting import Hosting
from tests.postgresql.server import Server

GAMES = ("deadman", "dealt")
GUILD = 1  # of all their tables
FIRST = 11  # a person with a seat at each of them


async def filled(place: PostgresUrl, games: tuple[str, ...] = GAMES) -> None:
    """Make the database with a table in play of each of these games, and close it."""
    database = await Database.open(place)
    try:
        hosting = Hosting(database)
        for game in games:
            await hosting.played(await hosting.dealt(game), Random(1))
        await hosting.store.close()
    finally:
        await database.close()


def end_the_last(server: Server, name: str) -> None:
    """End the newest table long ago, as all have seen."""
    server.ask(
        name,
        "UPDATE tables SET phase='over', behind=0, changed_at=1000000"
        " WHERE id=(SELECT max(id) FROM tables)",
    )
