"""Sentences that describe events, to one player ("you") or to everybody."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.ui.panels.words import Names
from cogs.downeast.text import (
    ORDINALS,
    THIEVES,
    along,
    cards_in,
    keep_text,
    laid,
    plural,
    some,
    the,
)
from games.downeast.cash import money
from games.downeast.events import (
    Answered,
    AskMeSet,
    AuctionedAgain,
    BidsRevealed,
    Bought,
    Called,
    Challenged,
    ChestFound,
    Compared,
    Dealt,
    DealWon,
    Ended,
    Event,
    Exposed,
    HammerFell,
    HandedOver,
    LaidDown,
    LimitSet,
    LotAnswered,
    Paid,
    Passed,
    Raised,
    Sealed,
    SetCompleted,
    Settled,
    Sold,
    Surrendered,
    ThiefTaken,
    Tied,
    TieDecided,
    TookFree,
    TurnedOver,
    WordGiven,
)
from games.rules import Seat


def sentence(event: Event, names: Names, to: Seat | None) -> str:
    """Describe an event to a seat or to everybody. Return "" if another event already says it."""
    sentence = _describe(event, Voice(names, to))
    return sentence[:1].upper() + sentence[1:]


def sentences(events: Sequence[Event], names: Names, to: Seat | None) -> list[str]:
    """Describe consecutive events. A sale and its immediate payment share a sentence.

    The headline already names the current item, so the event that turned it over is described only
    if there is no other event.
    """
    lines: list[str] = []
    up = _current_item_index(events)
    for at, event in enumerate(events):
        if at == up:
            continue
        before = events[at - 1] if at else None
        after = events[at + 1] if at + 1 < len(events) else None
        sold_and_paid = isinstance(event, Sold | Bought) and isinstance(after, Paid)
        settled_before = isinstance(event, Paid) and isinstance(before, Settled)
        if not sold_and_paid and not settled_before and (line := sentence(event, names, to)):
            lines.append(line)
    return lines or ([] if up is None else [sentence(events[up], names, to)])


def _current_item_index(events: Sequence[Event]) -> int | None:
    """Return the index of the event that turned over the current item, or None."""
    for at in range(len(events) - 1, -1, -1):
        if isinstance(events[at], HammerFell | TookFree | Settled | ThiefTaken | Ended):
            return None
        if isinstance(events[at], TurnedOver):
            return at
    return None


@dataclass(frozen=True, slots=True)
class Voice:
    """Pronouns and names for the reader of a sentence, who is called "you"."""

    names: Names
    to: Seat | None

    def who(self, seat: Seat) -> str:
        """Return `you` or the name of a seat."""
        return "you" if seat == self.to else self.names[seat]

    def whose(self, seat: Seat) -> str:
        """Return `your` or `Ben's`."""
        return "your" if seat == self.to else f"{self.names[seat]}'s"

    def verb(self, seat: Seat, you: str, they: str) -> str:
        """Return `you have` or `Ben has`, given both verb forms."""
        return f"{self.who(seat)} {you if seat == self.to else they}"

    def either(self, seat: Seat, you: str, they: str) -> str:
        """Return `you` if the seat is the reader's, else `they`."""
        return you if seat == self.to else they

    def all(self, seats: Sequence[Seat]) -> str:
        """Write a list of names: `Ann, Ben and you`."""
        others = [self.names[seat] for seat in seats if seat != self.to]
        words = [*others, *(["you"] if self.to in seats else [])]
        return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def _describe(event: Event, voice: Voice) -> str:  # there is one case for each kind of event
    who = voice.who
    match event:
        case Dealt(first=first, cards=cards):
            return f"I shuffled the {cards} cards and picked {who(first)} at random to go first."
        case TurnedOver(seat=seat, item=name):
            return f"{who(seat)} turned over {some(name, 1)}."
        case ChestFound(item=name, number=number, card=card):
            return f"The {ORDINALS[number]} {name} turned up, so everybody got {money(card)}."
        case Raised(seat=seat, amount=amount):
            return f"{who(seat)} bid {money(amount)}."
        case LimitSet(seat=seat, limit=None):
            return f"{who(seat)} withdrew {voice.either(seat, 'your', 'their')} secret limit."
        case LimitSet(seat=seat, limit=limit):
            return f"{who(seat)} set a secret limit of {money(limit or 0)}."
        case Passed(seat=seat):
            return f"{who(seat)} passed."
        case Answered() | LotAnswered() | WordGiven() | Settled() | AskMeSet():
            return _lot(event, voice)
        case Called(seat=seat, high=high):
            at = f"at {money(high)}" if high else "with no bids yet"
            return f"{who(seat)} called “going once, going twice” {at}."
        case HammerFell(item=name, bidder=bidder, price=price):
            return (
                f"The bidding for {the(name)} closed at {money(price)}, {voice.whose(bidder)} bid."
            )
        case TookFree(seat=seat, item=name):
            return f"Nobody was left in the bidding, so {who(seat)} got {the(name)} for nothing."
        case Sold() | Bought() | Exposed() | AuctionedAgain() | Paid() | HandedOver():
            return _sale(event, voice)
        case SetCompleted(seat=seat, item=name) if name in THIEVES:
            have = voice.verb(seat, "have", "has")
            return (
                f"{have} all four {plural(name)}. At the end, {voice.whose(seat)} lowest set won't"
                " count, if there is one."
            )
        case SetCompleted(seat=seat, item=name, stars=stars):
            have = voice.verb(seat, "have", "has")
            return f"{have} all four {plural(name)}, a set worth {stars}★."
        case Challenged() | Surrendered() | Compared() | Tied() | TieDecided() | DealWon():
            return _deal(event, voice)
        case LaidDown(seat=seat, cards=()):
            return f"{who(seat)} laid down no cash at all."
        case LaidDown(seat=seat, cards=cards):
            return f"{who(seat)} laid down {laid(cards)}, face down."
        case Sealed() | BidsRevealed() | ThiefTaken():
            return _thief(event, voice)
        case Ended():
            return _ended(event, voice)


def _lot(event: Answered | LotAnswered | WordGiven | Settled | AskMeSet, voice: Voice) -> str:
    match event:
        case Answered():
            return ""  # the board already shows who has answered
        case LotAnswered(seat=seat, item=name, most=None):
            return f"{voice.who(seat)} passed on {the(name)}."
        case LotAnswered(seat=seat, item=name, most=most, ask=ask):
            pay = voice.verb(seat, "would pay", "would have paid")
            return f"{pay} up to {money(most or 0)} for {the(name)}{_picked(voice, seat, ask)}."
        case WordGiven(seat=seat, item=name, most=most, against=against, ask=ask):
            word = f"{keep_text(most, against, voice.who)}{_picked(voice, seat, ask)}"
            return f"{voice.whose(seat)} secret answer for {the(name)}: {word}."
        case Settled():
            return _settled(event, voice)
        case AskMeSet(seat=seat, on=True):
            pick, own = voice.verb(seat, "pick", "picks"), voice.either(seat, "your", "their")
            return f"From now on {pick} {own} own cards when there's something to pay."
        case AskMeSet(seat=seat):
            return f"From now on I pick the cards when {voice.verb(seat, 'pay', 'pays')}."


def _picked(voice: Voice, seat: Seat, ask: bool) -> str:
    """Add that a player wants to pick the cards to pay with, if they do."""
    return f", and pick the cards {voice.either(seat, 'yourself', 'by hand')}" if ask else ""


def _settled(event: Settled, voice: Voice) -> str:
    name, price, others = the(event.item), money(event.price), event.others
    too = f" ({voice.all(others)} bid too)." if others else " (nobody else bid)."
    payer, payee = event.payer, voice.who(event.payee)
    owe = voice.either(payer, "owe", "owes")
    if not event.kept:
        if event.paid:
            return f"{voice.verb(payer, 'get', 'gets')} {name} for {price}{too}"
        return f"{voice.verb(payer, 'win', 'wins')} {name} and {owe} {payee} {price}{too}"
    if event.paid:
        return f"{voice.who(payer)} kept {name} and paid {payee} {price}{too}"
    return f"{voice.verb(payer, 'keep', 'keeps')} {name} and {owe} {payee} {price}{too}"


def _sale(event: Sold | Bought | Exposed | AuctionedAgain | Paid | HandedOver, voice: Voice) -> str:
    who = voice.who
    match event:
        case Sold(seat=seat, to=to, item=name, price=price):
            return f"{who(seat)} sold {the(name)} to {who(to)} for {money(price)}."
        case Bought(seat=seat, instead_of=bidder, item=name, price=price):
            owes = voice.either(seat, "owe", "owes")
            return f"{who(seat)} kept {the(name)} and {owes} {who(bidder)} {money(price)}."
        case Exposed(seat=seat, item=name, price=price, cash=cash):
            return (
                f"{who(seat)} couldn't pay {money(price)} for {the(name)} and had to show all"
                f" {voice.either(seat, 'your', 'their')} cash: {laid(cash) if cash else 'none'}."
            )
        case AuctionedAgain(item=name, out=out):
            return f"The auction of {the(name)} starts again without {voice.all(out)}."
        case Paid(payer=payer, payee=payee, item=name, price=price):
            return f"{who(payer)} paid {who(payee)} {money(price)} and got {the(name)}."
        case HandedOver(payer=payer, payee=payee, cards=cards):
            return f"{who(payer)} handed {who(payee)} {laid(cards)}."


def _deal(
    event: Challenged | Surrendered | Compared | Tied | TieDecided | DealWon, voice: Voice
) -> str:
    who = voice.who
    thieves = event.item in THIEVES
    match event:
        case Challenged():
            return _challenged(event, voice)
        case Surrendered(target=target):
            return f"{who(target)} gave in and took the offer."
        case Compared(challenger=challenger, target=target, offer=offer, answer=None):
            return f"{who(target)} found {laid(offer)} in {voice.whose(challenger)} offer."
        case Compared(challenger=challenger, target=target, offer=offer, answer=answer):
            return (
                f"{voice.whose(challenger)} offer was {laid(offer)},"
                f" and {voice.whose(target)} answer was {laid(answer or ())}."
            )
        case Tied(challenger=challenger):
            return f"It's a tie, so {voice.verb(challenger, 'offer', 'offers')} again."
        case TieDecided(challenger=challenger, ties=ties, penniless=penniless):
            why = f"That's {ties} ties in a row"
            if penniless:
                why = "It's a tie and neither has any money"
            if thieves:  # DD-33
                gets = voice.either(challenger, "get", "gets")
                return f"{why}, so {who(challenger)}, as the challenger, {gets} rid of the stake."
            return f"{why}, so {voice.verb(challenger, 'win', 'wins')} as the challenger."
        case DealWon(winner=winner, loser=loser, item=name, stake=stake) if thieves:
            lot = name if stake == 1 else some(name, 2)
            return f"{who(winner)} had to take {voice.whose(loser)} {lot}."
        case DealWon(winner=winner, loser=loser, item=name, stake=stake):
            lot = name if stake == 1 else some(name, 2)
            return f"{who(winner)} won {voice.whose(loser)} {lot}."


def _challenged(event: Challenged, voice: Voice) -> str:
    mine = voice.who(event.challenger)
    count = "" if event.count is None else f" ({cards_in(event.count)})"
    empty = event.count == 0
    if event.offer > 1:
        return f"{mine} offered {'no cash at all' if empty else f'again, face down{count}'}."
    lot = some(event.item, event.stake)
    word = "over" if event.item in THIEVES else "for"
    offer = ", offering no cash at all" if empty else f" with a face-down offer{count}"
    return f"{mine} challenged {voice.who(event.target)} {word} {lot}{offer}."


def _thief(event: Sealed | BidsRevealed | ThiefTaken, voice: Voice) -> str:
    who = voice.who
    match event:
        case Sealed(seat=seat) if seat == voice.to:
            return ""  # `LaidDown` already tells this player
        case Sealed(seat=seat, left=left):
            missing = f"{left} to go" if left else "the last one"
            return f"{who(seat)} sealed a bid ({missing})."
        case BidsRevealed(round=number, bids=bids, tied=tied):
            shown = ", ".join(f"{who(bid.seat)} {laid(bid.cards)}" for bid in bids)
            again = " again" if number > 1 else ""
            tie = f" {voice.all(tied)} tied for the lowest{again}." if tied else ""
            return f"The sealed bids: {shown}.{tie}"
        case ThiefTaken(seat=seat, item=name, pot=pot, by_order=by_order):
            # DD-30: the tied players have no money left, or tied too often
            why = f"{who(seat)} bid lowest and took"
            if by_order:
                why = f"the tie can't be broken, so {who(seat)}, first in bidding order, took"
            return f"{why} {the(name)}{along(pot, laid)}."


def _ended(event: Ended, voice: Voice) -> str:
    best = max(event.points)
    cut = " The deals were going in circles, so incomplete sets score nothing." * event.cut_short
    if len(event.winners) > 1:
        return f"The game is over. {voice.all(event.winners)} share the win with {best}★ each.{cut}"
    wins = voice.verb(min(event.winners), "win", "wins")
    return f"The game is over. {wins[:1].upper()}{wins[1:]} with {best}★.{cut}"
