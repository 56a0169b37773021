"""Write the text of notices: what a player must do, and which moves answer the question.

The text for a player may use their hand. The text for everybody uses only public facts.
"""

from bot.ui.panels.words import Names, listed
from cogs.trump.read import can_play
from cogs.trump.sales.bids import raises_of
from cogs.trump.situation import situation
from cogs.trump.words import Voice, money, the
from games.trump.cards import BACK, OUT
from games.trump.deals import legal_deals
from games.trump.moves import Accept
from games.trump.state import (
    Acting,
    Adding,
    Bidding,
    Clearing,
    Opening,
    Over,
    Proposed,
    Putting,
    Relating,
    Surrendering,
    Taking,
)
from games.trump.views import View

__all__ = ["answered_by", "situation", "wanted"]


def wanted(view: View, names: Names) -> str:
    """Write the text of a notice: what the player must do."""
    voice, seat = Voice(names, view.seat), view.public.seat
    match view.phase:
        case Acting():
            return f"{voice.whose(seat)} turn to {listed(_on_a_turn(view), 'or')}"
        case Opening() as phase:
            return _opening(view, phase, voice)
        case Bidding() as phase:
            return _bidding(view, phase, voice)
        case Proposed() as phase:
            return _proposed(view, phase, voice)
        case Relating():
            if view.seat is None:  # only the player may know whether they can play a card
                return f"it's a deal, and {voice.names[seat]} may play a card that goes with it"
            if not can_play(view):
                return "it's a deal, and you have no card to play with it: play none"
            return "it's a deal: play a card that goes with it, or none"
        case Surrendering(victim=victim):
            short = f"{voice.who(victim)} couldn't pay the Tax in full"
            return f"{short} and must choose a property to surrender"
        case Over():
            return "the game is over"
        case _:
            return _chooses(view, voice)


def answered_by(public: View) -> frozenset[str]:
    """Return the verbs of the moves that answer the current question.

    Plans and releases are left out, because they don't answer it; the hand offers them.
    """
    match public.phase:
        case Opening():
            return frozenset({"bid"})
        case Proposed():
            return frozenset({"accept", "reject", "counter"})
        case Bidding():
            return frozenset({"raise", "out", "back", "pass"})
        case Acting() | Relating():
            return frozenset({"roll", "play", "tax", "force", "deal", "pass"})
        case _:
            return frozenset({"take", "add", "sell", "swap", "keep", "surrender"})


def _on_a_turn(view: View) -> list[str]:
    card = ["play a card"] if view.seat is None or can_play(view) else []
    return [*card, "offer a deal", "pass"] if view.public.dealing else ["roll", *card]


def _chooses(view: View, voice: Voice) -> str:
    seat = view.public.seat
    match view.phase:
        case Taking():
            take = "take" if view.seat == seat else "takes"
            return f"{voice.who(seat)} rolled a T and {take} a card from another player"
        case Adding(amount=amount):
            more = money(amount)
            return f"{voice.verb(seat, 'put', 'puts')} {more} into an unowned property"
        case Putting(any=True):
            return f"{voice.verb(seat, 'put', 'puts')} any property up for sale"
        case Putting():
            return f"{voice.verb(seat, 'put', 'puts')} an unowned property up for sale"
        case Clearing():
            sell = voice.verb(seat, "choose", "chooses")
            return f"the draw pile is empty, and {sell} what goes up for sale next"
        case _:
            return f"{voice.who(seat)} may trade a property for another, or keep everything"


# --- a sale ---------------------------------------------------------------------------------------


def _property_for_sale(phase: Opening | Bidding, voice: Voice) -> str:
    if phase.owner is None:
        return the(phase.property)
    return f"{voice.whose(phase.owner)} {phase.property}"


def _opening(view: View, phase: Opening, voice: Voice) -> str:
    sale = f"{_property_for_sale(phase, voice)} is up for sale"
    cash = "" if view.seat is None else f" (you have {money(view.cash)})"
    return f"{sale}: seal an opening bid or choose not to bid{cash}"


def _bidding(view: View, phase: Bidding, voice: Voice) -> str:
    bid, leader = phase.bid_of(phase.turn), phase.leader()
    lead = f"{voice.verb(leader.seat, 'lead', 'leads')} with {money(leader.amount)}"
    sale = f"{lead} for {_property_for_sale(phase, voice)}"
    if bid is not None and bid.out:
        if view.seat is None:  # only the player may know whether they hold the card
            return f"{sale}, and {voice.names[phase.turn]}, knocked out, may have {BACK}"
        back = f"play {BACK} or stay out" if BACK in view.hand else "stay out"
        return f"{sale}, and you're knocked out: {back}"
    if view.seat is None:
        return f"{sale}, and it's {voice.names[phase.turn]}'s turn"
    others = any(not other.out and other is not bid for other in phase.bids)
    can = ["raise"] if raises_of(view) else []
    can += [f"play {OUT}"] if OUT in view.hand and others else []
    if not can:
        return f"{sale}, and you can only pass"
    return f"{sale}: {listed([*can, 'pass'], 'or')}"


# --- deals ----------------------------------------------------------------------------------------


def _proposed(view: View, phase: Proposed, voice: Voice) -> str:
    offer = phase.open
    what = "a counter-offer" if phase.counter else "a deal"
    text = f"{voice.names[offer.by]} offers {voice.who(offer.to)} {what}"
    if phase.counter is not None:
        text = f"{voice.names[offer.by]} answers {voice.who(offer.to)} with {what}"
    if view.seat == offer.to and legal_deals.no_accept(view, Accept()):
        return f"{text} that asks for something you don't have"
    return text
