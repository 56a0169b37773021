"""Kills the operator's commands at named points, and looks at the files that they leave behind.

    .venv/bin/python -m tests.tools.upkeep_kills backup --kills 8

runs the command in a process that kills itself (SIGKILL) at each of the points in turn, eight times
at each. After each kill the database must be as it was, every file under a final name must be
sound, and the command must work when it is run again.
"""

import argparse
import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from argparse import Namespace
from contextlib import closing, suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from bot.host.seating.quotas import Limits
from bot.host.time.clock import ClockAhead
from bot.upkeep.commands import prune, restore
from bot.upkeep.commands.backup import back_up
from bot.upkeep.nightly.nightly_backups import NightlyBackups
from db.base.files import SQLITE_SUFFIXES
from db.base.problems import DatabaseProblem
from db.upkeep.backup import PART
from db.upkeep.backup_folder import BackupFolder, expired
from db.upkeep.deletion import OF_TABLES
from tests.tools.forget_kills import FORGETTING
from tests.tools.kill_points import (
    DATABASE,
    RULES,
    Operation,
    after,
    before,
    halfway_through_the_copy,
    unsound,
    while_shrinking,
)

BACKUP = "backup.sqlite3"
TODAY = date(2026, 11, 26)
LEFT = 77  # a server that the bot has left


# --- backups --------------------------------------------------------------------------------------


async def _fill(folder: Path) -> None:
    from tests.bot.upkeep.filled import filled

    await filled(folder)


async def _back_up(folder: Path) -> None:
    await back_up(folder / DATABASE, folder / "copy.sqlite3", RULES)


async def _judge_backup(folder: Path, done: bool) -> list[str]:
    copy = folder / "copy.sqlite3"
    wrong = await unsound(folder / DATABASE)
    if done or copy.exists():
        wrong += await unsound(copy)
    extra = {*os.listdir(folder)} - {DATABASE, copy.name}
    return wrong + [f"{name} was left over" for name in extra if done or PART not in name]


async def _fill_nights(folder: Path) -> None:
    await _fill(folder)
    nights = BackupFolder(folder / "backups")
    nights.make()
    for age in range(1, 40):
        content = (folder / DATABASE).read_bytes()
        nights.file_of(TODAY - timedelta(days=age)).write_bytes(content)


async def _one_night(folder: Path) -> None:
    """Run the nightly backups until they wait for the next night."""
    five = datetime(TODAY.year, TODAY.month, TODAY.day, 5, tzinfo=UTC).timestamp()
    clock = ClockAhead()
    clock.set_ahead(five - clock.now())

    async def in_this_process(target: Path) -> None:
        await back_up(folder / DATABASE, target, RULES)

    nightly = NightlyBackups(folder / "backups", clock, in_this_process)
    await nightly.make_up()


async def _judge_night(folder: Path, done: bool) -> list[str]:
    nights = BackupFolder(folder / "backups")
    days = nights.days()
    kept = set(days) - expired(days, TODAY)
    wrong = await unsound(folder / DATABASE)
    for day in days:
        wrong += await unsound(nights.file_of(day))
    if len(kept) < 7:
        wrong.append(f"only {len(kept)} backups are left")
    if done:
        wrong += [] if TODAY in days else ["there is no backup of the night"]
        wrong += [f"the backup of {day} is kept for too long" for day in set(days) - kept]
        wrong += [f"{path.name} was left over" for path in nights.folder.glob(f"*{PART}*")]
    return wrong


async def _fill_restore(folder: Path) -> None:
    await _fill(folder)
    await back_up(folder / DATABASE, folder / BACKUP, RULES)
    with closing(sqlite3.connect(folder / DATABASE)) as file, file:
        file.execute("UPDATE seats SET name='Newer'")


async def _restore(folder: Path) -> None:
    from tests.bot.upkeep.filled import settings_for

    settings = settings_for(folder / DATABASE)
    with patch.object(type(settings), "rules", RULES):
        await restore.run(Namespace(file=folder / BACKUP, yes=True), settings)


async def _judge_restore(folder: Path, done: bool) -> list[str]:
    wrong = await unsound(folder / DATABASE)
    wrong += await unsound(folder / BACKUP)
    aside = [folder / name for name in os.listdir(folder) if ".before-restore-" in name]
    for path in aside:
        wrong += await unsound(path)
    holds = {_names_in(path) for path in (folder / DATABASE, *aside)}
    if "Newer" not in holds:
        wrong.append("the old file is lost")
    if done and _names_in(folder / DATABASE) == "Newer":
        wrong.append("nothing was restored")
    known = {DATABASE, BACKUP, f"{DATABASE}.lock", *(path.name for path in aside)}
    extra = {*os.listdir(folder)} - known
    return wrong + [f"{name} was left over" for name in extra if done or PART not in name]


def _names_in(path: Path) -> str:
    with closing(sqlite3.connect(path)) as file:
        return str(file.execute("SELECT max(name) FROM seats").fetchone()[0])


async def _fill_prune(folder: Path) -> None:
    """Make a file with games on a server that stays, and on one that the bot left."""
    from tests.bot.house import ANN, BEN, GUILD
    from tests.bot.upkeep.filled import house_in_file

    async with house_in_file(folder, idle=True) as house:
        house.host.seats.limits = Limits(in_an_hour=10)
        for guild in (GUILD, LEFT):
            for _ in range(3):
                await house.play_out(await house.dealt(ANN, BEN))
            await house.dealt(ANN, BEN)
            async with house.database.transaction() as tx:
                await tx.run("UPDATE tables SET guild=?, behind=0 WHERE guild=?", (guild, GUILD))
                await tx.run("UPDATE results SET guild=? WHERE guild=?", (guild, GUILD))
                await tx.run("INSERT INTO blocks VALUES (?, 1)", (guild,))
        async with house.database.transaction() as tx:
            await tx.run("INSERT INTO servers_left VALUES (?, 0, 1)", (LEFT,))
            await tx.run("INSERT INTO notes VALUES ('alive', '1700000000')")
            await tx.run("UPDATE tables SET guild=? WHERE id<5", (GUILD,))
            await tx.run("UPDATE results SET guild=? WHERE table_id<5", (GUILD,))


async def _prune(folder: Path) -> None:
    from tests.bot.upkeep.filled import settings_for

    settings = settings_for(folder / DATABASE)
    with patch.object(type(settings), "rules", RULES):
        await prune.run(Namespace(server=None, dry_run=False), settings)


async def _judge_prune(folder: Path, done: bool) -> list[str]:
    path = folder / DATABASE
    wrong = await unsound(path)
    there = {*os.listdir(folder)}
    wrong += [f"{name} is lost" for name in {DATABASE} - there]
    allowed = {DATABASE, f"{DATABASE}.lock"} | (set() if done else {*_companions()})
    wrong += [f"{name} was left over" for name in there - allowed]
    with closing(sqlite3.connect(path)) as file:
        for name in OF_TABLES:
            sql = f"SELECT count(*) FROM {name} WHERE table_id NOT IN (SELECT id FROM tables)"
            if file.execute(sql).fetchone()[0]:
                wrong.append(f"{name} has rows of a table that is gone")
        halves = file.execute(
            "SELECT id FROM tables t WHERE (SELECT count(*) FROM seats WHERE table_id=t.id)<>2"
            " OR (SELECT count(*) FROM log WHERE table_id=t.id)<>rev"
        ).fetchall()
        wrong += [f"half of table {row[0]} is gone" for row in halves]
        playing = file.execute("SELECT count(*) FROM tables WHERE phase='playing'").fetchone()[0]
        wrong += [] if playing >= 1 else ["the game in play is gone"]
        kept = file.execute("SELECT count(*) FROM results WHERE guild<>?", (LEFT,)).fetchone()[0]
        wrong += [] if kept == 6 else [f"{kept} results are left"]
        if done:
            left = file.execute("SELECT id, phase FROM tables").fetchall()
            wrong += [] if left == [(4, "playing")] else [f"{left} are left"]
            blocks = file.execute("SELECT guild FROM blocks").fetchall()
            wrong += [] if len(blocks) == 1 else ["something of the server is left"]
            free = file.execute("PRAGMA freelist_count").fetchone()[0]
            wrong += [] if free == 0 else ["the file has free room"]
    return wrong


def _companions() -> list[str]:
    return [f"{DATABASE}{end}" for end in SQLITE_SUFFIXES]


COPYING = {
    "claimed": before("db.upkeep.backup:copy"),
    "half copied": halfway_through_the_copy,
    "copied": before("bot.upkeep.commands.backup:verify"),
    "verified": before("db.upkeep.backup:name_finally"),
}


def _is_backup(path: Path, *_: object, **__: object) -> bool:
    return path.suffix == ".sqlite3"


OPERATIONS: dict[str, Operation] = {
    "backup": Operation(
        # the first call waits for the copy, the second for its final name
        {**COPYING, "named": before("db.upkeep.backup:sync", nth=2)},
        _fill,
        _back_up,
        _judge_backup,
    ),
    "nightly": Operation(
        {
            "half copied": halfway_through_the_copy,
            "copied": COPYING["copied"],
            "verified": COPYING["verified"],
            "made": before("db.upkeep.backup_folder:BackupFolder.tidy"),
            "half tidied": before("pathlib:Path.unlink", nth=2, concerns=_is_backup),
        },
        _fill_nights,
        _one_night,
        _judge_night,
    ),
    "restore": Operation(
        {
            "half copied": halfway_through_the_copy,
            "copied": before("bot.upkeep.commands.restore:begin_epoch"),
            "epoch begun": before("db.upkeep.replacing:set_aside"),
            "set aside": before("db.upkeep.replacing:put_in_place"),
            "replaced": before("db.upkeep.replacing:sync", nth=2),
        },
        _fill_restore,
        _restore,
        _judge_restore,
    ),
    "prune": Operation(
        {
            "opened": before("bot.upkeep.commands.prune:sweep"),
            "half deleted": before("db.upkeep.deletion:delete_table", nth=2),
            "deleted, not committed": after("db.upkeep.deletion:delete_table"),
            "server half deleted": before("db.upkeep.deletion:delete_server"),
            "server deleted, not committed": after("db.upkeep.deletion:delete_server"),
            "deleted": before("db.upkeep.deletion:shrink"),
            "shrinking": while_shrinking,
        },
        _fill_prune,
        _prune,
        _judge_prune,
    ),
    "forget": FORGETTING,
}


# --- kills ----------------------------------------------------------------------------------------


async def kill_at(name: str, point: str, folder: Path) -> list[str]:
    """Kill a command at a point, run it again, and say what is wrong after each of them."""
    operation = OPERATIONS[name]
    await operation.prepare(folder)
    ended = await asyncio.to_thread(_run_and_die, name, point, folder)
    if ended != -signal.SIGKILL:
        return [f"the command never came to this point (it ended with {ended})"]
    wrong = await operation.judge(folder, False)
    if not wrong:
        with suppress(DatabaseProblem):  # it may have been done before it was killed
            await operation.run(folder)
        wrong = await operation.judge(folder, True)
    return wrong


def _run_and_die(name: str, point: str, folder: Path) -> int:
    command = [sys.executable, "-m", "tests.tools.upkeep_kills", name]
    return subprocess.run([*command, "--at", point, "--folder", str(folder)]).returncode


async def kill_everywhere(name: str, kills: int) -> int:
    """Kill a command at each of its points. Print and count what is wrong."""
    count = 0
    for point in OPERATIONS[name].points:
        wrong: list[str] = []
        for _ in range(kills):
            with TemporaryDirectory() as folder:
                wrong += await kill_at(name, point, Path(folder))
        print(f"{name}, {point}: {kills} kills, {'; '.join(wrong) or 'nothing is wrong'}")
        count += len(wrong)
    return count


def main() -> int:
    """Read the command line and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("operation", choices=OPERATIONS)
    parser.add_argument("--kills", type=int, default=8, help="how often it is killed at each point")
    parser.add_argument("--at", help=argparse.SUPPRESS)  # this process is the one that dies
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.at is None:
        return min(1, asyncio.run(kill_everywhere(arguments.operation, arguments.kills)))
    operation = OPERATIONS[arguments.operation]
    operation.points[arguments.at]()
    asyncio.run(operation.run(arguments.folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
