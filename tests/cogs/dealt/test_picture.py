"""The board picture of Dealt!: what it shows, and its alt text."""

from cogs.dealt.pictures.picture import paint, picture
from cogs.dealt.pictures.trick import Row, trick_of
from tests.cogs.dealt.face import NAMES
from tests.games.dealt.table import ANN, BEN, CAT, Table


def row(table: Table, seat: int) -> Row:
    return trick_of(table.view(None), NAMES).rows[seat]


def test_each_row_shows_hand_chips_reserve_and_what_was_played():
    hands, reserves = ("7 7 1", "Redraw 9 8", "3 3 1"), ("2 6", "4", "5")
    table = Table(*hands, reserves=reserves, chips=(2, 0, 1), pile="1 2 4").play(ANN, 1, 2)
    table.redraw(BEN)
    ann, ben, cat = (row(table, seat) for seat in (ANN, BEN, CAT))
    assert (ann.held, ann.chips, ann.reserve) == (1, 2, ("card_2", "card_6"))
    assert (ann.played, ann.best, ann.next) == (("card_7", "card_7"), True, False)
    assert (ben.held, ben.chips, ben.reserve) == (2, 0, ("card_4",))
    assert (ben.played, ben.best) == (("card_redraw",), False)
    assert (cat.played, cat.next) == ((), True)
    assert trick_of(table.view(None), NAMES).note == "To beat: a pair of 7s"


def test_a_card_taken_from_the_reserve_is_shown_as_taken():
    table = Table("7 1", "4 2", "5 5", reserves=("", "9", "")).play(ANN, 1).take(BEN, 9, 0)
    ben = row(table, BEN)
    assert (ben.played, ben.taken, ben.reserve, ben.held) == (("card_9",), True, (), 3)


def test_the_end_names_the_loser():
    table = Table("3", "4 1", "5", chips=(2, 0, 1)).play(ANN, 1).play(BEN, 1).play(CAT, 1)
    trick = trick_of(table.view(None), NAMES)
    assert (trick.title, trick.note) == ("The end", "Ben loses")
    assert [row.lost for row in trick.rows] == [False, True, False]


def test_the_alt_text_describes_the_picture():
    table = Table("7 7 1", "9 8", "3 3 1", reserves=("2 6", "4", ""), chips=(2, 0, 1))
    assert picture(table.play(ANN, 1, 2).view(None), NAMES).alt == (
        "The table in round 1. To beat: a pair of 7s. "
        "Ann: 1 card, 2 chips, reserve 2 and 6, played a pair of 7s. "
        "Ben: 2 cards, no chips, reserve 4. Cat: 3 cards, 1 chip, no reserve."
    )


def test_everything_that_is_drawn_changes_the_picture():
    shown = [
        Table("7 7 1", "9 8", "3 3 1"),
        Table("7 7 1 1", "9 8", "3 3 1"),
        Table("7 7 1", "9 8", "3 3 1", chips=(2, 1, 2)),
        Table("7 7 1", "9 8", "3 3 1", chips=(2, 0, 2)),
        Table("7 7 1", "9 8", "3 3 1", reserves=("2", "", "")),
        Table("7 7 1", "9 8", "3 3 1", reserves=("3", "", "")),
        Table("7 7 1", "9 8", "3 3 1").play(ANN, 1),
        Table("7 7 1", "9 8", "3 3 1").play(ANN, 1, 2),
    ]
    pictures = {paint(trick_of(table.view(None), NAMES)) for table in shown}
    assert len(pictures) == len(shown)


def test_hidden_cards_do_not_change_the_picture():
    here, there = Table("7 7 1", "9 8", "3 3 1"), Table("7 7 1", "2 12", "5 Stop X")
    for table in (here, there):
        table.play(ANN, 1, 2)
    assert trick_of(here.view(None), NAMES) == trick_of(there.view(None), NAMES)
    assert picture(here.view(None), NAMES) == picture(there.view(None), NAMES)
