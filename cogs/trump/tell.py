"""Write each event in a sentence or two, for one player ("you") or for everybody.

When events belong together, like a roll and the move after it, one event describes them all.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.ui.panels.words import Names, listed
from cogs.trump.deal import (
    card_named,
    cards_named,
    lent_card,
    named_card,
    offer_summary,
    promise_text,
    turn_named,
)
from cogs.trump.draw import listed_cards
from cogs.trump.sales.tell import TOLD_OF_A_SALE, told_together
from cogs.trump.words import Voice, all_of, money, space, the, titled, upper
from games.rules import Seat
from games.trump.cards import BOARD, CARDS, DIE_PAYS, T
from games.trump.events import (
    Added,
    CardGivenBack,
    ClearingBegan,
    ClearingEnded,
    Collected,
    DealCountered,
    DealingBegan,
    DealProposed,
    DealRejected,
    DealStruck,
    Dealt,
    DealWithdrawn,
    DebtEnded,
    DebtPaid,
    DrawnAtRandom,
    Drew,
    DrewCard,
    Ended,
    EndIsNear,
    Event,
    HandDealt,
    HandedOver,
    Kept,
    Moved,
    NoCardPlayed,
    Passed,
    Played,
    PromiseEnded,
    PromiseMade,
    PromisePaid,
    Rolled,
    RolledToStart,
    Surrendered,
    Swapped,
    Taxed,
    Took,
    TookCard,
    TurnBegan,
)
from games.trump.state import Promise, Public


@dataclass(frozen=True, slots=True)
class Telling:
    """Tells events. With a table's public facts, it names turns with their owner (TR-56)."""

    public: Public | None = None

    def sentence(self, event: Event, names: Names, to: Seat | None) -> str:
        """Write an event for a seat or for everybody. Return "" if another event includes it."""
        return upper(_TOLD[type(event)](event, Voice(names, to, self.public)))

    def sentences(self, events: Sequence[Event], names: Names, to: Seat | None) -> list[str]:
        """Write events in order. Consecutive cash raises are merged into one sentence."""
        return told_together(
            events, Voice(names, to), lambda event: self.sentence(event, names, to)
        )


sentence, sentences = Telling().sentence, Telling().sentences


def _nothing(event: Any, voice: Voice) -> str:
    return ""


# --- the deal, and turns --------------------------------------------------------------------------


def _dealt(event: Dealt, voice: Voice) -> str:
    return (
        f"everybody has {money(event.cash)} and {event.cards} cards. Each property has"
        f" {money(event.inside)} inside, and there are {event.pile} cards to draw."
    )


def _rolled_to_start(event: RolledToStart, voice: Voice) -> str:
    shown = ", ".join(f"{voice.who(roll.seat)} {_die(roll.die)}" for roll in event.rolls)
    tied = (
        " (ties roll again)" if len(event.rolls) > len({roll.seat for roll in event.rolls}) else ""
    )
    return f"{voice.verb(event.first, 'go', 'goes')} first. The rolls{tied}: {shown}."


def _die(die: int) -> str:
    return "T" if die == T else str(die)


def _hand_dealt(event: HandDealt, voice: Voice) -> str:
    were = voice.verb(event.seat, "were", "was")
    return f"{were} dealt {listed_cards(event.cards)}."


def _drew(event: Drew, voice: Voice) -> str:
    if event.left:
        return f"{voice.who(event.seat)} also drew a card." if event.added else ""
    return f"{voice.who(event.seat)} drew the last card of the pile."


def _drew_card(event: DrewCard, voice: Voice) -> str:
    return f"{voice.who(event.seat)} drew {card_named(event.card)}."


def _rolled(event: Rolled, voice: Voice) -> str:
    if event.die == T:
        return f"{voice.who(event.seat)} rolled a T."
    if event.rolling == "five" and not event.left:
        return f"{voice.who(event.seat)} rolled a {event.die} on the last of five rolls: no card."
    return ""  # the following move or payment includes this


def _moved(event: Moved, voice: Voice) -> str:
    landed = BOARD[event.space]
    if landed.sort == "property":
        return ""  # the event of the added money includes this
    return f"{voice.who(event.seat)} landed on {space(landed)}."


def _took(event: Took, voice: Voice) -> str:
    if voice.to in (event.seat, event.victim):
        return ""  # these two players learn the card from TookCard
    return f"{voice.who(event.seat)} took a card from {voice.who(event.victim)}."


def _took_card(event: TookCard, voice: Voice) -> str:
    return f"{voice.who(event.seat)} took {card_named(event.card)} from {voice.who(event.victim)}."


def _added(event: Added, voice: Voice) -> str:
    who, more = voice.who(event.seat), money(event.amount)
    if event.landed:
        return f"{who} landed on {the(event.property)}, so {more} goes inside."
    return f"{who} put {more} from the bank into {the(event.property)}."


def _collected(event: Collected, voice: Voice) -> str:
    who, amount = voice.who(event.seat), money(event.amount)
    if event.card is None:
        return f"{who} rolled a {event.amount // DIE_PAYS} and got {amount}."
    if CARDS[event.card].sort == "die":
        return f"{who} rolled a {event.amount // DIE_PAYS} for {event.card} and got {amount}."
    return f"{who} played {titled(event.card)} and got {amount}."


def _played(event: Played, voice: Voice) -> str:
    kind, who = CARDS[event.card], voice.who(event.seat)
    if kind.profit and kind.sort != "die":
        return ""  # the payment's event includes this
    if event.target is not None:
        return f"{who} taxed {voice.who(event.target)}."
    if event.property is not None:
        return f"{who} played {event.card} on {the(event.property)}."
    return f"{who} played {titled(event.card)}."


def _swapped(event: Swapped, voice: Voice) -> str:
    who, give, get = voice.who(event.seat), the(event.give), the(event.get)
    if event.owner is None:
        return f"{who} traded {give} for {get}. Now nobody owns {give}."
    return f"{who} traded {give} to {voice.who(event.owner)} for {get}."


def _kept(event: Kept, voice: Voice) -> str:
    return f"{voice.who(event.seat)} traded nothing."


def _taxed(event: Taxed, voice: Voice) -> str:
    paid = f"{voice.who(event.victim)} paid {voice.who(event.seat)} {money(event.amount)}"
    if event.amount == event.due:
        return f"{paid} in Tax."
    if not event.amount:
        had = f"{voice.who(event.victim)} had no cash for {voice.whose(event.seat)}"
        return f"{had} {money(event.due)} Tax and must give up a property."
    return f"{paid} of the {money(event.due)} Tax and must give up a property too."


def _surrendered(event: Surrendered, voice: Voice) -> str:
    victim, to = voice.who(event.victim), voice.who(event.to)
    return f"{victim} surrendered {the(event.property)} to {to}, with the money inside."


def _passed(event: Passed, voice: Voice) -> str:
    row = f" ({event.in_row} passes in a row)" if event.in_row > 1 else ""
    return f"{voice.who(event.seat)} passed{row}."


def _clearing_began(event: ClearingBegan, voice: Voice) -> str:
    sells = voice.verb(event.broker, "sell", "sells")
    what = all_of(event.properties)
    if event.round > 1:
        again = voice.verb(event.broker, "offer", "offers")
        return f"{again} what is left once more: {what}."
    return f"the draw pile is empty, so {sells} what nobody owns: {what}."


def _clearing_ended(event: ClearingEnded, voice: Voice) -> str:
    if not event.left:
        return "everything has been sold."
    have = "it has" if len(event.left) == 1 else "they have"
    inside = money(sum(box.inside for box in event.left))
    gone = all_of([box.property for box in event.left])
    return f"nobody bought {gone}, so {have} left the game. The bank took the {inside} inside."


def _dealing_began(event: DealingBegan, voice: Voice) -> str:
    return "the Buying Phase is over. From now on, play a card, make a deal or pass on your turn."


def _end_is_near(event: EndIsNear, voice: Voice) -> str:
    return (
        "nobody has played a card or made a deal for two rounds. Without one, the game ends after"
        f" {turn_named(event.last, voice.public, voice)}."
    )


def _ended(event: Ended, voice: Voice) -> str:
    totals = ", ".join(
        f"{voice.who(seat)} {money(total)}" for seat, total in enumerate(event.totals)
    )
    win = "win" if voice.to in event.winners else "wins"
    win = win if len(event.winners) == 1 else "share the win"
    return f"the game is over. {upper(voice.all(event.winners))} {win}. {upper(totals)}."


# --- deals and promises ---------------------------------------------------------------------------


def _deal_proposed(event: DealProposed, voice: Voice) -> str:
    offer = event.offer
    offers = voice.verb(offer.by, "offer", "offers")
    return f"{offers} {voice.who(offer.to)} a deal: {offer_summary(offer, voice)}"


def _deal_countered(event: DealCountered, voice: Voice) -> str:
    offer = event.offer
    makes = voice.verb(offer.by, "make", "makes")
    return f"{makes} {voice.who(offer.to)} a counter-offer: {offer_summary(offer, voice)}"


def _deal_rejected(event: DealRejected, voice: Voice) -> str:
    what = "counter-offer" if event.countered else "offer"
    return f"{voice.who(event.seat)} rejected {voice.whose(event.by)} {what}."


def _deal_withdrawn(event: DealWithdrawn, voice: Voice) -> str:
    return f"{voice.who(event.seat)} withdrew the offer to {voice.who(event.to)}."


def _deal_struck(event: DealStruck, voice: Voice) -> str:
    return f"{voice.who(event.seat)} accepted {voice.whose(event.offer.by)} offer: it's a deal."


def _drawn_at_random(event: DrawnAtRandom, voice: Voice) -> str:
    whose = voice.whose(event.giver)
    return f"{voice.who(event.seat)} drew {cards_named(event.cards)} from {whose} hand."


def _no_card_played(event: NoCardPlayed, voice: Voice) -> str:
    return f"{voice.who(event.seat)} played no card after the deal."


def _promise_made(event: PromiseMade, voice: Voice) -> str:
    return f"promise {event.promise.number}: {promise_text(event.promise, voice, voice.public)}."


def _promise_paid(event: PromisePaid, voice: Voice) -> str:
    promise = event.promise
    by, to = voice.who(promise.by), voice.who(promise.to)
    if not event.owing:
        return f"{by} paid {to} {money(event.amount)}, as promised."
    owing = _owing(promise.by, event, voice)
    return f"{by} paid {to} {_part(event.amount, promise.amount)} and {owing}."


def _part(amount: int, total: int) -> str:
    return f"{money(amount) if amount else 'nothing'} of the promised {money(total)}"


def _owing(by: Seat, event: PromisePaid | HandedOver | CardGivenBack, voice: Voice) -> str:
    return f"{'owe' if by == voice.to else 'owes'} {money(event.owing)}"


def _handed_over(event: HandedOver, voice: Voice) -> str:
    promise = event.promise
    property = the(promise.property or "property")
    gave = f"{voice.who(promise.by)} handed {property} over to {voice.who(promise.to)}"
    return _as_promised(gave, event, voice)


def _card_given_back(event: CardGivenBack, voice: Voice) -> str:
    promise = event.promise
    gave = f"{voice.who(promise.by)} gave {lent_card(promise)} back to {voice.who(promise.to)}"
    return _as_promised(gave, event, voice)


def _as_promised(gave: str, event: HandedOver | CardGivenBack, voice: Voice) -> str:
    """Complete a sentence about something that was given for its promised price."""
    promise = event.promise
    if not promise.amount:
        return f"{gave}, as promised."
    if not event.owing:
        return f"{gave} for {money(promise.amount)}, as promised."
    paid = f"{voice.who(promise.to)} paid {_part(event.amount, promise.amount)}"
    return f"{gave}, as promised. {upper(paid)} and {_owing(promise.to, event, voice)}."


def _promise_ended(event: PromiseEnded, voice: Voice) -> str:
    promise = event.promise
    by, property = voice.who(promise.by), the(promise.property or "property")
    named = f"promise {promise.number} ({promise_text(promise, voice, voice.public)})"
    match event.why:
        case "played":
            return f"{named} is off, because {by} played the card."
        case "unplayable":
            still = f"Other promises that wait for {named_card(promise)} still stand"
            return f"{named} is off, because {_unplayable(promise, voice)}. {still}."
        case "done" if promise.duty in ("return", "give_back"):
            thing = property if promise.duty == "return" else "the card"
            now = voice.verb(promise.to, "now have", "now has")
            price = f" The {money(promise.amount)} isn't due." if promise.amount else ""
            return f"{named} is off, because {now} {thing}.{price}"
        case "done" if promise.duty == "keep":
            return f"{named} is over."  # its time is over, or the promisee got the property
        case "done":
            return f"{named} has been kept."
        case "lapsed":
            return f"{named} has lapsed."
        case "lost":
            return f"{named} is off, because {by} lost {property}."
        case "released":
            return f"{voice.who(promise.to)} let go of {named}."
        case "replaced":
            return f"{named} is replaced by a new one."


def _unplayable(promise: Promise, voice: Voice) -> str:
    """Say what a player lacks to play the card that they promised to play."""
    card = CARDS[promise.card or ""]
    if card.named:
        both = "both " if len(card.named) > 1 else ""
        own = voice.verb(promise.by, "don't own", "doesn't own")
        return f"{own} {both}{all_of(card.named)}"
    few = "no property" if card.needs == 1 else f"fewer than {card.needs} properties"
    return f"{voice.verb(promise.by, 'own', 'owns')} {few}"


def _debt_paid(event: DebtPaid, voice: Voice) -> str:
    debt = event.debt
    sums = [f"{money(event.amount)} in cash"] if event.amount else []
    sums += [f"{money(box.amount)} out of {the(box.property)}" for box in event.boxes]
    owing = f" {money(event.left)} is still owed." if event.left else ""
    return f"{voice.who(debt.by)} paid {voice.who(debt.to)} a debt: {listed(sums)}.{owing}"


def _debt_ended(event: DebtEnded, voice: Voice) -> str:
    debt = event.debt
    owed = f"{voice.whose(debt.by)} debt of {money(debt.amount)}"
    if event.released:
        return f"{voice.who(debt.to)} forgave {owed}."
    return f"{owed} to {voice.who(debt.to)} lapsed."


_TOLD: dict[type, Callable[[Any, Voice], str]] = {
    Dealt: _dealt,
    RolledToStart: _rolled_to_start,
    HandDealt: _hand_dealt,
    TurnBegan: _nothing,  # the board shows whose turn it is
    Drew: _drew,
    DrewCard: _drew_card,
    Rolled: _rolled,
    Moved: _moved,
    Took: _took,
    TookCard: _took_card,
    Added: _added,
    Collected: _collected,
    Played: _played,
    Swapped: _swapped,
    Kept: _kept,
    Taxed: _taxed,
    Surrendered: _surrendered,
    Passed: _passed,
    ClearingBegan: _clearing_began,
    ClearingEnded: _clearing_ended,
    DealingBegan: _dealing_began,
    EndIsNear: _end_is_near,
    Ended: _ended,
    **TOLD_OF_A_SALE,
    DealProposed: _deal_proposed,
    DealCountered: _deal_countered,
    DealRejected: _deal_rejected,
    DealWithdrawn: _deal_withdrawn,
    DealStruck: _deal_struck,
    DrawnAtRandom: _drawn_at_random,
    NoCardPlayed: _no_card_played,
    PromiseMade: _promise_made,
    PromisePaid: _promise_paid,
    HandedOver: _handed_over,
    CardGivenBack: _card_given_back,
    PromiseEnded: _promise_ended,
    DebtPaid: _debt_paid,
    DebtEnded: _debt_ended,
}
