"""Kill the bot at random instants while many people play, and check that it kept its promises.

    python -m tests.tools.crash --kills 100
    python -m tests.tools.crash --kills 100 --house 2 --size 1
    python -m tests.tools.crash --kills 100 --database postgresql

The playground stays in this process. The bot is `python -m bot` in its own process; it is killed
with SIGKILL and started again. On PostgreSQL its connections are ended too, and the server is
restarted or killed while the bot runs on. These things must hold after each blow:

- A move that a player was shown as done is in the database, under that interaction's id.
- The log of each table counts 1, 2, 3 … up to the table's rev.
- No interaction's id is in the log twice, though Discord delivers some events twice.
- A press on a board that was drawn before its owner's last public move doesn't count.
- No reader sees a message go back to an earlier step.
- Soon after a start of the bot or the server, every board shows what is in the database, and no
  message stands twice. Half of the kills fall right after a post, before the bot could note it.

Steps are public: a secret change adds a row to the log but doesn't change the step.
`tests/crews/broken.py` breaks each of these promises on purpose.
"""

import argparse
import asyncio
import re
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
from discord_playground import Playground

from bot.show.discord_py.earlier_posts import mark_of
from db.base.place import Place
from games import GAMES
from playground.tests.user import (
    Json,
    Outcome,
    User,
    drawn_at,
    more_names,
    part_of,
    peopled,
    text_of,
)
from tests.actors.player import Manners, Player, Stuck, Tally
from tests.actors.tables import NOTHING, board_of, step_of
from tests.actors.waiting import until
from tests.actors.watcher import BACK, HOUSE, hand_in
from tests.crews.crew import Crew
from tests.places import read
from tests.tools.databases import Blow, Blows, Kind, add_option, let_go
from tests.tools.databases import database as opened_database

ONLOOKER = "Zoe"
SLIP = ";slip="  # marks a draft's custom_ids
UPDATED = 7  # the type of an answer that edits the clicked message
RENEWED = "so I did nothing"  # words on an outdated panel that was pressed
AHEAD = {  # the verbs that set standing orders
    way.verb for name in GAMES for way in import_module(f"cogs.{name}").FACE.orders
}
AT_A_POST = 0.5  # share of the blows that fall between a post and its note
POST_WITHIN = 3.0  # seconds to wait for the next post
LONG_DOWN = 0.8  # share of these after which Discord has forgotten the nonces
MOVES = ("move", "order", "clock", "house")  # the kinds of log rows that are moves
RECKLESS = Manners(
    mischief=0.2, command=0.08, typed=0.02, think=0.05, patience=90, line_patience=1.5
)


def verb_in(custom_id: str) -> str:
    """Return the verb of a custom_id (`12:34:bid;amount=60`) or a command (`/jar ahead plan`).

    A menu's custom_id can end in its number (`12:34:prices;*prices:1`).
    """
    custom_id = re.sub(r":\d{1,3}$", "", custom_id)
    return custom_id.rpartition(":")[2].partition(";")[0].rpartition(" ")[2]


@dataclass(frozen=True, slots=True)
class Promise:
    """A move that a player saw confirmed: the press, its step, and the step shown."""

    what: str
    person: int = 0
    made_on: int = 0
    shown: int = 0


class Witness:
    """Remembers what players were shown, and finds what doesn't hold."""

    def __init__(self, playground: Playground) -> None:
        self.wrong: list[str] = []
        self.promised: dict[int, Promise] = {}  # by interaction id
        self._made_on: dict[int, int] = {}  # interaction id: the step of the pressed message
        self._newest: dict[
            tuple[str, str], int
        ] = {}  # the newest step of a message that a reader saw
        self._interactions = playground.stage.interactions

    def watch(self, user: User) -> None:
        """Watch the messages of a user."""
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
        """Remember the promise that the answer to a press made, if any."""
        if not outcome.id:
            return
        custom_id = component["custom_id"]
        if custom_id[0].isdigit():
            self._made_on[int(outcome.id)] = int(custom_id.split(":")[1])
        if outcome.kind != "answered" or HOUSE in custom_id or verb_in(custom_id) in AHEAD:
            return  # standing orders are no moves and aren't in the log
        if SLIP in custom_id:
            return  # drafts aren't in the log either
        drawn = self.drawn_anew(outcome)
        if drawn is None and hand_in(outcome.text) is not None:
            drawn = outcome.said  # perhaps the press was too late, and this shows how things stand
        found = self._interactions.all.get(outcome.id)
        asks = drawn is not None and part_of(
            drawn, label=BACK
        )  # it covers the hand with a question
        if drawn is not None and not asks and RENEWED not in text_of(drawn):
            person = 0 if found is None else int(found.person.id)
            made_on = self._made_on.get(int(outcome.id), 0)
            promise = Promise(custom_id, person, made_on, drawn_at(drawn))
            self.promised[int(outcome.id)] = promise

    def drawn_anew(self, outcome: Outcome) -> Json | None:
        """Return the clicked message if the answer edited it."""
        found = self._interactions.all.get(outcome.id)
        if found is None or found.answer != UPDATED or found.original is None:
            return None
        return found.original.json

    def look_into(self, place: Place) -> None:
        """Compare the file with the promises. The bot is dead, so the file doesn't change."""
        log = [dict(row) for row in read(place, "SELECT * FROM log ORDER BY table_id, rev")]
        written = [row["receipt"] for row in log if row["receipt"] is not None]
        acted = public_moves(log)
        tables = {row["id"]: dict(row) for row in read(place, "SELECT * FROM tables")}
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
        last: dict[tuple[int, int], int] = {}  # the step of each seat's last public move so far
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
    """Return the public moves: those that increased the step."""
    stood: dict[int, int] = {}
    found: list[Json] = []
    for row in log:
        if row["kind"] in MOVES and row["step"] > stood.get(row["table_id"], 0):
            found.append(row)
        stood[row["table_id"]] = row["step"]
    return found


def _was_stale(promise: Promise, acted: Sequence[Json], tables: Mapping[int, Json]) -> bool:
    """Return whether a hand was drawn again only because the press on it was stale.

    A press is stale if its owner had moved since the drawing, or if the question had changed.
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
    """A player who carries on when the bot dies, and pauses while the gate is closed."""

    gate: asyncio.Event
    playground: Playground

    async def act(self) -> None:
        """Try to move; ignore failures, because the next attempt may work."""
        await self.gate.wait()
        if self.dice.random() < 0.05:
            self.playground.stage.faults.add({"kind": "duplicate_event"})
        with suppress(AssertionError, TimeoutError, aiohttp.ClientError):
            await super().act()

    async def command(self) -> None:
        """Type a command; Discord may deliver it twice."""
        if self.dice.random() < 0.5:
            self.playground.stage.faults.add({"kind": "duplicate_event"})
        await super().command()

    async def mischief(self) -> None:
        """Do something odd, but only while the bot is up."""
        await self.gate.wait()
        with suppress(AssertionError, TimeoutError, aiohttp.ClientError):
            await super().mischief()


class Crowd:
    """Groups of people who play one table after another."""

    def __init__(
        self, playground: Playground, place: Place, witness: Witness, seed: int, house: int = 0
    ) -> None:
        self.house = house  # the number of house players at each table
        self.playground = playground
        self.place = place
        self.witness = witness
        self.seed = seed
        self.gate = asyncio.Event()
        self.finished = 0  # tables

    def begin(
        self, users: Sequence[User], size: int, games: Sequence[str]
    ) -> list[asyncio.Task[None]]:
        """Have people play in groups of this size, in two channels; take turns with the games."""
        groups = [users[first : first + size] for first in range(0, len(users), size)]
        return [
            asyncio.create_task(
                self.play_on(group, games[number % len(games)], ("games", "parlor")[number % 2])
            )
            for number, group in enumerate(groups)
        ]

    async def play_on(self, users: Sequence[User], game: str, channel: str) -> None:
        """Play one table after another until cancelled or stuck."""
        while True:
            table = await self.opened(users[0], game, channel)
            for user in users[1:]:
                await self.seated(user, table)
            await self.dealt(users[0], table)
            dice = [Random(f"{self.seed}:{table}:{user.name}") for user in users]
            players = [self.player(*each, game, table) for each in zip(users, dice, strict=True)]
            try:
                await asyncio.gather(*(player.play() for player in players))
            except Stuck as stuck:
                self.note_stuck(stuck, players)
                return
            self.finished += 1

    def player(self, user: User, dice: Random, game: str, table: int) -> Player:
        """Sit somebody down to play."""
        player = Mortal(user, game, table, dice, Tally(), RECKLESS)
        player.gate, player.playground = self.gate, self.playground
        player.noticed = self.witness.noticed
        return player

    def note_stuck(self, stuck: Stuck, players: Sequence[Any]) -> None:
        """Record that a table doesn't go on."""
        self.witness.wrong.append(str(stuck))

    async def opened(self, user: User, game: str, channel: str) -> int:
        """Open a table, with as many attempts as it takes, and return its id."""
        while True:
            await self.gate.wait()
            options = {"house": self.house} if self.house else None
            outcome = await user.command(f"{game} start", options, channel=channel)
            found = None if outcome.said is None else step_of(outcome.said)
            if found:
                self.promised(outcome, "start")
                return found[0]
            sql = "SELECT id FROM tables WHERE opener=? AND phase='open' AND game=?"
            for row in read(self.place, sql, int(user.id), game):
                return row["id"]  # the bot opened it and died before it could answer

    async def seated(self, user: User, table: int) -> None:
        """Join a table, with as many attempts as it takes."""
        while not self.rows("SELECT 1 FROM seats WHERE table_id=? AND person=?", table, user.id):
            outcome = await self.pressed(user, table, "table_join")
            if outcome is not None and "You're in, seat" in outcome.text:
                self.promised(outcome, "join")

    async def dealt(self, user: User, table: int) -> None:
        """Deal, with as many attempts as it takes."""
        while self.rows("SELECT 1 FROM tables WHERE id=? AND phase='open'", table):
            outcome = await self.pressed(user, table, "table_deal")
            if outcome is not None and self.witness.drawn_anew(outcome) is not None:
                self.promised(outcome, "deal")

    async def pressed(self, user: User, table: int, verb: str) -> Outcome | None:
        await self.gate.wait()
        board = board_of(user, table)
        if board and part_of(board, custom_id=verb):
            return await user.click(board, custom_id=verb)
        await user.change(0.2)
        return None

    def rows(self, sql: str, *values: object) -> bool:
        return bool(read(self.place, sql, *map(int, values)))  # type: ignore[call-overload]

    def promised(self, outcome: Outcome, what: str) -> None:
        if outcome.kind == "answered":
            self.witness.promised[int(outcome.id)] = Promise(what)


def twins(playground: Playground) -> list[str]:
    """Return the marks of messages that the bot has posted twice in a channel."""
    world = playground.world
    counted = Counter(
        (channel, mark_of(message.json))
        for channel, messages in world.messages.items()
        for message in messages.values()
        if message.only_for is None and message.json["author"]["id"] == world.bot_id
    )
    plain = ("#", "Dealing to")  # text is no mark where the same is said again
    return [
        f"{count} messages {mark} in {channel}"
        for (channel, mark), count in counted.items()
        if count > 1 and mark.startswith(plain) and mark != "#1"
    ]


async def killed_after_a_post(crew: Crew, playground: Playground, *, forgets: bool) -> None:
    """Kill the bot when its next message is posted, before it can note that.

    If Discord `forgets` the nonces, the bot is down for longer than it knows them.
    """
    store, posted = playground.stage.post, asyncio.Event()
    write = store.write

    def killing(channel: Any, author: str, *args: Any, **more: Any) -> Any:
        stays = author == playground.world.bot_id and more.get("only_for") is None
        if stays and crew.process is not None and not posted.is_set():
            crew.process.send_signal(signal.SIGKILL)
            posted.set()
        return write(channel, author, *args, **more)

    store.write = killing  # type: ignore[method-assign]
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(POST_WITHIN):
                await posted.wait()
        await crew.kill()
        if forgets:
            store.forget_nonces()
    finally:
        store.write = write  # type: ignore[method-assign]


def _next_blow(blows: Blows, crew: Crew, playground: Playground, dice: Random) -> Blow:
    """Choose the next blow by lot. Discord may have forgotten the nonces after it."""
    if dice.random() >= AT_A_POST:
        return blows.next()
    strike = partial(killed_after_a_post, crew, playground, forgets=dice.random() < LONG_DOWN)
    return Blow("it is killed right after a post", strike, kills_bot=True)


async def caught_up(onlooker: User, playground: Playground, place: Place, within: float) -> str:
    """Wait until every board shows what is in the file, and none stands twice.

    Return a sentence on those that don't.
    """
    behind: list[str] = []

    def none() -> bool:
        tables = read(place, "SELECT id, step FROM tables WHERE practice=0")
        behind[:] = [*boards_behind(onlooker, tables), *twins(playground)]
        return not behind

    with suppress(TimeoutError):
        await until(none, within, 0.05)
    return "; ".join(behind)


def boards_behind(onlooker: User, tables: Sequence[Any], *, by_more_than: int = 0) -> list[str]:
    """Return a sentence for each of these rows of tables whose board isn't up to date."""
    found: list[str] = []
    for table in tables:
        shown = step_of(board_of(onlooker, table["id"]) or NOTHING)
        if shown is None or shown[1] < table["step"] - by_more_than:
            found.append(f"table {table['id']} is at {table['step']}, shown {shown}")
    return found


async def crash(
    folder: Path,
    kills: int,
    games: Sequence[str],
    *,
    seed: int = 1,
    groups: int = 3,
    size: int = 3,
    house: int = 0,
    module: Sequence[str] = ("tests.crews.tireless",),
    within: float = 8.0,
    loud: bool = False,
    database: Kind = "sqlite",
) -> tuple[list[str], int]:
    """Play and kill the bot; return what went wrong first, and the number of promises.

    Every board must show what is in the database `within` seconds after a start.
    """
    names = (*more_names(groups * size), ONLOOKER)
    dice = Random(seed)
    async with AsyncExitStack() as stack:
        place, server = stack.enter_context(opened_database(database, folder, durable=True))
        playground, people = await stack.enter_async_context(
            peopled(names, answer_within=1.5, bot_name="Downeast")
        )
        witness, users = Witness(playground), list(people.values())
        crew = Crew(playground, place, module=module, log=folder / "bot.log")
        await stack.enter_async_context(crew)
        for user in users:
            witness.watch(user)
        crowd = Crowd(playground, place, witness, seed, house)
        tasks = crowd.begin(users[:-1], size, games)
        stack.push_async_callback(ended, tasks)
        blows = Blows(crew, server, dice)
        for number in range(kills + 1):
            crowd.gate.set()
            await asyncio.sleep(dice.uniform(0.1, 1.5))
            last = number == kills
            blow = Blow("it is stopped", crew.stop, kills_bot=True)
            if not last:
                blow = _next_blow(blows, crew, playground, dice)
            await blow.strike()
            crowd.gate.clear()
            if blow.kills_bot:
                await let_go(place)
                witness.look_into(place)
            witness.wrong += [repr(task.exception()) for task in tasks if task.done()]
            if witness.wrong or last:
                break
            began = time.monotonic()
            if blow.kills_bot:
                await crew.start()
            up = time.monotonic() - began
            behind = await caught_up(users[-1], playground, place, within)
            if behind:
                witness.wrong.append(f"{within} s after a start, since {blow.name}: {behind}")
            if loud:
                print(
                    f"{number + 1}: {blow.name}; {len(witness.promised)} promises kept; up after "
                    f"{up:.1f} s, boards caught up {time.monotonic() - began - up:.1f} s later",
                    flush=True,
                )
    return witness.wrong, len(witness.promised)


async def ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel tasks and wait for their ends."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def main() -> int:
    """Parse the command line and run the kills."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="+", default=sorted(GAMES))
    parser.add_argument("--groups", type=int, default=5)
    parser.add_argument("--size", type=int, default=3)
    parser.add_argument(
        "--fault", help="see tests/crews/broken.py; the game `jar` is there as well"
    )
    parser.add_argument("--house", type=int, default=0, help="house players at each table")
    parser.add_argument("--folder", type=Path, help="where to leave the bot's log")
    add_option(parser)
    given = parser.parse_args()
    module = ("tests.crews.broken", given.fault) if given.fault else ("tests.crews.tireless",)
    with tempfile.TemporaryDirectory() as folder:
        wrong, kept = asyncio.run(
            crash(
                given.folder or Path(folder),
                given.kills,
                given.games,
                seed=given.seed,
                groups=given.groups,
                size=given.size,
                house=given.house,
                module=module,
                loud=True,
                database=given.database,
            )
        )
    print(f"{kept} promises; {len(wrong)} broken")
    for problem in wrong[:20]:
        print("WRONG:", problem[:2000])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
