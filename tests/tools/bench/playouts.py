"""The speed of the rules: random games, compared with Uno in a library for random games.

    python -m tests.tools.bench.playouts deadman     # one game alone, while working on it

A playout deals with the real luck, asks the public view who is to move, builds the view of one of
those seats, lists its legal moves and plays one. In the second row each move and each state is also
converted to JSON and back, and the views of all seats are built, as a host must do.
"""

import asyncio
import random
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

from db.base.codec import codec_of
from games import GAMES
from games.chance import Chance
from games.rules import AnyRules, types_of
from tests.tools.bench.measure import ratios, shuffled_rounds
from tests.tools.bench.report import Row, table
from tests.tools.bench.scale import FULL, Scale

SEATS = 4
SLICE = 0.4  # CPU seconds of each kind in a round
BETWEEN_LOOKS = 100  # moves
YARDSTICK = "rlcard's Uno, 4 players, `env.step`"
KINDS = (  # what, in short, the goal of the geometric mean and of each game
    ("random playout", "plain", 1.3, 0.6),
    ("the same through JSON both ways, all views built", "stored", 0.42, 0.25),
)


class Playout:
    """Random games of one kind, one after another; each call continues the current game."""

    def __init__(self, rules: AnyRules, dice: random.Random, *, stored: bool) -> None:
        self.rules = rules
        self.dice = dice
        self.stored = stored
        self.codec = codec_of(rules)
        self.options = options_of(rules)
        self.moves = self.games = 0
        self.deal()

    def deal(self) -> None:
        """Start a new game with a new secret."""
        self.games += 1
        self.secret, self.number = self.dice.randbytes(32), 0
        chance = Chance.of(self.secret, self.games, 0)
        self.state: Any = self.rules.start(SEATS, self.options, chance).state

    def play(self, moves: int) -> None:
        """Make this many random moves, and deal again whenever a game is over."""
        rules, dice, codec, stored = self.rules, self.dice, self.codec, self.stored
        for _ in range(moves):
            waiting = tuple(rules.to_move(rules.view(self.state, None)))
            if not waiting:
                self.deal()
                waiting = tuple(rules.to_move(rules.view(self.state, None)))
            seat = dice.choice(waiting)
            if stored:
                view = [rules.view(self.state, number) for number in range(SEATS)][seat]
            else:
                view = rules.view(self.state, seat)
            legal = list(rules.legal_moves(view))
            move = dice.choice(legal)
            if stored:
                move = codec.move.load(codec.move.dump(move))
            self.number += 1
            chance = Chance.of(self.secret, self.games, self.number)
            state = rules.play(self.state, seat, move, chance).state
            self.state = codec.state.load(codec.state.dump(state)) if stored else state
            self.moves += 1

    def __call__(self) -> float:
        """Play for a slice of CPU time, and return the moves per second."""
        before, began = self.moves, time.process_time()
        while time.process_time() - began < SLICE:
            self.play(BETWEEN_LOOKS)
        return (self.moves - before) / (time.process_time() - began)


class Uno:
    """The yardstick: random games of rlcard's Uno."""

    def __init__(self, dice: random.Random) -> None:
        import rlcard  # pyright: ignore[reportMissingImports] (only `make bench` installs it)

        self.dice = dice
        self.env: Any = rlcard.make("uno", config={"seed": dice.randrange(2**32)})
        self.env.game.configure({"game_num_players": SEATS})  # `make` always gives Uno two
        self.state, _ = self.env.reset()
        assert len(self.env.game.players) == SEATS

    def __call__(self) -> float:
        """Play for a slice of CPU time, and return the moves per second."""
        env, dice, state, moves = self.env, self.dice, self.state, 0
        began = time.process_time()
        while time.process_time() - began < SLICE:
            for _ in range(BETWEEN_LOOKS):
                if env.is_over():
                    state, _ = env.reset()
                state, _ = env.step(dice.choice(list(state["legal_actions"])))
            moves += BETWEEN_LOOKS
        self.state = state
        return moves / (time.process_time() - began)


def options_of(rules: AnyRules) -> Any:
    """Return the usual terms of a game."""
    return types_of(rules).options()


async def rows(scale: Scale, games: Mapping[str, AnyRules] = GAMES) -> list[Row]:
    """Measure all games, and return a row for each game and each kind of playout."""
    works: dict[str, Any] = {"uno": Uno(random.Random(1))}
    plain = {name: Playout(rules, random.Random(1), stored=False) for name, rules in games.items()}
    stored = {name: Playout(rules, random.Random(1), stored=True) for name, rules in games.items()}
    works |= {f"plain {name}": item for name, item in plain.items()}
    works |= {f"stored {name}": item for name, item in stored.items()}
    found = shuffled_rounds(works, scale.rounds)
    for name in works:
        speed = statistics.median(result[name] for result in found)
        print(f"  {name:18} {speed:10,.0f} moves a CPU second here")
    made: list[Row] = []
    for title, kind, mean, least in KINDS:
        by_game = {name: ratios(found, f"{kind} {name}", "uno") for name in games}
        means = [statistics.geometric_mean(each) for each in zip(*by_game.values(), strict=True)]
        made.append(row(f"{title}: geometric mean", means, mean))
        for name, rules in games.items():
            made.append(row(f"… {rules.title}", by_game[name], least))
    return made


def row(what: str, figures: Sequence[float], least: float) -> Row:
    """Make a row for the speed of playouts, compared with Uno's."""
    return Row(what=what, yardstick=YARDSTICK, figures=figures, at_least=least)


if __name__ == "__main__":
    chosen = sys.argv[1:] or list(GAMES)
    print(table(asyncio.run(rows(FULL, {name: GAMES[name] for name in chosen}))))
