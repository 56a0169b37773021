"""Dealt!: the end of a trick, the Stop and the Redraw (DL-14 to DL-28)."""

import pytest

from games.dealt.events import DrawOwed, Drew, GameEnded, LeadTaken, RoundEnded, TrickEnded, WentOut
from games.dealt.moves import Place
from games.rules import IllegalMove
from tests.games.dealt.table import ANN, BEN, CAT, DAN, Table


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


def test_dl_16_going_out_is_told_only_while_the_round_goes_on():
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


def test_dl_19_lead_goes_right_past_players_who_are_out():
    table = Table("1 1", "2 2", "", "9", reserves=("5", "5", "", ""), leader=DAN)
    table.play(DAN, 1).take(ANN, 5).take(BEN, 5)
    assert table.told(LeadTaken) == [LeadTaken(seat=BEN, why="neighbour")]  # Cat is out


def test_dl_20_draws_are_seen_and_placed_one_by_one():
    table = Table("9 8", "Redraw 2", "3 1", reserves=("", "", "1"), pile="4 5 6")
    table.play(ANN, 1).redraw(BEN).take(CAT, 1)
    assert table.view(ANN).drawn == 4
    assert table.told(Drew) == [Drew(seat=ANN, card=4)]
    with pytest.raises(IllegalMove, match="First put the 4 you drew into your hand"):
        table.play(ANN, 1)
    with pytest.raises(IllegalMove, match="seat 1 is still placing cards drawn for a REDRAW"):
        table.do(BEN, Place(gap=0))
    table.do(ANN, Place(gap=1))
    assert table.view(ANN).drawn == 5
    table.do(ANN, Place(gap=0)).do(ANN, Place(gap=3))
    assert table.hand(ANN) == "5 8 4 6"
    assert table.view(ANN).drawn is None
    with pytest.raises(IllegalMove, match="haven't drawn a card"):
        table.do(ANN, Place(gap=0))


def test_dl_20_a_short_pile_is_drawn_to_its_end():
    table = Table("9 8", "Redraw 2", "3 1", reserves=("", "", "1"), pile="4")
    table.play(ANN, 1).redraw(BEN).take(CAT, 1).place(ANN, 0)
    assert table.hand(ANN) == "4 8"
    assert table.to_move() == {ANN}


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


def test_dl_23_stopped_combination_draws_but_the_stop_leads():
    table = Table("Redraw 8", "9 2", "Stop 1", pile="4 5 6").redraw(ANN).play(BEN, 1).stop(CAT)
    assert table.told(DrawOwed) == [DrawOwed(seat=BEN, cards=3)]
    table.place(BEN, 0, 1, 2)
    assert table.told(LeadTaken) == [LeadTaken(seat=CAT, why="stop")]


def test_dl_24_a_stop_may_be_led_to_get_rid_of_it():
    table = Table("Stop 5", "9 2", "4 1").stop(ANN)
    assert table.told(LeadTaken) == [LeadTaken(seat=ANN, why="stop")]
    assert table.hand(ANN) == "5"


def test_dl_25_two_redraws_in_a_trick_are_six_cards():
    table = Table("3 1", "Redraw 2", "Redraw 5", "9 8", pile="1 2 3 4 5 6 7")
    table.play(ANN, 1).redraw(BEN).redraw(CAT).play(DAN, 1)
    assert table.told(DrawOwed) == [DrawOwed(seat=DAN, cards=6)]
    table.place(DAN, *[0] * 6)
    assert table.hand(DAN) == "6 5 4 3 2 1 8"


def test_dl_25_one_redraw_per_player_and_trick():
    table = Table("3 1", "Redraw Redraw", "9 5", pile="1 2 3 4 5 6 7").play(ANN, 1).redraw(BEN)
    with pytest.raises(IllegalMove, match="already had your turn"):
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
