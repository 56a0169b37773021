"""The help pages of Downeast Dealer."""

from cogs.downeast import FACE
from tests.cogs.terms import help_of


def test_the_help_is_true_at_every_table():
    pages = help_of(FACE)
    for words in (
        "Without it, as usual, everybody is told the price, and only the two see the cards",
        "everybody sees the cards that pay for an auction",  # DD-15
        "A table may also play without limits",
        "a bid that is answered at once met a limit",  # DD-42
        "With them anybody may bid, with little cash or none",  # DD-17
        "If none are left, the auctioneer has it for nothing",  # DD-10, DD-11
        "is there only where the table plays with it",
        "if it was the 10th in a row, the challenger has their way",  # DD-25
        "offer nothing after a tie",  # DD-40
        "only the two in a deal are told what was laid down in it",  # DD-22, DD-23
    ):
        assert words in pages, words
    assert "the cards that pay it are known to the two" not in pages
    assert "You cannot bid more than you hold;" not in pages


def test_the_help_says_what_is_assumed():
    assert "the next item is turned over at once" in help_of(FACE, "What it is about")
    assumed = help_of(FACE, "Assumed: the Classified deck")
    assert "Outboards" in assumed.split("and the star values")[0]
    assert "those of Trophies and Traps" in assumed
