"""Reads the time at which Discord created an id. So this machine's clock is not needed."""

from typing import Final

_EPOCH: Final = 1_420_070_400_000  # start of 2015 in milliseconds since 1970, where ids begin
_SHIFT: Final = 22  # number of low bits of an id that don't encode its time


def lowest_id_at(instant: float) -> int:
    """Return the smallest id that Discord can create at a time (in seconds since 1970).

    >>> lowest_id_at(1_420_070_401.0) == 1000 << 22
    True
    """
    return max(0, round(instant * 1000) - _EPOCH) << _SHIFT


def id_after(seconds: float) -> int:
    """Return the difference between two Discord ids that are this many seconds apart."""
    return round(seconds * 1000) << _SHIFT


def instant_of(id: int) -> float:
    """Return when Discord created an id, in seconds since 1970.

    >>> instant_of(lowest_id_at(1_420_070_401.0) + 5)
    1420070401.0
    """
    return ((id >> _SHIFT) + _EPOCH) / 1000
