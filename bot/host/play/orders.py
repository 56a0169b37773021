"""Changes the standing orders of players, which are private and part of no move.

committer.py runs them once a question that they answer is asked.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from bot.host.commit.committer import Committer
from bot.host.commit.preconditions import in_play, seated
from bot.host.commit.staleness import check_staleness
from bot.host.reading.loaded_table import LoadedTable, Orders
from bot.ui.ways.ways import Holds
from db.tables import out_of_reach, standing_orders
from games.rules import Refusal, Seat

log = logging.getLogger(__name__)


class StandingOrders:
    """Adds, cancels and renews standing orders."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._store = committer.store

    async def give(
        self,
        table_id: int,
        person: int,
        order: Any,
        *,
        drawn_at: int | None,
        holds: Holds,
        receipt: int,
    ) -> LoadedTable:
        """Add a standing order, or combine it with the person's existing order of its kind.

        `receipt` is the idempotency key. Raises Refusal.
        """

        def kept(loaded: LoadedTable, seat: Seat) -> tuple[Any, ...]:
            check_staleness(
                loaded,
                loaded.table.players[seat],
                drawn_at=drawn_at,
                holds=holds,
                receipt=receipt,
                reading=self._committer.reading,
            )
            ahead = loaded.rules.orders
            assert ahead is not None
            taken = ahead.accept(loaded.view(seat), order)
            given = loaded.orders.get(seat, ())
            before = next((other for other in given if other.kind == taken.kind), None)
            joined = ahead.merged(taken, before)
            others = [other for other in given if other.kind != taken.kind]
            return (*others, *(() if joined is None else (joined,)))

        return await self._change(table_id, person, kept, receipt)

    async def cancel(self, table_id: int, person: int, kind: str) -> LoadedTable:
        """Cancel a person's standing order of one kind. Raises Refusal if there is none."""

        def kept(loaded: LoadedTable, seat: Seat) -> tuple[Any, ...]:
            given = loaded.orders.get(seat, ())
            if all(order.kind != kind for order in given):
                raise Refusal("You have no standing order of that kind, or it has ended.")
            return tuple(order for order in given if order.kind != kind)

        return await self._change(table_id, person, kept)

    async def renew(self, table_id: int, person: int) -> LoadedTable:
        """Renew the orders of an earlier game that are still possible, if any. Raises Refusal."""

        def kept(loaded: LoadedTable, seat: Seat) -> tuple[Any, ...]:
            given, again = loaded.orders.get(seat, ()), loaded.table_view(seat, 0).again
            if not again:
                raise Refusal("No standing orders of your last game are left to use again.")
            return (*given, *again)

        return await self._change(table_id, person, kept)

    async def dismiss_offers(self, table_id: int, person: int) -> LoadedTable:
        """Stop offering a person their standing orders from an earlier game. Raises Refusal."""

        def kept(loaded: LoadedTable, seat: Seat) -> tuple[Any, ...]:
            return loaded.orders.get(seat, ())

        return await self._change(table_id, person, kept, dismissed=True)

    async def resume(self) -> None:
        """Run the standing orders at every table that waits only for them, after the bot starts.

        Tables that people can't reach stand still.
        """
        reader = self._store.database.reader
        still = await out_of_reach.tables(reader)
        for table_id in await standing_orders.tables_with_orders(reader):
            if table_id in still:
                continue
            try:
                async with self._committer.turn(table_id):
                    await self._committer.run_orders(await self._store.loaded(table_id))
            except Exception:
                log.exception("I couldn't run the standing orders of table %s", table_id)

    async def _change(
        self,
        table_id: int,
        person: int,
        orders_of: Callable[[LoadedTable, Seat], tuple[Any, ...]],
        receipt: int | None = None,
        *,
        dismissed: bool = False,
    ) -> LoadedTable:
        """Change a seat's standing orders. They are private, so the table's rev and step stay.

        Orders from the last game are no longer offered if the seat has a new one of their kind. If
        `dismissed` is set, none of them is offered any more.
        """

        def kept(loaded: LoadedTable) -> tuple[Orders, Orders]:
            seat = seated(loaded.table, person).seat
            in_play(loaded)
            given = orders_of(loaded, seat)
            kinds = {order.kind for order in given}
            offers = loaded.offered.get(seat, ())
            still = () if dismissed else tuple(order for order in offers if order.kind not in kinds)
            now = _without_empty({**loaded.orders, seat: given})
            return now, _without_empty({**loaded.offered, seat: still})

        async with self._committer.turn(table_id):
            seat = seated((await self._store.loaded(table_id)).table, person).seat
            after = await self._committer.keep_orders(table_id, seat, kept, receipt)
            return await self._committer.run_orders(after)


def _without_empty(orders: Mapping[Seat, tuple[Any, ...]]) -> Orders:
    return {seat: some for seat, some in orders.items() if some}
