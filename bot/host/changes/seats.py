"""Opens tables, and changes who sits at them."""

import secrets
from dataclasses import replace
from typing import Any

from bot.host.changes.change import Change, Moment, stands_in, table_change
from bot.host.changes.committer import Committer
from bot.host.changes.endings import all_voted_to_end, closed_by_vote
from bot.host.changes.preconditions import seated, sits_already, still_open
from bot.host.changes.quotas import Limits, check_channel, check_opened, check_seats
from bot.host.changes.staleness import Stale
from bot.host.proof.terms import stored_terms
from bot.host.reading.loaded_table import LoadedTable
from bot.host.time.deadlines import asleep_at, due_after
from bot.host.time.pace import PACES
from bot.ui.words import listed, one_line
from db import log as log_rows
from db import tables
from db.database import Transaction
from db.log import LogEntry, UsedReceipt
from db.tables import Player, Table
from games.rules import Refusal


class Seats:
    """Opens tables and seats people. `limits` are the quotas of people and channels."""

    limits = Limits()

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._store = committer.store

    async def open(
        self,
        game: str,
        options: Any,
        *,
        pace: str,
        laid_open: bool,
        stand_in: int = 0,
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
        rules = self._store.rules(game)
        if pace not in PACES:
            raise Refusal(f"There is no such pace; choose {listed(list(PACES), 'or')}.")
        written = stored_terms(rules, options)
        secret, at = secrets.token_bytes(32), self._committer.now()
        settings = await self._store.contacts.of(person)
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
            stand_in=stand_in,
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
            async with self._store.database.transaction() as tx:
                new = await tables.insert(tx, table, entry)
                await check_opened(tx, self.limits, person, new)
                await check_channel(tx, self.limits, channel)
                await check_seats(tx, self.limits, person)
        except UsedReceipt:
            opened = await log_rows.opened_by(self._store.database.reader, receipt)
            assert opened is not None, "a receipt was used for something else"
            return opened
        self._committer.remember(new, receipt)
        return new

    async def back(self, table_id: int, person: int, receipt: int) -> LoadedTable:
        """Let a person for whom the house plays move for themselves again, if they are back."""

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            table, player = loaded.table, seated(loaded.table, person)
            if table.phase != "playing" or not stands_in(loaded.rules, table, player):
                raise Stale("Nobody plays for you at this table.")
            settings = moment.people.get(person)
            here = moment.now if settings is None or settings.here else player.acted_at
            returned = replace(player, unanswered=0, gone=False, due=None, acted_at=here)
            players = tuple(
                returned if other.seat == player.seat else other for other in table.players
            )
            timed = due_after(
                players,
                loaded.to_move(),
                loaded.rules.question(loaded.public),
                new=False,
                pace=PACES[table.pace],
                now=moment.now,
                notices={player.seat: moment.notice_at(table, returned)},
                hours=asleep_at(players, moment.people, PACES[table.pace]),
            )
            now = replace(table, players=timed, step=table.step + 1)
            return table_change(loaded, now, "back", player.seat, person, receipt, moment)

        try:
            return await self._committer.change(table_id, change, receipt)
        except Stale:
            return await self._store.loaded(table_id)

    async def join(self, table_id: int, person: int, name: str, receipt: int) -> LoadedTable:
        """Give a person the next free seat. Raises Refusal if that isn't possible."""
        settings = await self._store.contacts.of(person)

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

        return await self._committer.change(table_id, change, receipt, check)

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

        after = await self._committer.change(table_id, change, receipt)
        self._store.forget_hands(table_id)
        return after

    async def move_to(self, table_id: int, channel: int) -> None:
        """Move a table to another channel of the same server. It has no board there yet.

        Raises Refusal if that channel has too many tables.
        """
        async with self._committer.turn(table_id):
            try:
                async with self._store.database.transaction() as tx:
                    await tables.move_to(tx, table_id, channel)
                    await check_channel(tx, self.limits, channel)
            finally:  # the cached table has the old channel under the same rev
                self._store.cache.drop(table_id)
            self._store.forget_board(table_id)

    async def gone(self, person: int, guild: int | None) -> list[int]:
        """Record that a person left a server (None: every server that the bot is in).

        They get no more notices, and the bot moves for them when their time is up. A game ends if
        all remaining players have voted for that. Return the tables that this changes.
        """
        tables_left: list[int] = []
        for table_id in await tables.of_person(self._store.database.reader, person):
            async with self._committer.turn(table_id):
                try:
                    loaded = await self._store.loaded(table_id)
                except Refusal:  # this game is no longer offered
                    continue
                player = loaded.table.player_of(person)
                if player is None or player.gone or guild not in (None, loaded.table.guild):
                    continue
                async with self._committer.writing(table_id) as tx:
                    await tables.gone(tx, table_id, player.seat)
                current = seated(loaded.table, person)  # the notice time may be newer
                left = loaded.with_player(replace(current, gone=True, notice_at=None))
                self._store.cache.put(left)
                if all_voted_to_end(left.table):  # everybody else has voted to end the game
                    await self._committer.commit(table_id, closed_by_vote, None)
            tables_left.append(table_id)
        return tables_left
