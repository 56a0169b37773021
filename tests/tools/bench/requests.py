"""The requests and transactions that a move takes, measured one move at a time.

The bot runs in this process with its usual timings, so that transactions, decodings and views are
counted where they are made. Requests are counted at the playground, where they arrive.
"""

import asyncio
import statistics
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    ExitStack,
    asynccontextmanager,
    contextmanager,
)
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from discord_playground.world.request_log import Line

from bot.host.commit.committer import Committer
from bot.host.deadline_timer import DeadlineTimer
from bot.host.reading.store import Store
from bot.host.time.clock import ClockAhead
from bot.show.deliver.display import Timing
from bot.show.deliver.public.board_pictures import BoardPictures
from db.base.codec import Codec, codec_of
from db.database import Database, Transaction
from games import GAMES
from games.rules import AnyRules, Seat
from playground.tests.user import more_names
from tests.actors.harbor import Harbor, harbor
from tests.tools.bench.crowd import Conductor, crowd, moved
from tests.tools.bench.report import Row
from tests.tools.bench.scale import Scale

SIZE = 4
PAUSE = 0.5  # seconds by which the clock is set ahead
SOON = 0.2  # seconds after which only pauses are left to wait for
BY_TOKEN, THROUGH_WEBHOOKS = "by the bot's token", "through webhooks"
REPOSTS, UPLOADS = "reposts", "uploads"
APART: ContextVar[str] = ContextVar("apart", default="")
"""What this task's transactions are counted as, if not as the move's own."""
GATHERED, ORDERS = "gathered notes", "standing orders"
HEARTBEAT = "the heartbeat, which the leaps of the clock make frequent"


@dataclass(slots=True)
class Counts:
    """The work that one press caused."""

    transactions: Counter[str] = field(default_factory=Counter[str])
    """By what they are counted as; "" are the move's own."""
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
        transaction, load = Database.transaction, Codec[Any].load

        @asynccontextmanager
        async def counted_transaction(database: Database) -> AsyncGenerator[Transaction]:
            self.counts.transactions[APART.get()] += 1
            async with transaction(database) as tx:
                yield tx

        def counted_load(codec: Codec[Any], text: str) -> Any:
            self.counts.decodings += id(codec) in states
            return load(codec, text)

        with ExitStack() as stack:
            stack.enter_context(_replaced(Database, "transaction", counted_transaction))
            stack.enter_context(_apart(Store, "flush", GATHERED))
            stack.enter_context(_apart(BoardPictures, "attach", UPLOADS))
            stack.enter_context(_apart(DeadlineTimer, "_note_alive", HEARTBEAT))
            stack.enter_context(_apart(Committer, "run_orders", ORDERS))
            stack.enter_context(_apart(Committer, "keep_orders", ORDERS))
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


def _apart(owner: type, name: str, label: str) -> AbstractContextManager[None]:
    """Count the transactions of one method apart."""
    method = getattr(owner, name)

    async def labelled(*given: Any) -> Any:
        mark = APART.set(label)
        try:
            return await method(*given)
        finally:
            APART.reset(mark)

    return _replaced(owner, name, labelled)


@dataclass(slots=True)
class Played:
    """The work that the moves of one game caused."""

    moves: int = 0
    routes: Counter[str] = field(default_factory=Counter[str])
    purposes: Counter[str] = field(default_factory=Counter[str])
    transactions: Counter[str] = field(default_factory=Counter[str])
    counts: list[Counts] = field(default_factory=list[Counts])  # only of presses that made a move

    def add(self, line: Line) -> None:
        """Count a request of the bot."""
        self.routes[f"{line.method} {line.route}"] += 1
        self.purposes[purpose(line)] += 1


def purpose(line: Line) -> str:
    """Return what a request is counted as; "" for the answer to a press.

    A repost is a board posted anew further down, the removal of the old one, and the look at how
    many messages are below it. A file that is kept goes by Discord's id, a text; a new one has a
    number.
    """
    body = line.body if isinstance(line.body, dict) else {}
    if "/callback" in line.route:
        return ""
    if any(isinstance(item["id"], int) for item in body.get("attachments") or ()):
        return UPLOADS
    if "/webhooks" in line.route:
        return THROUGH_WEBHOOKS
    of_a_board = "/messages" in line.route and not body.get("content")
    return REPOSTS if of_a_board and line.method != "PATCH" else BY_TOKEN


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
            presses = await conductor.waiting(1)
            outcomes = await conductor.let_go(presses)
            await settled(here, clock)
            counted, watch.counts = watch.counts, Counts()  # the next deal isn't of this press
            lines = [line for line in log.lines if line.n > before]
            for line in lines:
                found.add(line)
            found.transactions += counted.transactions
            if moved(here.file, outcomes):
                found.moves += 1
                found.counts.append(counted)
    return found


async def rows(scale: Scale) -> list[Row]:
    """Play each game, and return rows with the work that its moves caused."""
    watch, clock, found = Watch(), ClockAhead(), dict[str, Played]()
    with tempfile.TemporaryDirectory() as name, watch.watching():
        people = more_names(SIZE)
        async with harbor(Path(name), people, timing=Timing(), clock=clock, pictures=True) as here:
            here.playground.stage.check = None
            for game in GAMES:
                one = found[game] = await played(here, game, watch, clock, scale.moves)
                print(f"  {game}: {one.moves} moves")
                for route, many in one.routes.most_common():
                    print(f"    {many:4} {route}", flush=True)
    return [*_requests(found), *_transactions(list(found.values())), *_views(found.values())]


def _requests(found: dict[str, Played]) -> list[Row]:
    """Return two rows for each game; reposts and uploads are noted apart."""
    return [
        Row(
            what=f"requests a move {how}: {GAMES[game].title}",
            figures=[one.purposes[how] / one.moves],
            note=", ".join(f"{item} {one.purposes[item] / one.moves:.2f}" for item in apart),
            unit="",
            at_most=goal,
        )
        for how, goal, apart in ((BY_TOKEN, 1.3, (REPOSTS, UPLOADS)), (THROUGH_WEBHOOKS, 2.0, ()))
        for game, one in found.items()
    ]


def _transactions(played: Sequence[Played]) -> list[Row]:
    """Return a row for the moves' own transactions, and one for each kind counted apart."""
    counts = [count.transactions for each in played for count in each.counts]
    own = statistics.fmean(count[""] for count in counts)
    made = [Row(what="transactions a move", figures=[own], unit="", at_most=1.2)]
    for label in (ORDERS, GATHERED, UPLOADS, HEARTBEAT):
        many = sum(each.transactions[label] for each in played) / len(counts)
        made.append(Row(what=f"… besides, of {label}", figures=[many], unit=""))
    return made


def _views(played: Iterable[Played]) -> list[Row]:
    counts = [count for each in played for count in each.counts]
    each_view = [count.views.total() / len(count.views) for count in counts if count.views]
    return [
        Row(what=what, figures=[figure], unit="")
        for what, figure in (
            ("decodings of a state a move", statistics.fmean(item.decodings for item in counts)),
            ("times that one reader's view is built for a rev", statistics.fmean(each_view)),
            ("views built a move", statistics.fmean(len(item.views) for item in counts)),
        )
    ]
