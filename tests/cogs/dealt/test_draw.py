"""Dealt!: the board, the hand and the end."""

from collections import Counter

import pytest

from cogs.dealt import FACE
from games.dealt.cards import DECK
from games.dealt.state import Options
from tests.cogs.dealt.face import NAMES, face, words
from tests.cogs.terms import help_of, named
from tests.games.dealt.table import ANN, BEN, CAT, DAN, Table, cards

HANDS = cards("7 X 12 Redraw 9 8 3 3 1 5")

OUT_OF_THE_WAY = " ".join(str(card) for card in (Counter(DECK) - Counter(HANDS)).elements())


def test_a_hand_is_written_in_its_order_with_letters_for_places():
    table = Table("7 7 X 12 Stop Redraw", "1 1", "2 2")
    text = words(face.draw.hand(table.view(ANN), NAMES))
    assert "**Your cards**: A:7 · B:7 · C:X · D:12 · E:STOP · F:REDRAW\n" in text


def test_board_shows_the_trick_and_everything_face_up():
    table = Table("7 X 12", "Redraw 9 8", "3 3 1", reserves=("5", "4", "2 6"), chips=(2, 0, 1))
    table.play(ANN, 1, 2).redraw(BEN)
    text = words(face.draw.board(table.view(None), NAMES))
    for said in (
        "To beat: Ann's pair of 7s (7 X).",
        "Ann leads: a pair of 7s (7 X) — **highest**",
        "Ben: REDRAW\n",
        "Still to go: Cat.",
        "**Ann** · 1 card · reserve 5 · 2 chips",
        "**Ben** · 2 cards · reserve 4 · no chips: losing one more round loses the game",
        "**Cat** · 3 cards · reserve 2 and 6 · 1 chip",
    ):
        assert said in text


def test_cost_of_a_redraw_is_said_once():
    table = Table("Redraw 5", "Redraw 9", "3 3 1", "8 8", pile="1 2 4 5 6 7")

    def lines() -> list[str]:
        return words(face.draw.board(table.view(None), NAMES)).split("\n")

    table.redraw(ANN)
    assert "Whoever takes the trick draws 3 cards. If nobody does, Ann draws them." in lines()
    table.redraw(BEN)
    assert "Whoever takes the trick draws 6 cards. If nobody does, Ann draws them." in lines()
    table.play(CAT, 1)
    assert "Whoever takes the trick draws 6 cards." in lines()
    assert sum("draws" in line for line in lines()) == 1
    table.play(DAN, 1)
    assert "Dan took the trick, so Dan draws for both REDRAWs: 6 cards to go." in lines()
    assert sum("draws" in line or "drawing" in line for line in lines()) == 1
    table = Table("5 2", "Redraw 9", "3 6 1", pile="1 2 4").play(ANN, 1).redraw(BEN).play(CAT, 2)
    assert face.draw.board(table.view(None), NAMES).headline == (
        "Cat took the trick, so Cat draws for the REDRAW: 3 cards to go."
    )


def test_played_cards_include_the_current_trick():
    table = Table("7 X 12", "Redraw 9 8", "3 3 1", reserves=("", "", "5"), pile=OUT_OF_THE_WAY)
    small = "played this round"
    assert f"· no cards {small} ·" in words(face.draw.board(table.view(None), NAMES))
    table.play(ANN, 1, 2).redraw(BEN)
    assert f"· 3 cards {small} ·" in words(face.draw.board(table.view(None), NAMES))
    (gone,) = FACE.asides
    assert gone.panel(table.view(CAT), NAMES).text() == (
        "**Cards played this round**\n7: 1 of 4\nX: 1 of 2\nREDRAW: 1 of 2"
    )


def test_board_remembers_reserve_cards_in_hands():
    table = Table("7 12", "9 8", "3 3 1", reserves=("5", "4", "2 6"))
    table.play(ANN, 1).take(BEN, 4, 1)
    assert "**Ben** · 3 cards · no reserve · 2 chips · known: 4 at B" in words(
        face.draw.board(table.view(None), NAMES)
    )


def test_player_who_is_out_is_told_so():
    table = Table("3", "4 1", "5 2", "").play(ANN, 1).play(BEN, 1).play(CAT, 1)
    assert "**Ann** · out and safe" in words(face.draw.board(table.view(None), NAMES))
    assert (
        "You're out of cards and safe this round."
        in face.draw.hand(table.view(ANN), NAMES).headline
    )


def test_played_cards_are_counted():
    table = Table("7 12", "9 8", "3 3 1", reserves=("", "4", ""))
    (aside,) = FACE.asides
    text = aside.panel(table.view(CAT), NAMES).text()
    assert "7: 3 of 4" in text
    assert "STOP: 2 of 2" in text
    assert (aside.verb, aside.label) == ("gone", "Which cards are gone?")


def test_ending_names_the_loser_and_the_rounds_before():
    table = Table("3", "4 1", "5", chips=(2, 0, 1)).play(ANN, 1).play(BEN, 1).play(CAT, 1)
    text = words(face.draw.ending(table.view(None), NAMES))
    assert "Ben owes a chip but has none left, so **Ben loses**. **Ann and Cat win.**" in text
    assert (
        "**Ann** · 2 chips left, lost no rounds\n**Cat** · 1 chip left, lost no rounds\n"
        "**Ben** · no chips left, lost round 1\n"
    ) in text
    assert "**Who lost each round**\n1. Ben was the last one with cards." in text


@pytest.mark.parametrize(
    ("hands", "acts", "said"),
    [
        (("3", "Stop", ""), ("1", "stop"), "1. Ben went out"),
        (("3", "4", ""), ("1", "1"), "1. Ann went out"),
        (("3", "4", "5"), ("1", "1", "1"), "1. Ann and Ben went out"),
        (("3", "Stop", "9"), ("1", "stop"), "1. Cat was the last one with cards."),
        (("12", "5 3", "9"), ("1",), "1. Ben couldn't play and had no reserve left."),
    ],
)
def test_dl_29_ending_explains_every_round(
    hands: tuple[str, ...], acts: tuple[str, ...], said: str
):
    table = Table(*hands, chips=(0, 0, 0))
    for seat, act in enumerate(acts):
        table.stop(seat) if act == "stop" else table.play(seat, int(act))
    text = words(face.draw.ending(table.view(None), NAMES))
    tail = " in the last trick but didn't take it."
    assert said + (tail if said.endswith("out") else "") in text.split("\n")


def test_terms_and_help():
    assert named(face, Options()).startswith("2 chips each, a short game")
    assert named(face, Options(chips=3)).startswith("3 chips each, a longer game")
    whole = help_of(face)
    for word in (
        *(
            "at random",
            "an X counts as 12",
            "known",
            "STOP and a REDRAW in one trick",
            "`6-5`",
            "`gone`",
        ),
        *("any combination will do", "can't take a reserve card", "against the order of play"),
        *("before anybody draws", "two chips, or with three"),
    ):
        assert word in whole, word
