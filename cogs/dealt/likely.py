"""Sort the plays and gaps of Dealt!, likeliest first: many cards, low cards, no X."""

from collections.abc import Iterable, Sequence

from games.dealt.cards import LONGEST, Card, Cards, Values, readings, strength
from games.dealt.legal import moves_of
from games.dealt.moves import Play
from games.dealt.views import View

Run = tuple[int, Cards, Values]
"""A play: the position of its first card, its cards and their values."""


def kind_of(values: Values) -> int:
    """Return the rank of a combination."""
    return strength(values) // 100


def sorted_runs(runs: Iterable[Run]) -> list[Run]:
    """Sort plays: most cards first, then the lowest, because players like to keep high cards."""
    return sorted(runs, key=lambda run: (-len(run[1]), strength(run[2])))


def runs_of(view: View) -> tuple[list[Run], list[Run]]:
    """List the legal plays without an X and then those with an X, each with the likeliest first.

    Plays with an X at its highest value come before those at a lower value.
    """
    legal = moves_of(view.up, view.seat, view.hand)
    plays = [(move.first, move.cards, move.values) for move in legal if isinstance(move, Play)]
    with_x = [run for run in plays if "X" in run[1]]
    most = [run for run in with_x if run[2] == readings(run[1])[-1]]
    less = sorted(
        (run for run in with_x if run not in most),
        key=lambda run: (-len(run[1]), -strength(run[2])),
    )
    plain = sorted_runs(run for run in plays if "X" not in run[1])
    return plain, [*sorted_runs(most), *less]


def likely_gaps(hand: Cards, card: Card) -> Sequence[int]:
    """List the gaps of a hand, starting with the gap where a card makes the best combination.

    The other gaps follow from right to left.
    """
    gaps = range(len(hand), -1, -1)
    best = max(gaps, key=lambda gap: _best_strength(hand, card, gap))
    return list(dict.fromkeys((best, *gaps)))


def _best_strength(hand: Cards, card: Card, gap: int) -> int:
    """Return the strength of the best combination that the card would belong to in this gap."""
    row = (*hand[:gap], card, *hand[gap:])
    runs = (
        row[start : start + size]
        for size in range(1, LONGEST + 1)
        for start in range(max(0, gap - size + 1), min(gap, len(row) - size) + 1)
    )
    return max((strength(readings(run)[-1]) for run in runs if readings(run)), default=0)
