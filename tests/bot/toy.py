"""A toy game, for tests of the house: everybody hides coins in secret, then guesses in turn.

It has all that the house must cope with: a secret that several owe at once, a question to one, a
hurried question, a move of a seat that is not awaited, luck, and events for some eyes only. With it
come a face, a clock that is set by hand, and a host on a real file.
"""

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from bot.face import Drawing, Face
from bot.host import Host
from bot.panel import Ask, Button, Field, Form, Names, Panel, Row, Text, ask
from db import tables
from db.database import Database
from db.tables import Entry, Table
from games.chance import Chance
from games.rules import IllegalMove, Question, Refusal, Rules, Seat, Standing, Step, Told


@dataclass(frozen=True, slots=True)
class Options:
    """`most`: how many coins a hand can hide."""

    most: int = 3


@dataclass(frozen=True, slots=True)
class State:
    """`hidden`: each seat's coins, None until they are hidden; `first` guesses first."""

    hidden: tuple[int | None, ...]
    guesses: tuple[int, ...]
    first: Seat
    hurried: bool = False
    options: Options = Options()


@dataclass(frozen=True, slots=True)
class View:
    """Who has hidden coins, and one's own."""

    seat: Seat | None
    ready: tuple[bool, ...]
    mine: int | None
    guesses: tuple[int, ...]
    first: Seat
    hurried: bool
    options: Options
    total: int | None


@dataclass(frozen=True, slots=True)
class Hide:
    """Hide coins in one's hand."""

    kind: Literal["hide"] = "hide"
    coins: int = 0


@dataclass(frozen=True, slots=True)
class Guess:
    """Guess how many coins there are in all, after so many guesses."""

    kind: Literal["guess"] = "guess"
    total: int = 0
    after: int = 0


@dataclass(frozen=True, slots=True)
class Hurry:
    """Hurry whoever is guessing."""

    kind: Literal["hurry"] = "hurry"


@dataclass(frozen=True, slots=True)
class Ponder:
    """Say "hm"; whoever guesses is still to guess."""

    kind: Literal["ponder"] = "ponder"


Move: TypeAlias = Hide | Guess | Hurry | Ponder


@dataclass(frozen=True, slots=True)
class Began:
    """The lot has chosen who guesses first."""

    kind: Literal["began"] = "began"
    first: Seat = 0


@dataclass(frozen=True, slots=True)
class Hid:
    """Coins were hidden."""

    kind: Literal["hid"] = "hid"
    seat: Seat = 0


@dataclass(frozen=True, slots=True)
class HidSo:
    """So many; told to who hid them."""

    kind: Literal["hid_so"] = "hid_so"
    seat: Seat = 0
    coins: int = 0


@dataclass(frozen=True, slots=True)
class Guessed:
    """Somebody guessed."""

    kind: Literal["guessed"] = "guessed"
    seat: Seat = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class Hurried:
    """Somebody said hurry up; not worth a sentence."""

    kind: Literal["hurried"] = "hurried"


@dataclass(frozen=True, slots=True)
class Opened:
    """All hands were opened."""

    kind: Literal["opened"] = "opened"
    total: int = 0


Event: TypeAlias = Began | Hid | HidSo | Guessed | Hurried | Opened


class Toy(Rules[Options, State, Move, Event, View]):
    """Hidden coins, for two to four."""

    name = "toy"
    title = "Hidden Coins"
    version = 1
    seats = range(2, 5)

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State, Event]:
        if seats not in self.seats:
            raise Refusal("Hidden Coins is for two to four.")
        first = chance.below(seats)
        state = State((None,) * seats, (), first, options=options)
        return Step(state, (Told(Began(first=first)),))

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        seats = len(state.hidden)
        if not self.awaited(self.view(state, None)):
            raise IllegalMove("The game is over.")
        if isinstance(move, Hide):
            if state.hidden[seat] is not None:
                raise IllegalMove("Your coins are hidden already.")
            if not 0 <= move.coins <= state.options.most:
                raise IllegalMove(f"Hide between 0 and {state.options.most} coins.")
            hidden = (*state.hidden[:seat], move.coins, *state.hidden[seat + 1 :])
            told = Told(HidSo(seat=seat, coins=move.coins), frozenset({seat}))
            return Step(replace(state, hidden=hidden), (Told(Hid(seat=seat)), told))
        if None in state.hidden:
            raise IllegalMove("Not everybody has hidden their coins yet.")
        if isinstance(move, Hurry):
            return Step(replace(state, hurried=True), (Told(Hurried()),))
        if seat != (state.first + len(state.guesses)) % seats:
            raise IllegalMove("It is not your turn to guess.")
        if isinstance(move, Ponder):
            return Step(state)
        if move.after != len(state.guesses):
            raise IllegalMove("Somebody has guessed since. Look again.")
        if move.total in state.guesses:
            raise IllegalMove(f"{move.total} is taken already; guess another number.")
        after = replace(state, guesses=(*state.guesses, move.total), hurried=False)
        events: list[Told[Event]] = [Told(Guessed(seat=seat, total=move.total))]
        if len(after.guesses) == seats:
            events.append(Told(Opened(total=sum(coins or 0 for coins in state.hidden))))
        return Step(after, tuple(events))

    def view(self, state: State, seat: Seat | None) -> View:
        over = len(state.guesses) == len(state.hidden)
        return View(
            seat=seat,
            ready=tuple(coins is not None for coins in state.hidden),
            mine=None if seat is None else state.hidden[seat],
            guesses=state.guesses,
            first=state.first,
            hurried=state.hurried,
            options=state.options,
            total=sum(coins or 0 for coins in state.hidden) if over else None,
        )

    def awaited(self, public: View) -> frozenset[Seat]:
        if not all(public.ready):
            return frozenset(seat for seat, ready in enumerate(public.ready) if not ready)
        if public.total is not None:
            return frozenset()
        return frozenset({(public.first + len(public.guesses)) % len(public.ready)})

    def moves(self, view: View) -> Iterator[Move]:
        if view.seat not in self.awaited(view):
            return
        if not all(view.ready):
            yield from (Hide(coins=coins) for coins in range(view.options.most + 1))
            return
        for total in range(len(view.ready) * view.options.most + 1):
            if total not in view.guesses:
                yield Guess(total=total, after=len(view.guesses))

    def standing(self, public: View) -> Standing:
        seats = len(public.ready)
        order = [(public.first + turn) % seats for turn in range(len(public.guesses))]
        right = [s for s, total in zip(order, public.guesses, strict=True) if total == public.total]
        points = tuple(int(seat in right) for seat in range(seats))
        over = public.total is not None
        return Standing(points, frozenset(right or range(seats)) if over else frozenset())

    def question(self, public: View) -> Question:
        key = f"guess {len(public.guesses)}" if all(public.ready) else "hide"
        return Question(key, hurried=public.hurried)


class ToyFace(Face[Options, Move, Event, View], group_name="toy", group_description="A toy"):
    """The toy game, drawn; `parts` can be set by a test."""

    rules = Toy()
    colour = 0x123456

    def __init__(self, *parts: Text) -> None:
        super().__init__(None)  # type: ignore[arg-type]  # drawing and reading need no press
        self.parts = parts

    def terms(self, options: Options) -> str:
        return f"up to {options.most} coins in each hand"

    def how_to(self) -> Sequence[str]:
        return ("Hide coins.", "Guess them.", "Win.")

    def board(self, public: View, names: Names) -> Drawing:
        said = " ".join(map(str, public.guesses)) or "nothing"
        return Drawing(f"Said so far: {said}.", self.parts, [Row([Button("Hurry", ask("hurry"))])])

    def hand(self, view: View, names: Names) -> Drawing:
        mine = "no coins yet" if view.mine is None else f"{view.mine} coins"
        return Drawing(
            f"You hide {mine}.", self.parts, [Row([Button("Hide one", ask("hide", coins=1))])]
        )

    def ending(self, public: View, names: Names) -> Drawing:
        return Drawing(f"There were {public.total} coins.")

    def tell(self, event: Event, names: Names, to: Seat | None) -> str:
        if isinstance(event, Hurried):
            return ""
        if isinstance(event, HidSo):
            return f"{'You' if event.seat == to else names[event.seat]} hid {event.coins}."
        return f"{event}."

    def private(self, public: View) -> frozenset[Seat]:
        return frozenset() if all(public.ready) else self.rules.awaited(public)

    def read(self, ask: Ask, view: View, names: Names) -> Move | Form | Panel:
        if ask.verb == "hide":
            return Hide(coins=int(ask.args["coins"]))
        if ask.verb == "guess":
            return Form(Ask("say"), "Guess", [Field("total", "How many?")])
        raise Refusal("No.")

    def typed(self, text: str, view: View) -> Ask:
        return ask("hide", coins=text)


# --- a house with a clock that is set by hand -----------------------------------------------------

ANN, BEN, CAT, DAN = 101, 102, 103, 104
NAMES = {ANN: "Ann", BEN: "Ben", CAT: "Cat", DAN: "Dan"}


class House:
    """A host of the toy game on a real file, with its own time."""

    def __init__(self, database: Database) -> None:
        self.time = 1_000_000.0
        self.shown: list[int] = []
        self.host = Host(database, {"toy": Toy()}, now=lambda: self.time)
        self.host.changed = self.shown.append
        self._receipts = 0

    def receipt(self) -> int:
        """Make up the id of an interaction."""
        self._receipts += 1
        return 5000 + self._receipts

    async def open(self, *persons: int, pace: str = "day", **terms: Any) -> int:
        """Open a table, the first person its opener, and have the others join."""
        first, *others = persons or (ANN,)
        options = Options(**{key: terms.pop(key) for key in list(terms) if key == "most"})
        table = await self.host.open(
            "toy",
            options,
            pace=pace,
            laid_open=terms.pop("laid_open", True),
            guild=1,
            channel=terms.pop("channel", 2),
            person=first,
            name=NAMES[first],
            receipt=self.receipt(),
        )
        for person in others:
            await self.host.join(table, person, NAMES[person], self.receipt())
        return table

    async def dealt(self, *persons: int, pace: str = "day", **terms: Any) -> int:
        """Open a table, and deal; whoever guesses first is Ann."""
        for _ in range(200):
            table = await self.open(*(persons or (ANN, BEN)), pace=pace, **terms)
            await self.show(table, 900 + table)
            await self.host.deal(table, (persons or (ANN,))[0], self.receipt())
            if (await self.sight(table)).public.first == 0:
                self.shown.clear()
                return table
            await self.host.end(
                table, persons[0] if persons else ANN, self.receipt(), moderator=True
            )
        raise AssertionError("the lot never fell on Ann")

    async def show(self, table: int, message: int) -> None:
        """Note that the board is posted: the message with the seal."""
        async with self.host.database.transaction() as tx:
            await tables.board_shown(tx, table, message, 1)

    async def play(self, table: int, person: int, move: Any, seen: int | None = None) -> int:
        """Make a move."""
        return await self.host.play(table, person, move, seen_rev=seen, receipt=self.receipt())

    async def play_out(self, table: int) -> None:
        """Have Ann and Ben play to the end."""
        await self.play(table, ANN, Hide(coins=1))
        await self.play(table, BEN, Hide(coins=2))
        await self.play(table, ANN, Guess(total=3))
        await self.play(table, BEN, Guess(total=4, after=1))

    async def stored(self, table: int) -> Table:
        """Load a table as it is stored."""
        async with self.host.database.transaction() as tx:
            found = await tables.load(tx, table)
        assert found is not None
        return found

    async def log(self, table: int) -> list[Entry]:
        """Load its log."""
        async with self.host.database.transaction() as tx:
            return await tables.log_since(tx, table, 0)

    async def sight(self, table: int, person: int | None = None) -> Any:
        """See a table."""
        return await self.host.sight(table, person)

    async def due(self, table: int) -> dict[str, float | None]:
        """Say how many seconds each has left."""
        found = await self.stored(table)
        return {s.name: None if s.due is None else s.due - self.time for s in found.sitters}


@asynccontextmanager
async def house_on(path: Path) -> AsyncGenerator[House]:
    """Open a house on a file."""
    database = await Database.open(path)
    try:
        yield House(database)
    finally:
        await database.close()
