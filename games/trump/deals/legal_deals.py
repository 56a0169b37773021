"""Decide which deals and which cards after a deal are legal (TR-44 to TR-46, TR-66, TR-78).

An offer is judged only by what its maker may know. Whether a player can accept an offer depends
only on that player's own cash and cards.
"""

from collections.abc import Iterator
from itertools import islice

from games.trump.cards import CARDS, FORCE_SALE, TAX
from games.trump.deals import samples
from games.trump.deals.offers import can_give, lacking, lacks_play, no_offer, offer_of
from games.trump.moves import (
    Accept,
    Counter,
    ForceSale,
    Move,
    Pass,
    Play,
    Propose,
    Reject,
    Tax,
    Withdraw,
)
from games.trump.refusals import Why, money, not_now, not_on_turn
from games.trump.state import Acting, Offer, Proposed, Relating
from games.trump.turn import play
from games.trump.views import View

_ACCEPT, _REJECT, _WITHDRAW = Accept(), Reject(), Withdraw()
_PROPOSALS = 2
"""The number of sample proposals in a menu."""

# --- offers ---------------------------------------------------------------------------------------


def proposals(view: View) -> Iterator[Propose]:
    """Yield a few sample proposals for the player on turn. They change from turn to turn."""
    offers = samples.proposals(view)
    if view.public.promises:  # only a promise in force can make a sample illegal
        offers = (move for move in offers if not no_propose(view, move))
    return islice(offers, _PROPOSALS)


def no_propose(view: View, move: Propose) -> Why:
    """Return why the player cannot propose this deal."""
    public, seat = view.public, view.seat
    if not public.dealing:  # TR-57: deals need the Dealing Phase
        return ("You can't make deals until the Dealing Phase, and this is the Buying Phase.",)
    # TR-68: only the player on turn proposes
    if seat is None or not isinstance(public.phase, Acting) or seat != public.seat:
        return not_on_turn(view, "offer a deal")
    if not 0 <= move.to < public.seats or move.to == seat:
        return ("Offer a deal to one of the other players.",)
    return no_offer(view, offer_of(seat, move.to, move))


def no_counter(view: View, move: Counter) -> Why:
    """Return why the player cannot answer an offer with this counter-offer."""
    phase, seat = view.public.phase, view.seat
    if seat is None or not isinstance(phase, Proposed) or seat != phase.open.to:
        return not_now(view, "make a counter-offer")
    if phase.counter is not None:  # TR-45: an offer can be countered only once
        return (
            "{0} has made a counter-offer, and a deal gets only one. Accept or reject it.",
            phase.counter.by,
        )
    return no_offer(view, offer_of(seat, phase.offer.by, move))


# --- answers --------------------------------------------------------------------------------------


def in_proposed(view: View) -> Iterator[Move]:
    """Yield the legal moves of a seat while an offer is open."""
    phase = view.public.phase
    assert isinstance(phase, Proposed), "an offer is on the table"
    if view.seat == phase.open.to:
        yield _REJECT
        if not no_accept(view, _ACCEPT):
            yield _ACCEPT
        if phase.counter is None:
            yield from _counters(view, phase.offer)
    elif not no_withdraw(view, _WITHDRAW):
        yield _WITHDRAW


def _counters(view: View, offer: Offer) -> Iterator[Counter]:
    """Yield a sample counter-offer: half the money that was asked for, or another deal."""
    half = samples.half_price(view, offer)
    if half is not None and not no_counter(view, half):
        yield half
        return
    offers = samples.counters(view, offer)
    if view.public.promises:  # only a promise in force can make a sample illegal
        offers = (move for move in offers if not no_counter(view, move))
    yield next(offers)


def no_reject(view: View, move: Reject) -> Why:
    """Return why the player can't reject an offer, or () if they can."""
    phase = view.public.phase
    if not isinstance(phase, Proposed) or view.seat != phase.open.to:
        return not_now(view, "reject an offer")
    return ()


def no_accept(view: View, move: Accept) -> Why:
    """Return why the player can't accept the open offer. Only that player learns the reason."""
    phase = view.public.phase
    if not isinstance(phase, Proposed) or view.seat != phase.open.to:
        return not_now(view, "accept an offer")
    asked = phase.open.get
    if asked.cash > view.cash:  # TR-45: the player must have the cash
        return (f"It asks you for {money(asked.cash)}, and you have {money(view.cash)} in hand.",)
    # TR-66: the card must be in the hand
    if card := lacking(can_give(view, phase.open.by), asked.cards):
        times = asked.cards.count(card)
        if times > 1:
            return (f"It asks you for {times} {card} cards, and you don't have that many.",)
        if card in view.hand:  # TR-80: a card that lies open can't be dealt on
            return (f"It asks you for {CARDS[card].title}, but you've promised yours already.",)
        return (f"It asks you for a card that you don't have: {CARDS[card].title}.",)
    return lacks_play(view, phase.open)


def no_withdraw(view: View, move: Withdraw) -> Why:
    """Return why the player can't withdraw an offer."""
    phase = view.public.phase
    if not isinstance(phase, Proposed) or phase.counter is not None:
        return not_now(view, "withdraw an offer")
    if view.seat != phase.offer.by:
        return ("That's {0}'s offer, so only {0} can withdraw it.", phase.offer.by)
    return ()


# --- a card after a deal --------------------------------------------------------------------------


def related(view: View) -> tuple[str, ...]:
    """List the kinds of card in the hand that are related to the deal just made (TR-46)."""
    phase = view.public.phase
    if not isinstance(phase, Relating) or view.seat != view.public.seat:
        return ()
    kinds: list[str] = []
    for name in dict.fromkeys(view.free):
        card = CARDS[name]
        if card.bidding:  # TR-5: bidding cards are only for sales
            continue
        counted = not card.named or any(named in phase.properties for named in card.named)
        if (
            name in phase.cards
            or name in view.drawn
            or (card.profit and phase.properties and counted)
        ):
            kinds.append(name)
    return tuple(kinds)


def no_related(view: View, move: Play | Tax | ForceSale | Pass) -> Why:
    """Return why the player can't play this card, or no card, after a deal."""
    if not isinstance(view.public.phase, Relating) or view.seat != view.public.seat:
        return not_now(view, "play that card")
    if isinstance(move, Pass):
        return ()
    card = TAX if isinstance(move, Tax) else FORCE_SALE
    if isinstance(move, Play):
        card = move.card
    if card in view.free and not CARDS[card].bidding and card not in related(view):
        return (
            f"{CARDS[card].title} has nothing to do with the deal. Play a card that does, or none.",
        )
    return play.why_not(view, move)


# --- for tests ------------------------------------------------------------------------------------


def near_misses(view: View) -> Iterator[Move]:
    """Yield offers and releases for tests: some are legal, others are just barely illegal."""
    return samples.near_misses(view)
