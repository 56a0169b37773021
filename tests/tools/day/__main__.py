"""`python -m tests.tools.day all` plays every row of rows.py; with a game, one row of that game.

    python -m tests.tools.day all
    python -m tests.tools.day downeast --games 20 --players 4 --look-in 30 --stay 3 --seed 1
    python -m tests.tools.day trump --players 3 --stay 10 --bidding open --table books=open
    python -m tests.tools.day dealt --zones 0,-6,9 --irregular --slow-seat 240 --meet 20:00

`all` ends with 0 only if every row holds; a row about something that the house cannot do yet says
so, and does not hold. People play a game that people/ doesn't describe at random.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from bot.host.time.pace import PACES, USUAL_STAND_IN
from bot.ui.face.face import AnyFace
from games import GAMES
from tests.bot.recording import HandClock
from tests.tools.bench.playouts import options_of
from tests.tools.day import house, jumping
from tests.tools.day.people.looking_in import CAP, Habits
from tests.tools.day.report import HEAD, figures, line, missed_by
from tests.tools.day.rows import ROWS, Row
from tests.tools.day.terms import NotYet, Outcome, Terms, check

USUAL_PLAYERS = 4
PLAYERS = {"deadman": 5, "yankee": 5}  # the games that usually have another number


@cache
def faces() -> dict[str, AnyFace]:
    """Load the face of every game on offer."""
    return {name: import_module(f"cogs.{name}").FACE for name in GAMES}


def play(terms: Terms) -> Outcome:
    """Play one game, in a time and on a file of its own."""
    clock = HandClock(house.EIGHT - house.BEFORE)
    with tempfile.TemporaryDirectory(prefix="day-") as folder:
        return jumping.run(clock, house.play(terms, Path(folder), faces(), clock))


def games_of(row: Row, games: int) -> list[Terms]:
    """List the games of a row: the same but for their seeds."""
    return [_later(row.terms, number) for number in range(games)]


def _later(terms: Terms, seed: int) -> Terms:
    """Return terms for another game, whose seeds are higher by this number."""
    beside = tuple(_later(other, seed) for other in terms.beside)
    return replace(terms, seed=terms.seed + seed, beside=beside)


def run(rows: Sequence[Row], games: int, jobs: int) -> bool:
    """Play so many games of each row, and print a line for it; say whether every row holds."""
    print(HEAD, flush=True)
    holds = True
    with ProcessPoolExecutor(jobs) as pool:
        for row in rows:
            try:
                check(row.terms)
            except NotYet as lacking:
                print(f"{row.name:50} not yet: {lacking}", flush=True)
                holds = False
                continue
            began = time.monotonic()
            outcomes = list(pool.map(play, games_of(row, games)))
            found = figures(outcomes, row.terms.players)
            print(f"{line(row, found)}  ({time.monotonic() - began:.0f} s)", flush=True)
            holds = holds and not missed_by(row, found)
    return holds


# --- the command line -----------------------------------------------------------------------------


def rows_said(given: argparse.Namespace) -> Sequence[Row]:
    """Make the rows that were asked for. Raises ValueError for terms that there are not."""
    if given.game == "all":
        return [replace(row, terms=_later(row.terms, given.seed)) for row in ROWS]
    players = given.players or usual_players(given.game)
    terms = Terms(
        game=given.game,
        players=players,
        options=options_said(given.game, given.bidding, given.table),
        pace=given.pace,
        habits=habits_said(given, players),
        hours=not given.no_hours,
        ahead=given.ahead,
        orders=given.orders,
        stand_in=given.stand_in,
        house=given.house,
        seed=given.seed,
    )
    return [Row(f"{GAMES[given.game].title} {players}, stay {given.stay}", terms)]


def usual_players(game: str) -> int:
    """Return how many people play a game if the command line doesn't say it."""
    seats = GAMES[game].seats
    return PLAYERS.get(game, max(seats[0], min(USUAL_PLAYERS, seats[-1])))


YES_OR_NO = {"yes": True, "no": False}


def options_said(game: str, bidding: str | None, said: Iterable[str]) -> dict[str, Any]:
    """Read `name=value` in the type that the game's usual value has."""
    usual = options_of(GAMES[game])
    options: dict[str, Any] = {} if bidding is None else {"bidding": bidding}
    for setting in said:
        name, _, value = setting.partition("=")
        known = getattr(usual, name, None)
        if known is None:
            raise ValueError(f"{game} has no term `{name}`")
        if isinstance(known, bool):
            if value not in YES_OR_NO:
                raise ValueError(f"`{name}` is yes or no")
            options[name] = YES_OR_NO[value]
        elif isinstance(known, tuple):
            options[name] = tuple(value.split(","))
        else:
            options[name] = type(known)(value)
    return options


def habits_said(given: argparse.Namespace, players: int) -> Habits:
    """Make the people's habits; the slow one sits in the last seat."""
    periods = [given.look_in] * players
    if given.slow_seat:
        periods[-1] = given.slow_seat
    meets: list[tuple[float, float]] = []
    for item in given.meet:
        hour, _, minute = item.partition(":")
        meets.append(((int(hour) - 8) * 60 + int(minute or 0), given.meet_for))
    return Habits(
        periods=tuple(periods),
        zones=tuple(float(item) for item in given.zones.split(",")),
        irregular=given.irregular,
        presence=float(given.stay),
        renew=given.stay == 10,
        cap=CAP,
        think=given.think / 60,
        meets=tuple(meets),
        vanishes=None if given.vanish is None else (players - 1, given.vanish),
    )


def main() -> int:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.day",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    say = parser.add_argument
    say("game", choices=["all", *GAMES])
    say("--games", type=int, default=100, help="so many of each row (usual: 100)")
    say("--players", type=int)
    say("--look-in", type=float, default=30, metavar="MINUTES")
    say("--stay", type=int, choices=(3, 10), default=3, help="3 from looking in, 10 renewed")
    say("--think", type=float, default=20, metavar="SECONDS", help="for an answer")
    say("--ahead", type=int, default=0, metavar="PERCENT", help="who say their next turn")
    say("--orders", type=int, default=0, metavar="PERCENT", help="who keep orders that last")
    say("--seed", type=int, default=1, help="of the first game; the others count on")
    say("--bidding", choices=("open", "once"))
    say("--table", nargs="*", default=[], metavar="TERM=VALUE", help="other terms of the game")
    say("--pace", choices=list(PACES), default="day")
    say("--no-hours", action="store_true", help="nobody has told the house when they sleep")
    say("--zones", default="0", help="hours east of the first seat, by seat: 0,-6,9")
    say("--irregular", action="store_true", help="look-ins at random, as often on average")
    say("--vanish", type=float, metavar="MINUTES", help="the last seat is gone after so many")
    say("--stand-in", type=int, choices=(0, 1, 2), default=USUAL_STAND_IN)
    say("--house", type=int, default=0, help="house players besides")
    say("--slow-seat", type=float, metavar="MINUTES", help="the last seat looks in so seldom")
    say("--meet", nargs="*", default=[], metavar="20:00", help="when all come, every day")
    say("--meet-for", type=float, default=30, metavar="MINUTES")
    say("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    given = parser.parse_args()
    try:
        rows = rows_said(given)
    except ValueError as problem:
        parser.error(str(problem))
    return 0 if run(rows, given.games, given.jobs) else 1


if __name__ == "__main__":
    sys.exit(main())
