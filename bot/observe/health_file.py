"""A small file beside the database that says how the running bot is.

It's for whoever can't or needn't ask over the network, such as the health check of a container. It
is replaced as a whole, so nobody reads half of it. It is not flushed to the disk: after a power cut
it would be out of date anyway, and a disk in trouble must not hold it up.
"""

import json
import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

log = logging.getLogger(__name__)


class HealthFile:
    """Writes and removes the file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._failed = False

    def write(self, facts: Mapping[str, object]) -> None:
        """Replace the file. If that fails, log it once until it works again."""
        part = self._path.with_name(f"{self._path.name}.part")
        try:
            descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                os.fchmod(descriptor, 0o600)
                json.dump(facts, file, ensure_ascii=False)
                file.write("\n")
            part.replace(self._path)
        except OSError as problem:
            if not self._failed:
                log.warning("I can't write how I am into %s: %s", self._path, problem.strerror)
            self._failed = True
        else:
            self._failed = False

    def remove(self) -> None:
        """Remove the file, because nobody is running any more."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError as problem:
            log.warning("I can't remove %s: %s", self._path, problem.strerror)


def health_file_of(database: Path) -> Path:
    """Return the health file of a database file."""
    return database.with_name(f"{database.name}.health")


def read_health(database: Path) -> dict[str, Any] | None:
    """Return what the bot on this database last said of itself, or None if it said nothing."""
    try:
        found: object = json.loads(health_file_of(database).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return cast(dict[str, Any], found) if isinstance(found, dict) and "at" in found else None
