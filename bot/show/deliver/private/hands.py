"""Draws each player's hand and keeps it up to date without a ping.

A hand in a DM is an ordinary message whose id is stored in the database. A hand in a channel is
ephemeral. It can be edited only for fifteen minutes, with the token of the interaction that sent it
or of the last press on it. The newest panel of each person is edited with such a token even in a
DM, because these edits don't count against the bot's rate limit. Tokens are kept only in memory.
After a restart, the next press on a panel provides a new token. open_panels.py remembers which
panel is the newest and which panels it superseded.
"""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from bot.host.commit.preconditions import seated
from bot.host.reading.contacts import notice_place
from bot.host.reading.loaded_table import LoadedTable, Orders
from bot.host.reading.queries import Queries
from bot.host.reading.store import Store
from bot.host.reading.table_view import TableView
from bot.host.time.deadlines import MOST_UNANSWERED, PRESENT_WITHIN
from bot.show.deliver.private.hand_pictures import HandPictures
from bot.show.deliver.private.notices import Notices
from bot.show.deliver.private.open_panels import KEPT_FOR, Fingerprint, OpenPanel, OpenPanels
from bot.show.deliver.private.unheard import Unheard
from bot.show.deliver.queues.message_key import MessageKey, MessageOf, PanelKey
from bot.show.deliver.queues.message_queues import MessageQueues
from bot.show.deliver.queues.messenger import Messenger, Reply
from bot.show.deliver.queues.picture_cache import PictureCache
from bot.show.draw.panels import hand_panel, practice_panel
from bot.show.draw.parts import headers, presence
from bot.show.draw.parts.message import Message, message_of
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Panel, Part
from db.tables.shown import HandKey
from db.tables.tables import Player
from games.rules import Seat

NO_SEAT: Fingerprint = "left"
"""The fingerprint of a panel whose owner has given up their seat."""

CLOSING = 120.0  # seconds before a token's last use in which its panel no longer counts as open

Basis: TypeAlias = tuple[int, float | None, str | None]
"""The data behind a fingerprint: the rev, the deadline and the reason for a missing board."""


class Hands:
    """Draws hands. A caller must hold the message queue of a panel to change its message."""

    def __init__(
        self,
        store: Store,
        queries: Queries,
        messenger: Messenger,
        faces: Mapping[str, AnyFace],
        queues: MessageQueues,
        notices: Notices,
        unheard: Unheard,
        look_at: Callable[[int], None],
        obstacles: Mapping[int, str],
        reading: float,
        pictures: PictureCache | None,
    ) -> None:
        self._store = store
        self._queries = queries
        self._messenger = messenger
        self._faces = faces
        self._queues = queues
        self._notices = notices
        self._unheard = unheard
        self._look_at = look_at
        self._panels = OpenPanels(store.clock, reading)
        self._pictures = HandPictures(pictures)
        self._fingerprints: dict[int, dict[Seat, tuple[Basis, Orders, Fingerprint]]] = {}
        self._obstacles = obstacles  # reason why a board can't be shown, by table id (boards.py)

    # --- what there is to do ---

    def behind(self, loaded: LoadedTable, player: Player) -> list[MessageOf]:
        """List the panels of a seat's hand that are out of date."""
        table, seat, person = loaded.table, player.seat, player.person or 0
        if self._is_blocked(loaded, person):
            return []
        ephemeral = self._panels.newest(table.id, person, by_dm=False)
        shown = self._store.shown(table.id, HandKey(seat))
        in_dm = shown.message is not None and table.phase != "open"
        if ephemeral is None and not in_dm:
            return []  # the person has no open panel
        now, old = self._fingerprint(loaded, seat), list[MessageOf]()
        if ephemeral is not None and ephemeral.print != now:
            old.append(PanelKey(seat))
        if not in_dm or shown.print == now:
            return old
        by_token = self._panels.newest(table.id, person, by_dm=True) is not None
        # A move on the person's other panel shows on this one.
        if by_token or ephemeral is not None or table.phase != "playing":
            return [*old, HandKey(seat)]
        # Without a token, edit rarely: the panel has a refresh button and shows how old it is.
        here = self._is_here(player) or hand_panel.asks_nothing(now)
        return [HandKey(seat)] if here and hand_panel.asks_anew(shown.print, now) else []

    def orphaned_panels(self, loaded: LoadedTable) -> list[MessageOf]:
        """List the ephemeral panels whose owners gave up their seats or were blocked."""
        table_id = loaded.table.id
        people = (player.person or 0 for player in loaded.table.players)
        sits = {person for person in people if not self._is_blocked(loaded, person)}
        gone = (person for person in self._panels.people(table_id) if person not in sits)
        found = (self._panels.newest(table_id, person, by_dm=False) for person in gone)
        return [MessageKey(last.answer.message) for last in found if last and last.print != NO_SEAT]

    def _is_blocked(self, loaded: LoadedTable, person: int) -> bool:
        table = loaded.table
        return not table.practice and self._store.servers.blocks(table.guild, person)

    def _is_here(self, player: Player) -> bool:
        at = player.acted_at
        return at is not None and self._store.clock.now() - at < PRESENT_WITHIN

    def _fingerprint(self, loaded: LoadedTable, seat: Seat) -> Fingerprint:
        """Return the fingerprint of a hand. Cache it until something that it depends on changes."""
        table, by_seat = loaded.table, self._fingerprints.setdefault(loaded.table.id, {})
        obstacle = self._obstacles.get(table.id)
        basis = (table.rev, table.players[seat].due, obstacle)  # deadlines change without a new rev
        last = by_seat.get(seat)
        if last is not None and last[0] == basis and last[1] is loaded.orders:
            return last[2]
        mark = hand_panel.fingerprint_of(
            self._faces[table.game], self._queries.seen_from(loaded, seat), obstacle
        )
        by_seat[seat] = (basis, loaded.orders, mark)
        return mark

    def looked_at(self, table_id: int, player: Player) -> float:
        """Return the time at which a player last opened their hand, or 0 if that was long ago."""
        return self._panels.looked_at(table_id, player.person or 0)

    def is_open(self, table_id: int, person: int) -> bool:
        """Return whether a person's ephemeral panel can be edited for some minutes still."""
        panel = self._panels.newest(table_id, person, by_dm=False)
        return panel is not None and self._store.clock.now() < panel.until - CLOSING

    @asynccontextmanager
    async def covered(self, reply: Reply, table_id: int) -> AsyncGenerator[None]:
        """Hold a pressed panel while something else is drawn on it.

        A drawing of the hand that is being sent arrives before. On an ephemeral panel none comes
        after.
        """
        player = (await self._store.loaded(table_id)).table.player_of(reply.person)
        if player is None:
            yield
            return
        in_dm = reply.message == self._store.shown(table_id, HandKey(player.seat)).message
        key = HandKey(player.seat) if in_dm else PanelKey(player.seat)
        async with self._queues.in_turn((table_id, key)):
            self._panels.covered(table_id, reply)
            yield

    def forget(self, table_id: int) -> None:
        """Drop the data about the panels of an inactive table."""
        self._panels.forget(table_id)
        self._fingerprints.pop(table_id, None)

    def notices_moved(self, person: int) -> None:
        """Redraw a person's panels after they have changed where they get notices."""
        for table_id in self._panels.tables_of(person):
            for by_dm in (False, True):
                panel = self._panels.newest(table_id, person, by_dm=by_dm)
                if panel is not None:
                    panel.print = ""
            self._look_at(table_id)

    # --- called from the message queue ---

    async def draw(self, loaded: LoadedTable, player: Player) -> None:
        """Update the hand of a seat in its owner's DM if it is out of date."""
        table, seat = loaded.table, player.seat
        key = HandKey(seat)
        message = self._store.shown(table.id, key).message
        if message is None or player.person is None or key not in self.behind(loaded, player):
            return
        newest = self._panels.newest(table.id, player.person, by_dm=True)
        drawn = await self._hand(loaded, self._queries.seen_from(loaded, seat), in_dm=True)
        if newest is None or not await self._edit_by_token(newest, drawn):
            exists = await self._messenger.edit_dm(player.person, message, drawn)
        else:
            exists, newest.drawn = True, self._store.clock.now()
        self._store.note(
            table.id,
            replace(
                self._store.shown(table.id, key),  # the stored row may have changed meanwhile
                message=message if exists else None,
                step=table.step,
                print=self._fingerprint(loaded, seat),
            ),
        )

    async def draw_private(self, loaded: LoadedTable, seat: Seat) -> None:
        """Update the ephemeral panel of a seat if its token is still valid."""
        table_id, players = loaded.table.id, loaded.table.players
        if seat >= len(players):
            return
        person = players[seat].person or 0
        newest = self._panels.newest(table_id, person, by_dm=False)
        if newest is None or self._is_blocked(loaded, person):
            return
        now = self._fingerprint(loaded, seat)
        if newest.print == now:
            return
        seen = self._queries.seen_from(loaded, seat)
        await self._edit(newest, await self._hand(loaded, seen, in_dm=newest.in_dm), now)

    async def draw_left(self, loaded: LoadedTable, message: int) -> None:
        """Tell a player on their ephemeral panel that they sit there no more, or are blocked."""
        table, face = loaded.table, self._faces[loaded.table.game]
        for person in self._panels.people(table.id):
            newest = self._panels.newest(table.id, person, by_dm=False)
            if newest is None or newest.answer.message != message:
                continue
            if MessageKey(message) in self.orphaned_panels(loaded):
                seen = self._queries.seen_from(loaded, None)
                why = f"You aren't at table {table.id} any more."
                if self._is_blocked(loaded, person):
                    why = self._store.servers.why_blocked([table.guild])
                panel = hand_panel.closed_panel(face, seen, why, self._store.clock.now())
                await self._edit(newest, message_of(face, table, panel), NO_SEAT)

    async def _edit(self, newest: OpenPanel, drawn: Message, print: Fingerprint) -> None:
        at = self._store.clock.now()
        exists = await self._edit_by_token(newest, drawn)
        newest.print = print
        if exists:
            newest.drawn = at
        else:
            newest.until = 0.0

    async def _edit_by_token(self, panel: OpenPanel, drawn: Message) -> bool:
        return await panel.answer.edit(partial(self._pictures.added, drawn))

    async def _hand(
        self,
        loaded: LoadedTable,
        seen: TableView,
        *,
        in_dm: bool,
        note: str = "",
        more: Sequence[Part] = (),
    ) -> Message:
        """Draw the current hand of a seat, with `more` below it."""
        face, player = self._faces[loaded.table.game], loaded.table.players[seen.seat or 0]
        contact = await self._store.contacts.of(player.person or 0)
        written = notice_place(contact) != "none" and player.unanswered < MOST_UNANSWERED
        now = self._store.clock.now()
        outlook = presence.outlook(seen, now, written=written)
        hidden = hand_panel.hidden(face, self._obstacles.get(seen.id))
        below = (outlook + hidden).lstrip("\n")
        if seen.practice:
            panel = practice_panel.draw(face, seen, note=note)
        else:
            panel = hand_panel.draw(face, seen, in_dm=in_dm, outlook=below, now=now, note=note)
        return message_of(face, loaded.table, Panel([*panel.parts, *more]))

    # --- as an answer ---

    async def answer(
        self,
        reply: Reply,
        table_id: int,
        *,
        new_panel: bool = False,
        note: str = "",
        more: Sequence[Part] = (),
    ) -> None:
        """Answer with a person's hand. Edit the pressed panel, or send a new one if `new_panel`.

        `note` is an extra line at the top and `more` an extra end, which only this drawing shows.
        """
        seat = seated((await self._store.loaded(table_id)).table, reply.person).seat
        note = self._unheard.take(reply.person, note)
        message = reply.message
        ephemeral = self._panels.newest(table_id, reply.person, by_dm=False)
        if new_panel or message is None or (reply.on_notice and not reply.in_dm):
            await self._draw_on(reply, table_id, new_panel=True, note=note, more=more)
        elif reply.on_notice:
            async with self._queues.in_turn((table_id, HandKey(seat))):
                await self._draw_on(reply, table_id, note=note, more=more)
        elif message == self._store.shown(table_id, HandKey(seat)).message:
            await self._take(reply, table_id, seat, note=note, more=more, by_dm=True)
        elif ephemeral is not None and message == ephemeral.answer.message:
            await self._take(reply, table_id, seat, note=note, more=more, by_dm=False)
        else:  # an older panel is pressed, which makes it the newest
            async with self._queues.in_turn((table_id, MessageKey(message))):
                await self._draw_on(reply, table_id, note=note, more=more)

    async def renew(self, reply: Reply, table_id: int) -> bool:
        """Answer a press on a superseded panel with the current hand. Otherwise return False."""
        at = self._panels.superseded(table_id, reply)
        if at is None:
            return False
        self._panels.renews(table_id, reply, at)
        await self.answer(reply, table_id, note=headers.renewed(at))
        return True

    async def _take(
        self,
        reply: Reply,
        table_id: int,
        seat: Seat,
        *,
        note: str,
        more: Sequence[Part],
        by_dm: bool,
    ) -> None:
        """Answer by redrawing the pressed panel. If its queue is busy, request a later drawing."""
        key = (table_id, HandKey(seat) if by_dm else PanelKey(seat))
        async with self._queues.hold_if_free(key) as free:
            if free:
                await self._draw_on(reply, table_id, note=note, more=more)
                return
            await reply.acknowledge()
            newest = self._panels.newest(table_id, reply.person, by_dm=by_dm)
            if newest is not None and reply.kept is not None:
                newest.answer, newest.until = reply.kept, self._store.clock.now() + KEPT_FOR
                newest.print = ""
            self._queues.want(key)

    async def _draw_on(
        self,
        reply: Reply,
        table_id: int,
        *,
        new_panel: bool = False,
        note: str = "",
        more: Sequence[Part] = (),
    ) -> None:
        loaded = await self._store.loaded(table_id)
        # Read the seat again, because it may have changed while this press waited for the queue.
        seat = seated(loaded.table, reply.person).seat
        seen, at = self._queries.seen_from(loaded, seat), self._store.clock.now()
        before = None if new_panel else reply.attached
        hand = await self._hand(loaded, seen, in_dm=reply.in_dm, note=note, more=more)
        drawn = await self._pictures.added(hand, before)
        edited = not new_panel and await reply.update(drawn)
        if edited and reply.without_picture and drawn.picture is None:  # its file is gone
            await reply.update(await self._pictures.added(hand, None))
        sent = new_panel or not reply.given  # the pressed panel may have been deleted
        if sent:
            await reply.say(await self._pictures.added(hand, None))
        if reply.lost or not (edited or sent):
            return
        print = self._fingerprint(loaded, seat)  # must precede the change of `looked_rev` below
        shown = replace(self._store.shown(table_id, HandKey(seat)), looked_rev=loaded.table.rev)
        self._store.note(table_id, shown)
        by_dm = edited and await self._note_drawn(loaded, seat, reply)
        if (kept := reply.kept) is not None:
            until = self._store.clock.now() + KEPT_FOR
            panel = OpenPanel(answer=kept, until=until, print=print, in_dm=reply.in_dm, drawn=at)
            self._panels.opens(table_id, reply.person, panel, by_dm=by_dm)
        if self._store.cache.get(table_id) is not loaded:  # the hand changed meanwhile
            self._look_at(table_id)

    async def _note_drawn(self, loaded: LoadedTable, seat: Seat, reply: Reply) -> bool:
        """Record what the hand in the DM shows now. The pressed notice may have turned into it.

        Return False if the press was on another panel.
        """
        table_id, shown = loaded.table.id, self._store.shown(loaded.table.id, HandKey(seat))
        now = replace(shown, step=loaded.table.step, print=self._fingerprint(loaded, seat))
        if reply.message == shown.message:
            self._store.note(table_id, now)
        elif reply.on_notice and reply.message == shown.notice:
            # The database already contains the notice's id, so don't wait until this row is saved.
            self._store.note(table_id, replace(now, message=shown.notice).without_notice())
            if shown.message is not None:
                await self._messenger.remove_dm(reply.person, shown.message)
        else:
            return False
        return True

    # --- below a typed line ---

    async def send_again(
        self, table_id: int, person: int, line: int, more: Sequence[Part] = ()
    ) -> None:
        """Send a new hand below the typed message `line` in a DM, and remove the previous hand.

        `more` is an extra end, which only this drawing shows.
        """
        player = (await self._store.loaded(table_id)).table.player_of(person)
        if player is None:
            return
        async with self._queues.in_turn((table_id, HandKey(player.seat))):
            loaded = await self._store.loaded(table_id)
            await self._send(loaded, player, self._queries.seen_by(loaded, person), line, more)
            shown = self._store.shown(table_id, HandKey(player.seat))
            self._store.note(table_id, replace(shown, looked_rev=loaded.table.rev))

    async def _send(
        self,
        loaded: LoadedTable,
        player: Player,
        seen: TableView,
        line: int,
        more: Sequence[Part],
    ) -> None:
        assert player.person is not None
        table, shown = loaded.table, self._store.shown(loaded.table.id, HandKey(player.seat))
        drawn = await self._hand(loaded, seen, in_dm=True, more=more)
        self._panels.closes(table.id, player.person)
        sent = await self._messenger.send_dm(player.person, drawn, f"t{line}")
        # The hand may have changed meanwhile.
        newest = self._store.shown(table.id, HandKey(player.seat))
        if sent is None:
            self._store.note(table.id, replace(newest, message=None))
            return
        now = self._fingerprint(loaded, player.seat)
        await self._store.note_now(
            table.id, replace(newest, message=sent, step=table.step, print=now)
        )
        if shown.message not in (None, sent):  # the ids are equal if the send was repeated
            assert shown.message is not None
            await self._messenger.remove_dm(player.person, shown.message)
        await self._notices.remove_replaced(table.id, player)
