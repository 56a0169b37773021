"""One change of a table, whatever it is: made in memory, committed, and followed by what it frees.

What is read is what is kept in memory of this very rev; the UPDATE names that rev, so were it ever
another one nothing is written, and the change is tried once more on what the file says. Changes of
one table wait for each other; those of different tables only for the disk.

When a change leaves only such seats to answer a question as have said their answer ahead, their
moves belong to it, and are committed with it. What is asked next is a change of its own.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from bot.host.changes import Change, Moment, NoMove, answering, obeyed, only_ahead, said_ahead
from bot.host.deadlines import HERE_FOR
from bot.host.loaded_table import Loaded, Orders, stored_orders
from bot.host.preconditions import in_play, seated
from bot.host.staleness import READING
from bot.host.store import Store
from db import meetings, standing_orders, tables
from db.database import Transaction
from db.log import UsedReceipt
from db.tables import Player, Table
from games.rules import Refusal, Seat

log = logging.getLogger(__name__)

NOTICE_AFTER = 30.0  # seconds that somebody may think before they are written to
REMEMBERED = 1000  # receipts of which it is known that they have changed something


Changing: TypeAlias = Callable[[Loaded, Moment], Change]
"""What is to be changed: pure. Raises Refusal."""

Checking: TypeAlias = Callable[[Transaction], Awaitable[None]]
"""What has to be so once it is changed, before it is committed. Raises Refusal."""


class Committing:
    """Commits changes of tables.

    `changed` is called after each commit, with what it led to; `unsure` where a commit was cut off,
    and nobody knows whether it went through.
    """

    def __init__(
        self,
        store: Store,
        notice_after: float = NOTICE_AFTER,
        reading: float = READING,
        here_for: float = HERE_FOR,
    ) -> None:
        self.store = store
        self.notice_after = notice_after
        self.here_for = here_for
        self.reading = reading
        self.changed: Callable[[Loaded], None] = lambda loaded: None
        self.unsure: Callable[[int], None] = lambda table_id: None
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._happened: OrderedDict[int, int] = OrderedDict()

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return self.store.clock.now()

    async def _moment(self, table: Table) -> Moment:
        """Look at the clock, and at what those who sit at a table have told us of themselves."""
        people = [one.person for one in table.players if one.person is not None]
        known = await self.store.contacts.of_all(people)
        return Moment(self.now(), self.notice_after, self.here_for, known)

    def happened(self, receipt: int) -> int | None:
        """Return the table at which something was committed for a receipt lately, if it was."""
        return self._happened.get(receipt)

    def _has_happened(self, table_id: int, receipt: int | None) -> None:
        """Remember that something was committed: from here on there is nothing to be sorry for."""
        if receipt is not None:
            self._happened[receipt] = table_id
            while len(self._happened) > REMEMBERED:
                self._happened.popitem(last=False)

    def _tell(self, after: Loaded) -> None:
        """Tell of what has been committed; whatever goes wrong with that, it has happened."""
        try:
            self.changed(after)
        except Exception:
            log.exception("That table %s has changed could not be told", after.table.id)

    @asynccontextmanager
    async def _turn(self, table_id: int) -> AsyncGenerator[None]:
        """Change one table, after whoever does now."""
        turn = self._turns.get(table_id)
        if turn is None:
            turn = self._turns[table_id] = asyncio.Lock()
        async with turn, self.store.gate.through():
            yield

    async def _change(
        self,
        table_id: int,
        change: Changing,
        receipt: int | None,
        check: Checking | None = None,
    ) -> Loaded:
        async with self._turn(table_id):
            return await self._gone_on(await self._committed(table_id, change, receipt, check))

    async def _committed(
        self,
        table_id: int,
        change: Changing,
        receipt: int | None,
        check: Checking | None = None,
    ) -> Loaded:
        after = await self._tried(table_id, change, receipt, check)
        after = after or await self._tried(table_id, change, receipt, check)
        if after is None:
            raise RuntimeError(f"table {table_id} was changed behind our back")
        self._has_happened(table_id, receipt)
        self._tell(after)
        return after

    async def _tried(
        self, table_id: int, change: Changing, receipt: int | None, check: Checking | None
    ) -> Loaded | None:
        """Make a change and commit it; None if the table was at another rev than we knew."""
        before = await self.store.loaded(table_id)
        if receipt is not None and any(one.entry.receipt == receipt for one in before.heard):
            return before  # the same press, delivered twice
        moment = await self._moment(before.table)
        made = [change(before, moment)]  # pure: a refusal costs no transaction
        made += said_ahead(before, made[0].after, moment)
        after = made[-1].after
        try:
            async with self.store.database.transaction() as tx:
                entries = [one.entry for one in made]
                if not await tables.save(tx, after.table, entries, before.table):
                    raise _OtherRev
                await self._save_orders(tx, before, after)
                if after.meeting != before.meeting:
                    await meetings.save(tx, after.table.id, after.meeting)
                if check is not None:
                    await check(tx)
        except Refusal:  # nothing was written
            raise
        except _OtherRev:
            self.store.cache.drop(table_id)
            return None
        except UsedReceipt:  # delivered twice, and the first time so long ago
            self.store.cache.drop(table_id)
            return await self.store.loaded(table_id)
        except BaseException:
            self.store.cache.drop(table_id)
            self.unsure(table_id)
            raise
        self.store.cache.put(after)
        return after

    # --- what is said ahead ---

    async def _say(
        self,
        table_id: int,
        person: int,
        said: Callable[[Loaded, Seat], tuple[Any, ...]],
        receipt: int | None = None,
        *,
        dismissed: bool = False,
    ) -> Loaded:
        """Keep what a seat says ahead now: no rev, no step, and nobody else learns of it.

        Of a kind that is said nothing of a game before is offered; of none, if that is `dismissed`.
        """
        async with self._turn(table_id):
            before = await self.store.loaded(table_id)
            player = seated(before.table, person)
            in_play(before)
            mine = said(before, player.seat)
            kinds = {one.kind for one in mine}
            rest = before.offered.get(player.seat, ())
            still = () if dismissed else tuple(one for one in rest if one.kind not in kinds)
            now = _spoken({**before.orders, player.seat: mine})
            offered = _spoken({**before.offered, player.seat: still})
            after = await self._said(before, player, now, offered)
            self._has_happened(table_id, receipt)
            return await self._gone_on(after)

    async def _said(self, before: Loaded, player: Player, now: Orders, offered: Orders) -> Loaded:
        """Commit what a seat says ahead now."""
        table_id, moment = before.table.id, await self._moment(before.table)
        after = _waiting_anew(before, player, now, offered, moment)
        try:
            async with self.store.database.transaction() as tx:
                await self._save_orders(tx, before, after)
                notice_at = after.table.players[player.seat].notice_at
                if notice_at != player.notice_at:
                    await tables.notice_due(tx, table_id, player.seat, notice_at)
        except BaseException:
            self.store.cache.drop(table_id)
            raise
        self.store.cache.put(after)
        self._tell(after)
        return after

    async def go_on(self) -> None:
        """After a start: lay down what was said ahead where nothing else is waited for."""
        for table_id in await standing_orders.tables_with_any(self.store.database.reader):
            try:
                async with self._turn(table_id):
                    await self._gone_on(await self.store.loaded(table_id))
            except Exception:
                log.exception("Table %s could not go on by what was said ahead", table_id)

    async def _gone_on(self, after: Loaded) -> Loaded:
        """Lay down what was said ahead, as long as nothing else is waited for.

        Each question is a transaction of its own. What was committed before stays so: whatever goes
        wrong here is no fault of what led to it.
        """
        try:
            while only_ahead(after):
                seat, before = min(after.to_move()), after

                def change(loaded: Loaded, moment: Moment, seat: Seat = seat) -> Change:
                    return obeyed(loaded, seat, moment)

                try:
                    after = await self._committed(after.table.id, change, None)
                except NoMove:
                    log.exception("Table %s asks seat %s after all", after.table.id, seat)
                    rest = {one: some for one, some in after.orders.items() if one != seat}
                    player = after.table.players[seat]
                    after = await self._said(after, player, rest, after.offered)
                    continue
                if after.table.rev == before.table.rev:
                    break
        except Exception:
            log.exception("Table %s could not go on by what was said ahead", after.table.id)
        return after

    async def _save_orders(self, tx: Transaction, before: Loaded, after: Loaded) -> None:
        if (before.orders, before.offered) != (after.orders, after.offered):
            was, now = stored_orders(before), stored_orders(after)
            await standing_orders.save(tx, after.table.id, was, now)


class _OtherRev(Exception):
    """The file holds another rev of the table than we knew."""


def _spoken(said: Mapping[Seat, tuple[Any, ...]]) -> Orders:
    return {seat: some for seat, some in said.items() if some}


def _waiting_anew(
    loaded: Loaded, player: Player, said: Orders, offered: Orders, moment: Moment
) -> Loaded:
    """Keep new orders: who has said their answer ahead is not written to, who takes it back is."""
    table = loaded.table
    if player.due is not None:
        mine = frozenset({player.seat})
        ahead = bool(answering(loaded.rules, loaded.public, mine, said))
        was = bool(answering(loaded.rules, loaded.public, mine, loaded.orders))
        if ahead != was:
            due = None if ahead else moment.notice_at(table, player)
            waiting = [
                replace(one, notice_at=due) if one.seat == player.seat else one
                for one in table.players
            ]
            table = replace(table, players=tuple(waiting))
    return loaded.saying(table, said, offered)
