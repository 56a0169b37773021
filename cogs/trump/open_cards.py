"""Words for the cards that lie open beside a player: lent to them, or promised to be played."""

from cogs.trump.deal import turn_named
from cogs.trump.words import Voice, titled
from games.rules import Seat
from games.trump.state import OPEN_DUTIES, Promise, Public


def open_beside(public: Public, seat: Seat) -> str:
    """Name a player's open cards for the board: `open: Any 40 (promise 3)`. May return ""."""
    cards = [f"{titled(card)} (promise {held.number})" for card, held in _open(public, seat)]
    return f"open: {', '.join(cards)}" if cards else ""


def why_open(card: str, times: int, public: Public, voice: Voice) -> list[str]:
    """Say why the reader's cards of a kind lie open: `lent by Ann until your turn 31`.

    `times` is how many of the kind the reader holds.
    """
    if voice.to is None:
        return []
    one = "one " if times > 1 else ""
    return [
        f"{one}lent by {voice.who(held.to)} until {turn_named(held.turn, public, voice)}"
        if held.duty == "give_back"
        else f"you play {one or 'it '}on {turn_named(held.turn, public, voice)}"
        for name, held in _open(public, voice.to)
        if name == card
    ]


def _open(public: Public, seat: Seat) -> list[tuple[str, Promise]]:
    """List a player's open cards, each with its promise."""
    return [
        (held.card, held)
        for held in public.promises
        if held.by == seat and held.duty in OPEN_DUTIES and held.card is not None
    ]
