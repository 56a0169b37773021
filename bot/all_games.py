"""Lists the games: our own, and those of other packages on this machine.

Another package offers a game by an entry point in the group `downeast.games`. Its name is the
game's, and its value is a module like those in cogs/, with a `FACE` and a `setup`:

    [project.entry-points."downeast.games"]
    skull = "downeast_skull.face"
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from bot.game_choice import OWN_COMMANDS
from games import GAMES
from games.rules import AnyRules

GROUP = "downeast.games"
NAME = re.compile(r"[a-z][a-z0-9_]{0,19}")  # it's part of commands and custom_ids


class BadGame(Exception):
    """Another package's game can't be used. `str()` tells the operator what to do."""


def all_games() -> Mapping[str, AnyRules]:
    """Return the rules of every game by name, our own first. Raises BadGame."""
    return GAMES | _games_elsewhere()


def face_of(name: str) -> str:
    """Return the module with a game's face."""
    elsewhere = _entry_points().get(name)
    return f"cogs.{name}" if elsewhere is None or name in GAMES else elsewhere.value


@cache
def _entry_points() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP))}


@cache
def _games_elsewhere() -> dict[str, AnyRules]:
    return {name: _rules_of(point) for name, point in _entry_points().items()}


def _rules_of(point: EntryPoint) -> AnyRules:
    """Load a game of another package. Raises BadGame."""
    package = "an unknown package" if point.dist is None else f"the package {point.dist.name}"
    try:
        rules: AnyRules = point.load().FACE.rules
        wrong = _wrong_with_name(point.name, rules.name)
    except Exception as problem:  # whatever the package does while it's loaded
        wrong = f"can't be loaded ({type(problem).__name__}: {problem})"
    else:
        if not wrong:
            return rules
    raise BadGame(f"The game {point.name} of {package} {wrong}. Update or uninstall that package.")


def _wrong_with_name(name: str, in_rules: str) -> str:
    if name in GAMES or name in OWN_COMMANDS:
        return "has the name of a game or command of mine"
    if not NAME.fullmatch(name):
        return "must have a name of at most 20 small letters, digits and _, a letter first"
    return "" if name == in_rules else f"calls itself {in_rules!r} in its rules"
