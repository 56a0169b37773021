"""A secret auction, called a *lot*. It is used if the option `bidding` is "once".

Each bidder passes or names the highest price they would pay (DD-43). The auctioneer chooses to sell
the item, or names the highest price at which they keep it (DD-44). Answers can be changed until the
last player has answered, which settles the auction.
"""

from games.downeast.auctions.payment import award, pay_automatically
from games.downeast.decks import BID_STEP
from games.downeast.events import Answered, LotAnswered, Settled, TookFree, WordGiven
from games.downeast.moves import AnswerLot, Keep, LotAnswer
from games.downeast.state import Lot, Paying
from games.downeast.step_builder import StepBuilder
from games.rules import Seat


def answer_lot(builder: StepBuilder, seat: Seat, move: LotAnswer) -> None:
    """Give or change an answer in a secret auction. The last missing answer settles the auction."""
    phase = builder.phase
    assert isinstance(phase, Lot)
    builder.answers = (*builder.answers[:seat], move, *builder.answers[seat + 1 :])
    _tell_owner(builder, phase, seat, move)
    if seat in phase.answered:
        return  # DD-43: a changed answer stays secret
    builder.tell(Answered(seat=seat, item=phase.item))
    answered = phase.answered | {seat}
    builder.phase = Lot(item=phase.item, lot=phase.lot, answered=answered)
    if len(answered) == len(builder.holdings):
        _settle(builder, phase)


def _tell_owner(builder: StepBuilder, phase: Lot, seat: Seat, move: LotAnswer) -> None:
    """Confirm an answer to the seat that gave it."""
    most = move.most if isinstance(move, AnswerLot | Keep) else None
    ask = isinstance(move, AnswerLot | Keep) and move.ask
    if seat != builder.turn:
        builder.tell_only(LotAnswered(seat=seat, item=phase.item, most=most, ask=ask), seat)
        return
    against = move.against if isinstance(move, Keep) else ()
    word = WordGiven(seat=seat, item=phase.item, most=most, against=against, ask=ask)
    builder.tell_only(word, seat)


def _settle(builder: StepBuilder, phase: Lot) -> None:
    """Decide from all answers who gets the item."""
    answers, builder.answers = builder.answers, ()
    auctioneer, item = builder.turn, phase.item
    amounts = {
        seat: answer.most
        for seat in _bidding_order(builder)
        if isinstance(answer := answers[seat], AnswerLot)
    }
    if not amounts:  # DD-11: without a bid the auctioneer takes it for nothing
        builder.tell(TookFree(seat=auctioneer, item=item))
        award(builder, auctioneer, item)
        return
    bidder, price = _highest(amounts)
    word = answers[auctioneer]
    kept = isinstance(word, Keep) and price <= keep_price(word, bidder)  # DD-44: even if equal
    payer, payee = (auctioneer, bidder) if kept else (bidder, auctioneer)
    own = answers[payer]
    asked = isinstance(own, AnswerLot | Keep) and own.ask
    paid = not asked and payer not in builder.ask_me  # DD-45: automatic payment
    builder.tell(
        Settled(
            payer=payer,
            payee=payee,
            price=price,
            others=tuple(seat for seat in amounts if seat != bidder),
            kept=kept,
            paid=paid,
            item=item,
        )
    )
    owed = Paying(item=item, lot=phase.lot, payer=payer, payee=payee, price=price)
    if paid:
        pay_automatically(builder, owed)
    else:
        builder.phase = owed


def _bidding_order(builder: StepBuilder) -> list[Seat]:
    """List the bidders clockwise from the auctioneer's left."""
    seats = len(builder.holdings)
    return [(builder.turn + step) % seats for step in range(1, seats)]


def _highest(amounts: dict[Seat, int]) -> tuple[Seat, int]:
    """Return the highest bidder and the price. `amounts` must be in bidding order."""
    most = max(amounts.values())
    bidder = next(seat for seat, amount in amounts.items() if amount == most)
    lower = [amount for seat, amount in amounts.items() if seat != bidder]
    if not lower:  # there is a single bidder
        return bidder, BID_STEP
    # one step above the second highest amount, but never above the bidder's own amount
    return bidder, min(most, max(lower) + BID_STEP)


def keep_price(word: Keep, bidder: Seat) -> int:
    """Return the highest price that the auctioneer pays this bidder for the item. 0 means sell."""
    return dict(word.against).get(bidder, word.most or 0)
