"""Dead Man's Chest: typed lines and bids."""

import re

import pytest

from bot.ui.panels.panel import Form
from bot.ui.panels.words import escape
from bot.ui.ways.offers import can_be_typed, examples
from bot.ui.ways.read import read_line
from cogs.deadman import FACE
from cogs.deadman.read import ROLL, limits
from games.chance import Chance
from games.deadman.dice import CHART, DEAD_MAN, higher
from games.deadman.moves import Bid, Challenge, Look, Move, Shake, ShakeAgain
from games.rules import IllegalMove, Refusal
from tests.cogs.deadman.face import (
    NAMES,
    POSITIONS,
    SHAKE,
    bids,
    legal,
    meant,
    opened,
    rules,
    typed,
    view,
)


@pytest.mark.parametrize(
    ("text", "value", "left"),
    [
        *[("52", 52, ""), ("25", 52, ""), (" 2 5 ", 52, ""), ("33", 33, ""), ("21", 21, "")],
        *[("12", 21, ""), ("5, 2", 52, ""), ("dead man", 21, ""), ("Dead  Man", 21, "")],
        *[("the dead man", 21, ""), ("deadman", 21, ""), ("Dead Man (21)", 21, "")],
        *[("52 or so", 52, " or so"), ("dead man!", 21, "!")],
    ],
)
def test_dm_6_a_value_is_read_in_either_order(text: str, value: int, left: str):
    assert ROLL.read(text, view(opened(4, 3), 0), NAMES) == (value, left)


@pytest.mark.parametrize(
    "nonsense",
    ["", "0", "7", "77", "70", "07", "-5", "525", "x", "five", "5²", "٥٢", "5 10", "dead mango"],
)
def test_dm_6_impossible_roll_is_refused_with_the_legal_bids(nonsense: str):
    mine = view(bids(opened(4, 3), 54), 1)
    said = (
        f"“{escape(nonsense[:20])}” isn't a roll of two dice." if nonsense else "What do you bid?"
    )
    goes = "You can bid a mixed roll from 61 to 65, a double from 11 to 66, or 21 for Dead Man."
    with pytest.raises(Refusal) as refused:
        ROLL.read(nonsense, mine, NAMES)
    assert str(refused.value) == f"{said} {goes}"
    dead = bids(opened(4, 3), DEAD_MAN)
    for other in (view(bids(opened(4, 3), 54), 2), view(dead, 1)):  # a player who cannot bid now
        with pytest.raises(Refusal) as refused:
            ROLL.read(nonsense, other, NAMES)
        assert str(refused.value) == said


@pytest.mark.parametrize("line", ["70", "bid 70", "I bid 70.", "7 0", "raise to 70"])
def test_dm_6_seventy_is_no_roll_of_two_dice_wherever_something_can_be_bid(line: str):
    for position in ("opened", "passed", "shaken", "seen", "blind"):
        state = POSITIONS[position]
        with pytest.raises(Refusal, match=r"^“70?.*” isn't a roll of two dice\. You can bid "):
            typed(line, view(state, state.holder))
    with pytest.raises(IllegalMove, match=r"^70 isn't a roll of two dice, read with the higher"):
        rules.play(POSITIONS["passed"], 1, Bid(value=70), Chance.tape())


@pytest.mark.parametrize("over", [None, *CHART])
def test_bid_limits_name_exactly_the_legal_values(over: int | None):
    said = limits(over)
    assert meant(said.removeprefix("only ").replace("21 for Dead Man", "Dead Man")) == set(
        higher(over)
    )
    assert len(f"You can bid {said}.") <= 100
    assert all(int(word) in higher(over) for word in re.findall(r"[0-9]+", said))


@pytest.mark.parametrize(
    ("over", "said"),
    [
        (None, "a mixed roll from 31 to 65, a double from 11 to 66, or 21 for Dead Man"),
        (63, "64, 65, a double from 11 to 66, or 21 for Dead Man"),
        (64, "65, a double from 11 to 66, or 21 for Dead Man"),
        (65, "a double from 11 to 66, or 21 for Dead Man"),
        (44, "55, 66, or 21 for Dead Man"),
        (55, "66, or 21 for Dead Man"),
        (66, "only Dead Man (21)"),
        (21, "only Dead Man (21)"),
    ],
)
def test_bid_limits_in_words(over: int | None, said: str):
    assert limits(over) == said


@pytest.mark.parametrize(
    ("line", "move"),
    [
        *[("52", Bid(value=52)), ("25", Bid(value=52)), ("bid 52", Bid(value=52))],
        *[("5, 2", Bid(value=52)), ("I bid 5 2.", Bid(value=52)), ("raise 16", Bid(value=61))],
        *[("raise to 5 2", Bid(value=52)), ("raise unseen to 61", Bid(value=61))],
        *[("Dead man!", Bid(value=21)), ("12", Bid(value=21)), ("`Dead Man (21)`", Bid(value=21))],
        *[("Challenge", Challenge()), ("I challenge!", Challenge()), ("doubt", Challenge())],
        *[("Liar!", Challenge()), ("look", Look()), ("peek", Look())],
        *[("shake", Shake(look=True)), ("roll", Shake(look=True)), ("shake no", SHAKE)],
        *[("shake and look", Shake(look=True)), ("Shake, don't look", SHAKE)],
        *[("shake don’t look", SHAKE), ("shake dont look", SHAKE)],
        *[("shake unseen", SHAKE), ("shake only", SHAKE)],
        *[("again", ShakeAgain()), ("shake again", ShakeAgain()), ("reshake", ShakeAgain())],
        *[("Shake again, unseen", ShakeAgain()), ("Shake again, don't look", ShakeAgain())],
        *[("raise to 61", Bid(value=61)), ("shake again dont look", ShakeAgain())],
    ],
)
def test_a_typed_line_is_read(line: str, move: Move):
    state = opened(4, 3) if isinstance(move, Bid) else bids(opened(4, 3), 54)
    assert typed(line, view(state, state.holder)) == move


def test_bare_bid_is_read_only_where_a_bid_is_legal():
    mine = view(bids(opened(4, 3), DEAD_MAN), 1)
    assert read_line(FACE.ways, "66", mine, NAMES, legal(mine)) is None


def test_a_typed_bid_without_a_value_opens_a_form_and_without_a_roll_is_refused():
    mine = view(opened(4, 3), 0)
    form = typed("bid", mine)
    assert isinstance(form, Form)
    assert "You can bid a mixed roll from 31 to 65" in form.entries[0].hint
    for line in ("7", "5 10 10", "bid x"):
        with pytest.raises(
            Refusal, match=r"isn\'t a roll of two dice\. You can bid a mixed roll from 31"
        ):
            typed(line, mine)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("challenge 54 maybe", "54 maybe"),
        ("shake 1", r"^Do you want to look right away\? Say yes or no\.$"),
    ],
)
def test_what_else_is_typed_after_a_verb_is_refused(line: str, why: str):
    with pytest.raises(Refusal, match=why):
        typed(line, view(POSITIONS["passed"], 1))


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("opened", ["43", "reshake"]),
        ("passed", ["challenge", "61", "shake"]),
        ("dead man", ["challenge", "shake"]),
        ("shaken", ["look", "61", "reshake"]),
        ("seen", ["66", "reshake"]),
        ("blind", ["31"]),
    ],
)
def test_hints_for_typed_lines(position: str, said: list[str]):
    state = POSITIONS[position]
    for seat in range(3):
        mine = view(state, seat)
        wanted = said if seat == state.holder else []
        assert examples(FACE.ways, mine, NAMES, legal(mine)) == wanted
        assert bool(can_be_typed(FACE.ways, mine, NAMES, legal(mine))) == bool(wanted)
