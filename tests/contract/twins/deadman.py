"""Dead Man's Chest hides the dice from everybody who hasn't looked at this roll."""

from dataclasses import replace
from itertools import product
from typing import Any

from tests.contract.twins.types import Otherwise, Reader, Readers, Secrets

ROLLS = [(max(dice), min(dice)) for dice in product(range(1, 7), repeat=2)]


def _other_dice(state: Any, readers: Readers, other: Otherwise) -> Any:
    if readers & state.seen_by:
        return state
    return replace(state, dice=other.one_of(ROLLS))


def _revealed(state: Any, event: Any, reader: Reader) -> bool:
    return event.kind == "revealed"


SECRETS = Secrets(disguised=_other_dice, reveals=_revealed, chosen=False)
