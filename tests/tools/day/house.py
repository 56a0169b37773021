"""The real house for one simulated game, or several at once, and the people around the tables."""

import logging
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bot.host.commit.ahead import answering
from bot.host.reading.loaded_table import LoadedTable
from bot.host.time import agenda
from bot.host.time.clock import Alarm
from bot.host.time.deadlines import hours_at_table
from bot.host.time.pace import PACES
from bot.host.time.waking_hours import due as due_at
from bot.show.deliver.public.luck_records import DEAL_WITHIN
from bot.show.deliver.queues.picture_cache import PictureCache
from bot.show.deliver.queues.timing import Timing
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Picture
from db.database import Database
from db.people.people import Person as Settings
from db.tables import log
from db.tables.shown import BOARD, HandKey
from games.rules import Seat
from tests.bot.house import CHANNEL, GUILD, House
from tests.bot.recording import HandClock
from tests.tools.day.jumping import files_at_once
from tests.tools.day.messenger import CountingMessenger, CountingReply
from tests.tools.day.people import DECIDE, SAY_AHEAD, LookIn, at_random
from tests.tools.day.people.looking_in import DAY, DAYS, Person, dice, waking
from tests.tools.day.terms import Outcome, Terms, options_for

EIGHT = 1_767_600_000.0  # 8:00 UTC on a Monday
BEFORE = 3600.0  # seconds before the deal at which the table is opened: nobody is there by joining
AFTER = 60.0  # and after the end, for what is still to be drawn
LONGEST_NAP = 3600.0
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo")
FIRST = 101  # the id of the first person


@contextmanager
def long_naps() -> Generator[None]:
    """Have nobody look at what is due but when it is: the looks in between cost most of the time.

    Whatever is due wakes its handler; the naps are there for clocks that are set and files that
    are changed by others.
    """
    before, agenda.NAP = agenda.NAP, LONGEST_NAP
    try:
        yield
    finally:
        agenda.NAP = before


class Unpainted(PictureCache):
    """Has pictures sent, and counted, but paints none: nobody looks at them."""

    async def painted(self, picture: Picture) -> bytes:
        """Return something in a picture's place, at once."""
        return picture.name.encode()


class _Complaints(logging.Handler):
    """Keeps what the house complains of: a game in which something failed counts for nothing."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(logging.Formatter().format(record))


@contextmanager
def no_complaints() -> Generator[None]:
    """Raise what was logged as an error meanwhile."""
    complaints = _Complaints()
    logging.getLogger().addHandler(complaints)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(complaints)
    if complaints.heard:
        raise RuntimeError(complaints.heard[0])


@dataclass(slots=True)
class Game:
    """One of the tables at which the people play, and what has happened there."""

    terms: Terms
    looked: list[int]
    """How often each seat has looked in, to say something ahead."""
    table: int = 0
    asked: dict[Seat, tuple[str, float]] = field(default_factory=dict[Seat, tuple[str, float]])
    """The key of the question that each seat has read, and when it did."""
    questions: dict[Seat, tuple[float, bool]] = field(
        default_factory=dict[Seat, tuple[float, bool]]
    )
    """When each seat was asked, and whether in a hurry."""


class DayHouse(House):
    """Games from 8:00 on: whoever is to move does when they look in."""

    def __init__(
        self, database: Database, clock: HandClock, terms: Terms, faces: Mapping[str, AnyFace]
    ) -> None:
        self.discord = CountingMessenger(self._pinged, clock)
        super().__init__(
            database,
            clock,
            self.discord,  # type: ignore[arg-type]
            Timing(),
            faces,
            idle=False,
            pictures=Unpainted(),
        )
        self.terms = terms
        self.people = [Person(terms.habits, terms.seed, seat) for seat in range(terms.players)]
        self.tables = [Game(each, [0] * terms.players) for each in (terms, *terms.beside)]
        self._known = {FIRST + seat: Settings() for seat in range(terms.players)}
        self.pings = self.repeated = self.while_there = self.by_hand = 0
        self.set_ahead = self.taken = 0
        self._pinged_at: dict[Seat, float] = {}
        self._turned = Alarm(clock)

    def table_changed(self, loaded: LoadedTable) -> None:
        super().table_changed(loaded)
        self._count_taken(loaded)
        self.changed.clear()
        self._turned.ring()

    async def give_order(
        self, table: int, person: int, order: Any, *, drawn_at: int | None = None
    ) -> LoadedTable:
        self.set_ahead += 1
        return await super().give_order(table, person, order, drawn_at=drawn_at)

    def _count_taken(self, loaded: LoadedTable) -> None:
        """Count a move for a person who would have answered within the whole time of their pace."""
        made, table = loaded.history[-1].entry, loaded.table
        game = next(game for game in self.tables if game.table == table.id)
        now, seat = self.minutes(), made.seat
        if made.kind in ("clock", "house") and made.person is not None and seat is not None:
            asked, hurried = game.questions.get(seat, (now, False))
            asked = now if made.kind == "house" else asked
            pace = PACES[table.pace]
            hours = hours_at_table(table, table.players[seat], self._known[made.person])
            limit = pace.call if hurried else pace.decision
            due = (due_at(EIGHT + asked * 60, limit, hours) - EIGHT) / 60
            answer = self.people[seat].next_answer(asked)
            self.taken += answer is not None and answer <= due
        game.questions = {
            player.seat: ((player.asked_at - EIGHT) / 60, table.hurried)
            for player in table.players
            if player.asked_at is not None
        }

    def minutes(self) -> float:
        """Return the time, in minutes since the deal."""
        return (self.clock.now() - EIGHT) / 60

    def _pinged(self, person: int) -> None:
        seat, now = person - FIRST, self.minutes()
        self.pings += 1
        self.while_there += self.people[seat].present(now)
        last = self._pinged_at.get(seat)
        self.repeated += last is not None and self.people[seat].last_online(now) < last
        self._pinged_at[seat] = now

    # --- a game ---

    async def played(self) -> Outcome:
        """Play the games to their end."""
        await self._dealt()
        over = await self._play()
        hours = waking(0, self.minutes()) / 60
        await self.clock.sleep_until(self.clock.now() + AFTER)
        kinds = [
            entry.kind
            for game in self.tables
            for entry in await log.since(self.database.reader, game.table, 0)
        ]
        counted = self.discord.counted
        return Outcome(
            hours=hours,
            by_hand=self.by_hand,
            acts=self.by_hand + self.set_ahead,
            taken=self.taken,
            ahead=kinds.count("order"),
            by_clock=kinds.count("clock"),
            pings=self.pings,
            repeated=self.repeated,
            while_there=self.while_there,
            boards=counted["edit"] + counted["post"],
            pictures=counted["picture"],
            dms=counted["edit_dm"],
            removed=counted["remove"] + counted["remove_dm"],
            by_press=counted["token"],
            kept=counted["kept"],
            over=over,
        )

    async def _dealt(self) -> None:
        """Open the tables and seat everybody; deal at eight, and count from there."""
        await self.start()
        many = len(self.tables)
        self.host.seats.limits = replace(
            self.host.seats.limits, opened=many, unstarted=many, in_an_hour=many
        )
        for game in self.tables:
            await self._open(game)
        if self.terms.hours:
            await self._say_hours()
        await self.clock.sleep_until(EIGHT)
        self.discord.counted.clear()
        for game in self.tables:
            await self.host.deals.deal(game.table, FIRST, self.receipt())
        for game in self.tables:
            while (await self.store.loaded(game.table)).table.is_frozen:
                await self._turned.sleep_until(self.clock.now() + DEAL_WITHIN)

    async def _open(self, game: Game) -> None:
        terms, host = game.terms, self.host
        game.table = await host.seats.open(
            terms.game,
            options_for(terms, self.games[terms.game]),
            pace=self.terms.pace,
            laid_open=True,
            stand_in=terms.stand_in,
            guild=GUILD,
            channel=CHANNEL,
            person=FIRST,
            name=NAMES[0],
            receipt=self.receipt(),
        )
        secret = dice(terms.seed, "secret").randbytes(32)
        async with self.database.transaction() as tx:
            await tx.run("UPDATE tables SET secret=? WHERE id=?", (secret, game.table))
        self.store.cache.drop(game.table)
        await self.display.post_board(self._reply(game, 0, None), game.table)
        for seat in range(1, self.terms.players):
            await host.seats.join(game.table, FIRST + seat, NAMES[seat], self.receipt())
        if terms.house:
            await host.house_players.seat(game.table, FIRST, terms.house, self.receipt())

    async def _say_hours(self) -> None:
        for seat in range(self.terms.players):
            east = round(self.terms.habits.zones[seat % len(self.terms.habits.zones)])
            zone = f"Etc/GMT{-east:+d}" if east else "Etc/GMT"  # their signs count west
            self._known[FIRST + seat] = await self.contacts.change(
                FIRST + seat,
                lambda one, zone=zone: replace(one, zone=zone, awake_from=8, awake_until=23),
            )

    async def _play(self) -> bool:
        """Have everybody answer in their time; False if they never come to the end.

        A player with a standing order need not come for it.
        """
        while True:
            going = [
                (game, loaded)
                for game in self.tables
                if (loaded := await self.store.loaded(game.table)).to_move()
            ]
            if not going:
                return True
            answers = [answer for found in going for answer in self._answers(*found)]
            if not answers:
                players = [player for _, loaded in going for player in loaded.table.players]
                dues = [player.due for player in players if player.due is not None]
                if not dues or self.minutes() > DAYS * DAY:
                    return False
                await self._turned.sleep_until(max(min(dues), self.clock.now()) + 1)
                continue
            look = self._next_look([game for game, _ in going])
            at, seat, number = min(answers)
            instant = EIGHT + min(at, look[0] if look else at) * 60
            if instant > self.clock.now():
                await self._turned.sleep_until(instant)  # or until a table has changed
            elif look is not None and look[0] < at:
                await self._look_in(self.tables[look[2]], look[1])
            else:
                game = self.tables[number]
                await self._answer(game, await self.store.loaded(game.table), seat)

    def _answers(self, game: Game, loaded: LoadedTable) -> list[tuple[float, Seat, int]]:
        """List when the people who are asked at a table answer, with its place in `tables`."""
        to_move = loaded.to_move()
        said = answering(loaded.rules, loaded.public, to_move, loaded.orders)
        return [
            (at, seat, self.tables.index(game))
            for seat in sorted(to_move - said)
            if seat < len(self.people)
            if (at := self._answers_at(game, loaded, seat)) is not None
        ]

    def _answers_at(self, game: Game, loaded: LoadedTable, seat: Seat) -> float | None:
        """Say when a seat answers what it is asked: a new question is read anew."""
        key = loaded.table.question
        if game.asked.get(seat, ("", 0.0))[0] != key:
            game.asked[seat] = (key, self.minutes())
        return self.people[seat].next_answer(game.asked[seat][1])

    async def _answer(self, game: Game, loaded: LoadedTable, seat: Seat) -> None:
        """Make a move where it was asked for: on the hand in the DM, or on the board."""
        table, face = loaded.table, self.faces[loaded.table.game]
        move = self._decided(game, loaded, seat)
        private = seat in face.private(loaded.public)
        shown = self.store.shown(table.id, HandKey(seat))
        by_dm = shown.notice if shown.notice_in is None else None
        pressed = by_dm or (shown.message if private else None)
        reply = self._reply(game, seat, pressed, by_dm is not None)
        with self.display.answering(reply, table.id):
            await self._played(game, loaded, seat, move, reply, private=private)

    def _decided(self, game: Game, loaded: LoadedTable, seat: Seat) -> Any:
        """Choose the move that the owner of a seat makes; at random if the game has no people."""
        decide, view = DECIDE.get(game.terms.game), loaded.view(seat)
        if decide is not None:
            return decide(view, game.terms.seed)
        rng = dice(game.terms.seed, "at random", seat, loaded.table.rev)
        return at_random.decide(loaded.rules, view, rng)

    async def _played(
        self,
        game: Game,
        loaded: LoadedTable,
        seat: Seat,
        move: Any,
        reply: CountingReply,
        *,
        private: bool,
    ) -> None:
        table, face = loaded.table, self.faces[loaded.table.game]
        after = await self.play(table.id, FIRST + seat, move, drawn_at=table.step, receipt=reply.id)
        self.by_hand += 1
        self.people[seat].acts(self.minutes())
        game.asked.pop(seat, None)
        if reply.in_dm:
            await self.display.answer_hand(reply, table.id)
        elif private or seat in face.private(after.public) & after.to_move():
            await self.display.answer_hand(reply, table.id, new_panel=True)
        else:
            await self.display.answer_board(reply, table.id)
        await self._say_ahead(game, seat)

    def _reply(
        self, game: Game, seat: Seat, dm: int | None, on_notice: bool = False
    ) -> CountingReply:
        """Have somebody press: on a message in their DM, perhaps a notice, or on the board."""
        return CountingReply(
            self.discord,
            self.receipt(),
            FIRST + seat,
            message=dm or self.store.shown(game.table, BOARD).message,
            channel=CHANNEL,
            in_dm=dm is not None,
            on_notice=on_notice,
        )

    # --- what is said ahead ---

    def _says(self, game: Game, seat: Seat, what: str, share: int) -> bool:
        return dice(game.terms.seed, seat, what).random() * 100 < share

    def _next_look(self, going: Sequence[Game]) -> tuple[float, Seat, int] | None:
        """Find who looks in next of those who may say something ahead, and at which table."""
        looks = [
            (person.looks[at], seat, self.tables.index(game))
            for game in going
            if game.terms.game in SAY_AHEAD and (game.terms.ahead or game.terms.orders)
            for seat, person in enumerate(self.people)
            if (at := game.looked[seat]) < len(person.looks)
        ]
        return min(looks, default=None)

    async def _look_in(self, game: Game, seat: Seat) -> None:
        """Have somebody look in: who is asked something answers that first."""
        game.looked[seat] += 1
        await self._say_ahead(game, seat)

    async def _say_ahead(self, game: Game, seat: Seat) -> None:
        """Have somebody say ahead what they want to, at a look-in or right after their own answer.

        A player who has just answered reads the next question before leaving: it is the same
        look-in. Never at the moment of a question: what they are asked, they answer.
        """
        say = SAY_AHEAD.get(game.terms.game)
        loaded = await self.store.loaded(game.table)
        if say is None or not loaded.to_move() or self._is_asked(loaded, seat):
            return
        look = LookIn(
            seat=seat,
            view=loaded.view(seat),
            seed=game.terms.seed,
            number=game.looked[seat],
            next_turn=self._says(game, seat, "says ahead", game.terms.ahead),
            lasting=self._says(game, seat, "keeps orders", game.terms.orders),
        )
        if look.next_turn or look.lasting:
            await say(self, game.table, look)

    def _is_asked(self, loaded: LoadedTable, seat: Seat) -> bool:
        mine = loaded.to_move() & {seat}
        return bool(mine - answering(loaded.rules, loaded.public, mine, loaded.orders))


async def play(
    terms: Terms, folder: Path, faces: Mapping[str, AnyFace], clock: HandClock
) -> Outcome:
    """Play one game, or several at once, on a file in a folder."""
    with files_at_once(), long_naps(), no_complaints():
        database = await Database.open(folder / "day.sqlite3", durable=False)
        house = DayHouse(database, clock, terms, faces)
        try:
            return await house.played()
        finally:
            await house.close()
            await database.close()
