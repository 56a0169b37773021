"""Checks a database by reading it as the bot would, without changing anything in it.

Every unfinished table is read and the views of all its seats are built. If the schema of a file is
older than ours, that is done with a temporary copy, which is migrated.
"""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bot.host.reading.readable import unreadable_tables
from db.base.files import lacks_wal
from db.base.place import Place
from db.base.problems import DatabaseProblem, damaged
from db.engines.sqlite_engine import is_cut_off
from db.upkeep import inspection, read_only, server_state
from db.upkeep.inspection import Contents
from games.rules import AnyRules


@dataclass(frozen=True, slots=True)
class Verified:
    """What a check of a database found. If `problems` is empty, the bot can go on with it.

    `size` is in bytes. `contents` and `schema` are None if it can't be opened. `cut_off` means that
    it's a file that was copied without its WAL file, so newest moves may be missing.
    """

    place: Place
    size: int = 0
    schema: int | None = None
    contents: Contents | None = None
    problems: tuple[str, ...] = ()
    cut_off: bool = False

    @property
    def table_counts(self) -> str:
        """How many tables there are, in words."""
        inside = self.contents
        if inside is None:
            return "nothing that I can read"
        playing = ", ".join(f"{number} of {game}" for game, number in inside.in_play.items())
        count = sum(inside.in_play.values())
        tables = f"{count} {'table' if count == 1 else 'tables'} in play"
        return f"{tables}{f' ({playing})' if playing else ''}, {inside.finished} finished"

    @property
    def facts(self) -> dict[str, Any]:
        """The same as values that JSON can hold."""
        inside = {} if self.contents is None else asdict(self.contents)
        numbers = {"size": self.size, "schema": self.schema}
        if isinstance(self.place, Path):
            return {"file": str(self.place), **numbers, **inside}
        return {"database": str(self.place), **numbers, **inside}


async def verify(place: Place, rules: Mapping[str, AnyRules]) -> Verified:
    """Check a database. This never raises because of it: what is wrong is in `problems`.

    The pages of a file are checked as well. A server checks its own pages when it reads them, and
    it is asked for every row.
    """
    size, schema, inside = 0, None, None
    cut_off = False
    try:
        alone = isinstance(place, Path) and place.is_file() and lacks_wal(place)
        async with read_only.opened(place) as (reads, schema):
            if isinstance(place, Path):
                size = os.stat(place).st_size
                faults = await inspection.faults(reads)
            else:
                size = await server_state.size(reads)
                faults = await server_state.faults(reads)
            if faults:
                problem = _damaged(place, "; ".join(faults))
                return Verified(place, size, schema, None, (problem,))
            inside = await inspection.contents(reads)
            cut_off = alone and await is_cut_off(reads, schema)
        async with read_only.opened_at_newest_schema(place) as reads:
            problems = await unreadable_tables(reads, rules)
    except DatabaseProblem as problem:
        problems = [str(problem)]
    return Verified(place, size, schema, inside, tuple(problems), cut_off)


def _damaged(place: Place, faults: str) -> str:
    if isinstance(place, Path):
        return damaged(place, faults)
    return f"The database {place} isn't whole: {faults}. Restore a backup."
