"""Play whole tables through the real client, with people who press, type and make mistakes.

    python -m tests.tools.drive downeast --tables 20 --players 5 --seed 1
    python -m tests.tools.drive yankee --variant strict,first=host
    python -m tests.tools.drive dealt --only lines
    python -m tests.tools.drive trump --players 2 --house 2
    python -m tests.tools.drive yankee --practice

The playground runs here, and the bot in its own process. Each table gets a line, and totals follow.
With `--only`, people use only buttons, commands or typed lines. `--house` seats house players by
the same means. `--variant` takes any terms of the
game (tests/tools/terms.py); without it the tables take turns with the terms. At the end it prints
which deals were made, what became of each promise (TRUMP), and the purposes of the bot's requests.

It fails if a table gets stuck, an interaction is answered late or not at all, the playground
refuses one of the bot's requests, a request breaks Discord's description, or a promise was never
settled. `--seed` fixes the choices of the players. The luck is the table's own, so the deals of two
runs differ.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import get_args

from discord_playground import Playground

from bot.host.proof.verify import verify
from db.base.codec import codec_of
from db.base.place import Place
from games import GAMES
from playground.tests.schema import Checker
from playground.tests.user import User, files_in, more_names, peopled
from tests.actors.player import Manners, Only, Player, Tally, verb_of
from tests.actors.practiser import practise
from tests.actors.tables import board_of, deal_table, newly_done
from tests.actors.trump.dealer import Dealer
from tests.actors.watcher import HOUSE
from tests.crews.crew import Crew
from tests.places import read
from tests.tools.costs import Costs
from tests.tools.story import Story
from tests.tools.terms import PLAIN, NoSuchTerms, in_turn, read_terms

PRESSED = ("component", "modal")
# errors that the players provoke: somebody presses a hand while a newer one replaces it, so the bot
# answers with a new message (POST, or PATCH if the press was acknowledged first); or somebody moves
# while a notice to them is on its way, so it is deleted twice
PROVOKED = {("POST", 10008), ("DELETE", 10008), ("PATCH", 10008)}
RARE = 0.02  # share of all requests
PLAYERS: dict[str, type[Player]] = {"trump": Dealer}  # the players of all other games know no game


@dataclass(slots=True)
class Took:
    """The counts of a run, gathered before the playground forgets them."""

    seconds: list[float] = field(default_factory=list[float])  # from a press to its first answer
    problems: list[str] = field(default_factory=list[str])
    routes: Counter[str] = field(default_factory=Counter[str])
    asked: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Each interaction: its kind, and the custom_id or command."""
    costs: Costs = field(default_factory=Costs)
    provoked: int = 0
    held_up: float = 0.0  # seconds of the longest pause that the machine caused in this process
    _seen: set[str] = field(default_factory=set[str])
    _line: int = 0

    def gather(self, playground: Playground) -> None:
        """Count the interactions and requests that are new since the last call."""
        stage = playground.stage
        for item in newly_done(playground, self._seen):
            self.asked.append((item.line()["kind"], item.name))
            if item.answered_after is not None:
                self.seconds.append(item.answered_after)
            if item.failed or item.late:
                self.problems.append(f"not answered in time: {item.line()}")
        for line in stage.log.lines:
            if line.n <= self._line:
                continue
            if not line.status:
                break  # still being served
            self._line = line.n
            self.routes[f"{line.method} {line.route}"] += 1
            self.costs.add(line, stage.world)
            if line.status < 400:
                continue
            if (line.method, line.code) in PROVOKED:
                self.provoked += 1
            else:
                self.problems.append(f"refused with {line.status} {line.code}: {line}")
        self.problems += stage.complaints
        stage.complaints.clear()

    @property
    def outside(self) -> int:
        """The requests that count towards Discord's limit: those that answer no interaction."""
        answers = ("/interactions", "/webhooks")
        return sum(
            count
            for route, count in self.routes.items()
            if not route.split(" ")[1].startswith(answers)
        )

    @property
    def afterwards(self) -> int:
        """The number of requests that were sent after an answer, with its interaction's token."""
        return sum(count for route, count in self.routes.items() if " /webhooks" in route)

    def drafted(self) -> Counter[str]:
        """Count the presses on drafts by their verb."""
        pressed = [name for kind, name in self.asked if kind in PRESSED]
        return Counter(verb_of({"custom_id": item}) for item in pressed if ";slip=" in item)

    def in_all(self, only: Only) -> list[str]:
        """Return the problems that can only be found at the end of the run."""
        often = self.provoked > RARE * sum(self.routes.values())
        return self._other_ways(only) + [f"{self.provoked} messages had gone"] * often

    def _other_ways(self, only: Only) -> list[str]:
        """Return the interactions that weren't made in the way that was asked for."""
        allowed = {
            "": lambda kind, name: True,
            "buttons": lambda kind, name: kind in PRESSED or name.endswith(" start"),
            "commands": lambda kind, name: kind not in PRESSED,
            "lines": lambda kind, name: kind not in PRESSED or f":{HOUSE}" in name,
        }[only]
        return [f"not by {only}: {item}" for item in self.asked if not allowed(*item)]


@dataclass(slots=True)
class Evening:
    """One run: many tables, several of them at the same time."""

    game: str
    seed: int
    place: Place
    playground: Playground
    manners: Manners = field(default_factory=Manners)
    house: int = 0
    """The number of house players at each table."""
    tables: dict[int, Tally] = field(default_factory=dict[int, Tally])
    terms: Counter[str] = field(default_factory=Counter[str])
    story: Story = field(default_factory=Story)
    problems: list[str] = field(default_factory=list[str])

    async def table(self, number: int, users: Sequence[User], variant: str) -> None:
        """Open, play and check one table, and print its line."""
        began = time.monotonic()
        options = read_terms(self.game, variant)
        channel = ("games", "parlor")[number % 2]
        by_option = self.house and self.manners.only in ("commands", "lines")
        terms = {**options, "house": self.house} if by_option else options
        table = await deal_table(
            users,
            self.game,
            terms,
            channel,
            house=0 if by_option else self.house,
            by_command=self.manners.only == "commands",
        )
        tally = self.tables[table] = Tally()
        kind = PLAYERS.get(self.game, Player)
        players = [
            kind(user, self.game, table, self._dice(number, seat), tally, self.manners)
            for seat, user in enumerate(users)
        ]
        try:
            async with asyncio.TaskGroup() as group:
                for player in players:
                    group.create_task(player.play())
        except* AssertionError as stuck:
            self.problems += [str(exception) for exception in stuck.exceptions]
        else:
            by_commands = self.manners.only == "commands"
            self.problems += await check_ending(
                users[0], table, self.story, by_commands=by_commands
            )
            self.terms[variant] += 1
        self.problems += tally.problems
        took = time.monotonic() - began
        moves, won = self.moves_at(table), ", ".join(self.winners(table)) or "nobody"
        print(
            f"table {table:3}  {self.game} {variant:24} {len(users)} players  {moves:4} moves  "
            f"{tally.refused:4} refusals  {took:6.1f} s  won: {won}",
            flush=True,
        )

    async def practice(self, number: int, user: User) -> None:
        """Have somebody practise to the end, and print its line."""
        began, tally = time.monotonic(), Tally()
        player = await practise(user, self.game, self._dice(number, 0), tally)
        self.tables[player.table] = tally
        self.problems += tally.problems
        self.terms["practice"] += 1
        print(
            f"table {player.table:3}  {self.game} practice  {self.moves_at(player.table):4} moves  "
            f"{tally.refused:4} refusals  {time.monotonic() - began:6.1f} s  "
            f"first reveal after {player.presses_until_reveal} presses",
            flush=True,
        )

    def _dice(self, number: int, seat: int) -> Random:
        return Random(f"{self.seed}:{self.game}:{number}:{seat}")

    def moves_at(self, table: int) -> int:
        """Return the number of moves at a table."""
        sql = "SELECT count(*) FROM log WHERE table_id=? AND kind IN ('move', 'clock', 'house')"
        return read(self.place, sql, table)[0][0]

    def winners(self, table: int) -> list[str]:
        """Return the names of a table's winners, from the database."""
        rows = read(self.place, "SELECT name FROM seats WHERE table_id=? ORDER BY seat", table)
        names = [row["name"] for row in rows]
        state = read(self.place, "SELECT state FROM tables WHERE id=?", table)[0]["state"]
        rules = GAMES[self.game]
        standing = rules.standing(rules.view(codec_of(rules).state.load(state), None))
        return [names[seat] for seat in sorted(standing.winners)]


async def check_ending(
    user: User, table: int, story: Story, *, by_commands: bool = False
) -> list[str]:
    """Read the whole story, verify the transcript, and count its events; return the problems."""
    board = await user.until(lambda: board_of(user, table))
    if by_commands:
        truth = await user.command("table log", {"table": table})
        outcome = await user.command("table transcript", {"table": table})
    else:
        truth = await user.click(board, label="The truth")
        fair = await user.click(board, label="Was it fair?")
        if fair.said is None:
            return [f"table {table} does not say whether it was fair: {fair}"]
        outcome = await user.click(fair.said, label="Transcript")
    if truth.kind != "answered" or "happened" not in truth.text:
        return [f"table {table} does not say what really happened: {truth}"]
    if outcome.said is None or not files_in(outcome.said):
        return [f"table {table} gives no transcript: {outcome}"]
    transcript = json.loads(await user.read_file(outcome.said))
    verify(transcript, GAMES)
    return story.add(transcript)


async def run(arguments: argparse.Namespace, folder: Path) -> int:
    """Play all tables, and return the exit code."""
    at_once = min(arguments.at_once, arguments.tables)
    names = more_names(at_once * arguments.players)
    checker, took = Checker(), Took()
    file = folder / "downeast.sqlite3"
    manners = Manners(only=arguments.only)
    async with (
        peopled(names, rates=arguments.rates, check=checker, bot_name="Downeast") as (
            playground,
            users,
        ),
        Crew(playground, file, log=folder / "bot.log") as crew,
    ):
        game, seed = arguments.game, arguments.seed
        evening = Evening(game, seed, file, playground, manners, arguments.house)
        watching = asyncio.create_task(_watch(took, playground, crew))
        began = time.monotonic()
        await _play_all(evening, arguments, list(users.values()))
        seconds = time.monotonic() - began
        took.gather(playground)
        watching.cancel()
        await crew.stop()
    took.problems += took.in_all(arguments.only)
    problems = evening.problems + took.problems + _logged(folder / "bot.log")
    _print_totals(evening, took, seconds, checker)
    for problem in problems[:40]:
        print("WRONG:", problem)
    return 1 if problems else 0


async def _play_all(evening: Evening, arguments: argparse.Namespace, users: list[User]) -> None:
    variants = [arguments.variant] if arguments.variant else in_turn(evening.game)
    groups: asyncio.Queue[list[User]] = asyncio.Queue()
    for first in range(0, len(users), arguments.players):
        groups.put_nowait(users[first : first + arguments.players])

    async def play(number: int) -> None:
        group = await groups.get()
        try:
            if arguments.practice:
                await evening.practice(number, group[0])
            else:
                await evening.table(number, group, variants[number % len(variants)])
        except Exception as error:  # trouble at one table must not stop the others
            evening.problems.append(f"table number {number}: {error!r}")
        finally:
            groups.put_nowait(group)

    await asyncio.gather(*(play(number) for number in range(arguments.tables)))


async def _watch(took: Took, playground: Playground, crew: Crew) -> None:
    clock = asyncio.get_running_loop().time
    while True:
        began = clock()
        await asyncio.sleep(1.0)
        took.held_up = max(took.held_up, clock() - began - 1.0)
        took.gather(playground)
        if crew.process is not None and crew.process.returncode is not None:
            took.problems.append(f"the bot has ended, with {crew.process.returncode}")
            return


def _logged(log: Path) -> list[str]:
    """Return the errors in the bot's log."""
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    return [f"{log}: {line}" for line in lines if "ERROR" in line or "Traceback" in line]


def _print_totals(evening: Evening, took: Took, seconds: float, checker: Checker) -> None:
    moves = sum(map(evening.moves_at, evening.tables))
    refused = sum(tally.refused for tally in evening.tables.values())
    times = sorted(took.seconds) or [0.0]

    def percentile(share: float) -> str:
        return f"{times[min(len(times) - 1, int(len(times) * share))] * 1000:.0f} ms"

    print(
        f"{len(evening.tables)} tables, {moves} moves in {seconds:.0f} s; "
        f"{took.outside / max(1, moves):.2f} requests a move besides answers, "
        f"{took.afterwards / max(1, moves):.2f} after them; {refused} refusals; "
        f"{len(times)} answers: p50 {percentile(0.5)}, p99 {percentile(0.99)}, "
        f"slowest {percentile(1)} (the stand-in was held up {took.held_up * 1000:.0f} ms at most); "
        f"{checker.checked} bodies checked"
    )
    print("played out:", ", ".join(f"{count} x {item}" for item, count in evening.terms.items()))
    for line in evening.story.lines():
        print(line)
    if drafted := took.drafted():
        print("on drafts:", ", ".join(f"{count} {item}" for item, count in drafted.most_common()))
    for line in took.costs.lines(evening.place):
        print(line)


def main() -> int:
    """Parse the command line and play."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.drive", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--house", type=int, default=0, help="house players besides")
    parser.add_argument("--practice", action="store_true", help="one person against the house")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", help="the terms, as in `thief,short`; else they take turns")
    parser.add_argument("--only", default="", choices=get_args(Only), help="play by this alone")
    parser.add_argument("--at-once", type=int, default=6, help="how many tables at a time")
    parser.add_argument("--rates", action="store_true", help="with Discord's rate limits")
    parser.add_argument("--folder", type=Path, help="where to leave the file and the bot's log")
    arguments = parser.parse_args()
    try:
        read_terms(arguments.game, arguments.variant or PLAIN)
    except NoSuchTerms as unknown:
        print(unknown, file=sys.stderr)
        return 2
    if arguments.folder:
        arguments.folder.mkdir(parents=True, exist_ok=True)
        return asyncio.run(run(arguments, arguments.folder))
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run(arguments, Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
