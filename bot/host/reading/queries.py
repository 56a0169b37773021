"""The queries through which the rest of the bot reads tables. They never wait for a writer."""

from bisect import bisect_right
from dataclasses import replace
from typing import Any

from bot.host.proof import transcript
from bot.host.reading.history import HistoryEntry
from bot.host.reading.loaded_table import NEWS_SHOWN, LoadedTable, is_outdated, may_be_laid_open
from bot.host.reading.replay import replayed
from bot.host.reading.store import Store
from bot.host.reading.table_view import NO_SEAL, TableView, finished
from bot.ui.face.story import Game
from db.people import people
from db.people.people import Person
from db.tables import log, meetings, shown, tables, tenures, usage, waiting_seats, watchers
from db.tables.meetings import Ping
from db.tables.shown import HandKey
from games.rules import Refusal, Seat


class Queries:
    """Reads tables, and shows each reader only what they may see."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def table(self, table_id: int, person: int | None) -> TableView:
        """Return what a person may see of a table. Raises Refusal if there is no such table."""
        return self.seen_by(await self._store.loaded(table_id), person)

    def seen_by(self, loaded: LoadedTable, person: int | None) -> TableView:
        """Return what a person may see of a loaded table."""
        player = None if person is None else loaded.table.player_of(person)
        return self.seen_from(loaded, None if player is None else player.seat)

    def seen_from(self, loaded: LoadedTable, seat: Seat | None) -> TableView:
        """Return what a seat (None: the public) may see of a table, including its unread news."""
        if seat is None:  # count public steps, so that secret moves don't push news off the board
            old = loaded.table.step - NEWS_SHOWN
            first = bisect_right(loaded.history, old, key=lambda row: row.entry.step)
            return loaded.table_view(None, loaded.history[first - 1].entry.rev if first else 0)
        looked = self._store.shown(loaded.table.id, HandKey(seat)).looked_rev
        return loaded.table_view(seat, looked)

    async def story(self, table_id: int, person: int | None) -> TableView:
        """Return a table with all of its events, and with all secrets if they may be shown."""
        loaded = await self._store.loaded(table_id)
        table = loaded.table
        player = None if person is None else table.player_of(person)
        turns: Game = ()
        if table.state is None or loaded.state is not None:  # skip if only old rules can read it
            entries = await log.since(self._store.database.reader, table_id, 0)
            if may_be_laid_open(table):
                turns = replayed(loaded.rules, table, loaded.options, entries)
            old = is_outdated(loaded.rules, table)
            history = tuple(HistoryEntry(loaded.rules, entry, old=old) for entry in entries)
            loaded = replace(loaded, history=history)
        seat = None if player is None else player.seat
        seen = loaded.table_view(seat, 0, all_of_it=may_be_laid_open(table))
        return replace(seen, turns=turns) if turns else seen

    async def transcript(self, table_id: int) -> dict[str, Any]:
        """Return the transcript of a finished game, from which anybody can verify the deal.

        Raises Refusal if the game isn't over, or if its terms keep the cards secret for good.
        """
        loaded = await self._store.loaded(table_id)
        table = loaded.table
        if table.practice:
            raise Refusal(f"{NO_SEAL} So there's no transcript of it.")
        if not may_be_laid_open(table):
            if table.phase == "over":
                raise Refusal("This table's terms keep its cards secret for good.")
            if table.phase == "ended":
                raise Refusal(f"{finished(table_id, 'ended')} There's no transcript of it.")
            raise Refusal("You can get the transcript once the game is over.")
        entries = await log.since(self._store.database.reader, table_id, 0)
        ended = await tenures.of_table(self._store.database.reader, table_id)
        return transcript.written(table, entries, ended)

    async def of_person(self, person: int, game: str | None = None) -> list[int]:
        """Return the unfinished tables at which a person plays, most recently changed first.

        Omit the tables of servers whose moderators have blocked the person.
        """
        reader = self._store.database.reader
        return await tables.of_person(reader, person, game, blocked=False)

    async def shown_on(self, person: int, message: int) -> int | None:
        """Return the table whose hand or notice is shown by a DM to this person, or None."""
        for table_id in await self.of_person(person):  # new messages may not be in the file yet
            try:
                player = (await self._store.loaded(table_id)).table.player_of(person)
            except Refusal:  # this game is no longer offered
                continue
            if player is not None:
                row = self._store.shown(table_id, HandKey(player.seat))
                if message in (row.message, row.notice):
                    return table_id
        return await shown.table_on(self._store.database.reader, person, message)

    async def in_channel(self, channel: int, game: str | None = None) -> list[int]:
        """Return the unfinished tables in a channel, most recently changed first."""
        return await tables.in_channel(self._store.database.reader, channel, game)

    async def in_guild(self, guild: int) -> list[int]:
        """Return the tables of a server that are unfinished or have outdated messages."""
        return await tables.in_guild(self._store.database.reader, guild)

    async def unfinished_in(self, guild: int, channel: int) -> tuple[int, int]:
        """Return the number of unfinished tables of a server, and of one of its channels."""
        reader = self._store.database.reader
        return await usage.in_guild(reader, guild), await usage.in_channel(reader, channel)

    async def open_in_guild(self, guild: int) -> list[int]:
        """Return the tables of a server whose seats are open, most recently changed first."""
        return await tables.open_in_guild(self._store.database.reader, guild)

    async def watchable(self, guild: int, person: int) -> list[tuple[int, bool]]:
        """Return the games of a server that go on without a person, and whether they watch them.

        Those that they watch come first, then the most recently changed.
        """
        return await watchers.watchable(self._store.database.reader, guild, person)

    async def next_of(self, person: int, but_for: int) -> tuple[int, str] | None:
        """Return the table and game that need a person's move soonest, except for one table."""
        return await waiting_seats.next_of(self._store.database.reader, person, but_for)

    async def open_in(
        self, channel: int, game: str | None, person: int | None = None
    ) -> int | None:
        """Return the most recently changed table in a channel whose deal is still to come, or None.

        If `game` is given, consider only tables of that game. If `person` is given, consider only
        tables at which that person sits.
        """
        for table_id in await self.in_channel(channel, game):
            table = (await self._store.loaded(table_id)).table
            wanted = person is None or table.player_of(person) is not None
            if table.phase == "open" and wanted:
                return table_id
        return None

    async def unfinished(self) -> dict[tuple[str, str], int]:
        """Count the tables that aren't over, by game and phase."""
        return await usage.by_game_and_phase(self._store.database.reader)

    async def behind(self) -> list[int]:
        """Return the tables with a message that may be out of date."""
        return await tables.behind(self._store.database.reader)

    async def next_notice(self, but_for: set[tables.Due]) -> tables.Due | None:
        """Return the next notice to send as (time, table, seat). Ignore those in `but_for`."""
        return await tables.next_notice(self._store.database.reader, but_for)

    async def meetings_due(self, now: float) -> list[tuple[float, int]]:
        """Return the meetings that have begun, as (time, table)."""
        return await meetings.due(self._store.database.reader, now)

    async def pings_due(self, now: float) -> list[Ping]:
        """Return the meeting pings that must be removed now."""
        return await meetings.pings_due(self._store.database.reader, now)

    async def next_meeting(self, now: float) -> float | None:
        """Return the next time at which a meeting begins or a ping must be removed."""
        return await meetings.next_after(self._store.database.reader, now)

    async def questions_shown(self) -> list[int]:
        """Return the tables for which a message asks people for a rematch."""
        return await shown.with_question(self._store.database.reader)

    async def person(self, person: int) -> Person:
        """Return a person's settings."""
        return await people.load(self._store.database.reader, person)
