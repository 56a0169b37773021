"""A database file with tables in it, on which the operator's commands are tried."""

import gzip
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from sqlite3 import connect
from typing import Any

from bot.settings import Settings
from bot.upkeep.findings.verified_file import Verified, verify
from db.base.place import Place, PostgresUrl, written
from db.database import Database
from db.upkeep import read_only, row_copy
from tests.bot.house import ANN, BEN, House, house_on
from tests.small.game import SmallRules

OLD_FILE = Path(__file__).parents[2] / "db/files/schema1.sqlite3.gz"
RULES = {"small": SmallRules()}


def house_in_file(folder: Path, *, idle: bool = False) -> AbstractAsyncContextManager[House]:
    """Open a house on a file, whatever the engine of the other tests is."""
    return house_on(folder, idle=idle, place=folder / "downeast.sqlite3")


async def filled(folder: Path, tables: int = 2) -> Path:
    """Make a closed file with these tables in play and one that is over."""
    async with house_in_file(folder, idle=True) as house:
        for _ in range(tables):
            await house.dealt(ANN, BEN)
        await house.play_out(await house.dealt(ANN, BEN))
    return folder / "downeast.sqlite3"


async def fill_server(place: PostgresUrl, file: Path) -> None:
    """Fill an empty database of a server with what is in a file."""
    database = await Database.open(place)
    try:
        async with read_only.opened(file) as (reads, _), database.transaction() as tx:
            await row_copy.copy(reads, tx)
    finally:
        await database.close()


async def differences(one: Place, other: Place) -> list[str]:
    """Compare two databases row by row."""
    async with read_only.opened(one) as (first, _), read_only.opened(other) as (second, _):
        return await row_copy.differences(first, second)


def old_file(folder: Path) -> Path:
    """Make a file of schema 1."""
    path = folder / "old.sqlite3"
    path.write_bytes(gzip.decompress(OLD_FILE.read_bytes()))
    return path


def change(path: Path, sql: str, *values: Any) -> None:
    """Change a file as nobody should."""
    with closing(connect(path)) as file, file:
        file.execute(sql, values)


def names(folder: Path) -> list[str]:
    """List the files of a folder."""
    return sorted(file.name for file in folder.iterdir())


def content(path: Path) -> bytes:
    """Return the bytes of a file."""
    return path.read_bytes()


async def sound(place: Place) -> Verified:
    """Check that a database can be used, and return what was found in it."""
    found = await verify(place, RULES)
    assert not found.problems
    return found


def settings_for(place: Place, **how: Any) -> Settings:
    """Make the settings of a bot that uses this database, whatever is in the environment."""
    found = Settings(database=written(place), _env_file=None, **how)  # type: ignore[call-arg]
    found.discord_token = None
    return found
