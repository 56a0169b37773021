"""Tells the watchers of a table by DM how its game ended.

A watcher is stored until they have been told, so a restart forgets nobody. The nonce of a DM keeps
Discord from showing it twice if the bot was killed before it noted that the DM was sent.
"""

import logging

from bot.host.host import Host
from bot.host.reading.loaded_table import LoadedTable
from bot.host.time.waking_hours import hours_of, wakes
from bot.show.deliver.display import Display
from bot.show.deliver.queues.messenger import CannotSend, Messenger, TryLater
from bot.show.draw.people import watch_text
from db.tables.shown import BOARD
from games.rules import Refusal

log = logging.getLogger(__name__)

LOOK_AGAIN = 1.0  # seconds until it is checked again whether the final board has been posted
LONGEST_WAIT = 120.0  # seconds after which watchers are told even if it hasn't been


class WatcherMessages:
    """Tells the watchers of games that are over, when they are awake."""

    def __init__(self, host: Host, messenger: Messenger, display: Display) -> None:
        self._host = host
        self._store = host.store
        self._messenger = messenger
        self._display = display
        self._since: dict[int, float] = {}  # when a table was first found to be finished

    async def tick(self) -> float | None:
        """Tell everybody who is awake, and return when the next one wakes up."""
        again = list[float]()
        to_tell = await self._host.watching.to_tell()
        finished = {table_id for table_id, _ in to_tell}
        self._since = {table: at for table, at in self._since.items() if table in finished}
        for table_id, person in to_tell:
            now = self._host.now()
            awake = wakes(now, hours_of(await self._store.contacts.of(person)))
            if awake > now:
                again.append(awake)
                continue
            try:
                loaded = await self._store.loaded(table_id)
                if not self._is_posted(loaded):
                    again.append(now + LOOK_AGAIN)
                    continue
                await self._tell(loaded, person)
            except TryLater as problem:
                log.info("I'll write to a watcher of table %s later: %s", table_id, problem)
            except CannotSend as problem:
                log.info("I can't write to a watcher of table %s: %s", table_id, problem)
                await self._host.watching.stop(table_id, person)
            except Refusal as problem:  # its game is no longer offered
                log.info("I can't tell the watchers how table %s ended: %s", table_id, problem)
            except Exception:  # a problem with one message must not hold the others up
                log.exception("I couldn't write to a watcher of table %s", table_id)
        return min(again, default=None)

    def _is_posted(self, loaded: LoadedTable) -> bool:
        """Return whether the final board stands, so that a link to it will last.

        At the end of a game the board is posted anew, and the one before is removed.
        """
        table, now = loaded.table, self._host.now()
        posted = abs(self._store.shown(table.id, BOARD).step) >= table.step
        waited = now - self._since.setdefault(table.id, now)
        return posted or table.phase == "ended" or waited >= LONGEST_WAIT

    async def _tell(self, loaded: LoadedTable, person: int) -> None:
        """Tell a watcher how a game ended, unless they may not know, and forget them."""
        table = loaded.table
        if (
            table.player_of(person) is None
            and not self._store.servers.blocks(table.guild, person)
            and await self._messenger.sees(table.channel, person)
        ):
            seen = self._host.queries.seen_from(loaded, None)
            face, board = self._display.faces[table.game], self._display.board_at(seen)
            notice = watch_text.ended(face, seen, board, person)
            await self._messenger.send_dm(person, notice, f"w{table.id}")
        await self._host.watching.stop(table.id, person)
