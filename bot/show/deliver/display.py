"""Keeps all boards, hands and notices up to date.

Nobody says what must be drawn. A change only says "look at this table", and what its messages last
showed is compared with what they should show. So one comparison serves a move, a start after a
crash and a channel that can be written in again, and a drawing that fails is made up for by the
next look. Each message goes through these states:

    up to date   `Shown` in the store fits what would be drawn now
    behind       it doesn't: `_behind` finds it and asks its queue for a drawing
    wanted       its queue draws when it can, once, however often it was asked
    being sent   what is drawn is the newest state at that moment
    refused      Discord takes nothing now: the queue waits, or access must be regained

Once no message of a table is behind, its rev is noted, and a start needn't look at it. Hands,
boards and the rest each know what is behind and how to draw it. message_queues.py has the queues.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any, TypeAlias

from bot.host.agreements.rematches import Rematches
from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.queries import Queries
from bot.host.reading.store import Store
from bot.host.reading.table_view import TableView
from bot.host.servers.thread_moves import ThreadMoves
from bot.show.deliver.private.hands import Hands
from bot.show.deliver.private.notices import Notices
from bot.show.deliver.private.unheard import Unheard
from bot.show.deliver.public.board_pictures import BoardPictures
from bot.show.deliver.public.boards import Boards
from bot.show.deliver.public.luck_records import DealFrozen, LuckRecords
from bot.show.deliver.public.rematch_questions import RematchQuestions
from bot.show.deliver.public.round_messages import RoundMessages
from bot.show.deliver.public.table_threads import TableThreads
from bot.show.deliver.public.truth_messages import TruthMessages
from bot.show.deliver.queues.avatars import Avatars
from bot.show.deliver.queues.message_key import SEAL, Key, MessageKey, MessageOf, PanelKey, SealKey
from bot.show.deliver.queues.message_queues import MessageQueues
from bot.show.deliver.queues.messenger import (
    DATABASE_AWAY,
    CannotSend,
    Messenger,
    Reply,
    ShutOut,
    on_board,
)
from bot.show.deliver.queues.picture_cache import PictureCache
from bot.show.deliver.queues.timing import Timing
from bot.show.draw.panels import board_panel
from bot.show.draw.texts import seat_offer_text
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Part
from db.base.problems import ConnectionLost, Unsure
from db.tables.shown import (
    BOARD,
    OFFER,
    OPENING,
    QUESTION,
    ROUNDS,
    BoardKey,
    HandKey,
    OfferKey,
    OpeningKey,
    QuestionKey,
    RoundKey,
    Shown,
    TruthKey,
)
from db.tables.tables import Player
from games.rules import Refusal, Seat

log = logging.getLogger(__name__)

RecordGone: TypeAlias = Callable[[int, int], Awaitable[Sequence[int]]]
"""The type of `Absence.gone`."""


class Display:
    """Shows tables on Discord. Call `changed(loaded)` whenever a table has changed."""

    def __init__(
        self,
        store: Store,
        queries: Queries,
        messenger: Messenger,
        faces: Mapping[str, AnyFace],
        timing: Timing,
        deal_frozen: DealFrozen,
        record_gone: RecordGone,
        rematches: Rematches,
        threads: ThreadMoves,
        pictures: PictureCache | None = None,
    ) -> None:
        self._store = store
        self._queries = queries
        self._messenger = messenger
        self.faces = faces
        self._timing = timing
        self._clock = store.clock
        self._settling: set[int] = set()  # tables whose messages will soon be checked
        self._looking: set[asyncio.Task[None]] = set()
        self.queues = MessageQueues(
            self._draw, self._rested, self._clock, pause=timing.pause, retry=timing.retry
        )
        board_pictures = self.board_pictures = BoardPictures(
            store,
            messenger,
            pictures,
            self._clock,
            rest=timing.picture_rest,
            draw=lambda table_id: self.queues.want((table_id, BOARD)),
            rested=lambda table_id: self._rested((table_id, BOARD)),
        )
        self._record_gone = record_gone
        self.notices = Notices(
            store,
            queries,
            messenger,
            faces,
            self._gone,
            look_at=self.look_at,
            looked_at=self._looked_at,
        )
        self.avatars = Avatars(store.contacts, messenger, self._clock)
        self.boards = Boards(
            store, queries, messenger, faces, self.queues, board_pictures, self.avatars
        )
        self.threads = TableThreads(
            store, queries, messenger, faces, self.queues, self.boards, threads
        )
        self.records = LuckRecords(store, messenger, deal_frozen)
        self.truths = TruthMessages(store, messenger, self.queues)
        self.rounds = RoundMessages(store, queries, messenger, faces)
        self.questions = RematchQuestions(
            store, queries, messenger, faces, rematches, on_gone=self._gone
        )
        self.unheard = Unheard(queries, faces)
        self.hands = Hands(
            store,
            queries,
            messenger,
            faces,
            self.queues,
            self.notices,
            self.unheard,
            look_at=self.look_at,
            obstacles=self.boards.obstacles,
            reading=timing.reading,
            pictures=pictures,
        )

    # --- keeping up to date ---

    def changed(self, loaded: LoadedTable) -> None:
        """Schedule an update of all messages of a changed table."""
        self.look_at(loaded.table.id)

    def look_at(self, table_id: int) -> None:
        """Schedule a check of a table's messages. Those that are out of date will be redrawn."""
        if table_id not in self._settling:
            self._settling.add(table_id)
            self._see_to(self._settle(table_id))

    def draw_board(self, table_id: int) -> None:
        """Draw the board of a table as soon as that is possible, or post it if there is none."""
        self.queues.want((table_id, BOARD))

    def _see_to(self, work: Coroutine[Any, Any, None]) -> None:
        looking = asyncio.ensure_future(work)
        self._looking.add(looking)
        looking.add_done_callback(self._looking.discard)

    async def _settle(self, table_id: int) -> None:
        try:
            await self._clock.sleep_until(self._clock.now() + self._timing.settle)
        finally:
            self._settling.discard(table_id)  # a change from now on needs another check
        try:
            loaded = await self._store.loaded(table_id)
            if loaded.table.is_frozen:
                self.queues.hurry((table_id, SEAL))  # all players are waiting for their cards
            for message in self._behind(loaded):
                self.queues.want((table_id, message))
            if not (loaded.table.practice or self.board_pictures.knows(table_id)):
                await self.boards.drawn(loaded)  # checks whether the picture is out of date
            self._rested((table_id, BOARD))
        except Refusal:
            return  # the table no longer exists
        except (ConnectionLost, Unsure):
            await self._clock.sleep_until(self._clock.now() + DATABASE_AWAY)
            self.look_at(table_id)
        except Exception:
            log.exception("I couldn't check what is out of date at table %s", table_id)

    def _behind(self, loaded: LoadedTable) -> list[MessageOf]:
        """List all messages of a table that are out of date."""
        table = loaded.table
        old: list[MessageOf] = []
        if not table.practice:  # which is shown to nobody but its player
            if self.boards.behind(loaded):
                old.append(BOARD)
            if self.threads.behind(loaded):
                old.append(OPENING)
            if self.records.due(loaded) is not None:
                old.append(SEAL)
            if self.rounds.due(loaded) is not None:
                old.append(ROUNDS)
            if self.questions.behind(loaded):
                old.append(QUESTION)
        for player in table.players:
            if player.person is not None:
                old += self.hands.behind(loaded, player)
                hand = HandKey(player.seat)
                if self.notices.behind(loaded, player) and hand not in old:
                    old.append(hand)
        return [*old, *self.hands.orphaned_panels(loaded)]

    def _rested(self, key: Key) -> None:
        """Record that all messages of a table are up to date, if that is the case."""
        table_id = key[0]
        loaded = self._store.cache.get(table_id)
        if loaded is None or self.queues.busy(table_id) or table_id in self._settling:
            return
        if self.board_pictures.pending(table_id):
            return
        if loaded.table.rev != self._store.caught_up_at(table_id) and not self._behind(loaded):
            self._store.caught_up(table_id, loaded.table.rev)

    def forget(self, table_id: int) -> None:
        """Drop all data about an inactive table from memory."""
        self.queues.forget(table_id)
        self.board_pictures.forget(table_id)
        self.boards.forget(table_id)
        self.rounds.forget(table_id)
        self.hands.forget(table_id)
        self.records.forget(table_id)
        self.questions.regain_access(table_id)

    async def catch_up(self) -> None:
        """Retry all messages that are out of date, because Discord may accept them now."""
        for table_id in sorted({*await self._queries.behind(), *self.records.shut_out}):
            self._try_again(table_id)

    async def regain_access(self, guild: int) -> None:
        """Retry the messages of a server's tables, because the bot may have more access now."""
        for table_id in await self._queries.in_guild(guild):
            self._try_again(table_id)

    def _try_again(self, table_id: int) -> None:
        """Retry the messages of a table, even those that Discord refused earlier."""
        self.boards.obstacles.pop(table_id, None)
        self.board_pictures.regain_access(table_id)
        self.records.regain_access(table_id)
        self.questions.regain_access(table_id)
        self.look_at(table_id)

    def board_at(self, table: TableView) -> str:
        """Return a link to a table's board, or to its channel if the board's message is unknown.

        A practice table has no board.
        """
        if table.practice:
            return "practice"
        shown = self._store.shown(table.id, BOARD).message
        return board_panel.link(table, shown)

    def obstacle(self, table_id: int) -> str:
        """Return a sentence that explains why a board can't be shown, or "" if no problem is known.

        Only the players of the table may see this sentence.
        """
        why = self.boards.obstacles.get(table_id)
        return "" if why is None else f"I can't show its board. {why}".rstrip()

    def _looked_at(self, table_id: int, player: Player) -> float:
        return self.hands.looked_at(table_id, player)

    def found_again(self, table_id: int) -> None:
        """Show a table that people can reach again, with its new deadlines."""
        self._try_again(table_id)
        self.board_changed(table_id)

    async def place_gone(self, channel: int) -> None:
        """Look whether the boards in a channel can still be shown, because it may be gone."""
        for table_id in await self._queries.in_channel(channel):
            self.board_changed(table_id)

    async def _gone(self, person: int, guild: int | None) -> bool:
        """Record that a person has left a server, and redraw the boards of their tables.

        Without `guild`, find out which: a DM is refused in the same words if the bot has left the
        servers that it shared with them. Return False if they have left none.
        """
        left = [guild] if guild is not None else await self._left(person)
        for server in left:
            for table_id in await self._record_gone(person, server):
                self.board_changed(table_id)
        return bool(left)

    async def _left(self, person: int) -> list[int]:
        """Return the servers of a person's tables that say that they aren't a member."""
        mine = await self._queries.of_person(person)
        servers = {(await self._store.loaded(table_id)).table.guild for table_id in mine}
        return [
            server
            for server in sorted(servers)
            if not await self._messenger.is_member(server, person)
        ]

    async def enter(self, thread: int) -> None:
        """Check that the bot can keep a board in a private thread. Raises Refusal if it can't."""
        try:
            await self._messenger.enter(thread)
        except ShutOut:
            raise Refusal(
                "I'm not in this private thread, so I can't keep a table here. Mention me to let "
                "me in, then try again."
            ) from None
        except CannotSend as problem:  # a temporary problem, so assume that access works
            log.info("I don't know whether I may write in thread %s: %s", thread, problem)

    async def settled(self) -> None:
        """Wait until all messages are up to date (used in tests)."""
        while True:
            if self._looking:
                await asyncio.gather(*self._looking, return_exceptions=True)
            await self.queues.settled()
            if not self._looking:
                return

    async def close(self) -> None:
        """Stop drawing. Outdated messages will be redrawn after the next start of the bot."""
        looking = list(self._looking)
        for task in looking:
            task.cancel()
        await asyncio.gather(*looking, return_exceptions=True)
        await self.board_pictures.close()
        await self.queues.close()

    async def _draw(self, key: Key) -> None:
        table_id, message = key
        loaded = await self._store.loaded(table_id)
        match message:
            case BoardKey():
                await self._draw_board(loaded)
            case HandKey(seat):
                await self._draw_seat(loaded, seat)
            case PanelKey(seat):
                await self.hands.draw_private(loaded, seat)
            case SealKey():
                await self.records.publish(await self.threads.make_if_wanted(loaded))
                if loaded.rematch is not None:
                    self.queues.want((table_id, QUESTION))
            case OpeningKey():
                await self.threads.draw(loaded)
            case QuestionKey():
                await self.questions.draw(loaded)
                if await self._store.loaded(table_id) is not loaded:  # it may have changed
                    self.queues.want((table_id, QUESTION))
            case RoundKey():
                if await self.rounds.post(loaded):
                    self.boards.round_ended(table_id)
                    self.queues.want((table_id, BOARD))
            case TruthKey() | OfferKey():
                pass  # it's posted in answer to a press, and never drawn again
            case MessageKey(number):
                await self.hands.draw_left(loaded, number)

    # --- the board ---

    def pressed(self, reply: Reply, table_id: int) -> None:
        """Retry a failed drawing of a board soon, because somebody pressed a button on it."""
        if on_board(reply):
            self.queues.look((table_id, BOARD))

    async def _draw_board(self, loaded: LoadedTable) -> None:
        table_id = loaded.table.id
        before = self.boards.obstacles.get(table_id)
        try:
            await self.boards.draw(loaded)
        finally:
            if self.boards.obstacles.get(table_id) != before:  # every hand mentions the problem
                self._store.agenda.wake("reach")
                for message in self._behind(loaded):
                    if message != BOARD:
                        self.queues.want((table_id, message))

    async def answer_board(self, reply: Reply, table_id: int) -> None:
        """Answer a click on a board by redrawing the board, so that no other answer is needed."""
        if not await self.boards.answer(reply, table_id):
            self.look_at(table_id)

    @contextmanager
    def answering(self, reply: Reply, table_id: int) -> Generator[None]:
        """Draw nothing of a table while a press on it is handled, so its answer is sent first.

        A pressed notice isn't edited either, because the answer may replace it.
        """
        with self.queues.held_back(table_id):
            if not reply.on_notice:
                yield
                return
            try:
                with self.notices.pressed(reply.message):
                    yield
            finally:
                self.look_at(table_id)

    @contextmanager
    def showing(self, table_id: int) -> Generator[None]:
        """Log any error while a saved change is shown. It must not look like a failed move."""
        try:
            yield
        except Refusal:
            raise
        except Exception as problem:
            self.not_shown(table_id, problem)

    def not_shown(self, table_id: int, problem: Exception) -> None:
        """Log why a saved change couldn't be shown to its person, and check all messages soon."""
        expected = isinstance(problem, CannotSend)
        log.log(
            logging.INFO if expected else logging.ERROR,
            "I couldn't show table %s to the person who changed it: %s",
            table_id,
            problem,
            exc_info=None if expected else problem,
        )
        self.look_at(table_id)

    async def answer_with_change(self, reply: Reply, table_id: int) -> None:
        """Answer a board click that changed something other than the game, such as a meeting."""
        drawing = self.queues.busy(table_id)  # a drawing that is being sent may predate the change
        if not await self.boards.answer(reply, table_id) or drawing:
            self.board_changed(table_id)

    def board_changed(self, table_id: int) -> None:
        """Request a redraw of a board after a change outside the game, such as a new meeting."""
        self._see_to(self._draw_again(table_id))

    async def _draw_again(self, table_id: int) -> None:
        try:
            await self._store.loaded(table_id)  # loads what the board last showed
        except Refusal:
            return  # the table no longer exists
        async with self.queues.in_turn((table_id, BOARD)):  # wait for a drawing that is being sent
            self._store.board_behind(table_id)
        self.look_at(table_id)

    async def post_board(self, reply: Reply, table_id: int) -> None:
        """Answer a command with a new board in this channel. It replaces the previous board."""
        await self.boards.post(reply, table_id, then=self._look_at_posted)

    def _look_at_posted(self, table_id: int) -> None:
        loaded = self._store.cache.get(table_id)
        if loaded is not None and self.records.due(loaded) is not None:
            self.queues.want((table_id, SEAL))  # the deal is waiting for this record
        self.look_at(table_id)

    # --- one seat: the hand in its DM, and its notice ---

    async def _draw_seat(self, loaded: LoadedTable, seat: Seat) -> None:
        table = loaded.table
        if seat >= len(table.players) or table.players[seat].person is None:
            return
        player = table.players[seat]
        await self.notices.update(loaded, player)
        if self.notices.due(player):
            reading = self.hands.looked_at(table.id, player) + self._timing.here_for
            await self.notices.send(loaded, player, reading)
            self._store.listener.notice_sent(table.id, seat)
            if await self._store.loaded(table.id) is not loaded:  # the table may have changed
                self.queues.want((table.id, HandKey(seat)))
        await self.hands.draw(loaded, player)

    async def answer_hand(
        self, reply: Reply, table_id: int, *, new_panel: bool = False, more: Sequence[Part] = ()
    ) -> None:
        """Answer with a person's hand and `more` below it.

        Edit the pressed panel, or send a new one if `new_panel`.
        """
        await self.hands.answer(reply, table_id, new_panel=new_panel, more=more)

    def hand_is_open(self, reply: Reply, table_id: int) -> bool:
        """Return whether a person's ephemeral hand will be edited when the table changes."""
        return self.hands.is_open(table_id, reply.person)

    def covering_hand(self, reply: Reply, table_id: int) -> AbstractAsyncContextManager[None]:
        """Draw something else on the pressed panel meanwhile. Its hand isn't drawn any more."""
        return self.hands.covered(reply, table_id)

    async def withdraw_notice(self, table_id: int, person: int) -> None:
        """Remove the notice of a person who gives their seat up. Only log if that fails."""
        player = (await self._store.loaded(table_id)).table.player_of(person)
        if player is None:
            return
        async with self.queues.in_turn((table_id, HandKey(player.seat))):
            try:
                await self.notices.withdraw(table_id, player)
            except CannotSend as problem:
                log.info("I couldn't delete a notice of table %s: %s", table_id, problem)

    async def offer_seat(self, table: TableView, receipt: int) -> bool:
        """Ping the person to whom a seat is offered, in the table's channel.

        `receipt` is the id of the press that completed the offer. Return False if that failed.
        """
        if table.offer is None:
            return False
        notice = seat_offer_text.ping(self.faces[table.game], table, table.offer)
        try:
            message = await self._messenger.notify(table.channel, notice, f"o{receipt}")
        except CannotSend as problem:
            log.warning(
                "I couldn't tell anybody about the seat that table %s offers: %s", table.id, problem
            )
            return False
        await self._store.note_now(table.id, Shown(OFFER, notice=message, notice_in=table.channel))
        return True

    async def withdraw_offer(self, table_id: int) -> None:
        """Remove the message about an earlier offer of a seat. Only log if that fails."""
        async with self.queues.in_turn((table_id, OFFER)):
            shown = self._store.shown(table_id, OFFER)
            if shown.notice is None or shown.notice_in is None:
                return
            try:
                await self._messenger.remove(shown.notice_in, shown.notice)
            except CannotSend as problem:
                log.info("I couldn't delete an offer of table %s: %s", table_id, problem)
            self._store.note(table_id, shown.without_notice())

    async def renewed(self, reply: Reply, table_id: int) -> bool:
        """Answer a press on a superseded panel only by showing the current hand.

        Return False if the press was on any other message.
        """
        if not reply.on_own_panel or reply.on_notice:
            return False
        return await self.hands.renew(reply, table_id)
