"""Twins: two positions that differ in nothing but what one reader may not know.

Each game has a file here, named as the game is, with `SECRETS = Secrets(...)` in it (types.py says
what belongs there). It is found by its name: nothing else has to be told of a new game.
"""

from functools import cache
from importlib import import_module

from tests.contract.twins.types import OPEN, Secrets


@cache
def secrets_of(game: str) -> Secrets:
    """Load what is hidden in a game. A game without its file fails, and is told what to write."""
    name = f"{__name__}.{game}"
    try:
        found = getattr(import_module(name), "SECRETS", None)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        found = None
    assert isinstance(found, Secrets), (
        f"Nobody has said yet what is hidden in `{game}`: write tests/contract/twins/{game}.py "
        "with `SECRETS = Secrets(disguised=..., reveals=..., sealed=...)` in it, as "
        "tests/contract/twins/types.py says; of a game without secrets, `SECRETS = OPEN`."
    )
    return found


def has_secrets(game: str) -> bool:
    """Say whether a game hides anything; a game without its file says nothing of it yet."""
    try:
        return secrets_of(game) is not OPEN
    except AssertionError:
        return False
