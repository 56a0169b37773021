"""Quotas: how many tables and seats a person, a channel or a server may have at the same time.

Each quota is checked inside the transaction that might exceed it. So two simultaneous presses can't
exceed it together.
"""

from dataclasses import dataclass
from typing import Final

from bot.ui.panels.words import listed
from db.database import Reads
from db.servers.servers import Server
from db.tables import usage
from games.rules import Refusal

HOUR: Final = 3600.0


@dataclass(frozen=True, slots=True)
class Limits:
    """The quotas of a person and of a channel. Finished tables don't count."""

    opened: int = 5
    unstarted: int = 3
    """The maximum number of tables that a person has opened and that are not dealt yet."""
    in_channel: int = 20
    seats: int = 25
    in_an_hour: int = 6
    """The maximum number of tables that a person opens in one channel within an hour."""


async def check_opened(reads: Reads, limits: Limits, person: int, before: int) -> None:
    """Raise Refusal if a person has opened too many tables, not counting the table `before`."""
    opened = [table for table in await usage.opened_by(reads, person) if table.table != before]
    waiting = [table for table in opened if table.phase == "open"]
    if len(opened) >= limits.opened:
        raise Refusal(
            f"You've opened tables {_numbers(opened)}, and none of them is over yet. You can have "
            f"{limits.opened} at once. When one is over{_or_close_one(opened, person)}, you can "
            "open another."
        )
    if len(waiting) >= limits.unstarted:
        raise Refusal(
            f"You've opened tables {_numbers(waiting)}, and none of them is dealt yet. "
            f"When one is{_or_close_one(waiting, person)}, you can open another."
        )


async def check_often(reads: Reads, limits: Limits, person: int, channel: int, now: float) -> None:
    """Raise Refusal if a person has opened too many tables in a channel lately, closed ones too."""
    if await usage.opened_since(reads, person, channel, now - HOUR) > limits.in_an_hour:
        raise Refusal(
            f"You've opened {limits.in_an_hour} tables in this channel within an hour, and that's "
            "the limit. Others can open one, or you can in a while."
        )


async def check_channel(reads: Reads, limits: Limits, channel: int) -> None:
    """Raise Refusal if a channel has more tables than its quota."""
    if await usage.in_channel(reads, channel) > limits.in_channel:
        raise Refusal(
            f"This channel already has {limits.in_channel} tables, and that's the limit. "
            "Try another channel, or a thread."
        )


async def check_server(reads: Reads, server: Server, guild: int) -> None:
    """Raise Refusal if a server has more tables than its moderators allow."""
    most = server.most_tables
    if most is not None and await usage.in_guild(reads, guild) > most:
        tables = "one table" if most == 1 else f"{most} tables"
        raise Refusal(f"The moderators here allow {tables} at a time. Try again when one is over.")


async def check_seats(reads: Reads, limits: Limits, person: int) -> None:
    """Raise Refusal if a person has more seats than their quota."""
    if await usage.seats_of(reads, person) > limits.seats:
        raise Refusal(
            f"You're already at {limits.seats} tables, and that's the limit. When one of them is "
            "over, or you leave one before its deal, you can join another."
        )


def _numbers(tables: list[usage.Opened]) -> str:
    return listed([str(table.table) for table in tables])


def _or_close_one(tables: list[usage.Opened], person: int) -> str:
    """Return a clause that suggests closing a table, or "" if the person can't close any."""
    return (
        ", or you close one with `/table end`"
        if any(table.opener == person for table in tables)
        else ""
    )
