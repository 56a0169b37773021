"""Have house players play each other, and check every move that they choose.

    python -m tests.tools.arena --positions 10000
    python -m tests.tools.arena trump --positions 2000 --seed 7

In every position, the house player of each seat that must move chooses twice: the move must be the
same, and legal. The games are played on all terms in turn. Each game must end.
"""

import argparse
import sys
import time
from collections.abc import Sequence

from games import GAMES
from games.chance import Chance
from tests.contract.playing import LONGEST, cases_of


def play(game: str, positions: int, seed: int) -> tuple[int, int]:
    """Play games until there were so many positions; return the positions and the games."""
    rules = GAMES[game]
    assert rules.player is not None
    secret, cases = seed.to_bytes(32), cases_of(game)
    seen = games = 0
    while seen < positions:
        case = cases[games % len(cases)]
        number, label = 0, f"arena:{games}"
        state = rules.start(case.seats, case.options, Chance.of(secret, label, 0)).state
        while seats := rules.to_move(rules.view(state, None)):
            number += 1
            assert number < LONGEST, f"game {games} of {game} does not end"
            for seat in sorted(seats):
                view = rules.view(state, seat)
                move, again = (
                    rules.player.choose(view, Chance.of(secret, f"{label}:{seat}", number))
                    for _ in range(2)
                )
                assert move == again, f"seat {seat} chose {move}, then {again}"
                step = rules.play(state, seat, move, Chance.of(secret, label, number))
                seen += 1
                if seat == min(seats):
                    following = step.state
            state = following
        games += 1
    return seen, games


def run(games: Sequence[str], positions: int, seed: int) -> None:
    """Play each game, and print a line for it."""
    for game in games:
        began = time.monotonic()
        seen, ended = play(game, positions, seed)
        print(f"{game:9} {seen:6} choices in {ended} games, {time.monotonic() - began:.0f} s")


def main() -> int:
    """Parse the command line and play."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.arena", description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], help="usually all")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    run(given.games or sorted(GAMES), given.positions, given.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
