"""Dead Man's Chest: a prompt names exactly what its reader can do."""

import re

from bot.ui.pics import plain
from bot.ui.words import Names
from cogs.deadman import FACE
from games.deadman.moves import Bid, Challenge, Look, Move, Shake, ShakeAgain
from tests.cogs.deadman.face import Asks, can, meant, rules
from tests.contract.playing import Case, played, variants

WHO = r"(?:your|\S+'s) (?:[0-9]{2}|Dead Man)"


def can_bid(*kinds: type) -> Asks:
    """Return a check that the text names exactly the legal bids, and that these kinds are legal."""
    return lambda said, moves: (
        meant(said) == {move.value for move in moves if type(move) is Bid}
        and can(*kinds)(said, moves)
    )


PROMPTS: dict[str, Asks] = {
    rf"Before you: {WHO}\. Challenge it, raise it without a look, or shake\.": can(
        Challenge, Bid, Shake
    ),
    rf"Before you: {WHO}\. Challenge it, or shake and bid Dead Man yourself\.": can(
        Challenge, Shake
    ),
    r"Shaken twice: what lies there nobody knows, not even you\. Bid (.*?)\.": can_bid(),
    rf"You have shaken over {WHO}, and not looked yet\. Look or not; then bid (.*?)\.": can_bid(
        Look
    ),
    rf"You have shaken over {WHO}, and looked\. Bid (.*?), true or not\."
    r" Or shake once more, unseen, and bid (?:it|on that)\.": can_bid(ShakeAgain),
    r"You have shaken to open round [0-9]+, and looked\. Bid (.*?), true or not\."
    r" Or shake once more, unseen, and bid on that\.": can_bid(ShakeAgain),
    r"You have shaken to open round [0-9]+, and looked\. Bid (.*?), true or not\.": can_bid(),
}
"""Each pattern of a prompt, and the check that its promises are legal; its group holds bids."""

NOTHING_ASKED = (
    r"\S+ has the chest\. Wait until it comes to you\.",
    r"You are out of gems, and out of the game\. Watch them bluff\.",
    r"The game is over: (?:you have|\S+ has) won\.",
    r"(?:You are out of gems, and watch\. )?"
    r"(?:You bid .* and passed|\S+ bids .* and passes) the chest to \S+, who can challenge,"
    r" (?:raise unseen, or shake|or shake and bid Dead Man as well)\.",
    r"(?:You are out of gems, and watch\. )?"
    r"\S+ opens the round, has shaken the chest(?: and looked| once more, unseen), and is to bid\.",
    rf"(?:You are out of gems, and watch\. )?\S+ believes {WHO}, has"
    r" shaken (?:the chest|and looked|twice), and is to bid (?:.*)\.",
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
