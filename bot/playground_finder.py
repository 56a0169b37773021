"""Finds the playground: in a checkout it's a folder of the bot, else a package of its own.

It's loaded only when it's needed, because a bot on Discord never runs it.
"""

from importlib import import_module, util
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.endpoint import NoPlayground
from bot.extras import how_to_install

if TYPE_CHECKING:
    from bot.playground import Playground

PLACES = ("bot.playground", "discord_playground")


def playground_class() -> "type[Playground]":
    """Return the class of all playgrounds. Raises NoPlayground if it isn't installed."""
    module = _found()
    if module is None:
        raise NoPlayground(
            "There is no DISCORD_TOKEN, and the playground isn't installed. Put the token into "
            ".env or the environment, or install the playground from its file of the same release: "
            f"{how_to_install('playground')}."
        )
    return module.Playground


def is_installed() -> bool:
    """Return whether there is a playground to run."""
    return _found() is not None


def kept_ids(keep: Path) -> tuple[int, int] | None:
    """Return the ids of the application and the server that a playground saved in a file."""
    if not keep.exists():
        return None
    module = _found()
    return None if module is None else module.kept_ids(keep)


def _found() -> Any:
    """Load the playground, if there is one."""
    place = next((place for place in PLACES if util.find_spec(place)), None)
    return None if place is None else import_module(place)
