"""Dealt! hides the backs of the cards, the pile, and the card in somebody's fingers."""

from dataclasses import replace
from typing import Any

from tests.contract.twins.types import Otherwise, Reader, Readers, Secrets


def _other_backs(state: Any, readers: Readers, other: Otherwise) -> Any:
    drawing = state.up.drawing
    spots = [
        (seat, at)
        for seat, back in enumerate(state.up.backs)
        if seat not in readers
        for at, card in enumerate(back)
        if card is None
    ]
    fingers = state.drawn is not None and drawing.seat not in readers
    hidden = [state.hands[seat][at] for seat, at in spots] + list(state.pile)
    mixed = other.dealt([*hidden, state.drawn] if fingers else hidden)
    hands = [list(hand) for hand in state.hands]
    for seat, at in spots:
        hands[seat][at] = mixed.pop()
    drawn = mixed.pop() if fingers else state.drawn
    return replace(state, hands=tuple(map(tuple, hands)), pile=tuple(mixed), drawn=drawn)


def _turned_up(state: Any, event: Any, reader: Reader) -> bool:
    if event.kind == "round_ended":  # also reveals that a seat has nothing to play
        return True
    return event.kind == "drew" and event.seat == reader


SECRETS = Secrets(
    disguised=_other_backs,
    reveals=_turned_up,
    chosen=False,
    # a last card is asked for because it may be an X, even a rare card that was taken in public
    asked_anyway=("play",),
)
