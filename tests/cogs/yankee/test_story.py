"""Yankee Swap: reveals, net changes, memorable moments and the truth."""

import re
from collections import Counter
from dataclasses import replace
from functools import partial

import pytest

from bot.show.deliver.public.board_pictures import with_picture
from bot.ui.panels.panel import Panel
from bot.ui.panels.pics import plain
from bot.ui.panels.words import Names
from cogs.yankee import FACE
from cogs.yankee.story import rounds_of
from games.chance import Chance
from games.gifts import COAL, gift
from games.rules import Step
from games.yankee.events import Declined, Given, Received, Unwrapped
from games.yankee.moves import Decline, Look, Regift
from games.yankee.state import Options
from tests.cogs.yankee.face import CALLED, after, rules
from tests.contract.playing import Case, played
from tests.contract.stories import heard, laid_open, laid_out
from tests.games.yankee import table
from tests.games.yankee.table import give

NAMES = Names(CALLED[:3])
ANN, BEN, CAT = range(3)
laid = partial(table.laid, tree=("syrup", "candle", "flannel", "pies"))
IS, ISNT, IS_COAL = Decline(reason="is"), Decline(reason="isnt"), Decline(reason="coal")


THREE = laid("mug coal pies wreath", "wreath mug coal candle", "candle pies scratch coal")


def game(state, *moves, absent=()):
    """Play moves, each by the seat that is to move; the clock moves for the `absent` seats."""
    made, at = [], state
    for move in moves:
        [seat] = rules.to_move(rules.view(at, None))
        made.append((seat, move))
        at = rules.play(at, seat, move, Chance.tape()).state
    turns = laid_out(rules, Step(state, ()), made, Chance.tape())
    return [replace(turn, by="clock") if turn.seat in absent else turn for turn in turns]


def reveal(turns):
    found = FACE.story.reveal(turns[-1].events, NAMES)
    return found and replace(found, text=plain(found.text))


def moments(turns):
    return list(FACE.story.moments(turns, NAMES))


def truth(turns):
    return list(FACE.story.truth(turns, NAMES))


# --- the headline ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "declared", "decline", "said"),
    [
        (
            *("mug", "wreath", ISNT),
            "Ann said “a Wreath” and Ben said “it isn't”. It was a Mug, so Ann takes it back.",
        ),
        (
            *("mug", "mug", IS_COAL),
            "Ann said “a Mug” and Ben said “it's Coal”. It was a Mug, so Ben takes it.",
        ),
        (
            *(COAL, "mug", IS_COAL),
            "Ann said “a Mug” and Ben said “it's Coal”. It was Coal, so Ann takes it back, plus a "
            "jug of Maple Syrup from under the tree.",
        ),
        (
            *(COAL, "mug", ISNT),
            "Ann said “a Mug” and Ben said “it isn't”. It was Coal. For Coal, “it isn't” counts "
            "as wrong, so Ben takes it, plus a jug of Maple Syrup from under the tree.",
        ),
    ],
)
def test_revealed_gift_is_a_headline(card, declared, decline, said):
    found = reveal(game(THREE, give(card, BEN, declared), decline))
    assert found.text == said
    assert found.ends_round


def test_giving_looking_and_passing_on_reveal_nothing():
    turns = game(THREE, give("mug", BEN, "mug"), Look(), Regift(to=CAT, declared="pies"))
    assert [FACE.story.reveal(turn.events, NAMES) for turn in turns] == [None] * 4


# --- since you last looked ------------------------------------------------------------------------


def declined(taker, card):
    return Declined(seat=BEN, reason="is", giver=ANN, declared="mug", card=card, taker=taker)


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([], ""),
        ([Given(giver=ANN, to=BEN, declared="mug", again=False)], ""),
        ([declined(ANN, "mug")], "You took a Mug."),
        (
            [declined(ANN, COAL), Unwrapped(seat=ANN, card="mug"), declined(ANN, "mug")],
            "You took Mug ×2 and Coal.",
        ),
        (
            [declined(BEN, "pies"), declined(ANN, "mug"), declined(CAT, "pies")],
            "You took a Mug; Ben took a box of Whoopie Pies; Cat took a box of Whoopie Pies.",
        ),
        ([declined(BEN, "pies"), declined(BEN, "pies")], "Ben took Whoopie Pies ×2."),
    ],
)
def test_net_change_lists_taken_gifts(events, said):
    assert FACE.story.net(events, NAMES, ANN) == said


def test_net_change_stays_short_with_ten_players():
    names = Names([*"abcdefghij"])
    events = [declined(seat, card) for seat in range(10) for card in ("mug", "pies", "candle")]
    assert FACE.story.net(events, names, ANN) == (
        "You took a Candle, a Mug and a box of Whoopie Pies; b took a Candle, a Mug and more; "
        "c took a Candle, a Mug and more; d took a Candle, a Mug and more; 6 other "
        "players took gifts too."
    )


# --- what to remember -----------------------------------------------------------------------------


def test_the_boldest_lie_is_coal_that_was_believed():
    turns = game(THREE, give("mug", BEN, "wreath"), IS, give(COAL, CAT, "candle"), IS)
    assert moments(turns) == [
        "**Boldest lie:** Ben called Coal “a Candle”. Cat believed it and had to take it."
    ]


def test_boldest_lie_without_coal_is_farthest_from_the_truth():
    turns = game(
        THREE,
        give("mug", BEN, "candle"),
        IS,
        give("candle", CAT, "snowshoes"),
        IS,
        give("pies", ANN, "scratch"),
        IS,
    )
    assert moments(turns)[0] == (
        "**Boldest lie:** Ben called a Candle “a pair of Snowshoes”. "
        "Cat believed it and had to take it."
    )


def test_the_largest_gap_is_a_lie_about_coal_and_then_the_largest_lie():
    turns = game(THREE, give("mug", BEN, "wreath"), IS, give(COAL, CAT, "candle"), IS)
    assert FACE.story.gaps(turns, NAMES) == [
        "In round 2 Ben called Coal “a Candle”, and Cat believed it.",
        "In round 1 Ann called a Mug “a Wreath”, and Ben believed it.",
    ]


def test_a_gap_tells_how_the_lie_was_met():
    moves = (give("mug", BEN, "wreath"), Look(), Regift(to=CAT, declared="pies"), ISNT)
    looked = "In round 1 Ann called a Mug “a Wreath”, and Ben looked and passed it on."
    called = "In round 1 Ben called a Mug “a box of Whoopie Pies”"
    assert FACE.story.gaps(game(THREE, *moves), NAMES) == [
        f"{called}, but Cat didn't believe it.",
        looked,
    ]
    assert FACE.story.gaps(game(THREE, *moves, absent=[CAT]), NAMES) == [f"{called}.", looked]


def test_default_move_is_not_a_bold_lie():
    assert not moments(game(laid("coal mug", "mug"), give(COAL, BEN, "mug"), IS, absent=[ANN]))


def test_doubted_truth_comes_first_if_it_lost_the_game():
    state = laid("mug coal pies", "wreath coal", "pies", face_up={BEN: "mug mug"}, giving=CAT)
    turns = game(state, give("pies", ANN, "snowshoes"), IS, give("mug", BEN, "mug"), ISNT)
    assert moments(turns) == [
        "**The plain truth:** Ann said “a Mug”, and it was. Ben said “it isn't” and had to take "
        "it, which lost the game.",
        "**Boldest lie:** Cat called a box of Whoopie Pies “a pair of Snowshoes”. Ann "
        "believed it and had to take it.",
    ]


def test_gift_that_went_a_long_way_is_a_moment():
    turns = game(
        THREE,
        give("mug", BEN, "mug"),
        Look(),
        Regift(to=CAT, declared="pies"),
        Look(),
        Regift(to=ANN, declared="mug"),
        IS,
    )
    assert moments(turns) == [
        "**Longest trip:** In round 1 a Mug changed hands 3 times, under 2 different names, and "
        "ended up with Cat."
    ]


def test_best_nose_recognizes_coal():
    once = game(THREE, give(COAL, BEN, "mug"), IS_COAL)
    assert moments(once) == [
        "**Best nose for Coal:** Ann said “a Mug”, but Ben said “it's Coal” and was right."
    ]
    twice = game(THREE, give(COAL, BEN, "mug"), IS_COAL, give("mug", BEN, "pies"), IS_COAL)
    said = "**Best nose for Coal:** Ben said “it's Coal” twice and was right"
    assert moments(twice) == [f"{said} once."]
    both = game(
        laid("coal coal mug", "pies mug", "candle"),
        give(COAL, BEN, "mug"),
        IS_COAL,
        give(COAL, BEN, "pies"),
        IS_COAL,
    )
    assert moments(both) == [f"{said} every time."]


def test_player_who_lies_most_has_the_straightest_face():
    state = laid("mug candle pies wreath syrup", "coal", "coal")
    turns = game(
        state,
        give("mug", BEN, "wreath"),
        ISNT,
        give("candle", BEN, "wreath"),
        ISNT,
        give("pies", BEN, "wreath"),
        ISNT,
        give("wreath", CAT, "syrup"),
        IS,
    )
    assert moments(turns)[-1] == (
        "**Straightest face:** Ann lied in 4 of 4 claims and was believed once."
    )


# --- the truth ------------------------------------------------------------------------------------


def test_truth_lists_lies_and_omits_honest_rounds():
    turns = game(
        THREE,
        give("mug", BEN, "mug"),
        ISNT,
        give(COAL, CAT, "candle"),
        Look(),
        Regift(to=ANN, declared="pies"),
        IS,
        give("pies", BEN, "wreath"),
        ISNT,
    )
    assert truth(turns) == [
        "**What was said and what it was**",
        "2 of 3 rounds had a lie in them.",
        "2. Ben said a Candle, then Cat said a box of Whoopie Pies. It was Coal. Ann believed it.",
        "3. Ann said a Wreath. It was a box of Whoopie Pies. Ann had to take it back.",
        "**Left in hand at the end**",
        "Ann still had a Wreath and Coal.",
        "Ben still had a Candle, a Mug and a Wreath.",
        "Cat still had a Candle, a Scratch-off, a box of Whoopie Pies and Coal.",
    ]


@pytest.mark.parametrize(
    ("card", "moves", "why"),
    [
        ("mug", (IS_COAL,), "It was a Mug. Ben guessed Coal and had to take it."),
        (COAL, (ISNT,), "It was Coal. Ben didn't guess Coal and had to take it."),
        (
            *("mug", (Look(), Regift(to=CAT, declared="mug"), ISNT)),
            "It was a Mug. Cat doubted it and had to take it.",
        ),
    ],
)
def test_truth_says_why_a_player_had_to_take_a_gift(card, moves, why):
    [line] = [
        line for line in truth(game(THREE, give(card, BEN, "pies"), *moves)) if line[:3] == "1. "
    ]
    assert line.endswith(why)


def test_truth_says_so_if_nobody_lied():
    turns = game(laid("mug", "pies"), give("mug", BEN, "mug"), IS)
    told = list(FACE.story.truth(turns, Names(["Ann", "Ben"])))
    assert told[1] == "Nobody told a single lie."
    assert told[-2] == "Ann had no cards left."


def test_a_gift_that_went_through_ten_hands_still_makes_one_short_line():
    names = Names(["Ann", "Ben", "Cat", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo"])
    moves = [give("mug", 1, "pies")]
    for seat in range(2, 10):
        moves += [Look(), Regift(to=seat, declared="pies")]
    turns = game(laid("mug", *["pies"] * 9), *moves, ISNT)
    [line] = [line for line in FACE.story.truth(turns, names) if line.startswith("1. ")]
    assert line.startswith("1. 4 claims, then Eve said a box of Whoopie Pies, then Finn said")
    assert len(line) < 300


# --- the end --------------------------------------------------------------------------------------


def test_ending_lists_gifts_taken_home_and_no_hands():
    state = laid("mug coal", *["pies"] * 4, face_up={0: "mug mug", 1: "pies pies coal", 2: ""})
    end = after(state, give("mug", 1, "pies"), ISNT)
    names = Names(["Ann", "Ben", "Cat", "Dan", "Eve"])
    drawing = Panel(FACE.draw.ending(rules.view(end, None), names).parts)
    text = plain(with_picture(drawing, None).text())
    assert text.startswith(
        "**Ben** · **Whoopie Pies ×2** 160★, Coal = 160★\n**Cat** · nothing to take home\n"
        "**Dan** · nothing to take home\n**Eve** · nothing to take home\n"
        "**Ann** · **Mug ×3** 48★\n"
    )
    assert "in hand" not in text


# --- random games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_story_of_random_games_matches_their_events(seed):
    case = Case("yankee", 2 + seed % 9, Options(strict=seed % 3 == 1), 100 + seed)
    names = Names(CALLED[: case.seats])
    played_through = played(case)
    turns = laid_open(played_through)
    events, rounds = heard(turns), rounds_of(turns)
    past = played_through.view(played_through.positions[-1], None).past
    assert [[(c.giver, c.to, c.declared) for c in round_.claims] for round_ in rounds] == [
        [(c.giver, c.to, c.declared) for c in round_.claims] for round_ in past
    ]
    assert [(round_.card, round_.declined.taker) for round_ in rounds] == [
        (p.card, p.taker) for p in past
    ]
    assert [round_.lost for round_ in rounds] == [False] * (len(rounds) - 1) + [True]

    best, told = list(FACE.story.moments(turns, names)), list(FACE.story.truth(turns, names))
    believed = [p for p in past if p.reason == "is" and p.claims[-1].declared != p.card]
    assert any("**Boldest" in line for line in best) == bool(believed)
    lies = [p for p in past if any(c.declared != p.card for c in p.claims)]
    assert sum(bool(re.match(r"\d+\. ", line)) for line in told) == len(lies)
    # what was dealt was given away or is still held
    given = Counter((p.opener, p.card) for p in past)
    for event in events:
        if isinstance(event, Received):
            left = Counter(event.cards)
            left.subtract({c: n for (s, c), n in given.items() if s == event.seat})
            [line] = [line for line in told if line.startswith(f"{names[event.seat]} ")][-1:]
            for card, count in left.items():
                assert (gift(card).name in line) == (count > 0), (line, card)
    for turn in turns:
        found = FACE.story.reveal(turn.events, names)
        assert (found is not None) == any(isinstance(event, Declined) for event in turn.events)
