"""Yankee Swap hides hands, the tree, and the card on its way."""

from dataclasses import replace
from typing import Any

from tests.contract.twins.types import Marked, Otherwise, Reader, Readers, Secrets


def _other_gifts(state: Any, readers: Readers, other: Otherwise) -> Any:
    handled = getattr(state.phase, "handled", frozenset())
    on_its_way = state.gift is not None and readers.isdisjoint(handled)
    hands = [list(hand) for hand in state.hands]
    # everybody knows each seat's number of Coal cards, so those stay
    spots = [
        (seat, at)
        for seat, hand in enumerate(hands)
        if seat not in readers
        for at, card in enumerate(hand)
        if card != "coal"
    ]
    hidden = [hands[seat][at] for seat, at in spots] + list(state.tree)
    gift_too = on_its_way and state.gift != "coal"
    mixed = other.dealt([*hidden, state.gift] if gift_too else hidden)
    for seat, at in spots:
        hands[seat][at] = mixed.pop()
    gift = mixed.pop() if gift_too else state.gift
    if on_its_way and (mine := hands[state.phase.claims[0].giver]):
        at = mine.index(other.one_of(mine)) if not isinstance(other, Marked) else 0
        mine[at], gift = gift, mine[at]  # the opener may have given another card, even Coal
    if not isinstance(other, Marked):  # the order of a hand is secret too
        hands = [hand if seat in readers else other.dealt(hand) for seat, hand in enumerate(hands)]
    return replace(state, hands=tuple(map(tuple, hands)), tree=tuple(mixed), gift=gift)


def _looked_at(state: Any, event: Any, reader: Reader) -> bool:
    return event.kind == "declined" or (event.kind == "saw" and event.seat == reader)


def _given(state: Any, move: Any) -> tuple[str, ...]:
    return ("card",) if move.kind == "give" else ()


SECRETS = Secrets(disguised=_other_gifts, reveals=_looked_at, sealed=_given)
