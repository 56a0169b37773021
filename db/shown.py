"""What was shown of a table to each reader: apart from what *is*, so that it can never undo a move.

The *board* is what everybody is shown; a seat's *hand* is shown to its owner alone. A row is there
only where something was shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from db.database import Transaction

BOARD: Final = -1


@dataclass(frozen=True, slots=True)
class Shown:
    """What one reader was last shown: the board (`reader` is BOARD), or the hand of a seat.

    `message` shows it, as of the public `step`, with a fingerprint `print`, sent for a `question`.
    Its owner has read what was told up to `looked_rev`. `notice` is the one live notice's message.
    """

    reader: int = BOARD
    message: int | None = None
    step: int = 0
    print: str = ""
    question: str = ""
    looked_rev: int = 0
    notice: int | None = None


COLUMNS = "reader, message, step, print, question, looked_rev, notice"  # as in Shown


async def note(tx: Transaction, rows: Sequence[tuple[int, Shown]]) -> None:
    """Note what was shown: (table, shown). A table that is gone is passed over."""
    if not rows:
        return
    await tx.run_many(
        f"INSERT INTO shown (table_id, {COLUMNS}) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8"
        " WHERE EXISTS (SELECT 1 FROM tables WHERE id=?1)"
        " ON CONFLICT (table_id, reader) DO UPDATE SET message=excluded.message,"
        " step=excluded.step, print=excluded.print, question=excluded.question,"
        " looked_rev=max(looked_rev, excluded.looked_rev), notice=excluded.notice",
        [
            (
                table_id,
                one.reader,
                one.message,
                one.step,
                one.print,
                one.question,
                one.looked_rev,
                one.notice,
            )
            for table_id, one in rows
        ],
    )
