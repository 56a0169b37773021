"""Helpers that type deals of TRUMP The Game and fill in their forms."""

import pytest

from bot.ui.panels.panel import Form, Request
from bot.ui.panels.words import Names
from bot.ui.ways.read import named_in, read_line
from bot.ui.ways.resolve import resolve
from bot.ui.ways.ways import Legal
from cogs.trump.deals.ways import COUNTER, PROPOSE
from games.rules import Refusal
from tests.games.trump.table import NAMES as PLAYERS
from tests.games.trump.table import RULES, legal, view

NAMES = Names(PLAYERS)
PAIR = "Hotel and Casino"
ISLANDS = "Tropical Island and Cruise Line"
WAYS = (PROPOSE, COUNTER)


def typed(state, seat, line):
    """Type a line in the DM; return a move, or raise Refusal."""
    way, known = read_known(state, seat, line)
    made = resolve(way, known, view(state, seat), NAMES, may_make(state, seat), line=True)
    assert not isinstance(made, Form)
    return made


def read_known(state, seat, line):
    found = read_line(WAYS, line, view(state, seat), NAMES, may_make(state, seat))
    assert found is not None, f"{line!r} is no move at all"
    return found


def may_make(state, seat):
    return Legal(tuple(legal(state, seat)), RULES.sampled)


def given(state, seat, way, **texts):
    """Run a command with these options."""
    own = view(state, seat)
    known = named_in(
        way, Request(way.verb, {f"?{name}": text for name, text in texts.items()}), own, NAMES
    )
    return resolve(way, known, own, NAMES, may_make(state, seat), line=True)


def refusal(state, seat, line):
    """Type a line that is refused, and return the sentence."""
    with pytest.raises(Refusal) as refused:
        typed(state, seat, line)
    return str(refused.value)


def opened(state, seat, way, **known):
    form = resolve(way, known, view(state, seat), NAMES, may_make(state, seat))
    assert isinstance(form, Form)
    return form
