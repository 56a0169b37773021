"""Dealt!: the sentence for each event."""

from games.chance import Chance
from games.dealt.cards import DECK
from games.dealt.state import Options
from tests.cogs.dealt.face import NAMES, face, told
from tests.games.dealt.table import ANN, BEN, CAT, DAN, RULES, Table


def test_a_trick_is_told_to_everybody_and_to_you():
    table = Table("7 X 1", "Redraw", "9 9 3", pile="4 5 6").play(ANN, 1, 2).redraw(BEN)
    table.play(CAT, 1, 2).place(CAT, 0, 0, 0)
    assert told(table, None)[:5] == [
        "Ann played a pair of 7s (7 X).",
        "Ben played REDRAW: 3 more cards to draw when the trick ends.",
        "Cat played a pair of 9s.",
        "Cat took the trick.",
        "The REDRAW gave Cat 3 cards to draw.",
    ]
    assert "You played a pair of 7s (7 X)." in told(table, ANN)
    assert "You are out of cards, and safe." in told(table, BEN)
    assert "You drew 4." in told(table, CAT)


def test_two_redraws_are_told_as_six_cards():
    table = Table("3 1", "Redraw 2", "Redraw 5", "9 8", pile="1 2 3 4 5 6 7")
    table.play(ANN, 1).redraw(BEN).redraw(CAT).play(DAN, 1)
    assert told(table, DAN)[1:-1] == [
        "Ben played REDRAW: 3 more cards to draw when the trick ends.",
        "Cat played REDRAW: 3 more cards to draw when the trick ends.",
        "You played a 9.",
        "You took the trick.",
        "The two REDRAWs gave you 6 cards to draw.",
    ]


def test_dl_16_payer_is_never_called_safe_and_nothing_is_told_twice():
    table = Table("3", "4", "5", chips=(0, 1, 2)).play(ANN, 1).play(BEN, 1).play(CAT, 1)
    for reader in (None, ANN, BEN, CAT):
        assert not any("safe" in line for line in told(table, reader))
    assert told(table, None)[3:] == [
        "Cat took the trick.",
        "All hands were empty: that ended the round. Without the highest combination, "
        "Ann and Ben owed a chip each. Chips: Ann 0, Ben 0, Cat 2.",
        "Ann lost, owing a chip and having none. Everybody else won.",
    ]


def test_dl_33_a_chip_that_nobody_has_is_owed_and_not_paid():
    for chips in ((2, 0, 2), (2, 1, 2)):
        table = Table("3", "4 1", "5", chips=chips).play(ANN, 1).play(BEN, 1).play(CAT, 1)
        assert (
            "Ben was the last with cards: that ended the round, and a chip was owed."
            " Chips: Ann 2, Ben 0, Cat 2."
        ) in told(table, None)
        assert not any("cost" in line or "paid" in line for line in told(table, BEN))


def test_the_end_of_a_round_is_told():
    table = Table("3", "4 1", "5").play(ANN, 1).play(BEN, 1).play(CAT, 1)
    costs = "that ended the round, and a chip was owed. Chips: Ann 2, Ben 1, Cat 2."
    assert f"Ben was the last with cards: {costs}" in told(table, None)
    assert f"You were the last with cards: {costs}" in told(table, BEN)
    assert "Round 2: new hands for everybody. You lead." in told(table, BEN)
    table = Table("12", "4 1", "5 2").play(ANN, 1)
    assert any("You could play nothing and had no reserve" in line for line in told(table, BEN))


def test_several_who_pay_are_told_together():
    table = Table("3", "4", "5", chips=(0, 0, 1)).play(ANN, 1).play(BEN, 1).play(CAT, 1)
    without = "Without the highest combination"
    assert any(f"{without}, Ann and Ben owed a chip each." in t for t in told(table, None))
    assert any(f"{without}, you and Ann owed a chip each." in t for t in told(table, BEN))
    assert (
        told(table, BEN)[-1]
        == "You and Ann lost, owing a chip and having none. Everybody else won."
    )


def test_deal_is_shown_only_when_everybody_is_told():
    step = RULES.start(3, Options(), Chance.tape([0, DECK]))
    (hand,) = [t for t in step.told if t.to == {0}]
    assert face.tell.sentence(hand.event, NAMES, 0) == ""
    assert face.tell.sentence(hand.event, NAMES, None) == "Ann was dealt 1 1 1 1 2 2 2 2 3 3."
