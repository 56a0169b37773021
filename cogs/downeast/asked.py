"""The text of a notice: what a player must do, and the verbs that answer the question.

A player's own notice mentions their cash and items. The public text uses only public facts.
"""

from bot.ui.panels.words import Names
from cogs.downeast.situation import may_do, situation, wants
from cogs.downeast.tell import Voice
from cogs.downeast.text import cards_in, some, the
from games.downeast.cash import money
from games.downeast.decks import BID_STEP
from games.downeast.state import Auction, Choosing, Deal, Deciding, Lot, Over, Paying, Sealing
from games.downeast.views import View
from games.rules import Seat

__all__ = ["answered_by", "situation", "wanted"]

_NUMBERS = ("none", "one", "two", "three", "four")


def wanted(view: View, names: Names) -> str:
    """Return the text of a notice that asks a player to act."""
    voice = Voice(names, view.seat)
    match view.phase:
        case Choosing():
            return f"{voice.whose(view.turn)} turn {may_do(view)}"
        case Auction() as phase:
            return _auction(view, phase, voice)
        case Lot() as phase:
            return _lot(view, phase, voice)
        case Deciding() as phase:
            return _deciding(view, phase, voice)
        case Paying(item=name, payer=payer, payee=payee, price=price):
            owes = voice.verb(payer, "owe", "owes")
            return f"{owes} {voice.who(payee)} {money(price)} for {the(name)}"
        case Deal() as phase:
            return _deal(view, phase, voice)
        case Sealing() as phase:
            return _sealing(view, phase)
        case Over():
            return "the game is over"


def answered_by(public: View, seat: Seat) -> frozenset[str] | None:
    """Return the verbs with which a seat that is to move can answer. None means any verb."""
    match public.phase:
        case Auction():
            return frozenset({"bid", "pass"})
        case Lot():
            return frozenset({"sell", "keep"} if seat == public.turn else {"most", "pass"})
        case Sealing():
            return frozenset({"seal"})
        case _:
            return None


def _own_holdings(view: View, item: str, least: int) -> str:
    """Mention the owner's cards of an item, and their cash if they can't afford the lowest bid."""
    if view.seat is None:
        return ""
    count, cash = view.displays[view.seat].count(item), sum(view.cash)
    facts = [f"own {_NUMBERS[count]}"] if count else []
    facts += [f"have only {money(cash)}"] if cash < least else []
    return f"; you {' and '.join(facts)}" if facts else ""


def _auction(view: View, phase: Auction, voice: Voice) -> str:
    name = some(phase.item, 1)
    bid = "with no bids yet"
    if phase.leader is not None:
        bid = f"and {voice.who(phase.leader)} bid {money(phase.high)}"
    up = f"last call for {name}" if phase.called else f"{name} is up for auction"
    least = 0 if view.options.bluff_bids else phase.high + BID_STEP  # DD-10: may exceed cash
    return f"{up}, {bid}{_own_holdings(view, phase.item, least)}"


def _lot(view: View, phase: Lot, voice: Voice) -> str:
    name = some(phase.item, 1)
    if view.seat == view.turn:
        keep = "" if sum(view.cash) < BID_STEP else ", or name the most you'd pay to keep it"
        return f"you're auctioning {name}: sell it{keep}"
    by = f"{voice.names[view.turn]} is auctioning {name}"
    return f"{by}{_own_holdings(view, phase.item, BID_STEP)}"


def _deciding(view: View, phase: Deciding, voice: Voice) -> str:
    bidder, price = voice.names[phase.bidder], money(phase.price)
    closed = f"the bidding closed at {price}, {bidder}'s bid"
    if view.seat is None:  # only the auctioneer knows whether they have enough cash
        return f"{closed}: sell {the(phase.item)} or, with enough cash, keep it"
    if sum(view.cash) < phase.price:
        return f"{closed}: sell {the(phase.item)}"
    return f"{closed}: sell {the(phase.item)}, or pay {bidder} {price} to keep it"


def _deal(view: View, phase: Deal, voice: Voice) -> str:
    if not phase.laid:
        offers = voice.verb(phase.challenger, "offer", "offers")
        both = voice.all((phase.challenger, phase.target))
        if view.seat == phase.challenger:
            both = f"you and {voice.names[phase.target]}"
        return f"{both} tied over {the(phase.item)}, so {offers} again"
    offer = "the offer is face down"
    if phase.count == 0:
        offer = "the offer is no cash at all"
    elif phase.count is not None:
        offer = f"the offer is {cards_in(phase.count)}, face down"
    text = wants(view, phase, voice).rstrip(".")
    if phase.item == view.cards.thief.name:
        text = text.partition(" (")[0]  # how many each stakes is said by what is taken
        text += f", and whoever lays down less takes {'both' if phase.stake == 1 else 'all four'}"
    return f"{text}; {offer}"


def _sealing(view: View, phase: Sealing) -> str:
    text = f"{some(phase.item, 1)} turned up"
    if phase.round > 1:
        text = "there's a tie for the lowest bid"
    if view.seat is not None and not view.cash:
        return f"{text}: seal an empty bid, because you have no cash"
    bid = "seal another bid" if phase.round > 1 else "seal a bid"
    return f"{text}: {bid} (the lowest takes {the(phase.item)} and all the cash)"
