"""Forgets those people anew in a restored file who asked for it after its backup was made."""

from pathlib import Path

from bot.host.time.clock import SystemClock
from bot.settings import Settings
from bot.upkeep.commands.forget import forget
from db.base.problems import DatabaseProblem
from db.database import Database
from db.people import forgetting, forgotten
from db.people.forgotten import Forgetting, list_in
from db.upkeep import read_only


class CannotTellWho(DatabaseProblem):
    """It isn't known who must be forgotten. The message tells the operator why and what to do."""


async def forget_again(
    file: Path, source: Path, settings: Settings, time: float, key: bytes | None
) -> int:
    """Forget anew, in a copy of the backup `source`, who was forgotten after a time.

    `key` is that of the database that the file replaces (None: there is none). Return how many
    people they are. Raises DatabaseProblem.
    """
    listed = _listed_after(time, source, settings)
    if not listed:
        return 0
    async with read_only.opened(source) as (reads, schema):
        own = await forgotten.key_of(reads) if schema >= forgotten.FIRST_SCHEMA else None
    keys = {known for known in (key, own) if known is not None}
    if not keys:
        raise CannotTellWho(
            f"{source} is older than the list of the people who asked to be forgotten, so I can't "
            "tell who of them is in it. Choose a newer backup."
        )
    database = await Database.open(file)
    try:
        people = await forgetting.people(database.reader)
        again = sorted(forgotten.times(listed, keys, people))
        if again:
            await forget(database, settings.rules, SystemClock(), settings.forgotten_list, again)
    finally:
        await database.close()
    return len(again)


def _listed_after(time: float, source: Path, settings: Settings) -> list[Forgetting]:
    """Read the lists beside the backup, the database and the nightly backups."""
    files = {source.resolve(), settings.file.resolve(), settings.forgotten_list.path.resolve()}
    lists = [list_in(folder) for folder in sorted({file.parent for file in files})]
    try:
        return [entry for some in lists for entry in some.read() if entry.at > time]
    except OSError as error:
        raise CannotTellWho(
            f"The list of forgotten people {error.filename} can't be read: {error.strerror}."
        ) from error
