"""What a table publishes for good: its seal, and just before the deal what is mixed into its luck.

Each is a message of its own that is never edited (Discord would mark it), so that what anybody
reads there later is what was posted then. Their ids are kept for the proof alone.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Final, Literal, TypeAlias

from bot.host.dealing import mixed_at
from bot.host.loaded_table import Loaded
from bot.host.store import Store
from bot.show import frame
from bot.show.messenger import CannotSend, Messenger, Record, TryLater
from bot.ui.panel import Button, Row
from bot.ui.words import Names
from db.problems import NotSaved
from db.tables import Table
from games.chance import seal, short_form

log = logging.getLogger(__name__)

RECORDS: Final = -1000
"""The lane of what a table publishes for good."""

DEAL_WITHIN: Final = 10.0
"""Seconds that a deal waits for its message; then the cards are dealt without it."""

RETRY: Final = 1.0
"""Seconds between two attempts to post that message."""

What: TypeAlias = Literal["seal", "deal", "mix"]
DealFrozen: TypeAlias = Callable[[int, tuple[int, int] | None], Awaitable[bool]]
"""`Host.deal_frozen`."""


class Records:
    """Publishes seals, and has frozen tables dealt. Only the lane of a table's RECORDS may."""

    def __init__(self, store: Store, messenger: Messenger, deal_frozen: DealFrozen) -> None:
        self._store = store
        self._messenger = messenger
        self._deal_frozen = deal_frozen
        self._shut_out: dict[int, int] = {}  # by table: the channel that took nothing
        self._posted: dict[int, tuple[int, int]] = {}  # by table: a deal's message, not yet noted

    def due(self, loaded: Loaded) -> What | None:
        """Say what of a table is still to be published."""
        table = loaded.table
        if table.is_frozen:
            return "deal"
        if self._shut_out.get(table.id) == table.channel:
            return None  # until we are let in again, or the table stands elsewhere
        if table.phase == "open" and table.sealed_by is None:
            return "seal"
        dealt_in_one_step = table.mixed is not None and table.deal_press is None
        if table.phase == "playing" and dealt_in_one_step and table.mixed_by is None:
            return "mix" if table.laid_open else None  # it is there to be compared at the end
        return None

    async def publish(self, loaded: Loaded) -> None:
        """Publish what is due. Raises CannotSend."""
        table, what = loaded.table, self.due(loaded)
        if what == "deal":
            await self._deal(loaded)
        elif what == "seal":
            message = await self._post(table, seal_record(table), f"seal{table.id}")
            await self._store.sealed(table.id, message, table.channel)
        elif what == "mix":
            record = Record(content=small_print(table.mixed or ""), table=table.id)
            message = await self._post(table, record, f"mix{table.id}")
            await self._store.mix_shown(table.id, message, table.channel)

    async def _post(self, table: Table, record: Record, nonce: str) -> int:
        try:
            return await self._messenger.publish(table.channel, record, nonce)
        except TryLater:
            raise
        except CannotSend:
            self._shut_out[table.id] = table.channel
            raise

    async def _deal(self, loaded: Loaded) -> None:
        """Post the message of the deal and have the cards dealt. Raises TryLater."""
        table = loaded.table
        posted = self._posted.pop(table.id, None) or await self._posted_in_time(loaded)
        if posted is None:
            log.warning("Table %s is dealt without its message", table.id)
        try:
            await self._deal_frozen(table.id, posted)
        except NotSaved as problem:  # the disk is full: the message is there, and stays the one
            if posted is not None:
                self._posted[table.id] = posted
            raise TryLater(str(problem)) from problem

    async def _posted_in_time(self, loaded: Loaded) -> tuple[int, int] | None:
        """Post the message of the deal; return it with its channel, or None after a while."""
        clock = self._store.clock
        posting = asyncio.ensure_future(self._post_deal(loaded))
        waiting = asyncio.ensure_future(clock.sleep_until(clock.now() + DEAL_WITHIN))
        try:
            await asyncio.wait({posting, waiting}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            posting.cancel()  # does nothing to one that is done
            await asyncio.gather(posting, waiting, return_exceptions=True)
        message = None if posting.cancelled() else posting.result()
        return None if message is None else (message, loaded.table.channel)

    async def _post_deal(self, loaded: Loaded) -> int | None:
        """Post the message of the deal; None if the channel takes none."""
        table, clock = loaded.table, self._store.clock
        luck = mixed_at(table, loaded.rules, table.deal_press or 0)
        record, nonce = deal_record(table, loaded.names, luck), f"deal{table.id}"
        while True:
            try:
                return await self._messenger.publish(table.channel, record, nonce)
            except TryLater as problem:
                await clock.sleep_until(clock.now() + (problem.after or RETRY))
            except CannotSend as problem:
                log.info("The message of a deal could not be posted: %s", problem)
                return None
            except Exception:  # it must not hold the deal up
                log.exception("The message of a deal could not be posted")
                return None

    @property
    def shut_out(self) -> Collection[int]:
        """The tables of which something could not be published."""
        return self._shut_out.keys()

    def let_in(self, table_id: int) -> None:
        """Try again where nothing could be published."""
        self._shut_out.pop(table_id, None)

    def forget(self, table_id: int) -> None:
        """Keep nothing in memory of a table that nobody has touched for long."""
        self._shut_out.pop(table_id, None)
        self._posted.pop(table_id, None)


def seal_record(table: Table) -> Record:
    """Write what is published before anybody else joins."""
    row = Row([Button("What's this?", frame.FAIR, "quiet")])
    return Record(content=small_print(seal(table.secret)), table=table.id, row=row)


def deal_record(table: Table, names: Names, luck: str) -> Record:
    """Write what is published just before the cards are dealt; `luck` is what is mixed in."""
    everybody = names.all(range(len(table.players)))
    return Record(content=f"Dealing to {everybody}.\n{small_print(luck)}", table=table.id)


def small_print(digest: str) -> str:
    """Write a hash in small print: one line, also on a phone."""
    return f"-# 🔒 `{short_form(digest)}`"
