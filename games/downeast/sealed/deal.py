"""The Downeast Deal: two players make hidden cash offers for an item that both own.

Each player stakes one such item, or two if both own two. The challenger lays down cash. The target
either takes it and loses, or answers with cash. After an answer the players swap their cash, and
the higher amount wins the other player's stake. With Thieves, the lower amount takes the other's
stake and all the cash. After a tie the challenger makes a new offer.
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
from games.downeast.step_builder import StepBuilder
from games.downeast.turns import next_turn
from games.rules import Seat


def challenge(builder: StepBuilder, seat: Seat, move: Challenge) -> None:
    """Start a deal for an item that both players own, with a first offer."""
    if not builder.deck:
        builder.end_deals += 1
    staked = stake(builder.displays, move.item, seat, move.target)
    _lay_down(builder, move.item, seat, move.target, staked, 1, move)


def offer_again(builder: StepBuilder, seat: Seat, move: Offer) -> None:
    """Lay down a new offer after a tie."""
    phase = builder.phase
    assert isinstance(phase, Deal)
    _lay_down(builder, phase.item, seat, phase.target, phase.stake, phase.offer, move)


def _lay_down(
    builder: StepBuilder,
    item: str,
    seat: Seat,
    target: Seat,
    staked: int,
    offer: int,
    move: Challenge | Offer,
) -> None:
    """Lay down any number of cards (DD-20). Others can count a fanned-out offer (DD-21)."""
    count = len(move.cards) if move.fanned else None
    builder.phase = Deal(
        item=item,
        challenger=seat,
        target=target,
        stake=staked,
        offer=offer,
        laid=True,
        count=count,
    )
    builder.take_cash(seat, move.cards)
    builder.face_down = (Pile(seat=seat, cards=move.cards),)
    builder.tell(
        Challenged(
            challenger=seat, target=target, item=item, stake=staked, offer=offer, count=count
        )
    )
    builder.tell_only(LaidDown(seat=seat, cards=move.cards), seat)


def surrender(builder: StepBuilder, seat: Seat, move: Surrender) -> None:
    """Surrender: take the offered cash and lose the deal."""
    phase, offer = _pick_up_offer(builder)
    builder.give_cash(seat, offer)
    builder.tell(Surrendered(challenger=phase.challenger, target=seat, item=phase.item))
    _tell_both(builder, phase, offer, None)
    # DD-22: the challenger wins the items; DD-32: in a Thief deal the target takes them
    _settle(builder, phase, challenger_wins=True)


def answer(builder: StepBuilder, seat: Seat, move: Answer) -> None:
    """Answer an offer with cash, and compare the two amounts immediately."""
    phase, offer = _pick_up_offer(builder)
    mine = move.cards
    builder.take_cash(seat, mine)
    ours, theirs = sum(mine), sum(offer)
    if phase.item != builder.cards.thief.name:  # DD-23, DD-24: they swap their cash, even in a tie
        to_challenger, to_target = mine, offer
    elif ours == theirs:  # DD-33: both take their own cash back
        to_challenger, to_target = offer, mine
    else:  # DD-31: the player with the lower amount gets all the cash
        lower = offer + mine
        to_challenger, to_target = (lower, ()) if theirs < ours else ((), lower)
    builder.give_cash(phase.challenger, to_challenger)
    builder.give_cash(seat, to_target)
    _tell_both(builder, phase, offer, mine)
    if ours == theirs:
        _tie(builder, phase)
    else:
        # the player with the higher amount gets the items or gives the Thief away
        _settle(builder, phase, challenger_wins=theirs > ours)


def _pick_up_offer(builder: StepBuilder) -> tuple[Deal, Cash]:
    phase = builder.phase
    assert isinstance(phase, Deal)
    (pile,), builder.face_down = builder.face_down, ()
    return phase, pile.cards


def _tell_both(builder: StepBuilder, phase: Deal, offer: Cash, answered: Cash | None) -> None:
    compared = Compared(
        challenger=phase.challenger,
        target=phase.target,
        item=phase.item,
        offer=offer,
        answer=answered,
    )
    builder.tell_only(compared, phase.challenger, phase.target)


def _tie(builder: StepBuilder, phase: Deal) -> None:
    """Ask for a new offer after a tie (DD-24), or end a deal that cannot be decided."""
    challenger, target = phase.challenger, phase.target
    penniless = not (builder.money_of(challenger) or builder.money_of(target))
    # DD-25, DD-33: the challenger wins if both have $0, or after ten ties in a row
    if penniless or phase.offer >= TIE_CAP:
        builder.tell(
            TieDecided(
                challenger=challenger,
                target=target,
                item=phase.item,
                ties=phase.offer,
                penniless=penniless,
            )
        )
        _settle(builder, phase, challenger_wins=True)
        return
    builder.tell(Tied(challenger=challenger, target=target, item=phase.item, ties=phase.offer))
    builder.phase = Deal(
        item=phase.item,
        challenger=challenger,
        target=target,
        stake=phase.stake,
        offer=phase.offer + 1,
        laid=False,
        count=None,
    )


def _settle(builder: StepBuilder, phase: Deal, *, challenger_wins: bool) -> None:
    """Move the staked items to the winner of the deal, or staked Thieves to its loser."""
    item, winner, loser = phase.item, phase.challenger, phase.target
    if challenger_wins == (item == builder.cards.thief.name):
        winner, loser = loser, winner
    builder.take_items(loser, item, phase.stake)
    builder.give_items(winner, item, phase.stake)
    builder.tell(DealWon(winner=winner, loser=loser, item=item, stake=phase.stake))
    builder.tell_if_complete(winner, item)
    next_turn(builder)
