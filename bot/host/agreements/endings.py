"""Lets the opener, a moderator or all players together close a table before its game is over.

A player's vote to end the game is stored with their seat. A vote is not a move and makes no step,
so the game goes on after it. The table closes when every person at the table who is still in the
server has voted.
"""

from dataclasses import replace

from bot.host.commit.change import Change, Moment, table_change
from bot.host.commit.committer import Committer
from bot.host.commit.preconditions import seated
from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.table_view import finished
from db.database import Transaction
from db.servers import servers
from db.servers.servers import Act
from db.tables.tables import Table
from games.rules import Refusal


class Endings:
    """Closes tables before their game is over."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._store = committer.store

    async def end(
        self, table_id: int, person: int, receipt: int, *, moderator: bool
    ) -> LoadedTable:
        """Close a table before its game is over. Raises Refusal if the person may not close it.

        It is noted in the log of the server's moderators unless the person opened the table.
        """
        before = (await self._store.loaded(table_id)).table

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            table = loaded.table
            _check_not_over(table)
            if person != table.opener and not moderator:
                opener = table.player_of(table.opener)
                whose = "the player who opened it" if opener is None else loaded.names[opener.seat]
                raise Refusal(
                    f"Only {whose} or a moderator can close table {table.id} before its deal."
                    if table.phase == "open"
                    else f"Only {whose}, a moderator or all its players together can close table "
                    f"{table.id}."
                )
            return _closure(loaded, person, receipt, moment)

        async def note(tx: Transaction) -> None:
            if person != before.opener:
                act = Act(moderator=person, kind="end", table=table_id, at=self._committer.now())
                await servers.note(tx, before.guild, act)

        return await self._committer.change(table_id, change, receipt, note)

    async def vote(
        self, table_id: int, person: int, receipt: int, *, says: bool, joining: bool = False
    ) -> LoadedTable:
        """Store or withdraw a player's vote to end the game. Close the table if all have voted.

        Raises Refusal. With `joining`, a vote is also refused if nobody else has voted yet.
        """

        def agreed(loaded: LoadedTable) -> LoadedTable | None:
            player = seated(loaded.table, person)
            _check_not_over(loaded.table)
            if loaded.table.phase != "playing":
                raise Refusal(
                    f"Table {table_id} hasn't been dealt yet. Use `/table leave` to give up your "
                    "seat."
                )
            if joining and not any(player.would_end for player in loaded.table.players):
                raise Refusal(
                    f"Nobody wants to end the game at table {table_id} any more. "
                    "Use `/table end` to propose it again."
                )
            if player.would_end == says:
                return None
            return loaded.with_player(replace(player, would_end=says))

        async with self._committer.turn(table_id):
            before = await self._store.loaded(table_id)
            if self._committer.happened(receipt) is not None:
                return before  # Discord delivered the same press twice
            voted = agreed(before)
            if voted is not None and all_voted_to_end(voted.table):

                def change(loaded: LoadedTable, moment: Moment) -> Change:
                    return _closure(agreed(loaded) or loaded, person, receipt, moment)

                return await self._committer.commit(table_id, change, receipt)
            return await self._committer.agree(table_id, agreed, receipt)


def all_voted_to_end(table: Table) -> bool:
    """Return whether every remaining player of a table has voted to end its game."""
    there = [player for player in table.players if player.person is not None and not player.gone]
    said = any(player.would_end for player in table.players)
    return table.phase == "playing" and said and all(player.would_end for player in there)


def nobody_left(table: Table) -> bool:
    """Return whether all people at an unfinished table have left the server."""
    people = [player for player in table.players if player.person is not None]
    return table.phase in ("open", "playing") and all(player.gone for player in people)


def closing(loaded: LoadedTable, moment: Moment) -> Change:
    """Return the change that closes a table without anybody's command."""
    return _closure(loaded, None, None, moment)


def _check_not_over(table: Table) -> None:
    if table.phase not in ("open", "playing"):
        raise Refusal(finished(table.id, table.phase))


def _closure(
    loaded: LoadedTable, person: int | None, receipt: int | None, moment: Moment
) -> Change:
    table = loaded.table
    players = tuple(replace(player, due=None, notice_at=None) for player in table.players)
    after = replace(table, phase="ended", players=players, step=table.step + 1)
    return table_change(loaded, after, "end", None, person, receipt, moment)
