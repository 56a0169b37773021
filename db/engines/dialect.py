r"""The SQL that SQLite and PostgreSQL both understand, and how it is written for PostgreSQL.

All statements of db/ are in SQLite's notation, and use only what both engines have:

- Values are marked by `?` in order, or by `?1`, `?2` ….
- A flag is an integer, 0 or 1, so a condition compares it: `practice=1`.
- A comparison isn't a number. To store one, write `CASE WHEN a=b THEN 1 ELSE 0 END`.
- If a value can be NULL, it's compared before it's tested: `(game=?2 OR ?2 IS NULL)`. PostgreSQL
  takes its type from the first place where it stands.
- A query in FROM has a name. In `ON CONFLICT … DO UPDATE` a column of the old row has its table's.
- `min` and `max` take one column; of two values CASE takes the larger one.
- No statement asks for the time. It's a value, from the injected clock.

>>> for_postgresql("SELECT id FROM tables WHERE guild=? AND game=?")
'SELECT id FROM tables WHERE guild=$1 AND game=$2'
>>> for_postgresql("UPDATE seats SET due=?2 WHERE due<?1")
'UPDATE seats SET due=$2 WHERE due<$1'
"""

import re
from functools import lru_cache
from typing import Final

_VALUE: Final = re.compile(r"\?(\d*)")
_TYPES: Final = {  # of columns: each integer can be an id of Discord, and text is ordered by bytes
    "INTEGER": "BIGINT",
    "REAL": "DOUBLE PRECISION",
    "BLOB": "BYTEA",
    "TEXT": 'TEXT COLLATE "C"',
}
_WORD: Final = re.compile(rf"\b({'|'.join(_TYPES)})\b")
_OPTIONS: Final = re.compile(r"\)\s*STRICT(,\s*WITHOUT ROWID)?\s*;")
_COMMENT: Final = re.compile(r"--[^\n]*")


@lru_cache(1000)
def for_postgresql(sql: str) -> str:
    """Return a statement with the values marked as PostgreSQL wants them."""
    number = 0

    def mark(found: re.Match[str]) -> str:
        nonlocal number
        number += 1
        return f"${found[1] or number}"

    return _VALUE.sub(mark, sql)


def schema_for_postgresql(sql: str) -> str:
    """Return statements that make or change tables, with PostgreSQL's types.

    >>> schema_for_postgresql("CREATE TABLE notes (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;")
    'CREATE TABLE notes (key TEXT COLLATE "C" PRIMARY KEY);'
    """
    bare = _OPTIONS.sub(");", _COMMENT.sub("", sql))
    return _WORD.sub(lambda found: _TYPES[found[1]], bare)
