"""The tables as this process knows them: decoded, and with what was last shown of each.

Reads go through query-only connections and never wait for whoever writes. What was shown is
remembered here at once and written to the file within a second, many notes together: after a crash
it is drawn again. The id of a new message is written at once, or it would be posted twice.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.host.cache import Cache
from bot.host.clock import Clock
from bot.host.connection import Connection
from bot.host.contacts import Contacts
from bot.host.history import NEWS_KEPT
from bot.host.loaded_table import Loaded
from bot.host.table_view import NO_SUCH_TABLE
from bot.host.write_gate import Gate
from db import notes, shown, tables
from db.database import Database
from db.problems import DatabaseProblem
from db.shown import BOARD, Shown
from games.rules import AnyRules, Refusal

log = logging.getLogger(__name__)

OWNER = "application"  # the house's note of whose file it is
GATHERED = 1.0  # seconds in which notes of what was shown are written together


class Store:
    """Reads tables and keeps them; remembers what was shown, and whom we know."""

    def __init__(self, database: Database, games: Mapping[str, AnyRules], clock: Clock) -> None:
        self.database = database
        self.games = games
        self.clock = clock
        self.connection = Connection(clock)
        self.gate = Gate()
        self.contacts = Contacts(database)
        self.cache = Cache(clock.now, on_forgotten=self._forgotten)
        self._shown: dict[int, dict[int, Shown]] = {}
        self._unwritten: set[tuple[int, int]] = set()
        self._caught_up: dict[int, int] = {}
        self._was_caught_up: dict[int, int] = {}
        self.on_notice: Callable[[], None] = lambda: None
        self.on_meeting: Callable[[], None] = lambda: None
        self.on_forgotten: list[Callable[[int], None]] = []
        self._flushing: asyncio.Task[None] | None = None

    def rules(self, game: str) -> AnyRules:
        """Find the rules of a game. Raises Refusal."""
        if game not in self.games:
            raise Refusal("This game is no longer on offer here.")
        return self.games[game]

    async def loaded(self, table_id: int) -> Loaded:
        """Return a table as it is now, read at most once for each rev. Raises Refusal."""

        async def load() -> Loaded:
            found = await tables.load(self.database.reader, table_id, NEWS_KEPT)
            if found is None:
                raise Refusal(NO_SUCH_TABLE)
            table, entries, rows, said_ahead, meeting = found
            self._seed(table_id, rows)
            return Loaded.read(self.rules(table.game), table, entries, said_ahead, meeting)

        return await self.cache.read(table_id, load)

    async def house_note(self, key: str) -> str | None:
        """Read one of the house's own notes."""
        return await notes.read(self.database.reader, key)

    async def set_house_note(self, key: str, value: str) -> None:
        """Write one of the house's own notes."""
        async with self.database.transaction() as tx:
            await notes.write(tx, key, value)

    async def claim(self, application: int) -> None:
        """Note whose file this is. Raises DatabaseProblem if it is another application's."""
        owner = await self.house_note(OWNER)
        if owner is None:
            await self.set_house_note(OWNER, str(application))
        elif owner != str(application):
            raise DatabaseProblem(
                f"The database {self.database.path} belongs to another application ({owner}; this "
                f"one is {application}). It was left as it is; name another file as "
                "DOWNEAST_DATABASE."
            )

    async def claimed_before(self, application: int, guild: int) -> None:
        """Note whose file this is, if it says nothing of it and has tables of that one's server.

        Older releases did not say, and let the playground and Discord use one file.
        """
        if await self.house_note(OWNER) is None and await tables.stood_in(
            self.database.reader, guild
        ):
            await self.set_house_note(OWNER, str(application))

    # --- what was shown ---

    def _seed(self, table_id: int, rows: list[Shown]) -> None:
        known = self._shown.setdefault(table_id, {})
        for row in rows:
            known.setdefault(row.reader, row)  # what is remembered is never older

    def _forgotten(self, table_id: int) -> None:
        if all(one[0] != table_id for one in self._unwritten):
            self._shown.pop(table_id, None)
            self._was_caught_up.pop(table_id, None)
            for heard in self.on_forgotten:
                heard(table_id)

    def shown(self, table_id: int, reader: int) -> Shown:
        """Return what a reader of a loaded table was last shown."""
        return self._shown.get(table_id, {}).get(reader, Shown(reader=reader))

    def note(self, table_id: int, row: Shown) -> None:
        """Remember what was shown; it is written within a second."""
        self._shown.setdefault(table_id, {})[row.reader] = row
        self._unwritten.add((table_id, row.reader))
        self._flush_soon()

    def board_behind(self, table_id: int) -> None:
        """Have the board of a loaded table drawn again, though its game has made no step."""
        row = self.shown(table_id, BOARD)
        if row.message is not None:
            self.note(table_id, row.behind())

    async def note_now(self, table_id: int, row: Shown) -> None:
        """Remember a new message, in the file."""
        self._shown.setdefault(table_id, {})[row.reader] = row
        async with self.database.transaction() as tx:
            await shown.note(tx, [(table_id, row)])
        self._unwritten.discard((table_id, row.reader))

    async def sealed(self, table_id: int, message: int, channel: int) -> None:
        """Note the message that shows a table's seal; the first one noted seals its luck."""
        async with self.database.transaction() as tx:
            await tables.sealed(tx, table_id, message, channel)
        self._published(table_id, sealed_by=message, sealed_in=channel)

    async def mix_shown(self, table_id: int, message: int, channel: int) -> None:
        """Note the message that shows what was mixed into a table's luck at its deal."""
        async with self.database.transaction() as tx:
            await tables.mix_shown(tx, table_id, message, channel)
        self._published(table_id, mixed_by=message, mixed_in=channel)

    def _published(self, table_id: int, **noted: int) -> None:
        """Know what the file knows of a message: it is noted beside the changes of a table."""
        kept = self.cache.get(table_id)
        if kept is None:
            self.cache.drop(table_id)  # what is being read may not know of it yet
        elif all(getattr(kept.table, name) is None for name in noted):
            kept.table = replace(kept.table, **noted)

    def forget_board(self, table_id: int) -> None:
        """Remember that a table has no board where it stands now."""
        if table_id in self._shown:
            self._shown[table_id].pop(BOARD, None)
            self._unwritten.discard((table_id, BOARD))
        self._caught_up.pop(table_id, None)
        self._was_caught_up.pop(table_id, None)

    def forget_hands(self, table_id: int) -> None:
        """Remember that nobody at a table was shown anything: they sit elsewhere now."""
        for key in [one for one in self._unwritten if one[0] == table_id and one[1] != BOARD]:
            self._unwritten.discard(key)
        board = self._shown.get(table_id, {}).get(BOARD)
        self._shown[table_id] = {} if board is None else {BOARD: board}

    def caught_up(self, table_id: int, rev: int) -> None:
        """Remember that all that is shown of a table is as it was at a rev."""
        self._caught_up[table_id] = self._was_caught_up[table_id] = rev
        self._flush_soon()

    def caught_up_at(self, table_id: int) -> int:
        """Return the rev at which all that is shown of a table was last known to be up to date."""
        return self._was_caught_up.get(table_id, 0)

    async def notice_due(self, table_id: int, seat: int, instant: float) -> None:
        """Have a notice sent to a seat at an instant; it is in the file, and so is sent."""
        async with self.database.transaction() as tx:
            await tables.notice_due(tx, table_id, seat, instant)
        self._set_notice(table_id, seat, lambda due: instant)
        self.on_notice()

    async def noticed(
        self, table_id: int, row: Shown, due: float, again: float | None = None
    ) -> None:
        """Note that a seat was written to, or need not be, of all that was due by an instant.

        It is written to `again` at another.
        """
        self._shown.setdefault(table_id, {})[row.reader] = row
        async with self.database.transaction() as tx:
            await shown.note(tx, [(table_id, row)])
            await tables.noticed(tx, table_id, row.reader, due, again)
        self._set_notice(
            table_id, row.reader, lambda at: again if at is not None and at <= due else at
        )
        if again is not None:
            self.on_notice()

    def _set_notice(
        self, table_id: int, seat: int, changed: Callable[[float | None], float | None]
    ) -> None:
        """Know of a notice what the file knows: it is noted beside the changes of a table."""
        kept = self.cache.get(table_id)
        if kept is not None:
            kept.table = replace(
                kept.table,
                players=tuple(
                    replace(one, notice_at=changed(one.notice_at)) if one.seat == seat else one
                    for one in kept.table.players
                ),
            )

    def _flush_soon(self) -> None:
        if self._flushing is None:
            self._flushing = asyncio.ensure_future(self._flush_later())

    async def _flush_later(self) -> None:
        try:
            await self.clock.sleep_until(self.clock.now() + GATHERED)
        finally:
            self._flushing = None
        await self.flush()

    async def flush(self) -> None:
        """Write down what was shown."""
        unwritten, self._unwritten = self._unwritten, set()
        caught_up, self._caught_up = self._caught_up, {}
        if not unwritten and not caught_up:
            return
        rows = [(table, self._shown[table][reader]) for table, reader in sorted(unwritten)]
        try:
            async with self.database.transaction() as tx:
                if rows:
                    await shown.note(tx, rows)
                if caught_up:
                    await tables.caught_up(tx, sorted(caught_up.items()))
        except Exception:
            log.exception("What was shown could not be written down; it will be drawn again")
            return
        for table_id in {table for table, _ in unwritten}:
            if table_id not in self.cache:
                self._forgotten(table_id)

    async def close(self) -> None:
        """Write down what is not written yet."""
        if self._flushing is not None:
            self._flushing.cancel()
            self._flushing = None
        await self.flush()
