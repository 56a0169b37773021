"""Dead Man's Chest: the printed examples, and one test for each ruling (DM-…)."""

import pytest

from db.base.codec import Codec
from games.chance import Chance
from games.deadman.dice import CHART, DEAD_MAN, what_beats
from games.deadman.events import Challenged, HasBid, Looked, LostGem, Opened, Revealed, Shook, Won
from games.deadman.moves import Bid, Challenge, Look, Move, Shake, ShakeAgain
from games.deadman.state import Options, State
from games.rules import Refusal
from tests.games.deadman.table import RULES, Table, _faces


def test_dm_1_two_to_eight_pirates_seven_and_eight_with_three_gems():
    for seats, each in ((2, 4), (3, 4), (4, 4), (5, 4), (6, 4), (7, 3), (8, 3)):
        assert Table(43, seats=seats).state.gems == (each,) * seats
        assert seats in RULES.seats
    for seats in (-1, 0, 1, 9, 100):
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
    table.refuses(0, ShakeAgain(), "third shake")
    table.bids(0, 61)
    assert Revealed(dice=(6, 2), bid=61) in table.challenges(1, 41)


def test_dm_4_unless_the_table_plays_as_printed():
    table = Table(31, reshake=False)
    for move in (ShakeAgain(), Shake(look=False), Shake(look=True)):  # none says "once more"
        table.refuses(0, move, "^At this table you get only one shake when you open a round. Bid")
    table.bids(0, 43)
    table.shakes(1, 31, look=True)
    table.shakes_again(1, 62)  # raising, it is in the printed rules


@pytest.mark.parametrize(
    ("now", "no", "yes"), [(54, 54, 61), (65, 64, 11), (11, 65, 22), (66, 55, 21), (31, 31, 32)]
)
def test_dm_5_a_raise_is_strictly_higher_by_the_chart(now: int, no: int, yes: int):
    table = Table(43, now)
    table.refuses(1, Bid(value=no), f"^{no} doesn't beat {now}. Bid {what_beats(now)}\\.$")
    table.bids(1, yes)


def test_dm_6_a_bid_is_a_value_of_the_chart_read_with_the_higher_die_first():
    table = Table(43)
    for nonsense in (25, 12, 0, 7, -5, 77, 10**30):  # to read 25 as 52 is the face's part
        table.refuses(
            0, Bid(value=nonsense), "isn't a roll of two dice, read with the higher die first"
        )
    assert table.bids(0, 52) == [HasBid(seat=0, value=52, to=1, unseen=False)]


def test_dm_7_a_receiver_challenges_passes_on_or_shakes():
    table = Table(43, 55)
    assert table.offers() == [
        *[Challenge(), Shake(look=True), Shake(look=False)],
        *[Bid(value=66), Bid(value=21)],
    ]


def test_dm_7_passing_on_unshaken():
    table = Table(43, 54)
    assert table.bids(1, 61) == [HasBid(seat=1, value=61, to=2, unseen=True)]
    assert table.state.dice == (4, 3)


def test_dm_7_shake_look_and_raise():
    table = Table(43, 54)
    assert table.shakes(1, 65) == [Shook(seat=1, blind=False)]
    assert table.view(1).dice is None
    assert table.looks(1) == [Looked(seat=1)]
    assert table.view(1).dice == (6, 5)
    table.refuses(1, Challenge(), r"accepted Ann's 54 .*\. Bid 61 to 65, any double, or Dead Man")
    table.refuses(
        1, Shake(look=False), "already shaken. You can shake once more without looking, or bid"
    )
    table.refuses(1, Look(), "already looked")
    assert table.bids(1, 65) == [HasBid(seat=1, value=65, to=2, unseen=False)]


def test_dm_7_shake_look_shake_again_unseen_and_raise():
    table = Table(43, 54)
    assert table.shakes(1, 32, look=True) == [Shook(seat=1, blind=False), Looked(seat=1)]
    assert table.view(1).dice == (3, 2)
    assert table.shakes_again(1, 66) == [Shook(seat=1, blind=True)]
    assert table.view(1).dice is None
    table.refuses(1, Look(), "Nobody looks after a second shake")
    table.refuses(1, ShakeAgain(), "third shake")
    table.refuses(1, Shake(look=False), "third shake")
    table.refuses(1, Challenge(), "accepted Ann's 54")
    table.bids(1, 61)
    assert LostGem(seat=2, left=3) in table.challenges(2, 31)  # 66 lay there


def test_dm_7_looking_may_be_skipped():
    table = Table(43, 54)
    table.shakes(1, 65)
    table.bids(1, 61)
    assert table.view(1).dice is None


def test_dm_8_looking_at_received_dice_is_no_move_but_a_challenge():
    table = Table(43, 54)
    table.refuses(1, Look(), "counts as a challenge")
    table.refuses(1, ShakeAgain(), "haven't shaken the chest yet")


def test_dm_9_the_last_bidder_answers_for_dice_he_never_shook():
    table = Table(61, 54, 62)  # Ann's 54 is true; Ben has not looked
    told = table.challenges(2, 31)
    assert told[:3] == [
        Challenged(seat=2, bidder=1, bid=62, forced=False),
        Revealed(dice=(6, 1), bid=62),
        LostGem(seat=1, left=3),
    ]
    assert table.state.gems == (4, 3, 4)


def test_dm_9_an_earlier_lie_is_safe_once_it_is_raised():
    table = Table(31, 54, 61)  # Ann's 54 is a lie
    table.challenges(2, 31)
    assert table.state.gems == (4, 3, 4)


def test_dm_10_an_earlier_roller_still_knows_an_unshaken_chest():
    table = Table(53, 53, 54, seats=2)
    assert table.view(0).dice == (5, 3)
    assert table.view(1).dice is None
    assert LostGem(seat=1, left=3) in table.challenges(0, 31)


def test_dm_10_a_shake_makes_a_look_stale():
    table = Table(53, 53, seats=2)
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
    table = Table(dice, bid)
    told = table.challenges(1, 31)
    assert LostGem(seat=loser, left=3) in told
    assert sum(table.state.gems) == 11  # one gem, for Dead Man as well


def test_dm_12_dead_man_is_challenged_or_rolled_over_never_passed_on_as_it_is():
    table = Table(43, DEAD_MAN)
    assert table.offers() == [Challenge(), Shake(look=True), Shake(look=False)]
    table.refuses(1, Bid(value=DEAD_MAN), "can't pass on Dead Man without shaking")


def test_dm_12_after_the_shake_only_dead_man_may_be_bid():
    table = Table(43, DEAD_MAN)
    table.shakes(1, 65, look=True)
    table.refuses(1, Bid(value=66), "^Nothing beats Dead Man, so you have to bid Dead Man too.$")
    assert table.offers() == [Bid(value=DEAD_MAN), ShakeAgain()]
    told = table.bids(1, DEAD_MAN, 31)
    assert HasBid(seat=1, value=DEAD_MAN, to=2, unseen=False) in told


@pytest.mark.parametrize(("roll", "loser"), [(65, 1), (21, 2)])
def test_dm_13_the_second_dead_man_is_challenged_without_asking(roll: int, loser: int):
    table = Table(43, 54, DEAD_MAN)
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
    table = Table(43, DEAD_MAN)
    table.challenges(1, 66)
    table.bids(0, DEAD_MAN)  # the first of this round: nobody is forced
    assert table.state.holder == 1
    assert Challenge() in table.offers()


def test_dm_14_an_opening_dead_man_is_the_first():
    table = Table(21, DEAD_MAN)
    table.shakes(1, 32)
    assert Challenged(seat=2, bidder=1, bid=21, forced=True) in table.bids(1, DEAD_MAN, 31)


def test_dm_15_after_an_eliminated_bidder_the_challenger_opens():
    table = Table(31, 66).with_gems(1, 2, 2)
    assert table.challenges(1, 43)[-2:] == [LostGem(seat=0, left=0), Opened(seat=1, round=2)]


def test_dm_15_after_an_eliminated_challenger_the_next_on_his_left_opens():
    table = Table(66, 61, seats=4).with_gems(2, 1, 0, 2)
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
        table.refuses(seat, Bid(value=43), "^The game is over. Ben won.$")
    table.refuses(1, Bid(value=43), "^The game is over. You won.$")


def test_dm_17_a_look_is_told_without_its_value_and_overwritten_dice_are_nowhere():
    table = Table(43, 54)
    table.shakes(1, 65, look=True)
    table.shakes_again(1, 62)
    kept = Codec[State](State).dump(table.state)
    assert "[6,2]" in kept
    assert "[6,5]" not in kept
    assert "[4,3]" not in kept
    assert all(table.view(seat).dice is None for seat in (None, 0, 1, 2))


def test_dm_17_the_dice_are_shown_to_all_at_a_challenge_only():
    table = Table(43, 54)
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


def test_dm_19_the_absent_receiver_challenges_all_but_the_least_bid_which_always_stands():
    for bid in CHART[1:]:
        assert Table(43, bid).offers()[0] == Challenge()
    table = Table(43, 31)
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
def test_dm_19_default_raises_unseen_a_bid_known_to_be_true(dice: int, bid: int, default: Move):
    table = Table(dice, 31, bid, seats=2)
    assert table.offers()[0] == default
    table.plays(0, default, *([43] if default == Challenge() else []))


def test_dm_19_only_a_player_who_saw_these_dice_knows_them():
    table = Table(53, 31, 32)
    assert table.offers()[0] == Challenge()
    table.bids(2, 41)
    assert table.offers()[0] == Bid(value=42)  # Ann saw them
    shaken = Table(53, 31, seats=2)
    shaken.shakes(1, 66)
    shaken.bids(1, 43)
    assert shaken.offers()[0] == Challenge()
    looked = Table(43, 54, seats=2)
    looked.shakes(1, 66, look=True)
    looked.bids(1, 61)
    looked.bids(0, 62)
    assert looked.offers()[0] == Bid(value=63)


def test_dm_19_default_shakes_a_true_dead_man_and_bids_it_again():
    table = Table(21, 31, DEAD_MAN, seats=2)
    assert table.offers() == [Shake(look=False), Challenge(), Shake(look=True)]  # DM-12
    table.shakes(0, 65)
    assert table.offers()[0] == Bid(value=DEAD_MAN)
    told = table.bids(0, DEAD_MAN, 31)
    assert Challenged(seat=1, bidder=0, bid=DEAD_MAN, forced=True) in told


def test_dm_19_default_does_not_change_the_legal_moves():
    for dice, bid in ((53, 31), (53, 43), (21, DEAD_MAN)):
        knows, guesses = Table(dice, seats=2), Table(dice, seats=3)
        for table in (knows, guesses):
            table.bids(0, 31)
            table.bids(1, bid if bid != 31 else 32)
        assert set(knows.offers()) == set(guesses.offers())


def test_dm_19_default_after_a_shake_bids_the_truth_or_the_lowest():
    assert Table(63).offers()[0] == Bid(value=63)
    assert Table(12).offers()[0] == Bid(value=DEAD_MAN)
    for roll, looks, value in ((63, True, 63), (32, True, 61), (66, False, 61)):
        table = Table(43, 54)
        table.shakes(1, roll, look=looks)
        assert table.offers()[0] == Bid(value=value)
        table.shakes_again(1, 66)
        assert table.offers()[0] == Bid(value=61)
    opener = Table(43)
    opener.shakes_again(0, 66)
    assert opener.offers()[0] == Bid(value=31)


def test_dm_20_chest_skips_pirates_without_gems():
    table = Table(43, seats=4).with_gems(2, 0, 0, 2)
    assert table.bids(0, 54) == [HasBid(seat=0, value=54, to=3, unseen=False)]
    assert table.bids(3, 61) == [HasBid(seat=3, value=61, to=0, unseen=True)]
    table.refuses(1, Challenge(), "out of gems")
    assert RULES.to_move(table.view(None)) == {0}


def test_dm_21_of_two_left_the_first_dead_man_must_challenge_the_second():
    table = Table(43, DEAD_MAN, seats=2)
    table.shakes(1, 21, look=True)
    told = table.bids(1, DEAD_MAN, 31)
    assert told[1:4] == [
        Challenged(seat=0, bidder=1, bid=DEAD_MAN, forced=True),
        Revealed(dice=(2, 1), bid=DEAD_MAN),
        LostGem(seat=0, left=3),
    ]
