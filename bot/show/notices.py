"""The notices of each seat, in its lane: sent when they are due, kept true, taken away.

At most one is live for a table and person. It is a new message, as only those ping; when the
question changes it is edited, which pings nobody. A reminder takes its place, once for a question.
In a DM it can become the hand that answers it (display.py); answered elsewhere it goes.
"""

import logging
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from bot.host.changes import answering
from bot.host.contacts import place_of
from bot.host.deadlines import hours_at_table
from bot.host.loaded_table import Loaded
from bot.host.queries import Queries
from bot.host.store import Store
from bot.host.waking_hours import Hours, part, wakes
from bot.show import notice_panel
from bot.show.messenger import CannotSend, Gone, Messenger, Notice, TryLater
from bot.ui.face import AnyFace
from db.people import Notices as Place
from db.people import Person
from db.shown import Shown
from db.tables import Player

log = logging.getLogger(__name__)

SHARE = 0.75  # of the time to answer in, after which somebody is reminded
APART = 60.0  # seconds by which a reminder follows a notice at the least
AGAIN = "+"  # behind the question of which somebody was reminded


class Calls:
    """Sends, edits and removes notices. Only whoever has a seat's lane may."""

    def __init__(
        self,
        store: Store,
        queries: Queries,
        messenger: Messenger,
        faces: Mapping[str, AnyFace],
        on_gone: Callable[[int, int | None], Awaitable[None]],
    ) -> None:
        self._store = store
        self._queries = queries
        self._messenger = messenger
        self._faces = faces
        self._pressed: set[int] = set()  # notices that are being answered
        self._on_gone = on_gone  # of a person, and the server they have left (None: all of ours)

    # --- what there is to do ---

    def behind(self, loaded: Loaded, player: Player) -> bool:
        """Say whether a seat's live notice has to change, or to go."""
        shown = self._store.shown(loaded.table.id, player.seat)
        if shown.notice is None or shown.notice in self._pressed:
            return False
        if not _wanted(loaded, player):
            return True
        made = self._drawn(loaded, player, shown)
        return shown.notice_print != notice_panel.print_of(made, question_of(loaded), player)

    def due(self, player: Player) -> bool:
        """Say whether a seat is to be written to now."""
        return player.notice_at is not None and player.notice_at <= self._store.clock.now()

    @contextmanager
    def pressed(self, message: int | None) -> Generator[None]:
        """Leave a notice alone while what was pressed on it is done."""
        if message is None or message in self._pressed:
            yield
            return
        self._pressed.add(message)
        try:
            yield
        finally:
            self._pressed.discard(message)

    # --- in the lane's own time ---

    async def keep(self, loaded: Loaded, player: Player) -> None:
        """Bring a live notice up to date, or take it away."""
        table, shown = loaded.table, self._store.shown(loaded.table.id, player.seat)
        if shown.notice is None or not self.behind(loaded, player):
            return
        if not _wanted(loaded, player):
            await self._remove(table.id, player, shown)
            return
        made = self._drawn(loaded, player, shown)
        if shown.notice_in is None:
            there = await self._messenger.edit_dm(made.person, shown.notice, made)
        else:
            there = await self._messenger.edit(shown.notice_in, shown.notice, made)
        newest = self._store.shown(table.id, player.seat)
        if newest.notice == shown.notice:
            drawn = notice_panel.print_of(made, question_of(loaded), player)
            now = replace(newest, notice_print=drawn) if there else newest.without_notice()
            self._store.note(table.id, now)

    async def _remove(self, table_id: int, player: Player, shown: Shown) -> None:
        assert shown.notice is not None
        self._store.note(table_id, shown.without_notice())  # or it would be removed twice
        try:
            await self._take_away(player, shown)
        except BaseException:
            newest = self._store.shown(table_id, player.seat)
            if newest.notice is None:
                again = replace(
                    newest,
                    notice=shown.notice,
                    notice_in=shown.notice_in,
                    notice_print=shown.notice_print,
                )
                self._store.note(table_id, again)
            raise

    async def _take_away(self, player: Player, shown: Shown) -> None:
        assert shown.notice is not None
        if shown.notice_in is not None:
            await self._messenger.remove(shown.notice_in, shown.notice)
        elif player.person is not None:
            await self._messenger.remove_dm(player.person, shown.notice)

    async def call(self, loaded: Loaded, player: Player, reading: float = 0.0) -> None:
        """Write to a seat to which a notice is due, if it is still to be written to.

        Until the instant `reading` its owner has the question before their eyes: a DM, which would
        take their panel's place, can wait. A call in the channel cannot: who did not come would see
        from it that they looked.
        """
        table, now = loaded.table, self._store.clock.now()
        shown, due = self._store.shown(table.id, player.seat), player.notice_at
        assert due is not None
        if not _wanted(loaded, player) or player.person is None:
            await self._store.noticed(table.id, shown, due)
            return
        known = await self._store.contacts.of(player.person)
        hours = hours_at_table(table, player, known)
        awake = wakes(now, hours)
        if awake > now:
            await self._store.noticed(table.id, shown, due, awake)
            return
        if now < reading and place_of(known) == "dm":
            await self._store.noticed(table.id, shown, due, reading)
            return
        question, remind_at = question_of(loaded), self._remind_at(player, hours)
        told = shown.question == question
        if shown.question == question + AGAIN or (told and remind_at is None):
            await self._store.noticed(table.id, shown, due)
        elif told and remind_at is not None and now < remind_at:
            await self._store.noticed(table.id, shown, due, remind_at)
        elif told:
            await self._write(loaded, player, known, due, question + AGAIN, None)
        else:
            in_time = remind_at is not None and now + APART <= remind_at
            again = remind_at if in_time else None
            await self._write(loaded, player, known, due, question, again)

    async def _write(
        self,
        loaded: Loaded,
        player: Player,
        known: Person,
        due: float,
        question: str,
        again: float | None,
    ) -> None:
        """Write to a seat of a question, and note when to do so `again`."""
        table_id, reminder = loaded.table.id, question.endswith(AGAIN)
        place, before = place_of(known), self._store.shown(table_id, player.seat)
        sent: Shown | None = None
        if reminder or before.notice is None:  # or it has been edited: nobody is called twice
            if before.notice is not None:
                await self._remove(table_id, player, before)
            if place == "dm":  # what lies above it in the DM is of a question before
                await self._remove_panel(table_id, player)
            sent = await self._sent(loaded, player, place, again=reminder)
        row = self._store.shown(table_id, player.seat) if sent is None else sent
        await self._store.noticed(table_id, replace(row, question=question), due, again)

    async def replaced(self, table_id: int, player: Player) -> None:
        """Take a notice away in whose place a hand lies in the DM."""
        shown = self._store.shown(table_id, player.seat)
        if shown.notice is not None and shown.notice_in is None:
            await self._remove(table_id, player, shown)

    async def _remove_panel(self, table_id: int, player: Player) -> None:
        shown = self._store.shown(table_id, player.seat)
        if shown.message is None or player.person is None:
            return
        self._store.note(table_id, replace(shown, message=None))
        try:
            await self._messenger.remove_dm(player.person, shown.message)
        except BaseException:
            newest = self._store.shown(table_id, player.seat)
            if newest.message is None:
                self._store.note(table_id, replace(newest, message=shown.message))
            raise

    def _remind_at(self, player: Player, hours: Hours | None) -> float | None:
        """Return when to remind a seat of what it is asked."""
        if player.due is None or player.asked_at is None:
            return None
        return part(player.asked_at, player.due, SHARE, hours)

    async def _sent(
        self, loaded: Loaded, player: Player, place: Place, *, again: bool
    ) -> Shown | None:
        """Send a notice where its reader likes it; return what is shown then, None: it is not.

        Before somebody is called in the channel it is looked whether they are there: nothing else
        tells, and a call to who has left says nothing either.
        """
        table = loaded.table
        assert player.person is not None
        nonce = f"{'r' if again else 'n'}{table.id}:{player.seat}:{question_of(loaded)}"
        try:
            if place == "dm":
                made = self._made(loaded, player, in_dm=True, again=again)
                message = await self._messenger.send_dm(player.person, made, nonce)
                if message is not None:
                    return self._now_live(loaded, player, made, message, None)
            if place != "none":  # a DM that is closed is made up for in the channel
                if not await self._messenger.is_member(table.guild, player.person):
                    await self._on_gone(player.person, table.guild)
                    return None
                made = self._made(loaded, player, in_dm=False, again=again)
                message = await self._messenger.notify(table.channel, made, nonce)
                return self._now_live(loaded, player, made, message, table.channel)
        except TryLater:
            raise
        except Gone:
            await self._on_gone(player.person, None)
        except CannotSend as problem:
            log.warning("No notice at table %s: %s", table.id, problem)
        return None

    def _now_live(
        self, loaded: Loaded, player: Player, made: Notice, message: int, channel: int | None
    ) -> Shown:
        return replace(
            self._store.shown(loaded.table.id, player.seat),  # it may have changed meanwhile
            notice=message,
            notice_in=channel,
            notice_print=notice_panel.print_of(made, question_of(loaded), player),
        )

    # --- what it says ---

    def _drawn(self, loaded: Loaded, player: Player, shown: Shown) -> Notice:
        """Draw a live notice as it should be now."""
        again = shown.question == question_of(loaded) + AGAIN
        return self._made(loaded, player, in_dm=shown.notice_in is None, again=again)

    def _made(self, loaded: Loaded, player: Player, *, in_dm: bool, again: bool) -> Notice:
        face = self._faces[loaded.table.game]
        seen = self._queries.seen_from(loaded, player.seat if in_dm else None)
        return notice_panel.draw(face, seen, player, again=again)


def _wanted(loaded: Loaded, player: Player) -> bool:
    """Say whether a table waits for a seat, and for something that it has not said ahead."""
    mine = frozenset({player.seat})
    if player.due is None or player.gone or player.seat not in loaded.to_move():
        return False
    return not answering(loaded.rules, loaded.public, mine, loaded.orders)


def question_of(loaded: Loaded) -> str:
    """Name the question that is open at a table, apart from all that were before."""
    return str(loaded.table.question_step)
