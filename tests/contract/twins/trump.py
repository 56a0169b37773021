"""TRUMP The Game hides hands, the pile, sealed bids, plans, and the words of an offer."""

from dataclasses import replace
from typing import Any

from games.trump.cards import RANK, without
from games.trump.deals.offers import plays_from_hand
from games.trump.moves import Pass, Plan
from tests.contract.twins.types import Otherwise, Reader, Readers, Secrets


def _shown(state: Any, seat: int) -> list[str]:
    """Return the cards that a seat has shown to hold: open ones, and those of its offers."""
    phase, shown = state.public.phase, list(state.public.open_cards(seat))
    if phase.kind == "proposed":
        for offer in (phase.offer, phase.counter):
            if offer and offer.by == seat:
                shown += [*offer.give.cards, *plays_from_hand(offer, seat)]
    return shown


def _other_cards(state: Any, readers: Readers, other: Otherwise) -> Any:
    public = state.public
    others = [seat for seat in range(len(state.hands)) if seat not in readers]
    hidden = [*state.pile, *(card for seat in others for card in state.hands[seat])]
    for seat in others:
        for card in _shown(state, seat):
            hidden.remove(card)
    mixed = other.dealt(hidden)
    hands, sealed, plans = list(state.hands), list(state.sealed), list(state.plans)
    for seat in others:
        shown = _shown(state, seat)
        drawn = [mixed.pop() for _ in state.hands[seat][len(shown) :]]
        hands[seat] = tuple(sorted([*shown, *drawn], key=lambda card: RANK.get(card, 0)))
        if sealed[seat] is not None:
            sealed[seat] = other.one_of(range(0, public.cash[seat] + 10, 10))
        if public.phase.kind in ("opening", "bidding"):
            limit = other.one_of(range(0, 600, 10))
            plan = Plan(limit=limit, investors="use", out="ask", back="yes")
            plans[seat] = other.one_of([plan, None, None])
    then, drawn = state.then, state.drawn
    if public.seat not in readers:
        then = other.one_of([None, Pass()]) if public.phase.kind == "proposed" else then
        hidden = without(hands[public.seat], public.open_cards(public.seat))
        drawn = tuple(other.dealt(hidden)[: len(drawn)])
    return replace(
        state,
        hands=tuple(hands),
        pile=tuple(mixed),
        sealed=tuple(sealed),
        plans=tuple(plans),
        then=then,
        drawn=drawn,
    )


def _laid_open(state: Any, event: Any, reader: Reader) -> bool:
    if event.kind in ("bid_passed", "raised", "knocked_out", "came_back"):
        return True  # a plan acts
    if event.kind == "deal_struck":  # a follow-up that was given with an offer acts
        return True
    if event.kind == "drew_card":
        return reader == event.seat
    if event.kind == "took_card":
        return reader in (event.seat, event.victim)
    if event.kind == "drawn_at_random":
        return reader in (event.seat, event.giver)
    return event.kind in ("bids_opened", "played")


def _sealed(state: Any, move: Any) -> tuple[str, ...]:
    fields = {
        "open_bid": ("amount", "limit", "investors", "out", "back"),
        "plan": ("limit", "investors", "out", "back"),
        "propose": ("then",),
    }
    return fields.get(move.kind, ())


SECRETS = Secrets(
    disguised=_other_cards,
    reveals=_laid_open,
    sealed=_sealed,
    # only cards and bids are secret: everybody sees a die, and its effect is kept
    open_luck={"rolled.die": "TR-55", "rolled_to_start.rolls": "TR-55"},
    asked_anyway=("reject",),
)
