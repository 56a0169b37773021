"""The help pages of Downeast Dealer."""

from cogs.downeast import FACE
from tests.cogs.terms import help_of


def test_the_help_is_true_at_every_table():
    pages = help_of(FACE)
    for words in (
        "everybody is told the price, and only the payer and the payee see the cards",
        "everybody sees the cards that pay for an auction",  # DD-15
        "A table can also play without limits",
        "if your bid is beaten at once, it met a limit",  # DD-42
        "anyone can bid up to all the money in the game, even with no cash",  # DD-17
        "If nobody is left, the auctioneer gets the item for nothing",  # DD-10, DD-11
        "Only some tables play with the Thief",
        "if it's the 10th tie in a row, the challenger gets the items, or gets rid of",  # DD-25
        "After a tie in your deal, you offer nothing",  # DD-40
        "only the two players in a deal are told what was laid down",  # DD-22, DD-23
    ):
        assert words in pages, words
    assert "the cards that pay it are known to the two" not in pages
    assert "You can't bid more than you have." not in pages


def test_the_help_says_what_is_assumed():
    assert "I turn over the next item for you" in help_of(FACE, "Your turn: an auction")
    assumed = help_of(FACE, "Assumed: the Classified deck")
    assert "Outboards" in assumed.split("and the star values")[0]
    assert "those of Trophies and Traps" in assumed
