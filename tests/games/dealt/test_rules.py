"""Dealt!: each ruling, and the printed examples."""

import pytest

from games.chance import Chance
from games.dealt.cards import DECK, Rank, readings, strength
from games.dealt.events import (
    DrawOwed,
    Drew,
    GameEnded,
    LeadTaken,
    Played,
    RoundEnded,
    RoundStarted,
    TrickEnded,
    WentOut,
)
from games.dealt.moves import Place, Play, PlayRedraw, PlayStop, TakeReserve
from games.dealt.state import Options, to_beat
from games.rules import IllegalMove, Refusal
from tests.games.dealt.table import ANN, BEN, CAT, DAN, RULES, Table, all_cards, cards

# --- cards and combinations -----------------------------------------------------------------------


def test_dl_1_solo_is_one_number_or_one_x():
    assert strength((8,)) == Rank.SOLO * 100 + 8
    assert readings(("X",)) == tuple((n,) for n in range(1, 13))
    assert readings(("Stop",)) == ()
    assert readings(("Redraw",)) == ()


def test_dl_2_straights_in_any_order_never_round_the_corner():
    assert strength((5, 4)) == strength((4, 5)) == Rank.STRAIGHT_2 * 100 + 5
    assert strength((8, 10, 9)) == strength((9, 8, 10)) == Rank.STRAIGHT_3 * 100 + 10
    for none in [(12, 1), (1, 12), (11, 12, 1), (5, 7), (5, 6, 8), (5, 5, 6), (5, 5, 7)]:
        assert strength(none) == 0


def test_dl_3_rank_first_then_the_highest_value():
    ladder = [(12,), (1, 2), (12, 11), (1, 1), (12, 12), (3, 1, 2), (12, 10, 11), (1, 1, 1)]
    strengths = [strength(values) for values in ladder]
    assert strengths == sorted(strengths)
    assert len(set(strengths)) == len(ladder)


def test_dl_3_equal_is_not_higher():
    table = Table("9 4", "9 9 8", "10 8", reserves=("", "", "1")).play(ANN, 1)
    with pytest.raises(IllegalMove, match="A 9 does not beat a 9: equal is not higher"):
        table.play(BEN, 1)
    table.play(BEN, 2, 3)  # 9-8
    with pytest.raises(IllegalMove, match=r"^A 10 does not beat 8-9\. "):
        table.play(CAT, 1)


def test_dl_4_x_is_any_value_within_1_and_12():
    assert readings(cards("12 11 X")) == ((12, 11, 10),)
    assert readings(cards("1 X")) == ((1, 2), (1, 1))
    assert readings(cards("9 X 10")) == ((9, 8, 10), (9, 11, 10))
    assert readings(cards("9 X 11")) == ((9, 10, 11),)


def test_dl_4_two_x_may_differ_or_be_any_pair():
    both = readings(cards("X X"))
    assert {strength(values) for values in both} == {
        *(Rank.STRAIGHT_2 * 100 + high for high in range(2, 13)),
        *(Rank.PAIR * 100 + high for high in range(1, 13)),
    }
    assert both[-1] == (12, 12)
    three = readings(cards("X 5 X"))
    assert [strength(values) for values in three] == [
        Rank.STRAIGHT_3 * 100 + 5,
        Rank.STRAIGHT_3 * 100 + 6,
        Rank.STRAIGHT_3 * 100 + 7,
        Rank.TRIPS * 100 + 5,
    ]


def test_dl_4_the_player_says_what_x_means():
    table = Table("7 X 1", "7 1", "9 1", reserves=("", "5", "")).play(ANN, 1, 2, "7 8")
    assert to_beat(table.up) == (7, 8)
    assert table.told(Played) == [Played(seat=ANN, first=1, cards=(7, "X"), values=(7, 8))]


def test_dl_4_the_highest_meaning_comes_first():
    table = Table("3", "X 1", "9 1").play(ANN, 1)
    solos = [m for m in table.legal(BEN) if isinstance(m, Play) and m.cards == ("X",)]
    assert [m.values for m in solos] == [(n,) for n in range(12, 3, -1)]


@pytest.mark.parametrize("values", [(13,), (0,), (-1,), (10**30,), (), (7, 7)])
def test_dl_4_x_has_no_value_beyond_the_cards(values: tuple[int, ...]):
    table = Table("X 1", "7 1", "9 1")
    with pytest.raises(IllegalMove):
        table.do(ANN, Play(first=1, cards=("X",), values=values))


def test_dl_4_a_number_is_never_wild_and_x_never_a_special_card():
    table = Table("7 X 1", "7 1", "9 1")
    with pytest.raises(IllegalMove, match="counts as itself"):
        table.do(ANN, Play(first=1, cards=(7, "X"), values=(8, 8)))
    with pytest.raises(IllegalMove, match=r"^You have no STOP in your hand\.$"):
        table.do(ANN, PlayStop(position=2))
    with pytest.raises(IllegalMove, match=r"^You have no REDRAW in your hand\.$"):
        table.do(ANN, PlayRedraw(position=2))


def test_dl_5_only_neighbours_and_the_rest_closes_up():
    table = Table("7 3 7 7 1", "4 2 2", "5 5 4", reserves=("", "8", ""))
    with pytest.raises(IllegalMove, match="side by side"):
        table.do(ANN, Play(first=1, cards=(7, 7), values=(7, 7)))
    table.play(ANN, 2).play(BEN, 1).play(CAT, 1)
    assert table.hand(ANN) == "7 7 7 1"
    table.play(CAT, 1).play(ANN, 1, 3)
    assert to_beat(table.up) == (7, 7, 7)


@pytest.mark.parametrize("between", ["Stop", "Redraw", "X"])
def test_dl_5_a_special_card_separates_until_it_is_played(between: str):
    table = Table(f"7 {between} 7 1", "1 1", "2 2")
    pairs = [m for m in table.legal(ANN) if isinstance(m, Play) and m.cards == (7, 7)]
    assert pairs == []


def test_dl_6_the_order_changes_only_by_insertion():
    table = Table("9 1 5", "4 2 8", "10 3 1", reserves=("", "7 6", "")).play(ANN, 1)
    table.take(BEN, 6, 1)
    assert table.hand(BEN) == "4 6 2 8"
    assert [m.gap for m in Table("9", "4 2", "1", reserves=("", "7")).play(ANN, 1).legal(BEN)] == [
        2,
        1,
        0,
    ]  # 4 and 2 beat no 9: both ends and the gap are all there is


@pytest.mark.parametrize("gap", [-1, 4, 10**20])
def test_dl_6_there_is_no_gap_beyond_the_ends(gap: int):
    table = Table("9 1 5", "4 2 8", "10 3 1", reserves=("", "7 6", "")).play(ANN, 1)
    with pytest.raises(IllegalMove, match="can go to A to D"):
        table.take(BEN, 6, gap)


@pytest.mark.parametrize("special", ["Stop", "Redraw"])
def test_dl_7_special_cards_are_played_alone(special: str):
    table = Table(f"7 {special} 1", "1 1", "2 2")
    with pytest.raises(IllegalMove, match="played alone"):
        table.do(ANN, Play(first=1, cards=cards(f"7 {special}"), values=(7, 7)))
    with pytest.raises(IllegalMove, match="played alone"):
        table.do(ANN, Play(first=2, cards=cards(special), values=(7,)))


# --- taking a turn --------------------------------------------------------------------------------


def test_dl_8_the_leader_must_play():
    table = Table("9 1", "4 2", "10 3", reserves=("12 5", "", ""))
    with pytest.raises(IllegalMove, match="You lead"):
        table.take(ANN, 12)
    assert not any(isinstance(move, TakeReserve) for move in table.legal(ANN))


def test_dl_9_others_play_higher_or_special_or_take_a_reserve_card_even_by_choice():
    table = Table("3 1", "9 Stop Redraw", "10 3", reserves=("", "5", "")).play(ANN, 1)
    assert {type(move) for move in table.legal(BEN)} == {Play, PlayStop, PlayRedraw, TakeReserve}
    table.take(BEN, 5)  # though the 9 would beat the 3
    assert table.to_move() == {CAT}
    with pytest.raises(IllegalMove, match="acted in this trick already"):
        table.play(BEN, 2)


def test_dl_10_without_a_reserve_one_must_play():
    table = Table("3 1", "9 2", "10 3").play(ANN, 1)
    assert [type(move) for move in table.legal(BEN)] == [Play]
    with pytest.raises(IllegalMove, match="reserve is used up"):
        table.take(BEN, 5)


@pytest.mark.parametrize("saved", ["Stop", "Redraw"])
def test_dl_10_a_special_card_saves_from_being_stuck(saved: str):
    table = Table("9 1", f"2 {saved}", "10 3", reserves=("", "", "1")).play(ANN, 1)
    assert table.told(RoundEnded) == []
    assert table.to_move() == {BEN}


def test_dl_10_stuck_ends_the_round_at_once_and_only_they_pay():
    table = Table("Redraw", "9", "2 4", "11 12", pile="4 5 6").redraw(ANN).play(BEN, 1)
    # Ann and Ben have gone out, a Redraw is pending: Cat alone pays, nobody draws, Dan never acts
    assert table.told(RoundEnded) == [
        RoundEnded(number=1, why="stuck", payers=(CAT,), chips=(2, 2, 1, 2))
    ]
    assert table.told(TrickEnded) == table.told(DrawOwed) == table.told(WentOut) == []
    assert table.up.round == 2
    assert table.up.leader == CAT


def test_dl_10_stuck_in_the_trick_in_which_others_went_out_nobody_else_pays_or_is_safe():
    table = Table("12", "5 3", "", chips=(0, 0, 2)).play(ANN, 1)
    assert table.told(RoundEnded)[0].payers == (BEN,)
    assert table.told(GameEnded) == [GameEnded(losers=(BEN,))]
    assert table.told(WentOut) == []


def test_dl_11_with_a_reserve_and_nothing_to_play_one_is_taken_which_and_where_by_choice():
    table = Table("12", "4 2", "10 3", reserves=("", "7 6", "")).play(ANN, 1)
    assert {(move.card, move.gap) for move in table.legal(BEN) if move.kind == "reserve"} == {
        (card, gap) for card in (7, 6) for gap in (0, 1, 2)
    }
    assert len(table.legal(BEN)) == 6
    assert table.told(RoundEnded) == []


def test_dl_12_after_a_led_redraw_any_combination_goes():
    table = Table("Redraw 1", "1 5", "10 3", pile="4 5 6").redraw(ANN)
    assert table.to_move() == {BEN}
    table.play(BEN, 1)
    assert to_beat(table.up) == (1,)


def test_dl_13_special_cards_in_the_reserve_work_once_they_are_taken():
    table = Table("12 1", "4 2", "10 9 3", reserves=("", "Stop 6", "5 5")).play(ANN, 1)
    with pytest.raises(IllegalMove, match="not in your reserve; you can take STOP or 6"):
        table.take(BEN, 5)  # Cat's
    table.take(BEN, "Stop", 2).take(CAT, 5, 3)
    table.play(ANN, 1).stop(BEN)
    assert table.hand(BEN) == "4 2"
    assert table.up.leader == BEN


# --- the end of a trick ---------------------------------------------------------------------------


def test_dl_14_everybody_acts_once_and_the_trick_ends():
    table = Table("3 1", "4 2", "5 6", leader=BEN)
    table.play(BEN, 1).play(CAT, 1)
    assert table.to_move() == {ANN}
    table = Table("3 1", "4 2", "3 6", leader=CAT, reserves=("", "", "")).play(CAT, 1)
    assert table.told(RoundEnded)[0].payers == (ANN,)  # 3 and 1 beat no 3
    table = Table("5 1", "6 2", "3 6", leader=CAT).play(CAT, 1).play(ANN, 1).play(BEN, 1)
    assert table.told(TrickEnded) == [TrickEnded(winner=BEN)]
    assert table.to_move() == {BEN}
    assert table.up.trick == ()


def test_dl_15_going_out_takes_effect_when_the_trick_ends():
    # Ann and Ben empty their hands; Cat is the only one with cards, but the trick goes on
    table = Table("3", "4", "5").play(ANN, 1).play(BEN, 1)
    assert table.told(WentOut) == table.told(RoundEnded) == []
    assert table.to_move() == {CAT}
    assert table.up.inside == (ANN, BEN, CAT)


def test_dl_16_the_order_of_things_at_the_end_of_a_trick():
    table = Table("3 1", "Redraw", "9 9", pile="4 5 6")
    table.play(ANN, 1).redraw(BEN).play(CAT, 1)
    assert table.told(TrickEnded) == [TrickEnded(winner=CAT)]  # 1
    assert table.told(DrawOwed) == [DrawOwed(seat=CAT, cards=3)]  # 2
    assert table.told(WentOut) == []
    assert table.up.trick != ()
    discarded = len(table.up.discards)
    table.place(CAT, 0, 0, 0)
    assert len(table.up.discards) == discarded + 3  # 3
    assert table.told(WentOut) == [WentOut(seat=BEN)]  # 4
    assert table.told(LeadTaken) == [LeadTaken(seat=CAT, why="highest")]  # 6
    assert table.up.inside == (ANN, CAT)


def test_dl_16_exactly_one_left_pays():
    table = Table("3", "4 1", "5").play(ANN, 1).play(BEN, 1).play(CAT, 1)
    end = RoundEnded(number=1, why="last", payers=(BEN,), chips=(2, 1, 2))
    assert table.told(RoundEnded) == [end]
    assert table.told(WentOut) == []  # that Ben was the last with cards says it


def test_dl_16_nobody_left_all_but_the_highest_pay():
    table = Table("3", "4", "5").play(ANN, 1).play(BEN, 1).play(CAT, 1)
    end = RoundEnded(number=1, why="all_out", payers=(ANN, BEN), chips=(1, 1, 2))
    assert table.told(RoundEnded) == [end]
    assert table.told(WentOut) == []  # two of them are out, and not safe


def test_dl_16_who_is_out_and_safe_is_told_so_only_while_the_round_goes_on():
    table = Table("3", "4 1", "5 2").play(ANN, 1).play(BEN, 1).play(CAT, 1)
    assert table.told(WentOut) == [WentOut(seat=ANN)]
    assert table.told(RoundEnded) == []
    table = Table("3", "4 1", "5", chips=(2, 0, 2)).play(ANN, 1).play(BEN, 1).play(CAT, 1)
    assert table.told(GameEnded) == [GameEnded(losers=(BEN,))]
    assert table.told(WentOut) == []


def test_dl_17_the_highest_with_the_last_card_draws_and_is_not_out():
    table = Table("3 1", "Redraw 2", "9", pile="4 5 6")
    table.play(ANN, 1).redraw(BEN).play(CAT, 1).place(CAT, 0, 1, 2)
    assert table.hand(CAT) == "4 5 6"
    assert table.told(WentOut) == []
    assert table.to_move() == {CAT}


def test_dl_18_a_redraw_player_without_cards_who_does_not_draw_is_out():
    table = Table("3 1", "9 8", "Redraw", pile="4 5 6")
    table.play(ANN, 1).play(BEN, 1).redraw(CAT).place(BEN, 0, 0, 0)
    assert table.told(WentOut) == [WentOut(seat=CAT)]


def test_dl_19_the_next_highest_with_cards_leads():
    table = Table("3 1", "4 2", "5", "6").play(ANN, 1).play(BEN, 1).play(CAT, 1).play(DAN, 1)
    assert table.told(LeadTaken) == [LeadTaken(seat=BEN, why="next")]


def test_dl_19_else_the_right_hand_neighbour_further_right_past_those_who_are_out():
    table = Table("1 1", "2 2", "", "9", reserves=("5", "5", "", ""), leader=DAN)
    table.play(DAN, 1).take(ANN, 5).take(BEN, 5)
    assert table.told(LeadTaken) == [LeadTaken(seat=BEN, why="neighbour")]  # Cat is out


def test_dl_20_draws_are_seen_and_placed_one_by_one():
    table = Table("9 8", "Redraw 2", "3 1", reserves=("", "", "1"), pile="4 5 6")
    table.play(ANN, 1).redraw(BEN).take(CAT, 1)
    assert table.view(ANN).drawn == 4
    assert table.told(Drew) == [Drew(seat=ANN, card=4)]
    with pytest.raises(IllegalMove, match="First put the card that you drew, 4, into your hand"):
        table.play(ANN, 1)
    with pytest.raises(IllegalMove, match="seat 1 is still placing cards drawn for a REDRAW"):
        table.do(BEN, Place(gap=0))
    table.do(ANN, Place(gap=1))
    assert table.view(ANN).drawn == 5
    table.do(ANN, Place(gap=0)).do(ANN, Place(gap=3))
    assert table.hand(ANN) == "5 8 4 6"
    assert table.view(ANN).drawn is None
    with pytest.raises(IllegalMove, match="drawn no card"):
        table.do(ANN, Place(gap=0))


def test_dl_20_a_short_pile_is_drawn_to_its_end():
    table = Table("9 8", "Redraw 2", "3 1", reserves=("", "", "1"), pile="4")
    table.play(ANN, 1).redraw(BEN).take(CAT, 1).place(ANN, 0)
    assert table.hand(ANN) == "4 8"
    assert table.to_move() == {ANN}


# --- Stop -----------------------------------------------------------------------------------------


def test_dl_21_a_stop_ends_the_trick_at_once_and_its_player_leads():
    table = Table("9 8", "Stop 2", "3 1", reserves=("", "", "1")).play(ANN, 1).stop(BEN)
    assert table.told(LeadTaken) == [LeadTaken(seat=BEN, why="stop")]
    assert table.up.reserves[CAT] == (1,)  # Cat was not asked


def test_dl_21_a_stop_lets_players_out():
    table = Table("9", "Stop 2", "3 1").play(ANN, 1).stop(BEN)
    assert table.told(WentOut) == [WentOut(seat=ANN)]
    assert table.up.inside == (BEN, CAT)


def test_dl_22_a_stop_led_as_the_last_card_leaves_the_lead_to_the_right():
    table = Table("Stop", "4 2", "3 1").stop(ANN)
    assert table.told(LeadTaken) == [LeadTaken(seat=CAT, why="neighbour")]


def test_dl_22_a_stop_as_last_card_not_led_leaves_the_lead_to_the_highest():
    table = Table("9 8", "Stop", "3 1").play(ANN, 1).stop(BEN)
    assert table.told(LeadTaken) == [LeadTaken(seat=ANN, why="highest")]


def test_dl_22_a_stop_as_last_card_not_led_and_nobody_who_played_has_cards():
    table = Table("9", "Stop", "3 1", "5 5").play(ANN, 1).stop(BEN)
    assert table.told(LeadTaken) == [LeadTaken(seat=DAN, why="neighbour")]  # right of Ben: Ann, Dan


def test_dl_23_a_led_redraw_without_a_combination_stopped_its_player_draws_and_leads():
    table = Table("Redraw", "Stop 2", "3 1", pile="4 5 6").redraw(ANN).stop(BEN)
    assert table.told(DrawOwed) == [DrawOwed(seat=ANN, cards=3)]
    table.place(ANN, 0, 1, 2)
    assert table.told(LeadTaken) == [LeadTaken(seat=ANN, why="redraw")]


def test_dl_23_with_a_combination_stopped_its_player_draws_but_the_stop_leads():
    table = Table("Redraw 8", "9 2", "Stop 1", pile="4 5 6").redraw(ANN).play(BEN, 1).stop(CAT)
    assert table.told(DrawOwed) == [DrawOwed(seat=BEN, cards=3)]
    table.place(BEN, 0, 1, 2)
    assert table.told(LeadTaken) == [LeadTaken(seat=CAT, why="stop")]


def test_dl_24_a_stop_may_be_led_to_get_rid_of_it():
    table = Table("Stop 5", "9 2", "4 1").stop(ANN)
    assert table.told(LeadTaken) == [LeadTaken(seat=ANN, why="stop")]
    assert table.hand(ANN) == "5"


# --- Redraw ---------------------------------------------------------------------------------------


def test_dl_25_two_redraws_in_a_trick_are_six_cards():
    table = Table("3 1", "Redraw 2", "Redraw 5", "9 8", pile="1 2 3 4 5 6 7")
    table.play(ANN, 1).redraw(BEN).redraw(CAT).play(DAN, 1)
    assert table.told(DrawOwed) == [DrawOwed(seat=DAN, cards=6)]
    table.place(DAN, *[0] * 6)
    assert table.hand(DAN) == "6 5 4 3 2 1 8"


def test_dl_25_one_redraw_per_player_and_trick():
    table = Table("3 1", "Redraw Redraw", "9 5", pile="1 2 3 4 5 6 7").play(ANN, 1).redraw(BEN)
    with pytest.raises(IllegalMove, match="acted in this trick already"):
        table.redraw(BEN)


def test_dl_26_two_redraws_and_only_reserves_the_first_draws_six_and_leads():
    table = Table(
        "Redraw", "Redraw 2", "5 5", reserves=("", "", "7"), pile="1 2 3 4 5 6", dealer=BEN
    )
    table.redraw(ANN).redraw(BEN).take(CAT, 7)
    assert table.told(TrickEnded) == [TrickEnded(winner=None)]
    assert table.told(DrawOwed) == [DrawOwed(seat=ANN, cards=6)]
    table.place(ANN, *range(6))
    assert table.told(LeadTaken) == [LeadTaken(seat=ANN, why="redraw")]
    assert table.hand(BEN) == "2"


def test_dl_27_a_led_redraw_then_combinations_the_highest_draws_and_leads():
    table = Table("Redraw 8", "3 2", "4 1", pile="4 5 6").redraw(ANN).play(BEN, 1).play(CAT, 1)
    assert table.told(DrawOwed) == [DrawOwed(seat=CAT, cards=3)]
    table.place(CAT, 0, 0, 0)
    assert table.told(LeadTaken) == [LeadTaken(seat=CAT, why="highest")]


def test_dl_28_a_redraw_is_discarded_and_never_comes_back():
    table = Table("Redraw 8", "3 2", "4 1", pile="4 5 6").redraw(ANN).play(BEN, 1).play(CAT, 1)
    before = table.up.discards.count("Redraw")
    table.place(CAT, 0, 0, 0)
    assert table.up.discards.count("Redraw") == before + 1
    assert "Redraw" not in table.hand(CAT)
    assert table.state.pile == ()


# --- the end of a round and of the game -----------------------------------------------------------


def test_dl_29_a_stop_as_last_card_against_a_last_solo_pays():
    table = Table("3", "Stop", "").play(ANN, 1).stop(BEN)
    assert table.told(RoundEnded)[0].payers == (BEN,)


def test_dl_29_who_goes_out_first_but_is_beaten_pays():
    table = Table("3", "4", "").play(ANN, 1).play(BEN, 1)
    assert table.told(RoundEnded)[0].payers == (ANN,)


def test_dl_30_with_no_combination_somebody_always_keeps_cards():
    for follow in ("redraw", "stop"):
        card = follow.capitalize()
        table = Table("Redraw", card, "", pile="1 2 3 4 5 6").redraw(ANN)
        getattr(table, follow)(BEN)
        table.place(ANN, *range(3 if follow == "stop" else 6))
        assert table.told(RoundEnded)[0].payers == (ANN,)
        assert table.told(RoundEnded)[0].why == "last"


def test_dl_31_who_went_out_earlier_never_pays_with_the_last():
    table = Table("3", "4", "5", "").play(ANN, 1).play(BEN, 1).play(CAT, 1)
    assert table.told(RoundEnded)[0].payers == (ANN, BEN)
    with pytest.raises(IllegalMove, match="out of this round"):
        Table("3 1", "4", "5", "").play(DAN, 1)


def test_dl_32_the_first_round_begins_left_of_the_dealer():
    for dealer, leader in [(0, 1), (2, 0)]:
        state = RULES.start(3, Options(), Chance.tape([dealer, DECK])).state
        assert (state.up.dealer, state.up.leader) == (dealer, leader)


def test_dl_32_the_one_who_paid_leads_the_next_round():
    table = Table("3", "4 1", "5", dealer=CAT).play(ANN, 1).play(BEN, 1).play(CAT, 1)
    assert table.told(RoundStarted) == [RoundStarted(number=2, leader=BEN)]
    assert table.up.dealer == CAT  # always the oldest
    assert table.to_move() == {BEN}


def test_dl_32_after_several_payers_the_dealer_leads():
    table = Table("3", "4", "5", dealer=CAT).play(ANN, 1).play(BEN, 1).play(CAT, 1)
    assert table.told(RoundStarted) == [RoundStarted(number=2, leader=CAT)]


def test_dl_33_nobody_loses_before_they_owe_a_chip_they_do_not_have():
    table = Table("3", "4 1", "5", chips=(2, 1, 2)).play(ANN, 1).play(BEN, 1).play(CAT, 1)
    assert table.up.chips == (2, 0, 2)
    assert table.told(GameEnded) == []
    assert table.to_move() == {BEN}  # on the last planks, and leading


def test_dl_33_owing_without_a_chip_loses_and_ends_the_game():
    table = Table("3", "4 1", "5", chips=(2, 0, 2)).play(ANN, 1).play(BEN, 1).play(CAT, 1)
    assert table.told(GameEnded) == [GameEnded(losers=(BEN,))]
    assert table.told(RoundStarted) == []
    assert table.to_move() == set()
    assert table.legal(BEN) == []
    standing = RULES.standing(table.view(None))
    assert standing.winners == {ANN, CAT}
    with pytest.raises(IllegalMove, match="over"):
        table.play(BEN, 1)


def test_dl_33_several_lose_at_once_and_the_others_still_pay():
    table = Table("3", "4", "5", "6", chips=(0, 0, 1, 2))
    table.play(ANN, 1).play(BEN, 1).play(CAT, 1).play(DAN, 1)
    assert table.told(GameEnded) == [GameEnded(losers=(ANN, BEN))]
    assert table.up.chips == (0, 0, 0, 2)
    assert RULES.standing(table.view(None)).winners == {CAT, DAN}


def test_dl_34_two_or_three_chips_and_what_is_public():
    for chips in (2, 3):
        state = RULES.start(3, Options(chips=chips), Chance.tape([0, DECK])).state
        assert state.up.chips == (chips,) * 3
    with pytest.raises(Refusal, match="2 chips"):
        RULES.start(3, Options(chips=4), Chance.tape([0, DECK]))  # type: ignore
    public = RULES.view(state, None)
    assert public.up.reserves == state.up.reserves
    assert [len(back) for back in public.up.backs] == [10, 10, 10]
    assert public.pile == 18
    assert public.hand == ()


@pytest.mark.parametrize(("seats", "hand", "pile"), [(3, 10, 18), (4, 10, 6), (5, 7, 9)])
def test_the_deal(seats: int, hand: int, pile: int):
    state = RULES.start(seats, Options(), Chance.tape([0, DECK])).state
    assert [len(some) for some in state.hands] == [hand] * seats
    assert [len(some) for some in state.up.reserves] == [2] * seats
    assert len(state.pile) == pile
    assert sum(all_cards(state).values()) == 54


@pytest.mark.parametrize("seats", [-1, 0, 2, 6, 100])
def test_three_to_five_play(seats: int):
    with pytest.raises(Refusal, match="three to five"):
        RULES.start(seats, Options(), Chance.tape([]))


def test_dl_35_a_trick_takes_at_least_one_card_from_hands_and_reserves():
    table = Table("3 1", "Redraw 2", "9 8", reserves=("5", "5", "5"), pile="4 5 6")

    def out_there() -> int:
        return sum(map(len, (*table.state.hands, *table.up.reserves, table.state.pile)))

    before = out_there()
    table.play(ANN, 1).redraw(BEN).play(CAT, 1).place(CAT, 0, 0, 0)
    assert out_there() == before - 3
    table.play(CAT, 1).take(ANN, 5).take(BEN, 5)
    assert out_there() == before - 4  # the leader must play, so at least one goes


def test_dl_36_the_clock_plays_a_leaders_leftmost_card():
    for card, move in [
        (7, Play(first=1, cards=(7,), values=(7,))),
        ("X", Play(first=1, cards=("X",), values=(12,))),
        ("Stop", PlayStop(position=1)),
        ("Redraw", PlayRedraw(position=1)),
    ]:
        assert Table(f"{card} 7 7", "1 1", "2 2").legal(ANN)[0] == move


def test_dl_36_the_clock_takes_the_first_reserve_card_to_the_right_end():
    table = Table("3 1", "9 9", "10 3", reserves=("", "5 12", "")).play(ANN, 1)
    assert table.legal(BEN)[0] == TakeReserve(card=5, gap=2)


def test_dl_36_the_clock_plays_the_first_that_is_legal_without_a_reserve():
    table = Table("3 1", "2 9 9", "10 3").play(ANN, 1)
    assert table.legal(BEN)[0] == Play(first=2, cards=(9,), values=(9,))


def test_dl_36_the_clock_places_a_drawn_card_at_the_right_end():
    table = Table("9 8", "Redraw 2", "3 1", reserves=("", "", "1"), pile="4 5 6")
    table.play(ANN, 1).redraw(BEN).take(CAT, 1)
    assert table.legal(ANN) == [Place(gap=1), Place(gap=0)]


def test_dl_37_play_goes_left_and_the_right_hand_neighbour_is_the_one_before():
    table = Table("9", "1 1", "2 2", "3 3", reserves=("", "5", "5", "5"))
    for seat in (BEN, CAT, DAN):
        if seat == BEN:
            table.play(ANN, 1)
        assert table.to_move() == {seat}
        table.take(seat, 5)
    assert table.told(LeadTaken) == [LeadTaken(seat=DAN, why="neighbour")]


# --- DL-38: the printed examples, Andy, Carla, Nico and Susie in seats 0 to 3 ---------------------


def test_dl_38_example_8_then_12_then_5_4_then_5_6():
    table = Table("8 1", "12 1", "5 4 1", "5 6 1").play(ANN, 1).play(BEN, 1).play(CAT, 1, 2)
    table.play(DAN, 1, 2)
    assert table.told(TrickEnded) == [TrickEnded(winner=DAN)]


def test_dl_38_example_nico_draws_for_susies_redraw():
    table = Table("12 1", "7 6 1", "11 12 1", "Redraw 1", pile="2 3 4 5")
    table.play(ANN, 1).play(BEN, 1, 2).play(CAT, 1, 2).redraw(DAN)
    assert table.told(DrawOwed) == [DrawOwed(seat=CAT, cards=3)]
    table.place(CAT, 1, 1, 1)
    assert table.hand(CAT) == "1 4 3 2"
    assert table.to_move() == {CAT}


def test_dl_38_example_reserve_cards():
    # Susie leads a pair of 11s, Andy plays 6-7-8; Carla puts a 7 beside her 6, Nico takes a 12
    table = Table(
        "6 7 8 1", "2 6 4", "3 3", "11 11 5", reserves=("", "7 10", "12 2", ""), leader=DAN
    )
    table.play(DAN, 1, 2).play(ANN, 1, 3).take(BEN, 7, 2).take(CAT, 12, 2)
    assert table.hand(BEN) == "2 6 7 4"
    assert table.to_move() == {ANN}
    assert table.told(LeadTaken) == [LeadTaken(seat=ANN, why="highest")]


# --- questions ------------------------------------------------------------------------------------


def test_a_trick_is_one_subject_and_each_turn_in_it_a_question():
    table = Table("3 1", "5 2", "9 8", reserves=("", "4", ""))
    asked = [table.question()]
    for seat in (ANN, BEN, CAT):
        if seat == BEN:
            table.take(BEN, 4)
        else:
            table.play(seat, 1)
        asked.append(table.question())
    assert len({question.key for question in asked}) == 4
    first, *_, last = asked
    assert [question.subject == first.subject for question in asked] == [True, True, True, False]
    assert last.subject != first.subject
    assert not any(question.hurried for question in asked)


def test_all_the_cards_of_a_draw_are_one_question():
    table = Table("3 1", "Redraw 2", "9 8", pile="4 5 6").play(ANN, 1).redraw(BEN)
    before = table.question()
    table.play(CAT, 1)
    asked = table.question()
    assert (asked.subject, asked.key == before.key) == (before.subject, False)
    assert table.place(CAT, 0).question() == table.place(CAT, 1).question() == asked
    assert table.place(CAT, 0).question().subject != asked.subject


def test_the_draws_of_two_tricks_are_two_questions_and_so_is_the_turn_between():
    table = Table(
        "9 8 7", "Redraw 2 2", "3 Redraw", reserves=("", "5 6", "1 1"), pile="4 5 6 10 11 12"
    )
    keys = [table.question().key]
    for act in (
        lambda: table.play(ANN, 1),
        lambda: table.redraw(BEN),
        lambda: table.take(CAT, 1),  # Ann draws
        lambda: table.place(ANN, 0, 0, 0),  # and leads
        lambda: table.play(ANN, 1),
        lambda: table.take(BEN, 5),
        lambda: table.redraw(CAT),  # Ann draws again
    ):
        act()
        keys.append(table.question().key)
    assert table.to_move() == {ANN}
    assert table.up.drawing is not None
    assert len(set(keys)) == len(keys)


def test_nothing_that_only_some_know_is_in_a_question():
    one = Table("3 1", "Redraw 2", "9 8", pile="4 5 6").play(ANN, 1).redraw(BEN).play(CAT, 1)
    two = Table("3 2", "Redraw 1", "9 7", pile="6 5 4").play(ANN, 1).redraw(BEN).play(CAT, 1)
    assert one.question() == two.question()
