"""Low Die hides each die from everybody but its owner until it is shown."""

from typing import Any

from games.rules import Seat
from tests.contract.twins.types import Otherwise, hidden_hands
from tests.starter.game.state import Hand


def _other_die(state: Any, seat: Seat, other: Otherwise) -> Hand:
    is_out = state.hands[seat].die is None
    return Hand(die=None if is_out else other.one_of(range(1, 7)))


SECRETS = hidden_hands(_other_die, reveals=("shown",), chosen=False)
