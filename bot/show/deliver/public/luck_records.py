"""Posts the fairness records of a table: a hash of its secret (the seal) and a value mixed in.

The seal commits the bot to its secret. The second value is combined with the secret and posted just
before the deal. The bot never edits a record. Discord marks edited messages, so readers can see
that a record is unchanged. The message ids are stored only for the fairness proof.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Final, Literal, TypeAlias

from bot.host.proof.luck import mixed_at
from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.store import Store
from bot.show.deliver.queues.messenger import CannotSend, Messenger, TryLater, until_saved
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import LuckRecord
from bot.ui.panels.panel import Button, Row
from bot.ui.panels.words import Names
from db.base.problems import NotSaved, Unsure
from db.tables.tables import Table
from games.chance import seal, short_form

log = logging.getLogger(__name__)

DEAL_WITHIN: Final = 10.0
"""Seconds that a deal waits for its record. Afterwards the cards are dealt without a record."""

RETRY: Final = 1.0
"""Seconds between two attempts to post the record of a deal."""

Due: TypeAlias = Literal["seal", "deal", "mix"]
DealFrozen: TypeAlias = Callable[[int, tuple[int, int] | None], Awaitable[bool]]
"""The type of the method `Deals.deal_frozen`."""


class LuckRecords:
    """Posts fairness records and deals the cards. Call it only from a table's SEAL queue."""

    def __init__(self, store: Store, messenger: Messenger, deal_frozen: DealFrozen) -> None:
        self._store = store
        self._messenger = messenger
        self._deal_frozen = deal_frozen
        self._refused_in: dict[int, int] = {}  # channel that refused a record, by table id
        self._posted: dict[int, tuple[int, int]] = {}  # posted but unsaved deal records by table

    def due(self, loaded: LoadedTable) -> Due | None:
        """Return which record of a table must be published next, or None if none is due."""
        table = loaded.table
        if table.is_frozen:
            return "deal"
        if self._refused_in.get(table.id) == table.channel:
            return None  # retry only after the bot regains access or the table moves
        if table.phase == "open" and table.sealed_by is None:
            return "seal"
        dealt_in_one_step = table.mixed is not None and table.deal_press is None
        if table.phase == "playing" and dealt_in_one_step and table.mixed_by is None:
            return "mix" if table.laid_open else None  # players need it to check the deal
        return None

    async def publish(self, loaded: LoadedTable) -> None:
        """Publish the record that is due. Raises CannotSend if that fails."""
        table, what = loaded.table, self.due(loaded)
        if what == "deal":
            await self._deal(loaded)
        elif what == "seal":
            message = await self._post(table, seal_record(table), f"seal{table.id}")
            await self._store.sealed(table.id, message, table.channel)
        elif what == "mix":
            record = LuckRecord(content=small_print(table.mixed or ""), table=table.id)
            message = await self._post(table, record, f"mix{table.id}")
            await self._store.mix_shown(table.id, message, table.channel)

    async def _post(self, table: Table, record: LuckRecord, nonce: str) -> int:
        try:
            return await self._messenger.publish(table.channel, record, nonce)
        except TryLater:
            raise
        except CannotSend:
            self._refused_in[table.id] = table.channel
            raise

    async def _deal(self, loaded: LoadedTable) -> None:
        """Post the record of the deal, then deal the cards. Raises TryLater if the disk is full."""
        table = loaded.table
        posted = self._posted.pop(table.id, None)
        if table.laid_open and posted is None:  # otherwise nobody can ever check the deal
            posted = await self._posted_in_time(loaded)
        if table.laid_open and posted is None:
            log.warning("I deal table %s without the message that fixes its luck", table.id)
        try:
            await self._deal_frozen(table.id, posted)
        except (NotSaved, Unsure) as problem:  # keep this record for the next attempt
            if posted is not None:
                self._posted[table.id] = posted
            raise until_saved(problem) from problem

    async def _posted_in_time(self, loaded: LoadedTable) -> tuple[int, int] | None:
        """Post the deal's record. Return its id and channel, or None if not posted in time."""
        clock = self._store.clock
        posting = asyncio.ensure_future(self._post_deal(loaded))
        waiting = asyncio.ensure_future(clock.sleep_until(clock.now() + DEAL_WITHIN))
        try:
            await asyncio.wait({posting, waiting}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            posting.cancel()  # has no effect if the task has finished
            await asyncio.gather(posting, waiting, return_exceptions=True)
        message = None if posting.cancelled() else posting.result()
        return None if message is None else (message, loaded.table.channel)

    async def _post_deal(self, loaded: LoadedTable) -> int | None:
        """Post the record of the deal and return its id, or None if the channel refuses it."""
        table, clock = loaded.table, self._store.clock
        luck = mixed_at(table, loaded.rules, table.deal_press or 0)
        record, nonce = deal_record(table, loaded.names, luck), f"deal{table.id}"
        while True:
            try:
                return await self._messenger.publish(table.channel, record, nonce)
            except TryLater as problem:
                await clock.sleep_until(clock.now() + (problem.after or RETRY))
            except CannotSend as problem:
                log.info("I couldn't post the message of a deal: %s", problem)
                return None
            except Exception:  # an error here must not stop the deal
                log.exception("I couldn't post the message of a deal")
                return None

    @property
    def shut_out(self) -> Collection[int]:
        """The ids of the tables whose records could not be published."""
        return self._refused_in.keys()

    def regain_access(self, table_id: int) -> None:
        """Allow another attempt to publish the records of a table."""
        self._refused_in.pop(table_id, None)

    def forget(self, table_id: int) -> None:
        """Drop the cached data of an inactive table."""
        self._refused_in.pop(table_id, None)
        self._posted.pop(table_id, None)


def seal_record(table: Table) -> LuckRecord:
    """Create the record of the seal. It is posted before a second player joins."""
    row = Row([Button("What's this?", frame.FAIR, "quiet")])
    return LuckRecord(content=small_print(seal(table.secret)), table=table.id, row=row)


def deal_record(table: Table, names: Names, luck: str) -> LuckRecord:
    """Create the record that is posted just before the deal. `luck` is the value mixed in."""
    everybody = names.all(range(len(table.players)))
    return LuckRecord(content=f"Dealing to {everybody}.\n{small_print(luck)}", table=table.id)


def small_print(digest: str) -> str:
    """Return a hash in small print, shortened so that it fits into one line on a phone."""
    return f"-# 🔒 `{short_form(digest)}`"
