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
        "Ben played a REDRAW, so 3 more cards are drawn when the trick ends.",
        "Cat played a pair of 9s.",
        "Cat took the trick.",
        "Cat had to draw 3 cards for the REDRAW.",
    ]
    assert "You played a pair of 7s (7 X)." in told(table, ANN)
    assert "You're out of cards and safe this round." in told(table, BEN)
    assert "You drew a 4." in told(table, CAT)


def test_two_redraws_are_told_as_six_cards():
    table = Table("3 1", "Redraw 2", "Redraw 5", "9 8", pile="1 2 3 4 5 6 7")
    table.play(ANN, 1).redraw(BEN).redraw(CAT).play(DAN, 1)
    assert told(table, DAN)[1:-1] == [
        "Ben played a REDRAW, so 3 more cards are drawn when the trick ends.",
        "Cat played a REDRAW, so 3 more cards are drawn when the trick ends.",
        "You played a 9.",
        "You took the trick.",
        "You had to draw 6 cards for both REDRAWs.",
    ]


def test_dl_16_payer_is_never_called_safe_and_nothing_is_told_twice():
    table = Table("3", "4", "5", chips=(0, 1, 2)).play(ANN, 1).play(BEN, 1).play(CAT, 1)
    for reader in (None, ANN, BEN, CAT):
        assert not any("safe" in line for line in told(table, reader))
    assert told(table, None)[3:] == [
        "Cat took the trick.",
        "Everybody's hand was empty, so the round ended. Ann and Ben were in the last trick "
        "without its highest combination, so they each owed a chip. Chips: Ann 0, Ben 0, Cat 2.",
        "Ann owed a chip but had none left, so Ann lost and everybody else won.",
    ]


def test_dl_33_a_chip_that_nobody_has_is_owed_and_not_paid():
    for chips in ((2, 0, 2), (2, 1, 2)):
        table = Table("3", "4 1", "5", chips=chips).play(ANN, 1).play(BEN, 1).play(CAT, 1)
        assert (
            "Ben was the last one with cards, so the round ended and Ben owed a chip."
            " Chips: Ann 2, Ben 0, Cat 2."
        ) in told(table, None)
        assert not any("cost" in line or "paid" in line for line in told(table, BEN))


def test_the_end_of_a_round_is_told():
    table = Table("3", "4 1", "5").play(ANN, 1).play(BEN, 1).play(CAT, 1)
    left, costs = (
        "last one with cards, so the round ended",
        "owed a chip. Chips: Ann 2, Ben 1, Cat 2.",
    )
    assert f"Ben was the {left} and Ben {costs}" in told(table, None)
    assert f"You were the {left} and you {costs}" in told(table, BEN)
    assert "Round 2: everybody gets a new hand. You lead." in told(table, BEN)
    table = Table("12", "4 1", "5 2").play(ANN, 1)
    assert any("You couldn't play and had no reserve left" in line for line in told(table, BEN))


def test_several_who_pay_are_told_together():
    table = Table("3", "4", "5", chips=(0, 0, 1)).play(ANN, 1).play(BEN, 1).play(CAT, 1)
    without = "were in the last trick without its highest combination, so"
    assert any(f"Ann and Ben {without} they each owed a chip." in t for t in told(table, None))
    assert any(f"You and Ann {without} you each owed a chip." in t for t in told(table, BEN))
    lost = "owed a chip but had none left, so"
    assert told(table, None)[-1] == f"Ann and Ben {lost} they lost and everybody else won."
    assert told(table, BEN)[-1] == f"You and Ann {lost} you lost and everybody else won."


def test_deal_is_shown_only_when_everybody_is_told():
    step = RULES.start(3, Options(), Chance.tape([0, DECK]))
    (hand,) = [t for t in step.told if t.to == {0}]
    assert face.tell.sentence(hand.event, NAMES, 0) == ""
    assert face.tell.sentence(hand.event, NAMES, None) == "Ann was dealt 1 1 1 1 2 2 2 2 3 3."
