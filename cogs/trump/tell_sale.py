"""What happened in a sale, in a sentence: to a player ("you"), or of everybody."""

from collections.abc import Callable
from typing import Any

from bot.ui.words import listed
from cogs.trump.words import Voice, money, the, upper
from games.trump.events import (
    BidNoted,
    BidPassed,
    BidSealed,
    BidsOpened,
    CameBack,
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
    return f"{what} is up for sale; {voice.verb(event.broker, 'are', 'is')} the Broker."


def _bid_sealed(event: BidSealed, voice: Voice) -> str:
    if event.seat == voice.to:
        return ""  # they are told which
    left = f"{event.left} to come" if event.left else "all are in"
    return f"{voice.who(event.seat)} sealed a bid, or none; {left}."


def _bid_noted(event: BidNoted, voice: Voice) -> str:
    bid = f"a bid of {money(event.amount)}" if event.amount else "no bid"
    return f"{voice.who(event.seat)} sealed {bid}."


def _plan_noted(event: PlanNoted, voice: Voice) -> str:
    if event.limit is None:
        return f"{voice.who(event.seat)} withdrew the plan for this sale."
    if not event.limit:
        return f"{voice.who(event.seat)} planned to let all else in this sale pass."
    return f"{voice.who(event.seat)} planned to go up to {money(event.limit)} in this sale."


def _bids_opened(event: BidsOpened, voice: Voice) -> str:
    shown = ", ".join(
        f"{voice.who(one.seat)} {money(one.amount) if one.amount else 'none'}" for one in event.bids
    )
    lead = "" if event.leader is None else f" {upper(voice.verb(event.leader, 'lead', 'leads'))}."
    return f"bids for {the(event.property)}: {shown}.{lead}"


def _raised(event: Raised, voice: Voice) -> str:
    brought = [f"{money(event.cash)} in cash"] if event.cash else []
    brought = [*event.investors, *brought]
    return f"{voice.who(event.seat)} raised to {money(event.to)}, with {listed(brought)}."


def _knocked_out(event: KnockedOut, voice: Voice) -> str:
    return f"{voice.who(event.seat)} knocked {voice.who(event.target)} out{_leads(event, voice)}."


def _leads(event: KnockedOut | CameBack, voice: Voice) -> str:
    if event.leader == event.seat:
        return f", and {'lead' if event.seat == voice.to else 'leads'}"
    return f"; {voice.verb(event.leader, 'lead', 'leads')} now"


def _came_back(event: CameBack, voice: Voice) -> str:
    return f"{voice.who(event.seat)} came back{_leads(event, voice)}."


def _bid_passed(event: BidPassed, voice: Voice) -> str:
    if not event.asked:
        return ""  # all can see that there was no choice
    return f"{voice.who(event.seat)} {'stayed out' if event.out else 'passed'}."


def _sold(event: Sold, voice: Voice) -> str:
    what, price = the(event.property), money(event.price)
    if event.owner == event.seat:
        return f"{voice.verb(event.seat, 'keep', 'keeps')} {what}: {price} goes inside."
    paid = "" if event.owner is None else f", paid to {voice.who(event.owner)}"
    inside = "" if event.inside is None else f"; there is {money(event.inside)} in it"
    return f"{what} goes to {voice.who(event.seat)} for {price}{paid}{inside}."


def _not_sold(event: NotSold, voice: Voice) -> str:
    stays = "stays nobody's"
    if event.owner is not None:
        stays = f"stays {'yours' if event.owner == voice.to else voice.whose(event.owner)}"
    return f"nobody bid for {the(event.property)}: it {stays}."


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
