"""Keeps what is shown up to date: the board in the channel, the hands in DMs, the notices.

What each message was last shown is stored apart from what is; where it is behind, the newest state
is drawn. After a crash the same comparison is the recovery. A table is read once for all of its
readers, and each reader is served on their own (lanes.py).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from bot.host.loaded_table import Loaded
from bot.host.queries import Queries
from bot.host.store import Store
from bot.host.table_view import TableView
from bot.show import board_panel
from bot.show.board_pictures import Hanging
from bot.show.boards import Boards
from bot.show.hands import Hands, private
from bot.show.luck_records import RECORDS, DealFrozen, Records
from bot.show.message_queues import PASSING, Key, Lanes
from bot.show.messenger import CannotSend, Message, Messenger, Reply, ShutOut, on_board
from bot.show.notices import Calls
from bot.show.picture_cache import Pictures
from bot.show.round_messages import ROUNDS, Rounds
from bot.show.timing import Timing
from bot.ui.face import AnyFace
from bot.ui.panel import Panel, Text
from db.shown import BOARD
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
        deal_frozen: DealFrozen,
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
        self.on_gone: Callable[[int, int | None], Awaitable[Sequence[int]]] = _nobody_minds
        self.calls = Calls(store, queries, messenger, faces, self._gone)
        self.on_called: Callable[[int, Seat], None] = lambda table_id, seat: None
        self.boards = Boards(store, queries, messenger, faces, self.lanes, hanging)
        self.records = Records(store, messenger, deal_frozen)
        self.rounds = Rounds(store, queries, messenger, faces)
        self.hands = Hands(
            *(store, queries, messenger, faces, self.lanes, self.calls),
            look_at=self.look_at,
            in_the_way=self.boards.in_the_way,
            reading=timing.reading,
        )
        store.on_forgotten.append(self._forget)

    # --- keeping up ---

    def changed(self, loaded: Loaded) -> None:
        """Have a table shown again, soon."""
        self.look_at(loaded.table.id)

    def look_at(self, table_id: int) -> None:
        """Compare what is shown of a table with what is, soon."""
        if table_id not in self._settling:
            self._settling.add(table_id)
            self._see_to(self._settle(table_id))

    def _see_to(self, work: Coroutine[Any, Any, None]) -> None:
        looking = asyncio.ensure_future(work)
        self._looking.add(looking)
        looking.add_done_callback(self._looking.discard)

    async def _settle(self, table_id: int) -> None:
        try:
            await self._clock.sleep_until(self._clock.now() + self._timing.settle)
        finally:
            self._settling.discard(table_id)  # what changes from now on is looked at once more
        try:
            loaded = await self._store.loaded(table_id)
            if loaded.table.is_frozen:
                self.lanes.hurry((table_id, RECORDS))  # everybody waits for the cards
            for reader in self._behind(loaded):
                self.lanes.want((table_id, reader))
            if not self.hanging.knows(table_id):
                await self.boards.drawn(loaded)  # then it is seen whether its picture is behind
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
        if self.records.due(loaded) is not None:
            found.append(RECORDS)
        if self.rounds.due(loaded) is not None:
            found.append(ROUNDS)
        for player in table.players:
            if player.person is not None:
                found += self.hands.behind(loaded, player)
                if self.calls.behind(loaded, player) and player.seat not in found:
                    found.append(player.seat)
        return [*found, *self.hands.left(loaded)]

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
        self.boards.forget(table_id)
        self.rounds.forget(table_id)
        self.hands.forget(table_id)
        self.records.forget(table_id)

    async def catch_up(self) -> None:
        """Have everything shown that may be behind: what was in the way may be so no longer."""
        for table_id in sorted({*await self._queries.behind(), *self.records.shut_out}):
            self._try_again(table_id)

    async def let_in(self, guild: int) -> None:
        """Show the tables of a server again, where we may have been let in: in any channel."""
        for table_id in await self._queries.in_guild(guild):
            self._try_again(table_id)

    def _try_again(self, table_id: int) -> None:
        """Show a table, whatever has kept us from it."""
        self.boards.in_the_way.pop(table_id, None)
        self.hanging.let_in(table_id)
        self.records.let_in(table_id)
        self.look_at(table_id)

    def board_at(self, table: TableView) -> str:
        """Say where a table's board stands: its address, or its channel where that is not known."""
        shown = self._store.shown(table.id, BOARD).message
        return board_panel.link(table, shown)

    def in_the_way(self, table_id: int) -> str:
        """Say in a sentence why a table's board cannot be shown; "" where it can, for all we know.

        It is nobody's to read but those who sit there.
        """
        why = self.boards.in_the_way.get(table_id)
        return "" if why is None else f"Its board cannot be shown. {why}".rstrip()

    async def _gone(self, person: int, guild: int | None) -> None:
        """Say on the boards that somebody has left the server."""
        for table_id in await self.on_gone(person, guild):
            self.board_changed(table_id)

    async def enter(self, thread: int) -> None:
        """Make sure that a board could be kept in a private thread. Raises Refusal."""
        try:
            await self._messenger.enter(thread)
        except ShutOut:
            raise Refusal(
                "I am not in this private thread, so I could keep no table here. Mention me, which "
                "lets me in, and try again."
            ) from None
        except CannotSend as problem:  # not now; it will be seen
            log.info("It is not known whether thread %s can be written in: %s", thread, problem)

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
            await self._draw_board(loaded)
        elif reader >= PASSING:
            await self.hands.draw_left(loaded, reader)
        elif reader == RECORDS:
            await self.records.publish(loaded)
        elif reader == ROUNDS:
            await self.rounds.post(loaded)
        elif reader < BOARD:
            await self.hands.draw_private(loaded, private(reader))
        else:
            await self._draw_seat(loaded, reader)

    # --- the board ---

    def pressed(self, reply: Reply, table_id: int) -> None:
        """Have a board catch up soon, on which somebody has pressed who sees that it is behind."""
        if on_board(reply):
            self.lanes.look((table_id, BOARD))

    async def _draw_board(self, loaded: Loaded) -> None:
        table_id = loaded.table.id
        before = self.boards.in_the_way.get(table_id)
        try:
            await self.boards.draw(loaded)
        finally:
            if self.boards.in_the_way.get(table_id) != before:  # hands say what is in the way
                for reader in self._behind(loaded):
                    if reader != BOARD:
                        self.lanes.want((table_id, reader))

    async def answer_board(self, reply: Reply, table_id: int) -> None:
        """Answer a click on a board by drawing that board anew: the cheapest way there is."""
        if not await self.boards.answer(reply, table_id):
            self.look_at(table_id)

    @contextmanager
    def answering(self, reply: Reply, table_id: int) -> Generator[None]:
        """Leave the notice alone that was pressed: it may become the answer."""
        if not reply.on_notice:
            yield
            return
        try:
            with self.calls.pressed(reply.message):
                yield
        finally:
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

    async def answer_with_change(self, reply: Reply, table_id: int) -> None:
        """Answer a click on a board, of which something has changed without a step of its game."""
        drawing = self.lanes.busy(table_id)  # what is under way may be of before
        if not await self.boards.answer(reply, table_id) or drawing:
            self.board_changed(table_id)

    def board_changed(self, table_id: int) -> None:
        """Have a board drawn again of which something has changed without a step of its game."""
        self._see_to(self._draw_again(table_id))

    async def _draw_again(self, table_id: int) -> None:
        try:
            await self._store.loaded(table_id)  # which knows what was shown of it
        except Refusal:
            return  # the table is gone
        async with self.lanes.in_turn((table_id, BOARD)):  # after what is drawn of before
            self._store.board_behind(table_id)
        self.look_at(table_id)

    async def post_board(self, reply: Reply, table_id: int) -> None:
        """Answer a command with a new board, here, in the place of the one before."""
        await self.boards.post(reply, table_id, then=self._look_at_posted)

    def _look_at_posted(self, table_id: int) -> None:
        loaded = self._store.cache.get(table_id)
        if loaded is not None and self.records.due(loaded) is not None:
            self.lanes.want((table_id, RECORDS))  # the deal waits for it
        self.look_at(table_id)

    # --- one seat: the hand in its DM, and its notice ---

    async def _draw_seat(self, loaded: Loaded, seat: Seat) -> None:
        table = loaded.table
        if seat >= len(table.players) or table.players[seat].person is None:
            return
        player = table.players[seat]
        await self.calls.keep(loaded, player)
        if self.calls.due(player):
            reading = self.hands.looked_at(table.id, player) + self._timing.here_for
            await self.calls.call(loaded, player, reading)
            self.on_called(table.id, seat)
            if await self._store.loaded(table.id) is not loaded:  # they may have moved meanwhile
                self.lanes.want((table.id, seat))
        await self.hands.draw(loaded, player)

    async def answer_hand(self, reply: Reply, table_id: int, *, anew: bool = False) -> None:
        """Answer with the hand of whoever asked: on the panel that was clicked, or `anew`."""
        await self.hands.answer(reply, table_id, anew=anew)

    async def renewed(self, reply: Reply, table_id: int) -> bool:
        """Hold a press up that was made on a superseded panel, and draw that panel anew.

        False where it was made on any other message.
        """
        if not reply.on_own_panel or reply.on_notice:
            return False
        return await self.hands.renew(reply, table_id)


async def _nobody_minds(person: int, guild: int | None) -> Sequence[int]:
    """Take the place of who hears that somebody has gone."""
    return ()


def sentence(text: str) -> Message:
    """Make a message of one sentence."""
    return Message(panel=Panel([Text(text)]))
