"""The commands that an operator runs beside the bot: what each is called and what it takes.

Each command is a module of this folder with `add_options(parser)` and `async run(arguments,
settings) -> Report`. It raises DatabaseProblem if the file can't be used.
"""

import argparse
import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from bot.settings import Settings
from bot.upkeep.commands import backup, check, export, forget, health, move_database, prune, restore
from bot.upkeep.findings.findings import Report
from db.base.problems import DatabaseProblem, no_access


@dataclass(frozen=True, slots=True)
class Command:
    """A command: one line about it, its options, and what it does."""

    summary: str
    add_options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Settings], Coroutine[Any, Any, Report]]


COMMANDS: dict[str, Command] = {
    "backup": Command(
        "copy the database into a new file and verify the copy", backup.add_options, backup.run
    ),
    "check": Command(
        "check the settings, the database and the backups", check.add_options, check.run
    ),
    "restore": Command(
        "set the database back to a backup, while the bot is stopped",
        restore.add_options,
        restore.run,
    ),
    "move-database": Command(
        "move everything into another database, while the bot is stopped",
        move_database.add_options,
        move_database.run,
    ),
    "export": Command(
        "write all that is kept of one person into a new file", export.add_options, export.run
    ),
    "forget": Command(
        'replace one person by "a former player", while the bot is stopped',
        forget.add_options,
        forget.run,
    ),
    "prune": Command(
        "delete what is no longer kept, or all of a server, while the bot is stopped",
        prune.add_options,
        prune.run,
    ),
    "health": Command("tell how the running bot is", health.add_options, health.run),
}

EXIT_CODES = (
    "Exit codes: 0 all is fine, 1 there are warnings, 2 something is broken or a setting is wrong, "
    "3 the database can't be used as it is, 4 Discord refuses, 5 no playground answers, 75 Discord "
    "is out of reach."
)


def add_commands(commands: Any) -> None:
    """Add the operator's commands to the command line."""
    for name, command in COMMANDS.items():
        parser = commands.add_parser(
            name, help=command.summary, description=command.summary, epilog=EXIT_CODES
        )
        command.add_options(parser)
        parser.add_argument("--json", action="store_true", help="print the same as JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> Report:
    """Run the command that was given. Raises DatabaseProblem."""
    try:
        return asyncio.run(COMMANDS[arguments.command].run(arguments, settings))
    except PermissionError as error:  # such as for a file in somebody's home folder
        raise DatabaseProblem(no_access(error.filename or "a file")) from error
