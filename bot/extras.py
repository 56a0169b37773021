"""The optional packages, and how they are installed beside the running program."""

import sys
from importlib.metadata import PackageNotFoundError, distribution
from typing import Final, Literal, TypeAlias

Extra: TypeAlias = Literal["metrics", "playground", "postgres"]

_PACKAGES: Final[dict[Extra, str]] = {
    "metrics": "prometheus-client",
    "playground": "discord-playground",
    "postgres": "asyncpg",
}


def how_to_install(extra: Extra) -> str:
    """Return the command that installs an extra, which has its own name only in a checkout."""
    try:
        distribution("downeast")
    except PackageNotFoundError:
        wanted = _PACKAGES[extra]
    else:
        wanted = f"'downeast[{extra}]'"
    return f"`{sys.executable} -m pip install {wanted}`"
