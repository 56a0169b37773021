"""The Thief (Coal, in the Yankee Swap deck): sealed bids to keep it away.

All bid, the auctioneer too. The lowest bid takes the Thief, and all the cash of all the bids. Who
tied for lowest bids again, what was bid before stays in the pot.
"""

from dataclasses import replace

from games.downeast.cash import handful
from games.downeast.decks import TIE_CAP
from games.downeast.events import BidsRevealed, LaidDown, Revealed, Sealed, ThiefTaken
from games.downeast.moves import Seal
from games.downeast.state import (
    Outcome,
    Pile,
    Sealing,
    State,
    after,
    check_lot,
    completed,
    in_hand,
    phase_of,
    public,
    refuse,
    secret,
    with_cash,
    with_items,
)
from games.downeast.turns import next_turn
from games.rules import Seat, Step


def at_the_door(state: State) -> Outcome:
    """Ask everybody for a sealed bid, clockwise from the auctioneer's left, who is last (DD-27)."""
    seats = len(state.holdings)
    order = tuple((state.turn + step) % seats for step in range(1, seats + 1))
    phase = Sealing(item=state.cards.thief.name, lot=state.lots, bidders=order)
    return Step(replace(state, phase=phase))


def seal(state: State, seat: Seat, move: Seal) -> Outcome:
    """Lay down any cash, or none; the last bid of the round turns all of them up."""
    phase = phase_of(state, Sealing, "seal a bid")
    check_lot(move.lot, phase.lot)
    if seat not in phase.bidders:  # DD-29: only the tied bid again
        refuse("Only those who tied for the lowest bid bid again.")
    if seat in phase.sealed:
        refuse("Your bid is sealed already; it stands.")
    if move.round != phase.round:
        refuse("The bids were tied, and a new round has begun: seal a new bid.")
    cards = in_hand(state, seat, handful(move.cards))
    phase = replace(phase, sealed=phase.sealed | {seat})
    state = replace(
        with_cash(state, seat, gives=cards),
        phase=phase,
        face_down=(*state.face_down, Pile(seat, cards)),
    )
    left = len(phase.bidders) - len(phase.sealed)
    told = public(Sealed(seat=seat, left=left)) + secret(LaidDown(seat=seat, cards=cards), seat)
    return Step(state, told) if left else after(told, _reveal(state, phase))


def _reveal(state: State, phase: Sealing) -> Outcome:
    piles = {pile.seat: pile.cards for pile in state.face_down}
    bids = tuple(Revealed(seat, piles[seat]) for seat in phase.bidders)
    pot = handful(phase.pot + tuple(card for bid in bids for card in bid.cards))
    state = replace(state, face_down=())
    least = min(sum(bid.cards) for bid in bids)
    # DD-29: in a tie-break only its own bids count
    lowest = [bid.seat for bid in bids if sum(bid.cards) == least]
    tie = len(lowest) > 1
    told = public(
        BidsRevealed(
            item=phase.item, round=phase.round, bids=bids, tied=tuple(lowest) if tie else ()
        )
    )
    # DD-30: without cash, or after too many rounds, the first in bidding order takes it
    broke = not any(sum(state.holdings[seat].cash) for seat in lowest)
    if not tie or broke or phase.round >= TIE_CAP:
        return after(told, _take(state, phase, lowest[0], pot, by_order=tie))
    again = replace(
        phase, bidders=tuple(lowest), sealed=frozenset(), pot=pot, round=phase.round + 1
    )
    return Step(replace(state, phase=again), told)


def _take(
    state: State, phase: Sealing, seat: Seat, pot: tuple[int, ...], *, by_order: bool
) -> Outcome:
    """Give the lowest bidder the Thief and all the cash, their own included (DD-28)."""
    state = with_items(with_cash(state, seat, gets=pot), seat, phase.item, 1)
    told = public(ThiefTaken(seat=seat, item=phase.item, pot=pot, by_order=by_order))
    return after(told + completed(state, seat, phase.item), next_turn(state))
