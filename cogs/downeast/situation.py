"""Sentences that tell a player what is going on and what they must do.

A sentence calls its reader "you" and other players by name. It asks only for legal moves, and a
test checks that for every sentence.
"""

from bot.ui.panels.words import Names
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
            return f"It's {voice.whose(view.turn)} turn {may_do(view)}."
        case Auction() as phase:
            return f"{_auction(view, phase, voice)} {_bidder_position(view, phase)}".rstrip()
        case Lot() as phase:
            return _lot(view, phase, voice)
        case Deciding() as phase:
            return _deciding(view, phase, voice)
        case Paying(item=name, payer=payer, payee=payee, price=price):
            owed = f"{voice.who(payee)} {money(price)} for {the(name)}."
            change = " You won't get any change." if view.seat == payer else ""
            return f"{voice.verb(payer, 'owe', 'owes')} {owed}{change}"
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
        return "to auction the next item or start a Downeast Deal"
    return "to auction the next item"


# --- an auction -----------------------------------------------------------------------------------


def _auction(view: View, phase: Auction, voice: Voice) -> str:
    text = f"{_auctions(view, phase, voice)}."
    if phase.leader is None:
        text += " No bids yet."
    else:
        text += f" High bid: **{money(phase.high)}** by {voice.names[phase.leader]}."
    return f"{text} **Going once, going twice …**" if phase.called else text


def _auctions(view: View, phase: Auction | Lot, voice: Voice) -> str:
    """Name the auctioneer and the item, with what its set is worth."""
    worth = f"a set is worth {view.cards.item(phase.item).stars}★"
    are = voice.either(view.turn, "you're", f"{voice.names[view.turn]} is")
    return f"{are} auctioning {some(phase.item, 1)} ({worth})"


def _bidder_position(view: View, phase: Auction) -> str:
    """Describe a player's position in an open auction. Return "" for the public."""
    held = money(sum(view.cash))
    if view.seat is None:
        return ""
    if view.seat == view.turn:
        return _auctioneer_position(view, phase)
    if view.seat in phase.out:
        return "You're out of this auction."
    if view.seat == phase.leader:
        limit = "" if view.limit is None else f", and your secret limit is {money(view.limit)}"
        return f"You have the high bid{limit}."
    passed = view.seat in phase.passed
    if not open_bids(view, phase):
        can = "You've passed" if passed else "You can only pass"
        if view.options.bluff_bids:
            return f"{can}, because all the money in the game has been bid."
        least = money(phase.high + BID_STEP)
        return f"{can}. You have {held}, and the next bid must be at least {least}."
    can = "You've passed, but you can still bid." if passed else "Bid or pass."
    if sum(view.cash) < phase.high + BID_STEP:  # DD-17: bluffing allows any bid
        return f"{can} You have {held}, so any bid is a bluff."
    return can


def _auctioneer_position(view: View, phase: Auction) -> str:
    held = sum(view.cash)
    if not phase.bids:  # DD-11
        return "If nobody bids, it's yours for nothing."
    if held < phase.high:  # DD-13
        return f"You have {money(held)}, too little to keep it at that price."
    return "Once the bidding is over, you sell it, or pay the high bidder that price to keep it."


# --- secret answers -------------------------------------------------------------------------------


def _lot(view: View, phase: Lot, voice: Voice) -> str:
    text = f"{_auctions(view, phase, voice)}."
    if view.seat is None:
        return text
    can_pay = sum(view.cash) >= BID_STEP
    if view.answer is None:
        return f"{text} {_secret_question(view, can_pay=can_pay)}"
    change = " You can change that until everybody has answered." if can_pay else ""
    return f"{text} {_answered(view, voice)}{change}"


def _secret_question(view: View, *, can_pay: bool) -> str:
    """Ask for a secret answer: a bidder's, or the auctioneer's."""
    held = money(sum(view.cash))
    if view.seat == view.turn:
        if not can_pay:
            return f"You can only sell it, because {held} is too little to keep it."
        return "Sell it, or name the most you'd pay to keep it."
    if not can_pay:
        return f"You can only pass. You have {held}, and a bid is at least {money(BID_STEP)}."
    return "What's the most you'd pay?"


def _answered(view: View, voice: Voice) -> str:
    """Describe the secret answer of a view's owner."""
    match view.answer:
        case AnswerLot(most=most, ask=ask):
            cards = ", and you'd pick the cards yourself" if ask else ""
            return f"You'd pay up to {money(most)}{cards}."
        case Keep(most=most, against=against, ask=ask):
            cards = ", and pick the cards yourself" if ask else ""
            return f"You'll {keep_text(most, against, voice.who)}{cards}."
        case Sell():
            return "You'll sell it."
        case _:
            return "You've passed."


# --- the auctioneer's choice ----------------------------------------------------------------------


def _deciding(view: View, phase: Deciding, voice: Voice) -> str:
    bidder, price, held = voice.who(phase.bidder), money(phase.price), sum(view.cash)
    closed = f"The bidding closed at {price}, {voice.whose(phase.bidder)} bid."
    if view.seat != view.turn:
        auctioneer = voice.names[view.turn]  # other players don't know how much cash they have
        keep = f"or, with enough cash, pays {bidder} {price} to keep it"
        return f"{closed} Now {auctioneer} sells {the(phase.item)} {keep}."
    if held < phase.price:
        return f"{closed} Sell {the(phase.item)}. You have {money(held)}, too little to keep it."
    return f"{closed} Sell {the(phase.item)}, or pay {bidder} {price} to keep it."


# --- a deal ---------------------------------------------------------------------------------------


def _deal(view: View, phase: Deal, voice: Voice) -> str:
    mine, asked = voice.whose(phase.challenger), voice.who(phase.target)
    text = f"{wants(view, phase, voice)}{_thief_rule(view, phase)}{_ties(phase)}"
    if not phase.laid and view.seat == phase.challenger:
        can = "any cash or none" if view.cash else "nothing, because you have no cash"
        return f"{text} Make {asked} another offer: {can}."
    if not phase.laid:
        return f"{text} {voice.names[phase.challenger]} makes another offer."
    offer = f"{mine[:1].upper()}{mine[1:]} offer is face down"
    if phase.count == 0:
        offer = f"{mine[:1].upper()}{mine[1:]} offer is no cash at all, for everybody to see"
    elif phase.count is not None:
        offer += f" ({cards_in(phase.count)})"
    if view.seat == phase.target:
        return f"{text} {offer}. {_answer_choices(view, phase, voice)}"
    return f"{text} {offer}. {asked} can answer it or give in."


def wants(view: View, phase: Deal, voice: Voice) -> str:
    """Describe what the challenger of a deal wants, and the stake."""
    challenger, target = phase.challenger, phase.target
    each = "each stakes one" if phase.stake == 1 else "each stakes two"
    if phase.item == view.cards.thief.name:
        challenges = voice.verb(challenger, "challenge", "challenges")
        return f"{challenges} {voice.who(target)} over {some(phase.item, phase.stake)} ({each})."
    wants = voice.verb(challenger, "want", "wants")
    lot = phase.item if phase.stake == 1 else some(phase.item, 2)
    return f"{wants} {voice.whose(target)} {lot} ({each})."


def _thief_rule(view: View, phase: Deal) -> str:
    broke = view.seat == phase.target and not sum(view.cash)  # told with their choices
    if phase.item != view.cards.thief.name or (broke and phase.laid):
        return ""
    staked = "both" if phase.stake == 1 else "all four"
    return f" Whoever lays down less takes {staked}, and all the cash."


def _ties(phase: Deal) -> str:
    ties = ("", " Tied once so far.", " Tied twice so far.")
    return ties[phase.offer - 1] if phase.offer <= 3 else f" Tied {phase.offer - 1} times so far."


def _answer_choices(view: View, phase: Deal, voice: Voice) -> str:
    """Explain to the target what happens if they surrender and what happens if they answer."""
    name = voice.names[phase.challenger]
    lot = phase.item if phase.stake == 1 else some(phase.item, 2)
    empty = phase.count == 0
    answer = "answer with any cash or none" if view.cash else "answer with nothing"
    broke, winner = not sum(view.cash), "whoever laid down more wins the stakes"
    if broke:  # DD-25, DD-33: a tie is the only way not to lose
        winner = f"{name} wins, or offers again if it's a tie and {name} has money"
    if phase.item == view.cards.thief.name:
        take = "" if empty else " it unseen, along with"
        tie = f": you take all, or get a new offer if it's a tie and {name} has money" * broke
        return f"If you give in, you take{take} {name}'s {lot}. Or {answer}{tie}."
    take = "" if empty else " you take it unseen, and"
    mine = phase.item if phase.stake == 1 else "two"
    return f"If you give in,{take} {name} gets your {mine}. Or {answer}: you swap, and {winner}."


# --- the Thief ------------------------------------------------------------------------------------


def _sealing(view: View, phase: Sealing, voice: Voice) -> str:
    inside = f"{len(phase.sealed)} of {len(phase.bidders)} bids"
    inside += " is in." if len(phase.sealed) == 1 else " are in."
    text = (
        f"{some(phase.item, 1)} turned up. Everybody seals a bid, and the lowest bidder takes"
        f" {the(phase.item)} and all the cash."
    )
    if phase.round > 1:
        text = f"{voice.all(phase.bidders)} tied for the lowest bid and must bid again."
    if view.seat not in phase.bidders or view.seat in phase.sealed:
        return f"{text} {inside}"
    if not view.cash:
        return f"{text} {inside} You have no cash, so seal an empty bid."
    return (
        f"{text} {inside} Bid any cash or none. Your bid is gone, unless you take"
        f" {the(phase.item)}."
    )
