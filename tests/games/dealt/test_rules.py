"""Dealt!: turns, rounds and the end of the game, and the printed examples."""

import pytest

from games.chance import Chance
from games.dealt.cards import DECK
from games.dealt.events import (
    DrawOwed,
    GameEnded,
    LeadTaken,
    RoundEnded,
    RoundStarted,
    TrickEnded,
    WentOut,
)
from games.dealt.moves import Place, Play, PlayRedraw, PlayStop, TakeReserve
from games.dealt.state import Options, to_beat
from games.rules import IllegalMove, Refusal
from tests.games.dealt.table import ANN, BEN, CAT, DAN, RULES, Table, all_cards


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
    with pytest.raises(IllegalMove, match="already had your turn"):
        table.play(BEN, 2)


def test_dl_10_without_a_reserve_one_must_play():
    table = Table("3 1", "9 2", "10 3").play(ANN, 1)
    assert [type(move) for move in table.legal(BEN)] == [Play]
    with pytest.raises(IllegalMove, match="reserve is empty"):
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


def test_dl_11_player_without_a_play_takes_a_reserve_card_of_choice():
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
    with pytest.raises(IllegalMove, match=r"no 5 in your reserve\. You can take the STOP or the 6"):
        table.take(BEN, 5)  # Cat's
    table.take(BEN, "Stop", 2).take(CAT, 5, 3)
    table.play(ANN, 1).stop(BEN)
    assert table.hand(BEN) == "4 2"
    assert table.up.leader == BEN


def test_dl_29_a_stop_as_last_card_against_a_last_solo_pays():
    table = Table("3", "Stop", "").play(ANN, 1).stop(BEN)
    assert table.told(RoundEnded)[0].payers == (BEN,)


def test_dl_29_beaten_player_pays_even_if_first_out():
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


def test_dl_31_players_out_earlier_never_pay():
    table = Table("3", "4", "5", "").play(ANN, 1).play(BEN, 1).play(CAT, 1)
    assert table.told(RoundEnded)[0].payers == (ANN, BEN)
    with pytest.raises(IllegalMove, match="safe this round"):
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


def test_three_to_five_play():
    for seats in (-1, 0, 2, 6, 100):
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


def test_question_subject_is_the_trick_and_key_the_turn():
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


def test_question_stays_the_same_for_all_cards_of_a_draw():
    table = Table("3 1", "Redraw 2", "9 8", pile="4 5 6").play(ANN, 1).redraw(BEN)
    before = table.question()
    table.play(CAT, 1)
    asked = table.question()
    assert (asked.subject, asked.key == before.key) == (before.subject, False)
    assert table.place(CAT, 0).question() == table.place(CAT, 1).question() == asked
    assert table.place(CAT, 0).question().subject != asked.subject


def test_question_differs_for_the_draws_of_two_tricks():
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
