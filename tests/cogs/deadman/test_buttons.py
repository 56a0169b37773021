"""Dead Man's Chest: presses, forms and warnings."""

import pytest

from bot.ui.panels.panel import Form, Request
from bot.ui.ways.offers import suggestions
from bot.ui.ways.read import named_in, read_line
from bot.ui.ways.resolve import NotNow, resolve
from cogs.deadman import FACE
from cogs.deadman.read import ROLL
from games.chance import Chance
from games.deadman.moves import Bid, Challenge, Shake
from games.deadman.views import View
from games.rules import IllegalMove
from tests.cogs.deadman.face import (
    NAMES,
    POSITIONS,
    WAYS,
    bids,
    board,
    labels,
    legal,
    opened,
    pressed,
    rules,
    view,
)


def test_shake_command_looks_unless_told_not_to():
    mine = view(bids(opened(4, 3), 54), 1)
    way = WAYS["shake"]
    assert resolve(way, {}, mine, NAMES, legal(mine), line=True) == Shake(look=True)
    known = named_in(way, Request("shake", {"?look": "no"}), mine, NAMES)
    assert resolve(way, known, mine, NAMES, legal(mine), line=True) == Shake(look=False)


def test_raise_form_offers_all_legal_bids_and_preselects_the_lowest():
    state = POSITIONS["passed"]
    least, other = [request for request in board(state).requests() if request.verb == "bid"]
    assert pressed(least, state, 1) == Bid(value=61)
    form = pressed(other, state, 1)
    assert isinstance(form, Form)
    assert form.title == "Your raise"
    (entry,) = form.entries
    assert entry.hint == (
        "You can bid a mixed roll from 61 to 65, a double from 11 to 66, or 21 for Dead Man."
    )
    assert [choice.label for choice in entry.choices if choice.chosen] == ["61"]
    assert len(entry.choices) == 12
    chosen = form.request.with_args({entry.key: entry.choices[1].value})
    assert pressed(chosen, state, 1) == Bid(value=62)


def test_bid_form_is_prefilled_with_the_truth():
    form = pressed(Request("bid"), opened(5, 3), 0)
    assert isinstance(form, Form)
    assert form.title == "Your bid"
    assert [choice.label for choice in form.entries[0].choices if choice.chosen] == ["53"]


def test_dm_8_a_peek_at_a_received_chest_is_warned_of_and_then_a_challenge():
    state = POSITIONS["passed"]
    mine = view(state, 1)
    way, known = read_line(FACE.ways, "peek", mine, NAMES, legal(mine)) or pytest.fail("unread")
    assert way is WAYS["look"]
    panel = way.instead(mine, known, NAMES)
    assert panel is not None
    assert (
        "counts as a challenge. The lid comes off for everybody, and either you or Ann will lose"
        in panel.text()
    )
    assert labels(panel) == ["Challenge 54", "Shake and look"]
    yes, no = panel.requests()
    assert pressed(yes, state, 1) == Challenge()
    assert pressed(no, state, 1) == Shake(look=True)


def test_dm_8_nobody_else_is_warned():
    for position, seat in (("passed", 2), ("passed", None), ("shaken", 1), ("opened", 0)):
        mine = view(POSITIONS[position], seat)
        assert WAYS["look"].instead(mine, {}, NAMES) is None


def test_press_is_refused_without_the_chest():
    state = POSITIONS["passed"]
    with pytest.raises(NotNow):  # the bot answers with the situation, which says who has the chest
        pressed(Request("bid"), state, 2)
    with pytest.raises(IllegalMove, match="seat 2 has the chest"):  # the bot names the player
        rules.play(state, 2, pressed(Request("challenge"), state, 2), Chance.tape())


def test_autocomplete_suggests_only_higher_bids():
    mine = view(bids(opened(4, 3), 55), 1)

    def suggested(text: str, seen: View = mine) -> list[tuple[str, str]]:
        return suggestions(WAYS["bid"], ROLL, {}, seen, NAMES, legal(seen), text)

    assert suggested("") == [
        ("66: 3 of 36 rolls are at least this high.", "66"),
        ("Dead Man (21): 2 of 36 rolls are at least this high.", "Dead Man (21)"),
    ]
    for text in ("dead", "12", "21", "Dead Man"):
        assert [value for _, value in suggested(text)] == ["Dead Man (21)"]
    assert len(suggested("", view(opened(4, 3), 0))) == 21
    assert suggested("", view(opened(4, 3), 1)) == []
