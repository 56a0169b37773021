"""What was shown of a table to each reader: apart from what *is*, so that it can never undo a move.

The *board* is what everybody is shown; a seat's *hand* is shown to its owner alone. A row is there
only where something was shown.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields, replace
from typing import Final

from db.database import Reads, Transaction

BOARD: Final = -1


@dataclass(frozen=True, slots=True)
class Shown:
    """What one reader was last shown: the board (`reader` is BOARD), or the hand of a seat.

    `message` shows it, as of the public `step`, with a fingerprint `print`; a `step` below 0 was
    drawn as of that one, and is to be drawn anew. Its owner has read what was told up to
    `looked_rev`. They were last written to of a `question`; `notice` is the one live
    notice, in the channel `notice_in` (None: in their DM), with its own fingerprint.
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
        """Return the same as what is to be drawn anew, though no step was made since."""
        return replace(self, step=-abs(self.step))

    def without_notice(self) -> "Shown":
        """Return the same where no notice is live."""
        return replace(self, notice=None, notice_in=None, notice_print="")


_NAMES = [one.name for one in fields(Shown)]
COLUMNS = ", ".join(_NAMES)


async def note(tx: Transaction, rows: Sequence[tuple[int, Shown]]) -> None:
    """Note what was shown: (table, shown). A table that is gone is passed over."""
    if not rows:
        return
    marks = ", ".join(f"?{number + 2}" for number in range(len(_NAMES)))
    kept = ", ".join(f"{name}=excluded.{name}" for name in _NAMES if name not in _KEPT)
    await tx.run_many(
        f"INSERT INTO shown (table_id, {COLUMNS}) SELECT ?1, {marks}"
        " WHERE EXISTS (SELECT 1 FROM tables WHERE id=?1)"
        f" ON CONFLICT (table_id, reader) DO UPDATE SET {kept},"
        " looked_rev=max(looked_rev, excluded.looked_rev)",
        [(table_id, *astuple(one)) for table_id, one in rows],
    )


async def table_on(reads: Reads, person: int, message: int) -> int | None:
    """Find the table of which a message shows somebody's hand, or their notice."""
    rows = await reads.all(
        "SELECT s.table_id FROM seats p JOIN shown s ON s.table_id=p.table_id AND s.reader=p.seat"
        " WHERE p.person=?1 AND (s.message=?2 OR s.notice=?2)",
        (person, message),
    )
    return rows[0][0] if rows else None


_KEPT = ("reader", "looked_rev")  # what is read is never unread
