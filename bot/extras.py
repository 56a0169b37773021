"""The optional packages, and how they are installed beside the running program.

The commands name the packages themselves, and never `downeast[…]`: whatever has our name on the
package index isn't ours.
"""

import sys
from typing import Final, Literal, TypeAlias

Extra: TypeAlias = Literal["metrics", "playground", "postgres"]

_PACKAGES: Final[dict[Extra, str]] = {  # as pip wants them; pyproject.toml has the same
    "metrics": "'prometheus-client>=0.26,<1'",
    "playground": "./discord_playground-0.4.0-py3-none-any.whl",  # a file of the release
    "postgres": "'asyncpg>=0.32,<0.33'",
}


def how_to_install(extra: Extra) -> str:
    """Return the command that installs an extra."""
    return f"`{sys.executable} -m pip install {_PACKAGES[extra]}`"
