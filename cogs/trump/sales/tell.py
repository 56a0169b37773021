"""Write the events of a sale, for one player ("you") or for everybody."""

from collections.abc import Callable, Sequence
from itertools import groupby, takewhile
from typing import Any

from bot.ui.panels.words import listed
from cogs.trump.words import Voice, money, the, upper
from games.rules import Seat
from games.trump.events import (
    BidNoted,
    BidPassed,
    BidSealed,
    BidsOpened,
    CameBack,
    Event,
    KnockedOut,
    NotSold,
    PlanNoted,
    Raised,
    SaleBegan,
    Sold,
)


def _sale_began(event: SaleBegan, voice: Voice) -> str:
    what = the(event.property)
    if event.owner is not None:
        what = f"{voice.whose(event.owner)} {event.property}"
    broker = "You're" if event.broker == voice.to else f"{voice.names[event.broker]} is"
    return f"{what} is up for sale. {broker} the Broker."


def _bid_sealed(event: BidSealed, voice: Voice) -> str:
    if event.seat == voice.to:
        return ""  # the bidder learns it from BidNoted
    left = f"{event.left} to come" if event.left else "all are in"
    return f"{voice.who(event.seat)} sealed a bid or chose not to: {left}."


def _bid_noted(event: BidNoted, voice: Voice) -> str:
    bid = f"sealed a bid of {money(event.amount)}" if event.amount else "chose not to bid"
    return f"{voice.who(event.seat)} {bid}."


def _plan_noted(event: PlanNoted, voice: Voice) -> str:
    if event.limit is None:
        return f"{voice.who(event.seat)} withdrew the plan for this sale."
    if not event.limit:
        return f"{voice.who(event.seat)} planned to pass for the rest of this sale."
    return f"{voice.who(event.seat)} planned to go up to {money(event.limit)} in this sale."


def _bids_opened(event: BidsOpened, voice: Voice) -> str:
    shown = ", ".join(
        f"{voice.who(bid.seat)} {money(bid.amount) if bid.amount else 'none'}" for bid in event.bids
    )
    return f"bids for {the(event.property)}: {shown}.{_leads_the_opening(event, voice)}"


def _leads_the_opening(event: BidsOpened, voice: Voice) -> str:
    """Say who leads and, if the highest bids are equal, why (TR-25)."""
    if event.leader is None:
        return ""
    lead = upper(voice.verb(event.leader, "lead", "leads"))
    amounts = [bid.amount for bid in event.bids]
    if amounts.count(max(amounts)) == 1:
        return f" {lead}."
    return f" {lead} the tie, because bids count clockwise from the Broker."


def _raised(event: Raised, voice: Voice) -> str:
    brought = [f"{money(event.cash)} in cash"] if event.cash else []
    brought = [*event.investors, *brought]
    return f"{voice.who(event.seat)} raised to {money(event.to)}, with {listed(brought)}."


def _knocked_out(event: KnockedOut, voice: Voice) -> str:
    return f"{voice.who(event.seat)} knocked {voice.who(event.target)} out{_leads(event, voice)}."


def _leads(event: KnockedOut | CameBack, voice: Voice) -> str:
    if event.leader == event.seat:
        return f" and {'lead' if event.seat == voice.to else 'leads'}"
    but = "and" if isinstance(event, KnockedOut) else "but"
    return f", {but} {voice.verb(event.leader, 'lead', 'leads')}"


def _came_back(event: CameBack, voice: Voice) -> str:
    return f"{voice.who(event.seat)} came back{_leads(event, voice)}."


def _bid_passed(event: BidPassed, voice: Voice) -> str:
    if not event.asked:
        return ""  # the bidder had no choice, and everybody can see that
    return f"{voice.who(event.seat)} {'stayed out' if event.out else 'passed'}."


def _sold(event: Sold, voice: Voice) -> str:
    return _sold_text(event.property, event.owner, event.seat, event.price, event.inside, voice)


def _sold_text(
    property: str, owner: Seat | None, seat: Seat, price: int, inside: int | None, voice: Voice
) -> str:
    what = the(property)
    if owner == seat:
        return f"{voice.verb(seat, 'keep', 'keeps')} {what} for {money(price)}, which goes inside."
    to = "the bank" if owner is None else voice.who(owner)
    held = "" if inside is None else f" There's {money(inside)} inside."
    return f"{what} goes to {voice.who(seat)} for {money(price)}, paid to {to}.{held}"


def _not_sold(event: NotSold, voice: Voice) -> str:
    return _unsold_text(event.property, event.owner, voice)


def _unsold_text(property: str, owner: Seat | None, voice: Voice) -> str:
    stays = "it still has no owner"
    if owner is not None:
        stays = f"{voice.verb(owner, 'keep', 'keeps')} it"
    return f"nobody bid for {the(property)}, so {stays}."


TOLD_OF_A_SALE: dict[type, Callable[[Any, Voice], str]] = {
    SaleBegan: _sale_began,
    BidSealed: _bid_sealed,
    BidNoted: _bid_noted,
    PlanNoted: _plan_noted,
    BidsOpened: _bids_opened,
    Raised: _raised,
    KnockedOut: _knocked_out,
    CameBack: _came_back,
    BidPassed: _bid_passed,
    Sold: _sold,
    NotSold: _not_sold,
}

# --- merged lines ---------------------------------------------------------------------------------

_TURNS = (BidsOpened, Raised, KnockedOut, CameBack)
"""A pass right after one of these events is written on the same line."""


def told_together(events: Sequence[Event], voice: Voice, tell: Callable[[Event], str]) -> list[str]:
    """Write events in order. Consecutive passes and cash raises are merged.

    A run of cash raises becomes one sentence: the last amount, who leads, and who passed.
    """
    lines: list[str] = []
    after_a_turn = False
    for plain, group in groupby(events, key=_is_plain):
        stretch = list(group)
        if not plain:
            lines += filter(None, map(tell, stretch))
            after_a_turn = isinstance(stretch[-1], _TURNS)
            continue
        first = list(takewhile(lambda event: isinstance(event, BidPassed), stretch))
        passed, rest = _passed_on(first, voice), stretch[len(first) :]
        if passed and after_a_turn:
            lines[-1] += f" {passed}"
        elif passed:
            lines.append(passed)
        if rest:
            raises = [event for event in rest if isinstance(event, Raised)]
            raised = _outbid(raises, voice) if len(raises) > 1 else tell(rest[0])
            lines.append(f"{raised} {_passed_on(rest, voice)}".rstrip())
        after_a_turn = True
    return lines


def _is_plain(event: Event) -> bool:
    """Return whether an event is a pass, or a raise only in cash."""
    return isinstance(event, BidPassed) or (isinstance(event, Raised) and not event.investors)


def _outbid(raises: Sequence[Raised], voice: Voice) -> str:
    seats, last = dict.fromkeys(event.seat for event in raises), raises[-1]
    outbid = "outbid each other" if len(seats) > 1 else "raised again and again"
    lead = voice.verb(last.leader, "lead", "leads")
    return upper(f"{voice.all(seats)} {outbid} in cash, up to {money(last.to)}. {upper(lead)}.")


def _passed_on(turns: Sequence[Event], voice: Voice) -> str:
    """List the bidders whose last act in this run was to pass or stay out."""
    acted: dict[Seat, Event] = {}
    for turn in turns:
        if isinstance(turn, Raised) or (isinstance(turn, BidPassed) and turn.asked):
            acted[turn.seat] = turn
    quiet = [turn for turn in acted.values() if isinstance(turn, BidPassed)]
    passed, stayed = ([turn.seat for turn in quiet if turn.out is out] for out in (False, True))
    lines = [f"{voice.all(passed)} passed."] if passed else []
    lines += [f"{voice.all(stayed)} stayed out."] if stayed else []
    return " ".join(map(upper, lines))
