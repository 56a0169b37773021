"""`python -m bot move-database FROM TO`: moves everything into another database.

Each of the two is a file or a database on a PostgreSQL server, written as in DOWNEAST_DATABASE. All
rows move, with what makes the bot the same bot: the numbers of tables, the epoch (db/restores.py)
and the key of the list of forgotten people. So buttons and boards that are on Discord go on working
once the bot runs on the new database.

The old database stays as it is, except that an older schema is brought up to date. The new one is
filled in one transaction, or under another name if it's a file. It becomes valid only after it was
compared with the old one, so whenever the process ends, it's empty or complete.
"""

import argparse
import os
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path

from bot.host.reading.readable import unreadable_tables
from bot.settings import Settings
from bot.upkeep.findings.findings import Report, done
from bot.upkeep.findings.verified_file import Verified, verify
from db.base.files import SQLITE_SUFFIXES, make_private_folder
from db.base.migration import newest_schema
from db.base.place import Place, PostgresUrl, folder_of, has_postgresql, read_place
from db.base.problems import DatabaseProblem, NotSaved, Unsure
from db.database import Database, Reads
from db.people.forgotten import list_in
from db.upkeep import backup, file_lock, inspection, read_only, row_copy


class CannotMove(DatabaseProblem):
    """The database can't be moved. The message tells the operator why and what to do."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "source", metavar="FROM", help="the database that the bot has used, which stays as it is"
    )
    parser.add_argument(
        "target", metavar="TO", help="the new one: a file that doesn't exist, or an empty database"
    )


async def run(arguments: argparse.Namespace, settings: Settings) -> Report:
    """Move a database, while no bot uses either of the two. Raises DatabaseProblem."""
    source, target = _place("FROM", arguments.source), _place("TO", arguments.target)
    if _same(source, target):
        raise CannotMove("FROM and TO are the same database. Name another one as TO.")
    if isinstance(target, Path):
        _check_free(target)
    async with _in_use(source) as reads:
        if isinstance(target, Path):
            rows = await _fill_file(reads, source, target, settings)
        else:
            rows = await _fill_database(reads, source, target, settings)
        inside = await inspection.contents(reads)
    found = Verified(target, contents=inside).table_counts
    return done(
        f"All of {source} is in {target} now, and was compared row by row ({rows:,} rows): "
        f"{found}. Set DOWNEAST_DATABASE to the new place and start the bot: boards "
        f"and buttons go on working. Keep {source} until you have seen that, and don't start a "
        "bot on it any more.",
        **{"from": str(source), "to": str(target), "rows": rows, **asdict(inside)},
    )


def _place(name: str, text: str) -> Place:
    """Read a place from the command line. Raises CannotMove, without the text."""
    try:
        place = read_place(text)
    except ValueError as error:
        raise CannotMove(f"{name} {error}.") from None
    if isinstance(place, PostgresUrl) and not has_postgresql():
        raise CannotMove(
            f"{name} is a PostgreSQL database, which needs the package asyncpg (the extra "
            "`postgres`), and that isn't installed. Install it first."
        )
    return place


def _same(source: Place, target: Place) -> bool:
    if isinstance(source, Path) and isinstance(target, Path):
        return source.resolve() == target.resolve()
    return source == target


def _check_free(target: Path) -> None:
    """Check that no file has this name yet. Raises CannotMove."""
    for end in ("", *SQLITE_SUFFIXES):
        path = target.with_name(f"{target.name}{end}")
        if os.path.lexists(path):
            raise CannotMove(f"{path} exists. Choose another name: no file is replaced.")


@asynccontextmanager
async def _in_use(source: Place) -> AsyncGenerator[Reads]:
    """Keep every bot away from the old database, and read it as it is. Raises DatabaseProblem."""
    async with read_only.opened(source):  # so that opening it to write makes no new one
        pass
    with file_lock.held(source):
        database = await Database.open(source)
        try:
            async with read_only.opened(source) as (reads, _):
                yield reads
        finally:
            await database.close()


async def _fill_file(reads: Reads, source: Place, target: Path, settings: Settings) -> int:
    """Make a file with all rows. Raises DatabaseProblem."""
    _make_folder_of(target)
    with file_lock.held(target), backup.claimed(target) as part:
        _check_free(target)
        rows = await row_copy.copy_into_file(reads, part, newest_schema())
        async with read_only.opened(part) as (copied, _):
            await _compare(reads, copied, target)
        _check_sound((await verify(part, settings.rules)).problems)
        _take_along_forgotten(source, target, settings)
        backup.name_finally(part, target)
    return rows


def _make_folder_of(target: Path) -> None:
    try:
        make_private_folder(target.resolve().parent)
    except OSError as error:
        raise CannotMove(
            f"I can't make the folder {target.parent} ({error.strerror}). Make it yourself, and "
            "let my account write into it."
        ) from error


async def _fill_database(
    reads: Reads, source: Place, target: PostgresUrl, settings: Settings
) -> int:
    """Fill an empty database of a server with all rows. Raises DatabaseProblem."""
    database = await Database.open(target)
    try:
        async with database.transaction() as tx:
            if not await row_copy.is_empty(tx):
                raise CannotMove(
                    f"The database {target} isn't empty: a Downeast has used it. Choose an empty "
                    "one. Nothing was changed."
                )
            rows = await row_copy.copy(reads, tx)
            await row_copy.count_for_plans(tx)
            await _compare(reads, tx, target)
            _check_sound(await unreadable_tables(tx, settings.rules))
            _take_along_forgotten(source, target, settings)
    except Unsure as error:
        raise CannotMove(
            f"{error}, so I don't know whether it is filled now. Move it again: if I say that it "
            "isn't empty, it is complete."
        ) from error
    except NotSaved as error:
        raise CannotMove(
            f"I couldn't write everything into {target} ({error.__cause__ or error}), so I undid "
            "it all. See that the server runs and has room, and move it again."
        ) from error
    finally:
        await database.close()
    return rows


async def _compare(reads: Reads, copied: Reads, target: Place) -> None:
    """Compare both row by row. Raises CannotMove."""
    found = await row_copy.differences(reads, copied)
    if found:
        raise CannotMove(
            f"The copy in {target} isn't the same, so I undid it. {' '.join(found)} Please report "
            "it."
        )


def _check_sound(problems: Sequence[str]) -> None:
    """Check that the bot can go on with the copy. Raises CannotMove."""
    if problems:
        raise CannotMove(
            f"The bot couldn't go on with the copy, so I undid it. {' '.join(problems)}"
        )


def _take_along_forgotten(source: Place, target: Place, settings: Settings) -> None:
    """Take the list of forgotten people along, if it's beside the database. Raises CannotMove.

    A restore of an older backup reads it there.
    """
    old, new = folder_of(source).resolve(), folder_of(target).resolve()
    if settings.backups is not None or old == new:
        return
    try:
        known = list_in(new).read()
        for entry in list_in(old).read():
            if entry not in known:
                list_in(new).add(entry.person, entry.at)
    except OSError as error:
        raise CannotMove(
            f"The list of forgotten people can't be taken along: {error.filename}, "
            f"{error.strerror}. Nothing was moved."
        ) from error
