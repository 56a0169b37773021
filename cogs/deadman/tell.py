"""Write each event of Dead Man's Chest as a sentence."""

from bot.ui.face.story import one_by_one
from bot.ui.panels.words import Names
from cogs.deadman.draw import big
from games.deadman.dice import RANK, spoken, value_of
from games.deadman.events import (
    Challenged,
    Event,
    HasBid,
    Looked,
    LostGem,
    Opened,
    Revealed,
    Shook,
)
from games.rules import Seat


def sentence(event: Event, names: Names, to: Seat | None) -> str:
    """Write an event as a sentence, to the seat `to` ("you") or to everybody."""

    def who(seat: Seat, you: str = "You") -> str:
        return you if seat == to else names[seat]

    if isinstance(event, Opened):
        return f"{who(event.seat)} opened round {event.round} with a shake and a look."
    if isinstance(event, Shook):
        how = " a second time, without looking" if event.blind else ""
        return f"{who(event.seat)} shook the chest{how}."
    if isinstance(event, Looked):
        return f"{who(event.seat)} looked under the lid."
    if isinstance(event, HasBid):
        value, passed = spoken(event.value), f"and passed the chest to {who(event.to, 'you')}."
        if event.unseen:
            return f"{who(event.seat)} raised to {value} without shaking {passed}"
        return f"{who(event.seat)} bid {value} {passed}"
    if isinstance(event, Challenged):
        whose = "your" if event.bidder == to else f"{names[event.bidder]}'s"
        if event.forced:
            forced = f"{who(event.seat, 'you')} had to challenge {whose} bid"
            return f"It was the second Dead Man of the round, so {forced}."
        return f"{who(event.seat)} challenged {whose} {spoken(event.bid)}."
    if isinstance(event, Revealed):
        held = RANK[value_of(event.dice)] >= RANK[event.bid]
        verdict = "held" if held else "was too high"
        return f"Under the lid: {big(event.dice)}. The bid of {spoken(event.bid)} {verdict}."
    if isinstance(event, LostGem):
        if not event.left:
            which = "your" if event.seat == to else "their"
            return f"{who(event.seat)} lost {which} last gem and went overboard."
        has = "have" if event.seat == to else "has"
        return f"{who(event.seat)} lost a gem and {has} {event.left} left."
    return f"{who(event.seat)} won as the last pirate with gems ({event.gems} left)."


sentences = one_by_one(sentence)
