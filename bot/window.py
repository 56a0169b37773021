"""What is shown where: the board in the channel, the hand in a DM, the nudge.

What each was last shown is stored; where that is behind, the newest state is drawn. After a crash
the same comparison is the recovery. Moves made while a table is being drawn share the next drawing.
Each message has a lock and remembers the rev it shows, so no reader ever sees time run backwards.
"""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

import aiohttp
import discord
from discord import ui

from bot import frame
from bot.face import AnyFace
from bot.host import Host
from bot.panel import Button, Panel, Row, Text, layout
from bot.post import Post, ShutOut
from bot.reply import Reply
from bot.sight import Showing, Sight
from db import tables
from db.tables import Sitter
from games.rules import Refusal

log = logging.getLogger(__name__)

LOCK_PATIENCE = 1.0  # seconds a click waits for a drawing that is under way


@dataclass(frozen=True, slots=True)
class Timing:
    """How eagerly things are shown, in seconds."""

    settle: float = 0.1
    """Before a drawing: time for the answer to a click, which draws the board too."""
    pause: float = 2.0
    """Between two drawings of the same table that nobody's click pays for."""
    nudge_after: float = 30.0
    """How long somebody at the table may think before a notice is posted."""
    retry: float = 30.0
    """After Discord failed to take a drawing."""


class Window:
    """Keeps what is shown up to date. `changed(table)` is all that anybody needs to call."""

    def __init__(
        self, post: Post, host: Host, faces: Mapping[str, AnyFace], timing: Timing
    ) -> None:
        self._post = post
        self._host = host
        self._faces = faces
        self._timing = timing
        self._dirty: set[int] = set()
        self._running: dict[int, asyncio.Task[None]] = {}
        self._locks: dict[tuple[int, int | None], asyncio.Lock] = defaultdict(asyncio.Lock)
        self._shown: dict[tuple[int, int | None], int] = {}
        self._waiting_since: dict[tuple[int, int], float] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}

    # --- keeping up ---

    def changed(self, table_id: int) -> None:
        """Have a table shown again, soon."""
        self._dirty.add(table_id)
        if table_id not in self._running:
            self._running[table_id] = asyncio.create_task(self._keep_up(table_id))

    async def catch_up(self) -> None:
        """Have everything shown that may be behind, after a start."""
        async with self._host.database.transaction() as tx:
            behind = await tables.behind(tx)
        for table_id in behind:
            self.changed(table_id)

    async def let_in(self, channel: int) -> None:
        """Show the tables of a channel again, where we may have been let in."""
        async with self._host.database.transaction() as tx:
            here = await tables.in_channel(tx, channel)
        for table_id in here:
            self.changed(table_id)

    async def settled(self) -> None:
        """Wait until everything is shown (at the end, and in tests)."""
        while self._running:
            await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def close(self) -> None:
        """Stop drawing. What is not shown yet will be after the next start."""
        for timer in self._timers.values():
            timer.cancel()
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _keep_up(self, table_id: int) -> None:
        try:
            await asyncio.sleep(self._timing.settle)
            while table_id in self._dirty:
                self._dirty.discard(table_id)
                pause = self._timing.pause
                try:
                    await self._show(table_id)
                except Refusal:
                    return  # the table is gone
                except ShutOut:
                    pass  # shown again at the next move, or when we are let in again
                except (TimeoutError, discord.HTTPException, OSError, aiohttp.ClientError) as error:
                    log.warning("Table %s could not be shown: %s", table_id, error)
                    self._later(table_id, self._timing.retry)
                except Exception:
                    log.exception("Table %s could not be drawn", table_id)
                    return
                if table_id in self._dirty:
                    await asyncio.sleep(pause)
        finally:
            del self._running[table_id]
            if table_id in self._dirty and not self._post.closed:
                self.changed(table_id)

    def _later(self, table_id: int, seconds: float) -> None:
        timer = self._timers.pop(table_id, None)
        if timer is not None:
            timer.cancel()
        loop = asyncio.get_running_loop()
        self._timers[table_id] = loop.call_later(seconds, self.changed, table_id)

    async def _show(self, table_id: int) -> None:
        showing = await self._host.showing(table_id)
        face = self._faces[showing.public.game]
        work = [self._show_board(face, showing)]
        if showing.public.phase != "open":
            for sight, sitter in zip(showing.seats, showing.sitters, strict=True):
                work.append(self._show_seat(face, sight, sitter))
        problems = await asyncio.gather(*work, return_exceptions=True)
        for problem in problems:
            if isinstance(problem, BaseException):
                raise problem
        if showing.public.phase in ("over", "ended"):
            self._forget(table_id)

    def _forget(self, table_id: int) -> None:
        """Keep nothing in memory of a table that is over and shown."""
        for kept in (self._shown, self._locks):
            for key in [key for key in kept if key[0] == table_id]:
                if not self._locks[key].locked():
                    del kept[key]

    # --- the board ---

    async def _show_board(self, face: AnyFace, showing: Showing) -> None:
        sight = showing.public
        key = (sight.id, None)
        async with self._locks[key]:
            if self._shown.get(key, showing.board_rev) >= sight.rev and showing.board is not None:
                return
            view = render(face, frame.board(face, sight), sight)
            board = await self._post.keep(
                sight.channel, showing.board, view, f"b{sight.id}:{sight.rev}"
            )
            await self._note_board(sight, board)

    async def _note_board(self, sight: Sight, message: int | None) -> None:
        self._shown[sight.id, None] = sight.rev
        async with self._host.database.transaction() as tx:
            await tables.board_shown(tx, sight.id, message, sight.rev)

    async def answer_board(self, reply: Reply, table_id: int) -> None:
        """Answer a click on a board by drawing that board anew: the cheapest way there is."""
        lock = self._locks[table_id, None]
        try:
            async with asyncio.timeout(LOCK_PATIENCE):
                await lock.acquire()
        except TimeoutError:
            await reply.acknowledge()  # a drawing is under way; the next one shows this move
            return
        try:
            showing = await self._host.showing(table_id)
            sight, face = showing.public, self._faces[showing.public.game]
            clicked = reply.interaction.message
            if clicked is not None and clicked.id != showing.board:
                await reply.update(render(face, moved_on(sight, showing.board), sight))
            elif await reply.update(render(face, frame.board(face, sight), sight)):
                await self._note_board(sight, showing.board)
        finally:
            lock.release()

    async def post_board(self, reply: Reply, table_id: int) -> None:
        """Answer a command with a new board, here, in the place of the one before."""
        async with self._locks[table_id, None]:
            showing = await self._host.showing(table_id)
            sight, face = showing.public, self._faces[showing.public.game]
            message = await reply.post(render(face, frame.board(face, sight), sight))
            if message is not None:
                await self._note_board(sight, message)
        self.changed(table_id)
        if message is not None and showing.board is not None:
            await self._post.remove(sight.channel, showing.board)

    # --- one seat: the hand in its DM, and the nudge ---

    async def _show_seat(self, face: AnyFace, sight: Sight, sitter: Sitter) -> None:
        reached = True
        async with self._locks[sight.id, sitter.seat]:
            if _wants_drawing(face, sight, sitter):
                # what this seat was last shown may have changed while we waited for the lock
                newest = await self._host.showing(sight.id)
                sight, sitter = newest.seats[sitter.seat], newest.sitters[sitter.seat]
                if _to_be_asked(face, sight, sitter):
                    reached = await self._send_hand(face, sight, sitter)
                elif _wants_drawing(face, sight, sitter):
                    await self._renew_hand(face, sight, sitter)
        if sitter.seat in frame.asked(face, sight) and reached:
            return  # they have it in their DM
        await self._nudge(sight, sitter, at_once=not reached)

    async def _send_hand(self, face: AnyFace, sight: Sight, sitter: Sitter) -> bool:
        """Send a hand anew, as a message that pings; False if the DM is closed."""
        view = render(face, frame.hand(face, sight, in_dm=True), sight)
        message = await self._post.send_dm(
            sitter.person, view, f"h{sight.id}:{sitter.seat}:{sight.rev}"
        )
        if message is None:
            return False
        await self._note_hand(face, sight, message, asked=True)
        if sitter.hand not in (None, message):  # the same one, if it was sent a moment ago
            await self._post.remove_dm(sitter.person, sitter.hand)
        return True

    async def _renew_hand(self, face: AnyFace, sight: Sight, sitter: Sitter) -> None:
        """Edit the hand in the DM."""
        view = render(face, frame.hand(face, sight, in_dm=True), sight)
        assert sitter.hand is not None
        there = await self._post.edit_dm(sitter.person, sitter.hand, view)
        await self._note_hand(face, sight, sitter.hand if there else None, asked=False)

    async def _note_hand(
        self, face: AnyFace, sight: Sight, message: int | None, *, asked: bool
    ) -> None:
        assert sight.seat is not None
        self._shown[sight.id, sight.seat] = sight.rev
        async with self._host.database.transaction() as tx:
            table = await tables.load(tx, sight.id)
            if table is None:
                return
            sitter = table.sitters[sight.seat]
            await tables.hand_shown(
                tx,
                sight.id,
                replace(
                    sitter,
                    hand=message,
                    hand_rev=sight.rev,
                    hand_print=frame.hand_print(face, sight),
                    hand_question=sight.question if asked else sitter.hand_question,
                ),
            )

    async def answer_hand(self, reply: Reply, table_id: int, *, anew: bool = False) -> None:
        """Answer with the hand of whoever asked: on the panel that was clicked, or `anew`."""
        in_dm = reply.interaction.guild_id is None
        person = reply.interaction.user.id
        sight = await self._host.sight(table_id, person)
        if sight.seat is None:
            raise Refusal(f"You do not sit at table {table_id}; you are welcome to watch.")
        face = self._faces[sight.game]
        async with self._locks[table_id, sight.seat]:
            sight = await self._host.sight(table_id, person)
            view = render(face, frame.hand(face, sight, in_dm=in_dm), sight)
            went = not anew and await reply.update(view)
            if anew or not reply.given:  # the panel may have been replaced while it was clicked
                await reply.say(view)
                went = True
            if went:
                await self._note_looked(face, sight, reply, anew)

    async def _note_looked(self, face: AnyFace, sight: Sight, reply: Reply, anew: bool) -> None:
        """Note that an owner has their hand, and its question, before their eyes."""
        assert sight.seat is not None
        asked = sight.seat in frame.asked(face, sight)
        clicked = reply.interaction.message
        async with self._host.database.transaction() as tx:
            await tables.looked(tx, sight.id, sight.seat, sight.rev)
            table = await tables.load(tx, sight.id)
            if table is None or sight.seat >= len(table.sitters):
                return
            sitter = table.sitters[sight.seat]
            if asked:
                sitter = replace(sitter, hand_question=sight.question)
            if not anew and clicked is not None and clicked.id == sitter.hand:
                self._shown[sight.id, sight.seat] = sight.rev
                sitter = replace(
                    sitter, hand_rev=sight.rev, hand_print=frame.hand_print(face, sight)
                )
            await tables.hand_shown(tx, sight.id, sitter)

    async def send_hand_again(self, table_id: int, person: int) -> None:
        """Put a fresh hand at the bottom of a DM, in the place of the one before."""
        seat = (await self._host.sight(table_id, person)).seat
        if seat is None:
            return
        async with self._locks[table_id, seat]:
            newest = await self._host.showing(table_id)
            sight = newest.seats[seat]
            await self._send_hand(self._faces[sight.game], sight, newest.sitters[seat])
        async with self._host.database.transaction() as tx:
            await tables.looked(tx, table_id, seat, sight.rev)

    # --- nudges: a ping must be a new message, and there is at most one for each seat ---

    async def _nudge(self, sight: Sight, sitter: Sitter, *, at_once: bool) -> None:
        key = (sight.id, sitter.seat)
        if sitter.seat not in sight.awaited:
            self._waiting_since.pop(key, None)
            if sitter.nudge is not None:
                await self._post.remove(sight.channel, sitter.nudge)
                await self._note_nudge(key, None)
            return
        if sitter.nudge is not None:
            return
        waited = time.monotonic() - self._waiting_since.setdefault(key, time.monotonic())
        wait = self._timing.nudge_after - waited
        if wait > 0 and not at_once:
            self._later(sight.id, wait)
            return
        text = Text(f"<@{sitter.person}>, it is your move at table {sight.id}.")
        panel = Panel([text, Row([Button("My hand", frame.HAND, "main")])])
        message = await self._post.send(
            sight.channel,
            layout(panel, sight.id, sight.rev),
            f"n{sight.id}:{sitter.seat}:{sight.rev}",
            ping=sitter.person,
        )
        await self._note_nudge(key, message)

    async def _note_nudge(self, key: tuple[int, int], message: int | None) -> None:
        async with self._host.database.transaction() as tx:
            await tables.nudged(tx, *key, message)


def render(face: AnyFace, panel: Panel, sight: Sight) -> ui.LayoutView:
    """Render a panel of a table in its game's colour."""
    return layout(panel, sight.id, sight.rev, face.colour)


def moved_on(sight: Sight, board: int | None) -> Panel:
    """Draw what is left of a board that has been replaced by another further down."""
    link = (
        f"https://discord.com/channels/{sight.guild}/{sight.channel}/{board}"
        if board is not None
        else f"<#{sight.channel}>"
    )
    return Panel([Text(f"-# Table {sight.id} has moved on: {link}")])


def _wants_drawing(face: AnyFace, sight: Sight, sitter: Sitter) -> bool:
    """Say whether a seat is to be asked anew, or its DM shows something else than it should."""
    if _to_be_asked(face, sight, sitter):
        return True
    return sitter.hand is not None and sitter.hand_print != frame.hand_print(face, sight)


def _to_be_asked(face: AnyFace, sight: Sight, sitter: Sitter) -> bool:
    """Say whether a seat owes something private, and has not been shown that it does."""
    return sitter.seat in frame.asked(face, sight) and sitter.hand_question != sight.question
