"""`python -m bot prune`: deletes what is no longer kept, or all of one server.

The running bot does the same each night, but only this command makes the database smaller.
"""

import argparse
import asyncio
from pathlib import Path

from bot.host.deadline_timer import ALIVE
from bot.host.deleting.expiry import SERVER_KEPT, due_at
from bot.host.host import Host
from bot.host.reading.listener import Listener
from bot.host.reading.store import Store
from bot.host.time.clock import Clock, SystemClock
from bot.settings import Settings
from bot.upkeep.findings.file_findings import is_there
from bot.upkeep.findings.findings import Finding, Report
from bot.upkeep.nightly.sweep import Swept, at_once, rows_of, sweep, sweep_server
from db.base.place import Place, PostgresUrl
from db.base.problems import DatabaseProblem, NotSaved
from db.database import Database, Reads
from db.servers import servers_left
from db.upkeep import deletion, disk, file_lock, inspection, read_only, server_state
from db.upkeep.backup import megabytes

ALL = 2**62  # more tables than there are


class CannotPrune(DatabaseProblem):
    """Nothing can be deleted. The message tells the operator why and what to do."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "--server", type=int, metavar="ID", help="delete all of this server instead, at once"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="only say what would be deleted, and change nothing"
    )


async def run(
    arguments: argparse.Namespace, settings: Settings, clock: Clock | None = None
) -> Report:
    """Delete what is no longer kept, or all of a server. Raises DatabaseProblem."""
    clock, place, guild = clock or SystemClock(), settings.place, arguments.server
    if arguments.dry_run:
        async with read_only.opened_at_newest_schema(place) as reads:
            swept = await would_sweep(reads, clock.now(), settings.keep_days, guild)
        said = _said(swept, guild, "I would delete")
        return _report(said, swept, settings, guild, dry_run=True)
    if isinstance(place, Path) and not is_there(place):
        raise CannotPrune(f"There is no database {place}, so there is nothing to delete.")
    with file_lock.held(place):
        before = disk.look_at(place).size if isinstance(place, Path) else 0
        swept, shrunk = await _swept(place, settings, clock, guild)
        said = _said(swept, guild, "I deleted")
        said += shrunk if isinstance(place, PostgresUrl) else await _shrunk(place, before)
    return _report(said, swept, settings, guild, dry_run=False)


async def _swept(
    place: Place, settings: Settings, clock: Clock, guild: int | None
) -> tuple[Swept, list[Finding]]:
    """Delete, and write a database of a server anew, which must be open for that."""
    async with read_only.opened(place):  # so that opening it to write makes no new one
        pass
    database = await Database.open(place)
    try:
        expiry = Host(Store(database, settings.rules, clock, Listener())).expiry
        if guild is None:
            known_at = await _known_at(database.reader, clock.now())
            swept = await sweep(expiry, settings.keep_days, known_at, at_once)
        else:
            swept = _alone(guild, await sweep_server(expiry, guild, at_once, anyway=True))
        return swept, [] if isinstance(place, Path) else await _rewritten(database)
    finally:
        await database.close()


async def would_sweep(reads: Reads, now: float, days: int, guild: int | None) -> Swept:
    """Return what would be deleted now."""
    if guild is not None:
        return _alone(guild, await _of_server(reads, guild))
    swept = Swept()
    if days:
        swept.add(await deletion.expired(reads, due_at(now, days), ALL))
    known_at = await _known_at(reads, now)
    if known_at is not None:
        for left in await servers_left.left_before(reads, known_at - SERVER_KEPT):
            swept.servers[left] = await _of_server(reads, left)
    return swept


async def _known_at(reads: Reads, now: float) -> float | None:
    """Return when the bot last ran. A server may have taken it back since then."""
    alive = await inspection.note(reads, ALIVE)
    return None if alive is None else min(now, float(alive))


async def _of_server(reads: Reads, guild: int) -> Swept:
    swept = Swept(other_rows=await deletion.other_rows(reads, guild))
    swept.add(await deletion.of_server(reads, guild))
    return swept


def _alone(guild: int, swept: Swept) -> Swept:
    return Swept() if swept.is_nothing else Swept(servers={guild: swept})


async def _shrunk(path: Path, before: int) -> list[Finding]:
    """Make the file smaller if it has free room, and say so."""
    try:
        if not await asyncio.to_thread(deletion.shrink, path):
            return []
    except DatabaseProblem as problem:
        said = f"The file couldn't be made smaller, so it has free room. {problem}"
        return [Finding("warning", said)]
    now = disk.look_at(path).size
    return [Finding("fine", f"{path} had {megabytes(before)} and now has {megabytes(now)}.")]


async def _rewritten(database: Database) -> list[Finding]:
    """Write a database of a server anew, so that it has no free room, and say so."""
    before = await server_state.size(database.reader)
    try:
        await database.rewrite()
    except NotSaved as problem:
        said = f"The database couldn't be made smaller, so it has free room. {problem}"
        return [Finding("warning", said)]
    now = await server_state.size(database.reader)
    if now >= before:
        return []
    text = f"{database.place} had {megabytes(before)} and now has {megabytes(now)}."
    return [Finding("fine", text)]


def _said(swept: Swept, guild: int | None, begin: str) -> list[Finding]:
    said: list[str] = []
    if swept.tables:
        said.append(
            f"{begin} the records of {swept.counted()} whose games ended long ago. Their results "
            "stay."
        )
    for server, of_it in swept.servers.items():
        said.append(
            f"{begin} all that belongs to server {server}: {of_it.counted()}, and "
            f"{rows_of(of_it.other_rows)} of results, settings and moderation."
        )
    if not said:
        said.append(
            "There is nothing to delete."
            if guild is None
            else f"Nothing of server {guild} is stored."
        )
    return [Finding("fine", text) for text in said]


def _report(
    findings: list[Finding], swept: Swept, settings: Settings, guild: int | None, *, dry_run: bool
) -> Report:
    hints: list[str] = []
    if guild is None and settings.keep_days == 0:
        hints.append("DOWNEAST_KEEP_DAYS is 0, so the records of finished games are kept for ever.")
    if not (dry_run or swept.is_nothing):
        hints.append(
            "Backups from before still have all of this. Nightly ones go after four weeks."
        )
    said = [*findings, *(Finding("fine", hint) for hint in hints)]
    return Report(tuple(said), {"dry_run": dry_run, **swept.facts()})
