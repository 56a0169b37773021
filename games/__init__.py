"""The games on offer, a line each. Pure: standard library only, no clock, no I/O, no Discord."""

from games.deadman import DeadMan
from games.dealt import Dealt
from games.rules import AnyRules

GAMES: dict[str, AnyRules] = {
    rules.name: rules
    for rules in [
        DeadMan(),
        Dealt(),
    ]
}
