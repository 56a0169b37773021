"""A house player for a game that has no better one: it makes a legal move at random."""

from collections.abc import Callable, Iterable
from typing import Any

from games.chance import Chance
from games.rules import Player


class RandomPlayer(Player[Any, Any]):
    """Choose among the legal moves at random, each as likely as any other."""

    version = 1

    def __init__(self, legal_moves: Callable[[Any], Iterable[Any]]) -> None:
        self._legal_moves = legal_moves

    def choose(self, view: Any, luck: Chance) -> Any:
        """Choose one of the legal moves of the view's seat."""
        moves = tuple(self._legal_moves(view))
        return moves[luck.below(len(moves))]
