"""A house player for a game that has no better one: it makes a legal move at random.

All kinds of move are as likely, because a game may have sixty bids and one challenge.
"""

from collections.abc import Callable, Iterable
from typing import Any

from games.chance import Chance
from games.rules import Player


class RandomPlayer(Player[Any, Any]):
    """Choose a kind of legal move at random, and then a move of that kind."""

    version = 2

    def __init__(self, legal_moves: Callable[[Any], Iterable[Any]]) -> None:
        self._legal_moves = legal_moves

    def choose(self, view: Any, luck: Chance) -> Any:
        """Choose one of the legal moves of the view's seat."""
        by_kind: dict[type, list[Any]] = {}
        for move in self._legal_moves(view):
            by_kind.setdefault(move.__class__, []).append(move)
        kinds = list(by_kind.values())
        moves = kinds[luck.below(len(kinds))]
        return moves[luck.below(len(moves))]
