"""Tables of every game at which the house plays, played at a host without Discord.

Ann and Ben sit there with house players. With `changes`, every kind of tenure occurs: Ben is away
and comes back, gives up his seat and takes it again, and Dan takes the seat of a house player that
is offered to him, and gives it up.
"""

import itertools
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.queries import Queries
from db.database import Database
from db.tables.shown import Shown
from games import GAMES
from games.chance import Chance
from games.rules import Seat
from tests.hosting import Hosting
from tests.tools.bench.playouts import options_of

ANN, BEN, DAN = 11, 12, 14
NAMES = {ANN: "Ann", BEN: "Ben", DAN: "Dan"}
SPELL = 5  # moves between two changes of who plays a seat
FIRST = 1_300_000_000_000_000_000  # a press; all others come a millisecond after the one before


class Seeded(Hosting):
    """A host whose ids and secrets are the same in every run."""

    def __init__(self, database: Database, *, first: int = 1) -> None:
        super().__init__(database)
        self._ids = itertools.count(first)
        self.host.committer.house_thinks = 0.0

    def receipt(self) -> int:
        """Return the next id, of an interaction or a message."""
        return FIRST + (next(self._ids) << 22)

    async def opened_with(self, game: str, seed: int, house: int) -> int:
        """Open a table for Ann and Ben, and seat this number of house players."""
        table = await self.host.seats.open(
            game,
            options_of(GAMES[game]),
            pace="day",
            laid_open=True,
            stand_in=1,
            house=house,
            guild=self.guild,
            channel=self.channel,
            person=ANN,
            name=NAMES[ANN],
            receipt=self.receipt(),
        )
        async with self.store.database.transaction() as tx:
            secret = Random(seed).randbytes(32)
            await tx.run("UPDATE tables SET secret=? WHERE id=?", (secret, table))
        self.store.cache.drop(table)
        await self.host.seats.join(table, BEN, NAMES[BEN], self.receipt())
        await self.store.note_now(table, Shown(message=self.receipt(), step=1))
        return table

    async def dealt_at(self, table: int, *, published: bool) -> LoadedTable:
        """Press *Deal*, and deal with or without a second message."""
        if published:
            return await self.deal(table)
        await self._posted(table)
        await self.host.deals.deal(table, ANN, self.receipt())
        assert await self.host.deals.deal_frozen(table, None)
        return await self.store.loaded(table)


async def transcript_of(
    folder: Path, game: str, seed: int, *, changes: bool = False, published: bool = True
) -> dict[str, Any]:
    """Play a table of a game to its end, and return its transcript as a reader gets it.

    Unless it is `published`, the second message can't be posted.
    """
    database = await Database.open(folder / f"{game}.sqlite3", durable=False)
    try:
        hosting = Seeded(database)
        table = await hosting.opened_with(game, seed, house=max(2, GAMES[game].seats[0] - 2))
        await hosting.dealt_at(table, published=published)
        made = await finished(hosting, table, seed, changes=changes)
        await hosting.store.close()
    finally:
        await database.close()
    return made


async def finished(
    hosting: Hosting, table: int, seed: int, *, changes: bool = False
) -> dict[str, Any]:
    """Play a table to its end, and return its transcript as a reader gets it."""
    loaded, dice = await hosting.store.loaded(table), Random(seed)
    left = _changes(hosting, table) if changes else []
    number = len(left)
    while loaded.to_move():
        if left and loaded.table.moves >= SPELL * (number + 1 - len(left)):
            await left.pop(0)()
            await hosting.host.committer.run_orders(await hosting.store.loaded(table))
        else:
            await _move(hosting, loaded, dice)
        loaded = await hosting.store.loaded(table)
    assert not left, "the game was over too soon"
    return json.loads(json.dumps(await Queries(hosting.store).transcript(table)))


def _changes(hosting: Hosting, table: int) -> list[Callable[[], Awaitable[Any]]]:
    """List changes of who plays, in their order. House players sit on the seats from 1 on."""
    host, receipt, house = hosting.host, hosting.receipt, 1

    async def offered() -> None:
        await host.replacing.offer(table, ANN, house, DAN, NAMES[DAN], receipt())
        await host.replacing.offer(table, BEN, house, DAN, NAMES[DAN], receipt())
        await _take(hosting, table, DAN, house)

    return [
        lambda: host.absence.away(table, BEN, "", receipt()),
        lambda: host.absence.back(table, BEN, receipt()),
        lambda: host.tenures.give_up(table, BEN, receipt()),
        lambda: _take(hosting, table, BEN, None),
        offered,
        lambda: host.tenures.give_up(table, DAN, receipt()),
    ]


async def _take(hosting: Hosting, table: int, person: int, seat: Seat | None) -> None:
    await hosting.host.tenures.take(table, person, NAMES[person], seat, hosting.receipt())


async def _move(hosting: Hosting, loaded: LoadedTable, dice: Random) -> None:
    """Move for a person who must, as the house player would with other luck."""
    players, player = loaded.table.players, loaded.rules.player
    waiting = [seat for seat in sorted(loaded.to_move()) if players[seat].person is not None]
    assert waiting, "the house waits for itself"
    assert player is not None
    seat = dice.choice(waiting)
    luck = Chance.of(dice.randbytes(32), "people", loaded.table.moves)
    await hosting.play(loaded, seat, player.choose(loaded.view(seat), luck))
