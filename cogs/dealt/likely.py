"""What is likely in Dealt!, and comes first: most cards, the low ones, no X before its time."""

from collections.abc import Iterable, Sequence

from games.dealt.cards import LONGEST, Card, Cards, Values, readings, strength
from games.dealt.legal import moves_of
from games.dealt.moves import Play
from games.dealt.views import View

Run = tuple[int, Cards, Values]
"""A play: the position of its first card, its cards, and what they mean."""


def kind_of(values: Values) -> int:
    """Return the rank of a combination."""
    return strength(values) // 100


def sorted_runs(runs: Iterable[Run]) -> list[Run]:
    """Sort plays: most cards first, of these the lowest; whoever can, keeps the high ones."""
    return sorted(runs, key=lambda run: (-len(run[1]), strength(run[2])))


def runs_of(view: View) -> tuple[list[Run], list[Run]]:
    """List what can be played now, the likeliest first: without an X, and with one.

    With an X, all that it means the most comes before what else it could be.
    """
    legal = moves_of(view.up, view.seat, view.hand)
    plays = [(one.first, one.cards, one.values) for one in legal if isinstance(one, Play)]
    with_x = [run for run in plays if "X" in run[1]]
    most = [run for run in with_x if run[2] == readings(run[1])[-1]]
    less = sorted(
        (run for run in with_x if run not in most),
        key=lambda run: (-len(run[1]), -strength(run[2])),
    )
    plain = sorted_runs(run for run in plays if "X" not in run[1])
    return plain, [*sorted_runs(most), *less]


def likely_gaps(hand: Cards, card: Card) -> Sequence[int]:
    """List the gaps of a hand: first where a card makes the best combination, then the right end.

    The others follow from right to left.
    """
    gaps = range(len(hand), -1, -1)
    best = max(gaps, key=lambda gap: _made(hand, card, gap))
    return list(dict.fromkeys((best, *gaps)))


def _made(hand: Cards, card: Card, gap: int) -> int:
    """Return how strong the best combination would be that a card is part of, at a gap."""
    row = (*hand[:gap], card, *hand[gap:])
    runs = (
        row[start : start + size]
        for size in range(1, LONGEST + 1)
        for start in range(max(0, gap - size + 1), min(gap, len(row) - size) + 1)
    )
    return max((strength(readings(run)[-1]) for run in runs if readings(run)), default=0)
