"""The requests and transactions that a move takes, measured one move at a time.

The bot runs in this process with its usual timings, so that transactions, decodings and views are
counted where they are made. Requests are counted at the playground, where they arrive.
"""

import asyncio
import statistics
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.host.reading.store import Store
from bot.host.time.clock import ClockAhead
from bot.show.deliver.display import Timing
from db.codec import Codec, codec_of
from db.database import Database, Transaction
from games import GAMES
from games.rules import AnyRules, Seat
from tests.e2e.harbor import Harbor, harbor
from tests.tools.bench.crowd import Conductor, crowd, moved, names_for
from tests.tools.bench.report import Row, at_most

SIZE = 4
MOVES = 80  # of each game
PAUSE = 0.5  # seconds by which the clock is set ahead
SOON = 0.2  # seconds after which only pauses are left to wait for
GOALS = {"deadman": 1.5, "yankee": 1.5}
OTHERS = 2.5
NOTING: ContextVar[bool] = ContextVar("noting", default=False)
"""Whether this task writes the notes of what was shown, which are gathered for a second."""


@dataclass(slots=True)
class Counts:
    """The work that one press caused."""

    transactions: int = 0
    gathered: int = 0  # transactions that wrote notes of what was shown
    decodings: int = 0
    views: Counter[tuple[int, Seat | None]] = field(default_factory=Counter[Any])
    states: list[Any] = field(default_factory=list[Any])  # kept, so that no id() is used twice


class Watch:
    """Counts transactions, decodings of states, and views, wherever they are made."""

    def __init__(self) -> None:
        self.counts = Counts()

    @contextmanager
    def watching(self) -> Generator[None]:
        """Count until the context ends."""
        states = {id(codec_of(rules).state) for rules in GAMES.values()}
        transaction, flush, load = Database.transaction, Store.flush, Codec[Any].load

        @asynccontextmanager
        async def counted_transaction(database: Database) -> AsyncGenerator[Transaction]:
            if NOTING.get():
                self.counts.gathered += 1
            else:
                self.counts.transactions += 1
            async with transaction(database) as tx:
                yield tx

        async def noted_flush(store: Store) -> None:
            mark = NOTING.set(True)
            try:
                await flush(store)
            finally:
                NOTING.reset(mark)

        def counted_load(codec: Codec[Any], text: str) -> Any:
            self.counts.decodings += id(codec) in states
            return load(codec, text)

        with ExitStack() as stack:
            stack.enter_context(_replaced(Database, "transaction", counted_transaction))
            stack.enter_context(_replaced(Store, "flush", noted_flush))
            stack.enter_context(_replaced(Codec, "load", counted_load))
            for rules in GAMES.values():
                stack.enter_context(_replaced(type(rules), "view", self._counted_view(rules)))
            yield

    def _counted_view(self, rules: AnyRules) -> Callable[[AnyRules, Any, Seat | None], Any]:
        view = type(rules).view

        def counted(rules: AnyRules, state: Any, seat: Seat | None) -> Any:
            self.counts.views[(id(state), seat)] += 1
            self.counts.states.append(state)
            return view(rules, state, seat)

        return counted


@contextmanager
def _replaced(owner: type, name: str, new: Any) -> Generator[None]:
    old = getattr(owner, name)
    setattr(owner, name, new)
    try:
        yield
    finally:
        setattr(owner, name, old)


@dataclass(slots=True)
class Played:
    """The work that the moves of one game caused."""

    moves: int = 0
    requests: Counter[str] = field(default_factory=Counter[str])  # by method and route
    gathered: int = 0
    counts: list[Counts] = field(default_factory=list[Counts])  # only of presses that made a move

    def asked(self, *, through_webhooks: bool) -> float:
        """Return the requests per move without callbacks: only webhooks, or only the others."""
        many = sum(
            number
            for route, number in self.requests.items()
            if "/callback" not in route and ("/webhooks" in route) is through_webhooks
        )
        return many / self.moves


async def settled(here: Harbor, clock: ClockAhead) -> None:
    """Wait until everything is shown; set the clock ahead to skip pauses between drawings."""
    settling = asyncio.ensure_future(here.settled())
    while not settling.done():
        await asyncio.wait({settling}, timeout=SOON)
        if not settling.done():
            clock.set_ahead(clock.ahead + PAUSE)
    settling.result()


async def played(here: Harbor, game: str, watch: Watch, clock: ClockAhead, moves: int) -> Played:
    """Play this many moves of a game, press by press."""
    conductor, found = Conductor(), Played()
    log = here.playground.stage.log
    entered: AbstractAsyncContextManager[Any] = crowd(
        here.playground.base, [game], SIZE, conductor, here.file
    )
    async with entered as groups:
        while found.moves < moves:
            await groups[0].go_on()
            await settled(here, clock)
            before, watch.counts = log.number, Counts()
            presses = await conductor.gathered(1)
            if not presses:
                continue
            outcomes = await conductor.let_go(presses)
            await settled(here, clock)
            lines = [line for line in log.lines if line.n > before]
            found.requests.update(f"{line.method} {line.route}" for line in lines)
            found.gathered += watch.counts.gathered
            if moved(here.file, outcomes):
                found.moves += 1
                found.counts.append(watch.counts)
    return found


async def rows(moves: int = MOVES) -> list[Row]:
    """Play each game, and return rows with the work that its moves caused."""
    watch, clock, found = Watch(), ClockAhead(), dict[str, Played]()
    with tempfile.TemporaryDirectory() as name, watch.watching():
        people = names_for(1, SIZE)
        async with harbor(Path(name), people, timing=Timing(), clock=clock) as here:
            here.playground.stage.check = None
            for game in GAMES:
                one = found[game] = await played(here, game, watch, clock, moves)
                print(f"  {game}: {one.moves} moves")
                for route, many in one.requests.most_common():
                    print(f"    {many:4} {route}", flush=True)
    return [*_requests(found), *_counts(list(found.values()))]


def _requests(found: dict[str, Played]) -> list[Row]:
    made: list[Row] = []
    for game, item in found.items():
        what = f"requests for a move, callbacks aside: {GAMES[game].title}"
        note = f"and {item.asked(through_webhooks=True):.2f} through webhooks"
        many = item.asked(through_webhooks=False)
        made.append(at_most(what, "moves", many, GOALS.get(game, OTHERS), note, ""))
    return made


def _counts(played: list[Played]) -> list[Row]:
    made: list[Row] = []
    counts = [count for each in played for count in each.counts]
    for what, each in (
        ("transactions for a move, gathered notes aside", [count.transactions for count in counts]),
        ("decodings of a state for a move", [count.decodings for count in counts]),
        (
            "times that the view of one reader is built for a rev",
            [count.views.total() / len(count.views) for count in counts if count.views],
        ),
    ):
        note = f"{statistics.fmean(each):.2f} on average"
        made.append(at_most(what, "", statistics.median(each), 1, note, ""))
    views = statistics.fmean(len(count.views) for count in counts)
    gathered = sum(move.gathered for move in played) / len(counts)
    made.append(Row(what="views built for a move", yardstick="", measured=f"{views:.1f}"))
    made.append(
        Row(what="gathered notes written for a move", yardstick="", measured=f"{gathered:.2f}")
    )
    return made
