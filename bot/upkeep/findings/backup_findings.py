"""Says how old the newest nightly backup is, and whether there is room for the next one.

It also names what is left of backups that were interrupted.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.settings import Settings
from bot.upkeep.findings.findings import Finding
from db.upkeep.backup import leftovers, megabytes
from db.upkeep.backup_folder import BackupFolder, begin_of, last_night
from db.upkeep.disk import free_on_disk_of, open_to_others

LATE = 12 * 3600.0  # seconds after which the backup of a night counts as missing


def about_leftovers(settings: Settings) -> list[Finding]:
    """Name what backups that were interrupted left in the folders that we know."""
    named = (Path(), settings.file.parent, settings.backups)
    folders = {folder.resolve() for folder in named if folder is not None and folder.is_dir()}
    return [
        Finding(
            "warning",
            f"{part} is left of a backup or restore that was interrupted, and can have every hand. "
            "The next backup in its folder deletes it, or you do.",
        )
        for folder in sorted(folders)
        for part in leftovers(folder)
    ]


def about_backups(settings: Settings, now: float, facts: dict[str, Any]) -> list[Finding]:
    """Look at the folder of the nightly backups, and add what is there to `facts`."""
    if settings.backups is None:
        if settings.discord_token is None:
            return [Finding("fine", "There are no nightly backups, as usual for a playground.")]
        return [
            Finding(
                "warning",
                "There are no nightly backups. Name a folder for them as DOWNEAST_BACKUPS.",
            )
        ]
    folder = BackupFolder(settings.backups)
    days = folder.days()
    facts["backups"] = len(days)
    if not days:
        return [
            Finding(
                "warning",
                f"There is no backup in {folder.folder} yet. The bot makes one after its start and "
                "each night; if it has run since, look at its log.",
            )
        ]
    newest, path = days[-1], folder.file_of(days[-1])
    written = path.stat().st_mtime
    facts["newest_backup"] = str(path)
    facts["newest_backup_age"] = round(now - written)
    when = f"{datetime.fromtimestamp(written, UTC):%Y-%m-%d %H:%M} UTC"
    night = last_night(now)
    findings: list[Finding] = []
    if newest >= night or (newest == night - timedelta(days=1) and now < begin_of(night) + LATE):
        findings.append(
            Finding("fine", f"The newest of {len(days)} backups was made on {when}: {path}.")
        )
    else:
        findings.append(
            Finding(
                "warning",
                f"The newest backup is of {when}, so last night's is missing. If the bot runs, its "
                "log says why.",
            )
        )
    if open_to_others(path):
        findings.append(
            Finding(
                "warning",
                f"Other accounts of this machine can read {path}, and with it every hand. Run "
                f"`chmod 600` for the files in {folder.folder}.",
            )
        )
    free, size = free_on_disk_of(folder.folder), path.stat().st_size
    if free < 2 * size:
        findings.append(
            Finding(
                "warning",
                f"Only {megabytes(free)} are free in {folder.folder}, and a backup takes "
                f"{megabytes(size)}. Free some space.",
            )
        )
    return findings
