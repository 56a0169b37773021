"""Describe what is going on at a table, and what the reader must do.

The reader is "you", and all others have names. These sentences only offer moves that the reader can
make right now.
"""

from bot.ui.panels.words import Names, listed
from cogs.trump.read import can_play, range_of
from cogs.trump.sales.bids import raises_of
from cogs.trump.words import Voice, counted, money, the, upper
from games.trump.cards import BACK, OUT, STEP
from games.trump.deals import legal_deals
from games.trump.moves import Accept
from games.trump.state import (
    Acting,
    Adding,
    Bid,
    Bidding,
    Clearing,
    Opening,
    Over,
    Proposed,
    Putting,
    Relating,
    Surrendering,
    Taking,
    Trading,
)
from games.trump.views import View


def situation(view: View, names: Names) -> str:
    """Describe what is going on, and what the owner of the view must do."""
    return upper(_situation(view, Voice(names, view.seat)))


def _situation(view: View, voice: Voice) -> str:
    phase, mine = view.phase, view.seat == view.public.seat
    match phase:
        case Acting():
            return _acting(view, voice)
        case Opening():
            return _opening(view, phase, voice)
        case Bidding():
            return _bidding(view, phase, voice)
        case Proposed():
            return _proposed(view, phase, voice)
        case Relating():
            return _relating(view, phase, voice)
        case Surrendering(victim=victim):
            to = voice.who(view.public.seat)
            if view.seat == victim:
                which = "Choose which of your properties goes"
                return f"you couldn't pay the Tax in full. {which} to {to}, with the money inside."
            victim_name = voice.names[victim]
            return f"{victim_name} couldn't pay the Tax in full and must give {to} a property."
        case Over():
            return "the game is over."
        case _ if mine:
            return _chooses(view)
        case _:
            return _chosen(view, voice)


# --- a turn ---------------------------------------------------------------------------------------


def _acting(view: View, voice: Voice) -> str:
    public = view.public
    if view.seat != public.seat:
        may = "play a card, offer a deal or pass" if public.dealing else "roll or play a card"
        return f"it's {voice.names[public.seat]}'s turn to {may}."
    if public.dealing:
        can = "play a card, offer a deal or pass" if can_play(view) else "offer a deal or pass"
        none = "" if can_play(view) or not view.hand else " You can't play any of your cards now."
        return f"it's your turn: {can}.{none}"
    if can_play(view):
        return "it's your turn: roll the die, or play a card instead."
    return "it's your turn: roll the die. You can't play any of your cards now."


def _chooses(view: View) -> str:
    match view.phase:
        case Taking() as phase:
            return f"you rolled a T. Choose whom to take a card from.{_further(phase)}"
        case Adding(amount=amount):
            more = money(amount)
            return f"choose an unowned property: the bank puts {more} into it."
        case Putting(any=True):
            return "you're the Broker. Choose any property to put up for sale, whoever owns it."
        case Putting():
            return "you're the Broker. Choose an unowned property to put up for sale."
        case Clearing():
            return (
                "the draw pile is empty, so you sell what nobody owns. Choose what goes up for"
                " sale next."
            )
        case _:
            return "trade one of your properties for any that isn't yours, or keep everything."


def _further(phase: Taking) -> str:
    if phase.rolling != "five":
        return " Then the die is rolled again."
    if not phase.left:
        return ""
    return f" Your Die Roll has {counted(phase.left, 'roll')} left."


def _chosen(view: View, voice: Voice) -> str:
    who = voice.names[view.public.seat]
    match view.phase:
        case Taking():
            return f"{who} rolled a T and is choosing whom to take a card from."
        case Adding(amount=amount):
            return f"{who} is choosing an unowned property: the bank puts {money(amount)} into it."
        case Putting(any=True):
            return f"{who} is the Broker and is choosing any property to put up for sale."
        case Putting():
            return f"{who} is the Broker and is choosing an unowned property to put up for sale."
        case Clearing():
            return f"the draw pile is empty, so {who} sells what nobody owns, one by one."
        case Trading():
            return f"{who} may trade a property for another."
        case _:
            return f"it's {who}'s turn."


# --- a sale ---------------------------------------------------------------------------------------


def _up_for_sale(view: View, phase: Opening | Bidding, voice: Voice) -> str:
    broker = "you're" if phase.broker == voice.to else f"{voice.names[phase.broker]} is"
    what = the(phase.property)
    if phase.owner is not None:
        what = f"{voice.whose(phase.owner)} {phase.property}"
    return f"{what} is up for sale. {upper(broker)} the Broker."


def _opening(view: View, phase: Opening, voice: Voice) -> str:
    sale = _up_for_sale(view, phase, voice)
    inside = f"Bids in: {len(phase.answered)} of {len(phase.asked)}."
    if view.seat is None:
        return f"{sale} {inside}"
    if view.seat not in phase.asked:
        return f"{sale} You have less than {money(STEP)}, so you can't bid. {inside}"
    if view.sealed is None:
        return f"{sale} Seal an opening bid ({range_of(STEP, view.cash)}) or choose not to bid."
    mine = f"You've sealed a bid of {money(view.sealed)}" if view.sealed else "You're not bidding"
    change = "You can change that until all bids are in."
    return f"{sale} {mine}{_planned(view)}. {change} {inside}"


def _planned(view: View) -> str:
    if view.plan is None or (isinstance(view.phase, Opening) and not view.sealed):
        return ""
    if not view.plan.limit:
        return ", and you'll pass for the rest of this sale"
    if view.plan.limit == view.sealed:
        return ", and you'll go no higher"
    return f", and your plan goes up to {money(view.plan.limit)}"


def _bidding(view: View, phase: Bidding, voice: Voice) -> str:
    leader = phase.leader()
    lead = voice.verb(leader.seat, "lead", "leads")
    sale = f"{_up_for_sale(view, phase, voice)} {upper(lead)} with **{money(leader.amount)}**."
    bid = None if view.seat is None else phase.bid_of(view.seat)
    if view.seat is None or bid is None:
        none = " You made no opening bid, so you're out of it." if view.seat is not None else ""
        return f"{sale} It's {voice.names[phase.turn]}'s turn.{none}"
    if view.seat == phase.turn:
        return f"{sale} {_asked(view, phase, bid)}"
    planned = "" if view.plan is None else f" {upper(_planned(view).removeprefix(', and '))}."
    return f"{sale} It's {voice.names[phase.turn]}'s turn.{planned}"


def _asked(view: View, phase: Bidding, bid: Bid) -> str:
    """Tell the bidder on turn what they can do, even if they can only pass."""
    if bid.out:
        if BACK in view.hand:
            return f"You've been knocked out. Play {BACK} or stay out."
        return f"You've been knocked out and have no {BACK} card, so you stay out."
    others = any(not other.out and other is not bid for other in phase.bids)
    can = ["raise your bid"] if raises_of(view) else []
    can += [f"play {OUT}"] if OUT in view.hand and others else []
    if not can:
        return "It's your turn, and you can only pass."
    return f"It's your turn: {listed([*can, 'pass'], 'or')}."


# --- deals ----------------------------------------------------------------------------------------


def _proposed(view: View, phase: Proposed, voice: Voice) -> str:
    offer = phase.open
    what = "counter-offer" if phase.counter else "offer"
    if view.seat == offer.to:
        makes = f"{voice.names[offer.by]} makes you {'a' if phase.counter else 'an'} {what}"
        can = ["accept it", "reject it"]
        if legal_deals.no_accept(view, Accept()):
            makes, can = f"{makes} that asks for something you don't have", ["reject it"]
        if phase.counter is None:
            can.append("make a counter-offer")
        return f"{makes}: {listed(can, 'or')}."
    whose = voice.whose(offer.by)
    text = f"{voice.names[offer.to]} hasn't answered {whose} {what} yet."
    if view.seat == offer.by and phase.counter is None:
        return f"{text} You can still withdraw it."
    return text


def _relating(view: View, phase: Relating, voice: Voice) -> str:
    if view.seat != view.public.seat:
        return f"{voice.names[view.public.seat]} may play a card that goes with the deal."
    if can_play(view):
        return "it's a deal. Play a card that goes with it, or none."
    return "it's a deal. You have no card to play with it, so play none."
