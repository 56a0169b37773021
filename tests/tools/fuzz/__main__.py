"""Send tens of thousands of hostile inputs to tables of every game: open, in play and over.

    python -m tests.tools.fuzz --inputs 100000 --seed 1
    python -m tests.tools.fuzz --again '{"side": "raw", …}'

Half of the inputs go through the playground's checks, as from Discord's own app. The others are
payloads that skip those checks. They are commands, autocompletions, lines in the DM, presses, menus
and forms with hostile texts and forged custom_ids, from players of the table and from strangers.

It ends with 0 only if every input was answered in time, the log has no error, every table can still
make legal moves, only players of a table have changed it (as its log shows, and at the end the
transcripts), nobody was shown another player's hand, and memory stayed flat.
A failing input is printed; `--again` sends it alone, to tables of the same kind.
"""

import argparse
import asyncio
import ctypes
import logging
import sys
import tempfile
import time
import traceback
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from bot.host.seating.quotas import Limits
from bot.show.deliver.display import Timing
from games import GAMES
from games.rules import AnyRules
from tests.actors.harbor import Harbor, harbor
from tests.actors.secrets.wires import Wires
from tests.crews.crew import resident
from tests.tools.databases import Kind, add_option, database
from tests.tools.fuzz.inputs import NOOK, Input, Maker, read_input
from tests.tools.fuzz.sending import Sender
from tests.tools.fuzz.tables import Tables
from tests.tools.tidy import tidy

PEOPLE = (
    "Ann",
    "seat 2",
    "12: pass",
    "@everyone",
    "B\u202een",
    "C\u200bat",
    "pass",
    "Z\u0300\u0301o",
)
PLAYERS = 6  # of PEOPLE; the others have no seat
QUIET = Timing(
    settle=0.02,
    pause=0.1,
    notice_after=9e5,
    here_for=9e5,
    house_thinks=0.0,
    retry=0.3,
    reading=0.0,
    picture_rest=9e5,
)
BATCH = 500
PROBE, LOOK_BACK, LOST = 0.1, 4.0, 0.8  # seconds
SHOWN = 3  # inputs printed for each kind of fault
KINDS = 30  # kinds of faults after which the run stops
AT_ONCE = 2  # inputs in flight for each person
AGAIN = 3  # repeats of an input that the machine has delayed, as it may be busy for long
# The share and the bytes by which memory may grow after the first fifth. The playground runs in
# this process too: its own records are bounded, full after some 10,000 inputs, and tidied after
# each batch. A bot that kept every interaction would grow by 6 kB with each.
GROWTH, ROOM = 0.1, 20 << 20
# A limit low enough to be reached within the first fifth: a table is forgotten only after ten
# minutes' rest, and a fast machine is done by then.
TABLES_KEPT = 64


class Errors(logging.Handler):
    """Keeps the log records that are errors or have a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record if it is an error or has a traceback."""
        if record.levelno >= logging.ERROR or record.exc_info:
            trace = record.exc_info and "".join(traceback.format_exception(*record.exc_info))
            self.found.append(f"{record.getMessage()}\n{trace or ''}")

    def taken(self, references: Sequence[str]) -> str:
        """Remove and return the records that belong to these references of an apology."""
        mine = [result for result in self.found if any(each in result for each in references)]
        self.found = [result for result in self.found if result not in mine]
        return "\n".join(mine)


class Machine:
    """Measures how long the machine keeps this process from running, which makes answers late.

    Time in which this process itself was busy does not count, because that is the bot's fault.
    """

    def __init__(self) -> None:
        self._lost: deque[tuple[float, float]] = deque(maxlen=100)  # (when, seconds lost)
        self.has_held_up = False

    async def measure(self) -> None:
        """Measure until cancelled."""
        while True:
            began, used = time.monotonic(), time.process_time()
            await asyncio.sleep(PROBE)
            now, busy = time.monotonic(), time.process_time() - used
            self._lost.append((now, max(0.0, now - began - PROBE - busy)))
            self.has_held_up = self.has_held_up or self.holds_up

    @property
    def holds_up(self) -> bool:
        """Whether the machine has just lost so much time that no answer could be in time."""
        since = time.monotonic() - LOOK_BACK
        return sum(lost for at, lost in self._lost if at > since) > LOST


@dataclass(slots=True)
class Run:
    """The counts and the faults of one run."""

    seed: int
    came: Counter[str] = field(default_factory=Counter[str])
    wrong: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Inputs by the kind of fault that they caused."""
    memory: list[int] = field(default_factory=list[int])
    """Bytes of this process after each batch, with the bot and the playground."""
    machine: Machine = field(default_factory=Machine)
    requests: int = 0
    """The number of the last request of the bot that was checked."""

    def note(self, kind: str, how: str = "") -> None:
        """Record a fault and the input that caused it."""
        self.wrong.setdefault(kind, []).append(how)

    def note_errors(self, logged: str, how: str) -> None:
        """Record a logged error; show only the first of the tracebacks that end alike."""
        lines = logged.rstrip().splitlines() or [""]
        place = next((line.strip() for line in reversed(lines) if line.startswith("  File")), "")
        kind = f"{lines[-1].partition(':')[0][:60]} at {place}"
        self.note(kind, how if kind in self.wrong else f"{how}\n{logged}")

    def grown(self) -> str:
        """Return a sentence about memory if it has grown too much, or ""."""
        early, late = self.early_and_late()
        if late <= early * (1 + GROWTH) + ROOM:
            return ""
        return f"memory has grown from {early >> 20} to {late >> 20} MB"

    def early_and_late(self) -> tuple[int, int]:
        """Return the bytes in use after the first fifth and at the end."""
        return self.memory[len(self.memory) // 5], self.memory[-1]


def give_back() -> None:
    """Make glibc return free memory to the system, so that only memory in use is counted."""
    with suppress(OSError, AttributeError):  # other C libraries lack this function
        ctypes.CDLL("libc.so.6").malloc_trim(0)


async def fuzz(
    folder: Path,
    inputs: int,
    seed: int,
    again: Input | None = None,
    games: Sequence[str] = tuple(GAMES),
    kind: Kind = "sqlite",
) -> Run:
    """Send this many inputs, or the one given as `again`; return the counts."""
    errors = Errors()
    logging.getLogger().addHandler(errors)
    run = Run(seed)
    measuring = asyncio.create_task(run.machine.measure())
    try:
        with database(kind, folder) as (place, _):
            async with harbor(folder, PEOPLE, timing=QUIET, games=games, place=place) as here:
                await _fuzz(run, here, inputs, errors, again)
    finally:
        measuring.cancel()
        logging.getLogger().removeHandler(errors)
    for logged in errors.found:  # errors logged during shutdown
        run.note_errors(logged, "by which input cannot be said")
    return run


async def _fuzz(run: Run, here: Harbor, inputs: int, errors: Errors, again: Input | None) -> None:
    dice = Random(run.seed)
    wires = Wires(here.place)
    assert here.bot is not None
    here.services.host.seats.limits = replace(Limits(), in_an_hour=10**6)
    tables = await _seated(here, wires)
    here.services.store.cache._most = TABLES_KEPT
    users = {name: here.users[name] for name in PEOPLE}
    maker = Maker(dice, users, list(here.playground.world.commands.values()), here.bot.faces)
    sender = Sender(here, maker)
    if again is not None:
        await _send(run, sender, tables, errors, again)
    for begun in range(0, inputs, BATCH):
        maker.tables = tables.all
        batch = min(BATCH, inputs - begun)
        await _batch(run, maker, sender, tables, errors, batch)
        await tables.go_on()
        tables.look_into_log()
        tables.forget_sent()
        wires.compare()
        _look_at_requests(run, here)
        tidy(here.playground, here.users.values(), tables.closed())
        await tables.keep_up()
        give_back()
        run.memory.append(resident())
        if len(run.wrong) > KINDS:
            break
    await here.bot.wait_until_ready()  # discord.py complains if it is closed before
    await tables.finish()
    tables.look_into_log()
    for item in (*tables.wrong, *wires.wrong):
        run.note(item)
    run.came.update({"lines that somebody must not see": wires.compared})
    run.came.update({"tables in a thread": tables.in_thread()})
    run.came.update({f"moves of {game}": count for game, count in tables.moves.items()})
    if run.memory and (grown := run.grown()):
        run.note(grown)


async def _seated(here: Harbor, wires: Wires) -> Tables:
    """Open the tables, each with a different group of people."""
    players = [here.users[name] for name in PEOPLE[:PLAYERS]]
    groups = {
        game: [players[(number + seat) % PLAYERS] for seat in range(size_of(rules))]
        for number, (game, rules) in enumerate(here.games.items())
    }
    tables = Tables(here, here.users[PEOPLE[-1]], groups)
    for user in here.users.values():
        wires.watch(user)
        await user.open_dm()
    nook = {"name": NOOK, "type": 11}
    await players[0].ask("POST", f"/channels/{players[0].channels['games']}/threads", nook)
    for user in here.users.values():
        await user.until(lambda user=user: NOOK in user.channels)
    await tables.keep_up()
    return tables


def size_of(rules: AnyRules) -> int:
    """Return the number of players at a table: three, if the game allows it."""
    return min(max(3, rules.seats.start), rules.seats.stop - 1)


async def _batch(
    run: Run, maker: Maker, sender: Sender, tables: Tables, errors: Errors, many: int
) -> None:
    """Send this many inputs, several at the same time."""
    left = iter(range(many))

    async def work() -> None:
        for _ in left:
            await _send(run, sender, tables, errors, maker.make())

    await asyncio.gather(*(work() for _ in range(len(PEOPLE) * AT_ONCE)))


def _look_at_requests(run: Run, here: Harbor) -> None:
    """Record the bot's requests that Discord would have refused."""
    stage = here.playground.stage
    for line in stage.log.lines:
        if line.n > run.requests and line.status == 400:
            run.note(f"refused with 400: {line.method} {line.route}", str(line))
    run.requests = stage.log.number
    for complaint in stage.complaints:
        run.note(complaint)
    stage.complaints.clear()


async def _send(
    run: Run, sender: Sender, tables: Tables, errors: Errors, one: Input, *, again: int = AGAIN
) -> None:
    """Send an input and record its outcome; repeat it if the machine was slow."""
    before = len(errors.found)
    for came in await sender.send(one):
        run.came[f"{one.side}: {came.how}"] += 1
        tables.sent.update(came.ids)
        if came.references:
            run.note_errors(errors.taken(came.references), one.written())
        if came.wrong and again and run.machine.holds_up:
            run.came["held up by this machine, and sent again"] += 1
            await _send(run, sender, tables, errors, one, again=again - 1)
        elif came.wrong:
            run.note(came.wrong, one.written())
    if len(errors.found) > before:  # an error without an apology: some input in flight caused it
        run.note("on its way while an error was logged", one.written())


def report(run: Run, seconds: float) -> None:
    """Print the counts and the faults of a run."""
    print("; ".join(f"{how} {count}" for how, count in sorted(run.came.items())))
    if run.memory:
        early, late = run.early_and_late()
        print(f"memory: {early >> 20} MB after a fifth, {late >> 20} MB at the end")
    print(f"seed {run.seed}: {len(run.wrong)} wrong, in {seconds:.0f} s")
    for kind, met in run.wrong.items():
        print(f"WRONG, {len(met)} times: {kind}")
        for item in met[:SHOWN]:
            print("   ", item[:8000])


def main() -> int:
    """Parse the command line and fuzz."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--again", help="one input, as it was printed: it is sent alone")
    add_option(parser)
    given = parser.parse_args()
    out: Any = sys.stdout
    out.reconfigure(errors="backslashreplace")  # faults quote hostile texts
    print(f"seed {given.seed}", flush=True)
    again = None if given.again is None else read_input(given.again)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        inputs = 0 if again else given.inputs
        run = asyncio.run(fuzz(Path(folder), inputs, given.seed, again, kind=given.database))
    report(run, time.monotonic() - began)
    return 1 if run.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
