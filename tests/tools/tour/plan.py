"""What a tour shows of a game, found on its rules alone: the moves, and where to stop and look.

A game is played by people who mostly know what they do (from tests/tools/day) and now and then
try something, so that most of what can be asked is asked. From a few such games it takes the one in
which most kinds of move are met; what is met on other terms alone gets a short look there. The
same seed makes the same plan, as long as the rules and those people are the same.
"""

import hashlib
import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias

from bot.ui.face import AnyFace
from bot.ui.words import Names, listed
from games import GAMES
from games.chance import Chance
from games.rules import AnyRules, Seat, Step
from tests.contract.drawing import face_of
from tests.contract.playing import kinds_of_move, variants
from tests.tools.day.people import DECIDE

PEOPLE = ("Ann", "Ben", "Cat", "Dan", "Eve")
SEATS = 4  # as many as play, where the game lets them
TRIED = 12  # games, of which one is chosen
WHIM = 0.25  # how often somebody tries any kind of move that there is
LONGEST = 2000  # moves
ASKED = 10  # questions that are pictured of one game, at most,
PLENTY = 6  # and of those in which nothing new can be done, until there are so many
AWAY = 8  # moves, at least, after which somebody looks again
MIXED_IN = 20_300_301  # in place of the ids of messages and presses, which no two runs share

Kind: TypeAlias = Literal["board", "hand", "asked", "reveal", "round", "notice", "looks", "away"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A move, and whose."""

    seat: Seat
    move: Any


@dataclass(frozen=True, slots=True, order=True)
class Stage:
    """Where to stop: after so many moves, for whose eyes (None: the channel's), and why.

    `slug` names its pictures, `says` is a sentence about them. `looks` is no picture: somebody
    opens their hand, to come back later.
    """

    after: int
    kind: Kind
    slug: str
    says: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A game to be played at the bot, and where to stop.

    `given` are the terms that its `start` command is told, `options` what they come to. A plan that
    is `aside` shows what is met on other terms alone, and ends before the game does.
    """

    game: str
    seats: int
    seed: int
    given: tuple[tuple[str, Any], ...]
    options: Any
    turns: tuple[Turn, ...]
    stages: tuple[Stage, ...]
    aside: bool = False

    @property
    def secret(self) -> bytes:
        """The secret of its luck."""
        return secret_of(self.game, self.seed)


def secret_of(game: str, seed: int) -> bytes:
    """Make up the secret of a table."""
    return hashlib.sha256(f"{game} {seed}".encode()).digest()


def plans(game: str, seed: int = 1) -> list[Plan]:
    """Plan what is shown of a game: a whole one, and what is met on other terms alone."""
    rules, face = GAMES[game], face_of(game)
    best = max((played(face, (), seed + number) for number in range(TRIED)), key=_worth)
    asked = best.asked(ASKED)
    plan = Plan(
        game,
        best.seats,
        best.seed,
        (),
        best.options,
        best.turns,
        tuple(sorted([*asked, *best.others({item.after for item in asked if item.seat is None})])),
    )
    missing = {*kinds_of_move(rules)} - best.met
    return [plan, *_asides(face, missing, seed)]


def _worth(game: "Played") -> tuple[int, int, int]:
    """Prefer games in which more is met, then those that come to an end, then the shorter."""
    return len(game.met), game.is_over, -len(game.turns)


def _asides(face: AnyFace, missing: set[type], seed: int) -> Iterator[Plan]:
    """Plan short looks at what is met on other terms alone."""
    rules = face.rules
    for options in variants(rules):
        if not missing:
            return
        given = said_for(face, options)
        if given is None:
            continue
        game = played(face, given, seed)
        stages = sorted(game.asked(2, missing))
        if stages:
            missing = missing - game.met
            turns = game.turns[: stages[-1].after + 1]
            yield Plan(
                rules.name,
                game.seats,
                game.seed,
                given,
                game.options,
                turns,
                tuple(stages),
                aside=True,
            )


def said_for(face: AnyFace, options: Any) -> tuple[tuple[str, Any], ...] | None:
    """Say which terms a `start` command is told to come to these options; None if none do."""
    usual = face.options(face.usual("day", {}))
    differ = [
        field.name
        for field in fields(usual)
        if getattr(usual, field.name) != getattr(options, field.name)
    ]
    terms = {path.fills: path.name for path in face.terms_asked if path.read is None}
    if not differ or not terms.keys() >= {*differ}:
        return None
    given = {terms[name]: getattr(options, name) for name in differ}
    if face.options({**face.usual("day", given), **given}) != options:
        return None
    return tuple(given.items())


# --- a game that is played ------------------------------------------------------------------------


def luck(game: str, seed: int, number: int) -> Chance:
    """Open the stream of one move, as the house does; 0 is the deal."""
    return Chance.of(secret_of(game, seed), MIXED_IN, number)


def played(face: AnyFace, given: tuple[tuple[str, Any], ...], seed: int) -> "Played":
    """Play a game from a seed, to its end."""
    rules, picks = face.rules, random.Random(f"{face.rules.name} {seed}")
    options = face.options({**face.usual("day", dict(given)), **dict(given)})
    seats = min(SEATS, rules.seats[-1])
    steps = [rules.start(seats, options, luck(rules.name, seed, 0))]
    turns: list[Turn] = []
    while len(turns) < LONGEST and (waits := rules.to_move(rules.view(steps[-1].state, None))):
        seat = picks.choice(sorted(waits))
        move = _decided(rules, rules.view(steps[-1].state, seat), seed, picks)
        turns.append(Turn(seat, move))
        steps.append(rules.play(steps[-1].state, seat, move, luck(rules.name, seed, len(turns))))
    return Played(face, seats, options, seed, tuple(turns), tuple(steps))


def _decided(rules: AnyRules, view: Any, seed: int, picks: random.Random) -> Any:
    decide = DECIDE.get(rules.name)
    if decide is not None and picks.random() >= WHIM:
        return decide(view, seed)
    legal = list(rules.legal_moves(view))
    kind = picks.choice(list(dict.fromkeys(map(type, legal))))
    return picks.choice([move for move in legal if type(move) is kind])


class Played:
    """A game that was played, and what was met in it."""

    def __init__(
        self,
        face: AnyFace,
        seats: int,
        options: Any,
        seed: int,
        turns: tuple[Turn, ...],
        steps: tuple[Step[Any, Any], ...],
    ) -> None:
        self.face, self.rules = face, face.rules
        self.seats, self.options, self.seed = seats, options, seed
        self.turns, self.steps = turns, steps
        self.names = Names(PEOPLE[:seats])
        self.questions = self._questions()

    @property
    def met(self) -> set[type]:
        """The kinds of move that somebody was asked for."""
        return {kind for kinds in self.questions for kind in kinds}

    @property
    def is_over(self) -> bool:
        return not self._to_move(len(self.turns))

    def _view(self, after: int, seat: Seat | None) -> Any:
        return self.rules.view(self.steps[after].state, seat)

    def _to_move(self, after: int) -> list[Seat]:
        return sorted(self.rules.to_move(self._view(after, None)))

    def _questions(self) -> dict[frozenset[type], list[tuple[int, Seat]]]:
        """Find what is asked: the kinds of move somebody may choose from, and where they may."""
        found: dict[frozenset[type], list[tuple[int, Seat]]] = {}
        for after in range(len(self.turns)):
            for seat in self._to_move(after):
                kinds = frozenset(map(type, self.rules.legal_moves(self._view(after, seat))))
                found.setdefault(kinds, []).append((after, seat))
        return found

    # --- where to stop ---

    def asked(self, most: int, of: set[type] | None = None) -> list[Stage]:
        """Choose questions: those with something new first, then what is asked most often."""
        rest, chosen = dict(self.questions), list[frozenset[type]]()
        new = set(self.met if of is None else of)
        while rest and len(chosen) < most:
            best = max(rest, key=lambda kinds: (len(kinds & new), len(rest[kinds])))
            if not best & new and (of is not None or len(chosen) >= PLENTY):
                break
            new -= best
            chosen.append(best)
            del rest[best]
        # where much has happened already there is more to see
        return [self._asked(kinds, *self._midway(self.questions[kinds])) for kinds in chosen]

    def _midway(self, places: list[tuple[int, Seat]]) -> tuple[int, Seat]:
        return places[len(places) // 2]

    def _asked(self, kinds: frozenset[type], after: int, seat: Seat) -> Stage:
        ways = [way for way in self.face.ways if way.move in kinds]
        verbs = [way.verb.replace("_", "-") for way in ways]
        choice = listed([f"*{verb}*" for verb in verbs], "or")
        private = seat in self.face.private(self._view(after, None))
        where = "in private" if private else "on the board"
        says = f"{self.names.plain(seat)} is asked {where}: {choice}."
        return Stage(after, "asked", "-".join(verbs[:4]), says, seat if private else None)

    def others(self, boards: Collection[int] = ()) -> list[Stage]:
        """Choose where else to stop; some boards are pictured already."""
        late = range(len(self.turns) * 3 // 5, len(self.turns))
        half = next((after for after in late if after not in boards), late.stop - 1)
        found = [
            Stage(0, "board", "board", "The first board: everything that everybody may see."),
            Stage(half, "board", "midgame", "The board in the middle of the game."),
            self._hand(0),
            self._notice(half),
            *self._reveals(),
            *self._away(),
        ]
        return [result for result in found if result is not None]

    def _hand(self, after: int) -> Stage:
        seat = self._to_move(after)[0]
        says = f"A hand: what {self.names.plain(seat)} alone sees, and what can be done with it."
        return Stage(after, "hand", "hand", says, seat)

    def _notice(self, start: int) -> Stage | None:
        """Find where somebody owes something in private, who is written to for it."""
        for after in range(start, len(self.turns)):
            private = self.face.private(self._view(after, None))
            waits = [seat for seat in self._to_move(after) if seat in private]
            for seat in waits or self._to_move(after):
                says = f"A notice in the DM: {self.names.plain(seat)} did not come, and is told."
                return Stage(after, "notice", "notice", says, seat)
        return None

    def _reveals(self) -> Iterator[Stage]:
        """Find the first headline that stays on the board, and the first that is a message."""
        done: set[str] = set()
        for after in range(1, len(self.turns)):
            public = [step.event for step in self.steps[after].told if step.to is None]
            found = self.face.story.reveal(public, self.names)
            if found is None or after < len(self.turns) // 4:
                continue
            kind: Kind = "round" if found.ends_round else "reveal"
            if kind in done:
                continue
            done.add(kind)
            says = {
                "round": "What ends a round is a message of its own.",
                "reveal": "What has just been laid open is the board's headline.",
            }[kind]
            yield Stage(after, kind, kind, says)

    def _away(self) -> Iterator[Stage]:
        """Find somebody who looks, is away for a while, and comes back to news that add up."""
        for first in range(len(self.turns) // 3, len(self.turns)):
            for seat in range(self.seats):
                for after in range(first + AWAY, min(first + 4 * AWAY, len(self.turns))):
                    if seat not in self._to_move(after) or not self._net(first, after, seat):
                        continue
                    name = self.names.plain(seat)
                    yield Stage(first, "looks", "looks", f"{name} looks, and goes.", seat)
                    says = f"Since {name} last looked: the sum first, then what happened."
                    yield Stage(after, "away", "away", says, seat)
                    return

    def _net(self, first: int, after: int, seat: Seat) -> str:
        told = [
            told_event.event
            for step in self.steps[first + 1 : after + 1]
            for told_event in step.told
            if told_event.to is None or seat in told_event.to
        ]
        return self.face.story.net(told, self.names, seat)


def described(stages: Sequence[Stage]) -> str:
    """List stages, for whoever wants to know what would be pictured."""
    return "\n".join(
        f"{stage.after:4} {stage.kind:7} {stage.slug:24} {stage.says}" for stage in stages
    )
