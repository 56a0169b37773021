"""Dead Man's Chest: help and terms."""

from cogs.deadman import FACE
from games.deadman.dice import CHART
from games.deadman.state import Options
from tests.cogs.terms import help_of, named


def test_the_help_names_every_value_lowest_first():
    odds = help_of(FACE, "All mixed values") + help_of(FACE, "Doubles and Dead Man")
    at = [odds.index(f"`{value}`") for value in CHART]
    assert at == sorted(at)


def test_dm_19_help_describes_the_default_moves():
    assert (
        "If a bid was passed to you, I challenge it for you. But if you know that you'd lose"
        " (a bid of 31, or one that you've seen to be true and nobody has shaken since), I make the"
        " lowest raise instead. A true Dead Man can't be raised, so I shake, don't look, and bid"
        " Dead Man again."
    ) in help_of(FACE, "Decided here: if time runs out")


def test_help_does_not_claim_that_a_receiver_never_saw_the_dice():
    # DM-10: a receiver may have seen the dice
    assert "who may not look under the lid" in help_of(FACE, "A round")


def test_terms_say_whether_the_opener_may_shake_twice():
    assert "only once" in named(FACE, Options(opener_may_reshake=False))
    assert {term.name: term.fills for term in FACE.terms_asked} == {"reshake": "opener_may_reshake"}
