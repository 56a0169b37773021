"""Keeps what is shown up to date: the board in the channel, the hands in DMs, the notices.

What each message was last shown is stored apart from what is; where it is behind, the newest state
is drawn. After a crash the same comparison is the recovery. A table is read once for all of its
readers, and each reader is served on their own (lanes.py).
"""

import asyncio
import logging
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from bot.host.contacts import place_of
from bot.host.deadlines import GIVEN_UP, hours_at_table
from bot.host.hours import wakes
from bot.host.loaded import Loaded
from bot.host.queries import Queries
from bot.host.store import Store
from bot.host.table_view import TableView
from bot.show import hand, presence
from bot.show.boards import Boards, message_of
from bot.show.hanging import Hanging
from bot.show.lanes import Key, Lanes
from bot.show.messenger import Message, Messenger, Reply
from bot.show.pictures import Pictures
from bot.show.timing import Timing
from bot.ui.face import AnyFace
from bot.ui.panel import Panel, Text
from db.shown import BOARD
from db.tables import Player
from games.rules import Refusal, Seat

log = logging.getLogger(__name__)


class Display:
    """Shows tables. `changed(loaded)` is all that anybody needs to call."""

    def __init__(
        self,
        store: Store,
        queries: Queries,
        messenger: Messenger,
        faces: Mapping[str, AnyFace],
        timing: Timing,
        pictures: Pictures | None = None,
    ) -> None:
        self._store = store
        self._queries = queries
        self._messenger = messenger
        self._faces = faces
        self._timing = timing
        self._clock = store.clock
        self._settling: set[int] = set()  # the tables that will be looked at in a moment
        self._looking: set[asyncio.Task[None]] = set()
        self._prints: dict[int, dict[Seat, tuple[int, str]]] = {}  # by table and seat: rev, print
        self.lanes = Lanes(
            self._draw, self._rested, self._clock, pause=timing.pause, retry=timing.retry
        )
        hanging = self.hanging = Hanging(
            store,
            messenger,
            pictures,
            self._clock,
            rest=timing.picture_rest,
            draw=lambda table_id: self.lanes.want((table_id, BOARD)),
            rested=lambda table_id: self._rested((table_id, BOARD)),
        )
        self.boards = Boards(store, queries, messenger, faces, self.lanes, hanging)
        store.on_forgotten.append(self._forget)
        store.on_woken = lambda table_id, seat: self.lanes.want((table_id, seat))

    # --- keeping up ---

    def changed(self, loaded: Loaded) -> None:
        """Have a table shown again, soon."""
        self.look_at(loaded.table.id)

    def look_at(self, table_id: int) -> None:
        """Compare what is shown of a table with what is, soon."""
        if table_id not in self._settling:
            self._settling.add(table_id)
            looking = asyncio.ensure_future(self._settle(table_id))
            self._looking.add(looking)
            looking.add_done_callback(self._looking.discard)

    async def _settle(self, table_id: int) -> None:
        try:
            await self._clock.sleep_until(self._clock.now() + self._timing.settle)
        finally:
            self._settling.discard(table_id)  # what changes from now on is looked at once more
        try:
            loaded = await self._store.loaded(table_id)
            for reader in self._behind(loaded):
                self.lanes.want((table_id, reader))
            if not self.hanging.knows(table_id):
                self.boards.drawn(loaded)  # then it is seen whether its picture is behind
            self._rested((table_id, BOARD))
        except Refusal:
            return  # the table is gone
        except Exception:
            log.exception("Table %s could not be looked at", table_id)

    def _behind(self, loaded: Loaded) -> list[int]:
        """List the readers who were shown something older than what there is for them."""
        table = loaded.table
        shown = self._store.shown(table.id, BOARD)
        found = [BOARD] if shown.message is None or shown.step < table.step else []
        asked = self._asked(loaded)
        for player in table.players:
            if player.person is not None and self._seat_behind(loaded, player, asked):
                found.append(player.seat)
        return found

    def _seat_behind(self, loaded: Loaded, player: Player, asked: frozenset[Seat]) -> bool:
        table, shown = loaded.table, self._store.shown(loaded.table.id, player.seat)
        if shown.notice is not None and player.due is None:
            return True
        if player.seat not in asked:
            return shown.message is not None and shown.print != hand.resting(table.phase)
        if shown.question != question_of(loaded):
            return True
        if shown.message is None:
            return False
        seen = self._queries.seen_from(loaded, player.seat)
        return shown.print != self._print(loaded, seen)

    def _asked(self, loaded: Loaded) -> frozenset[Seat]:
        """Say who owes something private, as everybody could tell."""
        if loaded.public is None or loaded.table.phase != "playing":
            return frozenset()
        return self._faces[loaded.table.game].private(loaded.public) & loaded.to_move()

    def _to_be_asked(self, loaded: Loaded, seat: Seat) -> bool:
        """Say whether a seat owes something private, and has not been shown that it does."""
        shown = self._store.shown(loaded.table.id, seat)
        return seat in self._asked(loaded) and shown.question != question_of(loaded)

    def _print(self, loaded: Loaded, seen: TableView) -> str:
        """Fingerprint a hand, once for each rev."""
        table, seat = loaded.table, seen.seat
        assert seat is not None
        known = self._prints.setdefault(table.id, {})
        rev, made = known.get(seat, (0, ""))
        if rev != table.rev:
            made = hand.print_of(self._faces[table.game], seen)
            known[seat] = (table.rev, made)
        return made

    def _rested(self, key: Key) -> None:
        """Note that a table is shown as it is, if it is."""
        table_id = key[0]
        loaded = self._store.cache.get(table_id)
        if loaded is None or self.lanes.busy(table_id) or table_id in self._settling:
            return
        if self.hanging.pending(table_id):
            return
        if loaded.table.rev != self._store.caught_up_at(table_id) and not self._behind(loaded):
            self._store.caught_up(table_id, loaded.table.rev)

    def _forget(self, table_id: int) -> None:
        """Keep nothing in memory of a table that nobody has touched for long."""
        self.lanes.forget(table_id)
        self.hanging.forget(table_id)
        self._prints.pop(table_id, None)

    async def catch_up(self) -> None:
        """Have everything shown that may be behind, after a start."""
        for table_id in await self._queries.behind():
            self.look_at(table_id)

    async def let_in(self, channel: int) -> None:
        """Show the tables of a channel again, where we may have been let in."""
        for table_id in await self._queries.in_channel(channel):
            self.hanging.let_in(table_id)
            self.look_at(table_id)

    async def settled(self) -> None:
        """Wait until everything is shown (in tests)."""
        while True:
            if self._looking:
                await asyncio.gather(*self._looking, return_exceptions=True)
            await self.lanes.settled()
            if not self._looking:
                return

    async def close(self) -> None:
        """Stop drawing. What is not shown yet will be after the next start."""
        looking = list(self._looking)
        for task in looking:
            task.cancel()
        await asyncio.gather(*looking, return_exceptions=True)
        await self.hanging.close()
        await self.lanes.close()

    async def _draw(self, key: Key) -> None:
        table_id, reader = key
        loaded = await self._store.loaded(table_id)
        if reader == BOARD:
            await self.boards.draw(loaded)
        else:
            await self._draw_seat(loaded, reader)

    async def _hand(self, loaded: Loaded, seen: TableView, *, in_dm: bool) -> Message:
        """Draw a hand as of now."""
        face, player = self._faces[loaded.table.game], loaded.table.players[seen.seat or 0]
        known = await self._store.contacts.of(player.person or 0)
        written = place_of(known) != "none" and player.unanswered < GIVEN_UP
        outlook = presence.outlook(seen, self._clock.now(), written=written)
        panel = hand.draw(face, seen, in_dm=in_dm, outlook=outlook)
        return message_of(face, loaded.table, panel)

    # --- the board ---

    async def answer_board(self, reply: Reply, table_id: int) -> None:
        """Answer a click on a board by drawing that board anew: the cheapest way there is."""
        if not await self.boards.answer(reply, table_id):
            self.look_at(table_id)

    @contextmanager
    def showing(self, table_id: int) -> Generator[None]:
        """Show what has happened: whatever goes wrong, there is nothing to be sorry for."""
        try:
            yield
        except Refusal:
            raise
        except Exception:
            log.exception("Table %s could not be shown to who changed it", table_id)
            self.look_at(table_id)

    async def post_board(self, reply: Reply, table_id: int) -> None:
        """Answer a command with a new board, here, in the place of the one before."""
        await self.boards.post(reply, table_id, then=self.look_at)

    # --- one seat: the hand in its DM, and its notice ---

    async def _draw_seat(self, loaded: Loaded, seat: Seat) -> None:
        table = loaded.table
        if seat >= len(table.players) or table.players[seat].person is None:
            return
        player = table.players[seat]
        await self._remove_notice(loaded, player)
        if table.phase == "open":
            return
        seen = self._queries.seen_from(loaded, seat)
        shown = self._store.shown(table.id, seat)
        if self._to_be_asked(loaded, seat):
            await self._ask(loaded, player, seen)
        elif shown.message is not None and shown.print != self._print(loaded, seen):
            await self._renew_hand(loaded, player, seen)

    async def _ask(self, loaded: Loaded, player: Player, seen: TableView) -> None:
        """Put a private question to a seat by DM, where its owner likes that, and is up."""
        known = await self._store.contacts.of(player.person or 0)
        if known.notices != "dm":  # they are called in the channel, or not at all
            shown = self._store.shown(loaded.table.id, player.seat)
            asked = replace(shown, question=question_of(loaded), message=None)
            self._store.note(loaded.table.id, asked)
            return
        hours = hours_at_table(loaded.table, player, known)
        if wakes(self._clock.now(), hours) > self._clock.now():
            return  # the notice that is due when they wake brings it (notices.py)
        await self._send_hand(loaded, player, seen)

    async def _remove_notice(self, loaded: Loaded, player: Player) -> None:
        table, shown = loaded.table, self._store.shown(loaded.table.id, player.seat)
        if shown.notice is None or player.due is not None:
            return
        self._store.note(table.id, replace(shown, notice=None))  # or it would be removed twice
        try:
            await self._messenger.remove(table.channel, shown.notice)
        except BaseException:
            newest = self._store.shown(table.id, player.seat)
            self._store.note(table.id, replace(newest, notice=newest.notice or shown.notice))
            raise

    async def _send_hand(
        self, loaded: Loaded, player: Player, seen: TableView, after: int | None = None
    ) -> None:
        """Send a hand anew, as a message that pings; to whom takes no DM, a notice at once."""
        assert player.person is not None
        table, shown = loaded.table, self._store.shown(loaded.table.id, player.seat)
        drawn = await self._hand(loaded, seen, in_dm=True)
        # no rev in it: whoever reads it could count the secret moves of others
        nonce = f"t{after}" if after else f"h{table.id}:{player.seat}:{question_of(loaded)}"
        sent = await self._messenger.send_dm(player.person, drawn, nonce)
        newest = self._store.shown(table.id, player.seat)  # it may have changed meanwhile
        asked = replace(newest, question=question_of(loaded))
        if sent is None:
            self._store.note(table.id, replace(asked, message=None))
            if player.seat in seen.to_move:
                await self._store.notice_due(table.id, player.seat, self._clock.now())
            return
        await self._store.note_now(
            table.id,
            replace(asked, message=sent, step=table.step, print=self._print(loaded, seen)),
        )
        if shown.message not in (None, sent):  # the same one, if it was sent a moment ago
            assert shown.message is not None
            await self._messenger.remove_dm(player.person, shown.message)

    async def _renew_hand(self, loaded: Loaded, player: Player, seen: TableView) -> None:
        """Edit the hand in the DM."""
        table, shown = loaded.table, self._store.shown(loaded.table.id, player.seat)
        assert shown.message is not None
        assert player.person is not None
        drawn = await self._hand(loaded, seen, in_dm=True)
        there = await self._messenger.edit_dm(player.person, shown.message, drawn)
        self._store.note(
            table.id,
            replace(
                self._store.shown(table.id, player.seat),  # it may have changed meanwhile
                message=shown.message if there else None,
                step=table.step,
                print=self._print(loaded, seen),
            ),
        )
        if not there and player.seat in seen.to_move:
            await self._store.notice_due(table.id, player.seat, self._clock.now())

    async def answer_hand(self, reply: Reply, table_id: int, *, anew: bool = False) -> None:
        """Answer with the hand of whoever asked: on the panel that was clicked, or `anew`."""
        player = (await self._store.loaded(table_id)).table.player_of(reply.person)
        if player is None:
            raise Refusal(f"You do not sit at table {table_id}; you are welcome to watch.")
        shown = self._store.shown(table_id, player.seat)
        if anew or reply.message is None:
            await self._draw_hand_on(reply, table_id, player.seat, anew=True)
        elif reply.message != shown.message:  # a panel that only Discord keeps
            async with self.lanes.in_turn((table_id, reply.message)):
                await self._draw_hand_on(reply, table_id, player.seat)
        else:
            async with self.lanes.taken((table_id, player.seat)) as free:
                if free:
                    await self._draw_hand_on(reply, table_id, player.seat)
                    return
                await reply.acknowledge()  # the next drawing shows this move
                self.lanes.want((table_id, player.seat))

    async def _draw_hand_on(
        self, reply: Reply, table_id: int, seat: Seat, *, anew: bool = False
    ) -> None:
        loaded = await self._store.loaded(table_id)
        seen = self._queries.seen_by(loaded, reply.person)
        drawn = await self._hand(loaded, seen, in_dm=reply.in_dm)
        went = not anew and await reply.update(drawn)
        if anew or not reply.given:  # the panel may have been replaced while it was clicked
            await reply.say(drawn)
            went = True
        if went:
            self._note_looked(loaded, seat, seen, None if anew else reply.message)

    def _note_looked(
        self, loaded: Loaded, seat: Seat, seen: TableView, drawn_on: int | None
    ) -> None:
        """Note that an owner has their hand, and its question, before their eyes."""
        table, face = loaded.table, self._faces[loaded.table.game]
        shown = replace(self._store.shown(table.id, seat), looked_rev=table.rev)
        if seat in hand.asked(face, seen):
            shown = replace(shown, question=question_of(loaded))
        if drawn_on is not None and drawn_on == shown.message:
            shown = replace(shown, step=table.step, print=self._print(loaded, seen))
        self._store.note(table.id, shown)

    async def send_hand_again(self, table_id: int, person: int, line: int) -> None:
        """Put a fresh hand at the bottom of a DM, below a typed `line`, in place of the last."""
        player = (await self._store.loaded(table_id)).table.player_of(person)
        if player is None:
            return
        async with self.lanes.in_turn((table_id, player.seat)):
            loaded = await self._store.loaded(table_id)
            seen = self._queries.seen_by(loaded, person)
            await self._send_hand(loaded, player, seen, line)
            shown = self._store.shown(table_id, player.seat)
            self._store.note(table_id, replace(shown, looked_rev=loaded.table.rev))


def question_of(loaded: Loaded) -> str:
    """Name the question that is open at a table, apart from all that were before."""
    return str(loaded.table.question_step)


def sentence(text: str) -> Message:
    """Make a message of one sentence."""
    return Message(panel=Panel([Text(text)]))
