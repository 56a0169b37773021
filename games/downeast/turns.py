"""Start turns, turn over items, and end the game."""

from games.downeast.decks import CHEST_PAYS, END_DEAL_CAP
from games.downeast.displays import all_complete, has_deal, standing
from games.downeast.events import ChestFound, Ended, TurnedOver
from games.downeast.state import Auction, Choosing, Lot, Over, Sealing
from games.downeast.step_builder import StepBuilder

CHOOSING = Choosing()


def next_turn(builder: StepBuilder) -> None:
    """Start the next player's turn, clockwise (DD-7), or end the game."""
    builder.face_down, builder.limit = (), None
    displays = builder.displays
    if not builder.deck:
        if all_complete(displays):  # DD-36: checked after every deal and auction
            return end(builder, cut_short=False)
        if builder.end_deals >= END_DEAL_CAP:  # DD-37: otherwise the deals could go on forever
            return end(builder, cut_short=True)
    seats = len(displays)
    for step in range(1, seats + 1):
        seat = (builder.turn + step) % seats
        # DD-6: when the deck is empty, skip players who cannot deal
        if builder.deck or has_deal(displays, seat):
            builder.turn, builder.turns = seat, builder.turns + 1
            return begin_turn(builder)
    raise AssertionError("an item is shared out, and nobody can deal for it")  # DD-36


def begin_turn(builder: StepBuilder) -> None:
    """Ask for an auction or a deal, or start the auction if no deal is possible."""
    if has_deal(builder.displays, builder.turn):
        builder.phase = CHOOSING
    else:  # DD-46: everybody can see that only an auction is possible
        turn_over(builder)


def turn_over(builder: StepBuilder) -> None:
    """Turn over the next card. A chest pays everybody before the bidding (DD-16)."""
    item, builder.deck = builder.deck[0], builder.deck[1:]
    builder.lots += 1
    builder.tell(TurnedOver(seat=builder.turn, item=item, to_come=len(builder.deck)))
    if item == builder.cards.thief.name:
        builder.phase = _sealed_bids(builder)
        return
    if item == builder.cards.treasure:
        card = CHEST_PAYS[builder.chests]
        for seat in range(len(builder.holdings)):  # DD-16: everybody, including the auctioneer
            builder.give_cash(seat, (card,))
        builder.chests += 1
        builder.tell(ChestFound(item=item, number=builder.chests, card=card))
    if builder.options.bidding == "once":  # DD-43: ask for secret answers
        builder.phase = Lot(item=item, lot=builder.lots, answered=frozenset())
        builder.answers = (None,) * len(builder.holdings)
        return
    builder.phase = Auction(
        item=item, lot=builder.lots, bids=(), passed=frozenset(), out=frozenset(), called=False
    )


def _sealed_bids(builder: StepBuilder) -> Sealing:
    """Ask everybody for a sealed bid, clockwise, with the auctioneer last (DD-27)."""
    seats = len(builder.holdings)
    return Sealing(
        item=builder.cards.thief.name,
        lot=builder.lots,
        bidders=tuple((builder.turn + step) % seats for step in range(1, seats + 1)),
        sealed=frozenset(),
        pot=(),
        round=1,
    )


def end(builder: StepBuilder, *, cut_short: bool) -> None:
    """End the game and announce the score."""
    builder.phase = Over(cut_short=cut_short)
    score = standing(builder.displays, builder.cards, over=True)
    winners = tuple(sorted(score.winners))
    builder.tell(Ended(points=score.points, winners=winners, cut_short=cut_short))
