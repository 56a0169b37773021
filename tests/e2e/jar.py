"""The simplest game there is: everybody puts coins into a jar, at any time, until it is full.

Its move names no facts, so a press that counts twice is seen twice: what other games' rules would
refuse by luck, the house has to refuse here. Only tests play it.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, Literal

import discord
from discord import app_commands

from bot.face import Drawing, Face
from bot.panel import Ask, Button, Names, Row, ask
from games import GAMES
from games.chance import Chance
from games.rules import IllegalMove, Rules, Seat, Standing, Step, Told

FULL = 60


@dataclass(frozen=True, slots=True)
class Options:
    """No terms."""


@dataclass(frozen=True, slots=True)
class State:
    """How many coins each has put in."""

    coins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything, for everybody."""

    seat: Seat | None
    coins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Put:
    """Put a coin in."""

    kind: Literal["put"] = "put"


@dataclass(frozen=True, slots=True)
class WasPut:
    """Somebody put a coin in."""

    seat: Seat
    kind: Literal["was_put"] = "was_put"


class Jar(Rules[Options, State, Put, WasPut, View]):
    """A jar for two to five."""

    name = "jar"
    title = "The Jar"
    version = 1
    seats = range(2, 6)

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State, WasPut]:
        return Step(State((0,) * seats))

    def play(self, state: State, seat: Seat, move: Put, chance: Chance) -> Step[State, WasPut]:
        if sum(state.coins) >= FULL:
            raise IllegalMove("The jar is full.")
        coins = list(state.coins)
        coins[seat] += 1
        return Step(replace(state, coins=tuple(coins)), (Told(WasPut(seat)),))

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat, state.coins)

    def awaited(self, public: View) -> frozenset[Seat]:
        return frozenset() if sum(public.coins) >= FULL else frozenset(range(len(public.coins)))

    def moves(self, view: View) -> Iterator[Put]:
        yield Put()

    def standing(self, public: View) -> Standing:
        full = sum(public.coins) >= FULL
        most = max(public.coins)
        best = (seat for seat, coins in enumerate(public.coins) if coins == most)
        return Standing(public.coins, frozenset(best if full else ()))


class JarFace(Face[Options, Put, WasPut, View], group_name="jar", group_description="A jar"):
    """The jar, with a coin to put in on the board and on the hand."""

    rules = Jar()
    colour = 0x888888

    def terms(self, options: Options) -> str:
        return "one jar"

    def how_to(self) -> Sequence[str]:
        return ("Put coins in.",)

    def board(self, public: View, names: Names) -> Drawing:
        put_in = Row([Button("Put a coin in", ask("put"))])
        return Drawing(f"{sum(public.coins)} coins are in the jar.", (), [put_in])

    def hand(self, view: View, names: Names) -> Drawing:
        own = 0 if view.seat is None else view.coins[view.seat]
        return Drawing(f"You put in {own}.", (), [Row([Button("Put one in", ask("put"))])])

    def ending(self, public: View, names: Names) -> Drawing:
        return Drawing("The jar is full.")

    def tell(self, event: WasPut, names: Names, to: Seat | None) -> str:
        return f"{names[event.seat]} put a coin in."

    def private(self, public: View) -> frozenset[Seat]:
        return frozenset()

    def read(self, ask: Ask, view: View, names: Names) -> Put:
        return Put()

    def typed(self, text: str, view: View) -> Ask:
        return ask("put")

    @app_commands.command(description="Open a jar")
    async def start(self, interaction: discord.Interaction[Any]) -> None:
        """Open a table."""
        await self.open(interaction, Options())

    @app_commands.command(description="Put a coin in")
    async def put(self, interaction: discord.Interaction[Any], table: int | None = None) -> None:
        """Put a coin in."""
        await self.serve(interaction, ask("put"), table)


def offer() -> None:
    """Put the jar among the games on offer, in this process."""
    GAMES["jar"] = Jar()
    module = ModuleType("cogs.jar")
    module.FACE = JarFace  # type: ignore[attr-defined]
    sys.modules["cogs.jar"] = module
