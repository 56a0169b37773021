"""`python -m bot backup FILE`: a verified copy of the database, also while the bot runs.

A backup is always a file of SQLite, also if the database is on a PostgreSQL server. So it can be
restored into either.
"""

import argparse
import asyncio
from collections.abc import Mapping
from pathlib import Path

from bot.host.time.clock import Clock, SystemClock
from bot.settings import Settings
from bot.upkeep.findings.findings import Report, done
from bot.upkeep.findings.verified_file import Verified, verify
from db.base.migration import newest_schema
from db.base.place import Place
from db.base.problems import NothingThere
from db.upkeep import backup, read_only, row_copy
from db.upkeep.backup import CannotBackUp, megabytes
from games.rules import AnyRules


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("file", type=Path, help="the new file, in a folder that exists")


async def run(
    arguments: argparse.Namespace, settings: Settings, clock: Clock | None = None
) -> Report:
    """Back up the database into a new file. Raises DatabaseProblem."""
    clock = clock or SystemClock()
    began = clock.now()
    found = await back_up(settings.place, arguments.file, settings.rules)
    seconds = clock.now() - began
    return done(
        f"The backup {arguments.file} is complete and verified: {found.table_counts}, "
        f"{megabytes(found.size)}, in {seconds:.1f} s.",
        **{**found.facts, "file": str(arguments.file), "seconds": round(seconds, 3)},
    )


async def back_up(source: Place, target: Path, rules: Mapping[str, AnyRules]) -> Verified:
    """Copy a database, verify the copy and give it its final name. Raises DatabaseProblem."""
    backup.check_place(source, target)
    backup.remove_leftovers(target.parent)
    with backup.claimed(target) as part:
        backup.check_place(source, target)  # another backup may just have made it
        await _copy(source, part)
        found = await verify(part, rules)
        if found.problems:
            raise CannotBackUp(
                f"The copy of {source} isn't sound, so I didn't keep it. {' '.join(found.problems)}"
            )
        backup.name_finally(part, target)
    return found


async def before_update(place: Place, rules: Mapping[str, AnyRules]) -> Path | None:
    """Back up a file that has an older schema, because a start changes it for good.

    Return the backup's path, which tells the schema. An older backup of the same name is replaced.
    Raises DatabaseProblem.
    """
    if not isinstance(place, Path) or not place.exists():
        return None
    try:
        async with read_only.opened(place) as (_, schema):
            pass
    except NothingThere:
        return None
    if schema == newest_schema():
        return None
    target = place.with_name(f"{place.name}.schema-{schema}")
    target.unlink(missing_ok=True)
    await back_up(place, target, rules)
    return target


async def _copy(source: Place, part: Path) -> None:
    if isinstance(source, Path):
        await asyncio.to_thread(backup.copy, source, part)
    else:
        async with read_only.opened(source) as (reads, schema):
            await row_copy.copy_into_file(reads, part, schema)
