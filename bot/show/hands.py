"""The hands that their owners have before their eyes, drawn and kept true without a ping.

A hand in a DM is a message like any other; which one it is stands in the file. A private answer in
a channel is seen by one person, and nobody can edit it but by the token of the interaction that
made it, or of the last press on it, for fifteen minutes. So the newest panel of each seat is kept
true by that token, in a DM as well: nothing of it counts against what a bot may ask of a channel.
Tokens are in memory and nowhere else: after a restart the panel's next press brings a new one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.host.contacts import place_of
from bot.host.deadlines import GIVEN_UP, HERE_WITHIN
from bot.host.loaded import Loaded, Orders
from bot.host.queries import Queries
from bot.host.store import Store
from bot.host.table_view import TableView
from bot.show import hand, presence
from bot.show.boards import message_of
from bot.show.calls import Calls
from bot.show.lanes import Lanes
from bot.show.messenger import Kept, Message, Messenger, Reply
from bot.ui.face import AnyFace
from db.shown import BOARD
from db.tables import Player
from games.rules import Refusal, Seat

KEPT_FOR = 14 * 60.0  # seconds; a token lives for fifteen minutes

Print: TypeAlias = str
"""A fingerprint of what a hand shows (hand.py)."""


def private(seat: Seat) -> int:
    """Return the reader whose lane a seat's private answer is; its own inverse."""
    return BOARD - 1 - seat


@dataclass(slots=True)
class Open:
    """The newest panel of a seat: how to edit it, and until when; `by_dm`: it lies in the DM.

    It is `person`'s for good, whoever takes that seat when they leave it before the deal.
    """

    person: int
    answer: Kept
    until: float
    print: Print
    in_dm: bool
    by_dm: bool


class Hands:
    """Draws hands. Only whoever has a panel's lane may write on it."""

    def __init__(
        self,
        store: Store,
        queries: Queries,
        messenger: Messenger,
        faces: Mapping[str, AnyFace],
        lanes: Lanes,
        calls: Calls,
        look_at: Callable[[int], None],
    ) -> None:
        self._store = store
        self._queries = queries
        self._messenger = messenger
        self._faces = faces
        self._lanes = lanes
        self._calls = calls
        self._look_at = look_at
        self._open: dict[int, dict[Seat, Open]] = {}  # by table and seat
        self._prints: dict[int, dict[Seat, tuple[int, Orders, Print]]] = {}
        self.in_the_way: Mapping[int, str] = {}  # of boards that cannot be shown (boards.py)

    # --- what there is to do ---

    def behind(self, loaded: Loaded, player: Player) -> list[int]:
        """List the lanes of a seat in which an older hand stands than there is."""
        table, seat, newest = loaded.table, player.seat, self._newest(loaded.table.id, player)
        if newest is not None and not newest.by_dm:
            return [private(seat)] if newest.print != self._print(loaded, seat) else []
        shown, now = self._store.shown(table.id, seat), self._print(loaded, seat)
        if shown.message is None or shown.print == now or table.phase == "open":
            return []
        if newest is not None or table.phase != "playing":
            return [seat]
        # it says when it was drawn, and can be refreshed: edits by the bot itself are few
        here = self._is_here(player) or hand.at_rest(now)
        return [seat] if here and hand.asks_anew(shown.print, now) else []

    def _is_here(self, player: Player) -> bool:
        at = player.acted_at
        return at is not None and self._store.clock.now() - at < HERE_WITHIN

    def _newest(self, table_id: int, player: Player) -> Open | None:
        """Find the newest panel of a player, while it can be edited by its token."""
        found = self._open.get(table_id, {}).get(player.seat)
        if found is None:
            return None
        if found.person == player.person and self._store.clock.now() < found.until:
            return found
        del self._open[table_id][player.seat]
        return None

    def _print(self, loaded: Loaded, seat: Seat) -> Print:
        """Fingerprint a hand, once for each rev and what has been said ahead."""
        table, known = loaded.table, self._prints.setdefault(loaded.table.id, {})
        rev, orders, made = known.get(seat, (0, {}, ""))
        if rev != table.rev or orders is not loaded.orders:
            seen = self._queries.seen_from(loaded, seat)
            made = hand.print_of(self._faces[table.game], seen)
            known[seat] = (table.rev, loaded.orders, made)
        return made

    def looked_at(self, table_id: int, player: Player) -> float:
        """Say when a player last pressed for their hand; 0 if it was long ago."""
        newest = self._newest(table_id, player)
        return 0.0 if newest is None else newest.until - KEPT_FOR

    def forget(self, table_id: int) -> None:
        """Keep nothing in memory of a table that nobody has touched for long."""
        self._open.pop(table_id, None)
        self._prints.pop(table_id, None)

    # --- in the lane's own time ---

    async def draw(self, loaded: Loaded, player: Player) -> None:
        """Bring the hand in a DM up to date."""
        table, seat = loaded.table, player.seat
        message = self._store.shown(table.id, seat).message
        if message is None or player.person is None or seat not in self.behind(loaded, player):
            return
        newest = self._newest(table.id, player)
        drawn = await self._hand(loaded, self._queries.seen_from(loaded, seat), in_dm=True)
        if newest is None or not await newest.answer.edit(drawn):
            there = await self._messenger.edit_dm(player.person, message, drawn)
        else:
            there = True
        self._store.note(
            table.id,
            replace(
                self._store.shown(table.id, seat),  # it may have changed meanwhile
                message=message if there else None,
                step=table.step,
                print=self._print(loaded, seat),
            ),
        )

    async def draw_private(self, loaded: Loaded, seat: Seat) -> None:
        """Bring a private answer up to date, if it still can be."""
        table_id, players = loaded.table.id, loaded.table.players
        newest = self._newest(table_id, players[seat]) if seat < len(players) else None
        if newest is None or newest.by_dm or newest.print == (now := self._print(loaded, seat)):
            return
        seen = self._queries.seen_from(loaded, seat)
        there = await newest.answer.edit(await self._hand(loaded, seen, in_dm=newest.in_dm))
        newest.print = now
        if not there and self._open.get(table_id, {}).get(seat) is newest:
            del self._open[table_id][seat]

    async def _hand(self, loaded: Loaded, seen: TableView, *, in_dm: bool) -> Message:
        """Draw a hand as of now."""
        face, player = self._faces[loaded.table.game], loaded.table.players[seen.seat or 0]
        known = await self._store.contacts.of(player.person or 0)
        written = place_of(known) != "none" and player.unanswered < GIVEN_UP
        outlook = presence.outlook(seen, self._store.clock.now(), written=written)
        hidden = hand.hidden(face, self.in_the_way.get(seen.id))
        panel = hand.draw(face, seen, in_dm=in_dm, outlook=(outlook + hidden).lstrip("\n"))
        return message_of(face, loaded.table, panel)

    # --- as an answer ---

    async def answer(self, reply: Reply, table_id: int, *, anew: bool = False) -> None:
        """Answer with the hand of whoever asked: on the panel that was clicked, or `anew`."""
        player = (await self._store.loaded(table_id)).table.player_of(reply.person)
        if player is None:
            raise Refusal(f"You do not sit at table {table_id}; you are welcome to watch.")
        seat, message = player.seat, reply.message
        newest = self._newest(table_id, player)
        if anew or message is None or (reply.on_notice and not reply.in_dm):
            await self._draw_on(reply, table_id, seat, anew=True)
        elif reply.on_notice:
            async with self._lanes.in_turn((table_id, seat)):
                await self._draw_on(reply, table_id, seat)
        elif message == self._store.shown(table_id, seat).message:
            await self._take(reply, table_id, player, seat)
        elif newest is not None and message == newest.answer.message:
            await self._take(reply, table_id, player, private(seat))
        else:  # an older panel, which becomes the newest
            async with self._lanes.in_turn((table_id, message)):
                await self._draw_on(reply, table_id, seat)

    async def _take(self, reply: Reply, table_id: int, player: Player, reader: int) -> None:
        """Answer on a panel that has a lane; if it is being drawn, its next drawing shows all."""
        async with self._lanes.taken((table_id, reader)) as free:
            if free:
                await self._draw_on(reply, table_id, player.seat)
                return
            await reply.acknowledge()
            newest = self._newest(table_id, player)
            if newest is not None and reply.kept is not None:
                newest.answer, newest.until = reply.kept, self._store.clock.now() + KEPT_FOR
                newest.print = ""
            self._lanes.want((table_id, reader))

    async def _draw_on(
        self, reply: Reply, table_id: int, seat: Seat, *, anew: bool = False
    ) -> None:
        loaded = await self._store.loaded(table_id)
        seen = self._queries.seen_by(loaded, reply.person)
        drawn = await self._hand(loaded, seen, in_dm=reply.in_dm)
        went = not anew and await reply.update(drawn)
        said = anew or not reply.given  # the panel may have been replaced while it was clicked
        if said:
            await reply.say(drawn)
        if not (went or said):
            return
        shown = replace(self._store.shown(table_id, seat), looked_rev=loaded.table.rev)
        self._store.note(table_id, shown)
        by_dm = went and await self._note_drawn(loaded, seat, reply)
        if reply.kept is not None:
            until = self._store.clock.now() + KEPT_FOR
            print = self._print(loaded, seat)
            opened = Open(reply.person, reply.kept, until, print, reply.in_dm, by_dm)
            self._open.setdefault(table_id, {})[seat] = opened
        if self._store.cache.get(table_id) is not loaded:  # it was too new a panel to be drawn
            self._look_at(table_id)

    async def _note_drawn(self, loaded: Loaded, seat: Seat, reply: Reply) -> bool:
        """Note what the hand in the DM shows now; a notice there has become that hand.

        False if what was clicked is another panel.
        """
        table_id, shown = loaded.table.id, self._store.shown(loaded.table.id, seat)
        now = replace(shown, step=loaded.table.step, print=self._print(loaded, seat))
        if reply.message == shown.message:
            self._store.note(table_id, now)
        elif reply.on_notice and reply.message == shown.notice:
            # its id is in the file already: nobody has to wait for the disk
            self._store.note(table_id, replace(now, message=shown.notice).without_notice())
            if shown.message is not None:
                await self._messenger.remove_dm(reply.person, shown.message)
        else:
            return False
        return True

    # --- below a typed line ---

    async def send_again(self, table_id: int, person: int, line: int) -> None:
        """Put a fresh hand at the bottom of a DM, below a typed `line`, in place of the last."""
        player = (await self._store.loaded(table_id)).table.player_of(person)
        if player is None:
            return
        async with self._lanes.in_turn((table_id, player.seat)):
            loaded = await self._store.loaded(table_id)
            await self._send(loaded, player, self._queries.seen_by(loaded, person), line)
            shown = self._store.shown(table_id, player.seat)
            self._store.note(table_id, replace(shown, looked_rev=loaded.table.rev))

    async def _send(self, loaded: Loaded, player: Player, seen: TableView, line: int) -> None:
        assert player.person is not None
        table, shown = loaded.table, self._store.shown(loaded.table.id, player.seat)
        drawn = await self._hand(loaded, seen, in_dm=True)
        self._open.get(table.id, {}).pop(player.seat, None)
        sent = await self._messenger.send_dm(player.person, drawn, f"t{line}")
        newest = self._store.shown(table.id, player.seat)  # it may have changed meanwhile
        if sent is None:
            self._store.note(table.id, replace(newest, message=None))
            return
        now = self._print(loaded, player.seat)
        await self._store.note_now(
            table.id, replace(newest, message=sent, step=table.step, print=now)
        )
        if shown.message not in (None, sent):  # the same one, if it was sent a moment ago
            assert shown.message is not None
            await self._messenger.remove_dm(player.person, shown.message)
        await self._calls.replaced(table.id, player)
