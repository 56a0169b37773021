"""Yankee Swap: the sentence for each event, and the help."""

import pytest

from bot.ui.panels.words import Names
from cogs.yankee import FACE
from games.chance import Chance
from games.gifts import COAL, GIFTS
from games.yankee.events import Declined, Given, Looked, Lost, Saw, Unwrapped
from games.yankee.state import EmptyHand, Options, ThreeAlike, TooMany
from tests.cogs.terms import help_of
from tests.cogs.yankee.face import NAMES, rules


@pytest.mark.parametrize(
    ("event", "to", "text"),
    [
        (
            Given(giver=0, to=1, declared="wreath", again=False),
            None,
            "Ann gave Ben a gift: “It's a Wreath.”",
        ),
        (
            Given(giver=0, to=1, declared="mug", again=True),
            0,
            "You passed it on to Ben: “It's a Mug.”",
        ),
        (
            Given(giver=0, to=1, declared="mug", again=True),
            1,
            "Ann passed it on to you: “It's a Mug.”",
        ),
        (Looked(seat=1), 0, "Ben looked at it."),
        (Looked(seat=1), 1, ""),  # they are told what they saw
        (Saw(seat=1, card=COAL), 1, "You looked: it's Coal."),
        (Saw(seat=1, card="mug"), None, "Ben looked and saw a Mug."),
        (
            Declined(seat=1, reason="isnt", giver=0, declared="wreath", card=COAL, taker=1),
            None,
            "Ben declined: “It isn't a Wreath.” It was Coal, and for Coal “it isn't” counts as "
            "wrong, so Ben took it.",
        ),
        (
            Declined(seat=1, reason="is", giver=0, declared="wreath", card="wreath", taker=0),
            0,
            "Ben declined: “It is a Wreath.” Right: it was a Wreath, so you took it back.",
        ),
        (
            Declined(seat=1, reason="coal", giver=0, declared="wreath", card="mug", taker=1),
            1,
            "You declined: “It is Coal.” Wrong: it was a Mug, so you took it.",
        ),
        (
            Unwrapped(seat=1, card="syrup"),
            None,
            "Coal comes with a gift from under the tree, so Ben took a jug of Maple Syrup too.",
        ),
        (
            Lost(seat=1, losses=(ThreeAlike(card="mittens"), TooMany(total=228), EmptyHand())),
            1,
            "You lose with a third pair of Mittens, 228★ (207★ or more loses) and nothing left"
            " to give. Everybody else wins.",
        ),
        (
            Lost(seat=1, losses=(ThreeAlike(card=COAL),)),
            None,
            "Ben loses with a third Coal card. Everybody else wins.",
        ),
    ],
)
def test_event_sentences_for_the_player_and_for_others(event, to, text):
    assert FACE.tell.sentence(event, NAMES, to) == text


def test_loss_with_two_players_names_the_winner():
    two, lost = Names(["Ann", "Ben"]), Lost(seat=1, losses=(ThreeAlike(card="mug"),))
    for to, text in [
        (None, "Ben loses with a third Mug. Ann wins."),
        (0, "Ben loses with a third Mug. You win."),
        (1, "You lose with a third Mug. Ann wins."),
    ]:
        assert FACE.tell.sentence(lost, two, to) == text


def test_deal_is_told_with_public_counts():
    told = rules.start(7, Options(first="host"), Chance.of(bytes(32), 1, 0)).told
    seven = Names(["Ann", "Ben", "Cat", "Dan", "Eve", "Flo", "Gus"])
    assert FACE.tell.sentence(told[0].event, seven, None) == (
        "Everybody has 5 or 6 cards, 1 of them Coal. 7 gifts are under the tree. Ann gives first."
    )
    assert FACE.tell.sentence(told[2].event, seven, 1) == "", "the hand shows it"
    assert FACE.tell.sentence(told[2].event, seven, None).startswith("Ben was dealt ")


def test_help_fits_marks_assumptions_and_names_every_value():
    assert "Snowshoes 100★" in help_of(FACE, "The deck")
    assert "all ten values" in help_of(FACE, "Assumed")


def test_ys_20_help_describes_the_default_moves():
    help_ = help_of(FACE, "Decided here: if time runs out")
    for sentence in (
        "I say it isn't what the giver says.",
        "I give the next seat the card that they've held longest (Coal aside) and tell the truth",
        "I give Coal and call it the gift with the most copies face up.",
        "I use the first of them under *What they are worth*.",
        "If they've looked at a gift, I pass it on in the same way.",
    ):
        assert sentence in help_
    listed = help_of(FACE, "The deck").split("**What they are worth**")[1]
    assert [listed.index(gift.name) for gift in GIFTS] == sorted(
        listed.index(gift.name) for gift in GIFTS
    )
