"""Dead Man's Chest: a prompt names exactly what its reader can do."""

import re

from bot.ui.panels.pics import plain
from bot.ui.panels.words import Names
from cogs.deadman import FACE
from games.deadman.moves import Bid, Challenge, Look, Move, Shake, ShakeAgain
from tests.cogs.deadman.face import Asks, can, meant, rules
from tests.contract.playing import Case, played, variants

WHO = r"(?:your|\S+'s) (?:[0-9]{2}|Dead Man)"
BID = r"\S+ bid (?:[0-9]{2}|Dead Man)"
OUT = r"(?:You're out of gems, so you just watch\. )?"


def can_bid(*kinds: type) -> Asks:
    """Return a check that the text names exactly the legal bids, and that these kinds are legal."""
    return lambda said, moves: (
        meant(said) == {move.value for move in moves if type(move) is Bid}
        and can(*kinds)(said, moves)
    )


PROMPTS: dict[str, Asks] = {
    rf"{BID}\. You can challenge it, raise it without shaking, or shake the chest\.": can(
        Challenge, Bid, Shake
    ),
    rf"{BID}\. You can challenge it, or shake and bid Dead Man too\.": can(Challenge, Shake),
    r"You shook again, so nobody knows what's in the chest, not even you\. Bid (.*?)\.": can_bid(),
    rf"You shook the chest after {WHO}\. Look if you like, then bid (.*?)\.": can_bid(Look),
    rf"You shook the chest after {WHO} and looked\. Bid (.*?), true or not\."
    r" Or shake once more without looking,"
    r" and (?:bid on that|I'll bid Dead Man for you)\.": can_bid(ShakeAgain),
    r"You shook the chest to open round [0-9]+ and looked\. Bid (.*?), true or not\."
    r" Or shake once more without looking, and bid on that\.": can_bid(ShakeAgain),
    r"You shook the chest to open round [0-9]+ and looked\. Bid (.*?), true or not\.": can_bid(),
}
"""Each pattern of a prompt, and the check that its promises are legal; its group holds bids."""

NOTHING_ASKED = (
    r"\S+ has the chest\. Wait until it comes to you\.",
    r"You're out of gems, so you're out of the game\. Watch them bluff\.",
    r"The game is over\. \S+ won\.",
    rf"{OUT}(?:You bid .* and passed|\S+ bids .* and passes) the chest to \S+\. \S+ can challenge,"
    r" (?:raise or shake|or shake and bid Dead Man too)\.",
    rf"{OUT}\S+ opens the round, has shaken the chest (?:and looked|twice), and bids next\.",
    rf"{OUT}\S+ accepted {WHO}"
    r"(?: and shook the chest(?: twice)?|, shook the chest and looked)\."
    r" \S+'s next bid must be (?:.*)\.",
)

MINE = re.compile(r"You have [◆◇]+ [0-9] gems?\. ")
EVERY_TABLE = [
    Case("deadman", seats, options, seed)
    for options in variants(rules)
    for seats in (2, 3, 5, 8)
    for seed in (1, 2, 3)
]


def test_prompt_names_only_legal_moves_and_only_to_the_asked_player():
    met: set[str] = set()
    for case in EVERY_TABLE:
        game, names = played(case), Names([f"P{seat}" for seat in range(case.seats)])
        for position in game.positions:
            waits_for = game.to_move(position)
            for seat in range(case.seats):
                mine = game.view(position, seat)
                texts = [FACE.asked.situation(mine, names)]
                if waits_for:
                    texts.append(MINE.sub("", plain(FACE.draw.hand(mine, names).headline)))
                for text in texts:
                    if seat in waits_for:
                        met |= {asked_for(text, frozenset(rules.legal_moves(mine)))}
                    else:
                        assert any(re.fullmatch(pattern, text) for pattern in NOTHING_ASKED), text
            said = FACE.draw.board(game.view(position, None), names).headline
            assert not waits_for or any(re.fullmatch(pattern, said) for pattern in NOTHING_ASKED), (
                said
            )
    assert met == set(PROMPTS), "a prompt that nobody meets"


def asked_for(text: str, moves: frozenset[Move]) -> str:
    """Assert that everything the prompt names is legal; return the pattern that matched."""
    for prompt, asks in PROMPTS.items():
        if found := re.fullmatch(prompt, text):
            assert asks(found[1] if found.lastindex else "", moves), (text, moves)
            return prompt
    raise AssertionError(f"what does this ask for? {text}")
