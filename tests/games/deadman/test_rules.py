"""Dead Man's Chest: each ruling, the printed examples, and what no game of it may ever do.

`Table` plays as people would: seats 0, 1, 2 … sit clockwise, and every call names the dice that
the shakes in it will meet.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db.codec import Codec
from games.chance import Chance, Tape
from games.deadman import DeadMan
from games.deadman.dice import CHART, DEAD_MAN, RANK, at_least, higher, value_of, what_beats
from games.deadman.events import (
    Challenged,
    Event,
    HasBid,
    Looked,
    LostGem,
    Opened,
    Revealed,
    Shook,
    Won,
)
from games.deadman.moves import Bid, Challenge, Look, Move, Shake, ShakeAgain
from games.deadman.state import Options, State
from games.deadman.views import View
from games.rules import IllegalMove, Refusal, Step

RULES = DeadMan()
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Finn", "Gus", "Hal")


class Table:
    """A game under way, its luck on a tape."""

    def __init__(
        self, opening: int, seats: int = 3, starter: int = 0, reshake: bool = True
    ) -> None:
        luck = Chance.tape([starter, *_faces(opening)])
        self.step = RULES.start(seats, Options(opener_may_reshake=reshake), luck)
        self.events: list[Event] = [told.event for told in self.step.told]

    @property
    def state(self) -> State:
        return self.step.state

    def plays(self, seat: int, move: Move, *rolls: int) -> list[Event]:
        """Make a move; every roll on the tape must be needed."""
        luck = Tape([face for roll in rolls for face in _faces(roll)])
        self.step = RULES.play(self.state, seat, move, luck)
        assert not luck.left
        return [told.event for told in self.step.told]

    def bids(self, seat: int, value: int, *rolls: int) -> list[Event]:
        return self.plays(seat, Bid(value=value), *rolls)

    def challenges(self, seat: int, *rolls: int) -> list[Event]:
        return self.plays(seat, Challenge(), *rolls)

    def shakes(self, seat: int, roll: int, look: bool = False) -> list[Event]:
        return self.plays(seat, Shake(look=look), roll)

    def looks(self, seat: int) -> list[Event]:
        return self.plays(seat, Look())

    def shakes_again(self, seat: int, roll: int) -> list[Event]:
        return self.plays(seat, ShakeAgain(), roll)

    def view(self, seat: int | None) -> View:
        return RULES.view(self.state, seat)

    def offers(self) -> list[Move]:
        return list(RULES.legal_moves(self.view(self.state.holder)))

    def refuses(self, seat: int, move: Move, because: str) -> None:
        before = self.state
        with pytest.raises(IllegalMove) as refused:
            RULES.play(self.state, seat, move, Chance.tape())
        assert re.search(because, refused.value.said(NAMES.__getitem__)), str(refused.value)
        assert self.state is before
        assert move not in RULES.legal_moves(self.view(seat))

    def with_gems(self, *gems: int) -> "Table":
        self.step = Step(replace(self.state, gems=gems))
        return self


def _faces(roll: int) -> tuple[int, int]:
    return roll // 10, roll % 10


# --- the chart ------------------------------------------------------------------------------------

ODDS = dict(
    zip(
        (31, 32, 41, 42, 43, 51, 52, 53, 54, 61, 62, 63, 64, 65, 11, 22, 33, 44, 55, 66, 21),
        (36, 34, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 7, 6, 5, 4, 3, 2),
        strict=True,
    )
)


def test_the_chart_is_the_printed_one():
    assert tuple(ODDS) == CHART  # low to high


@pytest.mark.parametrize(("value", "of_36"), ODDS.items())
def test_the_odds_are_those_of_two_dice(value: int, of_36: int):
    rolls = [value_of((a, b)) for a, b in product(range(1, 7), repeat=2)]
    assert at_least(value) == of_36 == sum(RANK[roll] >= RANK[value] for roll in rolls)


def test_printed_a_roll_of_5_and_2_is_52_and_of_4_and_1_is_41():
    assert value_of((5, 2)) == value_of((2, 5)) == 52
    assert value_of((4, 1)) == value_of((1, 4)) == 41


def test_printed_double_ones_are_higher_than_65_and_21_is_the_highest():
    assert RANK[65] < RANK[11] < RANK[22] < RANK[66] < RANK[DEAD_MAN] == 20


# --- the rulings ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "each"), [(2, 4), (3, 4), (4, 4), (5, 4), (6, 4), (7, 3), (8, 3)]
)
def test_dm_1_two_to_eight_pirates_seven_and_eight_with_three_gems(seats: int, each: int):
    assert Table(43, seats=seats).state.gems == (each,) * seats
    assert seats in RULES.seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 9, 100])
def test_dm_1_nobody_plays_alone_nor_nine(seats: int):
    with pytest.raises(Refusal, match="2 to 8"):
        RULES.start(seats, Options(), Chance.tape())


def test_dm_2_luck_gives_out_the_chest_and_then_the_loser_opens():
    table = Table(43, starter=2)
    assert table.events == [Opened(seat=2, round=1)]
    table.bids(2, 54)
    told = table.challenges(0, 66)
    assert LostGem(seat=2, left=3) in told
    assert told[-1] == Opened(seat=2, round=2)
    table.bids(2, 31)
    assert table.challenges(0, 66)[-1] == Opened(seat=0, round=3)


def test_dm_3_the_opener_has_looked_and_bids_anything_higher_or_lower():
    table = Table(53)
    assert table.view(0).dice == (5, 3)
    assert {move.value for move in table.offers() if isinstance(move, Bid)} == set(CHART)
    for value in CHART:
        assert Table(53).bids(0, value) == [HasBid(seat=0, value=value, to=1, unseen=False)]


def test_dm_4_the_opener_may_shake_again_unseen():
    table = Table(31)
    assert ShakeAgain() in table.offers()
    assert table.shakes_again(0, 62) == [Shook(seat=0, blind=True)]
    assert table.view(0).dice is None
    table.refuses(0, ShakeAgain(), "third time")
    table.bids(0, 61)
    assert Revealed(dice=(6, 2), bid=61) in table.challenges(1, 41)


def test_dm_4_unless_the_table_plays_as_printed():
    table = Table(31, reshake=False)
    for move in (ShakeAgain(), Shake(look=False), Shake(look=True)):  # none says "once more"
        table.refuses(0, move, r"^At this table whoever opens a round shakes only once\. Bid")
    table.bids(0, 43)
    table.shakes(1, 31, look=True)
    table.shakes_again(1, 62)  # raising, it is in the printed rules


@pytest.mark.parametrize(
    ("over", "said"),
    [
        (None, "anything from 31 to Dead Man"),
        (31, "32 to 65, any double, or Dead Man"),
        (63, "64, 65, any double, or Dead Man"),
        (64, "65, any double, or Dead Man"),
        (65, "any double or Dead Man"),  # "11 or higher" would be every number there is
        (11, "a double from 22 to 66, or Dead Man"),
        (44, "55, 66 or Dead Man"),
        (55, "66 or Dead Man"),
        (66, "Dead Man"),
        (DEAD_MAN, "Dead Man"),
    ],
)
def test_dm_5_what_beats_a_bid_is_said_to_who_thinks_of_numbers(over: int | None, said: str):
    assert what_beats(over) == said


@pytest.mark.parametrize("over", [None, *CHART])
def test_dm_5_every_number_that_is_said_to_beat_a_bid_does(over: int | None):
    """And every value that does is one of these, between two of them, a double, or Dead Man."""
    said, goes = what_beats(over), set(higher(over))
    named = [int(word) for word in re.findall(r"[0-9]+", said)]
    assert set(named) <= goes
    assert "or higher" not in said
    spans = [range(int(a), int(b) + 1) for a, b in re.findall(r"([0-9]+) to ([0-9]+)", said)]
    double = "double" in said
    for value in goes - {DEAD_MAN} if over is not None else ():
        inside = value in named or any(value in span for span in spans)
        assert inside or (value % 11 == 0 and double), value
    for value in set(CHART) - goes:
        assert value not in named


@pytest.mark.parametrize(
    ("now", "no", "yes"), [(54, 54, 61), (65, 64, 11), (11, 65, 22), (66, 55, 21), (31, 31, 32)]
)
def test_dm_5_a_raise_is_strictly_higher_by_the_chart(now: int, no: int, yes: int):
    table = Table(43)
    table.bids(0, now)
    table.refuses(1, Bid(value=no), f"^{no} does not beat {now}: bid {what_beats(now)}\\.$")
    table.bids(1, yes)


def test_dm_6_a_bid_is_a_value_of_the_chart_read_with_the_higher_die_first():
    table = Table(43)
    for nonsense in (25, 12, 0, 7, -5, 77, 10**30):  # to read 25 as 52 is the face's part
        table.refuses(0, Bid(value=nonsense), "no roll of two dice, read with the higher die first")
    assert table.bids(0, 52) == [HasBid(seat=0, value=52, to=1, unseen=False)]


def test_dm_7_a_receiver_challenges_passes_on_or_shakes():
    table = Table(43)
    table.bids(0, 55)
    assert table.offers() == [
        *[Challenge(), Shake(look=True), Shake(look=False)],
        *[Bid(value=66), Bid(value=21)],
    ]


def test_dm_7_passing_on_unshaken():
    table = Table(43)
    table.bids(0, 54)
    assert table.bids(1, 61) == [HasBid(seat=1, value=61, to=2, unseen=True)]
    assert table.state.dice == (4, 3)


def test_dm_7_shake_look_and_raise():
    table = Table(43)
    table.bids(0, 54)
    assert table.shakes(1, 65) == [Shook(seat=1, blind=False)]
    assert table.view(1).dice is None
    assert table.looks(1) == [Looked(seat=1)]
    assert table.view(1).dice == (6, 5)
    table.refuses(1, Challenge(), r"believed Ann's 54\. Now bid 61 to 65, any double, or Dead Man")
    table.refuses(1, Shake(look=False), "already. You can shake once more, unseen, or bid")
    table.refuses(1, Look(), "looked already")
    assert table.bids(1, 65) == [HasBid(seat=1, value=65, to=2, unseen=False)]


def test_dm_7_shake_and_look_in_one_go():
    table = Table(43)
    table.bids(0, 54)
    assert table.shakes(1, 65, look=True) == [Shook(seat=1, blind=False), Looked(seat=1)]
    assert table.view(1).dice == (6, 5)


def test_dm_7_shake_look_shake_again_unseen_and_raise():
    table = Table(43)
    table.bids(0, 54)
    table.shakes(1, 32, look=True)
    assert table.shakes_again(1, 66) == [Shook(seat=1, blind=True)]
    assert table.view(1).dice is None
    table.refuses(1, Look(), "stays unseen")
    table.refuses(1, ShakeAgain(), "third time")
    table.refuses(1, Shake(look=False), "third time")
    table.refuses(1, Challenge(), "believed Ann's 54")
    table.bids(1, 61)
    assert LostGem(seat=2, left=3) in table.challenges(2, 31)  # 66 lay there


def test_dm_7_looking_may_be_skipped():
    table = Table(43)
    table.bids(0, 54)
    table.shakes(1, 65)
    table.bids(1, 61)
    assert table.view(1).dice is None


def test_dm_8_looking_at_received_dice_is_no_move_but_a_challenge():
    table = Table(43)
    table.bids(0, 54)
    table.refuses(1, Look(), "is a challenge")
    table.refuses(1, ShakeAgain(), "not shaken the chest yet")


def test_dm_9_the_last_bidder_answers_for_dice_he_never_shook():
    table = Table(61)
    table.bids(0, 54)  # true
    table.bids(1, 62)  # unseen
    told = table.challenges(2, 31)
    assert told[:3] == [
        Challenged(seat=2, bidder=1, bid=62, forced=False),
        Revealed(dice=(6, 1), bid=62),
        LostGem(seat=1, left=3),
    ]
    assert table.state.gems == (4, 3, 4)


def test_dm_9_an_earlier_lie_is_safe_once_it_is_raised():
    table = Table(31)
    table.bids(0, 54)  # a lie
    table.bids(1, 61)
    table.challenges(2, 31)
    assert table.state.gems == (4, 3, 4)


def test_dm_10_an_earlier_roller_still_knows_an_unshaken_chest():
    table = Table(53, seats=2)
    table.bids(0, 53)
    table.bids(1, 54)
    assert table.view(0).dice == (5, 3)
    assert table.view(1).dice is None
    assert LostGem(seat=1, left=3) in table.challenges(0, 31)


def test_dm_10_what_he_saw_is_stale_as_soon_as_somebody_shakes():
    table = Table(53, seats=2)
    table.bids(0, 53)
    table.shakes(1, 53)  # even if the dice fall the same
    assert table.view(0).dice is None
    assert table.view(0).seen_by == frozenset()
    table.looks(1)
    table.bids(1, 54)
    assert table.view(0).dice is None


@pytest.mark.parametrize(
    ("dice", "bid", "loser"), [(54, 54, 1), (61, 54, 1), (53, 54, 0), (66, 21, 0), (21, 21, 1)]
)
def test_dm_11_lower_than_the_bid_costs_the_bidder_else_the_challenger(
    dice: int, bid: int, loser: int
):
    table = Table(dice)
    table.bids(0, bid)
    told = table.challenges(1, 31)
    assert LostGem(seat=loser, left=3) in told
    assert sum(table.state.gems) == 11  # one gem, for Dead Man as well


def test_dm_12_dead_man_is_challenged_or_rolled_over_never_passed_on_as_it_is():
    table = Table(43)
    table.bids(0, DEAD_MAN)
    assert table.offers() == [Challenge(), Shake(look=True), Shake(look=False)]
    table.refuses(1, Bid(value=DEAD_MAN), "passed on as it is")


def test_dm_12_after_the_shake_only_dead_man_may_be_bid():
    table = Table(43)
    table.bids(0, DEAD_MAN)
    table.shakes(1, 65, look=True)
    table.refuses(
        1, Bid(value=66), "66 does not beat Dead Man; nothing does. You must bid Dead Man"
    )
    assert table.offers() == [Bid(value=DEAD_MAN), ShakeAgain()]
    told = table.bids(1, DEAD_MAN, 31)
    assert HasBid(seat=1, value=DEAD_MAN, to=2, unseen=False) in told


@pytest.mark.parametrize(("roll", "loser"), [(65, 1), (21, 2)])
def test_dm_13_the_second_dead_man_is_challenged_without_asking(roll: int, loser: int):
    table = Table(43)
    table.bids(0, 54)
    table.bids(1, DEAD_MAN)
    table.shakes(2, roll, look=True)
    told = table.bids(2, DEAD_MAN, 31)
    loser = (loser + 1) % 3
    assert told == [
        HasBid(seat=2, value=DEAD_MAN, to=0, unseen=False),
        Challenged(seat=0, bidder=2, bid=DEAD_MAN, forced=True),
        Revealed(dice=(max(_faces(roll)), min(_faces(roll))), bid=DEAD_MAN),
        LostGem(seat=loser, left=3),
        Opened(seat=loser, round=2),
    ]


def test_dm_13_the_count_begins_again_with_each_round():
    table = Table(43)
    table.bids(0, DEAD_MAN)
    table.challenges(1, 66)
    table.bids(0, DEAD_MAN)  # the first of this round: nobody is forced
    assert table.state.holder == 1
    assert Challenge() in table.offers()


def test_dm_14_an_opening_dead_man_is_the_first():
    table = Table(21)
    table.bids(0, DEAD_MAN)
    table.shakes(1, 32)
    assert Challenged(seat=2, bidder=1, bid=21, forced=True) in table.bids(1, DEAD_MAN, 31)


def test_dm_15_after_an_eliminated_bidder_the_challenger_opens():
    table = Table(31).with_gems(1, 2, 2)
    table.bids(0, 66)
    assert table.challenges(1, 43)[-2:] == [LostGem(seat=0, left=0), Opened(seat=1, round=2)]


def test_dm_15_after_an_eliminated_challenger_the_next_on_his_left_opens():
    table = Table(66, seats=4).with_gems(2, 1, 0, 2)
    table.bids(0, 61)
    assert table.challenges(1, 43)[-2:] == [LostGem(seat=1, left=0), Opened(seat=3, round=2)]


def test_dm_16_the_game_ends_when_one_pirate_has_gems():
    table = Table(31).with_gems(1, 2, 0)
    assert not RULES.standing(table.view(None)).winners
    table.bids(0, 66)
    told = table.challenges(1)  # nobody shakes for another round
    assert told[-2:] == [LostGem(seat=0, left=0), Won(seat=1, gems=2)]
    assert RULES.to_move(table.view(None)) == frozenset()
    assert RULES.standing(table.view(None)).points == (0, 2, 0)
    assert RULES.standing(table.view(None)).winners == {1}
    for seat in (-1, 0, 2, 3):
        table.refuses(seat, Bid(value=43), "^The game is over: Ben has won.$")
    table.refuses(1, Bid(value=43), "^The game is over: you have won.$")


def test_dm_17_a_look_is_told_without_its_value_and_overwritten_dice_are_nowhere():
    table = Table(43)
    table.bids(0, 54)
    table.shakes(1, 65, look=True)
    table.shakes_again(1, 62)
    kept = Codec[State](State).dump(table.state)
    assert "[6,2]" in kept
    assert "[6,5]" not in kept
    assert "[4,3]" not in kept
    assert all(table.view(seat).dice is None for seat in (None, 0, 1, 2))


def test_dm_17_the_dice_are_shown_to_all_at_a_challenge_only():
    table = Table(43)
    table.bids(0, 54)
    assert table.view(None).showdowns == ()
    step = RULES.play(table.state, 1, Challenge(), Chance.tape([6, 6]))
    assert step.told[1].event == Revealed(dice=(4, 3), bid=54)
    assert step.told[1].to is None
    assert RULES.view(step.state, None).showdowns[0].dice == (4, 3)


def test_dm_18_a_round_has_twenty_two_bids_at_most():
    table = Table(43, seats=2)
    for n, value in enumerate(CHART):
        table.bids(n % 2, value)
    table.shakes(1, 31)
    assert len(table.state.bids) == 21
    told = table.bids(1, DEAD_MAN, 31)  # the twenty-second ends the round by itself
    assert Challenged(seat=0, bidder=1, bid=DEAD_MAN, forced=True) in told


@pytest.mark.parametrize("bid", [value for value in CHART if value != 31])
def test_dm_19_the_absent_receiver_challenges(bid: int):
    table = Table(43)
    table.bids(0, bid)
    assert table.offers()[0] == Challenge()


def test_dm_19_nobody_absent_challenges_the_least_bid_which_always_stands():
    table = Table(43)
    table.bids(0, 31)
    assert table.offers()[0] == Bid(value=32)
    assert table.bids(1, 32) == [HasBid(seat=1, value=32, to=2, unseen=True)]
    assert table.offers()[0] == Challenge()  # Cat knows nothing of these dice


@pytest.mark.parametrize(
    ("dice", "bid", "default"),
    [
        (53, 43, Bid(value=51)),  # it holds, as the opener knows: the least raise, unseen
        (53, 53, Bid(value=54)),  # it holds to the point
        (65, 64, Bid(value=65)),
        (66, 65, Bid(value=11)),  # the least by the chart, not by number
        (21, 66, Bid(value=DEAD_MAN)),
        (53, 54, Challenge()),  # and this they know to be a lie
        (66, DEAD_MAN, Challenge()),
    ],
)
def test_dm_19_who_has_seen_that_a_bid_holds_raises_it_unseen(dice: int, bid: int, default: Move):
    table = Table(dice, seats=2)
    table.bids(0, 31)
    table.bids(1, bid)
    assert table.offers()[0] == default
    table.plays(0, default, *([43] if default == Challenge() else []))


def test_dm_19_what_one_saw_counts_until_somebody_shakes():
    table = Table(53, seats=2)
    table.bids(0, 31)
    table.shakes(1, 66)
    table.bids(1, 43)
    assert table.offers()[0] == Challenge()


def test_dm_19_of_three_only_who_saw_the_dice_knows():
    table = Table(53)
    table.bids(0, 31)
    table.bids(1, 32)
    assert table.offers()[0] == Challenge()
    table.bids(2, 41)
    assert table.offers()[0] == Bid(value=42)


def test_dm_19_who_shook_and_looked_knows_the_dice_when_they_come_round():
    table = Table(43, seats=2)
    table.bids(0, 54)
    table.shakes(1, 66, look=True)
    table.bids(1, 61)
    table.bids(0, 62)
    assert table.offers()[0] == Bid(value=63)


def test_dm_19_a_dead_man_that_is_true_cannot_be_raised_so_they_shake_and_bid_it_again():
    table = Table(21, seats=2)
    table.bids(0, 31)
    table.bids(1, DEAD_MAN)
    assert table.offers() == [Shake(look=False), Challenge(), Shake(look=True)]  # DM-12
    table.shakes(0, 65)
    assert table.offers()[0] == Bid(value=DEAD_MAN)
    told = table.bids(0, DEAD_MAN, 31)
    assert Challenged(seat=1, bidder=0, bid=DEAD_MAN, forced=True) in told


def test_dm_19_the_default_changes_nothing_of_what_is_legal():
    for dice, bid in ((53, 31), (53, 43), (21, DEAD_MAN)):
        knows, guesses = Table(dice, seats=2), Table(dice, seats=3)
        for table in (knows, guesses):
            table.bids(0, 31)
            table.bids(1, bid if bid != 31 else 32)
        assert set(knows.offers()) == set(guesses.offers())


def test_dm_19_the_absent_opener_bids_the_true_value():
    assert Table(63).offers()[0] == Bid(value=63)
    assert Table(12).offers()[0] == Bid(value=DEAD_MAN)


def test_dm_19_who_goes_absent_with_the_lid_down_bids_true_or_else_little():
    table = Table(43)
    table.bids(0, 54)
    table.shakes(1, 63, look=True)
    assert table.offers()[0] == Bid(value=63)
    table = Table(43)
    table.bids(0, 54)
    table.shakes(1, 32, look=True)
    assert table.offers()[0] == Bid(value=61)
    table.shakes_again(1, 66)
    assert table.offers()[0] == Bid(value=61)
    table = Table(43)
    table.bids(0, 54)
    table.shakes(1, 66)  # and has not looked
    assert table.offers()[0] == Bid(value=61)
    table = Table(43)
    table.shakes_again(0, 66)
    assert table.offers()[0] == Bid(value=31)


def test_dm_20_the_chest_passes_by_who_has_no_gems():
    table = Table(43, seats=4).with_gems(2, 0, 0, 2)
    assert table.bids(0, 54) == [HasBid(seat=0, value=54, to=3, unseen=False)]
    assert table.bids(3, 61) == [HasBid(seat=3, value=61, to=0, unseen=True)]
    table.refuses(1, Challenge(), "out of gems")
    assert RULES.to_move(table.view(None)) == {0}


def test_dm_21_of_two_left_the_first_dead_man_must_challenge_the_second():
    table = Table(43, seats=2)
    table.bids(0, DEAD_MAN)
    table.shakes(1, 21, look=True)
    told = table.bids(1, DEAD_MAN, 31)
    assert told[1:4] == [
        Challenged(seat=0, bidder=1, bid=DEAD_MAN, forced=True),
        Revealed(dice=(2, 1), bid=DEAD_MAN),
        LostGem(seat=0, left=3),
    ]


# --- what leaves no choice ------------------------------------------------------------------------


def test_dead_man_is_bid_at_once_where_it_is_the_only_bid_left_after_the_last_shake():
    table = Table(43)
    table.bids(0, 66)
    table.shakes(1, 32, look=True)
    assert table.offers() == [Bid(value=DEAD_MAN), ShakeAgain()]  # two ways: so it is asked
    assert table.shakes_again(1, 65) == [
        Shook(seat=1, blind=True),
        HasBid(seat=1, value=DEAD_MAN, to=2, unseen=False),
    ]
    assert (table.state.holder, table.state.chest, table.state.dice) == (2, "passed", (6, 5))
    assert table.state.seen_by == frozenset()
    assert table.offers()[0] == Challenge()


def test_the_last_shake_over_dead_man_runs_on_to_the_forced_challenge_and_the_next_round():
    table = Table(43)
    table.bids(0, DEAD_MAN)
    table.shakes(1, 65)
    assert table.plays(1, ShakeAgain(), 64, 53) == [
        Shook(seat=1, blind=True),
        HasBid(seat=1, value=DEAD_MAN, to=2, unseen=False),
        Challenged(seat=2, bidder=1, bid=DEAD_MAN, forced=True),
        Revealed(dice=(6, 4), bid=DEAD_MAN),
        LostGem(seat=1, left=3),
        Opened(seat=1, round=2),
    ]
    assert table.state.dice == (5, 3)


@pytest.mark.parametrize("over", [None, 31, 65, 55])
def test_a_last_shake_that_leaves_two_bids_or_more_is_asked_on(over: int | None):
    table = Table(43)
    seat = 0
    if over is not None:
        table.bids(0, over)
        table.shakes(1, 32)
        seat = 1
    assert table.shakes_again(seat, 65) == [Shook(seat=seat, blind=True)]
    assert RULES.to_move(table.view(None)) == {seat}
    assert len(table.offers()) > 1


@pytest.mark.parametrize("over", [66, DEAD_MAN])
def test_a_table_that_was_stored_before_that_bid_still_takes_it(over: int):
    table = Table(43)
    table.bids(0, over)
    table.shakes(1, 32)
    table.step = Step(replace(table.state, chest="blind"))
    assert table.offers() == [Bid(value=DEAD_MAN)]
    luck = (31,) if over == DEAD_MAN else ()
    assert HasBid(seat=1, value=DEAD_MAN, to=2, unseen=False) in table.bids(1, DEAD_MAN, *luck)


def test_a_state_is_stored_as_it_always_was():
    stored = (
        '{"options":{"opener_may_reshake":true},"gems":[3,4,4],"holder":1,"chest":"passed",'
        '"dice":[4,3],"seen_by":[0],"bids":[{"seat":0,"value":54,"unseen":false}],"showdowns":'
        '[{"bidder":0,"bid":66,"challenger":1,"dice":[3,1],"forced":false}]}'
    )
    codec = Codec[State](State)
    state = codec.load(stored)
    assert codec.dump(state) == stored
    assert RULES.view(state, 0).dice == (4, 3)
    assert RULES.legal_moves(RULES.view(state, 1))[0] == Challenge()


# --- whose move, and what is asked ----------------------------------------------------------------


def test_only_the_holder_of_the_chest_moves():
    table = Table(43)
    table.refuses(1, Bid(value=54), "^The chest is with Ann. Wait until it is passed to you.$")
    for seat in (-1, 3, 10**12):
        table.refuses(seat, Bid(value=54), "at this table")


def test_there_is_no_bid_to_challenge_at_the_opening():
    table = Table(43)
    table.refuses(0, Challenge(), "no bid to challenge")
    table.refuses(0, Shake(look=True), "already")


ILL_TYPED: list[Any] = [
    *[Bid(value=value) for value in (54.0, "54", None, True, [54], (5, 4), {}, 5 + 4j)],
    *[Bid(value=value) for value in (float("nan"), float("inf"), 10**5000, -(10**5000), b"54")],
    *[Shake(look=look) for look in (1, 0, None, "yes", [], {}, float("nan"))],
    *[None, "challenge", 54, Opened(seat=0, round=1), Bid, [], {}, float("nan"), object()],
    *[Bid(kind=[], value=54), Bid(kind="shake", value=54), Challenge(kind=[]), Look(kind={})],
    *[Challenge(kind="bid"), ShakeAgain(kind=None), Shake(kind=[], look=True)],
    *[object.__new__(Bid), object.__new__(Shake), object.__new__(Challenge)],
    *[type("Bold", (Bid,), {})(value=54), type("Odd", (), {"kind": "challenge"})()],
]


@pytest.mark.parametrize("move", ILL_TYPED, ids=range(len(ILL_TYPED)))
def test_what_is_no_move_is_refused_in_a_sentence_and_raises_nothing_else(move: Any):
    opened, passed, shaken, blind, dead = (Table(43) for _ in range(5))
    for table in (passed, shaken):
        table.bids(0, 32)
    shaken.shakes(1, 65)
    blind.shakes_again(0, 65)
    dead.bids(0, DEAD_MAN)
    for table in (opened, passed, shaken, blind, dead):
        with pytest.raises(IllegalMove, match=r"^(That|[0-9]+) is no(thing| roll).*\.$"):
            RULES.play(table.state, table.state.holder, move, Chance.tape())
        with pytest.raises(IllegalMove, match="chest is with"):
            RULES.play(table.state, 2, move, Chance.tape())


NO_SEATS: list[Any] = [True, False, 0.0, 1.0, float("nan"), "0", None, (), [], -1, 3, 10**5000]


@pytest.mark.parametrize("seat", NO_SEATS, ids=range(len(NO_SEATS)))
def test_a_seat_is_a_number_and_nothing_that_equals_one(seat: Any):
    for over in (None, 54):
        table = Table(43)
        if over:
            table.bids(0, over)
        with pytest.raises(IllegalMove, match="no seat at this table"):
            RULES.play(table.state, seat, Bid(value=66), Chance.tape())


def test_a_turn_is_one_question_however_often_its_owner_shakes():
    table = Table(43)
    opening = RULES.question(table.view(None))
    table.shakes_again(0, 32)
    assert RULES.question(table.view(None)) == opening
    table.bids(0, 54)
    passed = RULES.question(table.view(None))
    assert passed.key != opening.key
    table.shakes(1, 65)
    table.looks(1)
    table.shakes_again(1, 65)
    assert RULES.question(table.view(None)) == passed
    assert not passed.hurried


def test_a_round_is_one_subject_and_every_bid_in_it_another_key():
    table = Table(43)
    asked = [RULES.question(table.view(None))]
    for seat, value in enumerate((31, 32, 41)):
        table.bids(seat, value)
        asked.append(RULES.question(table.view(None)))
    table.challenges(0, 31)
    asked.append(RULES.question(table.view(None)))
    assert len({question.subject for question in asked[:4]}) == 1
    assert asked[4].subject != asked[0].subject
    assert len({question.key for question in asked}) == 5


# --- what no game may ever do ---------------------------------------------------------------------

ANYTHING = st.one_of(
    st.just(Challenge()),
    st.builds(Bid, value=st.integers() | st.sampled_from(CHART)),
    st.builds(Shake, look=st.booleans()),
    st.just(Look()),
    st.just(ShakeAgain()),
)
EVERYTHING: tuple[Move, ...] = (
    *[Challenge(), Look(), ShakeAgain(), Shake(look=True), Shake(look=False)],
    *[Bid(value=value) for value in range(-1, 71)],
)


def random_game(secret: bytes, seats: int, picks: Chance) -> Iterator[tuple[State, Move | None]]:
    """Yield each position of a game of random legal moves, and the move made in it."""
    state = RULES.start(seats, Options(), Chance.of(secret, 0, 0)).state
    rev = 0
    while RULES.to_move(RULES.view(state, None)):
        moves = list(RULES.legal_moves(RULES.view(state, state.holder)))
        # long rounds are the rare ones: doubt and boldness are each held back half of the time
        few = moves[1:3] if len(moves) > 2 and picks.below(2) else moves
        move = few[picks.below(len(few))]
        yield state, move
        rev += 1
        state = RULES.play(state, state.holder, move, Chance.of(secret, 0, rev)).state
    yield state, None


GAMES = given(secret=st.binary(min_size=4, max_size=4), seats=st.integers(2, 8))


@GAMES
@settings(max_examples=40, deadline=None)
def test_dm_18_every_game_ends_and_no_gem_comes_back(secret: bytes, seats: int):
    game = list(random_game(secret, seats, Chance.of(secret, 1, 0)))
    all_gems = sum(game[0][0].gems)
    for state, _ in game:
        assert sum(state.gems) == all_gems - len(state.showdowns)
        assert len(state.bids) <= 21
        assert [RANK[made.value] for made in state.bids] == sorted(
            {RANK[made.value] for made in state.bids}
        )
    last = game[-1][0]
    assert len(last.showdowns) <= all_gems - 1
    assert sum(gems > 0 for gems in last.gems) == 1
    assert RULES.standing(RULES.view(last, None)).winners


@GAMES
@settings(max_examples=30, deadline=None)
def test_dice_one_may_not_know_change_nothing_one_meets(secret: bytes, seats: int):
    for state, move in random_game(secret, seats, Chance.of(secret, 1, 0)):
        other = replace(state, dice=(6, 5) if state.dice != (6, 5) else (3, 1))
        for seat in (None, *range(seats)):
            if seat not in state.seen_by:
                assert RULES.view(state, seat) == RULES.view(other, seat)
        assert RULES.to_move(RULES.view(state, None)) == RULES.to_move(RULES.view(other, None))
        if move is None:
            continue
        here = RULES.play(state, state.holder, move, Chance.of(secret, 2, 0))
        there = RULES.play(other, state.holder, move, Chance.of(secret, 2, 0))
        if not any(isinstance(told.event, Revealed) for told in here.told):
            assert here.told == there.told


@GAMES
@settings(max_examples=15, deadline=None)
def test_every_position_survives_json_and_so_does_every_move(secret: bytes, seats: int):
    states, moves, views = Codec[State](State), Codec[Move](Move), Codec[View](View)
    for state, _ in random_game(secret, seats, Chance.of(secret, 1, 0)):
        assert states.load(states.dump(state)) == state
        for seat in range(seats):
            view = RULES.view(state, seat)
            assert views.load(views.dump(view)) == view
            for move in RULES.legal_moves(view):
                assert moves.load(moves.dump(move)) == move


@GAMES
@settings(max_examples=10, deadline=None)
def test_what_is_legal_is_what_is_played_and_nothing_else(secret: bytes, seats: int):
    assert RULES.sampled == ()
    for state, _ in random_game(secret, seats, Chance.of(secret, 1, 0)):
        for seat in range(seats):
            offered = RULES.legal_moves(RULES.view(state, seat))
            assert len(set(offered)) == len(offered)
            for move in EVERYTHING:
                try:
                    step = RULES.play(state, seat, move, Chance.of(secret, 2, 0))
                except IllegalMove:
                    assert move not in offered
                else:
                    assert move in offered
                    assert step.state != state


@given(
    secret=st.binary(min_size=2, max_size=2),
    seat=st.integers(-3, 9),
    stop=st.integers(0, 12),
    move=ANYTHING,
)
@settings(max_examples=150, deadline=None)
def test_nonsense_is_refused_in_a_sentence(secret: bytes, seat: int, stop: int, move: Move):
    game = list(random_game(secret, 3, Chance.of(secret, 1, 0)))
    state = game[min(stop, len(game) - 1)][0]
    try:
        step = RULES.play(state, seat, move, Chance.of(secret, 2, 0))
    except IllegalMove as refused:
        sentence = refused.said(NAMES.__getitem__)
    else:
        sentence = "Accepted."
        assert seat == state.holder
        assert step.state != state
    assert sentence.endswith(".")
    assert sentence[0].isupper() or sentence[0] in "-0123456789"


@pytest.mark.parametrize("seats", RULES.seats)
def test_a_game_of_absent_pirates_ends(seats: int):
    state = RULES.start(seats, Options(), Chance.of(b"asleep", 0, 0)).state
    for rev in range(1, 3 * sum(state.gems)):
        if not RULES.to_move(RULES.view(state, None)):
            break
        move = next(iter(RULES.legal_moves(RULES.view(state, state.holder))))
        state = RULES.play(state, state.holder, move, Chance.of(b"asleep", 0, rev)).state
    assert RULES.standing(RULES.view(state, None)).winners


def test_higher_lists_what_beats_a_bid():
    assert higher(None) == CHART
    assert higher(55) == (66, 21)
    assert higher(66) == higher(21) == (21,)
