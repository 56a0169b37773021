"""Yankee Swap: the sentence for each event, and the help."""

import pytest

from bot.ui.words import Names
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
            "Ann gave a gift to Ben: “a Wreath”.",
        ),
        (Given(giver=0, to=1, declared="mug", again=True), 0, "You passed it on to Ben: “a Mug”."),
        (Given(giver=0, to=1, declared="mug", again=True), 1, "Ann passed it on to you: “a Mug”."),
        (Looked(seat=1), 0, "Ben looked at it."),
        (Looked(seat=1), 1, ""),  # they are told what they saw
        (Saw(seat=1, card=COAL), 1, "You looked: it is Coal."),
        (Saw(seat=1, card="mug"), None, "What Ben looked at was a Mug."),
        (
            Declined(seat=1, reason="isnt", giver=0, declared="wreath", card=COAL, taker=1),
            None,
            "Ben declined: “it isn't a Wreath”. True, but only calling it Coal escapes Coal: it was"
            " Coal, and Ben took it.",
        ),
        (
            Declined(seat=1, reason="is", giver=0, declared="wreath", card="wreath", taker=0),
            0,
            "Ben declined: “it is a Wreath”. Right: it was a Wreath, and you took it.",
        ),
        (
            Declined(seat=1, reason="coal", giver=0, declared="wreath", card="mug", taker=1),
            1,
            "You declined: “it is Coal”. Wrong: it was a Mug, and you took it.",
        ),
        (
            Unwrapped(seat=1, card="syrup"),
            None,
            "Ben took a gift from under the tree too: a jug of Maple Syrup.",
        ),
        (
            Lost(seat=1, losses=(ThreeAlike(card="mittens"), TooMany(total=228), EmptyHand())),
            1,
            "You have lost, with a third pair of Mittens, 228★ (207★ is too many) and nothing left"
            " to give. Everybody else wins.",
        ),
        (
            Lost(seat=1, losses=(ThreeAlike(card=COAL),)),
            None,
            "Ben has lost, with a third Coal. Everybody else wins.",
        ),
    ],
)
def test_event_sentences_for_the_player_and_for_others(event, to, text):
    assert FACE.tell.sentence(event, NAMES, to) == text


def test_loss_with_two_players_names_the_winner():
    two, lost = Names(["Ann", "Ben"]), Lost(seat=1, losses=(ThreeAlike(card="mug"),))
    for to, text in [
        (None, "Ben has lost, with a third Mug. Ann wins."),
        (0, "Ben has lost, with a third Mug. You win."),
        (1, "You have lost, with a third Mug. Ann wins."),
    ]:
        assert FACE.tell.sentence(lost, two, to) == text


def test_deal_is_told_with_public_counts():
    told = rules.start(7, Options(first="host"), Chance.of(bytes(32), 1, 0)).told
    seven = Names(["Ann", "Ben", "Cat", "Dan", "Eve", "Flo", "Gus"])
    assert FACE.tell.sentence(told[0].event, seven, None) == (
        "Everybody holds 5 or 6 cards, 1 of them Coal; 7 gifts lie under the tree. Ann gives first."
    )
    assert FACE.tell.sentence(told[2].event, seven, 1) == "", "the hand shows it"
    assert FACE.tell.sentence(told[2].event, seven, None).startswith("Ben was dealt ")


def test_help_fits_marks_assumptions_and_names_every_value():
    assert "Snowshoes 100★" in help_of(FACE, "The deck")
    assert "all ten values" in help_of(FACE, "Assumed")


def test_ys_20_help_describes_the_default_moves():
    help_ = help_of(FACE, "Decided here: if time runs out")
    assert (
        "Who was offered a gift says it isn't. Who is to give gives, of the cards"
        " in hand that are no Coal, the one held longest (they were dealt one by one), to the next"
        " seat, and is honest about it. With nothing but Coal in hand it is Coal, called what most"
        " of lies face up; of several, what stands first under *What they are worth*. Who has"
        " looked passes the gift on in the same way."
    ) in help_
    assert "first card" not in help_
    listed = help_of(FACE, "The deck").split("**What they are worth**")[1]
    assert [listed.index(gift.name) for gift in GIFTS] == sorted(
        listed.index(gift.name) for gift in GIFTS
    )
