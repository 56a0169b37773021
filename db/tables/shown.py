"""Stores what each message of a table last showed, apart from the table's own state.

The *board* is shown to everybody, and the *hand* of a seat only to its owner. A message has a row
only if something was shown on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from db.database import Reads, Transaction
from db.rows import names_of, values_of


@dataclass(frozen=True, slots=True)
class BoardKey:
    """The board of a table."""


@dataclass(frozen=True, slots=True)
class HandKey:
    """The hand of a seat in its owner's DM, and the owner's notice."""

    seat: int


@dataclass(frozen=True, slots=True)
class RoundKey:
    """The messages with the results of rounds. Only the step of the last one is stored."""


@dataclass(frozen=True, slots=True)
class QuestionKey:
    """The message that asks people for a rematch, as a notice."""


@dataclass(frozen=True, slots=True)
class OpeningKey:
    """The board from which a table's thread was made, in the channel that it was opened in.

    The step is 1 once the message links to the thread, and 2 once the result is posted there too.
    """


@dataclass(frozen=True, slots=True)
class TruthKey:
    """The truth about a finished game, once a player has shown it to everyone in the channel."""


@dataclass(frozen=True, slots=True)
class OfferKey:
    """The message that offers a seat to a person, as a notice."""


StoredKey: TypeAlias = (
    BoardKey | HandKey | RoundKey | QuestionKey | OpeningKey | TruthKey | OfferKey
)
"""The messages of a table that are remembered in the file."""

BOARD: Final = BoardKey()
ROUNDS: Final = RoundKey()
QUESTION: Final = QuestionKey()
OPENING: Final = OpeningKey()
TRUTH: Final = TruthKey()
OFFER: Final = OfferKey()
_KEYS: Final[dict[int, StoredKey]] = {  # the seats have their own numbers
    -1: BOARD,
    -1001: ROUNDS,
    -1002: QUESTION,
    -1003: OPENING,
    -1004: TRUTH,
    -1005: OFFER,
}
_NUMBERS: Final = {key: number for number, key in _KEYS.items()}


def number_of(key: StoredKey) -> int:
    """Return the number that stands for a key in the column `reader`."""
    return key.seat if isinstance(key, HandKey) else _NUMBERS[key]


def key_of(number: int) -> StoredKey:
    """Return the key that a number in the column `reader` stands for."""
    return _KEYS.get(number) or HandKey(number)


@dataclass(frozen=True, slots=True)
class Shown:
    """What one message last showed: the board, a seat's hand, the last round or a question.

    `message` shows the table at the public step `step`, and `print` is a fingerprint of its
    content. A negative `step` means that it must be drawn again. The owner of the hand has read the
    news up to the rev `looked_rev`. `question` is the question in their last notice. `notice` is
    the message of the current notice, in the channel `notice_in` (None: a DM), and `notice_print`
    is its fingerprint.
    """

    key: StoredKey = BOARD
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


_FIELDS = names_of(Shown, "key")
COLUMNS = ["reader", *_FIELDS]


def read(values: Sequence[Any]) -> Shown:
    """Read a row from the values of COLUMNS. Later values are ignored."""
    return Shown(key_of(values[0]), *values[1 : len(COLUMNS)])


async def note(tx: Transaction, rows: Sequence[tuple[int, Shown]]) -> None:
    """Store rows of (table, shown). Skip tables that no longer exist."""
    if not rows:
        return
    marks = ", ".join(f"?{number + 2}" for number in range(len(COLUMNS)))
    updates = ", ".join(f"{name}=excluded.{name}" for name in COLUMNS if name not in _KEPT)
    await tx.run_many(
        f"INSERT INTO shown (table_id, {', '.join(COLUMNS)}) SELECT ?1, {marks}"
        " WHERE EXISTS (SELECT 1 FROM tables WHERE id=?1)"
        f" ON CONFLICT (table_id, reader) DO UPDATE SET {updates},"
        " looked_rev=CASE WHEN excluded.looked_rev>shown.looked_rev THEN excluded.looked_rev"
        " ELSE shown.looked_rev END",
        [(table_id, number_of(row.key), *values_of(row, _FIELDS)) for table_id, row in rows],
    )


async def mark_board(tx: Transaction, table_id: int) -> None:
    """Mark the board of a table as outdated, although no step was made in the game."""
    await tx.run(
        "UPDATE shown SET step=-abs(step) WHERE table_id=? AND reader=?",
        (table_id, number_of(BOARD)),
    )


async def forget_board(tx: Transaction, table_id: int) -> None:
    """Forget the board message of a table that moved to another channel."""
    await tx.run(
        "UPDATE shown SET message=NULL WHERE table_id=? AND reader=?", (table_id, number_of(BOARD))
    )


async def table_on(reads: Reads, person: int, message: int) -> int | None:
    """Return the table whose hand or notice is shown to a person by this message, or None."""
    rows = await reads.all(
        "SELECT s.table_id FROM seats p JOIN shown s ON s.table_id=p.table_id AND s.reader=p.seat"
        " WHERE p.person=?1 AND (s.message=?2 OR s.notice=?2)",
        (person, message),
    )
    return rows[0][0] if rows else None


async def with_question(reads: Reads) -> list[int]:
    """Return the tables for which a message asks people for a rematch."""
    rows = await reads.all(
        "SELECT table_id FROM shown WHERE reader=? AND notice IS NOT NULL ORDER BY table_id",
        (number_of(QUESTION),),
    )
    return [row[0] for row in rows]


_KEPT = ("reader", "looked_rev")  # columns that are not simply overwritten
