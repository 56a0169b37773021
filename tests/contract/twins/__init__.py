"""Twins: two positions that differ only in what one reader may not know.

Each game has a file of its own name here with `SECRETS = Secrets(...)` (see types.py). It is found
by that name, so a new game needs no registration.
"""

from functools import cache
from importlib import import_module

from tests.contract.twins.types import OPEN, Secrets


@cache
def secrets_of(game: str) -> Secrets:
    """Load a game's secrets. A game without its file fails with advice."""
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
    """Return whether a game hides anything; False without its file."""
    try:
        return secrets_of(game) is not OPEN
    except AssertionError:
        return False
