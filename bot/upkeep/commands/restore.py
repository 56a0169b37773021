"""`python -m bot restore FILE`: sets the database back to a backup.

Buttons, lines and commands from the time that is lost must not pass, so each restore begins an
epoch (db/restores.py). People who were forgotten since the backup are forgotten anew
(db/people/forgotten.py). Everything is prepared in a copy, which then takes the place of the file.
If the database is on a server, the rows of the copy replace all rows there, in one transaction.
"""

import argparse
import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.host.reading.store import OWNER
from bot.host.time.clock import Clock, SystemClock
from bot.settings import Settings
from bot.ui.panels.custom_id import FIRST_EPOCH
from bot.upkeep.commands.forget_again import forget_again
from bot.upkeep.findings.findings import Finding, Report, done
from bot.upkeep.findings.verified_file import Verified, verify
from db import restores
from db.base.files import make_private_folder
from db.base.place import Place, PostgresUrl
from db.base.problems import DatabaseProblem, NothingThere, NotSaved, Unsure, not_closed
from db.database import Database
from db.people import forgotten
from db.restores import Lost, Restore, next_epoch
from db.upkeep import backup, file_lock, inspection, read_only, replacing
from games.rules import AnyRules


class CannotRestore(DatabaseProblem):
    """The backup can't be restored. The message tells the operator why and what to do."""


@dataclass(frozen=True, slots=True)
class Current:
    """What is known of the database that would be replaced.

    `lost` is None if it's a file that can't be read. `key` is that of its list of forgotten people.
    """

    owner: str | None = None
    epoch: int = FIRST_EPOCH
    lost: Lost | None = None
    key: bytes | None = None


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("file", type=Path, help="the backup")
    parser.add_argument(
        "--yes", action="store_true", help="restore it; without this, only say what would be lost"
    )


async def run(
    arguments: argparse.Namespace, settings: Settings, clock: Clock | None = None
) -> Report:
    """Say what a restore would lose, or restore a backup. Raises DatabaseProblem."""
    now = (clock or SystemClock()).now()
    source, target = arguments.file, settings.place
    if not arguments.yes:
        found, time, current = await _checked(source, target, settings.rules)
        said = f"The backup {source} is sound: {found.table_counts}, as of {_utc(time)}."
        findings = [Finding("fine", said)]
        if found.cut_off:
            findings.append(Finding("warning", not_closed(source)))
        findings.append(Finding("warning", f"{_loss(current)} Add --yes to restore it."))
        return Report(tuple(findings), _facts(found, time, current))
    if isinstance(target, PostgresUrl):
        await _checked(source, target, settings.rules)  # before anything is written into it
        database = await Database.open(target)
        try:
            return await _restore(source, settings, now, database)
        finally:
            await database.close()
    with file_lock.held(target):
        return await _restore(source, settings, now)


async def _restore(
    source: Path, settings: Settings, now: float, database: Database | None = None
) -> Report:
    """Restore a backup into the file, or into the open database of a server."""
    target, rules = settings.place, settings.rules
    found, time, current = await _checked(source, target, rules)
    make_private_folder(settings.file.parent)
    with backup.claimed(settings.file) as part:
        _check_room(source, settings.file)
        await asyncio.to_thread(backup.copy, source, part)
        await begin_epoch(part, now, time, current.epoch)
        again = await forget_again(part, source, settings, time, current.key)
        problems = (await verify(part, rules)).problems
        if problems:
            raise CannotRestore(f"The copy of {source} isn't sound. {' '.join(problems)}")
        backup.sync(part)
        if database is None:
            aside = replacing.set_aside(settings.file, now)
            replacing.put_in_place(part, settings.file)
        else:
            aside = await _replace_rows(database, part, settings.file, now)
    kept = f" {_what_is_kept(target, aside)}" if aside else ""
    return done(
        f"{target} is set back to {_utc(time)}: {found.table_counts}.{_forgot(again)}{kept} "
        "Start the bot: boards are drawn anew, and buttons from before are refused.",
        **_facts(found, time, current),
        forgotten=again,
    )


async def _replace_rows(database: Database, part: Path, beside: Path, now: float) -> Path | None:
    """Keep the old rows of a server's database in a file, and replace them all."""
    aside = await replacing.write_aside(database, beside, now)
    try:
        await replacing.replace_rows(database, part)
    except Unsure as error:
        raise CannotRestore(
            f"{error}, so I don't know whether the backup is restored now. Restore it again."
        ) from error
    except NotSaved as error:
        raise CannotRestore(
            f"I couldn't write everything into {database.place} ({error.__cause__ or error}), so I "
            "undid it all. See that the server runs and has room, and restore it again."
        ) from error
    await asyncio.to_thread(part.unlink)
    return aside


def _what_is_kept(target: Place, aside: Path) -> str:
    what = "The old file is" if isinstance(target, Path) else "What was there before is in"
    return f"{what} {aside}; delete it when you don't need it any more."


async def _checked(
    source: Path, target: Place, rules: Mapping[str, AnyRules]
) -> tuple[Verified, float, Current]:
    """Verify a backup. Return what is in it, when it was made, and what it would replace.

    Raises CannotRestore.
    """
    if replacing.same(source, target):
        raise CannotRestore(f"{source} is the database itself. Name a backup.")
    found = await verify(source, rules)
    if found.problems:
        raise CannotRestore(f"{source} can't be restored. {' '.join(found.problems)}")
    async with read_only.opened(source) as (reads, _):
        time, owner = await restores.backup_time(reads), await inspection.note(reads, OWNER)
    current = await _current(target, time)
    if current.owner not in (None, owner):
        raise CannotRestore(
            f"{source} belongs to another application ({owner}; {target} belongs to "
            f"{current.owner}). Choose a backup of this bot."
        )
    return found, time, current


async def _current(target: Place, time: float) -> Current:
    """Read what a restore to this time would replace. A damaged file can be replaced, too.

    Raises DatabaseProblem if the database of a server can't be used.
    """
    if not replacing.exists(target):
        return Current(lost=Lost(0, 0))
    try:
        async with read_only.opened_at_newest_schema(target) as reads:
            restored = await restores.newest(reads)
            epoch = FIRST_EPOCH if restored is None else restored.epoch
            lost = await restores.lost_after(reads, time)
            key = await forgotten.key_of(reads)
            return Current(await inspection.note(reads, OWNER), epoch, lost, key)
    except NothingThere:
        return Current(lost=Lost(0, 0))
    except DatabaseProblem:
        if isinstance(target, PostgresUrl):
            raise
        return Current(lost=None)


async def begin_epoch(file: Path, now: float, time: float, epoch: int) -> None:
    """Migrate a file, and begin an epoch in it that is higher than all known ones.

    Raises DatabaseProblem.
    """
    database = await Database.open(file)
    try:
        before = database.restored
        newest = max(epoch, FIRST_EPOCH if before is None else before.epoch)
        async with database.transaction() as tx:
            await restores.record(tx, Restore(next_epoch(now, newest), now, time))
    finally:
        await database.close()


def _check_room(source: Path, target: Path) -> None:
    needed = source.stat().st_size + backup.RESERVE
    free = backup.free_on_disk_of(target.resolve().parent)
    if free < needed:
        raise CannotRestore(
            f"A restore needs {backup.megabytes(needed)} beside {target}, where "
            f"{backup.megabytes(free)} are free. Free some space. Nothing was changed."
        )


def _loss(current: Current) -> str:
    if current.lost is None:
        return "The file that it would replace can't be read, so I don't know what would be lost."
    tables, moves = current.lost.tables, current.lost.moves
    if not (tables or moves):
        return "Nothing newer would be lost."
    return (
        f"What is newer would be lost: {moves} {'change' if moves == 1 else 'changes'} at tables, "
        f"and {tables} {'table' if tables == 1 else 'tables'} opened since."
    )


def _forgot(people: int) -> str:
    if not people:
        return ""
    who = "1 person who" if people == 1 else f"{people} people who"
    return f" I forgot {who} had asked for it since then."


def _facts(found: Verified, time: float, current: Current) -> dict[str, object]:
    lost = current.lost
    return {
        **found.facts,
        "set_back_to": time,
        "lost_tables": None if lost is None else lost.tables,
        "lost_changes": None if lost is None else lost.moves,
    }


def _utc(time: float) -> str:
    return f"{datetime.fromtimestamp(time, UTC):%Y-%m-%d %H:%M:%S} UTC"
