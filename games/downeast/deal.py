"""The Downeast Deal: two players, matching items, and cash face down.

The challenger stakes one item (two, if both own two) and lays down an offer. The target takes the
cash and gives in, or answers with cash of their own: then the offers change hands, and the higher
one wins the items. For Thieves it is the other way round: the lower one takes them, and all the
cash with them. Equal offers are picked up, and the challenger offers again.
"""

from games.downeast.cash import Cash
from games.downeast.decks import TIE_CAP
from games.downeast.displays import stake
from games.downeast.events import (
    Challenged,
    Compared,
    DealWon,
    LaidDown,
    Surrendered,
    Tied,
    TieDecided,
)
from games.downeast.moves import Answer, Challenge, Offer, Surrender
from games.downeast.state import Deal, Pile
from games.downeast.step_builder import Draft
from games.downeast.turns import next_turn
from games.rules import Seat


def challenge(draft: Draft, seat: Seat, move: Challenge) -> None:
    """Start a deal for an item that both own, with a first offer."""
    if not draft.deck:
        draft.end_deals += 1
    staked = stake(draft.displays, move.item, seat, move.target)
    _lay_down(draft, move.item, seat, move.target, staked, 1, move)


def offer_again(draft: Draft, seat: Seat, move: Offer) -> None:
    """Lay down a new offer after a tie."""
    phase = draft.phase
    assert isinstance(phase, Deal)
    _lay_down(draft, phase.item, seat, phase.target, phase.stake, phase.offer, move)


def _lay_down(
    draft: Draft,
    item: str,
    seat: Seat,
    target: Seat,
    staked: int,
    offer: int,
    move: Challenge | Offer,
) -> None:
    """Lay down an offer: any cards, or none (DD-20); fanned out, they can be counted (DD-21)."""
    count = len(move.cards) if move.fanned else None
    draft.phase = Deal(
        item=item,
        challenger=seat,
        target=target,
        stake=staked,
        offer=offer,
        laid=True,
        count=count,
    )
    draft.gives(seat, move.cards)
    draft.face_down = (Pile(seat=seat, cards=move.cards),)
    draft.tell(
        Challenged(
            challenger=seat, target=target, item=item, stake=staked, offer=offer, count=count
        )
    )
    draft.tell_only(LaidDown(seat=seat, cards=move.cards), seat)


def surrender(draft: Draft, seat: Seat, move: Surrender) -> None:
    """Take the offered cash unseen, and let the challenger have their way."""
    phase, offer = _picked_up(draft)
    draft.gets(seat, offer)
    draft.tell(Surrendered(challenger=phase.challenger, target=seat, item=phase.item))
    _tell_both(draft, phase, offer, None)
    # DD-22: the challenger gets the items; DD-32: in a Thief deal, gets rid of them
    _settle(draft, phase, challenger_wins=True)


def answer(draft: Draft, seat: Seat, move: Answer) -> None:
    """Lay cash against the offer; the two are compared at once."""
    phase, offer = _picked_up(draft)
    mine = move.cards
    draft.gives(seat, mine)
    ours, theirs = sum(mine), sum(offer)
    if phase.item != draft.cards.thief.name:  # DD-23, DD-24: offers change hands, even in a tie
        to_challenger, to_target = mine, offer
    elif ours == theirs:  # DD-33: each picks up their own
        to_challenger, to_target = offer, mine
    else:  # DD-31: the lower offer keeps all the cash
        lower = offer + mine
        to_challenger, to_target = (lower, ()) if theirs < ours else ((), lower)
    draft.gets(phase.challenger, to_challenger)
    draft.gets(seat, to_target)
    _tell_both(draft, phase, offer, mine)
    if ours == theirs:
        _tie(draft, phase)
    else:
        # the challenger wants the items, but to be rid of the Thief: the higher offer has its way
        _settle(draft, phase, challenger_wins=theirs > ours)


def _picked_up(draft: Draft) -> tuple[Deal, Cash]:
    phase = draft.phase
    assert isinstance(phase, Deal)
    (pile,), draft.face_down = draft.face_down, ()
    return phase, pile.cards


def _tell_both(draft: Draft, phase: Deal, offer: Cash, answered: Cash | None) -> None:
    compared = Compared(
        challenger=phase.challenger,
        target=phase.target,
        item=phase.item,
        offer=offer,
        answer=answered,
    )
    draft.tell_only(compared, phase.challenger, phase.target)


def _tie(draft: Draft, phase: Deal) -> None:
    """Have the same challenger offer again (DD-24), unless it could tie for ever."""
    challenger, target = phase.challenger, phase.target
    penniless = not (draft.money_of(challenger) or draft.money_of(target))
    # DD-25, DD-33: neither has any money, or ten ties in a row: the challenger has their way
    if penniless or phase.offer >= TIE_CAP:
        draft.tell(
            TieDecided(
                challenger=challenger,
                target=target,
                item=phase.item,
                ties=phase.offer,
                penniless=penniless,
            )
        )
        _settle(draft, phase, challenger_wins=True)
        return
    draft.tell(Tied(challenger=challenger, target=target, item=phase.item, ties=phase.offer))
    draft.phase = Deal(
        item=phase.item,
        challenger=challenger,
        target=target,
        stake=phase.stake,
        offer=phase.offer + 1,
        laid=False,
        count=None,
    )


def _settle(draft: Draft, phase: Deal, *, challenger_wins: bool) -> None:
    """Move the staked items; for the Thief, winning is to be rid of them."""
    item, winner, loser = phase.item, phase.challenger, phase.target
    if challenger_wins == (item == draft.cards.thief.name):
        winner, loser = loser, winner
    draft.loses(loser, item, phase.stake)
    draft.wins(winner, item, phase.stake)
    draft.tell(DealWon(winner=winner, loser=loser, item=item, stake=phase.stake))
    draft.tell_if_complete(winner, item)
    next_turn(draft)
