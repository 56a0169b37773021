"""The Thief (Coal, in the Yankee Swap deck): sealed bids to keep it away.

All bid, the auctioneer too. The lowest bid takes the Thief, and all the cash of all the bids. Who
tied for lowest bids again, what was bid before stays in the pot.
"""

from games.downeast.cash import handful
from games.downeast.decks import TIE_CAP
from games.downeast.events import BidsRevealed, LaidDown, Revealed, Sealed, ThiefTaken
from games.downeast.moves import Seal
from games.downeast.state import Pile, Sealing
from games.downeast.step_builder import Draft
from games.downeast.turns import next_turn
from games.rules import Seat


def seal(draft: Draft, seat: Seat, move: Seal) -> None:
    """Lay down any cash, or none; the last bid of the round turns all of them up."""
    phase = draft.phase
    assert isinstance(phase, Sealing)
    draft.gives(seat, move.cards)
    draft.face_down = (*draft.face_down, Pile(seat=seat, cards=move.cards))
    phase = Sealing(
        item=phase.item,
        lot=phase.lot,
        bidders=phase.bidders,
        sealed=phase.sealed | {seat},
        pot=phase.pot,
        round=phase.round,
    )
    left = len(phase.bidders) - len(phase.sealed)
    draft.tell(Sealed(seat=seat, left=left))
    draft.tell_only(LaidDown(seat=seat, cards=move.cards), seat)
    draft.phase = phase
    if not left:
        _reveal(draft, phase)


def _reveal(draft: Draft, phase: Sealing) -> None:
    piles = {pile.seat: pile.cards for pile in draft.face_down}
    bids = tuple(Revealed(seat=seat, cards=piles[seat]) for seat in phase.bidders)
    pot = handful(phase.pot + tuple(card for bid in bids for card in bid.cards))
    draft.face_down = ()
    least = min(sum(bid.cards) for bid in bids)
    # DD-29: in a tie-break only its own bids count
    lowest = [bid.seat for bid in bids if sum(bid.cards) == least]
    tied = tuple(lowest) if len(lowest) > 1 else ()
    draft.tell(BidsRevealed(item=phase.item, round=phase.round, bids=bids, tied=tied))
    # DD-30: without cash, or after too many rounds, the first in bidding order takes it
    broke = not any(draft.money_of(seat) for seat in lowest)
    if tied and not broke and phase.round < TIE_CAP:
        draft.phase = Sealing(
            item=phase.item,
            lot=phase.lot,
            bidders=tied,
            sealed=frozenset(),
            pot=pot,
            round=phase.round + 1,
        )
        return
    # DD-28: the lowest bidder takes the Thief and all the cash, their own included
    seat = lowest[0]
    draft.gets(seat, pot)
    draft.wins(seat, phase.item, 1)
    draft.tell(ThiefTaken(seat=seat, item=phase.item, pot=pot, by_order=bool(tied)))
    draft.tell_if_complete(seat, phase.item)
    next_turn(draft)
