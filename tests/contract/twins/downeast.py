"""Downeast Dealer hides cash, offers, the deck, limits and answers to a lot."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from games.downeast.moves import AnswerLot, Keep, Pass, Sell
from games.downeast.record import END, noted, remembered
from tests.contract.twins.types import Otherwise, Reader, Readers, Secrets


def _other_cash(state: Any, readers: Readers, other: Otherwise) -> Any:
    for _ in range(20):
        holdings, face_down = _dealt_anew(state, readers, other)
        if _could_pay(state, holdings):
            break
    else:
        holdings, face_down = state.holdings, state.face_down
    records = tuple(
        own if seat in readers else _other_memories(own, other)
        for seat, own in enumerate(state.own_records)
    )
    return replace(
        state,
        holdings=holdings,
        face_down=face_down,
        deck=tuple(other.dealt(state.deck)),
        limit=_other_limit(state, readers, other),
        answers=tuple(
            answer
            if answer is None or seat in readers
            else _other_answer(state, seat, holdings[seat].cash, other)
            for seat, answer in enumerate(state.answers)
        ),
        own_records=records,
    )


def _dealt_anew(state: Any, readers: Readers, other: Otherwise) -> tuple[Any, Any]:
    """Redistribute the cash that no reader sees: hands and offers."""
    others = [seat for seat in range(len(state.holdings)) if seat not in readers]
    hands = [state.holdings[seat].cash for seat in others]
    piles = [pile.cards if pile.seat not in readers else () for pile in state.face_down]
    mixed = other.dealt([card for some in (*hands, *piles) for card in some])

    def again(count: int) -> tuple[int, ...]:
        return tuple(sorted((mixed.pop() for _ in range(count)), reverse=True))

    # an offer shows its number of cards, but nobody knows how many cards others hold
    face_down = tuple(
        pile if pile.seat in readers else replace(pile, cards=again(len(pile.cards)))
        for pile in state.face_down
    )
    counts = dict(zip(others, other.shared_out([len(cash) for cash in hands]), strict=True))
    holdings = tuple(
        item if seat in readers else replace(item, cash=again(counts[seat]))
        for seat, item in enumerate(state.holdings)
    )
    return holdings, face_down


def _could_pay(state: Any, holdings: Any) -> bool:
    """Return whether each seat that is known to hold a price can pay it in this twin."""
    phase = state.phase
    if phase.kind == "paying":
        return sum(holdings[phase.payer].cash) >= phase.price
    if phase.kind == "deciding" and not state.options.bluff_bids:
        return sum(holdings[phase.bidder].cash) >= phase.price
    return True


def _other_limit(state: Any, readers: Readers, other: Otherwise) -> Any:
    leader = getattr(state.phase, "leader", None)
    if leader is None or leader in readers or not state.options.limits:
        return state.limit
    high = state.phase.high
    return other.one_of([high, high + 10, high + 40, None])


def _other_answer(state: Any, seat: int, cash: tuple[int, ...], other: Otherwise) -> Any:
    """Change the sealed answers to a lot within this twin's cash, or the auctioneer's word."""
    held = sum(cash)
    if held < 10:
        return Sell() if seat == state.turn else Pass()
    most, ask = other.one_of(range(10, held + 1, 10)), other.one_of((False, True)) is True
    if seat != state.turn:
        kinds = (AnswerLot(most=most, ask=ask), Pass())
        return kinds[other.one_of((0, 0, 1)) % 2]
    named = tuple(
        (number, other.one_of(range(0, held + 1, 10)))
        for number in range(len(state.holdings))
        if number != seat and other.one_of((False, True)) is True
    )
    kinds = (Keep(most=most, against=named, ask=ask), Keep(most=most, against=(), ask=ask), Sell())
    return kinds[other.one_of((0, 1, 2)) % 3]


def _other_memories(own: str, other: Otherwise) -> str:
    """Change the private memory of a seat: cash that it was shown."""
    some = [(50, 10), (10, 10), (100, 0)]
    written = ""
    for entry in own.split(END)[:-1]:
        number, _, rest = entry.partition(" ")
        event = _event_of(rest)
        changes: dict[str, Any] = {
            name: other.one_of(some)
            for name in ("cards", "offer", "answer")
            if getattr(event, name, None) is not None
        }
        written += f"{number} {noted(replace(event, **changes))}"
    return written


@lru_cache(maxsize=10_000)
def _event_of(entry: str) -> Any:
    (event,) = remembered("", f"0 {entry}{END}")
    return event


def _laid_open(state: Any, event: Any, reader: Reader) -> bool:
    if event.kind == "handed_over":
        return reader in (event.payer, event.payee) or state.options.open_payments
    if event.kind == "compared":
        return reader in (event.challenger, event.target)
    if event.kind == "raised":  # a secret limit answers a bid
        return state.limit is not None
    if event.kind == "took_free":  # reveals that nobody named an amount
        return state.phase.kind == "lot"
    # a card is turned over, cash is shown, or a deal is decided
    shown = ("turned_over", "exposed", "bids_revealed", "tied", "tie_decided", "deal_won")
    shown += ("settled",)
    return event.kind in shown


def _cash_laid(state: Any, move: Any) -> tuple[str, ...]:
    if move.kind in ("challenge", "offer"):
        return () if move.fanned else ("cards",)
    if move.kind == "raise":  # a bid against a secret limit shows the bidder's own limit
        return ("limit",) if state.limit is None else ()
    if move.kind == "keep":
        return ("most", "against", "ask")
    if move.kind == "answer_lot":
        return ("most", "ask")
    fields = {"seal": "cards", "pay": "cards", "answer": "cards", "set_limit": "limit"}
    return (fields[move.kind],) if move.kind in fields else ()


SECRETS = Secrets(
    disguised=_other_cash,
    reveals=_laid_open,
    sealed=_cash_laid,
    # a bid above half of all the money shows what its bidder holds
    asked_anyway=("sell",),
)
