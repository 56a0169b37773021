"""Help with rows: tuples that hold a value for each seat, such as lives or hands."""

from collections.abc import Sequence
from typing import TypeVar

from games.rules import Seat

T = TypeVar("T")


def replaced(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return a row with another value for one seat.

    >>> replaced((3, 3, 3), 1, 2)
    (3, 2, 3)
    """
    return (*row[:seat], value, *row[seat + 1 :])


def in_play(row: Sequence[object]) -> tuple[Seat, ...]:
    """List the seats that have something left: a life, a card, True.

    >>> in_play((3, 0, 1))
    (0, 2)
    """
    return tuple(seat for seat, left in enumerate(row) if left)


def next_in_play(row: Sequence[object], seat: Seat) -> Seat:
    """Find the next seat to the left that has something left. It may be the same seat again.

    >>> next_in_play((3, 0, 1), 0), next_in_play((3, 0, 1), 2)
    (2, 0)
    """
    seats = len(row)
    return next(left % seats for left in range(seat + 1, seat + 1 + seats) if row[left % seats])
