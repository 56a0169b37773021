"""The Thief (Coal in the Yankee Swap deck) and the sealed bids to avoid it.

Everybody bids, including the auctioneer. The lowest bidder takes the Thief and all the cash that
was bid. Players who tie for the lowest bid must bid again. The earlier bids stay in the pot.
"""

from games.downeast.cash import handful
from games.downeast.decks import TIE_CAP
from games.downeast.events import BidsRevealed, LaidDown, Revealed, Sealed, ThiefTaken
from games.downeast.moves import Seal
from games.downeast.state import Pile, Sealing
from games.downeast.step_builder import StepBuilder
from games.downeast.turns import next_turn
from games.rules import Seat


def seal(builder: StepBuilder, seat: Seat, move: Seal) -> None:
    """Lay down a sealed bid. All bids are revealed when the last one is sealed."""
    phase = builder.phase
    assert isinstance(phase, Sealing)
    builder.take_cash(seat, move.cards)
    builder.face_down = (*builder.face_down, Pile(seat=seat, cards=move.cards))
    phase = Sealing(
        item=phase.item,
        lot=phase.lot,
        bidders=phase.bidders,
        sealed=phase.sealed | {seat},
        pot=phase.pot,
        round=phase.round,
    )
    left = len(phase.bidders) - len(phase.sealed)
    builder.tell(Sealed(seat=seat, left=left))
    builder.tell_only(LaidDown(seat=seat, cards=move.cards), seat)
    builder.phase = phase
    if not left:
        _reveal(builder, phase)


def _reveal(builder: StepBuilder, phase: Sealing) -> None:
    piles = {pile.seat: pile.cards for pile in builder.face_down}
    bids = tuple(Revealed(seat=seat, cards=piles[seat]) for seat in phase.bidders)
    pot = handful(phase.pot + tuple(card for bid in bids for card in bid.cards))
    builder.face_down = ()
    least = min(sum(bid.cards) for bid in bids)
    # DD-29: earlier bids do not count in a tie-break
    lowest = [bid.seat for bid in bids if sum(bid.cards) == least]
    tied = tuple(lowest) if len(lowest) > 1 else ()
    builder.tell(BidsRevealed(item=phase.item, round=phase.round, bids=bids, tied=tied))
    # DD-30: if the tied bidders have no cash, or after too many rounds, the first takes the Thief
    broke = not any(builder.money_of(seat) for seat in lowest)
    if tied and not broke and phase.round < TIE_CAP:
        builder.phase = Sealing(
            item=phase.item,
            lot=phase.lot,
            bidders=tied,
            sealed=frozenset(),
            pot=pot,
            round=phase.round + 1,
        )
        return
    # DD-28: the lowest bidder takes the Thief and all the cash that was bid
    seat = lowest[0]
    builder.give_cash(seat, pot)
    builder.give_items(seat, phase.item, 1)
    builder.tell(ThiefTaken(seat=seat, item=phase.item, pot=pot, by_order=bool(tied)))
    builder.tell_if_complete(seat, phase.item)
    next_turn(builder)
