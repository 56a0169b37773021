"""Says how the database file is, what is in it, and when the bot was last alive."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.host.deadline_timer import ALIVE
from bot.settings import Settings
from bot.upkeep.findings.findings import Finding
from bot.upkeep.findings.verified_file import verify
from db.base.migration import newest_schema
from db.base.place import Place
from db.base.problems import DatabaseProblem, not_closed
from db.upkeep import disk, file_lock, inspection, read_only
from db.upkeep.backup import megabytes
from db.upkeep.disk import OnDisk

LATE = 60.0  # seconds after which a heartbeat or a deadline is late
LITTLE, TOO_LITTLE = 200_000_000, 20_000_000  # bytes that are free on the disk
LARGE_WAL = 256_000_000  # bytes


async def about_file(
    path: Path, settings: Settings, now: float, facts: dict[str, Any]
) -> list[Finding]:
    """Look at the database file, and add what is in it to `facts`."""
    if not is_there(path):
        return [
            Finding(
                "broken",
                f"There is no database {path}. The bot makes it at its first start. If it has run "
                "before, check DOWNEAST_DATABASE and the folder from which you start it.",
            )
        ]
    running = file_lock.is_held(path)
    facts["running"] = running
    findings = about_disk(path, disk.look_at(path), running=running, facts=facts)
    return findings + await about_content(path, settings, now, facts, running=running)


async def about_content(
    place: Place, settings: Settings, now: float, facts: dict[str, Any], *, running: bool
) -> list[Finding]:
    """Verify the database, and say what is in it and when the bot was last alive."""
    found = await verify(place, settings.rules)
    facts.update(found.facts)
    findings = [Finding("broken", problem) for problem in found.problems]
    if found.cut_off and isinstance(place, Path):
        findings.append(Finding("warning", not_closed(place)))
    elif not found.problems:
        findings.append(
            Finding(
                "fine",
                f"The database {place} is whole: {found.table_counts}, {megabytes(found.size)}.",
            )
        )
    findings += about_schema(found.schema)
    if found.contents is not None:
        findings += await about_time(place, now, facts, running=running)
    return findings


def about_disk(path: Path, seen: OnDisk, *, running: bool, facts: dict[str, Any]) -> list[Finding]:
    """Say what is wrong with the rights of the file, its folder or the room on its disk."""
    facts.update(free=seen.free, wal=seen.wal)
    findings: list[Finding] = []
    if seen.refused:
        listed = ", ".join(map(str, seen.refused))
        findings.append(
            Finding("broken", f"My account can't write {listed}. Give it the right to do that.")
        )
    for file in seen.readable_by_others:
        findings.append(
            Finding(
                "warning",
                f"Other accounts of this machine can read {file}, and with it every hand. Run "
                f"`chmod 600 {file}`.",
            )
        )
    if seen.folder_writable_by_others:
        folder = path.resolve().parent
        findings.append(
            Finding(
                "warning",
                f"Other accounts of this machine can exchange the files in {folder}. Run "
                f"`chmod go-w {folder}`.",
            )
        )
    if seen.free < LITTLE:
        findings.append(
            Finding(
                "broken" if seen.free < TOO_LITTLE else "warning",
                f"Only {megabytes(seen.free)} are free on the disk of {path}. When it is full, "
                "nothing can be saved. Free some space.",
            )
        )
    if seen.wal is not None and not running:
        findings.append(
            Finding(
                "fine",
                f"The bot was killed or its machine stopped, so its newest moves are in {path}-wal "
                "still. The next start brings them in. Don't delete that file.",
            )
        )
    elif seen.wal is not None and seen.wal > LARGE_WAL:
        findings.append(
            Finding(
                "warning",
                f"{path}-wal has grown to {megabytes(seen.wal)}, perhaps because another program "
                "keeps the database open. End that program.",
            )
        )
    return findings


def about_schema(schema: int | None) -> list[Finding]:
    """Say that the next start migrates the database, if it does."""
    if schema is None or schema == newest_schema():
        return []
    text = (
        f"It has the schema {schema}; the next start makes a backup of it, and then brings it to "
        f"{newest_schema()}."
    )
    return [Finding("fine", text)]


async def about_time(
    place: Place, now: float, facts: dict[str, Any], *, running: bool
) -> list[Finding]:
    """Say when the bot was last alive, and how many deadlines it has missed."""
    try:
        async with read_only.opened(place) as (reads, _):
            alive = await inspection.note(reads, ALIVE)
            late, first = await inspection.overdue(reads, now - LATE)
    except DatabaseProblem as problem:
        return [Finding("broken", str(problem))]
    age = None if alive is None else now - float(alive)
    facts.update(alive_age=None if age is None else round(age), overdue=late)
    return [about_life(age, now, running=running), *about_deadlines(late, first, running=running)]


def about_life(age: float | None, now: float, *, running: bool) -> Finding:
    """Say whether the bot runs, given the seconds since it last noted that it was alive."""
    when = "" if age is None else f"{datetime.fromtimestamp(now - age, UTC):%Y-%m-%d %H:%M} UTC"
    if not running:
        return Finding(
            "fine",
            f"The bot doesn't run. It was last alive on {when}." if when else "It never ran.",
        )
    if age is None or age > LATE:
        since = f" since {when}" if when else " yet"
        return Finding(
            "warning",
            f"The bot runs, but hasn't noted that it is alive{since}. It may be cut off from "
            "Discord, or unable to save. Look at its log.",
        )
    return Finding("fine", f"The bot runs, and was alive {max(0, round(age))} s ago.")


def about_deadlines(late: int, first: float | None, *, running: bool) -> list[Finding]:
    """Say how many deadlines have passed without a move."""
    if first is None:
        return []
    since = f"{datetime.fromtimestamp(first, UTC):%Y-%m-%d %H:%M} UTC"
    deadlines = "One deadline has" if late == 1 else f"{late} deadlines have"
    if not running:
        return [
            Finding(
                "fine",
                f"{deadlines} passed since the bot ended, the first on {since}. Players get that "
                "time back at the next start.",
            )
        ]
    return [
        Finding(
            "warning",
            f"{deadlines} passed without a move, the first on {since}. Either Discord is out of "
            "reach, and players get the time back, or the log says what fails.",
        )
    ]


def is_there(path: Path) -> bool:
    """Return whether there is a file of this name."""
    return path.is_file()
