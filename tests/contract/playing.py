"""Games played at random, for every promise that every game on offer must keep.

Nothing here knows any game: how many play, under which terms, and what can be done, is asked of the
rules. Each case is played once and kept; the tests look at its positions.
"""

import random
from collections.abc import Iterator
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from hypothesis import HealthCheck, settings

from db.codec import codec_of
from games import GAMES
from games.chance import Chance
from games.rules import AnyRules, Refusal, Rules, Seat, Step

SECRET = bytes(range(32))
MIXED_IN = 1234567890123456789  # the message with the seal
LONGEST = 6000  # moves; no evening is longer

steady = settings(  # the same examples every time: a test that fails for one fails for all
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def types_of(rules: AnyRules) -> dict[str, Any]:
    """Return the five types of a game: options, state, move, event, view."""
    for base in type(rules).__mro__:
        for origin in getattr(base, "__orig_bases__", ()):
            if get_origin(origin) is Rules:
                names = ("options", "state", "move", "event", "view")
                return dict(zip(names, get_args(origin), strict=True))
    raise AssertionError(f"{rules} does not say its types")


def variants(rules: AnyRules) -> list[Any]:
    """Make the terms a game can be played on: the usual, each with one change, and all changed."""
    kind = types_of(rules)["options"]
    hints = get_type_hints(kind)
    changes: dict[str, list[Any]] = {}
    for field in fields(kind):
        usual = _default(field)
        if hints[field.name] is bool:
            changes[field.name] = [not usual]
        elif get_origin(hints[field.name]) is Literal:
            changes[field.name] = [one for one in get_args(hints[field.name]) if one != usual]
    single = [kind(**{name: value}) for name, values in changes.items() for value in values]
    everything = kind(**{name: values[-1] for name, values in changes.items()})
    wanted = dict.fromkeys([kind(), *single, everything])
    return [options for options in wanted if _can_be_dealt(rules, options)]


def _default(field: Field[Any]) -> Any:
    assert field.default is not MISSING or field.default_factory is not MISSING, field.name
    return field.default if field.default is not MISSING else field.default_factory()  # type: ignore


def _can_be_dealt(rules: AnyRules, options: Any) -> bool:
    try:
        rules.start(rules.seats[0], options, Chance.of(SECRET, MIXED_IN, 1))
    except Refusal as refusal:
        assert_sentence(str(refusal))
        return False
    return True


def sizes(rules: AnyRules) -> list[int]:
    """Return the smallest, a middle and the largest number of players."""
    seats = rules.seats
    return sorted({seats[0], seats[len(seats) // 2], seats[-1]})


@dataclass(frozen=True)
class Case:
    """A game to be played: how many, on which terms, with which luck."""

    game: str
    seats: int
    options: Any
    seed: int

    def __str__(self) -> str:
        usual = type(self.options)()
        changed = [
            f"{one.name}={getattr(self.options, one.name)}"
            for one in fields(self.options)
            if getattr(self.options, one.name) != getattr(usual, one.name)
        ]
        return "-".join([self.game, str(self.seats), f"seed{self.seed}", *changed])

    @property
    def rules(self) -> AnyRules:
        return GAMES[self.game]

    def luck(self, rev: int) -> Chance:
        """Open the stream of one rev, as the host does."""
        return Chance.of(SECRET, MIXED_IN + self.seed, rev)


def _cases() -> Iterator[Case]:
    for name, rules in GAMES.items():
        usual, *others = variants(rules)
        for seats in sizes(rules):
            yield Case(name, seats, usual, 1)
            yield Case(name, seats, usual, 2)
        for number, options in enumerate(others):
            yield Case(name, sizes(rules)[number % len(sizes(rules))], options, number)


CASES = list(_cases())


def cases_of(game: str) -> list[Case]:
    """List the cases of one game; the first is the smallest table on the usual terms."""
    return [case for case in CASES if case.game == game]


@dataclass(frozen=True)
class Position:
    """Where a game stands after a step, and what led there."""

    rev: int
    step: Step[Any, Any]
    seat: Seat | None = None
    move: Any = None

    @property
    def state(self) -> Any:
        return self.step.state


@dataclass(frozen=True)
class Game:
    """A case, and all its positions from the deal to the end."""

    case: Case
    positions: tuple[Position, ...]

    def __len__(self) -> int:
        return len(self.positions)

    def picked(self, about: int) -> list[Position]:
        """Choose some positions: the first of each kind of step, the last, others evenly between.

        What leads to a new kind of drawing is then among them, however rare it is.
        """
        seen: set[Any] = set()
        chosen: dict[int, Position] = {}
        stride = max(1, len(self) // about)
        for number, position in enumerate(self.positions):
            told = [(type(one.event), one.to is None) for one in position.step.told]
            news = {(type(position.move), kind) for kind in told} - seen
            seen |= news
            if news or number % stride == 0 or number == len(self) - 1:
                chosen[number] = position
        return list(chosen.values())


def awaited(rules: AnyRules, state: Any) -> frozenset[Seat]:
    """Say whom a position waits for."""
    return rules.awaited(rules.view(state, None))


def moves(rules: AnyRules, state: Any, seat: Seat) -> list[Any]:
    """List the moves of a seat."""
    return list(rules.moves(rules.view(state, seat)))


@cache
def played(case: Case) -> Game:
    """Play a case at random, now and then with a move of a seat that is not awaited."""
    picks, rules = random.Random(repr(case)), case.rules
    found = [Position(1, rules.start(case.seats, case.options, case.luck(1)))]
    while waits_for := awaited(rules, found[-1].state):
        assert len(found) < LONGEST, f"{case} does not end"
        state = found[-1].state
        seats = range(case.seats) if picks.random() < 0.15 else sorted(waits_for)
        can = [(seat, move) for seat in seats for move in moves(rules, state, seat)]
        if not can:
            continue
        seat = picks.choice(sorted({seat for seat, _ in can}))
        move = _picked([move for other, move in can if other == seat], case, seat, picks)
        rev = found[-1].rev + 1
        step = rules.play(state, seat, move, case.luck(rev))
        found.append(Position(rev, step, seat, move))
    return Game(case, tuple(found))


def _picked(can: list[Any], case: Case, seat: Seat, picks: random.Random) -> Any:
    """Pick a move; where the seed is odd, each seat has a kind of move that it likes best."""
    if case.seed % 2:
        kinds = get_args(types_of(case.rules)["move"]) or (type(can[0]),)
        liked = kinds[(case.seed // 2 + seat) % len(kinds)]
        if picks.random() < 0.7 and any(isinstance(move, liked) for move in can):
            can = [move for move in can if isinstance(move, liked)]
    return picks.choice(can)


@cache
def played_by_the_clock(case: Case) -> Game:
    """Play a case by timid moves only, each time for the awaited seat that is next in number."""
    rules, last = case.rules, -1
    found = [Position(1, rules.start(case.seats, case.options, case.luck(1)))]
    while waits_for := awaited(rules, found[-1].state):
        assert len(found) < LONGEST, f"{case} does not end if nobody comes"
        last = min(waits_for, key=lambda seat: (seat - last - 1) % case.seats)
        move = moves(rules, found[-1].state, last)[0]
        rev = found[-1].rev + 1
        step = rules.play(found[-1].state, last, move, case.luck(rev))
        found.append(Position(rev, step, last, move))
    return Game(case, tuple(found))


def heard(step: Step[Any, Any], reader: Seat | None) -> list[Any]:
    """Return the events of a step that a reader may know; None is the public."""
    return [one.event for one in step.told if one.to is None or reader in one.to]


def survives(case: Case, kind: str, value: Any) -> bool:
    """Say whether a value of one of the five types comes back from JSON as it was."""
    codec = getattr(codec_of(case.rules), kind)
    return codec.load(codec.dump(value)) == value


def assert_sentence(text: str) -> None:
    """Check that a text can be said to a player."""
    assert text, "nothing is said"
    assert text.endswith((".", "?", "!")), f"not a sentence: {text!r}"
    assert len(text) < 300, f"long-winded: {text!r}"
    for trace in ("Traceback", "object at 0x", "kind=", "frozenset", "<class", "None", "()", "{"):
        assert trace not in text, f"a program speaks: {text!r}"
