"""Dealt!: what cards are worth side by side (DL-1 to DL-7)."""

import pytest

from games.dealt.cards import Rank, readings, strength
from games.dealt.events import Played
from games.dealt.moves import Play, PlayRedraw, PlayStop
from games.dealt.state import to_beat
from games.rules import IllegalMove
from tests.games.dealt.table import ANN, BEN, CAT, Table, cards


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
    with pytest.raises(
        IllegalMove, match="You can't beat a 9 with a 9, because equal isn't higher"
    ):
        table.play(BEN, 1)
    table.play(BEN, 2, 3)  # 9-8
    with pytest.raises(IllegalMove, match=r"^You can't beat 8-9 with a 10\. "):
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


def test_dl_4_x_has_no_value_beyond_the_cards():
    table = Table("X 1", "7 1", "9 1")
    for values in ((13,), (0,), (-1,), (10**30,), (), (7, 7)):
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


def test_dl_5_a_special_card_separates_until_it_is_played():
    for between in ("Stop", "Redraw", "X"):
        table = Table(f"7 {between} 7 1", "1 1", "2 2")
        assert not [m for m in table.legal(ANN) if isinstance(m, Play) and m.cards == (7, 7)]


def test_dl_6_the_order_changes_only_by_insertion():
    table = Table("9 1 5", "4 2 8", "10 3 1", reserves=("", "7 6", "")).play(ANN, 1)
    table.take(BEN, 6, 1)
    assert table.hand(BEN) == "4 6 2 8"
    takes = Table("9", "4 2", "1", reserves=("", "7")).play(ANN, 1).legal(BEN)
    assert [m.gap for m in takes] == [2, 1, 0]  # 4 and 2 beat no 9: ends and gap are all there is


def test_dl_6_there_is_no_gap_beyond_the_ends():
    table = Table("9 1 5", "4 2 8", "10 3 1", reserves=("", "7 6", "")).play(ANN, 1)
    for gap in (-1, 4, 10**20):
        with pytest.raises(IllegalMove, match="can go anywhere from A to D"):
            table.take(BEN, 6, gap)


@pytest.mark.parametrize("special", ["Stop", "Redraw"])
def test_dl_7_special_cards_are_played_alone(special: str):
    table = Table(f"7 {special} 1", "1 1", "2 2")
    with pytest.raises(IllegalMove, match="played alone"):
        table.do(ANN, Play(first=1, cards=cards(f"7 {special}"), values=(7, 7)))
    with pytest.raises(IllegalMove, match="played alone"):
        table.do(ANN, Play(first=2, cards=cards(special), values=(7,)))
