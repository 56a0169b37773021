"""Roll the die, and take a random card from an opponent for each T (TR-6, TR-14, TR-20)."""

from games.rules import Seat
from games.trump.cards import T
from games.trump.events import Rolled, Took, TookCard
from games.trump.state import Rolling, Taking
from games.trump.step_builder import StepBuilder


def roll_until_number(step: StepBuilder, rolling: Rolling, card: str | None) -> int | None:
    """Roll until a number comes up. Return None if a T requires the player to choose a victim."""
    while True:
        die = _roll(step, rolling, 0)
        if die != T:
            return die
        if not _take_for_t(step, rolling, card, 0):
            return None


def roll_repeatedly(step: StepBuilder, card: str, left: int) -> bool:
    """Roll `left` times for a Die Roll card (TR-20). Return False if a victim must be chosen."""
    while left:
        left -= 1
        if _roll(step, "five", left) == T and not _take_for_t(step, "five", card, left):
            return False
    return True


def take(step: StepBuilder, seat: Seat, victim: Seat, start: bool = False) -> None:
    """Take a random hidden card from the victim. Only the two players learn which card (TR-54)."""
    card = step.take_random_card(seat, victim)
    step.tell(Took(seat=seat, victim=victim, start=start))
    step.tell_only(TookCard(seat=seat, victim=victim, card=card), seat, victim)


def _roll(step: StepBuilder, rolling: Rolling, left: int) -> int:
    die = step.chance.die()
    step.tell(Rolled(seat=step.seat, die=die, rolling=rolling, left=left))
    return die


def _take_for_t(step: StepBuilder, rolling: Rolling, card: str | None, left: int) -> bool:
    """Take a card for a T. Return False if the player must choose the victim first."""
    victims = [seat for seat in range(step.seats) if seat != step.seat and step.hidden(seat)]
    if len(victims) > 1:
        asked = step.phase
        number = 1
        if isinstance(asked, Taking) and asked.rolling == rolling:
            number += asked.number
        step.phase = Taking(rolling=rolling, card=card, left=left, number=number)
        return False
    for victim in victims:  # TR-60: take from the only victim; TR-6: or from nobody
        take(step, step.seat, victim)
    return True
