"""Play a week of every game through the real host, with people as they are.

    python -m tests.tools.week --tables 60 --seed 1

People look in some times a day and answer. Some vanish, some come back, are away, leave a game, or
take a seat that somebody left; some practise. The bot is down for three hours, direct messages
close, and a channel shuts the bot out for a day. Time jumps from one event to the next.

It ends with 0 only if every table ended, no former holder of a seat was sent its hand, each move
was made by the holder of its seat, and each finished game can be verified. Otherwise it prints what
is wrong.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from bisect import bisect_right
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from unittest.mock import patch

from bot.host.commit.ahead import PRACTICE_KEPT
from bot.host.proof.verify import NotProven, verify
from bot.show.deliver.queues.timing import Timing
from bot.show.draw.parts.message import Message, Notice
from bot.ui.face.face import AnyFace
from db.database import Database
from db.tables import log, tables, tenures
from games import GAMES
from games.chance import Chance
from games.rules import Refusal
from tests.bot.house import GUILD, House
from tests.bot.recording import HandClock, RecordingMessenger, Sent
from tests.tools.day import jumping
from tests.tools.day.house import EIGHT, long_naps, no_complaints

HOUR = 3600.0
DAY = 24 * HOUR
LONGEST = 45  # days after which a table that is not over counts as stuck
CHANNELS = (11, 12, 13)
FIRST = 1001  # the id of the first person
PER_TABLE = 0.8  # people per table
MOVES = ("move", "order", "clock", "house")  # kinds of log rows that are moves
OUTAGE = (1.3 * DAY, 3 * HOUR)  # when the bot goes down, and for how long
SHUT_OUT = (2.0 * DAY, 1.0 * DAY)


class WeekMessenger(RecordingMessenger):
    """Keeps what each message shows now, and finds hands that their reader may not see."""

    def __init__(self, clock: HandClock) -> None:
        super().__init__(clock)
        self.left: set[tuple[int, int]] = set()
        """The people and tables at which they have given up a seat."""
        self.wrong: list[str] = []

    def make(
        self, shown: Message | Notice, *, channel: int | None, person: int | None, nonce: str
    ) -> int:
        """Post a message."""
        made = Sent(self.new_id(), channel, person, [], nonce)
        made.show(shown)
        self.sent[made.id] = made
        self._check(made)
        return made.id

    async def _drawn_anew(
        self, verb: str, where: int, message_id: int, message: Message | Notice
    ) -> bool:
        drawn = await super()._drawn_anew(verb, where, message_id, message)
        if drawn:
            self._check(self.sent[message_id])
        return drawn

    def _check(self, sent: Sent) -> None:
        newest = sent.shown[-1]
        del sent.shown[:-1]
        has_left = (sent.person or 0, newest.table) in self.left
        if has_left and "You aren't at table" not in sent.text:
            self.wrong.append(f"{sent.person} was sent a hand of table {newest.table}")
        for old in [number for number, sent in self.sent.items() if sent.removed][:50]:
            del self.sent[old]


class Person:
    """Somebody who looks in now and then."""

    def __init__(self, week: "Week", number: int) -> None:
        self.week = week
        self.id = FIRST + number
        self.name = f"Player {number}"
        self.dice = Random(f"{week.seed}:person:{number}")
        self.period = self.dice.choice((0.5, 1.0, 2.0, 4.0)) * HOUR
        self.vanishes = EIGHT + self.dice.random() * 3 * DAY if self.dice.random() < 0.2 else None
        self.back_at = None if self.dice.random() < 0.5 else EIGHT + 5 * DAY

    def is_there(self, now: float) -> bool:
        """Return whether they look in at all at this time."""
        gone = self.vanishes is not None and now > self.vanishes
        return not gone or (self.back_at is not None and now > self.back_at)

    async def live(self) -> None:
        """Look in again and again, by day."""
        clock = self.week.clock
        while not self.week.over:
            await clock.sleep_until(clock.now() + self.period * self.dice.uniform(0.5, 1.5))
            hour = (clock.now() - EIGHT) % DAY / HOUR
            if hour < 15 and not self.week.down and self.is_there(clock.now()):
                await self.look_in()

    async def look_in(self) -> None:
        """Answer what waits, and now and then do something else."""
        house = self.week.house
        for table in await house.queries.of_person(self.id):
            with suppress(Refusal):
                await self.visit(table)
        roll = self.dice.random()
        if roll < 0.06:
            await self.practise()
        elif roll < 0.15:
            await self.take_a_seat()

    async def visit(self, table: int) -> None:
        """Come back to a table if they were away, answer, and perhaps leave it."""
        week, house = self.week, self.week.house
        seen = await house.queries.table(table, self.id)
        if seen.seat in seen.stand_in_seats and self.dice.random() < 0.7:
            await house.host.absence.back(table, self.id, house.receipt())
            week.count["back"] += 1
        if self.dice.random() < 0.1:  # as after a line that was typed in the DM
            await house.display.hands.send_again(table, self.id, house.receipt())
        for _ in range(5):  # and perhaps the next question, too
            seen = await house.queries.table(table, self.id)
            if seen.seat is None or seen.seat not in seen.to_move:
                break
            await self.move(table)
        roll = self.dice.random()
        if seen.practice or seen.phase != "playing":
            return
        if roll < 0.01:
            await house.host.tenures.give_up(table, self.id, house.receipt())
            week.messenger.left.add((self.id, table))
            week.count["left"] += 1
            await week.check_left(table, self.id)
        elif roll < 0.03:
            await house.host.absence.away(table, self.id, "", house.receipt())
            week.count["away"] += 1
        elif roll < 0.032:
            await house.host.endings.vote(table, self.id, house.receipt(), says=True)
            week.count["vote"] += 1

    async def move(self, table: int) -> None:
        """Make a sensible move."""
        house = self.week.house
        seen = await house.queries.table(table, self.id)
        luck = Chance.of(b"week", f"{self.id}:{table}", self.dice.randrange(10**9))
        assert seen.rules.player is not None
        move = seen.rules.player.choose(seen.view, luck)
        await house.play(table, self.id, move)
        self.week.count["moves by hand"] += 1

    async def take_a_seat(self) -> None:
        """Take a seat that somebody has left, if there is one."""
        week, house = self.week, self.week.house
        for channel in CHANNELS:
            for table in await house.queries.in_channel(channel):
                seen = await house.queries.table(table, self.id)
                if seen.seat is not None or not seen.open_seats:
                    continue
                with suppress(Refusal):
                    seat = min(seen.open_seats)
                    take = house.host.tenures.take
                    await take(table, self.id, self.name, seat, house.receipt())
                    week.messenger.left.discard((self.id, table))
                    week.count["taken over"] += 1
                    return

    async def practise(self) -> None:
        """Practise a game for some moves."""
        week, house = self.week, self.week.house
        game = self.dice.choice(sorted(GAMES))
        face = week.faces[game]
        with suppress(Refusal):
            table = await house.host.practice.start(
                game,
                face.options(face.usual("day", {})),
                guild=GUILD,
                channel=CHANNELS[0],
                person=self.id,
                name=self.name,
                receipt=house.receipt(),
            )
            week.count["practised"] += 1
            await house.display.hands.send_again(table, self.id, house.receipt())


class Week:
    """The people, their tables and what is counted."""

    def __init__(self, database: Database, clock: HandClock, number: int, seed: int) -> None:
        self.clock, self.number, self.seed = clock, number, seed
        self.faces: dict[str, AnyFace] = {
            name: import_module(f"cogs.{name}").FACE for name in GAMES
        }
        self.messenger = WeekMessenger(clock)
        self.house = House(
            database,
            clock,
            self.messenger,
            Timing(),
            self.faces,
            idle=False,
            pictures=None,
        )
        self.dice = Random(f"{seed}:week")
        self.people = [Person(self, at) for at in range(max(6, int(number * PER_TABLE)))]
        self.tables: list[int] = []
        self.count: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.down = self.over = False

    async def run(self) -> list[str]:
        """Play until every table is over, and return what is wrong."""
        await self.house.start()
        lives = [asyncio.ensure_future(person.live()) for person in self.people]
        troubles = [asyncio.ensure_future(work) for work in (self._outage(), self._shut_out())]
        try:
            for number in range(self.number):
                await self._open(number)
                await self.clock.sleep_until(self.clock.now() + self.dice.uniform(0, 0.5) * HOUR)
            while self.clock.now() < EIGHT + LONGEST * DAY and await self._unfinished():
                await self.clock.sleep_until(self.clock.now() + HOUR)
                for task in (*lives, *troubles):
                    if task.done() and (problem := task.exception()) is not None:
                        raise problem
        finally:
            self.over = True
            for task in (*lives, *troubles):
                task.cancel()
            await asyncio.gather(*lives, *troubles, return_exceptions=True)
        await self._check_all()
        await self.house.close()
        return self.wrong + self.messenger.wrong

    async def _unfinished(self) -> list[int]:
        found = [(await self.house.stored(table)) for table in self.tables]
        return [table.id for table in found if table.phase in ("open", "playing")]

    async def _open(self, number: int) -> None:
        """Open a table, seat people and perhaps the house, and deal."""
        house, dice = self.house, self.dice
        while self.down:
            await self.clock.sleep_until(self.clock.now() + HOUR)
        game = sorted(GAMES)[number % len(GAMES)]
        seats, face = GAMES[game].seats, self.faces[game]
        size = dice.randrange(seats.start, min(seats.stop, seats.start + 3))
        some = [person for person in self.people if person.is_there(self.clock.now())]
        people = dice.sample(some, min(size, len(some)))
        housed = dice.randrange(0, size) if dice.random() < 0.4 else 0
        people = people[: size - housed]
        first, *others = people
        house.host.seats.limits = replace(
            house.host.seats.limits, opened=50, seats=200, in_channel=200, in_an_hour=50
        )
        table = await house.host.seats.open(
            game,
            face.options(face.usual("day", {})),
            pace=dice.choice(("day", "day", "evening")),
            laid_open=True,
            stand_in=dice.choice((1, 2, 2, 2, 0)),
            guild=GUILD,
            channel=dice.choice(CHANNELS),
            person=first.id,
            name=first.name,
            receipt=house.receipt(),
        )
        self.tables.append(table)
        for person in others:
            await house.host.seats.join(table, person.id, person.name, house.receipt())
        while size - len(people) > sum(not p.person for p in (await house.stored(table)).players):
            number_now = sum(not player.person for player in (await house.stored(table)).players)
            await house.host.house_players.seat(table, first.id, number_now + 1, house.receipt())
        house.display.look_at(table)
        for _ in range(50):
            await self.clock.sleep_until(self.clock.now() + 60)
            with suppress(Refusal):
                await house.host.deals.deal(table, first.id, house.receipt())
                break

    # --- trouble ---

    async def _outage(self) -> None:
        """Stop the bot for some hours; people's direct messages close meanwhile."""
        at, long = OUTAGE
        await self.clock.sleep_until(EIGHT + at)
        self.down = True
        await self.house.crash()
        self.messenger.closed_dms |= {person.id for person in self.people[::4]}
        await self.clock.sleep_until(EIGHT + at + long)
        await self.house.start()
        self.down = False

    async def _shut_out(self) -> None:
        """Keep the bot out of a channel for a while."""
        at, long = SHUT_OUT
        await self.clock.sleep_until(EIGHT + at)
        self.messenger.shut_channels.add(CHANNELS[0])
        await self.clock.sleep_until(EIGHT + at + long)
        self.messenger.shut_channels.discard(CHANNELS[0])
        await self.house.display.regain_access(GUILD)

    # --- what must hold ---

    async def check_left(self, table: int, person: int) -> None:
        """Check that somebody who has given up a seat sees what everybody sees."""
        seen = await self.house.queries.table(table, person)
        if seen.phase == "playing" and (seen.seat is not None or seen.view != seen.public):
            self.wrong.append(f"{person} still sees a hand at table {table}")

    async def _check_all(self) -> None:
        reader = self.house.database.reader
        for table_id in self.tables:
            table = await self.house.stored(table_id)
            self.count[table.phase] += 1
            if table.phase not in ("over", "ended"):
                self.wrong.append(f"table {table_id} ({table.game}) has not ended")
            await self._check_deciders(table_id)
            if table.phase == "over":
                try:
                    verify(await self.house.queries.transcript(table_id), GAMES)
                except NotProven as problem:
                    self.wrong.append(f"table {table_id}: {problem}")
        rows = await reader.all(
            "SELECT id FROM tables WHERE practice=1 AND phase='playing' AND changed_at<?",
            (self.clock.now() - PRACTICE_KEPT - OUTAGE[1],),
        )
        if rows:
            self.wrong.append(f"{len(rows)} practice tables were not closed in time")

    async def _check_deciders(self, table_id: int) -> None:
        """Check that each seat's tenure says who made each of its moves."""
        reader = self.house.database.reader
        stored = await tables.load(reader, table_id, 1)
        assert stored is not None
        ended = await tenures.of_table(reader, table_id)
        for player in stored[0].players:
            held = [(old.since, old.person) for old in ended if old.seat == player.seat]
            held.append((player.held_since, player.person))
            for entry in await log.since(reader, table_id, 0):
                if entry.seat != player.seat or entry.kind not in MOVES:
                    continue
                self.count[entry.kind] += 1
                at = bisect_right([since for since, _ in held], entry.rev) - 1
                holder = held[max(at, 0)][1]
                if entry.person != holder or (holder is None and entry.kind in ("move", "order")):
                    self.wrong.append(f"table {table_id}, row {entry.rev}: not by its holder")


def play(number: int, seed: int) -> tuple[list[str], Counter[str], float]:
    """Play a week; return what is wrong, what was counted, and the days that it took."""
    clock = HandClock(EIGHT)

    async def work(folder: Path) -> tuple[list[str], Counter[str]]:
        database = await Database.open(folder / "week.sqlite3", durable=False)
        week = Week(database, clock, number, seed)
        try:
            return await week.run(), week.count
        finally:
            await database.close()

    with (
        tempfile.TemporaryDirectory(prefix="week-") as folder,
        patch("secrets.token_bytes", Random(f"{seed}:secrets").randbytes),
        jumping.files_at_once(),
        long_naps(),
        no_complaints(),
    ):
        wrong, count = jumping.run(clock, work(Path(folder)))
    return wrong, count, (clock.now() - EIGHT) / DAY


def main() -> int:
    """Parse the command line and play."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.week",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = time.monotonic()
    wrong, count, days = play(given.tables, given.seed)
    said = ", ".join(f"{number} {what}" for what, number in sorted(count.items()))
    print(f"{given.tables} tables, {days:.1f} days in {time.monotonic() - began:.0f} s: {said}")
    for problem in wrong[:40]:
        print("WRONG:", problem)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
