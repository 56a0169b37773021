"""Dead Man's Chest: the sentence for each event."""

import pytest

from bot.ui.panels.pics import plain
from cogs.deadman import FACE
from games.deadman.events import (
    Challenged,
    Event,
    HasBid,
    Looked,
    LostGem,
    Opened,
    Revealed,
    Shook,
    Won,
)
from tests.cogs.deadman.face import NAMES


@pytest.mark.parametrize(
    ("event", "to", "said"),
    [
        (Opened(seat=1, round=2), 0, "Ben opened round 2 with a shake and a look."),
        (Opened(seat=1, round=2), 1, "You opened round 2 with a shake and a look."),
        (Shook(seat=0, blind=False), None, "Ann shook the chest."),
        (Shook(seat=0, blind=True), 0, "You shook the chest a second time, without looking."),
        (Looked(seat=2), 0, "Cat looked under the lid."),
        (
            HasBid(seat=0, value=54, to=1, unseen=False),
            None,
            "Ann bid 54 and passed the chest to Ben.",
        ),
        (
            HasBid(seat=0, value=21, to=1, unseen=True),
            1,
            "Ann raised to Dead Man without shaking and passed the chest to you.",
        ),
        (Challenged(seat=1, bidder=0, bid=54, forced=False), 0, "Ben challenged your 54."),
        (
            Challenged(seat=1, bidder=0, bid=21, forced=True),
            1,
            "It was the second Dead Man of the round, so you had to challenge Ann's bid.",
        ),
        (
            Revealed(dice=(5, 3), bid=54),
            None,
            "Under the lid: ⚄ ⚂, 53. The bid of 54 was too high.",
        ),
        (
            Revealed(dice=(2, 1), bid=66),
            None,
            "Under the lid: ⚁ ⚀, Dead Man. The bid of 66 held.",
        ),
        (LostGem(seat=2, left=1), None, "Cat lost a gem and has 1 left."),
        (LostGem(seat=2, left=0), 2, "You lost your last gem and went overboard."),
        (LostGem(seat=2, left=0), 0, "Cat lost their last gem and went overboard."),
        (Won(seat=0, gems=2), None, "Ann won as the last pirate with gems (2 left)."),
    ],
)
def test_event_sentences_for_the_player_and_for_others(event: Event, to: int | None, said: str):
    assert plain(FACE.tell.sentence(event, NAMES, to)) == said
