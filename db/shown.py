"""Stores what each reader was last shown of a table, apart from the table's own state.

The *board* is shown to everybody, and the *hand* of a seat only to its owner. A reader has a row
only if something was shown to them.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields, replace
from typing import Final

from db.database import Reads, Transaction

BOARD: Final = -1


@dataclass(frozen=True, slots=True)
class Shown:
    """What one reader was last shown: the board (`reader` is BOARD) or the hand of a seat.

    `message` shows the table at the public step `step`, and `print` is a fingerprint of its
    content. A negative `step` means that it must be drawn again. The reader has read the news up to
    the rev `looked_rev`. `question` is the question in the reader's last notice. `notice` is the
    message of the current notice, in the channel `notice_in` (None: a DM), and `notice_print` is
    its fingerprint.
    """

    reader: int = BOARD
    message: int | None = None
    step: int = 0
    print: str = ""
    question: str = ""
    looked_rev: int = 0
    notice: int | None = None
    notice_in: int | None = None
    notice_print: str = ""

    def behind(self) -> "Shown":
        """Return a copy that is marked as outdated, although no step was made in the game."""
        return replace(self, step=-abs(self.step))

    def without_notice(self) -> "Shown":
        """Return a copy without a current notice."""
        return replace(self, notice=None, notice_in=None, notice_print="")


_NAMES = [field.name for field in fields(Shown)]
COLUMNS = ", ".join(_NAMES)


async def note(tx: Transaction, rows: Sequence[tuple[int, Shown]]) -> None:
    """Store rows of (table, shown). Skip tables that no longer exist."""
    if not rows:
        return
    marks = ", ".join(f"?{number + 2}" for number in range(len(_NAMES)))
    updates = ", ".join(f"{name}=excluded.{name}" for name in _NAMES if name not in _KEPT)
    await tx.run_many(
        f"INSERT INTO shown (table_id, {COLUMNS}) SELECT ?1, {marks}"
        " WHERE EXISTS (SELECT 1 FROM tables WHERE id=?1)"
        f" ON CONFLICT (table_id, reader) DO UPDATE SET {updates},"
        " looked_rev=max(looked_rev, excluded.looked_rev)",
        [(table_id, *astuple(row)) for table_id, row in rows],
    )


async def table_on(reads: Reads, person: int, message: int) -> int | None:
    """Return the table whose hand or notice is shown to a person by this message, or None."""
    rows = await reads.all(
        "SELECT s.table_id FROM seats p JOIN shown s ON s.table_id=p.table_id AND s.reader=p.seat"
        " WHERE p.person=?1 AND (s.message=?2 OR s.notice=?2)",
        (person, message),
    )
    return rows[0][0] if rows else None


_KEPT = ("reader", "looked_rev")  # columns that are not simply overwritten
