"""Dead Man's Chest: reveals, net changes, memorable moments and the truth."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from bot.ui.face.story import Turn
from bot.ui.panels.panel import Panel
from bot.ui.panels.pics import plain
from bot.ui.panels.words import Names
from cogs.deadman import FACE
from cogs.deadman.story import rounds_of
from games.chance import Chance
from games.deadman.dice import DEAD_MAN, RANK, value_of
from games.deadman.events import HasBid, Looked, LostGem, Opened, Revealed, Shook
from games.deadman.moves import Bid, Challenge, Move, Shake, ShakeAgain
from games.deadman.state import Options
from games.rules import Step
from tests.cogs.deadman.face import NAMES, SHAKE, after, rules
from tests.contract.playing import Case, played
from tests.contract.stories import heard, laid_open, laid_out

PEEK, AGAIN, CHALLENGE = Shake(look=True), ShakeAgain(), Challenge()


def start(*faces: int, gems: tuple[int, ...] = (4, 4, 4)) -> Step:
    """Ann opens, with these dice under the lid."""
    first = rules.start(3, Options(), Chance.tape([0, *faces]))
    return Step(replace(first.state, gems=gems), first.told)


def game(first: Step, *moves: Move | int, faces: tuple[int, ...] = ()) -> list[Turn]:
    """Play moves, each by the holder of the chest; a number is a bid."""
    luck, state = Chance.tape([*faces, 1, 1]), first.state
    made: list[tuple[int, Move]] = []
    scout = Chance.tape([*faces, 1, 1])
    for value in moves:
        move = Bid(value=value) if isinstance(value, int) else value
        made.append((state.holder, move))
        state = rules.play(state, state.holder, move, scout).state
    return laid_out(rules, first, made, luck)


# --- the headline ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        (
            game(start(3, 2), 54, CHALLENGE),
            "Ann said 54. Under the lid: ⚂ ⚁, 32, so Ann loses a gem and has 3 left.",
        ),
        (
            game(start(6, 6, gems=(4, 1, 2)), 54, CHALLENGE),
            "Ann said 54. Under the lid: ⚅ ⚅, 66, so Ben loses their last gem and goes overboard.",
        ),
        (
            game(start(3, 1), DEAD_MAN, SHAKE, DEAD_MAN, faces=(6, 5)),
            "Ben said Dead Man, the second one this round. Under the lid: ⚅ ⚄, 65, "
            "so Ben loses a gem and has 3 left.",
        ),
    ],
    ids=["lie", "truth", "forced"],
)
def test_reveal_is_a_complete_headline(turns: list[Turn], said: str):
    found = FACE.story.reveal(turns[-1].events, NAMES)
    assert found is not None
    assert plain(found.text) == said
    assert found.ends_round


def test_shaking_looking_and_bidding_reveal_nothing():
    turns = game(start(3, 2), 54, PEEK, 61, faces=(4, 1))
    assert [FACE.story.reveal(turn.events, NAMES) for turn in turns] == [None] * 4


# --- since you last looked ------------------------------------------------------------------------


def lost(seat: int, left: int) -> LostGem:
    return LostGem(seat=seat, left=left)


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([], ""),
        ([Looked(seat=0), Shook(seat=0, blind=True)], ""),
        ([lost(0, 3)], "You're down to 3 gems."),
        ([lost(0, 2), lost(0, 1)], "You're down to 1 gem."),
        ([lost(1, 3)], "Ben is down to 3 gems."),
        ([lost(1, 1), lost(0, 2), lost(1, 0)], "You're down to 2 gems. Ben went overboard."),
        ([lost(2, 2), lost(1, 1)], "Ben is down to 1 gem and Cat to 2."),
        ([lost(0, 0)], "You went overboard."),
        ([lost(1, 0), lost(0, 0)], "You and Ben went overboard."),
        ([lost(1, 0), lost(2, 0)], "Ben and Cat went overboard."),
        ([lost(1, 0), lost(2, 2)], "Cat is down to 2 gems. Ben went overboard."),
    ],
)
def test_net_change_says_how_many_gems_are_left(events: list, said: str):
    assert FACE.story.net(events, NAMES, 0) == said


def test_net_change_stays_short_with_eight_players():
    names = Names([*"abcdefgh"])
    assert FACE.story.net([lost(seat, 2) for seat in range(8)], names, 0) == (
        "You're down to 2 gems, b to 2, c to 2 and d to 2. 4 other players lost gems too."
    )


# --- what to remember -----------------------------------------------------------------------------


def moments(turns: list[Turn]) -> list[str]:
    return list(FACE.story.moments(turns, NAMES))


def test_boldest_bluff_is_the_highest_one_that_was_raised():
    turns = game(start(3, 2), 41, 42, 43, 65, 66, CHALLENGE)
    # Ann knew of 32 both times: as 41 (1 step up the chart), later as 65
    steps = RANK[65] - RANK[32]
    assert moments(turns)[0] == (
        f"**Boldest bluff:** Ann saw 32 and bid 65, {steps} steps too high, and Ben raised "
        "instead of challenging."
    )


def test_the_largest_gap_is_the_bid_furthest_above_the_dice_that_were_seen():
    turns = game(start(3, 2), 41, 42, 43, 65, 66, CHALLENGE)
    assert FACE.story.gaps(turns, NAMES) == [
        "In round 1 Ann saw 32 and said 65, and Ben raised it.",
        "In round 1 Ann saw 32 and said 41, and Ben raised it.",
    ]
    assert FACE.story.gaps(game(start(3, 2), 54, CHALLENGE), NAMES) == [
        "In round 1 Ann saw 32 and said 54, and Ben caught it."
    ]


def test_dm_17_a_bluff_that_was_shaken_away_is_never_revealed():
    shaken = game(start(3, 2), 54, SHAKE, 61, CHALLENGE, faces=(3, 1))
    assert FACE.story.gaps(shaken, NAMES) == []
    assert moments(game(start(3, 2), 54, SHAKE, 61, CHALLENGE, faces=(3, 1))) == []


def test_only_a_bluff_by_hand_that_was_raised_counts_as_bold():
    assert moments(game(start(3, 2), 54, CHALLENGE)) == [], "it was challenged"
    turns = game(start(3, 2), 41, 43, CHALLENGE)
    assert moments(turns) == [
        "**Boldest bluff:** Ann saw 32 and bid 41, 1 step too high, "
        "and Ben raised instead of challenging."
    ]
    absent = [replace(turn, by="clock") if turn.seat == 0 else turn for turn in turns]
    assert moments(absent) == []


def test_a_rare_truth_that_was_doubted_is_remembered():
    turns = game(start(6, 6), 66, CHALLENGE)
    assert moments(turns) == [
        "**Hard to believe:** Ann saw 66 and bid exactly that. Ben challenged and lost a gem: "
        "only 3 of 36 rolls are as good as 66."
    ]
    assert moments(game(start(4, 3), 43, CHALLENGE)) == [], "anybody would have doubted it"


def test_true_blind_bid_is_lucky():
    turns = game(start(3, 1), 32, SHAKE, 55, CHALLENGE, faces=(6, 6))
    assert moments(turns)[-1] == (
        "**Luckiest bid:** Ben bid 55 without knowing the dice. Cat challenged, and they showed "
        "66: only 4 of 36 rolls are as good as 55."
    )


def test_longest_ride_counts_bids_on_one_shake():
    turns = game(start(4, 1), 41, 42, 43, 51, CHALLENGE)
    assert moments(turns)[-1] == (
        "**Longest ride:** In round 1 one roll went through 4 bids, from 41 to Ann's 51. "
        "The dice showed 41 the whole time."
    )


# --- the truth ------------------------------------------------------------------------------------


def test_truth_compares_bids_with_the_dice_seen():
    turns = game(start(5, 5), 61, 64, 65, 66, CHALLENGE)
    assert list(FACE.story.truth(turns, NAMES)) == [
        "**Round by round**",
        "1. Ann saw 55 and bid only 61. Ann still knew the 55 and bluffed with 66. "
        "Ben challenged. The dice showed 55, so Ann lost a gem.",
    ]


def test_dm_17_dice_shaken_away_are_never_revealed():
    for turns in (
        game(start(3, 2), 54, PEEK, 61, SHAKE, 65, CHALLENGE, faces=(6, 1, 4, 3)),
        game(start(3, 2), AGAIN, 54, SHAKE, 65, CHALLENGE, faces=(5, 5, 4, 3)),
    ):
        told = list(FACE.story.truth(turns, NAMES))
        assert told[0] == "**Round by round**"
        [last] = told[1:]
        assert "65. The dice showed 43" in last
        said = " ".join([*told, *moments(turns)])
        assert not any(away in said for away in ("32", "55", "61"))


def test_dm_10_player_who_still_knows_the_dice_is_told_so():
    turns = game(start(3, 1), 31, 41, 42, 65, CHALLENGE)
    assert list(FACE.story.truth(turns, NAMES))[-1].endswith(
        "Ann still knew the 31 and bluffed with 65. Ben challenged. The dice showed 31, so Ann "
        "lost a gem."
    )


def test_dm_12_forced_bid_is_no_bluff():
    turns = game(start(3, 1), DEAD_MAN, PEEK, DEAD_MAN, faces=(4, 3))
    assert list(FACE.story.truth(turns, NAMES))[1:] == [
        "1. Ben saw 43 and could bid nothing but Dead Man. "
        "Cat had to challenge. The dice showed 43, so Ben lost a gem."
    ]
    assert moments(turns) == []


def test_truth_tells_of_bids_below_the_dice():
    assert list(FACE.story.truth(game(start(6, 6), 31, CHALLENGE), NAMES))[1] == (
        "1. Ann saw 66 and bid only 31. Ben challenged. The dice showed 66, so Ben lost a gem."
    )


# --- the end --------------------------------------------------------------------------------------


def test_ending_ranks_players_by_when_they_went_out():
    state = start(3, 1, gems=(2, 1, 1)).state
    for value in (66, 31, 54):  # Ann loses, and opens; Ben loses, and Cat opens; Cat loses
        state = after(state, Bid(value=value), CHALLENGE, faces=(3, 1))
    text = plain(Panel(FACE.draw.ending(rules.view(state, None), NAMES).parts).text())
    assert "1. **Ann** · 1 gem left\n2. **Cat** · overboard in round 3\n" in text
    assert "3. **Ben** · overboard in round 2" in text


# --- random games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_story_of_random_games_matches_their_events(seed: int):
    case = Case("deadman", 2 + seed % 7, Options(opener_may_reshake=seed % 3 > 0), 100 + seed)
    turns = laid_open(played(case))
    events = heard(turns)
    rounds = rounds_of(turns)
    assert len(rounds) == sum(isinstance(event, Revealed) for event in events)
    assert sum(len(round_.bids) for round_ in rounds) == sum(
        isinstance(event, HasBid) for event in events
    )
    assert [round_.opener for round_ in rounds] == [e.seat for e in events if isinstance(e, Opened)]
    assert Counter(round_.lost.seat for round_ in rounds) == Counter(
        event.seat for event in events if isinstance(event, LostGem)
    )
    looked = {(turn.seat, value_of(dice)) for turn in turns if (dice := _seen_by(turn))}
    for line in [*FACE.story.moments(turns, NAMES), *FACE.story.truth(turns, NAMES)]:
        for who, saw in re.findall(r"(\S+) saw (\d\d|Dead Man)", line):
            value = DEAD_MAN if saw == "Dead Man" else int(saw)
            assert (list(NAMES).index(who), value) in looked, line
    for turn in turns:
        found = FACE.story.reveal(turn.events, NAMES)
        assert (found is not None) == any(isinstance(event, Revealed) for event in turn.events)


def _seen_by(turn: Turn):
    return turn.seen(turn.seat).dice if turn.seat is not None else None
