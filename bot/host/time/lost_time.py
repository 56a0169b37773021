"""Gives players the time back in which they couldn't play."""

from dataclasses import replace

from bot.host.time.pace import PACES
from bot.host.time.waking_hours import Hours, hours_of, passed, wakes
from bot.host.time.waking_hours import due as due_at
from db.database import Transaction
from db.tables import rematches, tables, waiting_seats
from db.tables.waiting_seats import Waiting


async def give_back(tx: Transaction, gone: float, back: float, table_id: int | None = None) -> None:
    """Move each deadline later by the waking time that its player lost in an outage.

    The question of a rematch stays open for as much longer. Do so at one table (None: at all that
    people can reach, because the others get theirs when they are).
    """
    sleepers = await waiting_seats.with_waking_hours(tx, table_id)
    await tables.give_back(tx, gone, back, table_id)
    await rematches.give_back(tx, back - gone, table_id)
    for sleeper in sleepers:
        hours = hours_of(sleeper.person) if PACES[sleeper.pace].sleeps else None
        if hours is not None:
            since = gone if sleeper.asked_at is None else max(gone, sleeper.asked_at)
            await waiting_seats.postpone(
                tx, _delayed(sleeper, passed(since, max(since, back), hours), hours)
            )


def _delayed(seat: Waiting, lost: float, hours: Hours) -> Waiting:
    """Return a copy of a seat with its times moved later by `lost` seconds of waking time."""
    notice, asked = seat.notice_at, seat.asked_at
    return replace(
        seat,
        due=due_at(seat.due, lost, hours),
        notice_at=None if notice is None else wakes(due_at(notice, lost, hours), hours),
        asked_at=None if asked is None else due_at(asked, lost, hours),
    )
