"""Yankee Swap: a prompt names exactly what its reader can do."""

import re

from bot.ui.panels.pics import plain
from bot.ui.panels.words import Names
from cogs.yankee import FACE
from games.gifts import GIFTS
from games.yankee.moves import Decline, Give, Look, Regift
from tests.cogs.yankee.face import rules
from tests.contract.playing import Case, played, variants


def kinds(moves):
    return {type(move) for move in moves}


def _may_give(found, view, moves):
    cards, to = {move.card for move in moves}, {move.to for move in moves}
    assert kinds(moves) == {Give}
    assert {move.declared for move in moves} <= {gift.key for gift in GIFTS}
    assert (found["card"] == "your last card") == (len(view.held) == 1)
    assert cards == set(view.held)
    everybody = set(range(view.seats)) - {view.seat}
    return to == everybody and (found["to"] == "anybody" or seats_in(found["to"], view) == to)


def _may_pass_on(found, view, moves):
    to, others = {move.to for move in moves}, set(range(view.seats)) - {view.seat}
    assert kinds(moves) == {Regift}
    if found["to"] == "anybody else":
        return to == others
    if found["to"] == "somebody who hasn't seen it":
        return to == others - set(view.phase.handled)
    return seats_in(found["to"], view) == to


def seats_in(text, view):
    """Return the seats that a text like `P1, P2 or P3` names."""
    return {int(name[1:]) for name in re.split(", | or ", text)}


OFFERS = r"P[0-9] offers you a gift: “.+?\.” "
CLAIM = r" and call it any of the ten gifts, true or not, but never Coal\."
CARD = r"(?P<card>a card|your last card)"
PROMPTS = {
    rf"You give next\. Give {CARD} to (?P<to>.+?){CLAIM}": _may_give,
    rf"You've looked\. Now pass it on to (?P<to>.+?){CLAIM}": _may_pass_on,
    rf"{OFFERS}Decline it, or look and pass it on\.": (
        lambda found, view, moves: kinds(moves) == {Decline, Look} and bool(view.targets)
    ),
    rf"{OFFERS}You know it, so you must decline it\.": (
        lambda found, view, moves: kinds(moves) == {Decline} and view.known is not None
    ),
    rf"{OFFERS}There's nobody to pass it on to, so you must decline it\.": (
        lambda found, view, moves: kinds(moves) == {Decline} and not view.targets
    ),
}
"""Each pattern of a prompt, and the check that it names exactly the legal moves."""

NOTHING_ASKED = (
    r"P[0-9] gives next\. Wait until a gift comes to you\.",
    r"P[0-9] has looked at the gift and must pass it on first\.",
    r"The gift is in front of P[0-9], who must answer it first\.",
    r"(?:You lose|P[0-9] loses) with .+\.",
    r"Round [0-9]+: P[0-9] is picking a gift (?:and who gets it|for (?:you|P[0-9]))\.",
    r"(?:You offer|P[0-9] offers) P[0-9] a gift: “.+?\.”"
    r"(?: P[0-9] has looked and must pass it on\.| P[0-9] knows this gift and must decline it\."
    r"| There's nobody to pass it on to, so P[0-9] must decline it\.|)",
)


def test_prompt_names_only_legal_moves_and_only_to_the_asked_player():
    met = set()
    for case in [
        Case("yankee", seats, options, seed)
        for options in variants(rules)
        for seats in (2, 3, 4, 6, 10)
        for seed in (1, 2, 4)
    ]:
        game, called = played(case), Names([f"P{seat}" for seat in range(case.seats)])
        for position in game.positions:
            waits_for = game.to_move(position)
            for seat in (None, *range(case.seats)):
                view = game.view(position, seat)
                texts = {FACE.asked.situation(view, called)}
                if waits_for:
                    drawn = (
                        FACE.draw.board(view, called)
                        if seat is None
                        else FACE.draw.hand(view, called)
                    )
                    texts.add(plain(drawn.headline))
                for text in texts:
                    if seat in waits_for:
                        met.add(asked_for(text, view, list(rules.legal_moves(view))))
                    else:
                        assert any(re.fullmatch(pattern, text) for pattern in NOTHING_ASKED), text
    assert met == set(PROMPTS), "a prompt that nobody meets"


def asked_for(text, view, moves):
    """Assert that the prompt names only legal moves; return the pattern that matched."""
    for prompt, can in PROMPTS.items():
        if found := re.fullmatch(prompt, text):
            assert can(found.groupdict(), view, moves), (text, moves)
            return prompt
    raise AssertionError(f"what does this ask for? {text}")
