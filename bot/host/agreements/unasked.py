"""Decides who may be pinged although they haven't asked for it. Every such ping asks here first.

That is at most once in ten minutes for the same seat, or for a rematch of the same table. Somebody
who has answered *Not now*, or who wants no notices, isn't pinged, and nobody is while they sleep.
"""

from typing import Final

from bot.host.reading.store import Store
from bot.host.time.waking_hours import hours_of, wakes
from db.tables import unasked

PAUSE: Final = 600.0  # seconds


async def ping_at(store: Store, table_id: int, seat: int, person: int) -> float | None:
    """Return the first time from now on at which a person may be pinged, or None if never."""
    known, now = await store.contacts.of(person), store.clock.now()
    at, declined = await unasked.last(store.database.reader, table_id, seat, person) or (0.0, False)
    if declined or known.notices == "none":
        return None
    return wakes(max(now, at + PAUSE), hours_of(known))
