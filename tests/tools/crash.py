"""Kills the bot at random instants while many play, and looks at what is left of its promises.

    python -m tests.tools.crash --kills 100

The stand-in stays in this process; the bot is `python -m bot` in its own, killed with SIGKILL and
started again. What has to hold, whenever it was killed:

- what a player was shown as done is in the file, under the receipt of that very interaction;
- the log of each table counts 1, 2, 3 … up to the table's rev;
- no receipt is there twice, though Discord delivers some events twice;
- no press counted that was made on a board older than its owner's last public move;
- no reader sees a message go back in time;
- after a start, every board soon shows what is in the file.

What is shown is counted in public steps, as the house counts it: a move under the hand makes a row
of the log, and no step. `tests/e2e/broken.py` breaks each promise on purpose.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random

import aiohttp

from bot.playground import NAMES, Playground
from games import GAMES
from tests.e2e.harbor import Crew, board_of, read, step_of
from tests.e2e.player import Manners, Player, Stuck, Tally
from tests.e2e.user import Json, Outcome, User, drawn_at, pressable, text_of
from tests.e2e.watcher import HOUSE, hand_in

ONLOOKER = "Zoe"
SLIP = ";slip="  # in what is done to one
UPDATED = 7  # the type of an answer that draws the clicked message anew
RENEWED = "so I did nothing"  # what a superseded panel says of itself once it was pressed
AHEAD = {  # the verbs of what can be said ahead
    way.verb for name in GAMES for way in import_module(f"cogs.{name}").FACE.orders
}
MOVES = ("move", "order", "clock")  # the rows of the log that are moves
RECKLESS = Manners(
    mischief=0.2, command=0.08, typed=0.02, think=0.05, patience=90, line_patience=1.5
)


def verb_in(custom_id: str) -> str:
    """Read the verb out of a custom_id, `12:34:bid;amount=60`, or a command, `/jar ahead plan`."""
    return custom_id.rpartition(":")[2].partition(";")[0].rpartition(" ")[2]


@dataclass(frozen=True, slots=True)
class Promise:
    """What a player was shown as done: what they pressed, drawn at which step, shown at which."""

    what: str
    person: int = 0
    made_on: int = 0
    shown: int = 0


class Witness:
    """Remembers what players were shown, and says what of it does not hold."""

    def __init__(self, playground: Playground) -> None:
        self.wrong: list[str] = []
        self.promised: dict[int, Promise] = {}  # by receipt
        self._made_on: dict[int, int] = {}  # receipt of a press: the step of what was pressed
        self._newest: dict[tuple[str, str], int] = {}  # the newest step a reader saw on a message
        self._interactions = playground.stage.interactions

    def watch(self, user: User) -> None:
        """Watch a user's messages."""
        user.heard.append(partial(self._hear, user))

    def _hear(self, user: User, kind: str, data: Json) -> None:
        if kind not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            return
        step = drawn_at(data)
        before = self._newest.get((user.name, data["id"]), 0)
        if 0 < step < before:
            self.wrong.append(f"time ran back for {user.name}, from {before} to {step}:\n{data}")
        self._newest[user.name, data["id"]] = max(step, before)

    def noticed(self, component: Json, outcome: Outcome) -> None:
        """Take note of what came of an attempt to move."""
        if not outcome.id:
            return
        custom_id = component["custom_id"]
        if custom_id[0].isdigit():
            self._made_on[int(outcome.id)] = int(custom_id.split(":")[1])
        if outcome.kind != "answered" or HOUSE in custom_id or verb_in(custom_id) in AHEAD:
            return  # what is said ahead is no move, and in no log
        if SLIP in custom_id:
            return  # nor is what is written on a slip
        drawn = self.drawn_anew(outcome)
        if drawn is None and hand_in(outcome.text) is not None:
            drawn = outcome.said  # it came too late, perhaps, and this says to what
        found = self._interactions.all.get(outcome.id)
        if drawn is not None and RENEWED not in text_of(drawn):
            person = 0 if found is None else int(found.person.id)
            made_on = self._made_on.get(int(outcome.id), 0)
            promise = Promise(custom_id, person, made_on, drawn_at(drawn))
            self.promised[int(outcome.id)] = promise

    def drawn_anew(self, outcome: Outcome) -> Json | None:
        """Return the clicked message, if the answer was that message drawn anew."""
        found = self._interactions.all.get(outcome.id)
        if found is None or found.answer != UPDATED or found.original is None:
            return None
        return found.original.json

    def look_into(self, file: Path) -> None:
        """Compare the file with what was promised. The bot is dead, so the file stands still."""
        log = read(file, "SELECT * FROM log ORDER BY table_id, rev")
        written = [row["receipt"] for row in log if row["receipt"] is not None]
        acted = public_moves(log)
        tables = {row["id"]: row for row in read(file, "SELECT * FROM tables")}
        for receipt in self.promised.keys() - set(written):
            promise = self.promised.pop(receipt)
            if not _was_stale(promise, acted, tables):
                self.wrong.append(f"not in the file: {promise}, receipt {receipt}")
        if len(written) > len(set(written)):
            self.wrong.append("a receipt is in the log twice")
        revs: dict[int, list[int]] = defaultdict(list)
        for row in log:
            revs[row["table_id"]].append(row["rev"])
        for table in tables.values():
            if revs[table["id"]] != list(range(1, table["rev"] + 1)):
                end = revs[table["id"]][-3:]
                self.wrong.append(f"table {table['id']} is at {table['rev']}, its log at {end}")
        self._look_for_stale_moves(log, acted)

    def _look_for_stale_moves(self, log: Sequence[Json], acted: Sequence[Json]) -> None:
        public = {(row["table_id"], row["rev"]) for row in acted}
        last: dict[tuple[int, int], int] = {}  # the step of a seat's last public move so far
        for row in log:
            if row["kind"] not in MOVES:
                continue
            key = (row["table_id"], row["seat"])
            made_on = self._made_on.get(row["receipt"])
            if made_on is not None and made_on < last.get(key, 0):
                self.wrong.append(
                    f"a press on a board of step {made_on} counted at step {row['step']} of table "
                    f"{key[0]}, though seat {key[1]} had moved at {last[key]}"
                )
            if (row["table_id"], row["rev"]) in public:
                last[key] = row["step"]


def public_moves(log: Sequence[Json]) -> list[Json]:
    """List the moves that everybody saw: those that counted the step on."""
    stood: dict[int, int] = {}
    found: list[Json] = []
    for row in log:
        if row["kind"] in MOVES and row["step"] > stood.get(row["table_id"], 0):
            found.append(row)
        stood[row["table_id"]] = row["step"]
    return found


def _was_stale(promise: Promise, acted: Sequence[Json], tables: Mapping[int, Json]) -> bool:
    """Whether a hand was drawn anew only to say that something had changed since.

    Its owner had moved, or the question was no longer the one for which it was drawn.
    """
    if not promise.made_on:
        return False
    table = int(promise.what.split(":")[0])
    return promise.made_on < tables[table]["question_step"] or any(
        row["table_id"] == table
        and row["person"] == promise.person
        and promise.made_on < row["step"]
        and (row["step"] <= promise.shown or not promise.shown)
        for row in acted
    )


class Mortal(Player):
    """A player who goes on when the bot dies, and holds still while the gate is closed."""

    gate: asyncio.Event
    playground: Playground

    async def act(self) -> None:
        """Try to move; what fails because nobody is there is tried again."""
        await self.gate.wait()
        if self.dice.random() < 0.05:
            self.playground.stage.faults.add({"kind": "duplicate_event"})
        with suppress(AssertionError, TimeoutError, aiohttp.ClientError):
            await super().act()

    async def command(self) -> None:
        """Type a command, which Discord may deliver twice."""
        if self.dice.random() < 0.5:
            self.playground.stage.faults.add({"kind": "duplicate_event"})
        await super().command()

    async def mischief(self) -> None:
        """Do what people do, but not to somebody who is down."""
        await self.gate.wait()
        with suppress(AssertionError, TimeoutError, aiohttp.ClientError):
            await super().mischief()


class Crowd:
    """Groups of people who play one table after the other."""

    def __init__(self, playground: Playground, file: Path, witness: Witness, seed: int) -> None:
        self.playground = playground
        self.file = file
        self.witness = witness
        self.seed = seed
        self.gate = asyncio.Event()

    async def play_on(self, users: Sequence[User], game: str, channel: str) -> None:
        """Play until nobody wants any more."""
        while True:
            table = await self.opened(users[0], game, channel)
            for user in users[1:]:
                await self.seated(user, table)
            await self.dealt(users[0], table)
            players: list[Mortal] = []
            for user in users:
                dice = Random(f"{self.seed}:{table}:{user.name}")
                player = Mortal(user, game, table, dice, Tally(), RECKLESS)
                player.gate, player.playground = self.gate, self.playground
                player.noticed = self.witness.noticed
                players.append(player)
            try:
                await asyncio.gather(*(player.play() for player in players))
            except Stuck as stuck:
                self.witness.wrong.append(str(stuck))
                return

    async def opened(self, user: User, game: str, channel: str) -> int:
        """Open a table, however often it takes."""
        while True:
            await self.gate.wait()
            outcome = await user.command(f"{game} start", channel=channel)
            found = None if outcome.said is None else step_of(outcome.said)
            if found:
                self.promised(outcome, "start")
                return found[0]
            sql = "SELECT id FROM tables WHERE opener=? AND phase='open' AND game=?"
            for row in read(self.file, sql, int(user.id), game):
                return row["id"]  # it was opened, and the bot died before it could say so

    async def seated(self, user: User, table: int) -> None:
        """Join a table, however often it takes."""
        while not self.rows("SELECT 1 FROM seats WHERE table_id=? AND person=?", table, user.id):
            outcome = await self.pressed(user, table, "table_join")
            if outcome is not None and "You sit in seat" in outcome.text:
                self.promised(outcome, "join")

    async def dealt(self, user: User, table: int) -> None:
        """Deal, however often it takes."""
        while self.rows("SELECT 1 FROM tables WHERE id=? AND phase='open'", table):
            outcome = await self.pressed(user, table, "table_deal")
            if outcome is not None and self.witness.drawn_anew(outcome) is not None:
                self.promised(outcome, "deal")

    async def pressed(self, user: User, table: int, verb: str) -> Outcome | None:
        await self.gate.wait()
        board = board_of(user, table)
        for button in pressable(board) if board else ():
            if button["custom_id"].endswith(verb):
                return await user.press(board or {}, button)
        await user.change(0.2)
        return None

    def rows(self, sql: str, *values: object) -> bool:
        return bool(read(self.file, sql, *map(int, values)))  # type: ignore[call-overload]

    def promised(self, outcome: Outcome, what: str) -> None:
        if outcome.kind == "answered":
            self.witness.promised[int(outcome.id)] = Promise(what)


async def caught_up(onlooker: User, file: Path, within: float) -> str:
    """Wait until each board was seen to show what is in the file; say which was not."""
    clock = asyncio.get_running_loop().time
    behind: dict[int, str] = {0: ""}
    until = clock() + within
    while behind and clock() < until:
        behind = {}
        for table in read(file, "SELECT id, step FROM tables"):
            board = board_of(onlooker, table["id"])
            shown = step_of(board) if board else None
            if shown is None or shown[1] < table["step"]:
                behind[table["id"]] = f"table {table['id']} is at {table['step']}, shown {shown}"
        await asyncio.sleep(0.05)
    return "; ".join(behind.values())


async def crash(
    folder: Path,
    kills: int,
    games: Sequence[str],
    *,
    seed: int = 1,
    groups: int = 3,
    size: int = 3,
    module: Sequence[str] = ("bot",),
    within: float = 8.0,
    loud: bool = False,
) -> tuple[list[str], int]:
    """Play and kill; return what was wrong (at the first sign of it), and how much was promised.

    `within` so many seconds after a start every board has to show what is in the file.
    """
    people = NAMES + tuple(f"{name}2" for name in NAMES)
    names = (*people[: groups * size], ONLOOKER)
    dice = Random(seed)
    playground = Playground(names, port=0, rates=False, answer_within=1.5)
    file = folder / "downeast.sqlite3"
    async with AsyncExitStack() as stack:
        await playground.start()
        stack.push_async_callback(playground.stop)
        witness = Witness(playground)
        crew = Crew(playground, file, module=module, log=folder / "bot.log")
        stack.push_async_callback(crew.kill)
        await crew.start()
        users = [await stack.enter_async_context(User(name, playground.base)) for name in names]
        for user in users:
            witness.watch(user)
        crowd = Crowd(playground, file, witness, seed)
        tasks = [
            asyncio.create_task(
                crowd.play_on(
                    users[number * size : (number + 1) * size],
                    games[number % len(games)],
                    ("games", "parlor")[number % 2],
                )
            )
            for number in range(groups)
        ]
        stack.push_async_callback(_ended, tasks)
        for number in range(kills + 1):
            crowd.gate.set()
            await asyncio.sleep(dice.uniform(0.1, 1.5))
            last = number == kills
            await (crew.stop() if last else crew.kill())
            crowd.gate.clear()
            witness.look_into(file)
            witness.wrong += [repr(task.exception()) for task in tasks if task.done()]
            if witness.wrong or last:
                break
            began = time.monotonic()
            await crew.start()
            up = time.monotonic() - began
            behind = await caught_up(users[-1], file, within)
            if behind:
                witness.wrong.append(f"{within} s after a start: {behind}")
            if loud:
                print(
                    f"kill {number + 1}: {len(witness.promised)} promises kept; up after {up:.1f}"
                    f" s, boards caught up {time.monotonic() - began - up:.1f} s later",
                    flush=True,
                )
    return witness.wrong, len(witness.promised)


async def _ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def main() -> int:
    """Read the command line and crash."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="+", default=sorted(GAMES))
    parser.add_argument("--groups", type=int, default=5)
    parser.add_argument("--size", type=int, default=3)
    parser.add_argument("--fault", help="see tests/e2e/broken.py; the game `jar` is there as well")
    given = parser.parse_args()
    module = ("tests.e2e.broken", given.fault) if given.fault else ("bot",)
    with tempfile.TemporaryDirectory() as folder:
        wrong, kept = asyncio.run(
            crash(
                Path(folder),
                given.kills,
                given.games,
                seed=given.seed,
                groups=given.groups,
                size=given.size,
                module=module,
                loud=True,
            )
        )
    print(f"{kept} promises; {len(wrong)} broken")
    for problem in wrong[:20]:
        print("WRONG:", problem[:2000])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
