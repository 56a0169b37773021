"""Random games, for the promises that every game must keep.

Nothing here knows a particular game: players, terms and moves come from its rules. Each case is
played once and cached; the tests look at its positions.
"""

import random
import re
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache, cached_property, lru_cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, settings

from bot.ui.ways.ways import Legal
from db.base.codec import codec_of
from games import GAMES
from games.chance import Chance
from games.rules import AnyRules, Refusal, Seat, Step
from games.rules import types_of as rules_types
from tests import scope
from tests.contract.pieces import assert_rules
from tests.contract.twins import has_secrets

SECRET = bytes(range(32))
MIXED_IN = 1234567890123456789  # the id of the message with the seal
LONGEST = 6000  # moves; a longer game has no end

steady = settings(  # the same examples in every run
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


# --- sentences ------------------------------------------------------------------------------------

TRACES = ("Traceback", "object at 0x", "kind=", "frozenset", "<class", "None", "()", "{", "ASK")


@lru_cache(maxsize=5000)
def assert_sentence(text: str) -> None:
    """Check that a text is a sentence for a player."""
    assert text, "nothing is said"
    assert text.endswith((".", "?", "!")), f"not a sentence: {text!r}"
    assert len(text) < 300, f"long-winded: {text!r}"
    ours = re.sub("“.*?”", "", text)  # quoted text is the player's own
    for trace in TRACES:
        assert trace not in ours, f"a program speaks: {text!r}"


# --- the types of a game --------------------------------------------------------------------------


def altered(rules: AnyRules, **methods: Callable[..., Any]) -> AnyRules:
    """Return a copy of the rules with these methods in place of its own."""
    other = copy(rules)
    vars(other).update(methods)
    return other


def types_of(rules: AnyRules) -> dict[str, Any]:
    """Return the five types of a game: options, state, move, event, view."""
    types = rules_types(rules)
    return {field.name: getattr(types, field.name) for field in fields(types)}


def members(union: Any) -> tuple[Any, ...]:
    """Return the members of a union, or the type itself, without its type arguments."""
    if get_origin(union) in (Union, UnionType):
        return get_args(union)
    return (get_origin(union) or union,)


def kinds_of_move(rules: AnyRules) -> tuple[type, ...]:
    """List the kinds of move of a game."""
    return members(types_of(rules)["move"])


def attributes(value: Any) -> dict[str, Any]:
    """Return a move's fields without `kind`."""
    return {
        field.name: getattr(value, field.name) for field in fields(value) if field.name != "kind"
    }


def variants(rules: AnyRules) -> list[Any]:
    """Return terms to play on: the usual ones, each with one change, and all changes together.

    If some changes exclude each other, two sets together contain all of them.
    """
    kind = types_of(rules)["options"]
    hints = get_type_hints(kind)
    changes: dict[str, list[Any]] = {}
    for field in fields(kind):
        usual = _default(field)
        if hints[field.name] is bool:
            changes[field.name] = [not usual]
        elif hints[field.name] is int:
            changes[field.name] = [usual - 1, usual + 1]
        elif get_origin(hints[field.name]) is Literal:
            changes[field.name] = [arg for arg in get_args(hints[field.name]) if arg != usual]
    single = [kind(**{name: value}) for name, values in changes.items() for value in values]
    last = {name: values[-1] for name, values in changes.items()}
    together = _together(rules, kind, last)
    apart = {name: value for name, value in last.items() if name not in together}
    others = _together(rules, kind, {**apart, **last})
    wanted = dict.fromkeys([kind(), *single, kind(**together), kind(**others)])
    return [options for options in wanted if _can_be_dealt(rules, options)]


def _together(rules: AnyRules, kind: Any, changes: dict[str, Any]) -> dict[str, Any]:
    """Collect changes in order, skipping those that can't be dealt with the earlier ones."""
    chosen: dict[str, Any] = {}
    for name, value in changes.items():
        if _can_be_dealt(rules, kind(**chosen, **{name: value})):
            chosen[name] = value
    return chosen


def _default(field: Field[Any]) -> Any:
    assert field.default is not MISSING or field.default_factory is not MISSING, (
        f"the option {field.name} has no usual term"
    )
    return field.default if field.default is not MISSING else field.default_factory()  # type: ignore


def _can_be_dealt(rules: AnyRules, options: Any) -> bool:
    try:
        rules.start(rules.seats[0], options, Chance.of(SECRET, MIXED_IN, 0))
    except Refusal as refusal:
        assert_sentence(str(refusal))
        return False
    return True


def sizes(rules: AnyRules) -> list[int]:
    """Return the smallest, a middle and the largest number of players."""
    seats = rules.seats
    return sorted({seats[0], seats[len(seats) // 2], seats[-1]})


# --- cases ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """One game to play: its seats, terms and luck."""

    game: str
    seats: int
    options: Any
    seed: int

    def __str__(self) -> str:
        usual = type(self.options)()
        changed = [
            f"{field.name}={getattr(self.options, field.name)}"
            for field in fields(self.options)
            if getattr(self.options, field.name) != getattr(usual, field.name)
        ]
        return "-".join([self.game, str(self.seats), f"seed{self.seed}", *changed])

    @property
    def rules(self) -> AnyRules:
        return GAMES[self.game]

    @property
    def readers(self) -> tuple[Seat | None, ...]:
        """All readers of a table: the public (None) and every seat."""
        return (None, *range(self.seats))

    def luck(self, number: int) -> Chance:
        """Return the stream of luck of a move, as the host does; 0 is the deal."""
        return Chance.of(SECRET, MIXED_IN + self.seed, number)


def _cases() -> Iterator[Case]:
    for name, rules in GAMES.items():
        assert_rules(rules)
        usual, *others = variants(rules)
        for seats in sizes(rules):
            yield Case(name, seats, usual, 1)
            yield Case(name, seats, usual, 2)
        for number, options in enumerate(others):
            yield Case(name, sizes(rules)[number % len(sizes(rules))], options, number)


def _usual_cases() -> Iterator[Case]:
    """Yield one case of each game: a table of middle size on the usual terms."""
    for name, rules in GAMES.items():
        yield Case(name, sizes(rules)[len(sizes(rules)) // 2], variants(rules)[0], 1)


ALL_CASES = list(_cases())
CASES = ALL_CASES if scope.everything else list(_usual_cases())
"""The cases that a parametrized test runs: in a quick run one of each game."""

every_game = pytest.mark.parametrize("game", GAMES)
every_case = pytest.mark.parametrize("case", CASES, ids=str)
with_twins = pytest.mark.parametrize("case", [c for c in CASES if has_secrets(c.game)], ids=str)
games_with_twins = pytest.mark.parametrize("game", [game for game in GAMES if has_secrets(game)])
one_game = pytest.mark.parametrize(  # for tests of the checks themselves: one game if quick
    "game",
    [game if game == "dealt" else pytest.param(game, marks=pytest.mark.full) for game in GAMES],
)
usual_cases = pytest.mark.parametrize("case", [case for case in CASES if case.seed == 1], ids=str)


def cases_of(game: str) -> list[Case]:
    """List the cases of one game. The first is the smallest table on the usual terms.

    A quick run leaves out the second game on the usual terms.
    """
    cases = [case for case in ALL_CASES if case.game == game]
    if scope.everything:
        return cases
    return [case for case in cases if case.options != cases[0].options or case.seed == 1]


@dataclass(frozen=True, eq=False, repr=False)
class Position:
    """A position of a game, and the move that led to it."""

    number: int
    step: Step[Any, Any]
    seat: Seat | None = None
    move: Any = None

    def __repr__(self) -> str:
        return f"<after move {self.number}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # keep hypothesis from printing all of it

    @property
    def state(self) -> Any:
        return self.step.state


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A case with all its positions from the deal to the end."""

    case: Case
    positions: tuple[Position, ...]

    def __repr__(self) -> str:
        return f"<{self.case}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # keep hypothesis from printing all of it

    def __len__(self) -> int:
        return len(self.positions)

    def picked(self, about: int) -> list[Position]:
        """Choose the first position with each kind of step, the last, and an even spread of others.

        So the choice covers every kind of drawing, however rare, and the first position that allows
        each set of kinds of move.
        """
        seen: set[Any] = set()
        chosen: dict[int, Position] = {}
        stride = max(1, len(self) // about)
        for number, position in enumerate(self.positions):
            told = [
                (type(told_event.event), told_event.to is None) for told_event in position.step.told
            ]
            news = {self._asked[number], *((type(position.move), kind) for kind in told)} - seen
            seen |= news
            if news or number % stride == 0 or number == len(self) - 1:
                chosen[number] = position
        return list(chosen.values())

    @cached_property
    def _asked(self) -> list[frozenset[type]]:
        """The kinds of move that some seat may make, for each position."""
        return [
            frozenset(
                type(move)
                for seat in self.to_move(position)
                for move in self.legal(position, seat).moves
            )
            for position in self.positions
        ]

    def in_play(self, about: int) -> list[Position]:
        """Choose positions in which at least one seat must move."""
        return [item for item in self.picked(about) if self.to_move(item)]

    def share(self, about: int, of: int = 3) -> list[Position]:
        """Choose every `of`-th of these positions, with another offset for each case of a game.

        For expensive checks: all cases together still cover every kind of position.
        """
        return self.in_play(about)[cases_of(self.case.game).index(self.case) % of :: of]

    def view(self, position: Position, seat: Seat | None) -> Any:
        """Return a reader's view of a position."""
        return _view(self.case, position, seat)

    def to_move(self, position: Position) -> frozenset[Seat]:
        """Return the seats that a position waits for."""
        return self.case.rules.to_move(self.view(position, None))

    def legal(self, position: Position, seat: Seat) -> Legal:
        """List the legal moves of a seat."""
        return _legal(self.case, position, seat)

    def legal_with_orders(self, position: Position, seat: Seat) -> Legal:
        """Return a seat's legal moves and a sample of the standing orders it may give."""
        return _sayable(self.case, position, seat)

    def after(self, position: Position, seat: Seat, move: Any) -> Step[Any, Any]:
        """Play a move from a position with the luck of the next move."""
        luck = self.case.luck(position.number + 1)
        return self.case.rules.play(position.state, seat, move, luck)


@lru_cache(maxsize=3000)
def _view(case: Case, position: Position, seat: Seat | None) -> Any:
    return case.rules.view(position.state, seat)


@lru_cache(maxsize=3000)
def _legal(case: Case, position: Position, seat: Seat) -> Legal:
    return Legal(
        tuple(case.rules.legal_moves(_view(case, position, seat))), tuple(case.rules.sampled)
    )


@lru_cache(maxsize=400)  # a small cache: there are many, and they are rarely asked for again
def _sayable(case: Case, position: Position, seat: Seat) -> Legal:
    legal, ahead = _legal(case, position, seat), case.rules.orders
    if ahead is None:
        return legal
    return legal.and_also(ahead.offered(_view(case, position, seat)), ahead.kinds)


def to_move(rules: AnyRules, state: Any) -> frozenset[Seat]:
    """Return the seats that a state waits for."""
    return rules.to_move(rules.view(state, None))


def moves(rules: AnyRules, state: Any, seat: Seat) -> list[Any]:
    """List the legal moves of a seat."""
    return list(rules.legal_moves(rules.view(state, seat)))


# --- games ----------------------------------------------------------------------------------------


@cache
def played(case: Case) -> Game:
    """Play a case at random; now and then a seat moves out of turn, where that is legal."""
    picks, rules = random.Random(repr(case)), case.rules
    found = [Position(0, rules.start(case.seats, case.options, case.luck(0)))]
    while waits_for := to_move(rules, found[-1].state):
        assert len(found) < LONGEST, f"{case} does not end"
        state = found[-1].state
        seats = range(case.seats) if picks.random() < 0.15 else sorted(waits_for)
        can = {seat: some for seat in seats if (some := moves(rules, state, seat))}
        if not can:
            assert set(seats) != waits_for, f"{case} waits for seats that have no legal move"
            continue
        seat = picks.choice(sorted(can))
        move = _picked(can[seat], case, seat, picks)
        number = len(found)
        found.append(Position(number, rules.play(state, seat, move, case.luck(number)), seat, move))
    return Game(case, tuple(found))


def _picked(can: list[Any], case: Case, seat: Seat, picks: random.Random) -> Any:
    """Pick a move; with an odd seed each seat prefers one kind of move."""
    if case.seed % 2:
        kinds = kinds_of_move(case.rules)
        liked = kinds[(case.seed // 2 + seat) % len(kinds)]
        if picks.random() < 0.7 and any(isinstance(move, liked) for move in can):
            can = [move for move in can if isinstance(move, liked)]
    return picks.choice(can)


@cache
def played_by_the_clock(case: Case) -> Game:
    """Play a case by default moves only, seat after seat."""
    rules, last = case.rules, -1
    found = [Position(0, rules.start(case.seats, case.options, case.luck(0)))]
    while waits_for := to_move(rules, found[-1].state):
        assert len(found) < LONGEST, f"{case} does not end if nobody comes"
        last = min(waits_for, key=lambda seat: (seat - last - 1) % case.seats)
        move = next(iter(rules.legal_moves(rules.view(found[-1].state, last))))
        number = len(found)
        step = rules.play(found[-1].state, last, move, case.luck(number))
        found.append(Position(number, step, last, move))
    return Game(case, tuple(found))


def heard(step: Step[Any, Any], reader: Seat | None) -> list[Any]:
    """Return the events of a step that a reader (None: the public) may know."""
    return [
        told_event.event
        for told_event in step.told
        if told_event.to is None or reader in told_event.to
    ]


# --- values ---------------------------------------------------------------------------------------


def inside(value: Any) -> Iterator[Any]:
    """Yield a value and everything in it."""
    yield value
    if isinstance(value, tuple | frozenset):
        for item in value:
            yield from inside(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from inside(getattr(value, field.name))


def survives(case: Case, kind: str, value: Any) -> bool:
    """Return whether a value of one of the five types survives a JSON round trip."""
    codec = getattr(codec_of(case.rules), kind)
    return codec.load(codec.dump(value)) == value
