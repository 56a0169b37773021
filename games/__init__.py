"""List the available games. Pure: only the standard library, no clock, no I/O and no Discord."""

from games.deadman import DeadMan
from games.dealt import Dealt
from games.downeast import Downeast
from games.rules import AnyRules
from games.trump import Trump
from games.yankee import YankeeSwap

GAMES: dict[str, AnyRules] = {
    rules.name: rules
    for rules in [
        DeadMan(),
        Dealt(),
        Downeast(),
        Trump(),
        YankeeSwap(),
    ]
}
