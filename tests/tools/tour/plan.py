"""Finds what a tour shows of a game on its rules alone: the moves, and where to stop and look.

A game is played by people who mostly know what they do (from tests/tools/day) and now and then
try something. The tour shows the game in which most kinds of move are met, out of a few. The same
seed makes the same plan, as long as the rules and those people are the same.
"""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Button
from bot.ui.panels.words import Names
from games.chance import Chance
from games.rules import AnyRules, Seat, Step
from tests.contract.drawing import face_of
from tests.tools.day.people import DECIDE, at_random

PEOPLE = ("Ann", "Ben", "Cat", "Dan", "Eve")
SEATS = 4  # as many as play, where the game lets them
TRIED = 12  # games, of which one is chosen
WHIM = 0.25  # how often somebody tries any kind of move that there is
LONGEST = 2000  # moves
MIXED_IN = 20_300_301  # in place of the ids of messages and presses, which no two runs share

Kind: TypeAlias = Literal["board", "hand", "round", "notice", "draft"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A move, and whose."""

    seat: Seat
    move: Any


@dataclass(frozen=True, slots=True, order=True)
class Stage:
    """Where to stop: after so many moves, for whose eyes (None: the channel's), and why.

    `says` is a sentence about its picture.
    """

    after: int
    kind: Kind
    says: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A game to be played at the bot on its usual terms, and where to stop."""

    game: str
    seats: int
    seed: int
    options: Any
    turns: tuple[Turn, ...]
    stages: tuple[Stage, ...]

    @property
    def secret(self) -> bytes:
        """The secret of its luck."""
        return secret_of(self.game, self.seed)


def secret_of(game: str, seed: int) -> bytes:
    """Make up the secret of a table."""
    return hashlib.sha256(f"{game} {seed}".encode()).digest()


def planned(game: str, seed: int = 1) -> Plan:
    """Plan what is shown of a game."""
    face = face_of(game)
    best = max((played(face, seed + number) for number in range(TRIED)), key=_worth)
    return Plan(game, best.seats, best.seed, best.options, best.turns, tuple(best.stages()))


def _worth(game: "Played") -> tuple[int, int, int]:
    """Prefer games in which more is met, then those that come to an end, then the shorter."""
    return len(game.met()), game.is_over, -len(game.turns)


# --- a game that is played ------------------------------------------------------------------------


def luck(game: str, seed: int, number: int) -> Chance:
    """Open the stream of one move, as the house does; 0 is the deal."""
    return Chance.of(secret_of(game, seed), MIXED_IN, number)


def played(face: AnyFace, seed: int) -> "Played":
    """Play a game from a seed, to its end."""
    rules, picks = face.rules, random.Random(f"{face.rules.name} {seed}")
    options = face.options(face.usual("day", {}))
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
    return at_random.decide(rules, view, picks)


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

    def met(self) -> set[type]:
        """List the kinds of move that somebody could choose from."""
        return {
            type(move)
            for after in range(len(self.turns))
            for seat in self._to_move(after)
            for move in self.rules.legal_moves(self._view(after, seat))
        }

    @property
    def is_over(self) -> bool:
        return not self._to_move(len(self.turns))

    def _view(self, after: int, seat: Seat | None) -> Any:
        return self.rules.view(self.steps[after].state, seat)

    def _to_move(self, after: int) -> list[Seat]:
        return sorted(self.rules.to_move(self._view(after, None)))

    # --- where to stop ---

    def stages(self) -> list[Stage]:
        """Choose where to stop: where much has happened already, there is more to see."""
        half = len(self.turns) * 3 // 5
        board = Stage(half, "board", "The board in the middle of the game.")
        found = [self._hand(0), board, self._notice(half), self._round(), self._draft(half)]
        return sorted([stage for stage in found if stage is not None], key=lambda one: one.after)

    def _hand(self, after: int) -> Stage:
        seat = self._to_move(after)[0]
        says = f"A hand: what {self.names.plain(seat)} alone sees, and what can be done with it."
        return Stage(after, "hand", says, seat)

    def _notice(self, start: int) -> Stage | None:
        """Find where somebody owes something in private, and gets a DM about it."""
        for after in range(start, len(self.turns)):
            private = self.face.private(self._view(after, None))
            waits = [seat for seat in self._to_move(after) if seat in private]
            for seat in waits or self._to_move(after):
                says = f"A notice: {self.names.plain(seat)} didn't come, and gets a DM."
                return Stage(after, "notice", says, seat)
        return None

    def _round(self) -> Stage | None:
        """Find a reveal that is a message of its own."""
        for after in range(len(self.turns) // 4, len(self.turns)):
            public = [step.event for step in self.steps[after].told if step.to is None]
            found = self.face.story.reveal(public, self.names)
            if found is not None and found.ends_round:
                return Stage(after, "round", "What ends a round is a message of its own.")
        return None

    def _draft(self, start: int) -> Stage | None:
        """Find where a player can begin a draft."""
        for after in range(start, len(self.turns)):
            for seat in self._to_move(after):
                if draft_buttons(self.face, self._view(after, seat), self.names):
                    says = f"A draft: {self.names.plain(seat)} prepares an offer in private."
                    return Stage(after, "draft", says, seat)
        return None


def draft_buttons(face: AnyFace, view: Any, names: Names) -> list[Button]:
    """List the buttons with which a seat can begin a draft now."""
    return [button for kind in face.drafts for button in kind.hand(view, names)]


def described(stages: Sequence[Stage]) -> str:
    """List stages, for whoever wants to know what would be pictured."""
    return "\n".join(f"{stage.after:4} {stage.kind:7} {stage.says}" for stage in stages)
