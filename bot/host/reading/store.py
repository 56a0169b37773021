"""Loads tables, and remembers which messages show them.

What a table is and what was shown of it are kept apart, because they fail apart: a move must not be
lost, while a message can always be drawn again. So a table is written before anybody hears of it
(bot/host/commit), and the cache gets it after that. What was shown is in memory first:

    what                          in memory   in the file              lost in a crash
    a new message                 at once     at once (`note_now`)     found again in the channel
    what a message shows          at once     within a second          drawn again
    that nothing is out of date   at once     within a second          all is compared again

Writing these in batches makes one transaction of many edits. A new message can't wait: it would be
posted twice. Reads use query-only connections and never wait for a writer.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from bot.host.reading.cache import Cache
from bot.host.reading.contacts import Contacts
from bot.host.reading.history import NEWS_KEPT
from bot.host.reading.listener import Listener
from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.servers import Servers
from bot.host.reading.table_view import NO_SUCH_TABLE, Deleted, deleted
from bot.host.reading.write_gate import WriteGate
from bot.host.time.agenda import Agenda
from bot.host.time.clock import Clock
from bot.host.time.connection import Connection
from bot.host.time.discord_ids import lowest_id_at
from bot.observe.observer import UNOBSERVED, Observer
from bot.ui.panels.custom_id import FIRST_EPOCH
from db import numbers, restores
from db.base.place import folder_of
from db.base.problems import DatabaseProblem
from db.database import Database
from db.engines import notes
from db.people import forgotten
from db.people.forgotten import ForgottenList, list_in
from db.tables import results, shown, tables
from db.tables.shown import BOARD, OFFER, OPENING, QUESTION, HandKey, Shown, StoredKey, number_of
from games.rules import AnyRules, Refusal

log = logging.getLogger(__name__)

OWNER = "application"  # key under which the file stores the id of the application that owns it
SET_BACK = "The tables were set back to an earlier time since then, so I did nothing."
BATCH_SECONDS = 1.0  # seconds for which records of shown messages are collected


@cache
def _not_shown(key: StoredKey) -> Shown:
    """Return what a message that isn't there shows. There are few keys, and many ask."""
    return Shown(key)


class Store:
    """Loads and caches tables, and remembers what each of their messages last showed."""

    def __init__(
        self,
        database: Database,
        games: Mapping[str, AnyRules],
        clock: Clock,
        listener: Listener,
        silence: Callable[[], float] = lambda: 0.0,
        observer: Observer = UNOBSERVED,
        forgotten: ForgottenList | None = None,
    ) -> None:
        self.database = database
        self.forgotten = forgotten or list_in(folder_of(database.place))
        self.observer = observer
        self.listener = listener
        self.games = games
        self.clock = clock
        self.connection = Connection(clock, silence)
        self.agenda = Agenda(clock, self.connection)
        self.gate = WriteGate()
        self.contacts = Contacts(database)
        self.servers = Servers(database)
        self.cache = Cache(clock.now, on_forgotten=self._forgotten)
        self._shown: dict[int, dict[StoredKey, Shown]] = {}
        self._unwritten: set[tuple[int, StoredKey]] = set()
        self._caught_up: dict[int, int] = {}
        self._was_caught_up: dict[int, int] = {}
        self._flushing: asyncio.Task[None] | None = None

    @property
    def epoch(self) -> int:
        """The epoch that stands in the buttons drawn now. A restore begins another one."""
        restored = self.database.restored
        return FIRST_EPOCH if restored is None else restored.epoch

    def check_after_restore(self, receipt: int) -> None:
        """Raise Refusal if a Discord id is older than the newest restore."""
        restored = self.database.restored
        if restored is not None and receipt < lowest_id_at(restored.restored_at):
            raise Refusal(SET_BACK)

    async def was_forgotten_since(self, at: float, person: int) -> bool:
        """Return whether a person asked to be forgotten at a time or later. Raises OSError."""
        listed = self.forgotten.read()  # a few lines, and only when somebody takes over a seat
        keys = [await forgotten.key_of(self.database.reader)]
        return forgotten.times(listed, keys, [person]).get(person, 0.0) >= at

    async def is_of_the_past(self, epoch: int, message: int | None) -> bool:
        """Return whether a message of an earlier epoch was posted before the backup was made.

        Its table is then still the same one. A table opened after the backup is gone, and another
        one may have its number.
        """
        if message is None:
            return False
        since = await restores.set_back_since(self.database.reader, epoch)
        return since is not None and message < lowest_id_at(since)

    def rules(self, game: str) -> AnyRules:
        """Return the rules of a game. Raises Refusal if the game is not offered here."""
        if game not in self.games:
            raise Refusal("This game isn't offered here any more.")
        return self.games[game]

    async def loaded(self, table_id: int) -> LoadedTable:
        """Return a table at its newest rev, decoded only if needed. Raises Refusal."""

        async def load() -> LoadedTable:
            stored = await tables.load(self.database.reader, table_id, NEWS_KEPT)
            if stored is None:
                raise await self._missing(table_id)
            table, entries, rows, order_rows, meeting, rematch = stored
            self._seed(table_id, rows)
            rules = self.rules(table.game)
            return LoadedTable.read(rules, table, entries, order_rows, meeting, rematch)

        return await self.cache.read(table_id, load)

    async def _missing(self, table_id: int) -> Refusal:
        """Return why a table isn't stored: there was none, or it was deleted."""
        reader = self.database.reader
        result_stays = bool(await results.of_table(reader, table_id))
        if result_stays or 0 < table_id <= await numbers.newest(reader, "tables"):
            return Deleted(deleted(table_id, result_stays=result_stays))
        return Refusal(NO_SUCH_TABLE)

    async def house_note(self, key: str) -> str | None:
        """Return a value that the bot stored for itself, or None."""
        return await notes.read(self.database.reader, key)

    async def set_house_note(self, key: str, value: str) -> None:
        """Store a value for the bot's own use."""
        async with self.database.transaction() as tx:
            await notes.write(tx, key, value)

    async def claim(self, application: int) -> None:
        """Claim the file for an application. Raises DatabaseProblem if another one owns it."""
        owner = await self.house_note(OWNER)
        if owner is None:
            await self.set_house_note(OWNER, str(application))
        elif owner != str(application):
            raise DatabaseProblem(
                f"The database {self.database.place} belongs to another application ({owner}; this "
                f"one is {application}). It was left as it is; name another file as "
                "DOWNEAST_DATABASE."
            )

    async def claim_unowned(self, application: int, guild: int) -> None:
        """Claim a file without an owner for an application, if it has tables in this server.

        In early releases, files had no owner, and the playground and Discord could share one.
        """
        if await self.house_note(OWNER) is None and await tables.has_tables_on(
            self.database.reader, guild
        ):
            await self.set_house_note(OWNER, str(application))

    # --- what was shown ---

    def _seed(self, table_id: int, rows: list[Shown]) -> None:
        known = self._shown.setdefault(table_id, {})
        for row in rows:
            known.setdefault(row.key, row)  # memory holds a version at least as new as the file

    def _forgotten(self, table_id: int) -> None:
        if all(note[0] != table_id for note in self._unwritten):
            self._shown.pop(table_id, None)
            self._was_caught_up.pop(table_id, None)
            self.listener.table_forgotten(table_id)

    def shown(self, table_id: int, key: StoredKey) -> Shown:
        """Return what a message of a loaded table last showed."""
        return self._shown.get(table_id, {}).get(key) or _not_shown(key)

    def note(self, table_id: int, row: Shown) -> None:
        """Remember what a message shows. It is written to the file within a second."""
        self._shown.setdefault(table_id, {})[row.key] = row
        self._unwritten.add((table_id, row.key))
        self._flush_soon()

    def board_behind(self, table_id: int) -> None:
        """Mark the board of a loaded table as outdated, although no step was made in the game."""
        row = self.shown(table_id, BOARD)
        if row.message is not None:
            self.note(table_id, row.behind())

    async def to_be_shown(self, table_id: int) -> None:
        """Store that something of a table is about to be posted although nothing has changed."""
        await self.flush()  # it may hold that everything is shown
        async with self.database.transaction() as tx:
            await tables.to_be_shown(tx, table_id)

    async def note_now(self, table_id: int, row: Shown) -> None:
        """Remember a new message, and write its id to the file immediately."""
        self._shown.setdefault(table_id, {})[row.key] = row
        async with self.database.transaction() as tx:
            await shown.note(tx, [(table_id, row)])
        self._unwritten.discard((table_id, row.key))

    async def sealed(self, table_id: int, message: int, channel: int) -> None:
        """Record the message that shows a table's seal. Only the first message counts."""
        async with self.database.transaction() as tx:
            await tables.sealed(tx, table_id, message, channel)
        self._published(table_id, sealed_by=message, sealed_in=channel)

    async def mix_shown(self, table_id: int, message: int, channel: int) -> None:
        """Record the message that shows the values mixed into a table's luck."""
        async with self.database.transaction() as tx:
            await tables.mix_shown(tx, table_id, message, channel)
        self._published(table_id, mixed_by=message, mixed_in=channel)

    def _published(self, table_id: int, **noted: int) -> None:
        """Add the ids of a published message to the cached table. Only the first message counts."""

        def published(loaded: LoadedTable) -> LoadedTable:
            if any(getattr(loaded.table, name) is not None for name in noted):
                return loaded
            return replace(loaded, table=replace(loaded.table, **noted))

        if not self.cache.change(table_id, published):
            self.cache.drop(table_id)  # a read that has already started may miss the message

    def forget_board(self, table_id: int) -> None:
        """Forget the board message of a table that moved to another channel."""
        if table_id in self._shown:
            self._shown[table_id].pop(BOARD, None)
            self._unwritten.discard((table_id, BOARD))
        self._caught_up.pop(table_id, None)
        self._was_caught_up.pop(table_id, None)

    def forget_hands(self, table_id: int) -> None:
        """Forget what the seats of a table were shown, because people changed seats."""
        stays = (BOARD, QUESTION, OPENING, OFFER)
        for note in [note for note in self._unwritten if note[0] == table_id]:
            if note[1] not in stays:
                self._unwritten.discard(note)
        known = self._shown.get(table_id, {})
        self._shown[table_id] = {key: known[key] for key in stays if key in known}

    def caught_up(self, table_id: int, rev: int) -> None:
        """Record that all messages about a table are up to date at this rev."""
        self._caught_up[table_id] = self._was_caught_up[table_id] = rev
        self._flush_soon()

    def caught_up_at(self, table_id: int) -> int:
        """Return the last rev at which all messages about a table were up to date."""
        return self._was_caught_up.get(table_id, 0)

    async def notice_due(self, table_id: int, seat: int, instant: float) -> None:
        """Schedule a notice to a seat, and store its time in the file."""
        async with self.database.transaction() as tx:
            await tables.notice_due(tx, table_id, seat, instant)
        self._set_notice(table_id, seat, lambda due: instant)
        self.agenda.wake("notices")

    async def noticed(
        self, table_id: int, row: Shown, due: float, again: float | None = None
    ) -> None:
        """Record that the notice to a seat was sent or is no longer needed.

        Its time was `due` or earlier. The next notice is due at `again` (None: never).
        """
        assert isinstance(row.key, HandKey)
        seat = row.key.seat
        self._shown.setdefault(table_id, {})[row.key] = row
        async with self.database.transaction() as tx:
            await shown.note(tx, [(table_id, row)])
            await tables.noticed(tx, table_id, seat, due, again)
        self._set_notice(table_id, seat, lambda at: again if at is not None and at <= due else at)
        if again is not None:
            self.agenda.wake("notices")

    def _set_notice(
        self, table_id: int, seat: int, changed: Callable[[float | None], float | None]
    ) -> None:
        """Update a seat's notice time in the cached table, because it changed in the file."""

        def noted(loaded: LoadedTable) -> LoadedTable:
            player = loaded.table.players[seat]
            return loaded.with_player(replace(player, notice_at=changed(player.notice_at)))

        self.cache.change(table_id, noted)

    def _flush_soon(self) -> None:
        if self._flushing is None:
            self._flushing = asyncio.ensure_future(self._flush_later())

    async def _flush_later(self) -> None:
        try:
            await self.clock.sleep_until(self.clock.now() + BATCH_SECONDS)
        finally:
            self._flushing = None
        await self.flush()

    async def flush(self) -> None:
        """Write all pending records of what was shown."""
        unwritten, self._unwritten = self._unwritten, set()
        caught_up, self._caught_up = self._caught_up, {}
        if not unwritten and not caught_up:
            return
        written = sorted(unwritten, key=lambda note: (note[0], number_of(note[1])))
        rows = [(table, self._shown[table][key]) for table, key in written]
        try:
            async with self.database.transaction() as tx:
                if rows:
                    await shown.note(tx, rows)
                if caught_up:
                    await tables.caught_up(tx, sorted(caught_up.items()))
        except Exception:
            log.exception("I couldn't save what is on the screens, so I'll draw it again")
            return
        for table_id in {table for table, _ in unwritten}:
            if table_id not in self.cache:
                self._forgotten(table_id)

    async def close(self) -> None:
        """Stop the batch timer and write all pending records."""
        if self._flushing is not None:
            self._flushing.cancel()
            self._flushing = None
        await self.flush()
