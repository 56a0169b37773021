"""Writes in the channel to whoever is awaited and has not come: at most one live notice a seat.

When a notice is due stands in the file, so it is sent after a restart as well. It is a new message,
as only those ping, and plain text, as a phone shows nothing else; in a channel it says nothing that
only its reader may know.
"""

import logging
from collections.abc import Mapping
from dataclasses import replace

from bot.host.clock import Sleeper
from bot.host.contacts import place_of
from bot.host.deadlines import hours_at_table
from bot.host.hours import wakes
from bot.host.loaded import Loaded
from bot.host.queries import Queries
from bot.host.store import Store
from bot.show import frame, hand
from bot.show.display import question_of
from bot.show.messenger import CannotSend, Messenger, Notice, TryLater
from bot.ui.face import AnyFace
from bot.ui.panel import Button, Row
from db.shown import Shown
from db.tables import Player

log = logging.getLogger(__name__)

NAP = 30.0  # seconds


class Notices:
    """Sleeps until the next notice is due, and sends it."""

    def __init__(
        self,
        store: Store,
        queries: Queries,
        messenger: Messenger,
        faces: Mapping[str, AnyFace],
        retry: float,
    ) -> None:
        self._store = store
        self._queries = queries
        self._messenger = messenger
        self._faces = faces
        self._retry = retry
        self._put_off: dict[tuple[int, int], float] = {}
        sleeper = Sleeper(store.clock, self.tick, NAP)
        self.start, self.wake, self.close = sleeper.start, sleeper.wake, sleeper.close
        store.on_notice = self.wake

    async def tick(self) -> float:
        """Send every notice that is due; return the seconds until the next one."""
        while True:
            now = self._store.clock.now()
            self._put_off = {key: at for key, at in self._put_off.items() if at > now}
            due = await self._queries.next_notice(set(self._put_off))
            if due is None:
                return min([NAP, *(at - now for at in self._put_off.values())])
            instant, table_id, seat = due
            if instant > now:
                return max(0.02, instant - now)
            try:
                await self._send(await self._store.loaded(table_id), seat, instant)
            except TryLater as problem:
                self._put_off[table_id, seat] = now + max(self._retry, problem.after)
            except CannotSend as problem:
                log.warning("No notice at table %s: %s", table_id, problem)
                await self._store.noticed(table_id, self._store.shown(table_id, seat), instant)
            except Exception:
                log.exception("A notice at table %s could not be sent", table_id)
                self._put_off[table_id, seat] = now + NAP

    async def _send(self, loaded: Loaded, seat: int, due: float) -> None:
        table = loaded.table
        player, shown = table.players[seat], self._store.shown(table.id, seat)
        if player.person is None or not self._needed(loaded, player, shown):
            await self._store.noticed(table.id, shown, due)
            return
        if await self._has_slept(loaded, player) and shown.question != question_of(loaded):
            await self._store.noticed(table.id, shown, due)
            self._store.on_woken(table.id, seat)  # they are asked by DM, as if it were just now
            return
        notice = Notice(
            content=f"<@{player.person}>, it is your move at table {table.id}.",
            row=Row([Button("My hand", frame.HAND, "main")]),
            table=table.id,
            step=table.step,
            person=player.person,
        )
        nonce = f"n{table.id}:{seat}:{table.step}"
        message = await self._messenger.notify(table.channel, notice, nonce)
        shown = self._store.shown(table.id, seat)  # it may have changed meanwhile
        await self._store.noticed(table.id, replace(shown, notice=message), due)
        newest = await self._store.loaded(table.id)
        shown = self._store.shown(table.id, seat)
        # they have moved in the meantime, and their lane has not removed it already
        if newest.table.players[seat].due is None and shown.notice == message:
            self._store.note(table.id, replace(shown, notice=None))
            await self._messenger.remove(table.channel, message)
            await self._store.noticed(table.id, self._store.shown(table.id, seat), due)

    async def _has_slept(self, loaded: Loaded, player: Player) -> bool:
        """Say whether somebody was asleep when they were asked what they like to get by DM."""
        assert player.person is not None
        known = await self._store.contacts.of(player.person)
        hours = hours_at_table(loaded.table, player, known)
        asked_at = player.asked_at or 0.0
        face, seen = self._faces[loaded.table.game], self._queries.seen_from(loaded, player.seat)
        by_dm = place_of(known) == "dm" and player.seat in hand.asked(face, seen)
        return by_dm and wakes(asked_at, hours) > asked_at

    def _needed(self, loaded: Loaded, player: Player, shown: Shown) -> bool:
        """Say whether a seat is to move, and has not been told so in its DM, or here."""
        if player.due is None or shown.notice is not None:
            return False
        face = self._faces[loaded.table.game]
        asked = player.seat in hand.asked(face, self._queries.seen_from(loaded, player.seat))
        has_it = shown.message is not None and shown.question == question_of(loaded)
        return not (asked and has_it)
