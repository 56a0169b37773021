"""Tables in every phase of every game, played at a host without Discord (tests/hosting.py).

A game is in another phase where another kind of move can be made. So for each kind of move there is
a table at which somebody may make it now. They are found by playing on from a deal on the rules
alone, with the table's own luck, and the moves that lead there are then made at the host. Each game
also has tables that wait for their deal, one that was closed and one that is over.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from random import Random
from typing import Any, TypeAlias

from bot.host.proof.luck import stream
from bot.host.reading.loaded_table import LoadedTable
from games import GAMES
from games.rules import AnyRules, Seat
from tests.contract.playing import kinds_of_move, sizes, variants
from tests.hosting import Hosting

Path: TypeAlias = list[tuple[Seat, Any]]

TRIES = 8  # random games from one deal
LONGEST = 400  # moves that a table makes to get somewhere
DEALS = 40  # of one game, until all of its phases must have been met


@dataclass(frozen=True, slots=True)
class Made:
    """The tables of a file, by number."""

    playing: tuple[int, ...]
    """Tables in play, of all games, each in another phase of its game."""
    opened: tuple[int, ...]
    over: tuple[int, ...]
    closed: tuple[int, ...]

    @property
    def every(self) -> tuple[int, ...]:
        """All tables."""
        return (*self.playing, *self.opened, *self.over, *self.closed)


async def tables_in_every_phase(hosting: Hosting, seed: int = 1) -> Made:
    """Make tables in every phase of every game."""
    dice = Random(seed)
    playing, opened, over, closed = list[int](), list[int](), list[int](), list[int]()
    for game in GAMES:
        playing += await _in_play(hosting, game, dice)
        few = hosting.people[: GAMES[game].seats[0]]
        opened += [await hosting.opened(game, people=people) for people in (few[:1], few)]
        over.append(
            (await played_out(hosting, await hosting.dealt(game, people=few), dice)).table.id
        )
        closed.append(await _closed(hosting, await hosting.dealt(game, people=few)))
    return Made(tuple(playing), tuple(opened), tuple(over), tuple(closed))


async def played_out(hosting: Hosting, loaded: LoadedTable, dice: Random) -> LoadedTable:
    """Play a table to its end: each move is chosen by the game's house player or at random."""
    while waiting := sorted(loaded.to_move()):
        seat, rules = dice.choice(waiting), loaded.rules
        if rules.player is None:
            loaded = await hosting.played(loaded, dice)
        else:
            luck = stream(loaded.table, loaded.table.moves, loaded.table.rev)
            move = rules.player.choose(loaded.view(seat), luck)
            loaded = await hosting.play(loaded, seat, move)
    return loaded


async def _in_play(hosting: Hosting, game: str, dice: Random) -> list[int]:
    """Make a table for each phase of a game."""
    rules, made = GAMES[game], list[int]()
    missing = set(kinds_of_move(rules))
    terms = cycle(variants(rules))
    for number in range(DEALS):
        if not missing:
            return made
        people = _some_of(hosting.people, number, sizes(rules))
        loaded = await hosting.dealt(game, next(terms), people)
        for seat, move in _way_to(loaded, missing, dice):
            loaded = await hosting.play(loaded, seat, move)
        missing -= _offered(rules, loaded.state, len(people))
        made.append(loaded.table.id)
    raise AssertionError(f"{game}: nobody could ever choose {sorted(map(str, missing))}")


def _some_of(people: Sequence[int], number: int, many: Sequence[int]) -> list[int]:
    """Choose the people of a table, so that everybody opens some."""
    seats = min(many[number % len(many)], len(people))
    return [people[(number + seat) % len(people)] for seat in range(seats)]


def _way_to(loaded: LoadedTable, wanted: set[type], dice: Random) -> Path:
    """Find the fewest moves after which a wanted kind of move can be made, or none."""
    found = list[Path]()
    for _ in range(TRIES):
        path: Path = []
        for moves, state in _played_on(loaded, path, dice):
            if wanted & _offered(loaded.rules, state, len(loaded.table.players)):
                found.append(moves)
                break
    return min(found, key=len, default=[])


def _played_on(loaded: LoadedTable, path: Path, dice: Random) -> Iterator[tuple[Path, Any]]:
    """Play a table on at random, on its rules alone; yield each state and what led to it."""
    rules, table, state = loaded.rules, loaded.table, loaded.state
    yield path, state
    while len(path) < LONGEST and (waiting := rules.to_move(rules.view(state, None))):
        seat = dice.choice(sorted(waiting))
        legal = list(rules.legal_moves(rules.view(state, seat)))
        kind = dice.choice(list(dict.fromkeys(map(type, legal))))
        move = dice.choice([move for move in legal if type(move) is kind])
        path.append((seat, move))
        luck = stream(table, table.moves + len(path), table.rev + len(path))
        state = rules.play(state, seat, move, luck).state
        yield path, state


def _offered(rules: AnyRules, state: Any, seats: int) -> set[type]:
    """Return the kinds of move that anybody may make, also out of turn."""
    return {
        type(move) for seat in range(seats) for move in rules.legal_moves(rules.view(state, seat))
    }


async def _closed(hosting: Hosting, loaded: LoadedTable) -> int:
    """Close a table and return its number."""
    table = loaded.table
    await hosting.host.endings.end(table.id, table.opener, hosting.receipt(), moderator=False)
    return table.id
