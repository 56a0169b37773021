"""The die, and what a T brings: a card at random out of an opponent's hand (TR-6, TR-14, TR-20)."""

from games.rules import Seat
from games.trump.cards import T
from games.trump.events import Took, TookCard, new_rolled
from games.trump.state import Rolling, Taking
from games.trump.step_builder import Draft


def roll_for(draft: Draft, rolling: Rolling, card: str | None) -> int | None:
    """Roll until a number comes, and return it; None if it is asked first whom to take from."""
    while True:
        die = _roll(draft, rolling, 0)
        if die != T:
            return die
        if not _has_taken(draft, rolling, card, 0):
            return None


def roll_often(draft: Draft, card: str, left: int) -> bool:
    """Roll so often for a Die Roll card (TR-20); False if it is asked first whom to take from."""
    while left:
        left -= 1
        if _roll(draft, "five", left) == T and not _has_taken(draft, "five", card, left):
            return False
    return True


def take(draft: Draft, seat: Seat, victim: Seat, start: bool = False) -> None:
    """Take a card at random out of a hand; which, only the two learn (TR-54)."""
    card = draft.takes_at_random(seat, victim)
    draft.tell(Took(seat=seat, victim=victim, start=start))
    draft.tell_only(TookCard(seat=seat, victim=victim, card=card), seat, victim)


def _roll(draft: Draft, rolling: Rolling, left: int) -> int:
    die = draft.chance.die()
    draft.tell(new_rolled(seat=draft.seat, die=die, rolling=rolling, left=left))
    return die


def _has_taken(draft: Draft, rolling: Rolling, card: str | None, left: int) -> bool:
    """Take the card that a T brings, if nothing is to be asked."""
    victims = [seat for seat in range(draft.seats) if seat != draft.seat and draft.hands[seat]]
    if len(victims) > 1:
        asked = draft.phase
        number = 1
        if isinstance(asked, Taking) and asked.rolling == rolling:
            number += asked.number
        draft.phase = Taking(rolling=rolling, card=card, left=left, number=number)
        return False
    for victim in victims:  # TR-60: one opponent alone has any; TR-6: if nobody has, just roll on
        take(draft, draft.seat, victim)
    return True
