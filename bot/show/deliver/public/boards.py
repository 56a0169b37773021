"""Draws, edits, posts and replaces the boards of all tables. Each board has a message queue.

board_panel.py defines the layout of a board, and board_pictures.py manages its picture.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.queries import Queries
from bot.host.reading.store import Store
from bot.host.time.deadlines import PRESENT_WITHIN
from bot.host.time.discord_ids import instant_of
from bot.show.deliver.public.board_pictures import BoardPictures
from bot.show.deliver.queues.avatars import Avatars
from bot.show.deliver.queues.message_queues import MessageQueues
from bot.show.deliver.queues.messenger import (
    FEW,
    CannotSend,
    Messenger,
    Refused,
    Reply,
    ShutOut,
    TryLater,
)
from bot.show.draw.panels import board_panel
from bot.show.draw.parts.message import Message, message_of
from bot.show.draw.texts import thread_text
from bot.ui.face.face import AnyFace
from db.tables.shown import BOARD, OPENING, Shown
from db.tables.tables import Table

log = logging.getLogger(__name__)

OLD_BOARD = 50 * 60.0  # age in seconds; Discord limits edits of messages older than an hour
REPOST_GAP = 3600.0  # minimum seconds between two automatic replacements of an old board
COMES_DOWN_GAP = 300.0  # minimum seconds between two posts of a board that was out of view,
CHANNEL_GAP = 60.0  # and of any such boards in a channel
PLAYERS_HERE = 2  # number of players who must be present before an old board is replaced


class Boards:
    """Draws boards. A caller must hold the message queue of a board to change its message."""

    def __init__(
        self,
        store: Store,
        queries: Queries,
        messenger: Messenger,
        faces: Mapping[str, AnyFace],
        queues: MessageQueues,
        pictures: BoardPictures,
        avatars: Avatars,
    ) -> None:
        self._store = store
        self._queries = queries
        self._messenger = messenger
        self._faces = faces
        self._queues = queues
        self._pictures = pictures
        self._avatars = avatars
        self._reposted_at: dict[int, float] = {}  # last replacement time by table id
        self._round_over: set[int] = set()  # tables with a round that has just ended
        self._came_down: dict[int, float] = {}  # when a board was posted again, by table id
        self._came_down_in: dict[int, float] = {}  # and by channel
        self._looked_for: set[int] = set()  # tables whose newest board is the one that is known
        self.obstacles: dict[int, str] = {}  # reason why a board can't be shown, by table id

    async def _text_only(self, loaded: LoadedTable) -> Message:
        """Draw a board without a picture. If the game is over, load its whole log first."""
        face, seen = self._faces[loaded.table.game], self._queries.seen_from(loaded, None)
        if seen.secret is not None:
            seen = await self._queries.story(loaded.table.id, None)
        shows_them = loaded.table.phase == "over" and self._pictures.on
        avatars = await self._avatars.of(loaded.table) if shows_them else None
        panel = board_panel.draw(face, seen, self._store.clock.now(), avatars)
        return message_of(face, loaded.table, panel)

    async def drawn(self, loaded: LoadedTable, *, new: bool = False) -> Message:
        """Draw a board with its attached picture. A `new` message has no attached picture yet."""
        text, table_id = await self._text_only(loaded), loaded.table.id
        return replace(text, panel=self._pictures.with_attached(table_id, text.panel, new=new))

    def opening(self, loaded: LoadedTable) -> Message:
        """Draw the board that stays in the channel while its table is played in a thread."""
        face, seen = self._faces[loaded.table.game], self._queries.seen_from(loaded, None)
        return message_of(face, loaded.table, thread_text.opening(face, seen))

    def behind(self, loaded: LoadedTable) -> bool:
        """Return whether a board must be drawn. In a new thread it waits for the cards."""
        table, shown = loaded.table, self._store.shown(loaded.table.id, BOARD)
        if shown.message is None:
            return not (table.is_frozen and table.opened_in is not None)
        return shown.step < table.step or table.id not in self._looked_for

    # --- called from the message queue ---

    async def draw(self, loaded: LoadedTable) -> None:
        """Update the text of a board first and its picture afterwards."""
        try:
            await self._draw(loaded)
        except ShutOut as problem:
            self.obstacles[loaded.table.id] = problem.hint
            raise
        self.obstacles.pop(loaded.table.id, None)

    async def _draw(self, loaded: LoadedTable) -> None:
        table = loaded.table
        await self._adopt(table)
        shown = self._store.shown(table.id, BOARD)
        if shown.message is None and not self.behind(loaded):
            return
        key, anew = (table.id, BOARD), self._is_old(loaded) or self._belongs_below(loaded)
        anew = await self._is_out_of_view(loaded) or anew
        stands = shown.message is not None and not anew
        if stands and shown.step >= table.step:
            if self._pictures.ready(table.id):
                await self._pictures.attach(table, await self._text_only(loaded))
                self._queues.hurry(key)  # a click may have waited for this upload
            return
        if stands and await self._edit(loaded, shown.message or 0):
            newest = self._store.shown(table.id, BOARD)
            self._store.note(table.id, replace(newest, step=table.step))
        else:
            await self._post(loaded, shown)
        if self._pictures.ready(table.id):
            self._queues.want(key)

    async def _adopt(self, table: Table) -> None:
        """Take over a board that was posted but not noted, because the bot was killed."""
        if table.id in self._looked_for:
            return
        shown = self._store.shown(table.id, BOARD)
        found = await self._messenger.earlier(table.channel, f"b{table.id}", shown.message or 0)
        if found is not None:
            await self._store.note_now(table.id, replace(shown, message=found, print="").behind())
            await self._remove(table, shown)
        self._looked_for.add(table.id)

    def _belongs_below(self, loaded: LoadedTable) -> bool:
        """Return whether the board must be posted as a new message at the bottom of the channel.

        This happens at the end of the game, and after the deal if its record is below the board.
        """
        table, shown = loaded.table, self._store.shown(loaded.table.id, BOARD)
        if table.phase == "over":
            return 0 < abs(shown.step) < table.step
        waited = table.deal_press is not None and table.mixed_by is not None
        return waited and shown.message is not None and shown.message < (table.mixed_by or 0)

    def round_ended(self, table_id: int) -> None:
        """Have the next drawing of a board look whether it is out of view."""
        self._round_over.add(table_id)

    async def _is_out_of_view(self, loaded: LoadedTable) -> bool:
        """Return whether a round has ended and the channel has talked the board out of view."""
        table, now = loaded.table, self._store.clock.now()
        message = self._store.shown(table.id, BOARD).message
        if table.id not in self._round_over:
            return False
        self._round_over.discard(table.id)  # a round is asked about only once
        if message is None or table.phase != "playing":
            return False
        since = now - self._came_down.get(table.id, 0.0)
        in_channel = now - self._came_down_in.get(table.channel, 0.0)
        if since < COMES_DOWN_GAP or in_channel < CHANNEL_GAP:
            return False
        if await self._messenger.count_below(table.channel, message) < FEW:
            return False
        self._came_down[table.id] = self._came_down_in[table.channel] = now
        return True

    def _is_old(self, loaded: LoadedTable) -> bool:
        """Return whether a board is old enough to be replaced and several players are present."""
        table, now = loaded.table, self._store.clock.now()
        message = self._store.shown(table.id, BOARD).message
        if message is None or table.phase in ("over", "ended") or table.is_frozen:
            return False  # while a table is dealt, a thread may be made from its board
        reposted = self._reposted_at.get(table.id, 0.0)
        if now - instant_of(message) < OLD_BOARD or now - reposted < REPOST_GAP:
            return False
        lately = [player.acted_at for player in table.players if player.acted_at is not None]
        return sum(now - at < PRESENT_WITHIN for at in lately) >= PLAYERS_HERE

    async def _post(self, loaded: LoadedTable, shown: Shown) -> None:
        """Post a board as a new message without a ping, and remove the board that it replaces."""
        table = loaded.table
        if self._is_old(loaded):
            self._reposted_at[table.id] = self._store.clock.now()
        board = await self.drawn(loaded, new=True)
        # a board can be replaced twice at one step, and each one needs a nonce of its own
        nonce = f"b{table.id}#{table.step}:{(shown.message or 0) % 10**6}"
        try:
            posted = await self._messenger.post(table.channel, board, nonce)
        except TryLater:  # it may have been posted all the same
            self._looked_for.discard(table.id)
            raise
        await self._note_posted(table, shown, posted)
        await self._remove(table, shown)

    async def _remove(self, table: Table, shown: Shown) -> None:
        """Delete a board that was replaced. If that fails, turn it into a link to the new board."""
        if shown.message is None:
            return
        try:
            await self._messenger.remove(table.channel, shown.message)
        except CannotSend as problem:
            log.warning("I couldn't delete a replaced board: %s", problem)
            await self._retire(table, shown.message)

    async def _retire(self, table: Table, message: int) -> None:
        """Edit a replaced board that couldn't be deleted. It then only links to the new board."""
        seen = self._queries.seen_from(await self._store.loaded(table.id), None)
        link = board_panel.moved_on(seen, self._store.shown(table.id, BOARD).message)
        try:
            board = message_of(self._faces[table.game], table, link)
            await self._messenger.edit(table.channel, message, board)
        except CannotSend as problem:
            log.warning("I couldn't edit a replaced board: %s", problem)

    def forget(self, table_id: int) -> None:
        """Drop the cached data of an inactive table."""
        self._reposted_at.pop(table_id, None)
        self._round_over.discard(table_id)
        self._looked_for.discard(table_id)
        self._came_down.pop(table_id, None)
        self.obstacles.pop(table_id, None)

    async def _edit(self, loaded: LoadedTable, message: int) -> bool:
        table = loaded.table
        try:
            return await self._messenger.edit(table.channel, message, await self.drawn(loaded))
        except Refused:
            if not self._pictures.lost(table.id):
                raise
            return await self._messenger.edit(table.channel, message, await self.drawn(loaded))

    async def _note_posted(self, table: Table, shown: Shown, posted: int) -> None:
        new = replace(shown, message=posted, step=table.step, print="")
        await self._store.note_now(table.id, new)

    # --- as an answer ---

    async def answer(self, reply: Reply, table_id: int) -> bool:
        """Answer a click on a board by redrawing it. Return False if sending the answer fails."""
        key = (table_id, BOARD)
        async with self._queues.hold_if_free(key) as free:
            if not free:
                await reply.acknowledge()  # a drawing is being sent; the next one shows this move
                self._queues.want(key)
                return True
            loaded = await self._store.loaded(table_id)
            table, shown = loaded.table, self._store.shown(table_id, BOARD)
            if reply.message == self._store.shown(table_id, OPENING).message:
                await reply.update(self.opening(loaded))
                return True
            if reply.message != shown.message:
                link = board_panel.moved_on(self._queries.seen_from(loaded, None), shown.message)
                await reply.update(message_of(self._faces[table.game], table, link))
                return True
            if self._belongs_below(loaded):
                await reply.acknowledge()
                self._queues.want(key)
                return True
            if not await reply.update(await self.drawn(loaded)):
                return False
            if reply.without_picture:
                self._pictures.lost(table_id)
            newest = self._store.shown(table_id, BOARD)
            self._store.note(table_id, replace(newest, step=table.step))
            if self._is_old(loaded):
                self._queues.want(key)
            return True

    async def post(self, reply: Reply, table_id: int, then: Callable[[int], None]) -> None:
        """Answer a command with a new board that replaces the last board. Then call `then`."""
        async with self._queues.in_turn((table_id, BOARD)):
            loaded = await self._store.loaded(table_id)
            shown, table = self._store.shown(table_id, BOARD), loaded.table
            board = await self.drawn(loaded, new=True)
            await self._store.to_be_shown(table_id)
            posted = await reply.post(board, f"b{table_id}")
            late = posted is None
            if posted is None:  # the answer couldn't be sent, so post an ordinary message
                posted = await self._messenger.post(
                    table.channel, board, f"b{table_id}#{reply.id % 10**12}"
                )
            self.obstacles.pop(table_id, None)
            await self._note_posted(table, shown, posted)
        if late:
            pointer = board_panel.pointer(self._queries.seen_from(loaded, None), posted)
            await reply.say(message_of(self._faces[table.game], table, pointer))
        then(table_id)
        await self._remove(table, shown)
