"""Count the presses that each kind of move takes, as the rows of the table in docs/presses.md.

    python -m tests.tools.presses            # every game
    python -m tests.tools.presses dealt

It samples positions of the games that the contract tests play. For each kind of move it counts the
presses of the easiest move there is at a position, and of the hardest of a few. A row shows what
the easiest takes most often, and what the hardest takes at most, or `-` if none of the sampled
games has such a move. Moves that a draft prepares are left out, and so is
what takes more than five presses.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from games import GAMES
from games.rules import Seat
from tests.contract.asking import some_of, way_of
from tests.contract.drawing import face_of
from tests.contract.playing import Game, Position, cases_of, played
from tests.contract.presses import Start, presses_in

POSITIONS = 5  # for each kind of move
MOST = 5  # presses that are searched for
MOVES = 3  # of one kind at a position
STARTS: tuple[Start, ...] = ("board", "hand")


@dataclass
class Counted:
    """What the moves of one kind take from one starting point."""

    easiest: Counter[int] = field(default_factory=Counter[int])
    hardest: int = 0

    def note(self, counts: Sequence[int]) -> None:
        """Note the presses of some moves at one position."""
        if counts:
            self.easiest[min(counts)] += 1
            self.hardest = max(self.hardest, *counts)

    def __str__(self) -> str:
        if not self.easiest:
            return "-"
        usual = self.easiest.most_common(1)[0][0]
        return str(usual) if usual == self.hardest else f"{usual} to {self.hardest}"


def counted(game: str) -> dict[str, dict[Start, Counted]]:
    """Count presses for each kind of move of a game, by the verb of its way."""
    found: dict[str, dict[Start, Counted]] = {
        way.verb: {start: Counted() for start in STARTS} for way in face_of(game).ways
    }
    met = Counter(dict.fromkeys(drafted(game), POSITIONS))
    for case in cases_of(game)[:4]:
        here = played(case)
        for position in here.in_play(60):
            for seat in sorted(here.to_move(position)):
                _count_at(here, position, seat, found, met)
    return found


def drafted(game: str) -> set[str]:
    """Return the verbs of the moves that a draft prepares."""
    return {verb for kind in face_of(game).drafts for verb in kind.becomes}


def _count_at(
    here: Game,
    position: Position,
    seat: Seat,
    found: dict[str, dict[Start, Counted]],
    met: Counter[str],
) -> None:
    """Count presses for some moves of each kind that is legal for a seat at a position."""
    legal = here.legal(position, seat)
    for kind in dict.fromkeys(map(type, legal.moves)):
        moves = some_of(legal, kind)[:MOVES]
        verb = way_of(here.case.game, moves[0]).verb
        if met[verb] >= POSITIONS:
            continue
        met[verb] += 1
        for start in STARTS:
            counts = [presses_in(here, position, seat, move, start, MOST) for move in moves]
            found[verb][start].note([count for count in counts if count is not None])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*GAMES])
    for game in parser.parse_args().games:
        face = face_of(game)
        print(f"\n| {face.rules.title} | from the board | from the open hand |\n|---|---|---|")
        found = counted(game)
        for way in [way for way in face.ways if way.verb not in drafted(game)]:
            by_start = found[way.verb]
            print(f"| `{way.verb}`: {way.help} | {by_start['board']} | {by_start['hand']} |")


if __name__ == "__main__":
    main()
