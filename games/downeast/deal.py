"""The Downeast Deal: two players, matching items, and cash face down.

The challenger stakes one item (two, if both own two) and lays down an offer. The target takes the
cash and gives in, or answers with cash of their own: then the offers change hands, and the higher
one wins the items. For Thieves it is the other way round: the lower one takes them, and all the
cash with them. Equal offers are picked up, and the challenger offers again.
"""

from dataclasses import replace

from games.downeast.cash import Cash, handful
from games.downeast.decks import TIE_CAP
from games.downeast.displays import matches, stake
from games.downeast.events import Challenged, Compared, DealWon, LaidDown, Surrendered, Tied
from games.downeast.moves import Answer, Challenge, Offer, Surrender
from games.downeast.state import (
    Choosing,
    Deal,
    Outcome,
    Pile,
    State,
    after,
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


def challenge(state: State, seat: Seat, move: Challenge) -> Outcome:
    """Start a deal for an item that both own, with a first offer."""
    phase_of(state, Choosing, "start a deal")
    if seat != state.turn:
        refuse("It is not your turn: a deal takes your turn.")
    if not 0 <= move.target < len(state.holdings) or move.target == seat:
        refuse("Deal with one of the other players.")
    staked = stake(state.displays, move.item, seat, move.target)
    if not staked:
        refuse(_why_not(state, seat, move))
    phase = Deal(item=move.item, challenger=seat, target=move.target, stake=staked)
    if not state.deck:
        state = replace(state, end_deals=state.end_deals + 1)
    return _lay_down(state, phase, move.cards, move.fanned)


def _why_not(state: State, seat: Seat, move: Challenge) -> str:
    if not matches(state.displays, seat):
        return "You own nothing that anybody else owns too: run an auction."
    if move.item not in state.displays[seat]:
        return "You do not own that item, and a deal needs one on both sides."
    return "They do not own that item, and a deal needs one on both sides."


def offer_again(state: State, seat: Seat, move: Offer) -> Outcome:
    """Lay down a new offer after a tie."""
    phase = phase_of(state, Deal, "make an offer")
    if seat != phase.challenger:  # DD-24: the roles stay as they are
        refuse("It is the challenger who offers.")
    if phase.laid:
        refuse("Your offer is on the table: it is for the other player to answer.")
    if (move.item, move.target, move.offer) != (phase.item, phase.target, phase.offer):
        refuse("That was for another deal. Look again.")
    return _lay_down(state, phase, move.cards, move.fanned)


def _lay_down(state: State, phase: Deal, cards: Cash, fanned: bool) -> Outcome:
    """Lay down an offer: any cards, or none (DD-20); fanned out, they can be counted (DD-21)."""
    seat = phase.challenger
    cards = in_hand(state, seat, handful(cards))
    phase = replace(phase, laid=True, count=len(cards) if fanned else None)
    challenged = Challenged(
        challenger=seat,
        target=phase.target,
        item=phase.item,
        stake=phase.stake,
        offer=phase.offer,
        count=phase.count,
    )
    told = public(challenged) + secret(LaidDown(seat=seat, cards=cards), seat)
    state = with_cash(state, seat, gives=cards)
    return Step(replace(state, phase=phase, face_down=(Pile(seat, cards),)), told)


def surrender(state: State, seat: Seat, move: Surrender) -> Outcome:
    """Take the offered cash unseen, and let the challenger have their way."""
    phase = _as_target(state, seat, move, "surrender")
    offer = state.face_down[0].cards
    state = with_cash(replace(state, face_down=()), seat, gets=offer)
    told = public(Surrendered(challenger=phase.challenger, target=seat, item=phase.item)) + secret(
        _compared(phase, offer, None), phase.challenger, seat
    )
    # DD-22: the challenger gets the items; DD-32: in a Thief deal, gets rid of them
    return after(told, _settle(state, phase, challenger_wins=True))


def answer(state: State, seat: Seat, move: Answer) -> Outcome:
    """Lay cash against the offer; the two are compared at once."""
    phase = _as_target(state, seat, move, "answer")
    mine = in_hand(state, seat, handful(move.cards))
    offer = state.face_down[0].cards
    for_thieves = phase.item == state.cards.thief.name
    ours, theirs = sum(mine), sum(offer)
    state = with_cash(replace(state, face_down=()), seat, gives=mine)
    if not for_thieves:  # DD-23, DD-24: the offers change hands, even in a tie
        to_challenger, to_target = mine, offer
    elif ours == theirs:  # DD-33: each picks up their own
        to_challenger, to_target = offer, mine
    else:  # DD-31: the lower offer keeps all the cash
        lower = offer + mine
        to_challenger, to_target = (lower, ()) if theirs < ours else ((), lower)
    state = with_cash(state, phase.challenger, gets=to_challenger)
    state = with_cash(state, seat, gets=to_target)
    told = secret(_compared(phase, offer, mine), phase.challenger, seat)
    if ours == theirs:
        return after(told, _tie(state, phase))
    # the challenger wants the items, but to be rid of the Thief: the higher offer has its way
    return after(told, _settle(state, phase, challenger_wins=theirs > ours))


def _as_target(state: State, seat: Seat, move: Surrender | Answer, what: str) -> Deal:
    phase = phase_of(state, Deal, what)
    if seat != phase.target:
        refuse("You are not the one who was challenged.")
    if not phase.laid:
        refuse("It was a tie: wait for the challenger's new offer.")
    if (move.item, move.challenger, move.offer) != (phase.item, phase.challenger, phase.offer):
        refuse("That was for another offer; a new one is on the table. Look again.")
    return phase


def _compared(phase: Deal, offer: Cash, answered: Cash | None) -> Compared:
    return Compared(
        challenger=phase.challenger,
        target=phase.target,
        item=phase.item,
        offer=offer,
        answer=answered,
    )


def _tie(state: State, phase: Deal) -> Outcome:
    """Have the same challenger offer again (DD-24), unless it could tie for ever."""
    pair = (phase.challenger, phase.target)
    penniless = not any(sum(state.holdings[seat].cash) for seat in pair)
    # DD-25, DD-33: neither has any money, or ten ties in a row: the challenger has their way
    if penniless or phase.offer >= TIE_CAP:
        return _settle(state, phase, challenger_wins=True)
    tied = Tied(challenger=pair[0], target=pair[1], item=phase.item, ties=phase.offer)
    again = replace(phase, offer=phase.offer + 1, laid=False, count=None)
    return Step(replace(state, phase=again), public(tied))


def _settle(state: State, phase: Deal, *, challenger_wins: bool) -> Outcome:
    """Move the staked items; for the Thief, winning is to be rid of them."""
    winner, loser = phase.challenger, phase.target
    if challenger_wins == (phase.item == state.cards.thief.name):
        winner, loser = loser, winner
    state = with_items(state, winner, phase.item, phase.stake)
    state = with_items(state, loser, phase.item, -phase.stake)
    told = public(DealWon(winner=winner, loser=loser, item=phase.item, stake=phase.stake))
    return after(told + completed(state, winner, phase.item), next_turn(state))
