"""Twins: two positions that differ in nothing but what one reader may not know.

For each game that keeps secrets: how to disguise them from a reader, which events bring them to
light, and which parts of a move its maker alone knows. A game without an entry here is still held
to everything in test_secrets.py that needs no knowledge of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, TypeVar

from games.chance import Chance
from games.rules import Seat

T = TypeVar("T")
Reader = Seat | None

MARK = 987654321
"""Stands for a card, a die or an amount that its reader must never meet, in any form."""


class Otherwise:
    """Puts other things where the hidden ones were: what might be there as well."""

    def __init__(self, luck: Chance) -> None:
        self._luck = luck

    def dealt(self, cards: Sequence[T]) -> list[T]:
        """Deal these cards anew."""
        return list(self._luck.shuffled(cards))

    def one_of(self, values: Sequence[T]) -> T:
        """Choose one of these values."""
        return values[self._luck.below(len(values))]


class Marked(Otherwise):
    """Puts a mark where something hidden was."""

    def __init__(self) -> None:
        super().__init__(Chance.tape())

    def dealt(self, cards: Sequence[Any]) -> list[Any]:
        return [MARK] * len(cards)

    def one_of(self, values: Sequence[Any]) -> Any:
        return (MARK,) * len(values[0]) if isinstance(values[0], tuple) else MARK


@dataclass(frozen=True)
class Secrets:
    """What is hidden in one game."""

    disguised: Callable[[Any, Reader, Otherwise], Any]
    """Changes everything in a state that a reader may not know, and nothing else."""
    reveals: Callable[[Any, Any, Reader], bool]
    """(state, event, reader): says whether this event lets this reader see what was hidden."""
    sealed: Callable[[Any, Any], tuple[str, ...]]
    """(state, move): names the fields that nobody but the mover may know just yet."""


# --- Dead Man's Chest: the dice, for who has not seen them ----------------------------------------


def _chest(state: Any, reader: Reader, other: Otherwise) -> Any:
    if reader in state.seen_by:
        return state
    rolls = [(max(dice), min(dice)) for dice in product(range(1, 7), repeat=2)]
    return replace(state, dice=other.one_of(rolls))


DEADMAN = Secrets(_chest, lambda state, event, reader: event.kind == "revealed", lambda *_: ())


# --- Dealt!: the backs of the cards, the pile, the card in somebody's fingers ---------------------


def _backs(state: Any, reader: Reader, other: Otherwise) -> Any:
    drawing = state.up.drawing
    spots = [
        (seat, at)
        for seat, back in enumerate(state.up.backs)
        if seat != reader
        for at, card in enumerate(back)
        if card is None
    ]
    fingers = state.drawn is not None and drawing.seat != reader
    hidden = [state.hands[seat][at] for seat, at in spots] + list(state.pile)
    mixed = other.dealt([*hidden, state.drawn] if fingers else hidden)
    hands = [list(hand) for hand in state.hands]
    for seat, at in spots:
        hands[seat][at] = mixed.pop()
    drawn = mixed.pop() if fingers else state.drawn
    return replace(state, hands=tuple(map(tuple, hands)), pile=tuple(mixed), drawn=drawn)


def _dealt_reveals(state: Any, event: Any, reader: Reader) -> bool:
    if event.kind == "round_ended":  # also that somebody has nothing to play
        return True
    return event.kind == "drew" and event.seat == reader


DEALT = Secrets(
    _backs, _dealt_reveals, lambda state, move: ("card",) if move.kind == "place" else ()
)


# --- Downeast Dealer: cash, the deck, secret limits -----------------------------------------------


def _cash(state: Any, reader: Reader, other: Otherwise) -> Any:
    hands = [one.cash if seat != reader else () for seat, one in enumerate(state.holdings)]
    piles = [pile.cards if pile.seat != reader else () for pile in state.face_down]
    mixed = other.dealt([card for some in (*hands, *piles) for card in some])

    def again(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted((mixed.pop() for _ in cards), reverse=True))

    holdings = tuple(
        one if seat == reader else replace(one, cash=again(one.cash))
        for seat, one in enumerate(state.holdings)
    )
    face_down = tuple(
        pile if pile.seat == reader else replace(pile, cards=again(pile.cards))
        for pile in state.face_down
    )
    past = tuple(
        told if told.to is None or reader in told.to else _in_private(told, other)
        for told in state.past
    )
    return replace(
        state,
        holdings=holdings,
        face_down=face_down,
        deck=tuple(other.dealt(state.deck)),
        limit=_limit(state, reader, other),
        past=past,
    )


def _limit(state: Any, reader: Reader, other: Otherwise) -> Any:
    leader = getattr(state.phase, "leader", None)
    if leader is None or leader == reader or not state.options.limits:
        return state.limit
    high = state.phase.high
    return other.one_of([high, high + 10, high + 40, None])


def _in_private(told: Any, other: Otherwise) -> Any:
    some = [(50, 10), (10, 10), (100, 0)]
    changes = {
        name: other.one_of(some)
        for name in ("cards", "offer", "answer")
        if getattr(told.event, name, None) is not None
    }
    return replace(told, event=replace(told.event, **changes))


def _downeast_reveals(state: Any, event: Any, reader: Reader) -> bool:
    if event.kind == "handed_over":
        return reader in (event.payer, event.payee) or state.options.open_payments
    if event.kind == "compared":
        return reader in (event.challenger, event.target)
    if event.kind == "raised":  # a secret limit answers a bid
        return state.limit is not None
    # a card is turned over, cash is shown, a deal is decided
    return event.kind in ("turned_over", "exposed", "bids_revealed", "tied", "deal_won")


def _downeast_sealed(state: Any, move: Any) -> tuple[str, ...]:
    if move.kind in ("challenge", "offer"):
        return () if move.fanned else ("cards",)
    if move.kind == "raise":  # against a secret limit, one's own limit shows in the bids
        return ("limit",) if state.limit is None else ()
    fields = {"seal": "cards", "pay": "cards", "answer": "cards", "set_limit": "limit"}
    return (fields[move.kind],) if move.kind in fields else ()


DOWNEAST = Secrets(_cash, _downeast_reveals, _downeast_sealed)


# --- Yankee Swap: hands, the tree, the card on its way --------------------------------------------


def _gifts(state: Any, reader: Reader, other: Otherwise) -> Any:
    handled = getattr(state.phase, "handled", frozenset())
    on_its_way = state.gift is not None and reader not in handled
    hands = [list(hand) for hand in state.hands]
    # everybody knows how many Coal cards each has left, so these stay with their owners
    spots = [
        (seat, at)
        for seat, hand in enumerate(hands)
        if seat != reader
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
        mine[at], gift = gift, mine[at]  # its opener may have given another one, Coal perhaps
    return replace(state, hands=tuple(map(tuple, hands)), tree=tuple(mixed), gift=gift)


def _yankee_reveals(state: Any, event: Any, reader: Reader) -> bool:
    return event.kind == "declined" or (event.kind == "saw" and event.seat == reader)


YANKEE = Secrets(
    _gifts, _yankee_reveals, lambda state, move: ("card",) if move.kind == "give" else ()
)


SECRETS: dict[str, Secrets] = {
    "deadman": DEADMAN,
    "dealt": DEALT,
    "downeast": DOWNEAST,
    "yankee": YANKEE,
}
