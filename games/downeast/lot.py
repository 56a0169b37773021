"""One answer a lot, for play across a day: everybody says in secret what it is worth to them.

DD-43: each bidder passes, or says the most they would pay; DD-44: the auctioneer says whether to
sell it, or up to what price to keep it. Each may change that until nobody is left to answer. Then,
in the same step, the highest has it for as much as it took.
"""

from games.downeast.decks import BID_STEP
from games.downeast.events import Answered, LotAnswered, Settled, TookFree, WordGiven
from games.downeast.moves import AnswerLot, Keep, LotAnswer
from games.downeast.payment import house_pays, take
from games.downeast.state import Lot, Paying
from games.downeast.step_builder import Draft
from games.rules import Seat


def answer_lot(draft: Draft, seat: Seat, move: LotAnswer) -> None:
    """Answer the lot, or change one's answer; the last one who is awaited settles it."""
    phase = draft.phase
    assert isinstance(phase, Lot)
    draft.answers = (*draft.answers[:seat], move, *draft.answers[seat + 1 :])
    _tell_owner(draft, phase, seat, move)
    if seat in phase.answered:
        return  # DD-43: that it was changed is told to nobody else
    draft.tell(Answered(seat=seat, item=phase.item))
    answered = phase.answered | {seat}
    draft.phase = Lot(item=phase.item, lot=phase.lot, answered=answered)
    if len(answered) == len(draft.holdings):
        _settle(draft, phase)


def _tell_owner(draft: Draft, phase: Lot, seat: Seat, move: LotAnswer) -> None:
    """Tell whoever has answered what it was."""
    most = move.most if isinstance(move, AnswerLot | Keep) else None
    ask = isinstance(move, AnswerLot | Keep) and move.ask
    if seat != draft.turn:
        draft.tell_only(LotAnswered(seat=seat, item=phase.item, most=most, ask=ask), seat)
        return
    against = move.against if isinstance(move, Keep) else ()
    word = WordGiven(seat=seat, item=phase.item, most=most, against=against, ask=ask)
    draft.tell_only(word, seat)


def _settle(draft: Draft, phase: Lot) -> None:
    """Give the item to whom the answers give it."""
    answers, draft.answers = draft.answers, ()
    auctioneer, item = draft.turn, phase.item
    amounts = {
        seat: answer.most
        for seat in _bidding_order(draft)
        if isinstance(answer := answers[seat], AnswerLot)
    }
    if not amounts:  # DD-11: it is the auctioneer's for nothing
        draft.tell(TookFree(seat=auctioneer, item=item))
        take(draft, auctioneer, item)
        return
    bidder, price = _highest(amounts)
    word = answers[auctioneer]
    kept = isinstance(word, Keep) and price <= keeps_up_to(word, bidder)  # DD-44: inclusive
    payer, payee = (auctioneer, bidder) if kept else (bidder, auctioneer)
    own = answers[payer]
    asked = isinstance(own, AnswerLot | Keep) and own.ask
    paid = not asked and payer not in draft.ask_me  # DD-45
    draft.tell(
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
        house_pays(draft, owed)
    else:
        draft.phase = owed


def _bidding_order(draft: Draft) -> list[Seat]:
    """List the bidders clockwise from the auctioneer's left."""
    seats = len(draft.holdings)
    return [(draft.turn + step) % seats for step in range(1, seats)]


def _highest(amounts: dict[Seat, int]) -> tuple[Seat, int]:
    """Find who has it, and for how much; `amounts` are in bidding order."""
    most = max(amounts.values())
    bidder = next(seat for seat, amount in amounts.items() if amount == most)
    rest = [amount for seat, amount in amounts.items() if seat != bidder]
    if not rest:  # one alone
        return bidder, BID_STEP
    # the next lower answer and a step, or their own amount if that is less, as in a tie
    return bidder, min(most, max(rest) + BID_STEP)


def keeps_up_to(word: Keep, bidder: Seat) -> int:
    """Say up to what price the auctioneer keeps it against a bidder; 0 is not at all."""
    return dict(word.against).get(bidder, word.most or 0)
