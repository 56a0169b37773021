"""The order of turns, the next item, and the end of the game."""

from games.downeast.decks import CHEST_PAYS, END_DEAL_CAP
from games.downeast.displays import all_complete, can_deal, standing
from games.downeast.events import ChestFound, Ended, TurnedOver
from games.downeast.state import Auction, Choosing, Lot, Over, Sealing
from games.downeast.step_builder import Draft

CHOOSING = Choosing()


def next_turn(draft: Draft) -> None:
    """Start the next player's turn, clockwise from the last one (DD-7), or end the game."""
    draft.face_down, draft.limit = (), None
    displays = draft.displays
    if not draft.deck:
        if all_complete(displays):  # DD-36: checked after every deal and auction
            return end(draft, cut_short=False)
        if draft.end_deals >= END_DEAL_CAP:  # DD-37: the deals may go round in circles
            return end(draft, cut_short=True)
    seats = len(displays)
    for step in range(1, seats + 1):
        seat = (draft.turn + step) % seats
        # DD-6: with an empty deck, a player who cannot deal is skipped
        if draft.deck or can_deal(displays, seat):
            draft.turn, draft.turns = seat, draft.turns + 1
            return begin_turn(draft)
    raise AssertionError("an item is shared out, and nobody can deal for it")  # DD-36


def begin_turn(draft: Draft) -> None:
    """Ask for an auction or a deal, or start the auction if no deal is possible."""
    if can_deal(draft.displays, draft.turn):
        draft.phase = CHOOSING
    else:  # DD-46: everybody can see that only an auction is possible
        turn_over(draft)


def turn_over(draft: Draft) -> None:
    """Turn over the next card; a chest pays everybody before the bidding (DD-16)."""
    item, draft.deck = draft.deck[0], draft.deck[1:]
    draft.lots += 1
    draft.tell(TurnedOver(seat=draft.turn, item=item, to_come=len(draft.deck)))
    if item == draft.cards.thief.name:
        draft.phase = _at_the_door(draft)
        return
    if item == draft.cards.treasure:
        card = CHEST_PAYS[draft.chests]
        for seat in range(len(draft.holdings)):  # DD-16: everybody, including the auctioneer
            draft.gets(seat, (card,))
        draft.chests += 1
        draft.tell(ChestFound(item=item, number=draft.chests, card=card))
    if draft.options.bidding == "once":  # DD-43
        draft.phase = Lot(item=item, lot=draft.lots, answered=frozenset())
        draft.answers = (None,) * len(draft.holdings)
        return
    draft.phase = Auction(
        item=item, lot=draft.lots, bids=(), passed=frozenset(), out=frozenset(), called=False
    )


def _at_the_door(draft: Draft) -> Sealing:
    """Ask everybody for a sealed bid, clockwise, the auctioneer last (DD-27)."""
    seats = len(draft.holdings)
    return Sealing(
        item=draft.cards.thief.name,
        lot=draft.lots,
        bidders=tuple((draft.turn + step) % seats for step in range(1, seats + 1)),
        sealed=frozenset(),
        pot=(),
        round=1,
    )


def end(draft: Draft, *, cut_short: bool) -> None:
    """End the game and tell the score."""
    draft.phase = Over(cut_short=cut_short)
    score = standing(draft.displays, draft.cards, over=True)
    winners = tuple(sorted(score.winners))
    draft.tell(Ended(points=score.points, winners=winners, cut_short=cut_short))
