"""The numbered steps in migrations/, which bring a database to the newest schema.

A step is an SQL file or a module with `async def migrate(tx)`. SQLite files have all steps behind
them. A PostgreSQL database begins with `baseline.sql`, which is the schema after the step BASELINE.
Steps after that are for both, in the SQL that both understand (db/engines/dialect.py).
"""

from dataclasses import dataclass
from importlib import resources
from typing import Final

BASELINE: Final = 29
_FOLDER: Final = "db.migrations"


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the schema: its number, and the name of its file."""

    number: int
    name: str

    @property
    def module(self) -> str | None:
        """The name of its module, or None for a file of SQL."""
        stem, _, suffix = self.name.rpartition(".")
        return f"{_FOLDER}.{stem}" if suffix == "py" else None

    def sql(self) -> str:
        """Read its SQL."""
        return resources.files(_FOLDER).joinpath(self.name).read_text(encoding="utf-8")


def steps() -> list[Step]:
    """Return all steps in order."""
    names = sorted(file.name for file in resources.files(_FOLDER).iterdir())
    return [Step(int(name[:4]), name) for name in names if name[:4].isdigit()]


def steps_after(number: int) -> list[Step]:
    """Return the steps that a database with this schema lacks."""
    return [step for step in steps() if step.number > number]


def newest_schema() -> int:
    """Return the number of the schema that this release writes."""
    return steps()[-1].number


def baseline() -> str:
    """Return the SQL that makes the schema BASELINE in an empty database."""
    return resources.files(_FOLDER).joinpath("baseline.sql").read_text(encoding="utf-8")
