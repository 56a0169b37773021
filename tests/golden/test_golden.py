"""A game of each kind, written down: every move, what was told to whom, what every seat then sees.

A change of the rules shows here in all its effects. The games are played by fixed
luck, on the usual terms, for some sixty moves; then follow *spots* of other games, for whatever has
not happened yet. Where a table that is opened today has other terms than the options alone, there
is a second file: `downeast_day.txt`. Only the changes of a view are printed; `+` is what was
added at its end.

    GOLDEN=write .venv/bin/python -m pytest tests/golden
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import pytest

from games import GAMES
from games.chance import Chance
from games.rules import AnyRules, Seat, Step
from tests.contract.playing import altered, kinds_of_move, members, types_of, variants
from tests.small.game import SmallRules
from tests.starter.game import LowDie

HERE = Path(__file__).parent


def _opened_today(name: str) -> Any:
    """Make the options of a new table, of which its opener has said nothing."""
    face = import_module(f"cogs.{name}").FACE
    return face.options(face.usual("day", {}))


USUAL: dict[str, Any] = {name: types_of(rules)["options"]() for name, rules in GAMES.items()}
TODAY = {name: options for name in GAMES if (options := _opened_today(name)) != USUAL[name]}
WRITTEN: dict[str, tuple[AnyRules, Path, Any]] = {
    **{name: (rules, HERE / f"{name}.txt", None) for name, rules in GAMES.items()},
    **{f"{name}_day": (GAMES[name], HERE / f"{name}_day.txt", TODAY[name]) for name in TODAY},
    "starter": (LowDie(), HERE.parent / "starter" / "golden.txt", None),
    "small": (SmallRules(), HERE.parent / "small" / "golden.txt", None),
}

MOVES = 60  # that are printed of the first game
GAMES_SEARCHED = 40  # for what has not happened yet
LONGEST = 1250  # lines of a file


# --- how values are written -----------------------------------------------------------------------


def written(value: Any) -> str:
    """Write a value as shortly as it can be read: no kinds, no quotes, no commas."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value if re.fullmatch(r"[\w'$.:-]+", value) else f"“{value}”"
    if isinstance(value, frozenset):
        return "{" + " ".join(sorted(map(written, value))) + "}"
    if isinstance(value, tuple):
        apart = ", " if any(is_dataclass(path) for path in value) else " "
        return f"({apart.join(map(written, value))})"
    if is_dataclass(value):
        said = [field.name for field in fields(value) if field.name != "kind"]
        parts = [f"{name}={written(getattr(value, name))}" for name in said]
        return f"{type(value).__name__}({', '.join(parts)})"
    return str(value)


def parts_of(view: Any, within: str = "") -> dict[str, Any]:
    """Take a view apart into its fields, and the fields of what is always there in it."""
    found: dict[str, Any] = {}
    for name, hint in get_type_hints(type(view)).items():
        value = getattr(view, name)
        there = isinstance(hint, TypeVar) or (isinstance(hint, type) and is_dataclass(hint))
        if there and is_dataclass(value):
            found |= parts_of(value, f"{within}{name}.")
        elif name not in ("seat", "kind"):
            found[f"{within}{name}"] = value
    return found


def change(name: str, before: Any, after: Any) -> str:
    """Write what has become of a field."""
    if isinstance(before, tuple | str) and type(before) is type(after) and before:
        added = after[len(before) :]
        if added and after[: len(before)] == before:
            more = added if isinstance(added, str) else " ".join(map(written, added))
            return f"{name} + {more}"
    return f"{name} = {written(after)}"


def on_terms(options: Any) -> str:
    """Write what is not as usual."""
    usual = parts_of(type(options)())
    changed = [
        f"{name}={written(value)}"
        for name, value in parts_of(options).items()
        if value != usual[name]
    ]
    return ", ".join(changed) or "the usual terms"


# --- a game, written as it is played --------------------------------------------------------------


@dataclass
class Book:
    """A game under way, and the lines written of it."""

    rules: AnyRules
    seats: int
    options: Any
    seed: int
    lines: list[str] = field(default_factory=list[str])
    number: int = 0
    seen: dict[Seat | None, dict[str, Any]] = field(
        default_factory=dict[Seat | None, dict[str, Any]]
    )

    def __post_init__(self) -> None:
        self.picks = Chance.of(b"golden picks", self.seed, 0)
        self.step: Step[Any, Any] = self.rules.start(self.seats, self.options, self.luck())
        self.made: tuple[Seat, Any] | None = None

    def luck(self) -> Chance:
        return Chance.of(b"golden", self.seed, self.number)

    def to_move(self) -> list[Seat]:
        return sorted(self.rules.to_move(self.rules.view(self.step.state, None)))

    def legal(self, seat: Seat) -> list[Any]:
        return list(self.rules.legal_moves(self.rules.view(self.step.state, seat)))

    def play(self) -> None:
        """Make a move: of any kind that there is, and now and then of a seat that is not asked."""
        asked = self.to_move()
        seat = asked[self.picks.below(len(asked))]
        other = self.picks.below(self.seats)
        if self.picks.below(8) == 0 and self.legal(other):
            seat = other
        legal = self.legal(seat)
        kinds = [kind for kind in kinds_of_move(self.rules) if any(type(m) is kind for m in legal)]
        kind = kinds[self.picks.below(len(kinds))]
        some = [move for move in legal if type(move) is kind]
        self.made = seat, some[self.picks.below(len(some))]
        self.number += 1
        self.step = self.rules.play(self.step.state, *self.made, self.luck())

    def kinds(self) -> set[type]:
        """Say what kinds of move and event the last step was made of."""
        return {type(told_event.event) for told_event in self.step.told} | {
            type((self.made or (0, 0))[1])
        }

    def look(self) -> list[str]:
        """Write what has changed for the public and for every seat since the last look."""
        lines = list[str]()
        public = parts_of(self.rules.view(self.step.state, None))
        for reader in (None, *range(self.seats)):
            now = parts_of(self.rules.view(self.step.state, reader))
            if reader is not None:  # what all can see is written once
                now = {name: value for name, value in now.items() if value != public[name]}
            before = self.seen.get(reader, {})
            who = "all see" if reader is None else f"seat {reader} sees"
            for name, value in now.items():
                if name not in before or before[name] != value:
                    lines.append(f"   {who} {change(name, before.get(name), value)}")
            lines += [f"   {who} {name} as all do" for name in before if name not in now]
            self.seen[reader] = now
        return lines

    def write(self) -> None:
        """Write down the last step."""
        if self.made is None:
            self.lines += ["", "The deal"]
        else:
            self.lines += ["", f"{self.number}. seat {self.made[0]}: {written(self.made[1])}"]
        for told in self.step.told:
            whom = "all" if told.to is None else f"seat {' and '.join(map(str, sorted(told.to)))}"
            self.lines.append(f"   told {whom}: {written(told.event)}")
        self.lines += [*self.look(), *self.asked()]

    def asked(self) -> Iterator[str]:
        """Write who is asked what, and what they can do."""
        public = self.rules.view(self.step.state, None)
        if not self.to_move():
            yield f"   over: {written(self.rules.standing(public))}"
            return
        question = self.rules.question(public)
        hurried = ", hurried" if question.hurried else ""
        yield f"   question {written(question.subject)} / {written(question.key)}{hurried}"
        for seat in self.to_move():
            legal = self.legal(seat)
            some = {
                kind: [move for move in legal if type(move) is kind] for kind in map(type, legal)
            }
            can = [
                written(found[0]) if len(found) == 1 else f"{len(found)} {kind.__name__}"
                for kind, found in some.items()
            ]
            yield f"   seat {seat} may {', '.join(can)}; by default {written(legal[0])}"


def playthrough(rules: AnyRules, options: Any = None) -> str:
    """Write a game down, and spots of others; on `options` of its own, one game and no spots."""
    seats = 3 if 3 in rules.seats else rules.seats[0]
    if options is not None:
        head = f"{rules.title}: {seats} players, {on_terms(options)}, everything by fixed luck"
        return (
            "\n".join([head, *_written(Book(rules, seats, options, 0), set(), whole=True)]) + "\n"
        )
    usual, *others = variants(rules)
    terms = [usual, *others, usual]
    lines = [f"{rules.title}: {seats} players, the usual terms, everything by fixed luck"]
    wanted = set(members(types_of(rules)["move"])) | set(members(types_of(rules)["event"]))
    for seed in range(GAMES_SEARCHED):
        size = seats if seed == 0 else rules.seats[seed % len(rules.seats)]
        book = Book(rules, size, terms[seed % len(terms)], seed)
        lines += _written(book, wanted, whole=seed == 0)
        if not wanted:
            break
    return "\n".join(lines) + "\n"


def _written(book: Book, wanted: set[type], *, whole: bool) -> list[str]:
    """Write the beginning of a game, or nothing; and after that each step with something new."""
    if whole:
        book.write()
    wanted -= book.kinds()
    while book.to_move() and (wanted or (whole and book.number < MOVES)):
        book.look()  # only what the next move changes is written
        book.play()
        new = wanted & book.kinds()
        if new and not (whole and book.number <= MOVES):
            names = ", ".join(sorted(kind.__name__ for kind in new))
            book.lines += ["", f"Spot: {names}; {book.seats} players, {on_terms(book.options)}"]
        if new or (whole and book.number <= MOVES):
            book.write()
        wanted -= new
    return book.lines


# --- the files ------------------------------------------------------------------------------------


def check_written(game: str, now: str, path: Path) -> None:
    """Compare a game as it is played with what was written down."""
    renew = f"`GOLDEN=write .venv/bin/python -m pytest tests/golden -k {game}`"
    assert path.exists(), (
        f"No game of `{game}` is written down yet: run {renew}, and read all of {path.name} as a "
        "player would."
    )
    assert now == path.read_text(encoding="utf-8"), (
        f"`{game}` is played otherwise than it was written down: if that is meant, run {renew}, "
        "and read what has changed."
    )
    assert now.count("\n") <= LONGEST, f"{path.name} is too long to be read"


@pytest.mark.parametrize("game", WRITTEN)
def test_a_game_is_played_as_it_was_written_down(game: str):
    rules, path, options = WRITTEN[game]
    now = playthrough(rules, options)
    if os.environ.get("GOLDEN") == "write":
        path.write_text(now, encoding="utf-8")
    check_written(game, now, path)


def test_there_is_no_game_written_down_that_is_not_on_offer():
    assert {path.stem for path in HERE.glob("*.txt")} <= set(WRITTEN)


def test_what_is_not_written_down_or_has_changed_would_be_caught(tmp_path: Path):
    game = "deadman"
    rules, path, options = WRITTEN[game]
    with pytest.raises(AssertionError, match=f"No game of `{game}` is written down yet: run"):
        check_written(game, "a game", tmp_path / f"{game}.txt")

    def start(seats: int, options: Any, chance: Chance) -> Step[Any, Any]:
        return rules.start(seats, options, Chance.of(b"other luck", 0, 0))

    with pytest.raises(AssertionError, match=f"`{game}` is played otherwise"):
        check_written(game, playthrough(altered(rules, start=start), options), path)
