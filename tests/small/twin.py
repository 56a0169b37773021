"""Twins of Hidden Coins: the other fists differ until all open."""

from dataclasses import replace
from typing import Any

from tests.contract.twins.types import Otherwise, Reader, Readers, Secrets


def _other_coins(state: Any, readers: Readers, other: Otherwise) -> Any:
    if state.seen.hands is not None:
        return state
    counts = range(state.seen.options.most + 1)
    hidden = tuple(
        coins if coins is None or seat in readers else other.one_of(counts)
        for seat, coins in enumerate(state.hidden)
    )
    return replace(state, hidden=hidden)


def _opened(state: Any, event: Any, reader: Reader) -> bool:
    return event.kind == "opened"


def _hidden(state: Any, move: Any) -> tuple[str, ...]:
    return ("coins",) if move.kind == "hide" else ()


SECRETS = Secrets(disguised=_other_coins, reveals=_opened, sealed=_hidden)
