"""Dead Man's Chest: help, terms and loading."""

from typing import Any

from cogs.deadman import FACE, setup
from games.deadman.dice import CHART
from games.deadman.moves import Bid, Challenge, Look, Shake, ShakeAgain
from games.deadman.state import Options
from tests.cogs.deadman.face import WAYS
from tests.cogs.terms import help_of, named


def test_the_help_names_every_value_lowest_first():
    odds = help_of(FACE, "All mixed values") + help_of(FACE, "Doubles and Dead Man")
    at = [odds.index(f"`{value}`") for value in CHART]
    assert at == sorted(at)


def test_dm_19_help_describes_the_default_moves():
    assert (
        "Who was passed a bid challenges it. Only where they know that this loses"
        " (a bid of 31, or one that they have seen to be true and nobody has shaken since) they"
        " make the least raise instead, unseen; a true Dead Man cannot be raised, so they shake,"
        " don't look, and bid it again."
    ) in help_of(FACE, "Decided here: if time runs out")


def test_help_does_not_claim_that_a_receiver_never_saw_the_dice():
    # DM-10: a receiver may have seen the dice
    assert "who may not look under the lid" in help_of(FACE, "A round")


def test_terms_say_whether_the_opener_may_shake_twice():
    assert "may shake again" in named(FACE, Options())
    assert "only once" in named(FACE, Options(opener_may_reshake=False))
    assert {term.name: term.fills for term in FACE.terms_asked} == {"reshake": "opener_may_reshake"}


def test_each_kind_of_move_has_a_command_and_its_help_fits():
    assert {way.move for way in FACE.ways} == {Challenge, Look, Bid, Shake, ShakeAgain}
    assert set(WAYS) == {"bid", "challenge", "shake", "look", "reshake"}
    for text in (FACE.about, *(part.help for part in (*FACE.ways, *FACE.terms_asked))):
        assert 0 < len(text) <= 100
    assert all(len(field.label) <= 45 for way in FACE.ways for field in way.fields)


async def test_the_module_loads_its_face():
    class Bot:
        face: Any = None

        async def add_face(self, face: Any) -> None:
            self.face = face

    bot = Bot()
    await setup(bot)
    assert bot.face is FACE
