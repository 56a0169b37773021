"""Twins: two positions that differ only in what one reader may not know.

Each game has a file of its own name here with `SECRETS = Secrets(...)` (see types.py). It is found
by that name, so a new game needs no registration.
"""

from functools import cache
from importlib import import_module

from tests.contract.twins.types import OPEN, Secrets


@cache
def declared(game: str) -> Secrets | None:
    """Load what a game's file here declares. Return None if nobody has written it yet."""
    name = f"{__name__}.{game}"
    try:
        found = getattr(import_module(name), "SECRETS", None)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return None
    return found if isinstance(found, Secrets) else None


def what_to_write(game: str) -> str:
    """Explain to the author of a game how to declare what it hides."""
    return (
        f"Nobody has said yet what `{game}` hides: write tests/contract/twins/{game}.py with "
        "`SECRETS = Secrets(disguised=..., reveals=..., sealed=...)` in it, as "
        "tests/contract/twins/types.py says. If the game has no secrets, write `SECRETS = OPEN`."
    )


def secrets_of(game: str) -> Secrets:
    """Return what a game hides. Fail with advice if it hasn't been declared."""
    found = declared(game)
    assert found is not None, what_to_write(game)
    return found


def has_secrets(game: str) -> bool:
    """Return whether a game hides anything. It is False without its file."""
    return declared(game) not in (None, OPEN)
