"""Posts the message that asks people for a rematch, keeps it up to date, and removes it.

It pings each person once. Someone who was asleep is pinged when they wake up: then the message is
posted again, because an edit doesn't ping. The old message is removed first, so that a crash in
between leaves none behind.
"""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.host.agreements.rematches import Rematches
from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.queries import Queries
from bot.host.reading.store import Store
from bot.host.reading.table_view import RematchView
from bot.show.deliver.queues.messenger import CannotSend, Messenger, TryLater
from bot.show.draw.parts.message import Notice
from bot.show.draw.texts import rematch_text
from bot.ui.face.face import AnyFace
from db.tables.shown import QUESTION, Shown


class RematchQuestions:
    """Shows whom a rematch asks. Call `draw` only from the QUESTION queue of the table."""

    def __init__(
        self,
        store: Store,
        queries: Queries,
        messenger: Messenger,
        faces: Mapping[str, AnyFace],
        rematches: Rematches,
        on_gone: Callable[[int, int | None], Awaitable[bool]],
    ) -> None:
        self._store = store
        self._queries = queries
        self._messenger = messenger
        self._faces = faces
        self._rematches = rematches
        self._on_gone = on_gone  # called with a person and the server they left
        self._refused_in: dict[int, int] = {}  # channel that refused a question, by table id

    def behind(self, loaded: LoadedTable) -> bool:
        """Return whether the question must be posted, edited or removed."""
        shown, asked = self._store.shown(loaded.table.id, QUESTION), _asked(loaded)
        if asked is None:
            return shown.notice is not None
        if shown.notice is None or self._to_ping(loaded, asked):
            return self._refused_in.get(loaded.table.id) != loaded.table.channel
        return shown.notice_print != _fingerprint_of(self._draw(loaded, asked))

    async def draw(self, loaded: LoadedTable) -> None:
        """Post, edit or remove the question if it is outdated. May raise CannotSend."""
        table_id, asked = loaded.table.id, _asked(loaded)
        shown = self._store.shown(table_id, QUESTION)
        if not self.behind(loaded):
            return
        if asked is None:
            await self._remove(table_id, shown)
        elif shown.notice is None or self._to_ping(loaded, asked):
            await self._post(loaded, asked, shown)
        else:
            await self._edit(loaded, asked, shown)

    async def _post(self, loaded: LoadedTable, asked: RematchView, old: Shown) -> None:
        """Post the question as a new message, which pings whoever hasn't been pinged."""
        table, members = loaded.table, await self._members(loaded, asked)
        if len(members) < len(asked.waits_for):
            gone = {person for person, _ in asked.waits_for} - members
            await self._rematches.forget(table.id, gone)
            return  # the change has the question drawn again
        if old.notice is not None:
            await self._remove(table.id, old)
        pinged = self._to_ping(loaded, asked)
        notice = self._draw(loaded, asked, pinged)
        nonce = f"q{table.id}:{(old.notice or 0) % 10**9}:{len(pinged)}"
        try:
            message = await self._messenger.notify(table.channel, notice, nonce)
        except TryLater:
            raise
        except CannotSend:  # retry only after the bot regains access or the table moves
            self._refused_in[table.id] = table.channel
            raise
        row = Shown(
            QUESTION,
            notice=message,
            notice_in=table.channel,
            notice_print=_fingerprint_of(notice),
        )
        await self._rematches.pinged(table.id, pinged, row)

    def regain_access(self, table_id: int) -> None:
        """Allow another attempt to post the question of a table."""
        self._refused_in.pop(table_id, None)

    async def _members(self, loaded: LoadedTable, asked: RematchView) -> set[int]:
        """Return who is still in the server, because Discord accepts a ping of people who left."""
        guild, members = loaded.table.guild, set[int]()
        for person, _ in asked.waits_for:
            if await self._messenger.is_member(guild, person):
                members.add(person)
            else:
                await self._on_gone(person, guild)
        return members

    async def _edit(self, loaded: LoadedTable, asked: RematchView, shown: Shown) -> None:
        """Edit the question. If somebody has deleted it, post it again without another ping."""
        assert shown.notice is not None
        assert shown.notice_in is not None
        notice = self._draw(loaded, asked)
        if await self._messenger.edit(shown.notice_in, shown.notice, notice):
            row = replace(shown, notice_print=_fingerprint_of(notice))
            self._store.note(loaded.table.id, row)
        else:
            await self._post(loaded, asked, shown)

    async def _remove(self, table_id: int, shown: Shown) -> None:
        assert shown.notice is not None
        assert shown.notice_in is not None
        await self._messenger.remove(shown.notice_in, shown.notice)
        self._store.note(table_id, shown.without_notice())

    def _to_ping(self, loaded: LoadedTable, asked: RematchView) -> list[int]:
        """Return the people who are asked, are awake by now, and haven't been pinged yet."""
        waits_for = {person for person, _ in asked.waits_for}
        now = self._store.clock.now()
        return [
            invited.person
            for invited in (() if loaded.rematch is None else loaded.rematch.people)
            if invited.person in waits_for and invited.ask_at is not None and invited.ask_at <= now
        ]

    def _draw(
        self, loaded: LoadedTable, asked: RematchView, pinged: list[int] | None = None
    ) -> Notice:
        face = self._faces[loaded.table.game]
        return rematch_text.question(
            face, self._queries.seen_from(loaded, None), asked, pinged or ()
        )


def _asked(loaded: LoadedTable) -> RematchView | None:
    """Return whom a table asks. It asks nobody while its seal isn't posted, or if all are in."""
    asked = loaded.rematch_view
    if asked is None or not asked.missing or loaded.table.sealed_by is None:
        return None
    return asked


def _fingerprint_of(notice: Notice) -> str:
    """Return a hash of the question's text and buttons."""
    shown = repr((notice.content, notice.row.buttons))
    return hashlib.sha256(shown.encode()).hexdigest()[:16]
