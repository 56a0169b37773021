"""Lets the moderators of a server change its settings, remove players, and block people.

A blocked person's seats at open tables become free. In play their seat is left as if they were
silent: the clock goes on, and the house stands in for them if the table's terms allow it.
"""

from collections.abc import Callable
from dataclasses import replace

from bot.host.agreements.rematches import Rematches
from bot.host.commit.change import Change, Moment, table_change, timed_again
from bot.host.commit.committer import Changing, Committer
from bot.host.commit.preconditions import require_open
from bot.host.reading.loaded_table import LoadedTable
from bot.host.seating.seats import without_seat
from bot.host.time.deadlines import MOST_UNANSWERED
from bot.ui.panels.words import escape
from db.database import Transaction
from db.servers import servers
from db.servers.servers import Act, ActKind, Server
from db.tables import tables
from games.rules import Refusal


class Moderation:
    """Changes what people may do on a server. Every act is added to the log of its moderators."""

    def __init__(self, committer: Committer, rematches: Rematches) -> None:
        self._committer = committer
        self._rematches = rematches
        self._store = committer.store

    def act(
        self,
        moderator: int,
        kind: ActKind,
        *,
        person: int | None = None,
        table: int | None = None,
        detail: str = "",
    ) -> Act:
        """Return an act of a moderator that happens now."""
        now = self._committer.now()
        return Act(
            moderator=moderator, kind=kind, person=person, table=table, detail=detail, at=now
        )

    async def change(self, guild: int, act: Act, how: Callable[[Server], Server]) -> Server:
        """Apply `how` to the settings of a server. Note the act only if that changes something."""
        known = self._store.servers
        try:
            async with self._store.database.transaction() as tx:
                before = known.of(guild)
                after = how(before)
                if replace(after, name="") != replace(before, name=""):
                    await servers.save(tx, guild, after)
                    await servers.note(tx, guild, act)
        except BaseException:  # the commit may or may not have succeeded
            await known.load()
            raise
        known.put(guild, after)
        return after

    async def block(self, guild: int, name: str, moderator: int, person: int) -> list[int]:
        """Block a person from the tables of a server called `name`.

        Return the tables that this changes.
        """

        def blocked(server: Server) -> Server:
            return replace(server, name=name, blocked=server.blocked | {person})

        await self.change(guild, self.act(moderator, "block", person=person), blocked)
        await self._rematches.block(guild, person)
        left: list[int] = []
        for table_id in await tables.of_person(self._store.database.reader, person):
            try:
                table = (await self._store.loaded(table_id)).table
                if table.guild == guild and not table.practice:
                    after = await self._committer.change(table_id, _vacated(person), None)
                    if after.table.player_of(person) is None:
                        self._store.forget_hands(table_id)
                    left.append(table_id)
            except Refusal:  # it is closed, being dealt or no longer offered, or they are silent
                continue
        return left

    async def unblock(self, guild: int, name: str, moderator: int, person: int) -> bool:
        """Let a blocked person play on a server again. Return False if they weren't blocked."""

        def unblocked(server: Server) -> Server:
            return replace(server, name=name, blocked=server.blocked - {person})

        was = self._store.servers.blocks(guild, person)
        await self.change(guild, self.act(moderator, "unblock", person=person), unblocked)
        return was

    async def remove(
        self, table_id: int, moderator: int, person: int, name: str, receipt: int
    ) -> LoadedTable:
        """Free another person's seat before the deal, as a moderator. Raises Refusal.

        The table closes if nobody is left there.
        """
        guild = (await self._store.loaded(table_id)).table.guild

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            if loaded.table.phase == "playing":
                raise Refusal(
                    f"The cards at table {table_id} have been dealt, so nobody can be removed from "
                    f"it. `/table end` closes the table, and `/server block` blocks {escape(name)}."
                )
            require_open(loaded)
            if loaded.table.player_of(person) is None:
                raise Refusal(f"{escape(name)} isn't at table {table_id}.")
            return without_seat(loaded, person, receipt, moment)

        async def note(tx: Transaction) -> None:
            act = self.act(moderator, "remove", person=person, table=table_id)
            await servers.note(tx, guild, act)

        after = await self._committer.change(table_id, change, receipt, note)
        self._store.forget_hands(table_id)
        return after


def _vacated(person: int) -> Changing:
    """Return a change after which a person has left an open table, or is silent in play."""

    def change(loaded: LoadedTable, moment: Moment) -> Change:
        table = loaded.table
        player = table.player_of(person)
        if player is None or (table.phase == "playing" and loaded.state is None):
            raise Refusal("There is no seat to leave.")
        if table.phase != "playing":
            require_open(loaded)
            return without_seat(loaded, person, None, moment)
        most = max(table.stand_in, MOST_UNANSWERED)
        if player.unanswered >= most and player.away_until is None:
            raise Refusal("They are silent already.")
        silent = replace(
            player,
            unanswered=max(player.unanswered, most),
            notice_at=None,
            away_until=None,
            acted_at=None,
            hurries=0,
            would_end=False,
        )
        players = tuple(silent if other is player else other for other in table.players)
        timed = timed_again(loaded, players, moment)
        after = replace(table, players=timed, step=table.step + 1)
        return table_change(loaded, after, "gone", player.seat, None, None, moment)

    return change
