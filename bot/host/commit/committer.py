"""Commits changes of tables: computes each in memory, writes it, and runs the standing orders.

All changes of a table wait for its turn, then pure code computes the table as it will be, and one
transaction writes it. Nothing is told or cached before the COMMIT. There are two kinds:

                     `commit`: a step of the game       `agree`: beside the game
    rev              the next one                       the same
    computed         before the transaction             inside it, from what is stored then
    what protects    the UPDATE requires the old rev    nothing else can be noted meanwhile
    pressed twice    its log row has the press's id     the id is stored as an idempotency key

A step is computed outside because rules may take long; if the file holds another rev, nothing is
written, and the step is tried once more with freshly read data. After a failure nobody knows what
the file holds, so the table is dropped from the cache and read again.

If every seat that must still answer a question has a standing order for it, those moves are
committed in the same transaction. The next question gets its own transaction.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TypeAlias
from weakref import WeakValueDictionary

from bot.host.commit.ahead import answering
from bot.host.commit.change import Change, Moment, OrderFailed, obey, only_orders, order_moves
from bot.host.commit.outcomes import has_ended, write_results
from bot.host.reading.loaded_table import LoadedTable, Orders, stored_orders
from bot.host.reading.store import Store
from bot.observe import events
from db import idempotency
from db.base.problems import ConnectionLost, Unsure
from db.database import Transaction
from db.idempotency import UsedReceipt
from db.tables import meetings, rematches, standing_orders, tables
from db.tables.tables import Player, Table
from games.rules import Refusal, Seat

log = logging.getLogger(__name__)

NOTICE_AFTER = 30.0  # seconds that a player has to move before a notice is sent
RECEIPTS_KEPT = 1000  # maximum number of idempotency keys kept in memory


Changing: TypeAlias = Callable[[LoadedTable, Moment], Change]
"""A function that computes a change without side effects. It may raise Refusal."""

Checking: TypeAlias = Callable[[Transaction], Awaitable[None]]
"""A function that checks a condition inside a transaction. It may raise Refusal."""

Agreeing: TypeAlias = Callable[[LoadedTable], LoadedTable | None]
"""A function that computes what is agreed, or None if nothing changes. It may raise Refusal."""


class Committer:
    """Commits changes of tables, and reports them to the listener of the store."""

    def __init__(
        self,
        store: Store,
        notice_after: float,
        reading: float,
        here_for: float,
        house_thinks: float,
    ) -> None:
        self.store = store
        self.notice_after = notice_after
        self.here_for = here_for
        self.reading = reading
        self.house_thinks = house_thinks
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._receipts: OrderedDict[int, int] = OrderedDict()

    def now(self) -> float:
        """Return the current time in seconds since 1970."""
        return self.store.clock.now()

    async def moment(self, table: Table) -> Moment:
        """Return the current time and what is known about the people at a table."""
        people = [player.person for player in table.players if player.person is not None]
        known = await self.store.contacts.of_all(people)
        return Moment(self.now(), self.notice_after, self.here_for, known, self.house_thinks)

    def happened(self, receipt: int) -> int | None:
        """Return the table that was recently changed under an idempotency key, or None."""
        return self._receipts.get(receipt)

    def remember(self, table_id: int, receipt: int | None) -> None:
        """Remember the idempotency key of a committed change, to recognize a repeated request."""
        if receipt is not None:
            self._receipts[receipt] = table_id
            while len(self._receipts) > RECEIPTS_KEPT:
                self._receipts.popitem(last=False)

    def report(self, after: LoadedTable) -> None:
        """Report a commit. Only log errors, because the change is already stored."""
        events.about(after.table.id, after.table.step)
        try:
            self.store.listener.table_changed(after)
        except Exception:
            log.exception("I couldn't report the change of table %s", after.table.id)

    @asynccontextmanager
    async def turn(self, table_id: int) -> AsyncGenerator[None]:
        """Wait for other changes of this table, and block new ones until the `with` block ends."""
        turn = self._locks.get(table_id)
        if turn is None:
            turn = self._locks[table_id] = asyncio.Lock()
        async with turn, self.store.gate.through():
            yield

    @asynccontextmanager
    async def writing(
        self, table_id: int, receipt: int | None = None
    ) -> AsyncGenerator[Transaction]:
        """Open a transaction for a change that makes no new rev. If it fails, nothing is cached.

        Raises UsedReceipt if the idempotency key `receipt` was used before.
        """
        try:
            async with self.store.database.transaction() as tx:
                if receipt is not None:
                    await idempotency.use(tx, receipt, self.now())
                yield tx
        except BaseException:
            self.store.cache.drop(table_id)
            raise

    async def agree(
        self,
        table_id: int,
        agreed: Agreeing,
        receipt: int | None = None,
        also: Checking | None = None,
    ) -> LoadedTable:
        """Write what makes no new rev. The caller has the table's turn.

        `also` runs in the transaction. If the idempotency key `receipt` was used before, nothing
        changes. Return the changed table. Raises Refusal if `agreed` or `also` does.
        """
        before = await self.store.loaded(table_id)
        if receipt is not None and self.happened(receipt) is not None:
            return before  # Discord delivered the same press twice
        if agreed(before) is None:  # what is refused opens no transaction
            return before
        try:
            async with self.writing(table_id, receipt) as tx:
                before = await self.store.loaded(table_id)  # a notice may have been noted meanwhile
                after = agreed(before) or before
                await tables.save_agreements(tx, before.table, after.table)
                await self._save_beside(tx, before, after)
                if also is not None:
                    await also(tx)
        except UsedReceipt:  # the same press was delivered again after a restart
            return await self.store.loaded(table_id)
        after = self.store.cache.put(after)
        self.remember(table_id, receipt)
        self.report(after)
        return after

    async def change(
        self,
        table_id: int,
        change: Changing,
        receipt: int | None,
        check: Checking | None = None,
    ) -> LoadedTable:
        """Commit a change, then run the standing orders that answer the next questions.

        `check` runs in the transaction. If the idempotency key `receipt` was used before, nothing
        changes. Return the changed table. Raises Refusal if the change or the check does.
        """
        async with self.turn(table_id):
            return await self.run_orders(await self.commit(table_id, change, receipt, check))

    async def commit(
        self,
        table_id: int,
        change: Changing,
        receipt: int | None,
        check: Checking | None = None,
    ) -> LoadedTable:
        """Commit a change without running standing orders. The caller has the table's turn."""
        try:
            after = await self._try_commit(table_id, change, receipt, check)
        except (ConnectionLost, Unsure) as problem:
            if receipt is None and isinstance(problem, Unsure):
                raise  # nothing would tell this change from another one like it
            log.warning("I try to change table %s once more: %s", table_id, problem)
            try:
                after = await self._try_commit(table_id, change, receipt, check)
            except ConnectionLost as away:
                if isinstance(problem, Unsure):
                    raise problem from away  # the first time it may have been saved
                raise
        after = after or await self._try_commit(table_id, change, receipt, check)
        if after is None:
            raise RuntimeError(f"table {table_id} was changed behind our back")
        self.remember(table_id, receipt)
        self.report(after)
        return after

    async def _try_commit(
        self, table_id: int, change: Changing, receipt: int | None, check: Checking | None
    ) -> LoadedTable | None:
        """Compute and commit a change. Return None if the file holds another rev."""
        before = await self.store.loaded(table_id)
        if receipt is not None and any(row.entry.receipt == receipt for row in before.history):
            return before  # Discord delivered the same press twice
        moment = await self.moment(before.table)
        results = [change(before, moment)]  # if this raises Refusal, no transaction is opened
        results += order_moves(before, results[0].after, moment)
        after = results[-1].after
        try:
            async with self.store.database.transaction() as tx:
                entries = [result.entry for result in results]
                if not await tables.save(tx, after.table, entries, before.table):
                    raise _OtherRev
                await self._save_beside(tx, before, after)
                if check is not None:
                    await check(tx)
                if has_ended(after.table) and not has_ended(before.table):
                    await write_results(tx, after)
        except Refusal:  # the transaction has been rolled back
            raise
        except _OtherRev:
            self.store.cache.drop(table_id)
            return None
        except UsedReceipt:  # the same press was delivered again after its row had left `history`
            self.store.cache.drop(table_id)
            return await self.store.loaded(table_id)
        except BaseException:
            self.store.cache.drop(table_id)
            self.store.listener.table_unsure(table_id)
            raise
        return self.store.cache.put(after)

    # --- standing orders ---

    async def keep_orders(
        self,
        table_id: int,
        seat: Seat,
        orders_now: Callable[[LoadedTable], tuple[Orders, Orders]],
        receipt: int | None = None,
    ) -> LoadedTable:
        """Commit the standing orders of a seat, and those of its last game that are offered."""
        moment = await self.moment((await self.store.loaded(table_id)).table)

        def kept(loaded: LoadedTable) -> LoadedTable:
            return _with_orders(loaded, loaded.table.players[seat], *orders_now(loaded), moment)

        return await self.agree(table_id, kept, receipt)

    async def run_orders(self, after: LoadedTable) -> LoadedTable:
        """Run standing orders as long as every seat that must move has one that answers.

        Each question gets its own transaction. Errors are only logged, because the change that led
        here is already committed.
        """
        try:
            while only_orders(after, self.now()):
                seat, before = min(after.to_move()), after

                def change(loaded: LoadedTable, moment: Moment, seat: Seat = seat) -> Change:
                    return obey(loaded, seat, moment)

                try:
                    after = await self.commit(after.table.id, change, None)
                except Unsure:
                    after = await self.store.loaded(after.table.id)  # whether it was saved or not
                    continue
                except OrderFailed:
                    log.exception(
                        "At table %s, a standing order of seat %s failed", after.table.id, seat
                    )
                    if seat not in after.orders:
                        break

                    def without(loaded: LoadedTable, seat: Seat = seat) -> tuple[Orders, Orders]:
                        others = {key: some for key, some in loaded.orders.items() if key != seat}
                        return others, loaded.offered

                    after = await self.keep_orders(after.table.id, seat, without)
                    continue
                if after.table.rev == before.table.rev:
                    break
        except Exception:
            log.exception("I couldn't run the standing orders of table %s", after.table.id)
        return after

    async def _save_beside(self, tx: Transaction, before: LoadedTable, after: LoadedTable) -> None:
        """Write standing orders, the meeting and the rematch where they differ."""
        if (before.orders, before.offered) != (after.orders, after.offered):
            was, now = stored_orders(before), stored_orders(after)
            await standing_orders.save(tx, after.table.id, was, now)
        if after.meeting != before.meeting:
            await meetings.save(tx, after.table.id, after.meeting)
        if after.rematch != before.rematch:
            await rematches.save_people(tx, after.table.id, after.rematch)


class _OtherRev(Exception):
    """The file and the cache hold different revisions of a table."""


def _with_orders(
    loaded: LoadedTable, player: Player, orders: Orders, offered: Orders, moment: Moment
) -> LoadedTable:
    """Return the table with new standing orders. A seat gets no notice while they answer for it."""
    table = loaded.table
    if player.due is not None:
        mine = frozenset({player.seat})
        ahead = bool(answering(loaded.rules, loaded.public, mine, orders))
        was = bool(answering(loaded.rules, loaded.public, mine, loaded.orders))
        if ahead != was:
            due = None if ahead else moment.notice_at(table, player)
            waiting = [
                replace(other, notice_at=due) if other.seat == player.seat else other
                for other in table.players
            ]
            table = replace(table, players=tuple(waiting))
    return replace(loaded, table=table, orders=orders, offered=offered)
