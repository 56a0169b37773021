"""The promises that a draft's writer can choose from, and their wording in a menu."""

from collections.abc import Iterator
from dataclasses import replace

from cogs.trump.deal import lent_card, named_card, next_turn
from cogs.trump.deals.offer_draft import OfferDraft
from cogs.trump.words import Voice, the, upper
from games.rules import Seat
from games.trump.cards import CARDS, PROFIT_CARDS, PROPERTIES
from games.trump.moves import Clause, Duty
from games.trump.state import Public
from games.trump.views import View


def owned_after(draft: OfferDraft, view: View, seat: Seat) -> tuple[str, ...]:
    """List the properties that a party will own after the deal, as far as the draft says."""
    comes, goes = draft.get, draft.give
    if seat != view.seat:
        comes, goes = goes, comes
    other = draft.to if seat == view.seat else view.seat
    mine, theirs = view.public.owned(seat), view.public.owned(other)
    return tuple(
        name
        for name in PROPERTIES
        if (name in mine and name not in goes.properties)
        or (name in theirs and name in comes.properties)
    )


def possible_promises(draft: OfferDraft, view: View) -> Iterator[Clause]:
    """Yield a first version of every promise that the two parties can make, the likeliest first.

    A property in this deal is returned for the cash that it costs now, at the end of the receiver's
    next turn. A promise already in the draft is continued instead (TR-73).
    """
    seat, to = view.seat, draft.to
    assert seat is not None, "a draft is written by a seat"
    assert to is not None, "a draft is begun with somebody"
    both = (seat, to)
    on_it = {clause.property: clause for clause in draft.promises if clause.property is not None}
    after = {by: owned_after(draft, view, by) for by in both}
    lent = (*draft.give.properties, *draft.get.properties)
    returns = [on_it.get(box) or _return(draft, view, by, box) for by in both for box in after[by]]
    yield from (back for back in returns if back.property in lent)
    for by in both:
        cards = dict.fromkeys(got_in(draft, by))
        yield from (_give_back(draft, by, card, view.public) for card in cards)
    yield from (_promise(by, "pay", view.public) for by in both)
    yield from (
        _promise(by, "play", view.public) for by in both if plays_to_promise(draft, by, view)
    )
    yield from (back for back in returns if back.property not in lent and back.duty == "return")
    for by in both:
        yield from (_promise(by, "keep", view.public, box) for box in after[by] if box not in on_it)
    yield from (back for back in returns if back.property not in lent and back.duty == "keep")
    yield from (_promise(by, "spare", view.public) for by in both)


def got_in(draft: OfferDraft, by: Seat) -> tuple[str, ...]:
    """List the cards that a party gets by name in this deal."""
    return (draft.give if by == draft.to else draft.get).cards


def gives_back(draft: OfferDraft, by: Seat, card: str) -> list[Clause]:
    """List the draft's promises of a party to give back cards of this kind."""
    return [
        clause
        for clause in draft.promises
        if clause.duty == "give_back" and (clause.by, clause.card) == (by, card)
    ]


def plays_to_promise(draft: OfferDraft, by: Seat, view: View) -> tuple[str, ...]:
    """List the kinds of card whose play a party may be able to promise (TR-81).

    The writer doesn't know the other party's hand, so that party may hold any kind.
    """
    kinds = [*got_in(draft, by)]
    if by == view.seat:
        given = draft.give.cards
        kinds += [card for card in view.hidden if view.hidden.count(card) > given.count(card)]
    elif view.public.hidden(by):
        kinds += PROFIT_CARDS
    return tuple(card for card in CARDS if card in PROFIT_CARDS and card in kinds)


def _give_back(draft: OfferDraft, by: Seat, card: str, public: Public) -> Clause:
    """Return a first version of a promise to give a card back, one for each copy (TR-80).

    If every copy in this deal has its promise, return the first of those promises.
    """
    promised = gives_back(draft, by, card)
    if len(promised) >= got_in(draft, by).count(card):
        return promised[0]
    return replace(_promise(by, "give_back", public), card=card)


def _return(draft: OfferDraft, view: View, by: Seat, property: str) -> Clause:
    clause = _promise(by, "return", view.public, property, _price(draft, property))
    mine = by == view.seat == view.public.seat and property in draft.get.properties
    if mine and any(property in CARDS[card].named for card in view.hand):
        return replace(clause, turn=view.public.turn)  # TR-46: the receiver can use it this turn
    return clause


def _price(draft: OfferDraft, property: str) -> int:
    """Return the cash paid for a property in this deal, the likeliest price of its return."""
    if property in draft.give.properties:
        return draft.get.cash
    return draft.give.cash if property in draft.get.properties else 0


def _promise(
    by: Seat, duty: Duty, public: Public, property: str | None = None, amount: int = 0
) -> Clause:
    return Clause(
        by=by,
        duty=duty,
        amount=amount,
        property=property,
        card=None,
        turn=None if duty == "pay" else next_turn(public, by),
        lapses=duty in ("keep", "spare"),
    )


def promise_label(clause: Clause, draft: OfferDraft, voice: Voice) -> str:
    """Describe a promise in a menu, without its amount and its time."""
    by, property = clause.by, the(clause.property or "property")
    to = draft.to if by == voice.to else voice.to
    assert to is not None, "a promise is made to somebody"
    other = voice.who(to)
    lent = draft.get if by == voice.to else draft.give
    match clause.duty:
        case "pay":
            text = f"{voice.verb(by, 'pay', 'pays')} {other} money"
        case "return" if clause.property in lent.properties:
            text = f"{voice.verb(by, 'give', 'gives')} {property} back"
        case "return":
            text = f"{voice.verb(by, 'hand', 'hands')} {property} over"
        case "keep":
            text = f"{voice.verb(by, 'keep', 'keeps')} {property}"
        case "spare":
            text = f"{voice.verb(by, 'spare', 'spares')} {other} Tax and Force Sale"
        case "give_back":
            text = f"{voice.verb(by, 'give', 'gives')} {lent_card(clause)} back"
        case "play":
            card = named_card(clause) if clause.card else "a card on a later turn"
            text = f"{voice.verb(by, 'play', 'plays')} {card}"
    return upper(text)
