"""Records that people are away, back, or no longer in the server. Meanwhile the house plays."""

from dataclasses import replace
from typing import Final

from bot.host.agreements.endings import all_voted_to_end, closing, nobody_left
from bot.host.commit.ahead import house_can_play, stands_in
from bot.host.commit.change import RETURNED, Change, Moment, table_change, timed_again
from bot.host.commit.committer import Changing, Committer
from bot.host.commit.preconditions import in_play, seated
from bot.host.commit.staleness import Stale
from bot.host.reading.loaded_table import LoadedTable
from bot.host.time.time_of_day import UNTIL_BACK, next_time
from db.tables import tables
from db.tables.tables import Player
from games.rules import Refusal, Seat

SAY_SO: Final = (
    "Give a time of day, as in `/table away 18:00`, or leave it out to be away until you're back."
)


class Absence:
    """Records who is away from their tables, and who is back."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._store = committer.store

    async def away(self, table_id: int, person: int, until: str, receipt: int) -> LoadedTable:
        """Have the house play for a person, until their clocks show a time or until they're back.

        Raises Refusal if the time can't be read or the house doesn't play the game.
        """
        settings = await self._store.contacts.of(person)
        now = self._committer.now()
        at = next_time(until, settings.zone, now, SAY_SO) if until.strip() else UNTIL_BACK

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            rules, player = in_play(loaded), seated(loaded.table, person)
            if loaded.table.practice or not house_can_play(rules, loaded.table):
                raise Refusal("The house can't stand in for you at this table.")
            left = replace(player, away_until=at)
            return _with_player(loaded, left, "away", person, receipt, moment)

        return await self._committer.change(table_id, change, receipt)

    async def back(self, table_id: int, person: int, receipt: int) -> LoadedTable:
        """Let a person for whom the house plays move for themselves again, if they are back."""

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            table, player = loaded.table, seated(loaded.table, person)
            if table.phase != "playing" or not stands_in(loaded.rules, table, player):
                raise Stale("Nobody plays for you at this table.")
            settings = moment.people.get(person)
            here = moment.now if settings is None or settings.here else player.acted_at
            returned = replace(player, **RETURNED, acted_at=here)
            return _with_player(loaded, returned, "back", person, receipt, moment)

        try:
            return await self._committer.change(table_id, change, receipt)
        except Stale:
            return await self._store.loaded(table_id)

    async def gone(self, person: int, guild: int) -> list[int]:
        """Record that a person left a server.

        They get no more notices, and the house or the clock moves for them. A table closes if
        nobody is left there, or if all who are left have voted for that. Return the tables that
        this changes.
        """

        def leaves(loaded: LoadedTable) -> LoadedTable:
            player = seated(loaded.table, person)
            return loaded.with_player(replace(player, gone=True, notice_at=None))

        tables_left: list[int] = []
        for table_id in await tables.of_person(self._store.database.reader, person):
            async with self._committer.turn(table_id):
                try:
                    loaded = await self._store.loaded(table_id)
                except Refusal:  # this game is no longer offered
                    continue
                player = loaded.table.player_of(person)
                if player is None or player.gone or guild != loaded.table.guild:
                    continue
                left = await self._committer.agree(table_id, leaves)
                if nobody_left(left.table) or all_voted_to_end(left.table):
                    await self._committer.commit(table_id, closing, None)
                elif left.table.phase == "playing" and left.state is not None:
                    now = await self._committer.commit(table_id, _left_behind(player.seat), None)
                    await self._committer.run_orders(now)
            tables_left.append(table_id)
        return tables_left


def _left_behind(seat: Seat) -> Changing:
    """Return a change after which the house plays for a seat whose owner left the server."""

    def change(loaded: LoadedTable, moment: Moment) -> Change:
        table = loaded.table
        timed = timed_again(loaded, table.players, moment)
        now = replace(table, players=timed, step=table.step + 1)
        return table_change(loaded, now, "gone", seat, None, None, moment)

    return change


def _with_player(
    loaded: LoadedTable,
    player: Player,
    kind: str,
    person: int,
    receipt: int,
    moment: Moment,
) -> Change:
    """Return the change in which a player is replaced, and is asked anew if they must move."""
    table = loaded.table
    anew = replace(player, due=None)
    players = tuple(anew if other.seat == player.seat else other for other in table.players)
    timed = timed_again(loaded, players, moment)
    after = replace(table, players=timed, step=table.step + 1)
    return table_change(loaded, after, kind, player.seat, person, receipt, moment)
