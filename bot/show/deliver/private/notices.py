"""Sends the notices of each seat when they are due, and edits or removes them later.

A notice is always a new message, because an edit doesn't ping, and everything else here keeps it
from being one too many. For each seat the store holds what it is at:

    none        no question, or the player answers in time; `notice_at` says when one is due
    live        the newest question is on a message; it's edited when what it says changes
    reminded    marked with REMINDED: a new message has replaced the first one, once a question
    listed      the person has a live notice of another table, which names this table, too
    a hand      its owner pressed a button on it in their DM, and it became their hand (display.py)
    answered    the message is removed

A person has at most one live notice per table, and none is sent while they haven't come for
another one.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.host.commit.change import answering
from bot.host.reading.contacts import notice_place
from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.queries import Queries
from bot.host.reading.store import Store
from bot.host.reading.table_view import TableView
from bot.host.time.deadlines import hours_at_table
from bot.host.time.discord_ids import instant_of
from bot.host.time.waking_hours import Hours, part, wakes
from bot.show.deliver.queues.messenger import CannotSend, Gone, Messenger, TryLater
from bot.show.draw.parts.message import Notice, sentence
from bot.show.draw.people import notice_panel
from bot.show.draw.people.notice_panel import Waiting
from bot.show.draw.texts import removal_text
from bot.ui.face.face import AnyFace
from db.people.people import Notices as Place
from db.people.people import Person
from db.tables.shown import HandKey, Shown
from db.tables.tables import Player

log = logging.getLogger(__name__)

REMINDER_SHARE = 0.75  # fraction of the answering time after which the reminder is sent
REMINDER_GAP = 60.0  # minimum seconds between a notice and its reminder
ABSENT = 300.0  # seconds until a notice is tried again that failed because the bot isn't there
LOOK_AGAIN = 1800.0  # seconds until a notice that another one stood for is considered again
REMINDED = "+"  # suffix of a stored question whose reminder was sent


class Notices:
    """Sends, edits and removes notices. A caller must hold the message queue of the seat."""

    def __init__(
        self,
        store: Store,
        queries: Queries,
        messenger: Messenger,
        faces: Mapping[str, AnyFace],
        on_gone: Callable[[int, int | None], Awaitable[bool]],
        look_at: Callable[[int], None],
        looked_at: Callable[[int, Player], float],
    ) -> None:
        self._store = store
        self._queries = queries
        self._messenger = messenger
        self._faces = faces
        self._pressed: set[int] = set()  # ids of notices whose press is being handled
        self._look_at = look_at
        self._looked_at = looked_at  # when a player last opened their hand at a table
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        # by person and table: the question and the text of what else their notice lists
        self._listed: dict[int, dict[int, tuple[str, Waiting]]] = {}
        # called with a person and the server they left (None: it asks which); False: none of them
        self._on_gone = on_gone

    # --- what there is to do ---

    def behind(self, loaded: LoadedTable, player: Player) -> bool:
        """Return whether a seat's live notice must be edited or removed."""
        shown = self._store.shown(loaded.table.id, HandKey(player.seat))
        if self._is_wrongly_listed(loaded, player):
            return True
        if shown.notice is None or shown.notice in self._pressed:
            return False
        if not self._is_wanted(loaded, player):
            return True
        notice = self._draw_live(loaded, player, shown)
        return shown.notice_print != notice_panel.fingerprint_of(
            notice, question_of(loaded), player
        )

    def due(self, player: Player) -> bool:
        """Return whether a notice to this seat is due now."""
        return player.notice_at is not None and player.notice_at <= self._store.clock.now()

    @contextmanager
    def pressed(self, message: int | None) -> Generator[None]:
        """Keep a notice unchanged while a press on one of its buttons is handled."""
        if message is None or message in self._pressed:
            yield
            return
        self._pressed.add(message)
        try:
            yield
        finally:
            self._pressed.discard(message)

    def _is_wanted(self, loaded: LoadedTable, player: Player) -> bool:
        """Return whether the game waits for a player whom a notice may reach.

        It may not if standing orders answer for them, or if moderators have blocked them.
        """
        mine, table = frozenset({player.seat}), loaded.table
        if player.due is None or player.gone or player.seat not in loaded.to_move():
            return False
        if self._store.servers.blocks(table.guild, player.person or 0):
            return False
        return not answering(loaded.rules, loaded.public, mine, loaded.orders)

    # --- called from the seat's message queue ---

    async def update(self, loaded: LoadedTable, player: Player) -> None:
        """Edit a seat's live notice if it is out of date, or remove it if it isn't needed."""
        table, shown = loaded.table, self._store.shown(loaded.table.id, HandKey(player.seat))
        if self._is_wrongly_listed(loaded, player):
            await self._unlist(table.id, player.person or 0)
        if shown.notice is None or not self.behind(loaded, player):
            return
        if not self._is_wanted(loaded, player):
            await self._remove(table.id, player, shown)
            return
        notice = self._draw_live(loaded, player, shown)
        if shown.notice_in is None:
            exists = await self._messenger.edit_dm(notice.person, shown.notice, notice)
        else:
            exists = await self._messenger.edit(shown.notice_in, shown.notice, notice)
        newest = self._store.shown(table.id, HandKey(player.seat))
        if newest.notice == shown.notice:
            drawn = notice_panel.fingerprint_of(notice, question_of(loaded), player)
            row = replace(newest, notice_print=drawn) if exists else newest.without_notice()
            self._store.note(table.id, row)

    async def _remove(self, table_id: int, player: Player, shown: Shown) -> None:
        assert shown.notice is not None
        self._store.note(table_id, shown.without_notice())  # prevents a second removal
        try:
            await self._delete(player, shown)
        except BaseException:
            newest = self._store.shown(table_id, HandKey(player.seat))
            if newest.notice is None:
                again = replace(
                    newest,
                    notice=shown.notice,
                    notice_in=shown.notice_in,
                    notice_print=shown.notice_print,
                )
                self._store.note(table_id, again)
            raise

    async def _delete(self, player: Player, shown: Shown) -> None:
        assert shown.notice is not None
        if shown.notice_in is not None:
            await self._messenger.remove(shown.notice_in, shown.notice)
        elif player.person is not None:
            await self._messenger.remove_dm(player.person, shown.notice)

    async def send(self, loaded: LoadedTable, player: Player, reading: float = 0.0) -> None:
        """Send the due notice of a seat if it is still needed.

        Until the time `reading`, the player sees the question on an open panel. A DM would replace
        that panel, so it is postponed. A notice in a channel is not postponed, because the delay
        would tell everybody that the player has looked at their hand.
        """
        table, now = loaded.table, self._store.clock.now()
        shown, due = self._store.shown(table.id, HandKey(player.seat)), player.notice_at
        assert due is not None
        if not self._is_wanted(loaded, player) or player.person is None:
            await self._store.noticed(table.id, shown, due)
            return
        contact = await self._store.contacts.of(player.person)
        hours = hours_at_table(table, player, contact)
        awake = wakes(now, hours)
        if awake > now:
            await self._store.noticed(table.id, shown, due, awake)
            return
        if now < reading and notice_place(contact) == "dm":
            await self._store.noticed(table.id, shown, due, reading)
            return
        async with self._one_by_one(player.person):
            await self._send_due(loaded, player, contact, hours, due)

    async def _send_due(
        self, loaded: LoadedTable, player: Player, contact: Person, hours: Hours | None, due: float
    ) -> None:
        """Send a notice that is due now, unless another table's notice already waits."""
        table, now = loaded.table, self._store.clock.now()
        shown = self._store.shown(table.id, HandKey(player.seat))
        assert player.person is not None
        if shown.notice is None and notice_place(contact) == "dm":
            other = await self._unread_elsewhere(table.id, player.person)
            if other is not None:
                self._list(loaded, player)
                await self._store.noticed(table.id, shown, due, now + LOOK_AGAIN)
                self._look_at(other)
                return
            if table.id in self._listed.get(player.person, {}):
                await self._unlist(table.id, player.person)
        question, remind_at = question_of(loaded), self._remind_at(player, hours)
        asked_before = shown.question == question
        if shown.question == question + REMINDED or (asked_before and remind_at is None):
            await self._store.noticed(table.id, shown, due)
        elif asked_before and remind_at is not None and now < remind_at:
            await self._store.noticed(table.id, shown, due, remind_at)
        elif asked_before:
            await self._write(loaded, player, contact, due, question + REMINDED, None)
        else:
            in_time = remind_at is not None and now + REMINDER_GAP <= remind_at
            again = remind_at if in_time else None
            await self._write(loaded, player, contact, due, question, again)

    # --- one notice for several tables ---

    def _one_by_one(self, person: int) -> asyncio.Lock:
        """Return the lock under which a person's notices are sent, because several may be due."""
        lock = self._locks.get(person)
        if lock is None:
            lock = self._locks[person] = asyncio.Lock()
        return lock

    async def _unread_elsewhere(self, table_id: int, person: int) -> int | None:
        """Return another table with a live notice in a person's DM that they haven't come for."""
        sent: list[tuple[int, int]] = []
        came = 0.0
        for other in await self._queries.of_person(person):
            try:
                loaded = await self._store.loaded(other)
            except Exception:  # trouble at another table must not hold this notice up
                log.exception("I couldn't read table %s for another table's notice", other)
                continue
            player = loaded.table.player_of(person)
            if player is None:
                continue
            came = max(came, player.acted_at or 0.0, self._looked_at(other, player))
            row = self._store.shown(other, HandKey(player.seat))
            if other != table_id and row.notice is not None and row.notice_in is None:
                sent.append((row.notice, other))
        unread = [(message, other) for message, other in sent if instant_of(message) > came]
        return max(unread)[1] if unread else None

    def _list(self, loaded: LoadedTable, player: Player) -> None:
        """Have a person's live notice list a table that waits for them, too."""
        table = loaded.table
        seen, face = self._queries.seen_from(loaded, player.seat), self._faces[table.game]
        listed = (question_of(loaded), notice_panel.waiting(face, seen, player))
        self._listed.setdefault(player.person or 0, {})[table.id] = listed

    def _is_wrongly_listed(self, loaded: LoadedTable, player: Player) -> bool:
        """Return whether a notice lists a table that waits no more, or with an older question."""
        listed = self._listed.get(player.person or 0, {}).get(loaded.table.id)
        if listed is None:
            return False
        return listed[0] != question_of(loaded) or not self._is_wanted(loaded, player)

    async def _unlist(self, table_id: int, person: int) -> None:
        """Stop listing a table, and have the person's live notices drawn again."""
        del self._listed[person][table_id]
        if not self._listed[person]:
            del self._listed[person]
        for other in await self._queries.of_person(person):
            self._look_at(other)

    async def _write(
        self,
        loaded: LoadedTable,
        player: Player,
        contact: Person,
        due: float,
        question: str,
        again: float | None,
    ) -> None:
        """Send a seat's notice or reminder, and record `again` as the time of the next one."""
        table_id, reminder = loaded.table.id, question.endswith(REMINDED)
        place, old = notice_place(contact), self._store.shown(table_id, HandKey(player.seat))
        sent: Shown | None = None
        if reminder or old.notice is None:  # the live notice was edited, so don't ping twice
            if old.notice is not None:
                await self._remove(table_id, player, old)
            if place == "dm":  # the old hand in the DM belongs to an earlier question
                await self._remove_panel(table_id, player)
            sent = await self._send(loaded, player, place, again=reminder)
        row = self._store.shown(table_id, HandKey(player.seat)) if sent is None else sent
        await self._store.noticed(table_id, replace(row, question=question), due, again)

    async def withdraw(self, table_id: int, player: Player) -> None:
        """Remove a seat's notice because its owner gives the seat up."""
        shown = self._store.shown(table_id, HandKey(player.seat))
        if shown.notice is not None:
            await self._remove(table_id, player, shown)

    async def remove_replaced(self, table_id: int, player: Player) -> None:
        """Remove a seat's notice from its DM after a new hand was sent to the same DM."""
        shown = self._store.shown(table_id, HandKey(player.seat))
        if shown.notice is not None and shown.notice_in is None:
            await self._remove(table_id, player, shown)

    async def _remove_panel(self, table_id: int, player: Player) -> None:
        shown = self._store.shown(table_id, HandKey(player.seat))
        if shown.message is None or player.person is None:
            return
        self._store.note(table_id, replace(shown, message=None))
        try:
            await self._messenger.remove_dm(player.person, shown.message)
        except BaseException:
            newest = self._store.shown(table_id, HandKey(player.seat))
            if newest.message is None:
                self._store.note(table_id, replace(newest, message=shown.message))
            raise

    def _remind_at(self, player: Player, hours: Hours | None) -> float | None:
        """Return when a seat's reminder is due, or None if the seat has no deadline."""
        if player.due is None or player.asked_at is None:
            return None
        return part(player.asked_at, player.due, REMINDER_SHARE, hours)

    async def _send(
        self, loaded: LoadedTable, player: Player, place: Place, *, again: bool
    ) -> Shown | None:
        """Send a notice by DM or in the channel. Return the new `Shown` row, or None if not sent.

        Check that the player is still in the server before pinging them in a channel, because
        Discord accepts such a ping without an error even if they have left.
        """
        table = loaded.table
        assert player.person is not None
        now = self._store.clock.now()
        nonce = f"{'r' if again else 'n'}{table.id}:{player.seat}:{question_of(loaded)}"
        try:
            if place == "dm":
                notice = self._draw(loaded, player, now, in_dm=True, again=again)
                message = await self._messenger.send_dm(player.person, notice, nonce)
                if message is not None:
                    return self._with_live_notice(loaded, player, message, None, again=again)
            if place != "none":  # the channel, also if the DM turned out to be closed
                if not await self._messenger.is_member(table.guild, player.person):
                    await self._on_gone(player.person, table.guild)
                    return None
                notice = self._draw(loaded, player, now, in_dm=False, again=again)
                message = await self._messenger.notify(table.channel, notice, nonce)
                channel = table.channel
                return self._with_live_notice(loaded, player, message, channel, again=again)
        except TryLater:
            raise
        except Gone as problem:
            if not await self._on_gone(player.person, None):  # the bot itself isn't there
                raise TryLater(str(problem), after=ABSENT) from problem
        except CannotSend as problem:
            log.warning("I couldn't send a notice for table %s: %s", table.id, problem)
        return None

    def _with_live_notice(
        self,
        loaded: LoadedTable,
        player: Player,
        message: int,
        channel: int | None,
        *,
        again: bool,
    ) -> Shown:
        # The fingerprint is of a notice with the message's own time, as it is drawn from now on.
        in_dm, sent_at = channel is None, instant_of(message)
        notice = self._draw(loaded, player, sent_at, in_dm=in_dm, again=again)
        # The row may have changed meanwhile.
        newest = self._store.shown(loaded.table.id, HandKey(player.seat))
        return replace(
            newest,
            notice=message,
            notice_in=channel,
            notice_print=notice_panel.fingerprint_of(notice, question_of(loaded), player),
        )

    async def tell_removed(self, table: TableView, person: int, receipt: int) -> None:
        """Tell a person by DM or in the channel that a moderator has taken them off a table.

        Say nothing if they want no notices. `receipt` is the id of the moderator's command.
        """
        face, nonce = self._faces[table.game], f"x{receipt}"
        place = notice_place(await self._store.contacts.of(person))
        try:
            if place == "dm":
                text = sentence(removal_text.removed(face, table))
                if await self._messenger.send_dm(person, text, nonce) is not None:
                    return
            if place != "none":  # the channel, also if the DM turned out to be closed
                notice = removal_text.ping(face, table, person)
                await self._messenger.notify(table.channel, notice, nonce)
        except CannotSend as problem:
            log.info(
                "I couldn't tell a person that they were removed from table %s: %s",
                table.id,
                problem,
            )

    # --- what it says ---

    def _draw_live(self, loaded: LoadedTable, player: Player, shown: Shown) -> Notice:
        """Draw a seat's live notice from the current state of its table."""
        again = shown.question == question_of(loaded) + REMINDED
        in_dm, sent_at = shown.notice_in is None, instant_of(shown.notice or 0)
        return self._draw(loaded, player, sent_at, in_dm=in_dm, again=again)

    def _draw(
        self, loaded: LoadedTable, player: Player, sent_at: float, *, in_dm: bool, again: bool
    ) -> Notice:
        face = self._faces[loaded.table.game]
        seen = self._queries.seen_from(loaded, player.seat if in_dm else None)
        others = self._listed.get(player.person or 0, {}) if in_dm else {}
        also = [others[table][1] for table in sorted(others) if table != seen.id]
        return notice_panel.draw(face, seen, player, sent_at=sent_at, again=again, also=also)


def question_of(loaded: LoadedTable) -> str:
    """Return a string that identifies a table's current question."""
    return str(loaded.table.question_step)
