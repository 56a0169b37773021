"""`python -m bot check`: whether all is well with the settings, the database and the backups.

It changes nothing, and works whether the bot runs or not. With `--online` it also asks Discord.
"""

import argparse
from pathlib import Path
from typing import Any

from bot.endpoint import has_playground
from bot.host.time.clock import Clock, SystemClock
from bot.observation import Observation
from bot.settings import BadSettings, Settings
from bot.upkeep.findings.backup_findings import about_backups, about_leftovers
from bot.upkeep.findings.file_findings import about_file
from bot.upkeep.findings.findings import Finding, Report
from bot.upkeep.findings.online_findings import about_discord
from bot.upkeep.findings.server_findings import about_server
from db.upkeep.disk import open_to_others

ENV_FILE = Path(".env")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "--online", action="store_true", help="also ask Discord about the application and servers"
    )


async def run(
    arguments: argparse.Namespace, settings: Settings, clock: Clock | None = None
) -> Report:
    """Look at everything and report it. Never raises because of what it finds."""
    clock = clock or SystemClock()
    facts: dict[str, Any] = {}
    findings = about_settings(settings)
    if settings.discord_token is None and settings.playground_url is None and not has_playground():
        return Report(tuple(findings), facts)  # there's nothing to look at
    place, now = settings.place, clock.now()
    findings += (
        await about_file(place, settings, now, facts)
        if isinstance(place, Path)
        else await about_server(place, settings, now, facts)
    )
    findings += about_backups(settings, now, facts) + about_leftovers(settings)
    if arguments.online:
        findings += await about_discord(settings, facts)
    return Report(tuple(findings), facts)


def about_settings(settings: Settings) -> list[Finding]:
    """Say what of the settings needs attention. Invalid ones were refused before."""
    findings: list[Finding] = []
    if settings.discord_token is None and settings.playground_url is None:
        findings.append(
            Finding("fine", "There is no DISCORD_TOKEN, so this is about the playground.")
            if has_playground()
            else Finding(
                "broken",
                "There is no DISCORD_TOKEN, so the bot can't start. Put it into .env.",
            )
        )
    if settings.discord_token is not None:
        if ENV_FILE.is_file() and open_to_others(ENV_FILE):
            findings.append(
                Finding(
                    "warning",
                    "Other accounts of this machine can read .env, and with it the bot's token. "
                    "Run `chmod 600 .env`.",
                )
            )
        if not settings.operator.contact:
            findings.append(
                Finding(
                    "warning",
                    "Players can't see who runs this bot. Set DOWNEAST_CONTACT in .env or in the "
                    "environment.",
                )
            )
    try:
        Observation(settings, {})
    except BadSettings as problem:
        findings.append(Finding("broken", str(problem)))
    if all(finding.level == "fine" for finding in findings):
        findings.append(Finding("fine", "The settings are valid."))
    return findings
