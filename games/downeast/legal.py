"""Decide which moves are legal, using only what the moving player knows.

Each kind of move has a function `no_…` that returns the refusal for the player, or () if the move
is legal. `check` raises the refusal. `legal_moves` offers the moves without one, the default move
(DD-40) first.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from games.downeast.auctions.legal_auction import (
    auction_moves,
    decision_moves,
    no_buy,
    no_call,
    no_pass,
    no_pay,
    no_raise,
    no_sell,
    no_set_limit,
    payment_moves,
)
from games.downeast.auctions.legal_lot import (
    lot_answers,
    near_keeps,
    no_answer_lot,
    no_keep,
    no_pass_in_lot,
    no_sell_in_lot,
)
from games.downeast.cash import Cash, handful, payments, piles
from games.downeast.displays import has_deal, matches, stake
from games.downeast.moves import (
    Answer,
    AnswerLot,
    AskMe,
    Buy,
    Call,
    Challenge,
    Keep,
    Move,
    Offer,
    Pass,
    Pay,
    Raise,
    Seal,
    Sell,
    SetLimit,
    Surrender,
    TurnOver,
    is_well_formed,
    new_challenge,
)
from games.downeast.refusals import Knowledge, Why, not_in_hand, not_now, placeholders
from games.downeast.state import (
    Auction,
    Choosing,
    Deal,
    Deciding,
    Lot,
    Over,
    Paying,
    Sealing,
)
from games.downeast.views import View
from games.rules import IllegalMove, Seat

_TURN_OVER, _SURRENDER = TurnOver(), Surrender()
_ASK_ME, _HOUSE_PAYS = (AskMe(on=True),), (AskMe(on=False),)


def check(view: Knowledge, move: Move) -> None:
    """Raise IllegalMove if this seat may not make this move."""
    if not is_well_formed(move):
        raise IllegalMove("That isn't a move in this game.")
    if isinstance(view.phase, Over):
        raise IllegalMove("The game is over.")
    why_not = _REFUSALS[type(move)](view, move)
    if why_not:
        raise IllegalMove(*why_not)


def legal_moves(view: View) -> Iterator[Move]:
    """Yield the legal moves of the view's owner. Yield only samples of the `sampled` kinds."""
    phase = view.phase
    if view.seat is None or isinstance(phase, Over):
        return iter(())
    # DD-45: switching between automatic and own payment is always legal
    asking = _HOUSE_PAYS if view.seat in view.ask_me else _ASK_ME
    return chain(_IN_PHASE[type(phase)](view), asking)


def can(view: View, *kinds: type[Move]) -> bool:
    """Return whether the owner of a view has a legal move among these kinds."""
    return any(isinstance(move, kinds) for move in legal_moves(view))


def _offers(hand: Cash) -> Iterator[tuple[Cash, bool]]:
    """Yield sample offers from a hand. All appear stacked, and some also fanned out (DD-21)."""
    some = piles(hand)
    for at, cards in enumerate(some):
        yield cards, False
        if at % 3 == 2 or len(some) < 3:
            yield cards, True


# --- a turn ---------------------------------------------------------------------------------------


def _turn_moves(view: View) -> Iterator[Move]:
    if not _no_turn_over(view):
        yield _TURN_OVER
    if _no_deal(view):
        return
    for match in matches(view.displays, view.turn):
        for cards, fanned in _offers(view.cash):
            yield new_challenge(item=match.item, target=match.target, cards=cards, fanned=fanned)


def _no_turn_over(view: Knowledge, move: TurnOver = _TURN_OVER) -> Why:
    if not isinstance(view.phase, Choosing):
        return not_now(view, "turn over a card")
    if view.seat != view.turn:
        return ("It's {0}'s turn, not yours.", view.turn)
    if not view.to_come:
        return ("There are no cards left to auction. Start a Downeast Deal.",)
    return ()


def _no_deal(view: Knowledge) -> Why:
    if not isinstance(view.phase, Choosing):
        return not_now(view, "start a deal")
    if view.seat != view.turn:
        return ("It's {0}'s turn. You can start a deal on your own turn only.", view.turn)
    if not has_deal(view.displays, view.turn):
        return ("Nobody else owns any item that you own. Auction the next item.",)
    return ()


def _no_challenge(view: Knowledge, move: Challenge) -> Why:
    if why_not := _no_deal(view):
        return why_not
    item, target, mine = move.item, move.target, view.displays[view.turn]
    if not 0 <= target < len(view.displays) or target == view.seat:
        return ("Deal with one of the other players.",)
    if item not in mine:
        return ("You don't own that item, and in a deal both players must own one.",)
    if not stake(view.displays, item, view.turn, target):  # DD-18
        return _owns_none(view, item, target)
    return not_in_hand(view, move.cards)


def _owns_none(view: Knowledge, item: str, target: Seat) -> Why:
    others = [match.target for match in matches(view.displays, view.turn) if match.item == item]
    if not others:
        return (f"{{0}} owns no {item}. Nobody does except you.", target)
    do = "does" if len(others) == 1 else "do"
    return (f"{{0}} owns no {item}, but {placeholders(others, 1)} {do}.", target, *others)


# --- deals ----------------------------------------------------------------------------------------


def _deal_moves(view: View) -> Iterator[Move]:
    if not _no_surrender(view):
        yield _SURRENDER
        for cards in piles(view.cash):
            yield Answer(cards=cards)
    elif not _no_new_offer(view):
        for cards, fanned in _offers(view.cash):
            yield Offer(cards=cards, fanned=fanned)


def _no_new_offer(view: Knowledge) -> Why:
    phase = view.phase
    if not isinstance(phase, Deal):
        return not_now(view, "offer again")
    challenger, target = phase.challenger, phase.target
    if view.seat == target:  # DD-24: after a tie the roles stay the same
        return ("{0} challenged you, so only {0} makes an offer.", challenger)
    if view.seat != challenger:
        return ("{0} challenged {1}, so only {0} makes an offer.", challenger, target)
    if phase.laid:
        return ("Your offer is on the table. {0} has to answer it.", target)
    return ()


def _no_offer(view: Knowledge, move: Offer) -> Why:
    return _no_new_offer(view) or not_in_hand(view, move.cards)


def _as_target(view: Knowledge, what: str) -> Why:
    phase = view.phase
    if not isinstance(phase, Deal):
        return not_now(view, what)
    if view.seat == phase.challenger:
        return ("You challenged {0}, so only {0} can answer or give in.", phase.target)
    if view.seat != phase.target:
        return (
            "{0} challenged {1}, so only {1} can answer or give in.",
            phase.challenger,
            phase.target,
        )
    return () if phase.laid else not_now(view, what)  # DD-24: after a tie, a new offer comes first


def _no_surrender(view: Knowledge, move: Surrender = _SURRENDER) -> Why:
    return _as_target(view, "give in")


def _no_answer(view: Knowledge, move: Answer) -> Why:
    return _as_target(view, "answer") or not_in_hand(view, move.cards)


# --- the Thief ------------------------------------------------------------------------------------


def _sealed_bids(view: View) -> Iterator[Move]:
    if not _no_sealing(view):
        for cards in piles(view.cash):
            yield Seal(cards=cards)


def _no_sealing(view: Knowledge) -> Why:
    phase = view.phase
    if not isinstance(phase, Sealing):
        return not_now(view, "seal a bid")
    if view.seat not in phase.bidders:  # DD-29: only tied bidders bid again
        tied = phase.bidders
        return (
            f"Only {placeholders(tied)} bid again, because they tied for the lowest bid.",
            *tied,
        )
    return (
        ("You've sealed your bid already, and can't change it.",)
        if view.seat in phase.sealed
        else ()
    )


def _no_seal(view: Knowledge, move: Seal) -> Why:
    return _no_sealing(view) or not_in_hand(view, move.cards)


# --- automatic payment ----------------------------------------------------------------------------


def _no_ask_me(view: Knowledge, move: AskMe) -> Why:
    if move.on == (view.seat in view.ask_me):
        if move.on:
            return ("You already pick the cards whenever you pay.",)
        return ("I already pick the cards for you.",)
    return ()


# --- open and secret bidding ----------------------------------------------------------------------


def _no_pass(view: Knowledge, move: Pass) -> Why:
    return (no_pass_in_lot if isinstance(view.phase, Lot) else no_pass)(view, move)


def _no_sell(view: Knowledge, move: Sell) -> Why:
    return (no_sell_in_lot if isinstance(view.phase, Lot) else no_sell)(view, move)


_IN_PHASE: dict[type, Callable[[View], Iterator[Move]]] = {
    Choosing: _turn_moves,
    Auction: auction_moves,
    Lot: lot_answers,
    Deciding: decision_moves,
    Paying: payment_moves,
    Deal: _deal_moves,
    Sealing: _sealed_bids,
}

_REFUSALS: dict[type, Callable[[Knowledge, Any], Why]] = {
    TurnOver: _no_turn_over,
    Raise: no_raise,
    SetLimit: no_set_limit,
    Pass: _no_pass,
    Call: no_call,
    Sell: _no_sell,
    Buy: no_buy,
    Pay: no_pay,
    AnswerLot: no_answer_lot,
    Keep: no_keep,
    AskMe: _no_ask_me,
    Challenge: _no_challenge,
    Offer: _no_offer,
    Surrender: _no_surrender,
    Answer: _no_answer,
    Seal: _no_seal,
}


def near_misses(view: View) -> Iterator[Move]:
    """Yield payments and auctioneer's answers for tests: some legal, some barely illegal.

    The payments are the legal ones (DD-14) and variants with a wrong card or a wrong order.
    """
    phase = view.phase
    if isinstance(phase, Lot):
        yield from near_keeps(view)
    if not isinstance(phase, Paying):
        return
    for cards in payments(view.cash, phase.price)[:40]:
        yield Pay(cards=cards)
        yield Pay(cards=cards[::-1])
        yield Pay(cards=cards[1:])
        yield Pay(cards=cards[:-1])
        for card in set(view.cash) | {500, 0, 7}:
            yield Pay(cards=handful((*cards, card)))
            yield Pay(cards=handful((*cards[:-1], card)))
