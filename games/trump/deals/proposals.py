"""Propose, answer and complete deals between two players."""

from games.rules import Seat
from games.trump import promises
from games.trump.cards import in_order, without
from games.trump.deals.legal_deals import no_related
from games.trump.deals.offers import offer_of, plays_from_goods, plays_from_hand
from games.trump.events import (
    DealCountered,
    DealProposed,
    DealRejected,
    DealStruck,
    DealWithdrawn,
    DrawnAtRandom,
    NoCardPlayed,
)
from games.trump.moves import Accept, Counter, Pass, Propose, Reject, Then, Withdraw
from games.trump.state import Offer, Proposed, Relating
from games.trump.step_builder import StepBuilder
from games.trump.turn import play
from games.trump.views import seen_by

_PASS = Pass()


def propose(step: StepBuilder, seat: Seat, move: Propose) -> None:
    """Propose a deal to another player."""
    offer = offer_of(seat, move.to, move)
    step.passes = 0  # TR-49: a proposal ends a series of passes, even if it is rejected
    step.then = move.then
    step.phase = Proposed(offer=offer, counter=None)
    step.tell(DealProposed(offer=offer))


def counter(step: StepBuilder, seat: Seat, move: Counter) -> None:
    """Answer an offer with a counter-offer. The player who made the offer must answer it."""
    offer = _proposal(step).offer
    answer = offer_of(seat, offer.by, move)
    step.then = None  # TR-78: the secret choice of a card was for the first offer only
    step.phase = Proposed(offer=offer, counter=answer)
    step.tell(DealCountered(offer=answer))


def reject(step: StepBuilder, seat: Seat, move: Reject) -> None:
    """Reject the open offer, which ends the turn (TR-45)."""
    phase = _proposal(step)
    step.phase = None
    step.tell(DealRejected(seat=seat, by=phase.open.by, countered=phase.counter is not None))


def withdraw(step: StepBuilder, seat: Seat, move: Withdraw) -> None:
    """Withdraw the player's own offer, which ends the turn (TR-45)."""
    offer = _proposal(step).offer
    step.phase = None
    step.tell(DealWithdrawn(seat=seat, to=offer.to))


def _proposal(step: StepBuilder) -> Proposed:
    assert isinstance(step.phase, Proposed), "an offer is on the table"
    return step.phase


# --- an accepted deal -----------------------------------------------------------------------------


def accept(step: StepBuilder, seat: Seat, move: Accept) -> None:
    """Accept the open offer and carry it out."""
    offer = _proposal(step).open
    step.lively = step.turn  # TR-49: a deal restarts the count of quiet turns
    step.tell(DealStruck(seat=seat, offer=offer))
    drawn = _exchange_goods(step, offer)
    promises.make(step, offer.by, offer.to, offer.promises)
    then, step.then, step.phase = step.then, None, None
    _ask_for_related_card(step, offer, drawn)
    if step.phase is not None and then is not None:
        _play_chosen_card(step, then)


def _exchange_goods(step: StepBuilder, offer: Offer) -> tuple[str, ...]:
    """Exchange the goods of a deal. Return the cards that the player on turn drew at random."""
    sides = ((offer.by, offer.to, offer.give), (offer.to, offer.by, offer.get))
    for giver, receiver, goods in sides:
        step.pay(giver, receiver, goods.cash)
        for property in goods.properties:
            step.set_owner(property, receiver)
            promises.lost(step, property, receiver)
        for card in goods.cards:
            promises.card_dealt(step, giver, card, receiver)
            step.remove_cards(giver, card)
    # TR-67: draw the random cards from each hand before it gets the other side's cards
    drawn = [
        [step.remove_random_card(giver, plays_from_hand(offer, giver)) for _ in range(goods.random)]
        for giver, _, goods in sides
    ]
    came: tuple[str, ...] = ()
    for (giver, receiver, goods), some in zip(sides, drawn, strict=True):
        step.add_cards(receiver, *goods.cards, *some)
        if some:
            cards = in_order(some)
            step.tell_only(DrawnAtRandom(seat=receiver, giver=giver, cards=cards), giver, receiver)
            if receiver == step.seat:
                came = cards
    return came


def _ask_for_related_card(step: StepBuilder, offer: Offer, drawn: tuple[str, ...]) -> None:
    """Ask the player on turn to play a card related to the deal, if one may be playable (TR-46)."""
    mine, goods = step.seat, offer.get
    other = offer.to
    if offer.by != mine:
        goods, other = offer.give, offer.by
    if not (goods.properties or goods.cards or goods.random) or not step.hands[mine]:
        return
    cards = without(goods.cards, plays_from_goods(offer, mine))  # TR-81: those wait for their turn
    step.drawn = drawn
    step.phase = Relating(
        other=other, properties=goods.properties, cards=cards, random=goods.random
    )
    if not goods.properties and not goods.random:
        view = seen_by(step.state(), mine)
        if next(play.plays(view, cards), None) is None:
            step.phase = None  # TR-60: everybody can see that none of the named cards can be played


def _play_chosen_card(step: StepBuilder, then: Then) -> None:
    """Play the card chosen with the proposal (TR-78). Play no card if that is impossible."""
    seat = step.seat
    if isinstance(then, Pass) or no_related(seen_by(step.state(), seat), then):
        pass_related(step, seat, _PASS)
    else:
        step.phase = None
        play.perform(step, seat, then)


def pass_related(step: StepBuilder, seat: Seat, move: Pass) -> None:
    """Finish a deal without playing a related card."""
    step.phase = None
    step.tell(NoCardPlayed(seat=seat))
