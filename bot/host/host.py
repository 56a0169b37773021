"""Makes all changes to a table, by players or by the clock, from opening it to its last move.

    the table in the cache -> preconditions -> rules.play (pure, changes.py) -> one transaction:
    state, rev, step, deadlines, log row -> COMMIT -> `changed` is called, and the board is drawn

A refused or failed change leaves everything as it was. Nothing is shown to anybody before the
commit. committing.py describes the locks and the retry.
"""

import secrets
from dataclasses import replace
from typing import Any

from bot.host.changes import Change, Moment, answering, make_move, table_change, take_step, try_obey
from bot.host.dealing import may_deal, mixed_at, stream
from bot.host.endings import Endings, all_voted_to_end, closed_by_vote
from bot.host.loaded_table import NO_ORDERS, LoadedTable, Orders, read_orders
from bot.host.pace import PACES
from bot.host.preconditions import in_play, seated, sits_already, still_open
from bot.host.quotas import Limits, check_channel, check_opened, check_seats
from bot.host.staleness import Stale, check_staleness
from bot.host.terms import stored_terms
from bot.ui.ways import Holds
from bot.ui.words import listed, one_line
from db import log as log_rows
from db import standing_orders, tables
from db.database import Transaction
from db.log import LogEntry, UsedReceipt
from db.standing_orders import StoredOrder
from db.tables import Player, Table
from games.rules import Refusal, Seat


class Host(Endings):
    """Opens tables, deals and makes moves. `limits` are the quotas of people and channels."""

    limits = Limits()

    # --- changes of a table ---

    async def open(
        self,
        game: str,
        options: Any,
        *,
        pace: str,
        laid_open: bool,
        guild: int,
        channel: int,
        person: int,
        name: str,
        receipt: int,
    ) -> int:
        """Open a table, give its opener the first seat, and return the table's number.

        Raises Refusal if the game can't be played on these terms, or if the person or the channel
        has too many tables.
        """
        rules = self.store.rules(game)
        if pace not in PACES:
            raise Refusal(f"There is no such pace; choose {listed(list(PACES), 'or')}.")
        written = stored_terms(rules, options)
        secret, at = secrets.token_bytes(32), self.now()
        settings = await self.store.contacts.of(person)
        table = Table(
            id=0,
            game=game,
            version=rules.version,
            dealt_version=None,
            guild=guild,
            channel=channel,
            opener=person,
            phase="open",
            options=written,
            pace=pace,
            laid_open=laid_open,
            secret=secret,
            sealed_by=None,
            state=None,
            rev=1,
            step=1,
            subject="",
            subject_step=0,
            question="",
            question_step=0,
            hurried=False,
            opened_at=at,
            changed_at=at,
            behind=True,
            players=(
                Player(0, person, one_line(name), 1, at if settings.here else None, joined=receipt),
            ),
        )
        entry = LogEntry(1, 1, "open", 0, person, None, "[]", receipt, at)
        try:
            async with self.store.database.transaction() as tx:
                new = await tables.insert(tx, table, entry)
                await check_opened(tx, self.limits, person, new)
                await check_channel(tx, self.limits, channel)
                await check_seats(tx, self.limits, person)
        except UsedReceipt:
            opened = await log_rows.opened_by(self.store.database.reader, receipt)
            assert opened is not None, "a receipt was used for something else"
            return opened
        self._remember(new, receipt)
        return new

    async def join(self, table_id: int, person: int, name: str, receipt: int) -> LoadedTable:
        """Give a person the next free seat. Raises Refusal if that isn't possible."""
        settings = await self.store.contacts.of(person)

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            table, rules = still_open(loaded)
            if (mine := table.player_of(person)) is not None:
                raise Refusal(sits_already(table, rules, mine))
            if len(table.players) >= rules.seats.stop - 1:
                raise Refusal(f"Table {table.id} is full: {rules.seats.stop - 1} play at most.")
            seat, step = len(table.players), table.step + 1
            here_at = moment.now if settings.here else None
            player = Player(seat, person, one_line(name), step, here_at, joined=receipt)
            after = replace(table, players=(*table.players, player), step=step)
            return table_change(loaded, after, "join", seat, person, receipt, moment)

        async def check(tx: Transaction) -> None:
            await check_seats(tx, self.limits, person)

        return await self._change(table_id, change, receipt, check)

    async def leave(self, table_id: int, person: int, receipt: int) -> LoadedTable:
        """Free a person's seat before the deal. Close the table if it is empty. Raises Refusal."""

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            leaver = seated(loaded.table, person)
            if loaded.table.phase == "playing":
                raise Refusal(
                    f"The cards at table {table_id} are dealt, so your seat stays yours: "
                    "when your time is up, the clock moves for you."
                )
            table, _ = still_open(loaded)
            stayers = [player for player in table.players if player.person != person]
            after = replace(
                table,
                players=tuple(replace(player, seat=seat) for seat, player in enumerate(stayers)),
                opener=table.opener
                if table.opener != person or not stayers
                else stayers[0].person or 0,
                phase="open" if stayers else "ended",
                step=table.step + 1,
            )
            return table_change(loaded, after, "leave", leaver.seat, person, receipt, moment)

        after = await self._change(table_id, change, receipt)
        self.store.forget_hands(table_id)
        return after

    async def deal(self, table_id: int, person: int, receipt: int) -> LoadedTable:
        """Freeze the seats and terms of a table. Later, `deal_frozen` deals the cards.

        If the terms never reveal any secrets, deal immediately. Raises Refusal if the number of
        players is wrong or the seal is not posted yet.
        """
        offered = await self._last_orders((await self.store.loaded(table_id)).table)

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            dealer, table = may_deal(loaded, person, receipt), loaded.table
            if not table.laid_open:
                luck = mixed_at(table, loaded.rules, receipt)
                dealt_now = replace(table, mixed=luck)
                return _deal_change(loaded, dealt_now, dealer, receipt, offered, moment)
            frozen = replace(table, deal_press=receipt, step=table.step + 1)
            return table_change(loaded, frozen, "freeze", dealer.seat, person, receipt, moment)

        return await self._change(table_id, change, receipt)

    async def deal_frozen(self, table_id: int, posted: tuple[int, int] | None) -> bool:
        """Deal the cards of a frozen table. Return False if it is no longer frozen.

        `posted` is the id and the channel of the message that shows the values mixed into the luck.
        It is None if the message could not be posted.
        """
        offered = await self._last_orders((await self.store.loaded(table_id)).table)
        message, channel = posted or (None, None)

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            table = loaded.table
            if not table.is_frozen or table.deal_press is None:
                raise Stale("It is dealt already, or closed.")
            presser = next(
                history.entry
                for history in reversed(loaded.history)
                if history.entry.kind == "freeze"
            )
            luck = mixed_at(table, loaded.rules, table.deal_press)
            fixed = replace(table, mixed=luck, mixed_by=message, mixed_in=channel)
            dealer = table.players[presser.seat or 0]
            return _deal_change(loaded, fixed, dealer, message, offered, moment)

        async def note(tx: Transaction) -> None:
            if message is not None and channel is not None:
                await tables.mix_shown(tx, table_id, message, channel)

        try:
            await self._change(table_id, change, message, note)
        except Stale:
            return False
        return True

    async def play(
        self,
        table_id: int,
        person: int,
        move: Any,
        *,
        drawn_at: int | None,
        holds: Holds,
        receipt: int,
    ) -> LoadedTable:
        """Make a move for a person and return the changed table.

        `drawn_at` is the public step at which the pressed button was drawn, or None if the move was
        typed. `holds` names what must not have changed since. A repeated `receipt` (idempotency
        key) changes nothing. Raises Refusal or one of its subclasses Stale and IllegalMove.
        """

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            player = seated(loaded.table, person)
            in_play(loaded)
            check_staleness(
                loaded,
                player,
                drawn_at=drawn_at,
                holds=holds,
                receipt=receipt,
                reading=self.reading,
            )
            return make_move(loaded, player, move, "move", receipt, moment)

        return await self._change(table_id, change, receipt)

    async def play_absent(self, table_id: int, seat: Seat) -> bool:
        """Move for a seat whose time is up, by its standing orders or else by its default move.

        Return False if the deadline of the seat has not passed.
        """

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            player = loaded.table.players[seat]
            if player.due is None or player.due > self.now() or loaded.table.phase != "playing":
                raise Stale("Time is not up.")
            rules = in_play(loaded)
            if answering(rules, loaded.public, frozenset({seat}), loaded.orders):
                ahead = try_obey(loaded, seat, moment)
                if ahead is not None:
                    return ahead
            move = next(iter(rules.legal_moves(loaded.view(seat))))
            return make_move(loaded, player, move, "clock", None, moment)

        try:
            await self._change(table_id, change, None)
        except Stale:
            return False
        return True

    async def move_to(self, table_id: int, channel: int) -> None:
        """Move a table to another channel of the same server. It has no board there yet.

        Raises Refusal if that channel has too many tables.
        """
        async with self._turn(table_id):
            try:
                async with self.store.database.transaction() as tx:
                    await tables.move_to(tx, table_id, channel)
                    await check_channel(tx, self.limits, channel)
            finally:  # the cached table has the old channel under the same rev
                self.store.cache.drop(table_id)
            self.store.forget_board(table_id)

    async def gone(self, person: int, guild: int | None) -> list[int]:
        """Record that a person left a server (None: every server that the bot is in).

        They get no more notices, and the bot moves for them when their time is up. A game ends if
        all remaining players have voted for that. Return the tables that this changes.
        """
        tables_left: list[int] = []
        for table_id in await tables.of_person(self.store.database.reader, person):
            async with self._turn(table_id):
                try:
                    loaded = await self.store.loaded(table_id)
                except Refusal:  # this game is no longer offered
                    continue
                player = loaded.table.player_of(person)
                if player is None or player.gone or guild not in (None, loaded.table.guild):
                    continue
                try:
                    async with self.store.database.transaction() as tx:
                        await tables.gone(tx, table_id, player.seat)
                except BaseException:
                    self.store.cache.drop(table_id)
                    raise
                current = seated(loaded.table, person)  # the notice time may be newer
                left = loaded.with_player(replace(current, gone=True, notice_at=None))
                self.store.cache.put(left)
                if all_voted_to_end(left.table):  # everybody else has voted to end the game
                    await self._commit(table_id, closed_by_vote, None)
            tables_left.append(table_id)
        return tables_left

    # --- standing orders ---

    async def give_order(
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

        Giving the same order twice is harmless, so `receipt` is only used to check for staleness.
        Raises Refusal.
        """

        def said(loaded: LoadedTable, seat: Seat) -> tuple[Any, ...]:
            check_staleness(
                loaded,
                loaded.table.players[seat],
                drawn_at=drawn_at,
                holds=holds,
                receipt=receipt,
                reading=self.reading,
            )
            ahead = loaded.rules.orders
            assert ahead is not None
            taken = ahead.accept(loaded.view(seat), order)
            given = loaded.orders.get(seat, ())
            before = next((other for other in given if other.kind == taken.kind), None)
            joined = ahead.joined(taken, before)
            others = [other for other in given if other.kind != taken.kind]
            return (*others, *(() if joined is None else (joined,)))

        return await self._change_orders(table_id, person, said, receipt)

    async def cancel_order(self, table_id: int, person: int, kind: str) -> LoadedTable:
        """Cancel a person's standing order of one kind. Raises Refusal if there is none."""

        def said(loaded: LoadedTable, seat: Seat) -> tuple[Any, ...]:
            given = loaded.orders.get(seat, ())
            if all(order.kind != kind for order in given):
                raise Refusal("You have said nothing of that kind ahead, or it is done.")
            return tuple(order for order in given if order.kind != kind)

        return await self._change_orders(table_id, person, said)

    async def renew_orders(self, table_id: int, person: int) -> LoadedTable:
        """Renew the orders of an earlier game that are still possible, if any. Raises Refusal."""

        def said(loaded: LoadedTable, seat: Seat) -> tuple[Any, ...]:
            given, again = loaded.orders.get(seat, ()), loaded.table_view(seat, 0).again
            if not again:
                raise Refusal("There is nothing of a game before to say again, or it is said.")
            return (*given, *again)

        return await self._change_orders(table_id, person, said)

    async def dismiss_offers(self, table_id: int, person: int) -> LoadedTable:
        """Stop offering a person their standing orders from an earlier game. Raises Refusal."""

        def said(loaded: LoadedTable, seat: Seat) -> tuple[Any, ...]:
            return loaded.orders.get(seat, ())

        return await self._change_orders(table_id, person, said, dismissed=True)

    async def _last_orders(self, table: Table) -> Orders:
        """Read the standing orders that the players of a table had in their last finished games."""
        rules = self.store.rules(table.game)
        people = {
            player.person: player.seat for player in table.players if player.person is not None
        }
        sealed = table.phase == "open" and table.sealed_by is not None
        if rules.orders is None or not sealed or len(people) not in rules.seats:
            return NO_ORDERS  # the deal will be refused, or the game has no standing orders
        last = await standing_orders.last_orders(
            self.store.database.reader, table.game, list(people)
        )
        rows = [
            StoredOrder(people[person], kind, said, stands=False)
            for person, by_kind in last.items()
            for kind, said in by_kind.items()
        ]
        return read_orders(rules, rows)[1]


def _deal_change(
    loaded: LoadedTable,
    table: Table,
    dealer: Player,
    receipt: int | None,
    offered: Orders,
    moment: Moment,
) -> Change:
    """Return the change that deals the cards. All values mixed into the luck must be known."""
    rules = loaded.rules
    step = rules.start(len(table.players), loaded.options, stream(table, 0, table.rev + 1))
    dealt = replace(
        table, phase="playing", version=rules.version, dealt_version=rules.version, moves=0
    )
    before = loaded.with_orders(loaded.table, loaded.orders, offered)
    return take_step(before, dealt, dealer, step, "deal", receipt, moment)
