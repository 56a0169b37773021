"""How old the newest of the nightly backups is."""

from pathlib import Path

NAMES = "downeast-????-??-??.sqlite3"


def backup_age(folder: Path, now: float) -> float:
    """Return the seconds since the newest backup was written, or infinity if there is none."""
    try:
        newest = max((path.stat().st_mtime for path in folder.glob(NAMES)), default=None)
    except OSError:
        return float("inf")
    return float("inf") if newest is None else max(0.0, now - newest)
