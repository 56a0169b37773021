"""Sentences that tell a player what is going on and what they must do.

A sentence calls its reader "you" and other players by name. It asks only for legal moves, and a
test checks that for every sentence.
"""

from bot.ui.words import Names
from cogs.downeast.tell import Voice
from cogs.downeast.text import cards_in, keep_text, some, the
from games.downeast.auctions.legal_auction import bids as open_bids
from games.downeast.cash import money
from games.downeast.decks import BID_STEP
from games.downeast.displays import matches
from games.downeast.moves import AnswerLot, Keep, Sell
from games.downeast.state import Auction, Choosing, Deal, Deciding, Lot, Over, Paying, Sealing
from games.downeast.views import View


def situation(view: View, names: Names) -> str:
    """Describe what is going on, and what the owner of a view must do."""
    text = _describe(view, Voice(names, view.seat))
    return text[:1].upper() + text[1:]


def _describe(view: View, voice: Voice) -> str:
    match view.phase:
        case Choosing():
            return f"It is {voice.whose(view.turn)} turn {may_do(view)}."
        case Auction() as phase:
            return f"{_auction(view, phase, voice)} {_bidder_position(view, phase)}".rstrip()
        case Lot() as phase:
            return _lot(view, phase, voice)
        case Deciding() as phase:
            return _deciding(view, phase, voice)
        case Paying(item=name, payer=payer, payee=payee, price=price):
            owed = f"{voice.who(payee)} {money(price)} for {the(name)}."
            change = " No change is given." if view.seat == payer else ""
            return f"{voice.verb(payer, 'are', 'is')} to pay {owed}{change}"
        case Deal() as phase:
            return _deal(view, phase, voice)
        case Sealing() as phase:
            return _sealing(view, phase, voice)
        case Over():
            return "The game is over."


def may_do(view: View) -> str:
    """Write the choices of a turn: `to auction the next item`."""
    if not view.to_come:
        return "to start a Downeast Deal"
    if matches(view.displays, view.turn):
        return "to auction the next item, or to start a Downeast Deal"
    return "to auction the next item"


# --- an auction -----------------------------------------------------------------------------------


def _auction(view: View, phase: Auction, voice: Voice) -> str:
    worth = f"{view.cards.item(phase.item).stars}★ the set"
    text = f"{voice.verb(view.turn, 'auction', 'auctions')} {some(phase.item, 1)} ({worth})."
    if phase.leader is None:
        text += " No bid yet."
    else:
        text += f" High bid **{money(phase.high)}**, {voice.names[phase.leader]}."
    return f"{text} **Going once, going twice …**" if phase.called else text


def _bidder_position(view: View, phase: Auction) -> str:
    """Describe a player's position in an open auction. Return "" for the public."""
    held = money(sum(view.cash))
    if view.seat is None:
        return ""
    if view.seat == view.turn:
        return _auctioneer_position(view, phase)
    if view.seat in phase.out:
        return "You are out of this auction."
    if view.seat == phase.leader:
        limit = "" if view.limit is None else f", and your secret limit is {money(view.limit)}"
        return f"That bid is yours{limit}."
    least = f"the least bid is {money(phase.high + BID_STEP)}"
    passed = view.seat in phase.passed
    if not open_bids(view, phase):
        can = "you have passed." if passed else "pass."
        if view.options.bluff_bids:
            return f"All the money that there is has been bid, and {least}: {can}"
        return f"You hold {held}, and {least}: {can}"
    can = "You have passed, and may still bid" if passed else "Bid, or pass"
    if sum(view.cash) < phase.high + BID_STEP:  # DD-17: bluffing allows any bid
        return f"{can}: you hold {held}, so any bid is a bluff."
    return f"{can}."


def _auctioneer_position(view: View, phase: Auction) -> str:
    held = sum(view.cash)
    if not phase.bids:  # DD-11
        return "With no bid it is yours for nothing."
    after = "Once the hammer has fallen you sell it"
    if held < phase.high:  # DD-13
        return f"{after}; to keep it, {money(held)} is too little."
    return f"{after}, or keep it and pay as much."


# --- secret answers -------------------------------------------------------------------------------


def _lot(view: View, phase: Lot, voice: Voice) -> str:
    name, worth = some(phase.item, 1), f"({view.cards.item(phase.item).stars}★ the set)"
    if view.seat is None:
        return f"{voice.names[view.turn]} auctions {name} {worth}."
    held, can_pay = money(sum(view.cash)), sum(view.cash) >= BID_STEP
    if view.seat == view.turn:
        text = f"You auction {name} {worth}."
        if view.answer is None:
            if not can_pay:
                return f"{text} Sell it: to keep it, {held} is too little."
            return f"{text} Sell it, or keep it if the price is low enough: up to what?"
    else:
        text = f"{name} is up {worth}."
        if view.answer is None:
            if not can_pay:
                return f"{text} You hold {held}, and the least is {money(BID_STEP)}: pass."
            return f"{text} What is the most you would pay?"
    left = [seat for seat in range(view.seats) if seat not in phase.answered]
    are = "is" if len(left) == 1 else "are"
    change = " You may change that until all have answered." if can_pay else ""
    return f"{text} {_answered(view, voice)}{change} {voice.all(left)} {are} still to answer."


def _answered(view: View, voice: Voice) -> str:
    """Describe the secret answer of a view's owner."""
    match view.answer:
        case AnswerLot(most=most, ask=ask):
            return f"You would pay up to {money(most)}{', and pick the cards' if ask else ''}."
        case Keep(most=most, against=against, ask=ask):
            cards = "; you pick the cards" if ask else ""
            return f"Your word: {keep_text(most, against, voice.who)}{cards}."
        case Sell():
            return "Your word: sell it."
        case _:
            return "You have passed."


# --- the auctioneer's choice ----------------------------------------------------------------------


def _deciding(view: View, phase: Deciding, voice: Voice) -> str:
    bidder, price, held = voice.who(phase.bidder), money(phase.price), sum(view.cash)
    fell = f"The hammer fell at {price}, for {bidder}."
    if view.seat != view.turn:
        auctioneer = voice.names[view.turn]  # other players don't know how much cash they have
        keep = f"or, with cash enough, keeps it and pays {bidder} as much"
        return f"{fell} {auctioneer} sells {the(phase.item)}, {keep}."
    if held < phase.price:
        return f"{fell} Sell {the(phase.item)}: to keep it, {money(held)} is too little."
    return f"{fell} Sell {the(phase.item)}, or keep it and pay {bidder} {price}."


# --- a deal ---------------------------------------------------------------------------------------


def _deal(view: View, phase: Deal, voice: Voice) -> str:
    mine, asked = voice.whose(phase.challenger), voice.who(phase.target)
    text = f"{wants(view, phase, voice)}{_ties(phase)}"
    if not phase.laid and view.seat == phase.challenger:
        can = "any cash, or none." if view.cash else "you hold no cash, so nothing is all you have."
        return f"{text} Make {asked} another offer: {can}"
    if not phase.laid:
        return f"{text} {voice.names[phase.challenger]} is to offer again."
    offer = f"{mine[:1].upper()}{mine[1:]} offer lies face down"
    if phase.count == 0:
        offer = f"{mine[:1].upper()}{mine[1:]} offer is no cash at all, for all to see"
    elif phase.count is not None:
        offer += f" ({cards_in(phase.count)})"
    if view.seat == phase.target:
        return f"{text} {offer}. {_answer_choices(view, phase, voice)}"
    return f"{text} {offer}; {asked} answers or gives in."


def wants(view: View, phase: Deal, voice: Voice) -> str:
    """Describe what the challenger of a deal wants, and the stake."""
    challenger, target = phase.challenger, phase.target
    if phase.item == view.cards.thief.name:
        challenges = voice.verb(challenger, "challenge", "challenges")
        at_stake = _thieves_at_stake(phase)
        return f"{challenges} {voice.who(target)}, {at_stake}, and all the cash."
    wants = voice.verb(challenger, "want", "wants")
    if phase.stake == 1:
        return f"{wants} {voice.whose(target)} {phase.item}, one against one."
    return f"{wants} {voice.whose(target)} {some(phase.item, 2)}, two against two."


def _thieves_at_stake(phase: Deal) -> str:
    if phase.stake == 1:
        return f"{phase.item} against {phase.item}: whoever lays down less takes both"
    return f"{some(phase.item, 2)} against two: whoever lays down less takes all four"


def _ties(phase: Deal) -> str:
    ties = ("", " Tied once so far.", " Tied twice so far.")
    return ties[phase.offer - 1] if phase.offer <= 3 else f" Tied {phase.offer - 1} times so far."


def _answer_choices(view: View, phase: Deal, voice: Voice) -> str:
    """Explain to the target what happens if they surrender and what happens if they answer."""
    name, lot = voice.names[phase.challenger], some(phase.item, 2)
    give_in = "Give in" if phase.count == 0 else "Take it unseen"
    broke = "" if view.cash else " You hold no cash: your answer would be nothing."
    if phase.item == view.cards.thief.name:
        theirs = f"{name}'s {phase.item} is" if phase.stake == 1 else f"{name}'s {lot} are"
        return f"{give_in}, and {theirs} yours; or answer with cash or none.{broke}"
    give_cash = f"{name} gets {the(phase.item) if phase.stake == 1 else f'the {lot}'}"
    more = phase.item if phase.stake == 1 else "two"
    return (
        f"{give_in}, and {give_cash}; or answer: you swap offers, and whoever laid down more takes"
        f" the other's {more}.{broke}"
    )


# --- the Thief ------------------------------------------------------------------------------------


def _sealing(view: View, phase: Sealing, voice: Voice) -> str:
    inside = f"{len(phase.sealed)} of {len(phase.bidders)} bids"
    inside += " is in." if len(phase.sealed) == 1 else " are in."
    text = (
        f"The {phase.item} is at the door. Everybody seals a bid: the lowest takes"
        f" {the(phase.item)}, and all the cash."
    )
    if phase.round > 1:
        text = f"{voice.all(phase.bidders)} tied for the lowest bid, and seal another."
    if view.seat not in phase.bidders or view.seat in phase.sealed:
        return f"{text} {inside}"
    if not view.cash:
        return f"{text} {inside} You hold no cash: seal an empty bid."
    return f"{text} {inside} Lay down any cash or none: it is gone, unless you take all of it."
