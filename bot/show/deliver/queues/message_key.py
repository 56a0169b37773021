"""Names the messages of a table. Each has a queue (message_queues.py) under its key.

The file remembers what some of them showed (db/tables/shown.py). The others are known only in
memory.
"""

from dataclasses import dataclass
from typing import TypeAlias

from db.tables.shown import StoredKey
from games.rules import Seat


@dataclass(frozen=True, slots=True)
class PanelKey:
    """The newest ephemeral panel of a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SealKey:
    """The fairness records of a table (luck_records.py)."""


@dataclass(frozen=True, slots=True)
class MessageKey:
    """An ephemeral message that is the panel of no seat: superseded, or of a seat given up."""

    message: int


SEAL = SealKey()
MessageOf: TypeAlias = StoredKey | PanelKey | SealKey | MessageKey
Key: TypeAlias = tuple[int, MessageOf]
"""A table id and one of the table's messages."""
