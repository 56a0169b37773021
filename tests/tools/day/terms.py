"""What one simulated game is played on, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from bot.host.time.pace import USUAL_STAND_IN
from games import GAMES
from games.rules import AnyRules, types_of
from tests.tools.day.people import SAY_AHEAD
from tests.tools.day.people.looking_in import STAY_3, Habits


class NotYet(Exception):
    """The house cannot do something that these terms are about; `str()` says what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """A game: which, of how many, on what terms, with which people; `seed` says which one.

    `hours`: everybody has told the house that they are up from 8 to 23 of their own time.
    `ahead` and `orders` are per cent of the people: who say their next turn when they look in, and
    who keep orders that last (a price list). After `stand_in` missed questions the house plays.
    `house` is the number of house players besides the people. The same people play the tables in
    `beside` at the same time, on the terms of each; habits, hours and pace are those of the first.
    """

    game: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    pace: str = "day"
    habits: Habits = STAY_3
    hours: bool = True
    ahead: int = 0
    orders: int = 0
    stand_in: int = USUAL_STAND_IN
    house: int = 0
    seed: int = 0
    beside: tuple["Terms", ...] = ()


def options_for(terms: Terms, rules: AnyRules) -> Any:
    """Make the options of a game. Raises NotYet for a term that it does not have."""
    kind: type[Any] = types_of(rules).options
    known = {field.name for field in fields(kind)}
    for name in terms.options:
        if name not in known:
            raise NotYet(f"{terms.game} has no term `{name}`")
    return kind(**terms.options)


def check(terms: Terms) -> None:
    """Raise NotYet where the house lacks something that these terms are about."""
    for other in terms.beside:
        check(other)
    options_for(terms, GAMES[terms.game])
    if (terms.ahead or terms.orders) and terms.game not in SAY_AHEAD:
        raise NotYet(f"nothing can be said ahead in {terms.game}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The waking hours until the end of the game (or the last of several), and what was counted.

    `by_hand`, `ahead` and `by_clock` are moves; `acts` are moves by hand and everything set ahead;
    `taken` are moves by the clock or the house for people who would have come in time. `pings` are
    messages that pinged somebody, `repeated` those whose person had not come since the one before,
    `while_there` those whose person was just there. `boards`, `dms` (edits) and `removed` go by the
    bot's token, `by_press`
    by that of a press as its answer, `kept` later, for what others did; with so many of the boards
    there went one of the `pictures`. `over`: it came to its end.
    """

    hours: float
    by_hand: int
    acts: int
    taken: int
    ahead: int
    by_clock: int
    pings: int
    repeated: int
    while_there: int
    boards: int
    pictures: int
    dms: int
    removed: int
    by_press: int
    kept: int
    over: bool
