"""The simplest game: everybody puts coins into a jar, in any order, until it is full.

Its move names no facts, so a press that counts twice is visible. In other games the rules would
often refuse the second; here only the bot can. Used by tests only.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from types import ModuleType
from typing import ClassVar, Literal

from bot.ui.face.face import TakesFaces
from bot.ui.plain import PlainFace, always, way
from games import GAMES
from games.chance import Chance
from games.rules import IllegalMove, Question, Rules, Seat, Standing, Step, Told

FULL = 60
MODULE = "cogs.jar"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """No terms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The coins that each seat has put in."""

    coins: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Everything, for everybody."""

    seat: Seat | None
    coins: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """Put a coin in."""

    kind: Literal["put"] = "put"


@dataclass(frozen=True, slots=True, kw_only=True)
class WasPut:
    """Somebody put a coin in."""

    kind: Literal["was_put"] = "was_put"
    seat: Seat


class Jar(Rules[Options, State, Put, WasPut, View]):
    """The rules of the jar, for two to five players."""

    name = "jar"
    title = "The Jar"
    version = 1
    seats = range(2, 6)

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State, WasPut]:
        return Step(State(coins=(0,) * seats))

    def play(self, state: State, seat: Seat, move: Put, chance: Chance) -> Step[State, WasPut]:
        if sum(state.coins) >= FULL:
            raise IllegalMove("The jar is full.")
        coins = list(state.coins)
        coins[seat] += 1
        return Step(replace(state, coins=tuple(coins)), (Told(WasPut(seat=seat)),))

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat=seat, coins=state.coins)

    def to_move(self, public: View) -> frozenset[Seat]:
        return frozenset() if sum(public.coins) >= FULL else frozenset(range(len(public.coins)))

    def legal_moves(self, view: View) -> Iterator[Put]:
        if sum(view.coins) < FULL:
            yield Put()

    def standing(self, public: View) -> Standing:
        full = sum(public.coins) >= FULL
        most = max(public.coins)
        best = (seat for seat, coins in enumerate(public.coins) if coins == most)
        return Standing(public.coins, frozenset(best if full else ()))

    def question(self, public: View) -> Question:
        return Question(subject="the jar", key="a coin")  # whatever the others put in


class JarFace(PlainFace):
    """The jar, with a coin to put in on the board and on the hand."""

    rules = Jar()
    colour = 0x888888
    about = "A jar"
    pitch = "There is a jar. It wants coins."
    point = ("coin", "coins")
    ways = (way(Put, "Put a coin in", board=always),)
    says: ClassVar[dict[type, str]] = {WasPut: "{seat} put a coin in."}


async def setup(bot: TakesFaces) -> None:
    """Load the jar's commands; discord.py calls this."""
    await bot.add_face(JarFace())


class _JarLoader(Loader):
    """Replaces the missing folder cogs/jar/."""

    def exec_module(self, module: ModuleType) -> None:
        module.setup = setup  # type: ignore[attr-defined]


def offer() -> None:
    """Add the jar to the games of this process."""
    GAMES["jar"] = JarFace.rules
    sys.modules[MODULE] = module_from_spec(ModuleSpec(MODULE, _JarLoader()))
