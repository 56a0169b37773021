"""Opens tables, and changes who sits at them."""

import secrets
from dataclasses import replace
from typing import Any

from bot.host.commit.change import Change, Moment, table_change
from bot.host.commit.committer import Committer
from bot.host.commit.preconditions import check_offered, require_open, seated, sits_already
from bot.host.play.deals import is_dealt_by_joining
from bot.host.proof.luck import house_player
from bot.host.proof.terms import stored_terms
from bot.host.reading.loaded_table import LoadedTable
from bot.host.seating.house_players import check_number, with_house
from bot.host.seating.quotas import (
    Limits,
    check_channel,
    check_often,
    check_opened,
    check_seats,
    check_server,
)
from bot.host.time.pace import PACES
from bot.ui.panels.words import listed, one_line
from db.database import Transaction
from db.idempotency import UsedReceipt
from db.tables import log as log_rows
from db.tables import rematches, tables
from db.tables.log import LogEntry
from db.tables.rematches import Rematch
from db.tables.tables import Player, Table
from games.rules import AnyRules, Refusal


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
        house: int = 0,
        in_thread: bool = False,
        guild: int,
        channel: int,
        person: int,
        name: str,
        receipt: int,
        rematch: Rematch | None = None,
    ) -> int:
        """Open a table, give its opener the first seat, and return the table's number.

        `house` is the number of house players who sit there too. With `in_thread` the table moves
        to a thread at the deal. `rematch` says whom the table asks to play again. Raises Refusal
        if the game can't be played on these terms, if the person is blocked, or if the person, the
        channel or the server has too many tables.
        """
        rules = self._store.rules(game)
        check_offered(rules)
        self._store.servers.check_not_blocked(guild, person)
        if pace not in PACES:
            raise Refusal(f"I don't know that pace. Choose {listed(list(PACES), 'or')}.")
        written = stored_terms(rules, options)
        check_number(rules, house, 1)
        at = self._committer.now()
        settings = await self._store.contacts.of(person)
        table = undealt(
            rules,
            written,
            opener=Player(
                0, person, one_line(name), 1, at if settings.here else None, joined=receipt
            ),
            house=house,
            pace=pace,
            laid_open=laid_open,
            stand_in=stand_in,
            guild=guild,
            channel=channel,
            at=at,
            in_thread=in_thread,
        )
        entry = LogEntry(1, 1, "open", 0, person, None, "[]", receipt, at)
        try:
            async with self._store.database.transaction() as tx:
                new = await tables.insert(tx, table, entry)
                if rematch is not None:
                    await rematches.insert(tx, new, rematch)
                await check_opened(tx, self.limits, person, new)
                await check_often(tx, self.limits, person, channel, at)
                await check_channel(tx, self.limits, channel)
                await check_server(tx, self._store.servers.of(guild), guild)
                await check_seats(tx, self.limits, person)
        except UsedReceipt:
            opened = await log_rows.opened_by(self._store.database.reader, receipt)
            assert opened is not None, "a receipt was used for something else"
            return opened
        self._committer.remember(new, receipt)
        return new

    async def join(self, table_id: int, person: int, name: str, receipt: int) -> LoadedTable:
        """Give a person the next free seat, or else that of the last house player.

        If they are the last whom a rematch asked, the same press freezes the table for the deal.
        Raises Refusal if that isn't possible.
        """
        settings = await self._store.contacts.of(person)

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            table, rules = require_open(loaded)
            check_offered(rules)
            self._store.servers.check_not_blocked(table.guild, person)
            if (mine := table.player_of(person)) is not None:
                raise Refusal(sits_already(table, rules, mine))
            house = [player.seat for player in table.players if player.person is None]
            seat, step = len(table.players), table.step + 1
            if seat >= rules.seats.stop - 1:
                if not house:
                    raise Refusal(
                        f"Table {table.id} is full: at most {rules.seats.stop - 1} can play."
                    )
                seat = house[-1]
            here_at = moment.now if settings.here else None
            player = Player(seat, person, one_line(name), step, here_at, joined=receipt)
            others = (other for other in table.players if other.seat != seat)
            players = tuple(sorted((*others, player), key=lambda player: player.seat))
            after, kind = replace(table, players=players, step=step), "join"
            if is_dealt_by_joining(loaded, after, receipt):
                after, kind = replace(after, deal_press=receipt), "freeze"
            return table_change(loaded, after, kind, seat, person, receipt, moment)

        async def check(tx: Transaction) -> None:
            await check_seats(tx, self.limits, person)

        return await self._committer.change(table_id, change, receipt, check)

    async def leave(self, table_id: int, person: int, receipt: int | None) -> LoadedTable:
        """Free a person's seat before the deal. Close the table if nobody is left there.

        Raises Refusal.
        """

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            seated(loaded.table, person)
            if loaded.table.phase == "playing":
                raise Refusal(
                    f"The cards at table {table_id} have been dealt, so your seat stays yours. "
                    "When your time is up, I move for you."
                )
            require_open(loaded)
            return without_seat(loaded, person, receipt, moment)

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
        self._store.agenda.wake("reach")


def without_seat(loaded: LoadedTable, person: int, receipt: int | None, moment: Moment) -> Change:
    """Return the change that frees a person's seat at an open table.

    It closes the table if nobody is left there. A rematch doesn't ask the person again.
    """
    if loaded.rematch is not None:
        loaded = replace(loaded, rematch=loaded.rematch.declined(person))
    table, leaver = loaded.table, seated(loaded.table, person)
    stayers = [player for player in table.players if player.person != person]
    people = [player.person for player in stayers if player.person is not None]
    if not people:
        stayers = []
    after = replace(
        table,
        players=tuple(replace(player, seat=seat) for seat, player in enumerate(stayers)),
        opener=people[0] if table.opener == person and people else table.opener,
        phase="open" if people else "ended",
        step=table.step + 1,
    )
    return table_change(loaded, after, "leave", leaver.seat, person, receipt, moment)


def undealt(
    rules: AnyRules,
    terms: str,
    *,
    opener: Player,
    house: int,
    pace: str,
    laid_open: bool,
    stand_in: int,
    guild: int,
    channel: int,
    at: float,
    in_thread: bool = False,
) -> Table:
    """Return a new table for its first player and this number of house players.

    `terms` are the game's options as JSON. The table has a new secret, and no id yet.
    """
    assert opener.person is not None
    return Table(
        id=0,
        game=rules.name,
        version=rules.version,
        dealt_version=None,
        guild=guild,
        channel=channel,
        opener=opener.person,
        phase="open",
        options=terms,
        pace=pace,
        laid_open=laid_open,
        stand_in=stand_in,
        secret=secrets.token_bytes(32),
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
        players=with_house([opener], house, 1, house_player(rules)),
        thread="wanted" if in_thread else "",
    )
