"""Downeast Dealer hides cash, what was laid face down, the deck, and secret limits."""

from dataclasses import replace
from typing import Any

from games.downeast.record import END, noted, remembered
from tests.contract.twins.types import Otherwise, Reader, Secrets


def _other_cash(state: Any, reader: Reader, other: Otherwise) -> Any:
    others = [seat for seat in range(len(state.holdings)) if seat != reader]
    hands = [state.holdings[seat].cash for seat in others]
    piles = [pile.cards if pile.seat != reader else () for pile in state.face_down]
    mixed = other.dealt([card for some in (*hands, *piles) for card in some])

    def again(count: int) -> tuple[int, ...]:
        return tuple(sorted((mixed.pop() for _ in range(count)), reverse=True))

    # an offer may be fanned out, and counted; of how many cards others hold, nobody is told
    face_down = tuple(
        pile if pile.seat == reader else replace(pile, cards=again(len(pile.cards)))
        for pile in state.face_down
    )
    counts = dict(zip(others, other.shared_out([len(cash) for cash in hands]), strict=True))
    holdings = tuple(
        one if seat == reader else replace(one, cash=again(counts[seat]))
        for seat, one in enumerate(state.holdings)
    )
    records = tuple(
        own if seat == reader else _other_memories(own, other)
        for seat, own in enumerate(state.own_records)
    )
    return replace(
        state,
        holdings=holdings,
        face_down=face_down,
        deck=tuple(other.dealt(state.deck)),
        limit=_other_limit(state, reader, other),
        own_records=records,
    )


def _other_limit(state: Any, reader: Reader, other: Otherwise) -> Any:
    leader = getattr(state.phase, "leader", None)
    if leader is None or leader == reader or not state.options.limits:
        return state.limit
    high = state.phase.high
    return other.one_of([high, high + 10, high + 40, None])


def _other_memories(own: str, other: Otherwise) -> str:
    """Change what a seat alone remembers: the cash that it was shown."""
    some = [(50, 10), (10, 10), (100, 0)]
    written = ""
    for entry in own.split(END)[:-1]:
        number, _, rest = entry.partition(" ")
        (event,) = remembered("", f"0 {rest}{END}")
        changes: dict[str, Any] = {
            name: other.one_of(some)
            for name in ("cards", "offer", "answer")
            if getattr(event, name, None) is not None
        }
        written += f"{number} {noted(replace(event, **changes))}"
    return written


def _laid_open(state: Any, event: Any, reader: Reader) -> bool:
    if event.kind == "handed_over":
        return reader in (event.payer, event.payee) or state.options.open_payments
    if event.kind == "compared":
        return reader in (event.challenger, event.target)
    if event.kind == "raised":  # a secret limit answers a bid
        return state.limit is not None
    # a card is turned over, cash is shown, a deal is decided
    shown = ("turned_over", "exposed", "bids_revealed", "tied", "tie_decided", "deal_won")
    return event.kind in shown


def _cash_laid(state: Any, move: Any) -> tuple[str, ...]:
    if move.kind in ("challenge", "offer"):
        return () if move.fanned else ("cards",)
    if move.kind == "raise":  # against a secret limit, one's own limit shows in the bids
        return ("limit",) if state.limit is None else ()
    fields = {"seal": "cards", "pay": "cards", "answer": "cards", "set_limit": "limit"}
    return (fields[move.kind],) if move.kind in fields else ()


SECRETS = Secrets(
    disguised=_other_cash,
    reveals=_laid_open,
    sealed=_cash_laid,
    # a bid of more than half of all the money: to see that, one must have counted it
    asked_anyway=("sell",),
)
