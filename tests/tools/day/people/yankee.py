"""How people play Yankee Swap: ported from the first engine, every draw and branch kept."""

from random import Random
from typing import assert_never

from games.gifts import COAL, KEYS, Card, gift
from games.rules import Seat
from games.yankee.moves import Decline, Give, Look, Move, Regift
from games.yankee.record import Reason
from games.yankee.state import Giving, Offer, Over
from games.yankee.views import View
from tests.tools.day.people.looking_in import dice


def decide(view: View, seed: int) -> Move:
    """Choose a move for the seat whose view this is."""
    phase, seat = view.phase, view.seat
    assert seat is not None
    claims = len(phase.claims) if isinstance(phase, Offer) else 0
    rng = dice(seed, seat, len(view.past), phase.kind, claims)
    match phase:
        case Giving():
            return _give(view, rng)
        case Offer(looked=True):
            card = view.known
            assert card is not None, "they have looked"
            _, to = max((_danger(view, to, card) + rng.random() * 4, to) for to in view.targets)
            return Regift(to=to, declared=_claim(rng, card))
        case Offer():
            return _answer(view, phase, seat, rng)
        case Over():
            raise AssertionError("the game is over")
        case _:
            assert_never(phase)


def _give(view: View, rng: Random) -> Give:
    best = [
        (_danger(view, to, card) + rng.random() * 5, card, to)
        for card in dict.fromkeys(view.held)
        for to in view.targets
    ]
    _, card, to = max(best)
    return Give(card=card, to=to, declared=_claim(rng, card))


def _answer(view: View, phase: Offer, seat: Seat, rng: Random) -> Look | Decline:
    why: Reason
    if view.known is not None:  # handled before: knows it
        why = "coal" if view.known == COAL else "is" if view.known == phase.declared else "isnt"
        return Decline(reason=why)
    risk = _danger(view, seat, phase.declared)
    if view.may_look and rng.random() < (0.65 if risk >= 3 else 0.35):
        return Look()
    coal = view.coal_left[phase.claims[0].giver]
    draw = rng.random()
    seen = sum(display.count(phase.declared) for display in view.displays)
    if coal and draw < 0.12:
        why = "coal"
    else:
        why = "is" if rng.random() < (0.55, 0.5, 0.4, 0.2, 0.05)[min(4, seen)] else "isnt"
    return Decline(reason=why)


def _danger(view: View, to: Seat, card: Card) -> float:
    """Say how much this card would hurt that seat."""
    if to >= len(view.displays):
        return 0
    have = view.displays[to].count(card)
    return (0, 2, 6)[min(have, 2)] + (gift(card).points / 40 if view.seats >= 5 else 0)


def _claim(rng: Random, card: Card) -> Card:
    if card != COAL and rng.random() < 0.5:
        return card
    return rng.choice([item for item in KEYS if item != card])
