"""Lay out tables of Yankee Swap and play on them, for tests."""

import random
import re

import pytest

from db.base.codec import codec_of
from games.chance import Chance
from games.gifts import COPIES, KEYS
from games.rules import IllegalMove
from games.yankee import YankeeSwap
from games.yankee.moves import Decline, Give, Look, Regift
from games.yankee.state import Giving, Options, State, coal_each

RULES = YankeeSwap()
DECK = tuple(card for card in KEYS for _ in range(COPIES))
NO_LUCK = Chance.tape()
CODEC = codec_of(RULES)


def laid(*hands, giving=0, face_up=(), tree=("mug", "candle", "syrup"), **options):
    """Return a table with these hands and face-up cards by seat; the tree's top is first."""
    up = dict(face_up)
    return State(
        options=Options(**options),
        hands=tuple(tuple(hand.split()) for hand in hands),
        displays=tuple(tuple(up.get(seat, "").split()) for seat in range(len(hands))),
        tree=tuple(tree),
        coal_left=(coal_each(len(hands)),) * len(hands),
        record="",
        phase=Giving(seat=giving),
        gift=None,
    )


def after(state, *turns):
    """Play turns, (seat, move) each, and return the last step."""
    step = None
    for seat, move in turns:
        step = RULES.play(state, seat, move, NO_LUCK)
        state = step.state
    assert step is not None
    return step


def give(card, to, declared):
    return Give(card=card, to=to, declared=declared)


def decline(reason):
    return Decline(reason=reason)


def look():
    return Look()


def regift(to, declared):
    return Regift(to=to, declared=declared)


NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo")


def refused(state, seat, move, match):
    """Assert that a move is refused with this text; seats appear as player names."""
    with pytest.raises(IllegalMove) as refusal:
        RULES.play(state, seat, move, NO_LUCK)
    assert re.search(match, refusal.value.text(NAMES.__getitem__)), str(refusal.value)


def deal(seats, first=0, **options):
    return RULES.start(seats, Options(**options), Chance.tape([DECK, first]))


def played(seats, seed, steps=10_000, **options):
    """Play a random game for this many steps or to the end; return the state and its rounds."""
    luck = random.Random(seed)
    secret = luck.randbytes(32)
    state = RULES.start(seats, Options(**options), Chance.of(secret, 0, 0)).state
    rounds = 0
    for _ in range(steps):
        to_move = RULES.to_move(RULES.view(state, None))
        if not to_move:
            break
        (seat,) = to_move
        moves = list(RULES.legal_moves(RULES.view(state, seat)))
        looks = [move for move in moves if isinstance(move, Look)]
        move = luck.choice(looks if looks and luck.random() < 0.5 else moves)
        state = RULES.play(state, seat, move, NO_LUCK).state
        rounds += isinstance(move, Decline)
    return state, rounds


def heard(state, mover, move, seat):
    step = RULES.play(state, mover, move, NO_LUCK)
    return [told.event for told in step.told if told.to is None or seat in told.to]
