"""Adds pictures to boards without delaying any move.

A move redraws the board immediately and keeps the picture that is already attached. The picture
itself says which position it shows. When the board has not changed for a moment, the new picture is
painted (picture_cache.py), and the board's message queue edits the board a second time. Moves that
follow each other quickly share one picture.

The file id, name and alt text of the attached picture are stored in `Shown.print` of the board, so
they survive a restart. They are cleared before an upload and stored again afterwards, because
Discord refuses a message that refers to a missing picture, or to one without its id. A board
without a picture is still complete.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.host.reading.store import Store
from bot.host.time.clock import Clock
from bot.show.deliver.queues.messenger import CannotSend, Messenger, TryLater
from bot.show.deliver.queues.picture_cache import PictureCache
from bot.show.draw.parts.message import File, Message
from bot.ui.panels.panel import Attached, Panel, Picture
from db.tables.shown import BOARD
from db.tables.tables import Table

log = logging.getLogger(__name__)

LONGEST_WAIT = 5  # longest time to wait until a board stops changing, as a multiple of `rest`
UPLOAD_TIMEOUT = 10.0  # seconds allowed for an upload; clicks made meanwhile are drawn afterwards


@dataclass(slots=True)
class _PendingPicture:
    """A requested picture of a board, the time of the request, and the PNG after it is painted."""

    wanted: Picture | None = None
    since: float = 0.0
    changed: float = 0.0
    painted: bytes | None = None
    given_up: str = ""
    refused: bool = False
    task: asyncio.Task[None] | None = None


class BoardPictures:
    """Manages the pictures of all boards. If `pictures` is None, boards have only text.

    `draw` requests a new drawing of a board from its message queue, and the queue then calls
    `attach`. `rested` is called with the id of a table that has no pending picture any more.
    """

    def __init__(
        self,
        store: Store,
        messenger: Messenger,
        pictures: PictureCache | None,
        clock: Clock,
        *,
        rest: float,
        draw: Callable[[int], None],
        rested: Callable[[int], None],
    ) -> None:
        self._store = store
        self._messenger = messenger
        self._pictures = pictures
        self._clock = clock
        self._rest = rest
        self._draw = draw
        self._rested = rested
        self._pending: dict[int, _PendingPicture] = {}

    # --- what a board shows ---

    def with_attached(self, table_id: int, panel: Panel, *, new: bool = False) -> Panel:
        """Return a board's panel with the attached picture. Request a new picture if needed.

        A `new` message has no attached picture yet.
        """
        wanted = picture_of(panel)
        attached = None if new else self._attached(table_id)
        if self._pictures is not None:
            self._want(table_id, wanted, attached)
        if wanted is None or self._pictures is None:
            return with_picture(panel, None)
        if attached is not None and attached.name == wanted.name:
            attached = replace(attached, alt=wanted.alt)
        return with_picture(panel, attached)

    def _attached(self, table_id: int) -> Attached | None:
        file, _, rest = self._store.shown(table_id, BOARD).print.partition(" ")
        name, _, alt = rest.partition(" ")
        return Attached(name, alt, int(file)) if file.isdecimal() and name else None

    @property
    def on(self) -> bool:
        """Whether boards have pictures at all."""
        return self._pictures is not None

    def knows(self, table_id: int) -> bool:
        """Return whether a board's picture was checked since startup. True if pictures are off."""
        return self._pictures is None or table_id in self._pending

    def pending(self, table_id: int) -> bool:
        """Return whether a board still needs a new picture."""
        pending = self._pending.get(table_id)
        return pending is not None and pending.wanted is not None

    def ready(self, table_id: int) -> bool:
        """Return whether a board's new picture is painted."""
        pending = self._pending.get(table_id)
        return pending is not None and pending.painted is not None

    # --- painting, once the board is quiet ---

    def _want(self, table_id: int, picture: Picture | None, attached: Attached | None) -> None:
        pending = self._pending.setdefault(table_id, _PendingPicture())
        name = "" if picture is None else picture.name
        attached_name = "" if attached is None else attached.name
        stays = picture is not None and _stays(picture, attached_name)
        if stays or name in (attached_name, pending.given_up) or pending.refused:
            picture = None
        if picture is None:
            pending.wanted = pending.painted = None
            return
        if pending.wanted is None or pending.wanted.name != name:
            pending.changed = self._clock.now()
            pending.since = pending.changed if pending.wanted is None else pending.since
            pending.wanted, pending.painted = picture, None
        if pending.task is None and pending.painted is None:
            pending.task = asyncio.ensure_future(self._prepare(table_id, pending))

    async def _prepare(self, table_id: int, pending: _PendingPicture) -> None:
        """Wait until the board is quiet, paint its picture, and request a drawing of the board."""
        assert self._pictures is not None
        try:
            while (wanted := pending.wanted) is not None and pending.painted is None:
                at = min(pending.changed + self._rest, pending.since + LONGEST_WAIT * self._rest)
                if self._clock.now() < at:
                    await self._clock.sleep_until(at)
                    continue
                png = await self._pictures.painted(wanted)
                if pending.wanted is wanted:
                    pending.painted = png
        except Exception:
            log.exception("I couldn't paint the picture of table %s", table_id)
            pending.given_up = "" if pending.wanted is None else pending.wanted.name
            pending.wanted = None
        finally:
            pending.task = None
        if pending.wanted is None:
            self._rested(table_id)
        else:
            self._draw(table_id)

    # --- uploading, from the board's message queue ---

    async def attach(self, table: Table, drawn: Message) -> None:
        """Edit a board to attach its new picture. Call this only from the board's queue."""
        pending, shown = self._pending.get(table.id), self._store.shown(table.id, BOARD)
        png = None if pending is None else pending.painted
        if pending is None or pending.wanted is None or png is None or shown.message is None:
            return
        picture = picture_of(drawn.panel)
        if picture is None or picture.name != pending.wanted.name:
            self._want(table.id, picture, self._attached(table.id))
            return
        pending.wanted = pending.painted = None
        await self._store.note_now(table.id, replace(shown, print=""))
        message = replace(
            drawn,
            panel=with_picture(drawn.panel, Attached(picture.name, picture.alt)),
            picture=File(name=picture.name, content=png, alt=picture.alt),
        )
        try:
            async with asyncio.timeout(UPLOAD_TIMEOUT):
                file = await self._messenger.attach(table.channel, shown.message, message)
        except (CannotSend, TimeoutError) as problem:
            log.warning("I couldn't attach the picture of table %s: %r", table.id, problem)
            pending.given_up = picture.name
            pending.refused = not isinstance(problem, TryLater | TimeoutError)
            if shown.print:  # Discord still shows the older picture
                self._draw_anew(table.id)
            return
        if file is None:
            self._draw_anew(table.id)
            return
        pending.given_up = ""
        newest = self._store.shown(table.id, BOARD)
        row = replace(newest, step=table.step, print=f"{file} {picture.name} {picture.alt}")
        self._store.note(table.id, row)

    def _draw_anew(self, table_id: int) -> None:
        shown = self._store.shown(table_id, BOARD)
        self._store.note(table_id, shown.behind())
        self._draw(table_id)

    def lost(self, table_id: int) -> bool:
        """Record that a board's picture is missing on Discord. Return False if none was stored."""
        shown = self._store.shown(table_id, BOARD)
        if not shown.print:
            return False
        log.warning("The picture of table %s is gone from Discord", table_id)
        self._store.note(table_id, replace(shown, print=""))
        return True

    # --- its life ---

    def regain_access(self, table_id: int) -> None:
        """Allow further attempts to attach pictures to a board after Discord has refused one."""
        pending = self._pending.get(table_id)
        if pending is not None and pending.refused:
            del self._pending[table_id]

    def forget(self, table_id: int) -> None:
        """Drop the picture data of an inactive table, unless its picture is being painted."""
        pending = self._pending.get(table_id)
        if pending is not None and pending.task is None:
            del self._pending[table_id]

    async def close(self) -> None:
        """Stop painting. Missing pictures will be added after the next start of the bot."""
        running = [pending.task for pending in self._pending.values() if pending.task is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


def _stays(picture: Picture, attached_name: str) -> bool:
    """Return whether the attached picture is of a kind that is painted once for a message."""
    return picture.painter.lasting and attached_name.startswith(f"{picture.painter.kind}-")


def picture_of(panel: Panel) -> Picture | None:
    """Return the picture in a board's panel, or None if the panel has no picture."""
    return next((part for part in panel.parts if isinstance(part, Picture)), None)


def with_picture(panel: Panel, attached: Attached | None) -> Panel:
    """Return a panel with `attached` in place of its picture. Remove the picture if it is None."""
    replacement = [] if attached is None else [attached]
    parts = [replacement if isinstance(part, Picture) else [part] for part in panel.parts]
    return Panel([part for some in parts for part in some])
