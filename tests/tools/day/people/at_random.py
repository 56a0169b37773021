"""How people play a game whose players nobody has described yet: at random."""

from random import Random
from typing import Any

from games.rules import AnyRules


def decide(rules: AnyRules, view: Any, rng: Random) -> Any:
    """Choose a kind of move, then a legal move of that kind.

    Kinds are equally likely, because a kind with many amounts would crowd out the others.
    """
    legal = list(rules.legal_moves(view))
    kind = rng.choice(list(dict.fromkeys(map(type, legal))))
    return rng.choice([move for move in legal if type(move) is kind])
