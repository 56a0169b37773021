"""Tells how the running bot is, from the file in which it says so (`bot/observe/health_file.py`).

This neither asks the network nor opens the database, so a container can do it every minute.
"""

import argparse
from typing import Any

from bot.host.time.clock import Clock, SystemClock
from bot.observe.health_checks import WELL
from bot.observe.health_file import health_file_of, read_health
from bot.observe.pulse import STALE_AFTER
from bot.settings import Settings
from bot.upkeep.findings.findings import Finding, Report, done
from db.base.place import PostgresUrl


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add nothing: the settings say which bot is meant."""


async def run(arguments: argparse.Namespace, settings: Settings) -> Report:
    """Report how the bot on the database of these settings is."""
    return reported(settings, SystemClock())


def reported(settings: Settings, clock: Clock) -> Report:
    """Report what the bot last said of itself, if that isn't too long ago."""
    said = read_health(settings.file)
    if said is None:
        path = health_file_of(settings.file)
        return _broken(
            f"No bot is running on {settings.place}, or it has only just begun{_or_waits(settings)}"
            f": there is no {path}. Start it, or ask again in a few seconds."
        )
    age = clock.now() - float(said["at"])
    if age > STALE_AFTER:
        return _broken(
            f"The bot on {settings.place} last said how it is {age:.0f} s ago, so it hangs or was "
            "killed. Look at the log, and start it again.",
            seconds_ago=round(age, 1),
        )
    facts = {**said, "seconds_ago": round(age, 1)}
    if said["healthy"]:
        return done(WELL, **facts)
    problems = tuple(Finding("broken", str(problem)) for problem in said["problems"])
    return Report(problems, facts)


def _or_waits(settings: Settings) -> str:
    on_server = isinstance(settings.place, PostgresUrl)
    return ", or it waits for its server (`check` says whether that's away)" if on_server else ""


def _broken(text: str, **facts: Any) -> Report:
    return Report((Finding("broken", text),), {"healthy": False, **facts})
