"""`python -m bot export PERSON FILE`: all that is kept of a person, also while the bot runs."""

import argparse
import os
from pathlib import Path

from bot.host.time.clock import Clock, SystemClock
from bot.settings import Settings
from bot.show.my_data_file import written
from bot.upkeep.commands.person_id import add_person
from bot.upkeep.findings.findings import Report, done
from db.base.problems import DatabaseProblem
from db.people import person_records
from db.upkeep import read_only


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    add_person(parser)
    parser.add_argument("file", type=Path, help="the new file, in a folder that exists")


async def run(
    arguments: argparse.Namespace, settings: Settings, clock: Clock | None = None
) -> Report:
    """Write all that is kept of a person into a new file. Raises DatabaseProblem."""
    person, target, now = arguments.person, arguments.file, (clock or SystemClock()).now()
    async with read_only.opened_at_newest_schema(settings.place) as reads:
        records = await person_records.read(reads, person)
    _write(target, written(person, records, now))
    counts = {name: len(rows) for name, rows in records.items()}
    total = sum(counts.values())
    return done(
        f"{target} has all that the database keeps of {person}: {total} "
        f"{'row' if total == 1 else 'rows'}.",
        person=str(person),
        file=str(target),
        rows=counts,
    )


def _write(target: Path, content: bytes) -> None:
    try:
        number = os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600)
        with os.fdopen(number, "wb") as file:
            file.write(content)
    except FileExistsError:
        raise DatabaseProblem(f"{target} exists. Choose another name.") from None
    except OSError as error:
        raise DatabaseProblem(f"I can't write {target}: {error.strerror}.") from error
